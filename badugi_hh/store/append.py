"""Appends rows to tables by columns: tuples become a typed Polars frame that DuckDB reads as an Arrow stream.

That is a thousand times faster than inserting row by row, and needs no pyarrow. The types come from
`badugi_hh.facts.columns`; a value that does not fit its column raises and is never bent.
"""

from collections.abc import Iterable, Sequence

import duckdb
import polars as pl

from badugi_hh.facts.columns import Table

Row = tuple[object, ...]

_TYPES: dict[str, type[pl.DataType] | pl.DataType] = {
    "TINYINT": pl.Int8,
    "SMALLINT": pl.Int16,
    "INTEGER": pl.Int32,
    "BIGINT": pl.Int64,
    "BOOLEAN": pl.Boolean,
    "VARCHAR": pl.String,
    "TIMESTAMP": pl.Datetime("us"),
}


class _Stream:
    """A frame that offers nothing but its Arrow stream: DuckDB asks for pyarrow where it knows the frame."""

    def __init__(self, frame: pl.DataFrame) -> None:
        self._frame = frame

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._frame.__arrow_c_stream__(requested_schema)


def frame_of(table: Table, rows: Iterable[Row]) -> pl.DataFrame:
    """Return rows of `table` as a frame of its columns' types.

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
    """Append rows, tuples in the order of the table's columns.

    Raises:
        TypeError, OverflowError: a value is not of its column's type or too large for it.
    """
    if rows:
        con.from_arrow(_Stream(frame_of(table, rows))).insert_into(table.name)
