"""Rewrites a database without its free space, and copies it to another file.

Both write a new file under a temporary name and move it into place when it is complete and on the disk. So there is a
complete database at every moment; an earlier file is only replaced by its own compact form.
"""

import os
import shutil
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import duckdb

from badugi_hh.facts.columns import META
from badugi_hh.outputs.checks import is_full, logs_of
from badugi_hh.outputs.file import keep_permissions, unfinished
from badugi_hh.store.database import (
    BLOCK_SIZE,
    DatabaseError,
    connect,
    explained,
    has_database,
    has_nothing,
    open_database,
    opened,
)
from badugi_hh.store.file_errors import remove_attempt, why_full
from badugi_hh.suggest import why_no_answer

_MARGIN = 1.1  # of the size: a compact database is not larger, but for rounding


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


def space_for(path: Path) -> tuple[int, int]:
    """Return the bytes that a second copy of a database can need, and the bytes that are free on the disk of `path`."""
    size = sum(file.stat().st_size for file in (path, *logs_of(path)) if file.exists())
    return int(size * _MARGIN), shutil.disk_usage(path.parent).free


def compact(path: Path, announce: Callable[[int, int], None] = lambda *_: None) -> Compacted:
    """Rewrite the database at `path` without free space, with everything in it; nobody else can use it meanwhile.

    `announce` is called first with the bytes of disk that are needed and those that are free.

    Raises:
        DatabaseError: the database is missing, in use or damaged, its folder is not writable, or the disk is too full.
            The database is then unchanged.
    """
    path = path.resolve()
    with opened(path, read_only=not has_database(path)) as con:  # no database is created
        con.execute("CHECKPOINT")
    before = path.stat().st_size
    needed, free = space_for(path)
    announce(needed, free)
    if needed > free:
        raise DatabaseError(
            f"{path} cannot be compacted: it needs {needed:,} bytes of disk, and {free:,} are free; free some space"
        )
    new_path = _find_place(path)
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


def _find_place(path: Path) -> Path:
    """Return an unused name beside a database for the file that will replace it; an unfinished such file is removed."""
    for number in count(1):
        place = path.with_name(f"{path.name}.compacting{f'-{number}' if number > 1 else ''}")
        if _is_left_over(place):
            remove_attempt(place)
        if not any(os.path.lexists(file) for file in (place, *logs_of(place))):
            return place
    raise AssertionError  # there is always a number


def _is_left_over(place: Path) -> bool:
    """Return whether a file is the database of an interrupted run, which has nothing before all rows are copied."""
    if not place.is_file():
        return False
    try:
        with closing(connect(place, read_only=True)) as con:
            return has_nothing(con)
    except (DatabaseError, duckdb.Error):
        return False


def back_up(path: Path, to: Path) -> Backup:
    """Copy the database at `path` to the new file `to`; others can read it meanwhile, and nobody can change it.

    Raises:
        DatabaseError: `to` exists or cannot be written, or the database cannot be read, has an older schema, or is in
            use by a process that writes.
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
            _move_to_new_name(part, to)
        except OSError as error:
            raise DatabaseError(f"{to} cannot be written: {_why(error)}") from error
        finally:
            part.unlink(missing_ok=True)
    return Backup(path, to, to.stat().st_size)


def _check_new(to: Path) -> None:
    """Raise if a file cannot be created under this name."""
    if to.is_dir():
        raise DatabaseError(f"{to} is a folder; name a file in it that does not exist")
    taken = next((file for file in (to, *logs_of(to)) if os.path.lexists(file)), None)
    if taken is not None:
        raise DatabaseError(f"{taken} exists, and a backup replaces nothing; name a file that does not exist")
    if not to.parent.is_dir():
        raise DatabaseError(f"the folder {to.parent} does not exist; make it, or name another file")


def _move_to_new_name(part: Path, to: Path) -> None:
    """Give a file its name, and replace no file that was created meanwhile."""
    try:
        os.link(part, to)
    except FileExistsError as error:
        raise DatabaseError(
            f"{to} exists, and a backup replaces nothing; name a file that does not exist"
        ) from error
    except OSError:  # a file system without hard links
        _check_new(to)
        part.rename(to)


def _to_disk(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _why(error: Exception) -> str:
    if is_full(error) or why_full(error):
        return "the disk is full; free some space and try again"
    return why_no_answer(str(error)) if isinstance(error, duckdb.Error) else str(error.args[-1]).lower()
