"""The sums of statistics for each selected seat, which can be added up again for any set of the seats.

A reader of a report selects hands without a database: the sums over the selected seats give the same values as `evaluate`
with the same filter, for statistics whose aggregates add up.
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
from badugi_hh.stats.selection.filters import Filter, kept_values
from badugi_hh.stats.selection.selected_seats import JUNK_DIMENSIONS, select_seats
from badugi_hh.store.arrow import ArrowStream

_AT_ONCE = 32  # aggregates, so that they fit into memory
_OF_SELECTION = {
    "below_peak",
    "session_first",
}  # columns of the hand sequence that depend on the selected hands
_SEAT = ("hand_key", "seat")
_KEYS = tuple(f"of_{name}" for name in _SEAT)  # statistics may read the columns themselves


@dataclass(frozen=True, slots=True)
class SeatSums:
    """The aggregates of additive statistics for each seat of a frame.

    A column has the places in the frame of the seats where an aggregate is not zero, in ascending order, and its values
    there. `stats` has the index of the column of each aggregate, by statistic and name; equal aggregates share a column.
    """

    columns: tuple[tuple[pl.Series, pl.Series], ...]
    stats: Mapping[str, Mapping[str, int]]


def is_additive(stat: Stat) -> bool:
    """Return whether the values of parts of the hands add up to that of all.

    A statistic does not that needs the single values or the order of the hands, or that counts sessions or tournaments.
    """
    aggregates = stat.kind.aggregates()
    if stat.rows in {SESSIONS, ENTRIES} or any(each.how in {"max", "histogram"} for each in aggregates):
        return False
    return not (stat.rows == HAND_SEQUENCE and columns_read(aggregates) & _OF_SELECTION)


def seat_sums(
    con: duckdb.DuckDBPyConnection, hand_filter: Filter, seats: pl.DataFrame, names: Iterable[str]
) -> SeatSums:
    """Return the sums of additive statistics for each of these seats, which have a `hand_key` and a `seat`.

    Other selected seats are left out. A statistic whose rows do not have a dimension of the filter has no sums.

    Raises:
        FilterError: the filter's own SQL cannot be used.
    """
    kept = tuple(dimension for dimension, _ in kept_values(hand_filter))
    stats = [
        stat
        for stat in (STATS[name] for name in names)
        if all(dimension.has(stat.rows) for dimension in kept)
    ]
    wanted: dict[str, dict[Aggregate, int]] = {}  # the index of the column of each aggregate, by row set
    indices: dict[str, dict[str, int]] = {}
    number = 0
    for stat in stats:
        of_rows = wanted.setdefault(stat.rows, {})
        for aggregate in stat.kind.aggregates():
            same = replace(aggregate, name="")
            if same not in of_rows:
                of_rows[same] = number
                number += 1
            indices.setdefault(stat.name, {})[aggregate.name] = of_rows[same]
    columns: dict[int, tuple[pl.Series, pl.Series]] = {}
    places = seats.select(*(pl.col(name).alias(key) for name, key in zip(_SEAT, _KEYS, strict=True)))
    places = places.with_row_index("place")
    with select_seats(
        con, hand_filter, columns=stat_columns(stats), hand_sequence=HAND_SEQUENCE in wanted, together=True
    ) as selection:
        for rows, aggregates in wanted.items():
            query, parameters = selection.rows(rows)
            named = {f"sum_{index}": aggregate for aggregate, index in aggregates.items()}
            keys = [f"{name} AS {key}" for name, key in zip(_SEAT, _KEYS, strict=True)]
            grouped = group_rows(query, keys, named, JUNK_DIMENSIONS[rows])
            frame = pl.DataFrame(ArrowStream(con.sql(grouped.query, params=parameters)))
            frame = frame.with_columns(cs.decimal().cast(pl.Int64)).join(places, on=_KEYS)
            for sums in _add_up(frame, grouped, named):
                for values in sums.iter_columns():
                    if values.name != "place":
                        some = values != 0
                        index = int(values.name.removeprefix("sum_"))
                        columns[index] = sums["place"].filter(some), values.filter(some)
    return SeatSums(tuple(columns[index] for index in range(number)), indices)


def _add_up(
    frame: pl.DataFrame, grouped: Groups, aggregates: Mapping[str, Aggregate]
) -> Iterator[pl.DataFrame]:
    """Yield the named aggregates by `place`, some in each frame; `frame` has the groups of rows."""
    names = list(aggregates)
    for first in range(0, len(names), _AT_ONCE):
        sums = [_sum(grouped, name, aggregates[name].where) for name in names[first : first + _AT_ONCE]]
        yield frame.lazy().group_by("place").agg(sums).sort("place").collect()


def _sum(grouped: Groups, name: str, where: Sequence[str]) -> pl.Expr:
    """Return the sum of an aggregate over the groups that satisfy its predicates."""
    masks = ((word.name, word.mask(where)) for word in grouped.words)
    fits = [pl.col(word) & mask == mask for word, mask in masks if mask]
    amount = pl.col(grouped.amounts.get(name, "n"))
    return pl.when(pl.all_horizontal(fits)).then(amount).otherwise(0).sum().alias(name)
