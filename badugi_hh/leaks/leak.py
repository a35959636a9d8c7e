"""The declaration of a leak check, and its result, a `Finding`.

A grade A check is provable from the cards and the public facts known to the player: one instance is a mistake. A grade
B check compares a frequency with a baseline, and needs a sample. A grade S check sums what actions cost against a solved game. This module only declares; `finder` runs the checks.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

WORST_HANDS = 3  # hands listed with a finding
FEW_MISTAKES = 10
"""Below this number of mistakes the 95% interval of a cost of grade A has the true cost in fewer than 95 of 100 samples."""
FEW_COSTS = f"the cost comes from fewer than {FEW_MISTAKES} mistakes and is less certain than its interval"
"""What is said of the cost of so few mistakes."""
NOTABLE_COST = 0.1
"""A cost in big bets per 100 hands: with a lower end of the interval below it, a leak only may cost something.

Mistakes of grade A that cost less are listed, and no flag.
"""
COSTS_OVERLAP = "costs do not add up: one call or draw can count in several checks"
HEURISTIC, POPULATION = "heuristic", "population"
"""A heuristic has no numeric source; a population shows what is usual, not what is right. Neither proves a leak."""
KINDS = ("theory", "solver", "author", POPULATION, HEURISTIC)
"""The kinds of baselines, by their source."""


class Verdict(StrEnum):
    """The result of a check for one player."""

    FLAG = "flag"
    WATCH = "watch"
    FINE = "fine"
    TOO_FEW = "not enough hands"


@dataclass(frozen=True, slots=True)
class Baseline:
    """The range of a frequency that is not a leak, with its source and its game.

    `low` and `high` are shares, 0 to 1; `kind` is one of `KINDS`.
    """

    low: float
    high: float
    source: str
    kind: str
    game: str


@dataclass(frozen=True, slots=True)
class Leak:
    """One check: what it looks for, and what the player can do about it, in one sentence each.

    `grade` is `A`, `B` or `S`. `model` describes how the cost is calculated; `assumed` is true if it is not calculated but
    assumed. `source` is the source of the rule. `use` says what an opponent of such a player can do, empty where nothing
    follows.
    """

    id: str
    name: str
    title: str
    sentence: str
    advice: str
    grade: str
    source: str
    model: str
    use: str = ""
    assumed: bool = False

    def as_json(self) -> dict[str, Any]:
        """Return the declaration as `leaks --list --json` prints it."""
        return {
            "id": self.id,
            "name": self.name,
            "title": self.title,
            "grade": self.grade,
            "sentence": self.sentence,
            "advice": self.advice,
            "use": self.use,
            "source": self.source,
            "model": self.model,
            "assumed": self.assumed,
        }


class Instance(NamedTuple):
    """One hand in which the leak occurs; `cost` in big bets, None where the cost is unknown.

    `n` is the number of the decision's or draw's event in the hand, None where the whole hand counts.
    """

    site: str
    hand_id: str
    player: str
    note: str
    cost: float | None
    n: int | None = None

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
    """The result of one check for one player.

    `made` out of `chances` opportunities, with the 95% Wilson interval `low` to `high`. `baseline` is the range that
    is not a leak, and `source` its source, or for grade A the source of the rule. `cost` is in big bets per 100 hands,
    None if unknown; `cost_low` and `cost_high` are its 95% interval: for grade B they follow from that of the frequency, for
    grade A from the costs of the mistakes. `shrunk` is the frequency of a
    named player, shrunk towards that of all other players together, None if unknown. `priced` is the number of mistakes of
    a grade A check with a known cost, None for grade B. `hands` are the worst hands.
    `excluded` holds pairs of a number of cases that the check excludes, and the reason. `compared` is how often the action was
    taken in the other situation, and its number of rows, of a check that compares two frequencies of the player, else None.
    `costly` is the number of mistakes of a grade S check that are certain by themselves, None for other grades: `made` also
    has the smaller ones, which count in the sum only.
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
    kind: str | None = None
    cost: float | None = None
    cost_low: float | None = None
    cost_high: float | None = None
    shrunk: float | None = None
    priced: int | None = None
    hands: tuple[Instance, ...] = ()
    excluded: tuple[tuple[int, str], ...] = ()
    compared: tuple[int, int] | None = None
    costly: int | None = None

    @property
    def value(self) -> float | None:
        """Return the frequency, 0 to 1; None without an opportunity."""
        return self.made / self.chances if self.chances else None

    @property
    def is_cost_certain(self) -> bool:
        """Return whether the leak costs something: it is a mistake, or the lower end of its cost is notable."""
        return self.leak.grade == "A" or self.cost_low is None or self.cost_low >= NOTABLE_COST

    @property
    def is_interval_narrow(self) -> bool:
        """Return whether the interval of the cost comes from too few mistakes; the costs of the next ones can be larger."""
        return self.cost_low is not None and self.priced is not None and self.priced < FEW_MISTAKES

    @property
    def cost_notes(self) -> tuple[str, ...]:
        """Return what to know before the cost is used, in sentences; nothing without a cost."""
        return (*((COSTS_OVERLAP,) if self.cost else ()), *((FEW_COSTS,) if self.is_interval_narrow else ()))

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
            "kind": self.kind,
            "cost": _rounded(self.cost),
            "cost_low": _rounded(self.cost_low),
            "cost_high": _rounded(self.cost_high),
            "cost_notes": list(self.cost_notes),
            "shrunk": self.shrunk,
            "priced": self.priced,
            "costly": self.costly,
            "model": self.leak.model,
            "assumed": self.leak.assumed,
            "advice": self.leak.advice,
            "use": self.leak.use,
            "hands": [hand.as_json() for hand in self.hands],
            "excluded": [{"number": number, "why": why} for number, why in self.excluded],
        }


def _rounded(cost: float | None) -> float | None:
    """Return a cost rounded to four decimals; the models are no more precise."""
    return None if cost is None else round(cost, 4)
