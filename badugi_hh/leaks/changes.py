"""Compares the findings of two periods: what improved, what became worse, and what is no clear change.

A change is clear where the 95 % interval of the difference of the two frequencies lies wholly on one side of 0.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from badugi_hh.leaks.leak import Finding, Verdict
from badugi_hh.leaks.rates import FREQUENCY_CHECKS
from badugi_hh.stats.definitions.intervals import of_difference

_OUTSIDE = {Verdict.FLAG, Verdict.WATCH}


class Direction(StrEnum):
    """What became of a frequency between two periods."""

    IMPROVED = "improved"
    WORSE = "worse"
    UNCLEAR = "no clear change"
    TOO_FEW = "not enough hands"


@dataclass(frozen=True, slots=True)
class Change:
    """The findings of one check and player in two periods, and the difference of the frequencies, the later minus the earlier.

    `difference` and its 95 % interval are None without an opportunity in one of the periods.
    """

    before: Finding
    since: Finding
    direction: Direction
    difference: float | None = None
    low: float | None = None
    high: float | None = None

    @property
    def is_notable(self) -> bool:
        """Return whether the change is clear, or the check is a flag or `watch` in one of the periods."""
        clear = self.direction in {Direction.IMPROVED, Direction.WORSE}
        return clear or bool({self.before.verdict, self.since.verdict} & _OUTSIDE)

    def as_json(self) -> dict[str, Any]:
        """Return the change as `leaks --before --json` prints it."""
        return {
            "id": self.since.leak.id,
            "title": self.since.leak.title,
            "player": self.since.player,
            "change": self.direction.value,
            "difference": self.difference,
            "low": self.low,
            "high": self.high,
            "before": self.before.as_json(),
            "since": self.since.as_json(),
        }


def compare_periods(before: Iterable[Finding], since: Iterable[Finding]) -> list[Change]:
    """Return a change for each player and check that has a finding in both periods, in the order of the later ones."""
    earlier = {(finding.player, finding.leak.id): finding for finding in before}
    return [
        _compare(earlier[finding.player, finding.leak.id], finding)
        for finding in since
        if (finding.player, finding.leak.id) in earlier
    ]


def _compare(before: Finding, since: Finding) -> Change:
    ends = []
    for finding in (since, before):
        if finding.value is None or finding.low is None or finding.high is None:
            return Change(before, since, Direction.TOO_FEW)
        ends.append((finding.value, finding.low, finding.high))
    low, high = of_difference(ends[0], ends[1])
    check = FREQUENCY_CHECKS.get(since.leak.id)
    too_high = check is None or check.too_high  # one mistake of grade A is one too many
    fell, rose = high < 0, low > 0
    direction = Direction.UNCLEAR
    if Verdict.TOO_FEW in {before.verdict, since.verdict}:
        direction = Direction.TOO_FEW
    elif fell or rose:
        direction = Direction.IMPROVED if fell == too_high else Direction.WORSE
    return Change(before, since, direction, ends[0][0] - ends[1][0], low, high)
