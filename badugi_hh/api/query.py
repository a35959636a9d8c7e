"""SQL queries on a database that is only read."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import duckdb

from badugi_hh.store.database import DatabaseError

if TYPE_CHECKING:
    import polars as pl

READING = {
    duckdb.StatementType.SELECT,
    duckdb.StatementType.EXPLAIN,
    duckdb.StatementType.MULTI,  # a PIVOT
}
"""The kinds of statements that read."""


def read_query(con: duckdb.DuckDBPyConnection, query: str, parameters: Iterable[Any] = ()) -> "pl.DataFrame":
    """Return the answer to one query, which changes nothing.

    Raises:
        DatabaseError: it is more than one statement, or would change the database.
    """
    import polars as pl

    from badugi_hh.store.arrow import ArrowStream

    statements = duckdb.extract_statements(query)
    if len(statements) != 1 or statements[0].type not in READING:
        raise DatabaseError("sql answers one query and changes nothing; use `con` for everything else")
    # A query can contain a change, such as WITH x AS (INSERT …); the transaction refuses it.
    con.execute("BEGIN TRANSACTION READ ONLY")
    try:
        return pl.DataFrame(ArrowStream(con.sql(query, params=list(parameters))))
    finally:
        con.execute("ROLLBACK")
