"""SQL queries on a database that is only read."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import duckdb

from badugi_hh.facts.views import AMOUNTS
from badugi_hh.store.database import DatabaseError
from badugi_hh.suggest import why_no_answer

if TYPE_CHECKING:
    from pathlib import Path

    import polars as pl

_READING = {
    duckdb.StatementType.SELECT,
    duckdb.StatementType.EXPLAIN,
    duckdb.StatementType.MULTI,  # a PIVOT
}
"""The kinds of statements that read."""


@dataclass(frozen=True, slots=True)
class QueryRows:
    """The answer to a query as DuckDB returns it: the names of its columns, which may be repeated, and its rows."""

    names: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    @property
    def amounts(self) -> list[str]:
        """Return the columns that have the name of an amount in the database: cents or chips."""
        return [name for name in dict.fromkeys(self.names) if name in AMOUNTS]

    @property
    def unique_names(self) -> list[str]:
        """Return the names of the columns, of which a repeated one has a number, as in a subquery of DuckDB."""
        keys: list[str] = []
        for name in self.names:
            again = 0
            while (key := f"{name}_{again}" if again else name) in keys:
                again += 1
            keys.append(key)
        return keys


def read_query(con: duckdb.DuckDBPyConnection, query: str, parameters: Iterable[Any] = ()) -> "pl.DataFrame":
    """Return the answer to one query, which changes nothing; see `Hands.sql`."""
    import polars as pl

    from badugi_hh.store.arrow import ArrowStream

    statements = duckdb.extract_statements(query)
    if len(statements) != 1 or statements[0].type not in _READING:
        raise DatabaseError("sql answers one query and changes nothing; use `con` for everything else")
    # A query can contain a change, such as WITH x AS (INSERT …); the transaction refuses it.
    con.execute("BEGIN TRANSACTION READ ONLY")
    try:
        return pl.DataFrame(ArrowStream(con.sql(query, params=list(parameters))))
    finally:
        con.execute("ROLLBACK")


def fetch_rows(con: duckdb.DuckDBPyConnection, query: str, path: "Path | None") -> QueryRows:
    """Return the rows of a query on the database at `path`, see `Hands.find_rows`.

    DuckDB can run for minutes without checking for signals, so the query runs in a second thread and Ctrl-C reaches the
    first.
    """
    from concurrent.futures import ThreadPoolExecutor, wait

    def answer() -> QueryRows:
        con.execute(query)
        names = tuple(column[0] for column in con.description or ())
        return QueryRows(names, tuple(con.fetchall()) if names else ())

    try:
        if path is not None and path.is_dir():
            reading = _READING - {duckdb.StatementType.EXPLAIN}  # EXPLAIN ANALYZE runs what it explains
            if any(statement.type not in reading for statement in duckdb.extract_statements(query)):
                raise DatabaseError("a database of Parquet files answers queries only; export writes files")
        with ThreadPoolExecutor(1) as beside:
            asked = beside.submit(answer)
            try:
                while not asked.done():  # a library can keep a signal from ending a longer wait
                    wait([asked], timeout=0.1)
                return asked.result()
            except KeyboardInterrupt:
                while not asked.done():  # a query that has not started yet misses a single interrupt
                    con.interrupt()
                    wait([asked], timeout=0.1)
                raise
    except duckdb.Error as error:
        raise DatabaseError(f"the query cannot be answered: {why_no_answer(str(error))}") from error
