"""Passes tables between DuckDB and Polars as Arrow streams, without pyarrow.

Nothing here imports either library. Polars keeps the type of everything that it reads, and where NumPy is installed it
looks at that type; if DuckDB's types are reachable from it, DuckDB reports them as leaks when the program ends.
"""

from typing import Protocol


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
