"""Evaluates statistics: one counting query for each row set computes the aggregates of all of them.

Aggregates are grouped by player, dimensions and denomination; the kinds compute the estimates.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

import duckdb

from badugi_hh.as_json import IF_ANY, AsJson
from badugi_hh.facts.schema import SEATS
from badugi_hh.stats.definitions.kinds import AggregateValues, Measure
from badugi_hh.stats.definitions.row_sets import HAND_SEQUENCE, OWN_COLUMNS, ROW_SETS, SESSIONS
from badugi_hh.stats.definitions.stat import Stat
from badugi_hh.stats.engine.counting import add_up, columns_read, group_rows
from badugi_hh.stats.selection.dimensions import Dimension, dimensions
from badugi_hh.stats.selection.filters import Filter, FilterError, kept_values, unfit
from badugi_hh.stats.selection.rows import fetch, fetch_frame
from badugi_hh.stats.selection.selected_seats import Key, Selection, select_seats
from badugi_hh.stats.selection.statistic_names import selected_stats


@dataclass(frozen=True, slots=True)
class Group(AsJson):
    """The statistics of one player, or of one part of the player's hands.

    `hands` is the number of hands dealt in, or with a dimension of single rows the number of hands that have such rows;
    `by` has the value of each dimension, as text. `tz` is the time zone that the filter names, if a dimension depends on
    it.
    """

    player: str
    hands: int
    by: Mapping[str, str] = field(metadata=IF_ANY)
    tz: str | None = field(default=None, kw_only=True, metadata=IF_ANY)
    stats: Mapping[str, Measure]


Values = dict[str, dict[str, AggregateValues]]
"""The values of the aggregates of a group, by statistic and denomination."""


def evaluate(
    con: duckdb.DuckDBPyConnection,
    hand_filter: Filter,
    *,
    names: Sequence[str] | str | None = None,
    by: Sequence[str] | str = (),
    min_hands: int = 1,
    together: bool = False,
) -> list[Group]:
    """Return the statistics `names` (all for None) of each player, split by the dimensions `by`.

    `together` counts the selected players as one, who has no name. Players with fewer than `min_hands` hands are left
    out. The player with the most hands is first; groups are in the dimensions' order. A dimension of single rows leaves
    out statistics over other rows, also where the filter keeps one value of it.

    Raises:
        FilterError: a statistic or dimension does not exist, a dimension cannot split a named statistic, or the
            filter's own SQL cannot be used.
    """
    split = dimensions(by)
    stats = fitting(selected_stats(names), split, hand_filter, refuse=names is not None)
    tables = [table for table in ROW_SETS if unfit(table, split, hand_filter) is None]
    wanted = {table: [stat for stat in stats if stat.rows == table] for table in tables}
    read = stat_columns(stats)
    sequence = any(wanted.get(table) for table in (HAND_SEQUENCE, SESSIONS))
    counted: dict[Key, Values] = {}
    with select_seats(
        con, hand_filter, split, columns=read, hand_sequence=sequence, together=together
    ) as selection:
        for table, of_table in wanted.items():
            if of_table:
                _count(con, selection, table, of_table, counted)
        within = any(
            dimension.within for dimension in (*split, *(one for one, _ in kept_values(hand_filter)))
        )
        hands = _hands(con, selection, tables if within else [SEATS.name])
        enough = None if min_hands <= 1 else selection.players(con, min_hands)
    if enough is not None:
        hands = {key: number for key, number in hands.items() if key[0] in enough}
    return build_groups(hands, counted, stats, split, hand_filter.tz)


def build_groups(
    hands: Mapping[Key, int],
    counted: Mapping[Key, Values],
    stats: Sequence[Stat],
    split: Sequence[Dimension],
    tz: str | None,
) -> list[Group]:
    """Return the groups in the order of `evaluate`, from their numbers of hands and the values of their aggregates."""
    groups = [_group(key, number, counted.get(key, {}), stats, split, tz) for key, number in hands.items()]
    played: dict[str, int] = {}
    for group in groups:
        played[group.player] = played.get(group.player, 0) + group.hands
    return sorted(
        groups,
        key=lambda group: (
            -played[group.player],
            group.player,
            [dimension.rank(group.by[dimension.name]) for dimension in split],
        ),
    )


def stat_columns(stats: Sequence[Stat]) -> set[str]:
    """Return the columns of seats, decisions, draws and hands that the statistics read."""
    return {
        name
        for table in OWN_COLUMNS
        for name in columns_read(
            aggregate for stat in stats if stat.rows == table for aggregate in stat.kind.aggregates()
        )
    }


def fitting(
    stats: Sequence[Stat], by: Sequence[Dimension], hand_filter: Filter, *, refuse: bool
) -> tuple[Stat, ...]:
    """Return the statistics whose rows have every dimension of a split and a filter; with `refuse` any other is an error."""
    fit = []
    for stat in stats:
        dimension = unfit(stat.rows, by, hand_filter)
        if dimension is None:
            fit.append(stat)
        elif refuse:
            why = (
                f"which belongs to {' and '.join(dimension.within)}"
                if dimension.within
                else "which changes during a tournament"
            )
            raise FilterError(
                f"{stat.name} counts {stat.rows} and cannot be split by {dimension.name}, {why}"
            )
    return tuple(fit)


def _count(
    con: duckdb.DuckDBPyConnection,
    selection: Selection,
    table: str,
    stats: Sequence[Stat],
    counted: dict[Key, Values],
) -> None:
    """Add the aggregates of `stats`, which all run over `table`, to `counted`."""
    rows, parameters = selection.rows(table)
    aggregates = {
        f"{stat.name}__{aggregate.name}": aggregate for stat in stats for aggregate in stat.kind.aggregates()
    }
    groups = group_rows(rows, selection.keys(table), aggregates)
    frame = fetch_frame(con, selection.hand_filter, groups.query, parameters)
    for keys, values in add_up(frame, groups, aggregates):
        key, denomination = selection.group(dict(zip(groups.keys, keys, strict=True)))
        sums = counted.setdefault(key, {})
        for stat in stats:
            sums.setdefault(stat.name, {})[denomination] = {
                aggregate.name: values[f"{stat.name}__{aggregate.name}"]
                for aggregate in stat.kind.aggregates()
            }


def _hands(con: duckdb.DuckDBPyConnection, selection: Selection, tables: Sequence[str]) -> dict[Key, int]:
    """Return the number of hands of each group that has rows in one of the tables; each seat of a hand counts."""
    keys = ", ".join(selection.keys(tables[0]))
    queries, parameters = zip(*(selection.rows(table) for table in tables), strict=True)
    rows = " UNION ALL ".join(f"SELECT {keys}, hand_key, seat FROM ({query})" for query in queries)
    # A row of `seats` is one hand; other rows may be several of one.
    seats = rows if tables == [SEATS.name] else f"SELECT DISTINCT * FROM ({rows})"
    query = f"SELECT {keys}, count(*) AS hands FROM ({seats}) GROUP BY ALL"
    hands: dict[Key, int] = {}
    for row in fetch(con, selection.hand_filter, query, list(chain(*parameters))):
        key, _ = selection.group(row)
        hands[key] = hands.get(key, 0) + row["hands"]
    return hands


def _group(
    key: Key,
    hands: int,
    sums: Values,
    stats: Sequence[Stat],
    split: Sequence[Dimension],
    tz: str | None,
) -> Group:
    # A player who was dealt in but made no decision has no rows there: the aggregates are zero.
    nothing = {
        stat.name: {"": dict.fromkeys((aggregate.name for aggregate in stat.kind.aggregates()), 0)}
        for stat in stats
    }
    return Group(
        player=key[0],
        hands=hands,
        by={dimension.name: value for dimension, value in zip(split, key[1:], strict=True)},
        stats={stat.name: stat.kind.measure(sums.get(stat.name, nothing[stat.name])) for stat in stats},
        tz=tz if any(dimension.moment for dimension in split) else None,
    )
