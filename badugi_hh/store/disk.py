"""What a database meets on the disk: no room, another file where its latest changes go, and what an attempt leaves.

DuckDB writes a transaction into a file beside the database first, its log, and only then reports success: what was in
the database before stays whole, however full the disk is.
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
_LOG = b"d\x00be\x00"  # what every log of DuckDB begins with


def why_full(error: BaseException) -> str | None:
    """Return one line where an error of DuckDB says that the disk is full, None where it says something else."""
    if not isinstance(error, duckdb.Error) or not _FULL.search(str(error)):
        return None
    named = _FILE.search(str(error))
    what = named[1].removesuffix(".wal") if named else "the database"
    return (
        f"{what} cannot be written: the disk is full; free some space and run the command again, or name a database on "
        "another disk with --db; what it held before is unharmed"
    )


def stray_log(database: Path, *, new: bool) -> Path | None:
    """Return a file where a database will keep its latest changes if it is not this database's: it would be lost.

    DuckDB removes what it finds there beside a `new` database, and whatever is no log.
    """
    for log in logs_of(database):
        if log.is_file() and log.stat().st_size:
            with log.open("rb") as file:
                if new or file.read(len(_LOG)) != _LOG:
                    return log
    return None


def remove_attempt(database: Path) -> None:
    """Remove a database that this process has begun, with its log."""
    for path in (database, *logs_of(database)):
        path.unlink(missing_ok=True)
