"""Opens the database file, and refuses files that cannot be used.

`badugi_hh.store.new_tables` creates the tables, and upgrades those of an older schema. Any other file that is no database of
this schema is refused with one line that says what to do. Nothing here reads or writes hands.
"""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import duckdb
import platformdirs

from badugi_hh.facts.columns import META, TABLES
from badugi_hh.outputs.checks import is_log, logs_of
from badugi_hh.store.connection import limited_memory, path_of
from badugi_hh.store.file_errors import (
    Holder,
    explain,
    find_holder,
    find_missing_end,
    has_no_locks,
    remove_attempt,
    stray_log,
    why_full,
)
from badugi_hh.store.new_tables import SCHEMA_VERSION, make_tables, upgrade, write_meta
from badugi_hh.store.parquet_views import (
    is_parquet_database,
    missing_files,
    versions_query,
    view_statements,
)
from badugi_hh.user_error import UserError

ENVIRONMENT = "BADUGI_HH_DB"
"""The environment variable with the path of the database to use instead of the default."""

FILE_NAME = "hands.duckdb"

_OF_IMPORTS = {META.name, "files", "problems"}
"""The tables that have rows after the import of a file without hands."""

_FOR_PARQUET = {
    "check": "a command that reads a damaged part names it",
    "info": "sql counts its rows",
    "price": "write its parts again with rows_from and prices=True",
    "compact": "it has no free space",
    "backup": "copy the folder",
}
"""What to do instead with a database of Parquet files, by action."""

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


class DatabaseError(UserError):
    """A database that cannot be used; the message is one line that says what to do."""


class DatabaseInUseError(DatabaseError):
    """A database that another process has open."""

    def __init__(self, path: Path, holder: Holder) -> None:
        super().__init__(f"{path} is in use by {holder}; wait until it ends, or close it")
        self.path = path
        self.holder = holder


def default_path() -> Path:
    """Return the path of the default database: `BADUGI_HH_DB`, else a file in the user's data directory."""
    named = os.environ.get(ENVIRONMENT)
    if named:
        return Path(named)
    return Path(platformdirs.user_data_dir("badugi-hh", appauthor=False)) / FILE_NAME


def has_database(path: Path) -> bool:
    """Return whether there is a file at `path` that is not empty, or a folder."""
    return path.exists() and not _is_empty_file(path)


def open_database(path: Path | None, *, read_only: bool = False) -> duckdb.DuckDBPyConnection:
    """Open the database at `path`, or one in memory for None; the caller closes it.

    If there is no file, or an empty one, and `read_only` is false, a new database is created, with the folder of the
    default database. A database of an older schema is upgraded; with `read_only` it is refused.

    Raises:
        DatabaseInUseError: another process has it open.
        DatabaseError: there is no database to read, or the file is not a database of this schema or cannot be opened.
    """
    if path is None:
        con = duckdb.connect(config=_CONFIG)
        make_tables(con)
        write_meta(con)
        return con
    if is_parquet_database(path):
        if not read_only:
            raise DatabaseError(
                f"{path} is a database of Parquet files, which is only read; name a database file with --db"
            )
        return _open_parquet_database(path)
    new = _look_at(path, read_only=read_only)
    if not (new or read_only):
        _refuse_foreign_log(path)
    con = connect(path, new=new, read_only=read_only)
    empty = False
    try:
        # Another process may have created the database since the check; from here on it is locked.
        if not read_only:
            empty = has_nothing(con)
        if empty:
            con.begin()
            make_tables(con)
            write_meta(con)
            con.commit()
        else:
            _ensure_schema(con, path, read_only=read_only)
    except BaseException:
        con.close()
        if empty and new:
            remove_attempt(path)
        raise
    return con


def refuse_parquet_database(path: Path | None, action: str) -> None:
    """Raise for an action that works on a database file, such as `check`, if there is a database of Parquet files.

    Raises:
        DatabaseError: there is one.
    """
    if path is not None and is_parquet_database(path):
        raise DatabaseError(
            f"{path} is a database of Parquet files, and {action} is for database files; {_FOR_PARQUET[action]}"
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
        versions = con.execute(versions_query(folder)).fetchall()
        for statement in view_statements(folder) if versions == [(SCHEMA_VERSION,)] else ():
            con.execute(statement)
    except duckdb.Error as error:
        con.close()
        raise DatabaseError(
            f"{folder} is damaged: {str(error).splitlines()[0]}; write its parts again"
        ) from error
    if versions != [(SCHEMA_VERSION,)]:
        con.close()
        present = ", ".join(str(version) for (version,) in versions)
        raise DatabaseError(
            f"{folder} has parts of schema {present}, and this version reads schema {SCHEMA_VERSION}; "
            "write its parts again"
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
        _checkpoint(con)
    except duckdb.Error as error:
        if why_full(error) is None:
            return  # a cursor is still open: DuckDB tries again on closing
        raise DatabaseError(
            f"the disk is full, so the changes are not yet in {path} but in {log}, and nothing is lost; keep both files "
            "together, free some space and run any command"
        ) from error


def _checkpoint(con: duckdb.DuckDBPyConnection) -> None:
    """Move the changes in limited memory, or without a limit where the disk is too full for temporary files."""
    try:
        with limited_memory(con):
            con.execute("CHECKPOINT")
    except duckdb.OutOfMemoryException:
        con.execute("CHECKPOINT")


@contextmanager
def explained(path: Path | None) -> Iterator[None]:
    """Replace errors from a damaged database by a `DatabaseError` of one line.

    Raises:
        DatabaseError: the database cannot be read.
    """
    try:
        yield
    except Exception as error:
        if path is not None and isinstance(error, duckdb.Error) and is_parquet_database(path):
            raise DatabaseError(
                f"{path}: {str(error).splitlines()[0]}; if a part is damaged, write it again"
            ) from error
        why = None if path is None else explain(error, path)
        if why is None:
            raise
        raise DatabaseError(why) from error


def _look_at(path: Path, *, read_only: bool) -> bool:
    """Return whether the database must be created; refuse a path that cannot be a database."""
    try:
        if path.is_dir():
            raise DatabaseError(
                f"{path} is a folder without the parts of a database (docs/scale.md); name a database file with --db"
            )
        if is_log(path):
            raise DatabaseError(f"{path} is where another database keeps its changes; name another with --db")
        if _is_empty_file(path):
            if log := next((log for log in logs_of(path) if log.exists()), None):
                raise DatabaseError(
                    f"{path} is damaged (it is empty, and {log} is not); restore a copy of it, "
                    "or name another file with --db"
                )
            if read_only:
                raise DatabaseError(f"no hands yet: {path} is empty; run badugi-hh import")
            path.resolve().unlink()  # DuckDB creates a database only if there is no file
            return True
        if path.exists():
            if not path.is_file():
                raise DatabaseError(f"{path} is not a file; name another one with --db")
            if not read_only:
                _refuse_stray_log(path, new=False)
                if not os.access(path.resolve().parent, os.W_OK):
                    raise DatabaseError(
                        f"{path} cannot be changed: its folder cannot be written, where DuckDB keeps the latest changes; "
                        "copy it into a folder of your own and name the copy with --db"
                    )
            return False
        if read_only:
            raise DatabaseError(f"no hands yet: there is no database at {path}; run badugi-hh import")
        if path == default_path():
            path.parent.mkdir(parents=True, exist_ok=True)
        elif not path.parent.is_dir():
            raise DatabaseError(
                f"the folder {path.parent} does not exist; make it, or name another with --db"
            )
        _refuse_stray_log(path, new=True)
    except OSError as error:
        raise DatabaseError(
            f"{path} cannot be opened: {_reason(error)}; name another file with --db"
        ) from error
    return True


def _refuse_foreign_log(path: Path) -> None:
    """Check a database with a log before it is opened for writing, because DuckDB then moves the log into the file.

    Raises:
        DatabaseError: the database belongs to another program or to a newer version of this one.
    """
    if not any(log.exists() for log in logs_of(path)):
        return
    with suppress(duckdb.Error), closing(duckdb.connect(str(path), read_only=True, config=_CONFIG)) as con:
        if not has_nothing(con):
            _read_version(con, path)


def has_nothing(con: duckdb.DuckDBPyConnection) -> bool:
    """Return whether nothing was created in a database, as when a process was killed that had just created the file."""
    ((unwritten,),) = con.execute(
        "SELECT bool_and(total_blocks = 0 AND wal_size = '0 bytes') FROM pragma_database_size()"
    ).fetchall()
    return unwritten or not any(  # the list of functions takes longest: it has all of DuckDB's own
        con.execute(
            f"SELECT 1 FROM duckdb_{kind}() WHERE NOT internal AND database_name = current_database() LIMIT 1"
        ).fetchall()
        for kind in ("tables", "views", "types", "schemas", "functions")
    )


def is_unused(con: duckdb.DuckDBPyConnection) -> bool:
    """Return whether a database has no hand, no tournament summary and nothing that the user added, as after a refused import."""
    tables = (table.name for table in TABLES if table.name not in _OF_IMPORTS)
    places = " OR ".join(f"EXISTS (FROM {name})" for name in (*tables, "files WHERE hands_seen > 0"))
    try:
        ((used,),) = con.execute(f"SELECT {places}").fetchall()
    except duckdb.Error:
        return False  # the connection is closed, or an error has been reported
    return not used


def _refuse_stray_log(path: Path, *, new: bool) -> None:
    """Raise if DuckDB would delete a file that is not its log when it opens the database for writing.

    Raises:
        DatabaseError: there is such a file.
    """
    if (log := stray_log(path, new=new)) is not None:
        raise DatabaseError(
            f"{log} lies where the database {path} keeps its changes, and would be lost; move it away, or name another "
            "database with --db"
        )


def _is_empty_file(path: Path) -> bool:
    return path.is_file() and path.stat().st_size == 0


def connect(path: Path, *, new: bool = False, read_only: bool = False) -> duckdb.DuckDBPyConnection:
    """Connect to a DuckDB file of any content, or create an empty one.

    Raises:
        DatabaseInUseError: another process has it open.
        DatabaseError: the file cannot be opened, or is one that DuckDB would read into memory, such as a CSV file.
    """
    try:
        con = duckdb.connect(str(path), read_only=read_only, config=_CONFIG)
    except duckdb.ConnectionException as error:
        raise DatabaseError(
            f"{path} is open already in this program in another way; close it first"
        ) from error
    except duckdb.Error as error:
        said = str(error)
        if (holder := find_holder(said)) is not None:
            raise DatabaseInUseError(path, holder) from error
        if has_no_locks(said):
            what = f"{path} cannot be locked: its file system has no locks; copy it to a local disk, or name another file with --db"
        elif "Permission denied" in said or "Read-only file system" in said:
            what = f"{path} cannot be {'read' if read_only else 'written'} by this user; name another file with --db"
        elif (full := why_full(error)) is not None:
            what = full
            if new:  # the file is this process's: where another one makes it, its lock is what fails
                remove_attempt(path)
        else:
            what = (
                _why_foreign(path)
                or explain(error, path)
                or f"{path} cannot be opened: {said.splitlines()[0]}; name another file with --db"
            )
        raise DatabaseError(what) from error
    if _is_in_memory(con):
        con.close()
        in_memory = f"{path} names a database in memory, which keeps nothing; name a file with --db"
        raise DatabaseError(_why_foreign(path) or in_memory)
    return con


def _is_in_memory(con: duckdb.DuckDBPyConnection) -> bool:
    try:
        return path_of(con) is None
    except duckdb.InvalidInputException:  # it has a file, in a folder whose name is not UTF-8
        return False


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


def _ensure_schema(con: duckdb.DuckDBPyConnection, path: Path, *, read_only: bool) -> None:
    """Upgrade a database of an older schema; refuse it with `read_only`."""
    version = _read_version(con, path)
    if version == SCHEMA_VERSION:
        return
    if read_only:
        raise DatabaseError(
            f"{path} has schema {version}, and this version reads schema {SCHEMA_VERSION}; badugi-hh retry upgrades it, "
            "or badugi_hh.open without read_only"
        )
    try:
        upgrade(con, version)
    except duckdb.Error as error:
        raise DatabaseError(
            why_full(error)
            or explain(error, path)
            or f"{path} cannot be upgraded to schema {SCHEMA_VERSION} and is unchanged: {str(error).splitlines()[0]}; "
            "report this, or name another file with --db"
        ) from error


def _read_version(con: duckdb.DuckDBPyConnection, path: Path) -> int:
    """Return the schema version of the database at `path`, at most `SCHEMA_VERSION`.

    Raises:
        DatabaseError: the file belongs to another program or a newer version of this one, or is damaged.
    """
    with explained(path):
        missing = find_missing_end(con, path)
        if missing is not None:
            raise DatabaseError(missing)
        try:
            rows = con.execute(f"SELECT schema_version, tool FROM {META.name}").fetchall()
        except (duckdb.CatalogException, duckdb.BinderException):
            rows = []
    if not rows and has_nothing(con):
        raise DatabaseError(f"no hands yet: {path} is empty; run badugi-hh import")
    if len(rows) != 1 or not isinstance(rows[0][0], int) or rows[0][0] < 1:
        raise DatabaseError(
            f"{path} is a DuckDB database, but none of badugi-hh; name another file with --db"
        )
    version, tool = rows[0]
    if version > SCHEMA_VERSION:
        raise DatabaseError(
            f"{path} was made by {tool} with schema {version}, and this version reads schema {SCHEMA_VERSION}; "
            "install that version or a newer one, or name another file with --db"
        )
    return int(version)


def _reason(error: OSError) -> str:
    return (error.strerror or type(error).__name__).lower()
