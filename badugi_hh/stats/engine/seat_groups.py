"""Adds up the sums of seats by dimensions: the groups of `evaluate`, without a query for each split.

A report has many tables, and a query takes some hundredths of a second to plan, however few hands it counts.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from badugi_hh.stats.definitions.registry import STATS
from badugi_hh.stats.definitions.row_sets import ENTRIES
from badugi_hh.stats.engine.evaluate import Group, Values, build_groups, fitting
from badugi_hh.stats.engine.seat_sums import Places, SeatSums
from badugi_hh.stats.selection.dimensions import dimensions
from badugi_hh.stats.selection.filters import Filter


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
