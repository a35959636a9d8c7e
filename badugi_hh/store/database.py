"""Creates and opens the database file, and refuses files that cannot be used.

The tables come from `badugi_hh.facts.schema`, the views from `badugi_hh.facts.views`. A file that is no database of this
schema is refused with one line that says what to do. Nothing here reads or writes hands.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from time import sleep
from typing import TypeVar

import duckdb
import platformdirs

from badugi_hh.facts.schema import META, TABLES
from badugi_hh.facts.views import VIEWS
from badugi_hh.installation import __version__
from badugi_hh.outputs.checks import logs_of
from badugi_hh.store.computation import MODEL
from badugi_hh.store.connection import is_in_memory, limited_memory, transaction
from badugi_hh.store.file_errors import (
    explain,
    find_holder,
    find_missing_end,
    is_disk_full,
    remove_attempt,
    stray_log,
)
from badugi_hh.store.parquet_views import (
    is_parquet_database,
    missing_files,
    versions_query,
    view_statements,
)
from badugi_hh.user_error import UserError

SCHEMA_VERSION = 3
"""The version of the tables and of the values in them: a database of another one is not read."""

ENVIRONMENT = "BADUGI_HH_DB"
"""The environment variable with the path of the database to use instead of the default."""

BLOCK_SIZE = "65536"
"""The size of a block of a new file: a column of few rows takes at least one, so that DuckDB's 256 kB make it large."""

_MAGIC = slice(8, 12)  # the bytes of a file that identify it as a DuckDB file
_CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "enable_external_access": False,  # no query can read or write another file or load code
    # How far the log grows before DuckDB moves it into the file. Each move rewrites the last rows of every table, so
    # that more frequent ones leave a larger file. A larger transaction is written into the file at once.
    "checkpoint_threshold": "32MB",
    "default_block_size": BLOCK_SIZE,
}
_COMPRESSION = {"text": " USING COMPRESSION zstd"}
"""The compression of columns by their names; DuckDB's own selection needs twice the space for the texts of hands."""
_PAUSE = 0.2  # seconds between two attempts to open a database that is in use

Answer = TypeVar("Answer")
_OF_IMPORTS = {META.name, "files", "problems"}
"""The tables that have rows after the import of a file without hands."""


class DatabaseError(UserError):
    """A database that cannot be used; the message is one line that says what to do."""


class DatabaseInUseError(DatabaseError):
    """A database that another process has open; `holder` names the process."""

    def __init__(self, path: Path, holder: str) -> None:
        super().__init__(f"{path} is in use by {holder}; wait until it ends, or close it")
        self.path = path
        self.holder = holder


def default_path() -> Path:
    """Return the path of the default database: `BADUGI_HH_DB`, else a file in the user's data directory."""
    named = os.environ.get(ENVIRONMENT)
    return (
        Path(named)
        if named
        else Path(platformdirs.user_data_dir("badugi-hh", appauthor=False)) / "hands.duckdb"
    )


def has_database(path: Path) -> bool:
    """Return whether there is a file at `path` that is not empty, or a folder."""
    return path.exists() and not (path.is_file() and path.stat().st_size == 0)


def open_database(path: Path | None, *, read_only: bool = False) -> duckdb.DuckDBPyConnection:
    """Open the database at `path`, or one in memory for None; the caller closes it.

    If there is no file, or an empty one, and `read_only` is false, a new database is created, with the folder of the
    default database.

    Raises:
        DatabaseInUseError: another process has it open.
        DatabaseError: there is no database to read, or the file is not a database of this schema or cannot be opened.
    """
    if path is None:
        con = duckdb.connect(config=_CONFIG)
        make_tables(con)
        return con
    if is_parquet_database(path):
        if not read_only:
            refuse_parquet_database(path, "the command")
        return _open_parquet_database(path)
    new = _look_at(path, read_only=read_only)
    con = connect(path, new=new, read_only=read_only)
    empty = False
    try:
        # Another process may have created the database since the check; from here on it is locked.
        empty = not read_only and has_nothing(con)
        with explained(path):
            if empty:
                with transaction(con):
                    make_tables(con)
            else:
                _check_schema(con, path)
    except BaseException:
        con.close()
        if empty and new:
            remove_attempt(path)
        raise
    return con


def make_tables(con: duckdb.DuckDBPyConnection) -> None:
    """Create all tables and views, and the row of `meta` that identifies them."""
    for table in TABLES:
        columns = (f'"{each.name}" {each.type}{_COMPRESSION.get(each.name, "")}' for each in table.columns)
        con.execute(f"CREATE TABLE {table.name} ({', '.join(columns)})")
    MODEL.mark(con)
    for view in VIEWS:
        con.execute(f"CREATE VIEW {view.name} AS {view.query}")
    meta = [SCHEMA_VERSION, f"badugi-hh {__version__}", datetime.now(UTC).replace(tzinfo=None)]
    con.execute(f"INSERT INTO {META.name} VALUES (?, ?, ?)", meta)


def refuse_parquet_database(path: Path | None, action: str) -> None:
    """Raise for an action that works on a database file, such as `check`, if there is a database of Parquet files.

    Raises:
        DatabaseError: there is one.
    """
    if path is not None and is_parquet_database(path):
        raise DatabaseError(
            f"{path} is a database of Parquet files, which are only read, and {action} is for database files; "
            "name one with --db"
        )


def _open_parquet_database(folder: Path) -> duckdb.DuckDBPyConnection:
    """Open a database of Parquet files: in memory, with a view for each table."""
    absent = next(missing_files(folder), None)
    if absent is not None:
        raise DatabaseError(f"{folder} is incomplete: {absent} is missing; write this part again")
    con = duckdb.connect()
    try:
        con.execute("SET allowed_directories = [?]", [str(folder.resolve())])
        con.execute("SET enable_external_access = false")
        versions = [version for (version,) in con.execute(versions_query(folder)).fetchall()]
        for statement in view_statements(folder) if versions == [SCHEMA_VERSION] else ():
            con.execute(statement)
    except duckdb.Error as error:
        con.close()
        said = str(error).splitlines()[0]
        raise DatabaseError(f"{folder} is damaged: {said}; write its parts again") from error
    if versions != [SCHEMA_VERSION]:
        con.close()
        present = ", ".join(map(str, versions))
        raise DatabaseError(
            f"{folder} has parts of schema {present}, and this version reads schema {SCHEMA_VERSION}; write its parts again"
        )
    return con


@contextmanager
def opened(path: Path | None, *, read_only: bool = False) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open the database as `open_database` does, for a `with` block that closes it.

    Raises:
        DatabaseError: also if a query in the block finds damage, or if the disk is too full at the end to move the
            changes from the log into the database.
    """
    con = open_database(path, read_only=read_only)
    try:
        with explained(path):
            yield con
        if path is not None and not read_only:
            write_log(con, path)
    finally:
        con.close()


def when_free(action: Callable[[], Answer], announce: Callable[[DatabaseInUseError], None]) -> Answer:
    """Return the answer of an action that opens a database, as soon as no other process uses the database.

    `announce` is called once for each process that uses it meanwhile.
    """
    holder = None
    while True:
        try:
            return action()
        except DatabaseInUseError as busy:
            if busy.holder != holder:
                holder = busy.holder
                announce(busy)
            sleep(_PAUSE)


def write_log(con: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Move the changes in the log into the database; DuckDB does this on closing too, but without reporting a failure.

    Raises:
        DatabaseError: the disk is full; the changes stay in the log.
    """
    log = logs_of(path)[0]
    if not has_database(log):
        return
    try:
        con.execute("SELECT 1")
    except duckdb.Error:
        return  # the connection is closed, or an earlier error has been reported
    try:
        try:
            with limited_memory(con):
                con.execute("CHECKPOINT")
        except duckdb.OutOfMemoryException:  # the disk is too full for temporary files
            con.execute("CHECKPOINT")
    except duckdb.Error as error:
        if is_disk_full(error):  # else a cursor is still open: DuckDB tries again on closing
            raise DatabaseError(
                f"the disk is full, so the changes are not yet in {path} but in {log}, and nothing is lost; keep both "
                "files together, free some space and run any command"
            ) from error


@contextmanager
def explained(path: Path | None) -> Iterator[None]:
    """Replace errors about the file of a database by a `DatabaseError` of one line.

    Raises:
        DatabaseError: the database cannot be read or written.
    """
    try:
        yield
    except Exception as error:
        if path is not None and isinstance(error, duckdb.Error) and is_parquet_database(path):
            said = str(error).splitlines()[0]
            raise DatabaseError(f"{path}: {said}; if a part is damaged, write it again") from error
        why = explain(error, path or Path("the database"))
        if why is None or (path is None and not is_disk_full(error)):
            raise
        raise DatabaseError(why) from error


def _look_at(path: Path, *, read_only: bool) -> bool:
    """Return whether the database must be created; refuse a path that cannot be a database."""
    try:
        new = not has_database(path)
        if new and read_only:
            what = f"{path} is empty" if path.exists() else f"there is no database at {path}"
            raise DatabaseError(f"no hands yet: {what}; run badugi-hh import")
        if not new and not path.is_file():
            raise DatabaseError(f"{path} is a folder or a device; name a database file with --db")
        if new and path == default_path():
            path.parent.mkdir(parents=True, exist_ok=True)
        if not path.parent.is_dir():
            raise DatabaseError(f"there is no folder {path.parent}; make it, or name another with --db")
        if not read_only and (log := stray_log(path, new=new)) is not None:
            raise DatabaseError(
                f"{log} lies where the database {path} keeps its changes, and would be lost; move it away, or name another "
                "database with --db"
            )
        if new:
            path.resolve().unlink(missing_ok=True)  # DuckDB creates a database only if there is no file
    except OSError as error:
        why = (error.strerror or type(error).__name__).lower()
        raise DatabaseError(f"{path} cannot be opened: {why}; name another file with --db") from error
    return new


def is_unused(con: duckdb.DuckDBPyConnection) -> bool:
    """Return whether a database has no hand, no tournament summary and nothing that the user added, as after a refused import."""
    tables = (table.name for table in TABLES if table.name not in _OF_IMPORTS)
    places = " OR ".join(f"EXISTS (FROM {name})" for name in (*tables, "files WHERE hands_seen > 0"))
    try:
        ((used,),) = con.execute(f"SELECT {places}").fetchall()
    except duckdb.Error:
        return False  # the connection is closed, or an error has been reported
    return not used


def has_nothing(con: duckdb.DuckDBPyConnection) -> bool:
    """Return whether a database has no table and no view, as when a process was killed that had just created the file."""
    return not any(
        con.execute(
            f"SELECT 1 FROM duckdb_{kind}() WHERE NOT internal AND database_name = current_database() LIMIT 1"
        ).fetchall()
        for kind in ("tables", "views")
    )


def connect(path: Path, *, new: bool = False, read_only: bool = False) -> duckdb.DuckDBPyConnection:
    """Connect to a DuckDB file of any content, or create an empty one.

    Raises:
        DatabaseInUseError: another process has it open.
        DatabaseError: the file cannot be opened, or is one that DuckDB would read into memory, such as a CSV file.
    """
    try:
        con = duckdb.connect(str(path), read_only=read_only, config=_CONFIG)
    except duckdb.Error as error:
        said = str(error)
        if (holder := find_holder(said)) is not None:
            raise DatabaseInUseError(path, holder) from error
        if new and is_disk_full(
            error
        ):  # the file is this process's: where another one makes it, its lock is what fails
            remove_attempt(path)
        raise DatabaseError(
            _why_foreign(path)
            or explain(error, path)
            or f"{path} cannot be opened: {said.splitlines()[0]}; name another file with --db"
        ) from error
    if is_in_memory(con):
        con.close()
        raise DatabaseError(
            _why_foreign(path)
            or f"{path} names a database in memory, which keeps nothing; name a file with --db"
        )
    return con


def _why_foreign(path: Path) -> str | None:
    """Return a message if a file does not begin like a DuckDB file, None if it does or cannot be read.

    Call this only for a file that DuckDB has refused: a process that closes a file loses all its locks on it, also
    those of an open connection.
    """
    try:
        with path.open("rb") as file:
            head = file.read(_MAGIC.stop)
    except OSError:
        return None
    return (
        None if head[_MAGIC] == b"DUCK" else f"{path} is no badugi-hh database; name another file with --db"
    )


def _check_schema(con: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Raise if the database at `path` is damaged, of another program, or of another schema.

    Raises:
        DatabaseError: it is.
    """
    missing = find_missing_end(con, path)
    if missing is not None:
        raise DatabaseError(missing)
    try:
        rows = con.execute(f"SELECT schema_version, tool FROM {META.name}").fetchall()
    except (duckdb.CatalogException, duckdb.BinderException):
        rows = []
    if not rows and has_nothing(con):
        raise DatabaseError(f"no hands yet: {path} is empty; run badugi-hh import")
    if len(rows) != 1 or not isinstance(rows[0][0], int):
        raise DatabaseError(
            f"{path} is a DuckDB database, but none of badugi-hh; name another file with --db"
        )
    version, tool = rows[0]
    if version != SCHEMA_VERSION:
        raise DatabaseError(
            f"{path} was made by {tool} with schema {version}, and this version reads schema {SCHEMA_VERSION}; import the "
            "histories again into another file named with --db; tags, notes and aliases stay in the old one"
        )
