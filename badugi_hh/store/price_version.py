"""Records which model the prices in a database are of, and deletes the prices of another model.

The version is the comment on the table `priced_hands`. All prices in a database are of one model. A database of Parquet
files has no comments, and its prices are not checked.
"""

import duckdb

from badugi_hh.facts.price_columns import PRICE_TABLES, PRICED_HANDS
from badugi_hh.facts.schema import Table
from badugi_hh.odds.price_model import PRICE_MODEL
from badugi_hh.store.connection import transaction

_MODEL = "prices of model "
_THIS_MODEL = f"{_MODEL}{PRICE_MODEL}"


def mark_model(con: duckdb.DuckDBPyConnection) -> None:
    """Record that the prices are of this model."""
    _mark(con, _THIS_MODEL)


def has_other_model(con: duckdb.DuckDBPyConnection) -> bool:
    """Return whether there are prices of another model."""
    return _is_unmarked(con) and bool(con.execute(f"SELECT 1 FROM {PRICED_HANDS.name} LIMIT 1").fetchall())


def model_of_prices(con: duckdb.DuckDBPyConnection) -> int | None:
    """Return the version of the model that the prices are of, None where it is not known."""
    ((comment,),) = comments_on(con, PRICED_HANDS) or [(None,)]
    version = (comment or "").removeprefix(_MODEL)
    return int(version) if version.isdecimal() else None


def copy_model(old: duckdb.DuckDBPyConnection, new: duckdb.DuckDBPyConnection) -> None:
    """Record in a copy of a database which model its prices are of."""
    for (comment,) in comments_on(old, PRICED_HANDS):
        _mark(new, comment)


def delete_other_model(con: duckdb.DuckDBPyConnection) -> None:
    """Delete the prices of another model, in a transaction of its own, and record this model."""
    if not _is_unmarked(con):
        return
    with transaction(con):
        for table in PRICE_TABLES:
            con.execute(f"DELETE FROM {table.name}")
        mark_model(con)


def _mark(con: duckdb.DuckDBPyConnection, comment: str | None) -> None:
    written = "NULL" if comment is None else f"'{comment}'"
    con.execute(f"COMMENT ON TABLE {PRICED_HANDS.name} IS {written}")


def _is_unmarked(con: duckdb.DuckDBPyConnection) -> bool:
    """Return whether the table of priced hands has not the comment of this model; views have none."""
    return comments_on(con, PRICED_HANDS) not in ([], [(_THIS_MODEL,)])


def comments_on(con: duckdb.DuckDBPyConnection, table: Table) -> list[tuple[str | None]]:
    """Return the comment on a table; nothing where it is a view."""
    return con.execute(
        "SELECT comment FROM duckdb_tables() WHERE database_name = current_database() AND table_name = ?",
        [table.name],
    ).fetchall()
