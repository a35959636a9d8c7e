"""What is declared of a leak check in words, its baseline, and the verdicts.

A grade A check is provable from the cards and the public facts known to the player: one instance is a mistake. A grade
B check compares a frequency with a baseline, and needs a sample. A grade S check sums what actions cost against a solved game.
"""

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

HEURISTIC, POPULATION, SOLVER = "heuristic", "population", "solver"
KINDS = ("theory", SOLVER, "author", POPULATION, HEURISTIC)
"""The kinds of baselines, by their source."""
UNPROVEN = frozenset({HEURISTIC, POPULATION})
"""A heuristic has no numeric source; a population shows what is usual, not what is right. Neither proves a leak."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Leak:
    """One check in words: what it looks for, and what the player can do about it, in one sentence each.

    `grade` is `A`, `B` or `S`. `use` says what an opponent of such a player can do, empty where nothing follows. `source` is
    the source of the rule. `model` describes how the cost is calculated; `assumed` is true if it is not calculated but
    assumed.
    """

    id: str
    name: str
    title: str
    grade: str
    sentence: str
    advice: str
    use: str = ""
    source: str
    model: str
    assumed: bool = False

    def as_json(self) -> dict[str, Any]:
        """Return the declaration as `leaks --list --json` prints it."""
        return asdict(self)
