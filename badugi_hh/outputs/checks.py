"""Recognizes files that no output may replace, and explains in one line why an output cannot be written."""

import errno
from pathlib import Path

from badugi_hh.user_error import UserError

# Suffixes of the files beside a database in which DuckDB keeps the latest changes.
_LOGS = (".wal", ".wal.checkpoint", ".wal.recovery")
_DUCKDB, _SQLITE = (8, b"DUCK"), (0, b"SQLite format 3\0")
_FULL = {errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)}


class OutputError(UserError):
    """An output that is refused or cannot be written; the message is one line that says what to do."""


def is_database(path: Path) -> bool:
    """Return whether a file is a DuckDB or SQLite database, of any program and version.

    Raises:
        OSError: the file cannot be read.
    """
    with path.open("rb") as file:
        head = file.read(16)
    return any(head.startswith(magic, start) for start, magic in (_DUCKDB, _SQLITE))


def logs_of(database: Path) -> tuple[Path, ...]:
    """Return the paths beside a database at which DuckDB keeps its latest changes; the files may not exist."""
    return tuple(database.with_name(database.name + suffix) for suffix in _LOGS)


def is_log(path: Path) -> bool:
    """Return whether a path has the name of the log of a database beside it."""
    bases = (path.with_name(path.name.removesuffix(suffix) or path.name) for suffix in _LOGS)
    return any(base != path and base.is_file() and is_database(base) for base in bases)


def is_full(error: BaseException) -> bool:
    """Return whether an error means that the disk or the quota of the user is full."""
    return isinstance(error, OSError) and error.errno in _FULL


def why_unwritable(error: Exception, option: str = "--out") -> str:
    """Return the reason of a failure to write and what to do: `the disk is full; free some space, or …`.

    `option` is the option that names the place.
    """
    if is_full(error):
        return f"the disk is full; free some space, or name another place with {option}"
    reason = (isinstance(error, OSError) and error.strerror) or str(error) or type(error).__name__
    return f"{reason.lower()}; name another place with {option}"
