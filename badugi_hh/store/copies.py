"""Rewrites a database without its free space, and copies it to another file.

Both write a new file under a temporary name and move it into place when it is complete and on the disk. So there is a
complete database at every moment; an earlier file is only replaced by its own compact form.
"""

import os
import shutil
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path

import duckdb

from badugi_hh.facts.schema import META
from badugi_hh.outputs.checks import is_full, logs_of
from badugi_hh.outputs.file import keep_permissions, unfinished
from badugi_hh.store.database import (
    BLOCK_SIZE,
    DatabaseError,
    explained,
    has_database,
    open_database,
    opened,
)
from badugi_hh.store.file_errors import is_disk_full, remove_attempt
from badugi_hh.suggest import why_no_answer


@dataclass(frozen=True, slots=True)
class Compacted:
    """The sizes of a database before and after, in bytes."""

    path: Path
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Backup:
    """A copy of a database, and its size in bytes."""

    path: Path
    to: Path
    size: int


def compact(path: Path) -> Compacted:
    """Rewrite the database at `path` without free space, with everything in it; nobody else can use it meanwhile.

    Raises:
        DatabaseError: the database is missing, in use or damaged, its folder is not writable, or the disk is too full.
            The database is then unchanged.
    """
    path = path.resolve()
    with opened(path, read_only=not has_database(path)) as con:  # no database is created
        con.execute("CHECKPOINT")
    before = path.stat().st_size
    new_path = unfinished(path.parent)
    try:
        with closing(duckdb.connect()) as con:
            _attach(con, path, "old")  # which locks it
            _attach(con, new_path, "new")
            keep_permissions(path, new_path)
            con.execute("COPY FROM DATABASE old TO new")
            con.execute("DETACH new")
            _to_disk(new_path)
            if os.name == "nt":
                con.close()  # a file that is open cannot be replaced there
            new_path.replace(path)
    except (duckdb.Error, OSError) as error:
        raise DatabaseError(f"{path} cannot be compacted and is unchanged: {_why(error)}") from error
    finally:
        remove_attempt(new_path)  # there is one only after a failure
    return Compacted(path, before, path.stat().st_size)


def _attach(con: duckdb.DuckDBPyConnection, path: Path, name: str) -> None:
    quoted = str(path).replace("'", "''")
    con.execute(f"ATTACH '{quoted}' AS {name} (BLOCK_SIZE {BLOCK_SIZE})")


def back_up(path: Path, to: Path) -> Backup:
    """Copy the database at `path` to the new file `to`; others can read it meanwhile, and nobody can change it.

    Raises:
        DatabaseError: `to` exists or cannot be written, or the database cannot be read or is in use by a process that
            writes.
    """
    path = path.resolve()
    _check_new(to)
    if any(log.exists() for log in logs_of(path)):
        with opened(path):
            pass  # moves the latest changes from the log into the file
    # Files that are opened here are closed last: a process that closes a file loses its locks on it.
    with ExitStack() as held, closing(open_database(path, read_only=True)) as con, explained(path):
        con.execute(f"SELECT count(*) FROM {META.name}").fetchall()
        source = held.enter_context(path.open("rb"))
        part = unfinished(to.parent)
        try:
            with part.open("xb") as target:
                shutil.copyfileobj(source, target)
            _to_disk(part)
            shutil.copystat(path, part)
            _check_new(to)  # it can have been created meanwhile
            part.rename(to)
        except OSError as error:
            raise DatabaseError(f"{to} cannot be written: {_why(error)}; name another file") from error
        finally:
            part.unlink(missing_ok=True)
    return Backup(path, to, to.stat().st_size)


def _check_new(to: Path) -> None:
    taken = next((file for file in (to, *logs_of(to)) if os.path.lexists(file)), None)
    if taken is not None:
        raise DatabaseError(f"{taken} exists, and a backup replaces nothing; name a file that does not exist")


def _to_disk(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _why(error: duckdb.Error | OSError) -> str:
    if is_full(error) or is_disk_full(error):
        return "the disk is full; free some space and try again"
    return why_no_answer(str(error)) if isinstance(error, duckdb.Error) else str(error.strerror).lower()
