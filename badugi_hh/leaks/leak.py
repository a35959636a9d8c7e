"""A leak check as it is declared, and what it finds.

Grade A is provable from cards and public facts that the player had: one instance is a mistake. Grade B compares
a frequency with a baseline: it is a question, and needs a sample. Nothing here looks for either.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

WORST_HANDS = 3


class Verdict(StrEnum):
    """What a check says of a player."""

    FLAG = "flag"
    WATCH = "watch"
    FINE = "fine"
    TOO_FEW = "not enough hands"


@dataclass(frozen=True, slots=True)
class Baseline:
    """The range of a frequency that is no leak, where it comes from, and what game it is for.

    `kind` is theory, solver, author or population.
    """

    low: float
    high: float
    source: str
    kind: str
    game: str


@dataclass(frozen=True, slots=True)
class Leak:
    """One check: what it looks for and what to do about it, each in one sentence a player understands.

    `model` names how a cost is reckoned; `source` is where the rule comes from.
    """

    id: str
    name: str
    title: str
    sentence: str
    advice: str
    grade: str
    source: str
    model: str


@dataclass(frozen=True, slots=True)
class Rate:
    """A grade B check: the predicate of its chances over decisions, what is made of them, and the baseline.

    `too_high` says on which side of the baseline the leak lies. `cost` is an SQL expression in big bets for one
    occurrence at a decision; `worst_first` orders the decisions for the worst hands; `elsewhere` counts
    decisions of the kind that the check does not apply to, told by `elsewhere_why`. `note` tells one decision. `opener` is the position of the player
    whose raises the check answers: where he opens few hands, the baseline is wider.
    """

    leak: Leak
    chances: str
    made: str
    baseline: Baseline
    too_high: bool
    fewest: int
    cost: str
    worst_first: str
    elsewhere: str
    elsewhere_why: str
    note: Callable[[dict[str, Any]], str]
    opener: str | None = None


class Instance(NamedTuple):
    """One hand in which the leak shows; `cost` in big bets, None where it cannot be priced."""

    site: str
    hand_id: str
    player: str
    note: str
    cost: float | None

    def as_json(self) -> dict[str, Any]:
        """Return the instance as `leaks --json` prints it."""
        return {
            "site": self.site,
            "hand_id": self.hand_id,
            "player": self.player,
            "note": self.note,
            "cost": _rounded(self.cost),
        }


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check says of one player.

    `made` of `chances` with the Wilson interval `low` to `high`; `baseline` is the range that is no leak and
    `source` where it, or for grade A the rule, comes from; `cost` in big bets per 100 hands with its own
    interval where it follows from that of the frequency, None where there is none; `hands` are the worst ones;
    `excluded` counts what the check could not be applied to.
    """

    leak: Leak
    player: str
    verdict: Verdict
    made: int
    chances: int
    source: str
    low: float | None = None
    high: float | None = None
    baseline: tuple[float, float] | None = None
    cost: float | None = None
    cost_low: float | None = None
    cost_high: float | None = None
    hands: tuple[Instance, ...] = ()
    excluded: tuple[tuple[int, str], ...] = ()

    @property
    def value(self) -> float | None:
        """Return the frequency, None without a chance."""
        return self.made / self.chances if self.chances else None

    @property
    def serious(self) -> bool:
        """Return whether even the lower end of the cost is above a tenth of a big bet per 100 hands."""
        surest = self.cost if self.cost_low is None else self.cost_low
        return self.verdict is Verdict.FLAG and surest is not None and surest > 0.1

    def as_json(self) -> dict[str, Any]:
        """Return the finding as `leaks --json` prints it."""
        return {
            "id": self.leak.id,
            "name": self.leak.name,
            "title": self.leak.title,
            "grade": self.leak.grade,
            "player": self.player,
            "verdict": self.verdict.value,
            "made": self.made,
            "chances": self.chances,
            "value": self.value,
            "low": self.low,
            "high": self.high,
            "baseline": None if self.baseline is None else list(self.baseline),
            "source": self.source,
            "cost": _rounded(self.cost),
            "cost_low": _rounded(self.cost_low),
            "cost_high": _rounded(self.cost_high),
            "model": self.leak.model,
            "advice": self.leak.advice,
            "hands": [hand.as_json() for hand in self.hands],
            "excluded": [{"number": number, "why": why} for number, why in self.excluded],
        }


def _rounded(cost: float | None) -> float | None:
    """Return a cost with four digits after the point, all that a model is good for."""
    return None if cost is None else round(cost, 4)
