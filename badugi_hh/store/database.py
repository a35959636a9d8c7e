"""The database file: where it lies, how it is opened, and what is refused.

The tables are made from `badugi_hh.facts.columns`, the views from `badugi_hh.facts.views`. Every way in which a file can fail to be a
database of this schema ends in one line that says what to do. Nothing here reads or writes hands.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import duckdb
import platformdirs

from badugi_hh import __version__
from badugi_hh.facts.columns import META, TABLES
from badugi_hh.facts.table import Table
from badugi_hh.facts.views import VIEWS
from badugi_hh.outputs.checks import is_log
from badugi_hh.store.disk import remove_attempt, stray_log, why_full

SCHEMA_VERSION = 4
"""Raised with every change of `facts.columns` or `facts.views`; a database of another version is refused."""

ENVIRONMENT = "BADUGI_HH_DB"
"""The environment variable that names another database than the default one."""

FILE_NAME = "hands.duckdb"

_MAGIC = slice(8, 12)  # where a DuckDB file says that it is one
# No query reads or writes another file, or loads code, whatever it says: DuckDB is confined to its own file.
_CONFIG: dict[str, str | bool | int | float | list[str]] = {"enable_external_access": False}


class DatabaseError(Exception):
    """A database that cannot be used, told in one line that says what to do."""


def default_path() -> Path:
    """Return where the database lies unless told otherwise: `BADUGI_HH_DB`, else the user's data directory."""
    named = os.environ.get(ENVIRONMENT)
    if named:
        return Path(named)
    return Path(platformdirs.user_data_dir("badugi-hh", appauthor=False)) / FILE_NAME


def open_database(path: Path | None, *, read_only: bool = False) -> duckdb.DuckDBPyConnection:
    """Open the database at `path`, or one in memory for None; the caller closes it.

    Opened for writing, a database that is not there is made, and the folder of the default one with it.

    Raises:
        DatabaseError: there is no database to read, or the file is none of this schema, or cannot be opened.
    """
    if path is None:
        con = duckdb.connect(config=_CONFIG)
        _make_tables(con)
        return con
    new = _look_at(path, read_only=read_only)
    con = _connect(path, new=new, read_only=read_only)
    try:
        if new:
            _make_tables(con)
        else:
            _check_schema(con, path)
    except BaseException:
        con.close()
        if new:
            remove_attempt(path)
        raise
    return con


@contextmanager
def opened(path: Path | None, *, read_only: bool = False) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open the database as `open_database` does, for a `with` block that closes it."""
    con = open_database(path, read_only=read_only)
    try:
        yield con
    finally:
        con.close()


def _look_at(path: Path, *, read_only: bool) -> bool:
    """Return whether the database is still to be made; refuse what cannot be one."""
    try:
        if path.is_dir():
            raise DatabaseError(f"{path} is a folder; name a database file with --db")
        if path.exists():
            with path.open("rb") as file:
                head = file.read(_MAGIC.stop)
            if head[_MAGIC] != b"DUCK":
                raise DatabaseError(f"{path} is no badugi-hh database; name another file with --db")
            _refuse_stray_log(path, new=False, read_only=read_only)
            return False
        if read_only:
            raise DatabaseError(f"no hands yet: there is no database at {path}; run badugi-hh import")
        if path == default_path():
            path.parent.mkdir(parents=True, exist_ok=True)
        elif not path.parent.is_dir():
            raise DatabaseError(
                f"the folder {path.parent} does not exist; make it, or name another with --db"
            )
        if is_log(path):
            raise DatabaseError(f"{path} is where another database keeps its changes; name another with --db")
        _refuse_stray_log(path, new=True, read_only=read_only)
    except OSError as error:
        raise DatabaseError(
            f"{path} cannot be opened: {_reason(error)}; name another file with --db"
        ) from error
    return True


def _refuse_stray_log(path: Path, *, new: bool, read_only: bool) -> None:
    if not read_only and (log := stray_log(path, new=new)) is not None:
        raise DatabaseError(
            f"{log} lies where the database {path} keeps its changes, and would be lost; move it away, or name another "
            "database with --db"
        )


def _connect(path: Path, *, new: bool, read_only: bool) -> duckdb.DuckDBPyConnection:
    try:
        return duckdb.connect(str(path), read_only=read_only, config=_CONFIG)
    except duckdb.ConnectionException as error:
        raise DatabaseError(
            f"{path} is open already in this program in another way; close it first"
        ) from error
    except duckdb.Error as error:
        told = str(error)
        if "Could not set lock" in told or "used by another process" in told:
            what = f"{path} is in use by another program; close that one and try again"
        elif "Permission denied" in told or "Read-only file system" in told:
            what = f"{path} cannot be written here; name another file with --db"
        elif (full := why_full(error)) is not None:
            what = full
            if new:  # the file is this process's: where another one makes it, its lock is what fails
                remove_attempt(path)
        else:
            what = f"{path} cannot be opened: {told.splitlines()[0]}; name another file with --db"
        raise DatabaseError(what) from error


def _check_schema(con: duckdb.DuckDBPyConnection, path: Path) -> None:
    try:
        found = con.execute(f"SELECT schema_version, tool FROM {META.name}").fetchall()
    except duckdb.Error:
        found = []
    if len(found) != 1:
        raise DatabaseError(
            f"{path} is a DuckDB database, but none of badugi-hh; name another file with --db"
        )
    version, tool = found[0]
    if version != SCHEMA_VERSION:
        raise DatabaseError(
            f"{path} was made by {tool} with schema {version}, and this version reads schema {SCHEMA_VERSION}; "
            "import the histories again into a new file named with --db"
        )


def _make_tables(con: duckdb.DuckDBPyConnection) -> None:
    con.begin()
    for table in TABLES:
        con.execute(_create(table))
    for view in VIEWS:
        con.execute(f"CREATE VIEW {view.name} AS {view.query}")
    con.execute(
        f"INSERT INTO {META.name} VALUES (?, ?, ?)",
        [SCHEMA_VERSION, f"badugi-hh {__version__}", datetime.now(UTC).replace(tzinfo=None)],
    )
    con.commit()


def _create(table: Table) -> str:
    columns = ", ".join(
        f'"{column.name}" {column.type}{" NOT NULL" if column.name in table.keys else ""}'
        for column in table.columns
    )
    return f"CREATE TABLE {table.name} ({columns})"


def _reason(error: OSError) -> str:
    return (error.strerror or type(error).__name__).lower()
