"""Two players, or one and everybody else, under the same filters: every statistic side by side.

A difference of two proportions has Newcombe's interval, which takes the two for independent; other differences have
none.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import duckdb

from badugi_hh.stats.evaluate import evaluate
from badugi_hh.stats.filters import Filter, FilterError
from badugi_hh.stats.intervals import newcombe
from badugi_hh.stats.kinds import GAMES, Measure
from badugi_hh.stats.settle import settle, why_nothing

HERO = "hero"
"""Whoever is looked at where nobody is named: the persons marked as me, else the heroes."""
POOL = "pool"
"""Everybody but the other side."""


@dataclass(frozen=True, slots=True)
class Contrast:
    """One statistic of both sides; the difference is the first less the second, with the ends of its interval.

    All three are None where unknown. An amount in several currencies, or a result of both games, has none of them but
    `parts`, a contrast for each, which `part` names; a side that lacks a part has no rows there.
    """

    first: Measure
    second: Measure
    difference: float | None = None
    low: float | None = None
    high: float | None = None
    part: str = ""
    parts: tuple["Contrast", ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the statistic as `stats --compare --json` prints it."""
        told: dict[str, Any] = {
            "first": self.first.as_json(),
            "second": self.second.as_json(),
            "difference": self.difference,
            "low": self.low,
            "high": self.high,
        }
        if self.parts:
            told["parts"] = [{"part": part.part, **part.as_json()} for part in self.parts]
        return told


@dataclass(frozen=True, slots=True)
class Comparison:
    """Both sides, or one part of both: their names as asked, their hands, and each statistic."""

    first: str
    second: str
    hands: tuple[int, int]
    by: Mapping[str, str]
    stats: Mapping[str, Contrast]

    def as_json(self) -> dict[str, Any]:
        """Return the comparison as `stats --compare --json` prints it."""
        told: dict[str, Any] = {"first": self.first, "second": self.second, "hands": list(self.hands)}
        if self.by:
            told["by"] = dict(self.by)
        told["stats"] = {name: contrast.as_json() for name, contrast in self.stats.items()}
        return told


def compare(
    con: duckdb.DuckDBPyConnection,
    first: str,
    second: str,
    chosen: Filter,
    *,
    names: Sequence[str] | str | None = None,
    by: Sequence[str] | str = (),
    min_hands: int = 1,
) -> list[Comparison]:
    """Return the statistics `names` (all for None) of both sides, for each part that both have where split.

    A side is a person, a screen name, `HERO` or `POOL`, and counts as one; `chosen` says which hands, not whose.

    Raises:
        FilterError: a side has no hand, both are the pool, or as for `evaluate`.
    """
    if first == second:
        raise FilterError(f"{first!r} is on both sides; there is nothing to compare")
    sides = []
    for name, other in ((first, second), (second, first)):
        side = settle(con, _side(chosen, name, other))
        groups = evaluate(con, side, names=names, by=by, min_hands=min_hands, together=True)
        if not groups:
            why = why_nothing(con, side, min_hands=min_hands)
            raise FilterError(f"there is no hand of {name!r} to compare: {why}")
        sides.append({tuple(group.by.values()): group for group in groups})
    return [
        Comparison(
            first,
            second,
            (one.hands, counterpart.hands),
            one.by,
            {name: contrast(measure, counterpart.stats[name]) for name, measure in one.stats.items()},
        )
        for key, one in sides[0].items()
        if (counterpart := sides[1].get(key))
    ]


def contrast(first: Measure, second: Measure) -> Contrast:
    """Return two measures of one statistic with their difference, or that of each game or currency."""
    of_first, of_second = _by_part(first), _by_part(second)
    both = of_first | of_second
    if "" not in both and len(both) > 1:
        parts = []
        for part, one in both.items():
            nothing = Measure(one.kind, None, 0, one.unit, game=one.game)
            told = contrast(of_first.get(part, nothing), of_second.get(part, nothing))
            parts.append(replace(told, part=part))
        return Contrast(first, second, parts=tuple(parts))
    if first.value is None or second.value is None or first.unit != second.unit:
        return Contrast(first, second)
    difference = first.value - second.value
    if first.kind != "proportion":
        return Contrast(first, second, difference)
    interval = newcombe((first.made or 0, first.n), (second.made or 0, second.n))
    return Contrast(first, second, difference, *(interval or ()))


def part_of(measure: Measure) -> str:
    """Return the game or the currency that a measure is of; empty where it is of neither."""
    if game := measure.game or measure.within:
        return game
    purse = (measure.unit or "").rpartition(", ")[2]
    if purse.endswith("cents"):
        return purse.removesuffix("cents").strip() or "money"
    return GAMES.get(purse, "")


def _by_part(measure: Measure) -> dict[str, Measure]:
    """Return the games or currencies of a measure by name, or the measure itself; nothing where it has no rows."""
    parts = {part_of(part): part for part in measure.parts or (measure,) if part.n}
    return {name: replace(part, game=part.game or part.within, within=None) for name, part in parts.items()}


def _side(chosen: Filter, name: str, other: str) -> Filter:
    whose = replace(chosen, player=None, every_player=False, others=name == POOL)
    named = other if name == POOL else name
    return whose if named == HERO else replace(whose, player=named)
