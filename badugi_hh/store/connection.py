"""The file of a connection to a database, a transaction, and a limit of the memory that DuckDB uses."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import duckdb

MEMORY = "128 MB"
"""The memory that DuckDB uses during an import, an export and the checkpoint on closing, at most; its default is a share of the whole machine's."""


def path_of(con: duckdb.DuckDBPyConnection) -> Path | None:
    """Return the file of a database, None for one in memory."""
    ((path,),) = con.execute(
        "SELECT path FROM duckdb_databases() WHERE database_name = current_database()"
    ).fetchall()
    return None if path is None else Path(path)


def is_in_memory(con: duckdb.DuckDBPyConnection) -> bool:
    """Return whether a database has no file."""
    try:
        return path_of(con) is None
    except duckdb.InvalidInputException:  # it has one, in a folder whose name is not UTF-8
        return False


def place_of(con: duckdb.DuckDBPyConnection) -> Path | None:
    """Return the file of a database, or the folder of one of Parquet files; None for one in memory."""
    # `badugi_hh.store.parquet_views` writes the folder there; elsewhere `meta` is a table.
    folders = con.execute("SELECT comment FROM duckdb_views() WHERE view_name = 'meta'").fetchall()
    return Path(folders[0][0]) if folders else path_of(con)


@contextmanager
def transaction(con: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """Commit what the `with` block writes, or roll it back if the block raises."""
    con.begin()
    try:
        yield
    except BaseException:
        con.rollback()
        raise
    con.commit()


@contextmanager
def limited_memory(con: duckdb.DuckDBPyConnection, most: str = MEMORY) -> Iterator[None]:
    """Limit the memory of a database in a file: DuckDB moves the rows of a large transaction to the disk.

    Afterwards the limit is the one before, to three digits.
    """
    if path_of(con) is None:
        yield
        return
    before = _limit(con)
    con.execute(f"SET memory_limit = '{most}'")
    try:
        yield
    finally:
        with suppress(duckdb.Error):  # the database is closed or unusable, and the caller reports why
            con.execute("RESET memory_limit")
            if _limit(con) != before:
                con.execute(f"SET memory_limit = '{before}'")


def _limit(con: duckdb.DuckDBPyConnection) -> str:
    """Return the limit as DuckDB writes it, rounded."""
    ((limit,),) = con.execute("SELECT current_setting('memory_limit')").fetchall()
    return str(limit)
