"""Recognizes files that no output may replace, and explains in one line why an output cannot be written."""

import errno
import os
import unicodedata
from pathlib import Path

from badugi_hh.user_error import UserError

# Suffixes of the files beside a database in which DuckDB keeps the latest changes.
_LOGS = (".wal", ".wal.checkpoint", ".wal.recovery")
_SQLITE_LOGS = ("-wal", "-shm", "-journal")  # SQLite does the same
_DUCKDB = slice(8, 12), b"DUCK"
_SQLITE = slice(0, 16), b"SQLite format 3\0"
_HEAD = 16  # bytes at the start of a file that contain both

_FULL = {errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)}


class OutputError(UserError):
    """An output that is refused or cannot be written; the message is one line that says what to do."""


def is_database(path: Path) -> bool:
    """Return whether a file is a DuckDB or SQLite database, of any program and version.

    Raises:
        OSError: the file cannot be read.
    """
    with path.open("rb") as file:
        head = file.read(_HEAD)
    return any(head[where] == magic for where, magic in (_DUCKDB, _SQLITE))


def logs_of(database: Path) -> tuple[Path, ...]:
    """Return the paths beside a database at which DuckDB keeps its latest changes; the files may not exist."""
    return tuple(database.with_name(database.name + suffix) for suffix in _LOGS)


def is_log(path: Path) -> bool:
    """Return whether a path is a log of a database beside it, or has the name of one."""
    bases = (
        path.with_name(path.name.removesuffix(suffix) or path.name) for suffix in (*_LOGS, *_SQLITE_LOGS)
    )
    return any(base != path and base.is_file() and is_database(base) for base in bases)


def is_same(path: Path, found: os.stat_result | None, other: Path) -> bool:
    """Return whether `path` and `other` are the same file; `found` is the status of `path`, None if it does not exist.

    Links are followed. The names of files that do not exist yet are compared without regard to case, as some systems
    do.
    """
    try:
        known = other.stat()
    except OSError:
        return found is None and _folded(path) == _folded(other)
    return found is not None and os.path.samestat(found, known)


def _folded(path: Path) -> str:
    return unicodedata.normalize("NFC", os.path.realpath(path)).casefold()


def is_full(error: BaseException) -> bool:
    """Return whether an error means that the disk or the quota of the user is full."""
    return isinstance(error, OSError) and error.errno in _FULL


def why_unwritable(error: Exception, option: str = "--out") -> str:
    """Return the reason of a failure to write and what to do: `the disk is full; free some space, or …`.

    `option` is the option that names the place.
    """
    another = f"name another place with {option}"
    code = error.errno if isinstance(error, OSError) else None
    if is_full(error):
        return f"the disk is full; free some space, or {another}"
    if code == errno.EFBIG:
        return f"it is larger than a file may be there; {another}"
    if code == errno.ENAMETOOLONG:
        return f"the name is too long; name a shorter one with {option}"
    reason = (isinstance(error, OSError) and error.strerror) or str(error) or type(error).__name__
    return f"{reason.lower()}; {another}"
