"""The counts of statistics by parts of the hands, which can be added up again for any set of the parts.

A reader of a report selects parts without a database: the sums of the selected parts give the same values as `evaluate` with
the same filter, for statistics whose aggregates add up.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import duckdb
import polars as pl
import polars.selectors as cs

from badugi_hh.stats.definitions.kinds import Aggregate
from badugi_hh.stats.definitions.registry import STATS
from badugi_hh.stats.definitions.row_sets import ENTRIES, HAND_SEQUENCE, SESSIONS
from badugi_hh.stats.definitions.stat import Stat
from badugi_hh.stats.engine.counting import Groups, columns_read, group_rows
from badugi_hh.stats.engine.evaluate import stat_columns
from badugi_hh.stats.selection.dimensions import dimensions
from badugi_hh.stats.selection.filters import Filter, kept_values
from badugi_hh.stats.selection.selected_seats import JUNK_DIMENSIONS, select_seats
from badugi_hh.store.arrow import ArrowStream

_AT_ONCE = 16  # aggregates, so that they fit into memory
_OF_SELECTION = {
    "below_peak",
    "session_first",
}  # columns of the hand sequence that depend on the selected hands


@dataclass(frozen=True, slots=True)
class AdditiveCounts:
    """The aggregates of additive statistics for each part of the hands; parts without hands are left out.

    `parts` has the value of each dimension of `by`, and then the denomination. `columns` has the value of an aggregate for
    each part, and `stats` the index of the column of each aggregate, by statistic and name; equal aggregates share a column.
    """

    by: tuple[str, ...]
    parts: tuple[tuple[str, ...], ...]
    columns: tuple[tuple[int | float, ...], ...]
    stats: Mapping[str, Mapping[str, int]]


def is_additive(stat: Stat) -> bool:
    """Return whether the values of parts of the hands add up to that of all.

    A statistic does not that needs the single values or the order of the hands, or that counts sessions or tournaments.
    """
    aggregates = stat.kind.aggregates()
    if stat.rows in {SESSIONS, ENTRIES} or any(each.how in {"max", "histogram"} for each in aggregates):
        return False
    return not (stat.rows == HAND_SEQUENCE and columns_read(aggregates) & _OF_SELECTION)


def additive_counts(
    con: duckdb.DuckDBPyConnection, hand_filter: Filter, by: Sequence[str] | str, names: Iterable[str]
) -> AdditiveCounts:
    """Return the counts of additive statistics by dimensions of hands and seats, all players counted as one.

    A statistic whose rows do not have a dimension of the filter has no counts.

    Raises:
        FilterError: a dimension does not exist, or the filter's own SQL cannot be used.
        ValueError: a hand can have several values of a dimension, or only single rows have it.
    """
    split = dimensions(by)
    if apart := [dimension.name for dimension in split if not dimension.apart]:
        raise ValueError(f"{apart[0]} has several values in one hand; the parts would not add up")
    kept = tuple(dimension for dimension, _ in kept_values(hand_filter))
    stats = [
        stat
        for stat in (STATS[name] for name in names)
        if all(dimension.has(stat.rows) for dimension in kept)
    ]
    wanted: dict[str, dict[Aggregate, str]] = {}  # the name of the column of each aggregate, by row set
    indices: dict[str, dict[str, int]] = {}
    columns: list[str] = []
    for stat in stats:
        of_table = wanted.setdefault(stat.rows, {})
        for each in stat.kind.aggregates():
            same = replace(each, name="")
            if same not in of_table:
                of_table[same] = f"sum_{len(columns)}"
                columns.append(of_table[same])
            indices.setdefault(stat.name, {})[each.name] = columns.index(of_table[same])
    with select_seats(
        con,
        hand_filter,
        split,
        columns=stat_columns(stats),
        hand_sequence=HAND_SEQUENCE in wanted,
        together=True,
    ) as selection:
        groups = sorted(
            selection.groups.items(),
            key=lambda group: (
                [one.rank(value) for one, value in zip(split, group[1][0][1:], strict=True)],
                group[1][1],
            ),
        )
        counted = pl.DataFrame(
            {"group_number": [number for number, _ in groups]}, schema={"group_number": pl.Int32}
        )
        for table, aggregates in wanted.items():
            rows, parameters = selection.rows(table)
            named = {name: each for each, name in aggregates.items()}
            grouped = group_rows(rows, ["group_number"], named, JUNK_DIMENSIONS[table])
            frame = pl.DataFrame(ArrowStream(con.sql(grouped.query, params=parameters)))
            for found in _sums(frame.with_columns(cs.decimal().cast(pl.Int64)), grouped, named):
                counted = counted.join(found, on="group_number", how="left", maintain_order="left")
    whole = counted.select(columns).fill_null(0)
    return AdditiveCounts(
        tuple(dimension.name for dimension in split),
        tuple((*key[1:], denomination) for _, (key, denomination) in groups),
        tuple(tuple(column.to_list()) for column in whole),
        indices,
    )


def _sums(
    frame: pl.DataFrame, grouped: Groups, aggregates: Mapping[str, Aggregate]
) -> Iterator[pl.DataFrame]:
    """Yield the named aggregates by `group_number`, some in each frame; `frame` has the groups of rows.

    With thousands of parts this takes a fifth of the time of SQL, which has all sums of a part in memory for each row.
    """
    names = list(aggregates)
    for first in range(0, len(names), _AT_ONCE):
        columns = []
        for name in names[first : first + _AT_ONCE]:
            masks = ((word.name, word.mask(aggregates[name].where)) for word in grouped.words)
            fits = [pl.col(word) & mask == mask for word, mask in masks if mask]
            amount = pl.col(grouped.amounts.get(name, "n"))
            columns.append(pl.when(pl.all_horizontal(fits)).then(amount).otherwise(0).alias(name))
        yield frame.lazy().select("group_number", *columns).group_by("group_number").sum().collect()
