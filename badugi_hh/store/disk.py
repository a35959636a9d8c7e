"""Handles a full disk, foreign files in the place of the log, and unfinished database files.

DuckDB writes each transaction to a log file beside the database before it reports success, so a full disk never damages
the rows that are already in the database.
"""

import re
from pathlib import Path

import duckdb

from badugi_hh.outputs.checks import logs_of

_FULL = re.compile(
    r"no space left on device|quota exceeded|file too large|not enough space on the disk|disk (?:is )?full",
    re.IGNORECASE,
)
_FILE = re.compile(r'file "([^"]+)"')
_LOG = b"d\x00be\x00"  # the first bytes of every DuckDB log


def why_full(error: BaseException) -> str | None:
    """Return a message if a DuckDB error means that the disk is full, None for other errors."""
    if not isinstance(error, duckdb.Error) or not _FULL.search(str(error)):
        return None
    named = _FILE.search(str(error))
    what = named[1].removesuffix(".wal") if named else "the database"
    return (
        f"{what} cannot be written: the disk is full; free some space and run the command again, or name a database on "
        "another disk with --db; what it held before is unharmed"
    )


def stray_log(database: Path, *, new: bool) -> Path | None:
    """Return a file that has the name of the database's log but is not its log; DuckDB would delete it.

    DuckDB deletes every file of that name if the database is `new`, else every file that is not a log.
    """
    for log in logs_of(database):
        if log.is_file() and log.stat().st_size:
            with log.open("rb") as file:
                if new or file.read(len(_LOG)) != _LOG:
                    return log
    return None


def remove_attempt(database: Path) -> None:
    """Remove an unfinished database of this process, with its log."""
    for path in (database, *logs_of(database)):
        path.unlink(missing_ok=True)
