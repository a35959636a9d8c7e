"""Compares two players, or one player and all others, under the same filter: every statistic side by side.

A difference has an interval if both sides have one: for two proportions it is Newcombe's, for other statistics the same
method applies. It assumes that the two sides are independent.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import duckdb

from badugi_hh.as_json import IF_ANY, AsJson
from badugi_hh.facts.schema import GAMES, SEATS
from badugi_hh.stats.definitions.intervals import of_difference
from badugi_hh.stats.definitions.kinds import Measure
from badugi_hh.stats.definitions.row_sets import HAND_SEQUENCE
from badugi_hh.stats.engine.evaluate import Group, evaluate
from badugi_hh.stats.selection.default_players import leave_out_rare
from badugi_hh.stats.selection.dimensions import dimensions
from badugi_hh.stats.selection.filters import Filter, FilterError, kept_values
from badugi_hh.stats.selection.persons import persons_of
from badugi_hh.stats.selection.resolve import explain_no_hands, resolve_player
from badugi_hh.stats.selection.rows import fetch, row_set
from badugi_hh.stats.selection.statistic_names import selected_stats

HERO = "hero"
"""The default side: the persons marked as me, else the heroes, without rare names."""
POOL = "pool"
"""All players except the other side."""


@dataclass(frozen=True, slots=True)
class Contrast(AsJson):
    """One statistic of both sides; the difference is the first minus the second, with the ends of its interval.

    All three are None where unknown. For an amount in several currencies, or a result of several games, they are None,
    and `parts` has a contrast for each currency or game, with its name in `part`.
    """

    part: str = field(default="", kw_only=True, metadata=IF_ANY)
    first: Measure
    second: Measure
    difference: float | None = None
    low: float | None = None
    high: float | None = None
    parts: tuple["Contrast", ...] = field(default=(), metadata=IF_ANY)


@dataclass(frozen=True, slots=True)
class Comparison(AsJson):
    """Both sides, or one part of both: their names, their hands, and each statistic. `tz` is as for `Group`."""

    first: str
    second: str
    hands: tuple[int, int]
    by: Mapping[str, str] = field(metadata=IF_ANY)
    tz: str | None = field(default=None, kw_only=True, metadata=IF_ANY)
    stats: Mapping[str, Contrast]


def compare(
    con: duckdb.DuckDBPyConnection,
    first: str,
    second: str,
    hand_filter: Filter,
    *,
    names: Sequence[str] | str | None = None,
    by: Sequence[str] | str = (),
    min_hands: int = 1,
) -> list[Comparison]:
    """Return the statistics `names` (all for None) of both sides, for each part of a split that one of them has.

    A side is a person, a screen name, `HERO` or `POOL`, and counts as one player; `hand_filter`, which is resolved, selects
    hands, not players. Statistics over the hand sequence are left out if a side is the pool, because they belong to one player.

    Raises:
        FilterError: a side has no hand, both are one person, the split is by session, a split or filter needs cards
            that are known for a side only where they were shown, or `evaluate` refuses the filter.
    """
    first, second = (name if name in {HERO, POOL} else resolve_player(con, name) for name in (first, second))
    if (persons_of(con, first) or {first}) & (persons_of(con, second) or {second}):
        raise FilterError(f"{first!r} is on both sides; there is nothing to compare")
    split = dimensions(by)
    if any(dimension.name == "session" for dimension in split):
        raise FilterError("sessions belong to one player each; a comparison cannot be split by session")
    of_one = [
        stat.name for stat in selected_stats(names) if stat.rows == HAND_SEQUENCE and POOL in {first, second}
    ]
    if names is not None and of_one:
        raise FilterError(f"{of_one[0]} needs the hand sequence of one player; the pool has none")
    of_cards = [one for one in (*split, *(kept for kept, _ in kept_values(hand_filter))) if one.of_cards]
    sides = []
    for name, other in ((first, second), (second, first)):
        side = _side(con, hand_filter, name, other)
        if of_cards and _has_hidden_cards(con, side):
            raise FilterError(
                f"{of_cards[0].name} is known for {name!r} only in hands that were shown, which are a biased sample; "
                "--where seats.hero selects only hands whose cards a file shows"
            )
        groups = evaluate(con, side, names=names, by=by, min_hands=min_hands, together=True)
        if not groups:
            why = explain_no_hands(con, side, min_hands=min_hands)
            raise FilterError(f"there is no hand of {name!r} to compare: {why}")
        sides.append({tuple(group.by.values()): group for group in groups})
    parts = sorted(
        sides[0].keys() | sides[1].keys(),
        key=lambda key: [dimension.rank(value) for dimension, value in zip(split, key, strict=True)],
    )
    comparisons = []
    for key in parts:
        one = sides[0].get(key) or _nothing(sides[1][key])
        counterpart = sides[1].get(key) or _nothing(one)
        stats = {
            name: contrast(measure, counterpart.stats[name])
            for name, measure in one.stats.items()
            if name not in of_one
        }
        comparisons.append(
            Comparison(first, second, (one.hands, counterpart.hands), one.by, stats, tz=one.tz)
        )
    return comparisons


def _has_hidden_cards(con: duckdb.DuckDBPyConnection, side: Filter) -> bool:
    """Return whether a side has hands whose dealt cards no file shows."""
    rows, parameters = row_set(SEATS.name, replace(side, only=()))
    query = f"SELECT EXISTS (FROM ({rows}) WHERE known_0 IS DISTINCT FROM 'dealt') AS hidden"
    return bool(fetch(con, side, query, parameters)[0]["hidden"])


def _nothing(group: Group) -> Group:
    """Return the group of a side that has no hand in the part of this group."""
    return replace(group, hands=0, stats={name: _no_rows(one) for name, one in group.stats.items()})


def _no_rows(one: Measure) -> Measure:
    """Return the measure of a side without rows, for a measure `one` of the other side."""
    return Measure(one.kind, None, 0, one.unit, made=None if one.made is None else 0, game=one.game)


def contrast(first: Measure, second: Measure) -> Contrast:
    """Return two measures of one statistic with their difference, or that of each game or currency."""
    of_first, of_second = _by_part(first), _by_part(second)
    both = of_first | of_second
    if "" not in both and len(both) > 1:
        parts = []
        for part, one in both.items():
            of_part = contrast(of_first.get(part, _no_rows(one)), of_second.get(part, _no_rows(one)))
            parts.append(replace(of_part, part=part))
        return Contrast(first, second, parts=tuple(parts))
    if first.value is None or second.value is None or first.unit != second.unit:
        return Contrast(first, second)
    difference = first.value - second.value
    if first.low is None or first.high is None or second.low is None or second.high is None:
        return Contrast(first, second, difference)
    low, high = of_difference((first.value, first.low, first.high), (second.value, second.low, second.high))
    return Contrast(first, second, difference, low, high)


def part_of(measure: Measure) -> str:
    """Return the game or the currency of a measure; empty if it has neither."""
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


def _side(con: duckdb.DuckDBPyConnection, hand_filter: Filter, name: str, other: str) -> Filter:
    whose = replace(hand_filter, player=None, every_player=False, others=name == POOL)
    named = other if name == POOL else name
    return leave_out_rare(con, whose) if named == HERO else replace(whose, player=named)
