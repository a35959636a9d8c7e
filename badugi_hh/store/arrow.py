"""Passes tables between DuckDB and Polars as Arrow streams, without pyarrow, and appends rows.

Rows become a typed Polars frame: a thousand times faster than an insert for each. The types come from
`badugi_hh/facts/schema.toml`; a value that does not fit its column raises an error and is never converted.

Polars keeps the type of everything that it reads, and where NumPy is installed it
looks at that type; if DuckDB's types are reachable from it, DuckDB reports them as leaks when the program ends.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

import polars as pl

from badugi_hh.facts.schema import TableSchema
from badugi_hh.problems import Problem

if TYPE_CHECKING:
    import duckdb
Row = tuple[object, ...]
_TYPES: dict[str, type[pl.DataType] | pl.DataType] = {
    "TINYINT": pl.Int8,
    "UTINYINT": pl.UInt8,
    "SMALLINT": pl.Int16,
    "INTEGER": pl.Int32,
    "BIGINT": pl.Int64,
    "DOUBLE": pl.Float64,
    "BOOLEAN": pl.Boolean,
    "VARCHAR": pl.String,
    "TIMESTAMP": pl.Datetime("us"),
}


class Streamed(Protocol):
    """A table that has an Arrow stream: a frame of Polars, or a query of DuckDB."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return the stream."""


class ArrowStream:
    """A frame or a query as an Arrow stream only.

    DuckDB needs pyarrow to read a Polars frame directly, and refuses to read a query of another database.
    """

    def __init__(self, table: Streamed) -> None:
        self._table = table

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._table.__arrow_c_stream__(requested_schema)


def frame_of(table: TableSchema, rows: Iterable[Row]) -> pl.DataFrame:
    """Return rows of `table` as a frame of its columns' types.

    Raises:
        TypeError, OverflowError: a value is not of its column's type or too large for it.
    """
    columns = list(zip(*rows, strict=True)) or [()] * len(table.columns)
    return frame_of_columns(table, dict(zip(table.names, columns, strict=True)))


def frame_of_columns(table: TableSchema, columns: Mapping[str, Sequence[object]]) -> pl.DataFrame:
    """Return the columns of `table`, by name, as `frame_of` returns rows.

    Raises:
        TypeError, OverflowError: a value is not of its column's type or too large for it.
    """
    return pl.DataFrame(
        [
            pl.Series(column.name, columns[column.name], dtype=_TYPES[column.type], strict=True)
            for column in table.columns
        ]
    )


def append_frame(con: "duckdb.DuckDBPyConnection", table: TableSchema, frame: pl.DataFrame) -> None:
    """Append a frame as `frame_of` returns it."""
    if not frame.is_empty():
        con.from_arrow(ArrowStream(frame)).insert_into(table.name)


def append_rows(con: "duckdb.DuckDBPyConnection", table: TableSchema, rows: Sequence[Row]) -> None:
    """Append rows, tuples in the order of the table's columns.

    Raises:
        TypeError, OverflowError: a value is not of its column's type or too large for it.
    """
    append_frame(con, table, frame_of(table, rows))


def problem_row(file_key: int, problem: Problem, hand_key: int | None = None) -> Row:
    """Return the row of a problem; `hand_key` is None for one of no stored hand."""
    return (
        file_key,
        hand_key,
        problem.hand,
        problem.place.line,
        problem.code.id,
        str(problem.severity),
        problem.message,
        problem.expected,
        problem.found,
        problem.text,
    )
