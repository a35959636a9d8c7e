"""What is declared of a leak check in words, its baseline, and the verdicts.

A grade A check is provable from the cards and the public facts known to the player: one instance is a mistake. A grade
B check compares a frequency with a baseline, and needs a sample. A grade S check sums what actions cost against a solved game.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Self

from badugi_hh.as_json import AsJson

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


class Phrase(str):
    """An English text that knows its form and the values of the `{names}` in it: the page translates one and formats the other."""

    __slots__ = ("form", "values")
    form: str
    values: Mapping[str, Any]

    def __new__(cls, form: str, **values: Any) -> Self:
        """Return the text of a form; a value is a number, a name or cards, or a phrase itself."""
        made = super().__new__(cls, form.format_map(values))
        made.form, made.values = form, values
        return made


@dataclass(frozen=True, slots=True)
class Baseline:
    """The range of a frequency that is not a leak, with its source and its game.

    `low` and `high` are shares, 0 to 1; `kind` is one of `KINDS`. `changes` say how the range differs from that of the source.
    """

    low: float
    high: float
    source: str
    kind: str
    game: str
    changes: tuple[Phrase, ...] = ()

    def changed(self, form: str, low: float, high: float, /, **values: float) -> Self:
        """Return the baseline with other ends, and a phrase that says why."""
        return replace(self, low=low, high=high, changes=(*self.changes, Phrase(form, **values)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Leak(AsJson):
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

    @property
    def is_cost_in_notes(self) -> bool:
        """Return whether the notes of its hands state the cost, with its error, as those of grade S do."""
        return self.grade == "S"
