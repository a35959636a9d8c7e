"""Compares the findings of two periods: what improved, what became worse, and what is no clear change.

A change is clear where the 95 % interval of the difference of the two frequencies lies wholly on one side of 0. It is an
improvement if the earlier frequency was outside the baseline on the side of the leak and the later one is nearer to it, and
it is worse if the later one is outside and farther from it. Within the baseline no change is better or worse.

A check that compares two frequencies of the player has a baseline for their difference, so the differences of both periods
are compared: more hands after losses are no change if the player plays as many more at other times.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from math import sqrt
from statistics import NormalDist
from typing import Any

from badugi_hh.as_json import AsJson
from badugi_hh.leaks.checks import FREQUENCY_CHECKS
from badugi_hh.leaks.finding import Finding, FrequencyFinding, fields_of
from badugi_hh.leaks.judging import discoveries
from badugi_hh.leaks.leak import Leak, Verdict
from badugi_hh.stats.definitions.intervals import Interval, of_difference, wilson


class Direction(StrEnum):
    """What became of a frequency between two periods."""

    IMPROVED = "improved"
    WORSE = "worse"
    UNCLEAR = "no clear change"
    TOO_FEW = "not enough hands"


@dataclass(frozen=True, slots=True)
class Change(AsJson):
    """The findings of one check and player in two periods, and the difference of the frequencies, the later minus the earlier.

    Of a check that compares two frequencies of the player, it is the difference of the two differences. `difference` and its
    95 % interval are None without an opportunity in one of the periods.
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
        return clear or self.before.is_notable or self.since.is_notable

    def _json(self) -> dict[str, Any]:
        return {
            **fields_of(self.since.leak, "id", "title"),
            "player": self.since.player,
            "change": self.direction,
            **fields_of(self, "difference", "low", "high", "before", "since"),
        }


def is_too_high(leak: Leak) -> bool:
    """Return whether a leak is a frequency that is too high; one mistake of grade A is one too many."""
    check = FREQUENCY_CHECKS.get(leak.id)
    return check is None or check.too_high


def compare_periods(before: Iterable[Finding], since: Iterable[Finding]) -> list[Change]:
    """Return a change for each player and check that has a finding in both periods, in the order of the later ones.

    Changes of one player that do not pass the Benjamini-Hochberg procedure at 10 % are not clear.
    """
    earlier = {(finding.player, finding.leak.id): finding for finding in before}
    changes = [
        _compare(earlier[finding.player, finding.leak.id], finding)
        for finding in since
        if (finding.player, finding.leak.id) in earlier
    ]
    for player in dict.fromkeys(change.since.player for change in changes):
        tested = [
            place
            for place, change in enumerate(changes)
            if change.since.player == player and change.direction is not Direction.TOO_FEW
        ]
        passing = discoveries([_p_value(changes[place]) for place in tested])
        for nth, place in enumerate(tested):
            if nth not in passing:
                changes[place] = replace(changes[place], direction=Direction.UNCLEAR)
    return changes


def _p_value(change: Change) -> float:
    """Return the probability of a difference this large between two samples of one share: a pooled two-sided z test.

    For differences of shares the test is not pooled, as their shares may change alike; each sample has one success and one
    failure added, so that no variance is 0. Source: Agresti and Caffo 2000, The American Statistician 54, 280-288.
    """
    first, second = change.since, change.before
    compared = [each.compared for each in (first, second) if each.compared]
    if compared:
        samples = [(first.made, first.chances), (second.made, second.chances), *compared]
        shares = [((made + 1) / (chances + 2), chances + 2) for made, chances in samples]
        spread = sqrt(sum(share * (1 - share) / number for share, number in shares))
        return 2 * (1 - NormalDist().cdf(abs(change.difference or 0.0) / spread))
    chances = first.chances + second.chances
    share = (first.made + second.made) / chances
    variance = share * (1 - share) * (1 / first.chances + 1 / second.chances)
    if variance == 0:
        return 1.0
    return 2 * (1 - NormalDist().cdf(abs((first.value or 0.0) - (second.value or 0.0)) / sqrt(variance)))


def _compare(before: Finding, since: Finding) -> Change:
    later, earlier = _judged_value(since), _judged_value(before)
    if later is None or earlier is None:
        return Change(before, since, Direction.TOO_FEW)
    low, high = of_difference(later, earlier)
    too_high = is_too_high(since.leak)
    fell, rose = high < 0, low > 0
    better, worse = (fell, rose) if too_high else (rose, fell)
    direction = Direction.UNCLEAR
    if Verdict.TOO_FEW in {before.verdict, since.verdict}:
        direction = Direction.TOO_FEW
    elif better and _is_outside(before, too_high=too_high):
        direction = Direction.IMPROVED
    elif worse and _is_outside(since, too_high=too_high):
        direction = Direction.WORSE
    return Change(before, since, direction, later[0] - earlier[0], low, high)


def _judged_value(finding: Finding) -> Interval | None:
    """Return the frequency, or its difference from the compared one, with its interval; None without a row of either."""
    own = _share(finding.made, finding.chances)
    if own is None or finding.compared is None:
        return own
    other = _share(*finding.compared)
    return None if other is None else (own[0] - other[0], *of_difference(own, other))


def _share(made: int, number: int) -> Interval | None:
    """Return a share with its interval; None of nothing."""
    ends = wilson(made, number)
    return None if ends is None else (made / number, *ends)


def _is_outside(finding: Finding, *, too_high: bool) -> bool:
    """Return whether the frequency is outside the baseline on the side of the leak; without a baseline, above 0."""
    value = finding.value or 0.0
    if not isinstance(finding, FrequencyFinding):
        return value > 0
    return value > finding.baseline.high if too_high else value < finding.baseline.low
