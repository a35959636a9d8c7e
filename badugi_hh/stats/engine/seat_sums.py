"""The sums of statistics for each selected seat, which can be added up again for any set of the seats.

A reader of a report selects hands without a database: the sums over the selected seats give the same values as `evaluate`
with the same filter, for statistics whose aggregates add up. `group_seats` does so for the tables of a report, each of
which would take some hundredths of a second to plan as a query; a tournament counts in the last of its selected hands.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import duckdb
import numpy as np
import numpy.typing as npt
import polars as pl

from badugi_hh.stats.definitions.registry import STATS
from badugi_hh.stats.definitions.row_sets import ENTRIES, HAND_SEQUENCE, SESSIONS
from badugi_hh.stats.definitions.stat import Stat
from badugi_hh.stats.engine.counting import columns_read, group_rows, sums_by
from badugi_hh.stats.engine.evaluate import Group, Values, build_groups, fitting, stat_columns
from badugi_hh.stats.selection.dimensions import DIMENSIONS, Dimension, dimensions
from badugi_hh.stats.selection.filters import Filter, kept_values
from badugi_hh.stats.selection.rows import fetch_frame
from badugi_hh.stats.selection.selected_seats import select_seats

if TYPE_CHECKING:
    from badugi_hh.stats.definitions.kinds import Aggregate


_OF_SELECTION = {
    "below_peak",
    "session_first",
}  # columns of the hand sequence that depend on the selected hands
_SEAT = ("hand_key", "seat")
_KEYS = tuple(f"of_{name}" for name in _SEAT)  # statistics may read the columns themselves


Places = tuple[pl.Series, pl.Series]
"""Places of seats in their frame, in ascending order, and a value for each."""


@dataclass(frozen=True, slots=True)
class SeatSums:
    """The aggregates of statistics for each seat of a frame.

    A column has the places in the frame of the seats where an aggregate is not zero, and its values there. `stats` has the
    index of the column of each aggregate, by statistic and name; equal aggregates share a column. `entries` has the
    denomination of each tournament, at its last seat.
    """

    columns: tuple[Places, ...]
    stats: Mapping[str, Mapping[str, int]]
    entries: Places


def is_additive(stat: Stat) -> bool:
    """Return whether the values of parts of the hands add up to that of all.

    A statistic does not that needs the single values or the order of the hands, or that counts sessions or tournaments.
    """
    aggregates = stat.kind.aggregates()
    if stat.rows in {SESSIONS, ENTRIES} or any(
        aggregate.how in {"max", "histogram"} for aggregate in aggregates
    ):
        return False
    return not (stat.rows == HAND_SEQUENCE and columns_read(aggregates) & _OF_SELECTION)


def has_sums(name: str) -> bool:
    """Return whether `seat_sums` knows a statistic: the additive ones, and those of tournaments."""
    return is_additive(STATS[name]) or STATS[name].rows == ENTRIES


def seat_sums(
    con: duckdb.DuckDBPyConnection, hand_filter: Filter, seats: pl.DataFrame, names: Iterable[str]
) -> SeatSums:
    """Return the sums of statistics for each of these seats, which have a `hand_key` and a `seat`.

    The statistics are additive, or count tournaments. Other selected seats are left out. A statistic whose rows do not
    have a dimension of the filter has no sums.

    Raises:
        FilterError: the filter's own SQL cannot be used.
    """
    return _sums(con, hand_filter, seats, names, ())[()]


def sums_by_value(
    con: duckdb.DuckDBPyConnection,
    hand_filter: Filter,
    seats: pl.DataFrame,
    names: Iterable[str],
    dimension: str,
) -> dict[str, SeatSums]:
    """Return the sums, as from `seat_sums`, for each value of a dimension of single rows that the statistics have.

    Raises:
        FilterError: the filter's own SQL cannot be used.
    """
    sums = _sums(con, hand_filter, seats, names, (DIMENSIONS[dimension],))
    return {value: of_value for (value,), of_value in sums.items()}


def _sums(
    con: duckdb.DuckDBPyConnection,
    hand_filter: Filter,
    seats: pl.DataFrame,
    names: Iterable[str],
    by: tuple[Dimension, ...],
) -> dict[tuple[str, ...], SeatSums]:
    """Return the sums for each combination of values of dimensions of single rows, which has rows."""
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
    columns: dict[tuple[str, ...], dict[int, Places]] = {} if by else {(): {}}
    entries = pl.Series(dtype=pl.UInt32), pl.Series(dtype=pl.String)
    places = seats.select(*(pl.col(name).alias(key) for name, key in zip(_SEAT, _KEYS, strict=True)))
    places = places.with_row_index("place")
    split = [f"by_{dimension.name}" for dimension in by]
    with select_seats(
        con,
        hand_filter,
        by,
        columns=stat_columns(stats),
        hand_sequence=HAND_SEQUENCE in wanted,
        together=True,
    ) as selection:
        for rows, aggregates in wanted.items():
            query, parameters = selection.rows(rows)
            named = {f"sum_{index}": aggregate for aggregate, index in aggregates.items()}
            keys = [f"{name} AS {key}" for name, key in zip(_SEAT, _KEYS, strict=True)]
            keys += ["denomination"] if rows == ENTRIES else split
            grouped = group_rows(query, keys, named)
            frame = fetch_frame(con, hand_filter, grouped.query, parameters)
            frame = frame.join(places, on=_KEYS).sort("place")
            if rows == ENTRIES:
                entries = frame["place"], frame["denomination"]
            parts = frame.partition_by(split, as_dict=True) if split else {(): frame}
            for value, part in parts.items():
                of_value = columns.setdefault(value, {})
                for name, at, sums in sums_by(part["place"].to_numpy(), part, grouped, named):
                    some = sums != 0
                    of_value[aggregates[named[name]]] = pl.Series(at[some]), pl.Series(sums[some])
    return {
        value: SeatSums(tuple(of_value[index] for index in range(number)), indices, entries)
        for value, of_value in columns.items()
    }


@dataclass(frozen=True, slots=True)
class _Parts:
    """The part of each seat, by its group and denomination, -1 for a seat that is left out."""

    parts: npt.NDArray[np.int64]
    groups: int
    denominations: tuple[str, ...]

    def add_up(self, column: Places, how: str) -> list[list[int | float]]:
        """Return the sum, or with `max` the largest, of the values of each group, by denomination."""
        places, values = (series.to_numpy() for series in column)
        parts = self.parts[places]
        kept = parts >= 0
        sums = np.zeros(self.groups * len(self.denominations), values.dtype)
        (np.maximum if how == "max" else np.add).at(sums, parts[kept], values[kept])
        by_group: list[list[int | float]] = sums.reshape(self.groups, -1).tolist()
        return by_group


def group_seats(
    sums: SeatSums,
    seats: pl.DataFrame,
    hand_filter: Filter,
    names: Sequence[str],
    by: Sequence[str] | str = (),
    *,
    where: pl.Expr | None = None,
) -> list[Group]:
    """Return the statistics `names` of the seats together, as `evaluate` does with this filter and split.

    `sums` are those of the frame `seats`, which has the `denomination`, and `by_<name>` for each dimension of the split.
    `where` selects among the seats.

    Raises:
        FilterError: a dimension cannot split a named statistic.
    """
    split = dimensions(by)
    stats = fitting([STATS[name] for name in names], split, hand_filter, refuse=True)
    nobody = pl.repeat("", pl.len()).alias("player")
    of_seats = seats.select(nobody, *(f"by_{dimension.name}" for dimension in split)).rows()
    keys = list(dict.fromkeys(of_seats))
    numbers = {key: number for number, key in enumerate(keys)}
    groups = np.fromiter((numbers[key] for key in of_seats), np.int64, len(of_seats))
    if where is not None:
        groups[~seats.select(where.fill_null(value=False)).to_series().to_numpy()] = -1
    everywhere = pl.int_range(len(seats), eager=True, dtype=pl.UInt32)
    units = {
        "": _split(groups, len(keys), (everywhere, seats["denomination"])),
        ENTRIES: _split(groups, len(keys), sums.entries),
    }
    counted: dict[tuple[str, ...], Values] = {key: {} for key in keys}
    for stat in stats:
        parts, present = units[ENTRIES if stat.rows == ENTRIES else ""]
        of_stat = [
            (aggregate.name, parts.add_up(sums.columns[sums.stats[stat.name][aggregate.name]], aggregate.how))
            for aggregate in stat.kind.aggregates()
        ]
        for number, key in enumerate(keys):
            if any(present[number]):
                counted[key][stat.name] = {
                    denomination: {name: values[number][nth] for name, values in of_stat}
                    for nth, denomination in enumerate(parts.denominations)
                    if present[number][nth]
                }
    hands = np.bincount(groups[groups >= 0], minlength=len(keys)).tolist()
    dealt = {key: number for key, number in zip(keys, hands, strict=True) if number}
    return build_groups(dealt, counted, stats, split, hand_filter.tz)


def _split(
    groups: npt.NDArray[np.int64], number: int, denominations: Places
) -> tuple[_Parts, list[list[int | float]]]:
    """Return the parts of the seats that have a denomination, and how many of these each part has."""
    places, column = denominations
    names = tuple(column.unique(maintain_order=True))
    at = {name: nth for nth, name in enumerate(names)}
    parts = np.full(len(groups), -1)
    where = places.to_numpy()
    nth = np.fromiter((at[name] for name in column), np.int64, len(column))
    parts[where] = np.where(groups[where] < 0, -1, groups[where] * len(names) + nth)
    split = _Parts(parts, number, names)
    return split, split.add_up(
        (places, pl.ones(len(places), eager=True, dtype=pl.Int64)), "sum"
    ) if names else [[]] * number
