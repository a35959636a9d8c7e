"""Two players, or one and everybody else, under the same filters: every statistic side by side.

A difference has an interval where both sides have one: of two proportions it is Newcombe's, of others what the same way
gives. It takes the two for independent.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import duckdb

from badugi_hh.facts.columns import GAMES, SEATS
from badugi_hh.stats.definitions.intervals import of_difference
from badugi_hh.stats.definitions.kinds import Measure
from badugi_hh.stats.definitions.row_sets import COURSE
from badugi_hh.stats.engine.evaluate import Group, evaluate
from badugi_hh.stats.selection.dimensions import dimensions, narrowed
from badugi_hh.stats.selection.filters import Filter, FilterError
from badugi_hh.stats.selection.persons import persons_of
from badugi_hh.stats.selection.resolve import settle, why_nothing
from badugi_hh.stats.selection.rows import fetch, row_set
from badugi_hh.stats.selection.statistic_names import selected_stats

HERO = "hero"
"""Whoever is looked at where nobody is named: the persons marked as me, else the heroes."""
POOL = "pool"
"""Everybody but the other side."""


@dataclass(frozen=True, slots=True)
class Contrast:
    """One statistic of both sides; the difference is the first less the second, with the ends of its interval.

    All three are None where unknown. An amount in several currencies, or a result of several games, has none of them but
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
    """Return the statistics `names` (all for None) of both sides, for each part that one of them has where split.

    A side is a person, a screen name, `HERO` or `POOL`, and counts as one; `chosen` says which hands, not whose. Against
    the pool there is nothing on the course of play, which is one player's.

    Raises:
        FilterError: a side has no hand, both are one person, the split is by sessions, a split or filter needs cards
            that are known of a side only where it showed them, or as for `evaluate`.
    """
    if (persons_of(con, first) or {first}) & (persons_of(con, second) or {second}):
        raise FilterError(f"{first!r} is on both sides; there is nothing to compare")
    split = dimensions(by)
    if any(dimension.name == "session" for dimension in split):
        raise FilterError(
            "sessions are each player's own; leave session out of what a comparison is split by"
        )
    of_one = [stat.name for stat in selected_stats(names) if stat.rows == COURSE and POOL in {first, second}]
    if names is not None and of_one:
        raise FilterError(f"{of_one[0]} is of one player's course of play; the pool has none")
    of_cards = [one for one in (*split, *(kept for kept, _ in narrowed(chosen))) if one.of_cards]
    sides = []
    for name, other in ((first, second), (second, first)):
        side = settle(con, _side(chosen, name, other))
        if of_cards and _has_hidden_cards(con, side):
            raise FilterError(
                f"{of_cards[0].name} is known of {name!r} only in hands that were shown, which are no fair choice; "
                "--where seats.hero looks at hands alone whose cards a file deals"
            )
        groups = evaluate(con, side, names=names, by=by, min_hands=min_hands, together=True)
        if not groups:
            why = why_nothing(con, side, min_hands=min_hands)
            raise FilterError(f"there is no hand of {name!r} to compare: {why}")
        sides.append({tuple(group.by.values()): group for group in groups})
    parts = sorted(
        sides[0].keys() | sides[1].keys(),
        key=lambda key: [dimension.rank(value) for dimension, value in zip(split, key, strict=True)],
    )
    found = []
    for key in parts:
        one = sides[0].get(key) or _nothing(sides[1][key])
        counterpart = sides[1].get(key) or _nothing(one)
        stats = {
            name: contrast(measure, counterpart.stats[name])
            for name, measure in one.stats.items()
            if name not in of_one
        }
        found.append(Comparison(first, second, (one.hands, counterpart.hands), one.by, stats))
    return found


def _has_hidden_cards(con: duckdb.DuckDBPyConnection, side: Filter) -> bool:
    """Return whether a side has hands whose cards no file deals."""
    rows, parameters = row_set(SEATS.name, replace(side, only=()))
    query = f"SELECT EXISTS (FROM ({rows}) WHERE known_0 IS DISTINCT FROM 'dealt') AS hidden"
    return bool(fetch(con, side, query, parameters)[0]["hidden"])


def _nothing(group: Group) -> Group:
    """Return the group of a side that has no hand in the part of this one."""
    return replace(group, hands=0, stats={name: _no_rows(one) for name, one in group.stats.items()})


def _no_rows(one: Measure) -> Measure:
    """Return the measure of a side that has no row where the other side has this one."""
    return Measure(one.kind, None, 0, one.unit, made=None if one.made is None else 0, game=one.game)


def contrast(first: Measure, second: Measure) -> Contrast:
    """Return two measures of one statistic with their difference, or that of each game or currency."""
    of_first, of_second = _by_part(first), _by_part(second)
    both = of_first | of_second
    if "" not in both and len(both) > 1:
        parts = []
        for part, one in both.items():
            told = contrast(of_first.get(part, _no_rows(one)), of_second.get(part, _no_rows(one)))
            parts.append(replace(told, part=part))
        return Contrast(first, second, parts=tuple(parts))
    if first.value is None or second.value is None or first.unit != second.unit:
        return Contrast(first, second)
    difference = first.value - second.value
    if first.low is None or first.high is None or second.low is None or second.high is None:
        return Contrast(first, second, difference)
    low, high = of_difference((first.value, first.low, first.high), (second.value, second.low, second.high))
    return Contrast(first, second, difference, low, high)


def part_of(measure: Measure) -> str:
    """Return the game or the currency that a measure is of; empty where it is of neither."""
    if game := measure.game or measure.within:
        return game
    if measure.unit is None or not measure.unit.denomination:
        return ""
    if game := GAMES.get(measure.unit.denomination):
        return game
    return measure.unit.currency or "money"


def _by_part(measure: Measure) -> dict[str, Measure]:
    """Return the games or currencies of a measure by name, or the measure itself; nothing where it has no rows."""
    parts = {part_of(part): part for part in measure.parts or (measure,) if part.n}
    return {name: replace(part, game=part.game or part.within, within=None) for name, part in parts.items()}


def _side(chosen: Filter, name: str, other: str) -> Filter:
    whose = replace(chosen, player=None, every_player=False, others=name == POOL)
    named = other if name == POOL else name
    return whose if named == HERO else replace(whose, player=named)
