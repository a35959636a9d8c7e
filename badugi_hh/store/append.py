"""Appends rows to tables: tuples become a typed Polars frame, which DuckDB reads as an Arrow stream.

This is a thousand times faster than inserting row by row, and needs no pyarrow. The types come from
`badugi_hh.facts.columns`; a value that does not fit its column raises an error and is never converted.
"""

from collections.abc import Iterable, Sequence

import duckdb
import polars as pl

from badugi_hh.facts.junk_dimensions import JunkDimension
from badugi_hh.facts.schema import Table

Row = tuple[object, ...]

_NEW, _ORDER = "new_rows", "first_row"
_TYPES: dict[str, type[pl.DataType] | pl.DataType] = {
    "TINYINT": pl.Int8,
    "SMALLINT": pl.Int16,
    "INTEGER": pl.Int32,
    "BIGINT": pl.Int64,
    "BOOLEAN": pl.Boolean,
    "VARCHAR": pl.String,
    "TIMESTAMP": pl.Datetime("us"),
}


class ArrowStream:
    """A frame as an Arrow stream only: DuckDB needs pyarrow to read a Polars frame directly."""

    def __init__(self, frame: pl.DataFrame) -> None:
        self._frame = frame

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._frame.__arrow_c_stream__(requested_schema)


def frame_of(table: Table, rows: Iterable[Row]) -> pl.DataFrame:
    """Return rows of `table` as a frame of its columns' types, without the keys of its junk dimensions.

    Raises:
        TypeError, OverflowError: a value is not of its column's type or too large for it.
    """
    columns = list(zip(*rows, strict=True)) or [()] * len(table.columns)
    return pl.DataFrame(
        [
            pl.Series(column.name, values, dtype=_TYPES[column.type], strict=True)
            for column, values in zip(table.columns, columns, strict=True)
        ]
    )


def append(con: duckdb.DuckDBPyConnection, table: Table, rows: Sequence[Row]) -> None:
    """Append rows, tuples in the order of the table's columns, and add new combinations to its dimension tables.

    Raises:
        TypeError, OverflowError: a value is not of its column's type or too large for it.
    """
    if not rows:
        return
    frame = frame_of(table, rows)
    if not table.junk_dimensions:
        con.from_arrow(ArrowStream(frame)).insert_into(table.name)
        return
    for dimension in table.junk_dimensions:
        combinations = frame.select(dimension.columns).unique(maintain_order=True).with_row_index(_ORDER)
        _run(con, _add_combinations(dimension), combinations)
    _run(con, _insert(table), frame)


def _run(con: duckdb.DuckDBPyConnection, query: str, new: pl.DataFrame) -> None:
    """Run a query that reads a frame under the name `_NEW`."""
    con.register(_NEW, ArrowStream(new))
    con.execute(query)
    con.unregister(_NEW)


def _add_combinations(dimension: JunkDimension) -> str:
    """Return a query that adds the new combinations to a dimension table, numbered in the order of the rows."""
    columns = ", ".join(dimension.columns)
    return (
        f"INSERT INTO {dimension.name} ({dimension.key}, {columns}) SELECT (SELECT coalesce(max({dimension.key}), 0) "
        f"FROM {dimension.name}) + row_number() OVER (ORDER BY {_ORDER}), {columns} FROM {_NEW} "
        f"WHERE NOT EXISTS (SELECT 1 FROM {dimension.name} WHERE {_same(dimension)})"
    )


def _insert(table: Table) -> str:
    columns = [f"{_NEW}.{column.name}" for column in table.columns]
    keys = [f"{dimension.name}.{dimension.key}" for dimension in table.junk_dimensions]
    joins = [f"JOIN {dimension.name} ON {_same(dimension)}" for dimension in table.junk_dimensions]
    return f"INSERT INTO {table.name} SELECT {', '.join([*columns, *keys])} FROM {_NEW} {' '.join(joins)}"


def _same(dimension: JunkDimension) -> str:
    """Return SQL for whether a new row and a row of the dimension table have the same values, NULL included."""
    return " AND ".join(
        f"{dimension.name}.{column} IS NOT DISTINCT FROM {_NEW}.{column}" for column in dimension.columns
    )
