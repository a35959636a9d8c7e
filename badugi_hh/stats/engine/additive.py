"""The counts of statistics by parts of the hands, which can be added up again for any set of the parts.

A reader of a report selects parts without a database: the sums of the selected parts give the same values as `evaluate` with
the same filter. Only statistics whose aggregates add up have counts; for the others `why_not_additive` states the reason.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import duckdb

from badugi_hh.stats.definitions.kinds import Aggregate
from badugi_hh.stats.definitions.registry import STATS
from badugi_hh.stats.definitions.row_sets import ENTRIES, HAND_SEQUENCE, SESSIONS
from badugi_hh.stats.definitions.stat import Stat
from badugi_hh.stats.engine.counting import parse_expressions
from badugi_hh.stats.engine.evaluate import count_selected
from badugi_hh.stats.selection.dimensions import dimensions, kept_values
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.stats.selection.selected_seats import Key

_OF_SELECTION = {
    "below_peak",
    "session_first",
}  # columns of the hand sequence that depend on the selected hands

Reason = Literal["values", "order", "sessions", "tournaments"]
"""Why a statistic does not add up: it needs the single values or the order of the hands, or counts sessions or tournaments."""


@dataclass(frozen=True, slots=True)
class AdditiveCounts:
    """The aggregates of additive statistics for each part of the hands; parts without hands are left out.

    `parts` has the value of each dimension of `by`, and then the denomination. `columns` has the value of an aggregate for
    each part, and `stats` the index of the column of each aggregate, by statistic and name; equal aggregates share a column.
    """

    by: tuple[str, ...]
    parts: tuple[tuple[str, ...], ...]
    columns: tuple[tuple[Any, ...], ...]
    stats: Mapping[str, Mapping[str, int]]


def why_not_additive(stat: Stat) -> Reason | None:
    """Return why the values of parts of the hands do not add up to that of all, None if they do."""
    if stat.rows == SESSIONS:
        return "sessions"
    if stat.rows == ENTRIES:
        return "tournaments"
    aggregates = stat.kind.aggregates()
    if any(each.amount is not None and each.how in {"max", "histogram"} for each in aggregates):
        return "order" if stat.rows == HAND_SEQUENCE else "values"
    columns = parse_expressions(aggregates)
    texts = {text for each in aggregates for text in (*each.where, each.amount) if text is not None}
    if stat.rows == HAND_SEQUENCE and any(columns[text] & _OF_SELECTION for text in texts):
        return "sessions"
    return None


def additive_counts(
    con: duckdb.DuckDBPyConnection, hand_filter: Filter, by: Sequence[str] | str
) -> AdditiveCounts:
    """Return the counts of every additive statistic by dimensions of hands and seats, all players counted as one.

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
        for stat in STATS.values()
        if why_not_additive(stat) is None and all(dimension.splits(stat.rows) for dimension in kept)
    ]
    with count_selected(con, hand_filter, stats, split, kept, together=True) as counted:
        values = counted.values
    parts = sorted(
        {(key, unit) for key, own in values.items() for units in own.values() for unit in units},
        key=lambda part: ([one.rank(value) for one, value in zip(split, part[0][1:], strict=True)], part[1]),
    )
    columns: dict[tuple[str, Aggregate], tuple[Any, ...]] = {}
    places: dict[tuple[str, Aggregate], int] = {}
    indices: dict[str, dict[str, int]] = {}
    for stat in stats:
        for each in stat.kind.aggregates():
            same = (stat.rows, Aggregate("", each.where, each.amount, each.how))
            if same not in columns:
                places[same] = len(columns)
                columns[same] = tuple(_value(values, part, stat.name, each.name) for part in parts)
            indices.setdefault(stat.name, {})[each.name] = places[same]
    return AdditiveCounts(
        tuple(dimension.name for dimension in split),
        tuple((*key[1:], unit) for key, unit in parts),
        tuple(columns.values()),
        indices,
    )


def _value(
    values: Mapping[Key, Mapping[str, Mapping[str, Mapping[str, Any]]]],
    part: tuple[Key, str],
    stat: str,
    aggregate: str,
) -> Any:
    """Return an aggregate of a part; a part without a row of the statistic has 0."""
    key, unit = part
    return values[key].get(stat, {}).get(unit, {}).get(aggregate, 0)
