"""Explains DuckDB's errors about a database file in one line that says what to do.

Another process can use the file: the operating system holds its lock and releases it when the process ends, however it ends,
so that no lock can be left behind; one process can have a database open for writing, or several for reading. The disk can be
full: DuckDB writes each transaction to a log beside the database before it reports success, so that this never damages the
rows that are already there. The file can be damaged, belong to another program, or be written by another version of DuckDB; a
damaged file is never changed or deleted, and damage is found only in the parts that a query reads. Nothing here waits.
"""

import re
from dataclasses import dataclass
from pathlib import Path

import duckdb

from badugi_hh.outputs.checks import logs_of

_POSIX = "Could not set lock"  # followed by who holds it, or by what the system says
_HELD = "held in "
_WINDOWS = "used by another process"
_HOLDER = re.compile(r"lock is held in (?P<program>.+?) \(PID (?P<pid>\d+)\)")
_OWN_NAMES = {"badugi-hh", "badugi_hh"}

_FULL = re.compile(
    r"no space left on device|quota exceeded|file too large|not enough space on the disk|disk (?:is )?full",
    re.IGNORECASE,
)
_FILE = re.compile(r'file "([^"]+)"')
_LOG = b"d\x00be\x00"  # the first bytes of every DuckDB log

_RESTORE = "restore a copy of it, or import your histories again into another file named with --db"
# What DuckDB says of bytes that are missing or not what their checksum says, on opening a file and in a query.
_DAMAGED = {
    "Could not read enough bytes": "bytes are missing at its end",
    "not a valid DuckDB database file": "it does not begin as a database",
    "Failed to load metadata pointer": "its list of contents cannot be read",
    "Corrupt ": "a part of it was overwritten or cannot be read",
}
_READERS = ("duckdb", "_duckdb", "polars")
_REPLAY = "Failure while replaying WAL file"
_FOREIGN_LOG = "WAL does not match database file"
_STORAGE_VERSION = "storage version number"
_HEADERS = 12288  # bytes before the first block of a DuckDB file


# --- locks


@dataclass(frozen=True, slots=True)
class Holder:
    """The process that has a database open: its number and the name of its program, None where they are unknown."""

    pid: int | None = None
    program: str | None = None

    def __str__(self) -> str:
        parts = [*([f"PID {self.pid}"] if self.pid is not None else []), *filter(None, [self.program])]
        return f"another program ({': '.join(parts)})" if parts else "another program"


def find_holder(message: str) -> Holder | None:
    """Return the process that DuckDB's message names; None if the message is not about a lock that a process holds."""
    if not (_WINDOWS in message or (_POSIX in message and _HELD in message)):
        return None
    match = _HOLDER.search(message)
    if match is None:
        return Holder()
    pid = int(match["pid"])
    return Holder(pid, _find_command(pid) or Path(match["program"]).name)


def has_no_locks(message: str) -> bool:
    """Return whether DuckDB's message says that a lock was refused though no process holds it."""
    return _POSIX in message and find_holder(message) is None


def _find_command(pid: int) -> str | None:
    """Return the command of this tool that a process runs, such as `badugi-hh import`; None if unknown."""
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace").split("\0")
    except OSError:  # it has ended meanwhile, belongs to another user, or the system has no such file
        return None
    program = next((place for place, word in enumerate(words) if Path(word).name in _OWN_NAMES), None)
    if program is None:
        return None
    command = next((word for word in words[program + 1 :] if not word.startswith("-")), "")
    return f"badugi-hh {command}".strip()


# --- the disk, and the log


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


# --- damage


def explain(error: BaseException, path: Path) -> str | None:
    """Return why the database cannot be read, None if the error has another cause.

    The error may come from DuckDB or from a library that reads its results.
    """
    while error.__cause__ is not None:
        error = error.__cause__
    if type(error).__module__.partition(".")[0] not in _READERS:
        return None
    if isinstance(error, duckdb.ProgrammingError | duckdb.DataError):
        return None  # an error about a query, whose text can contain any words
    first = str(error).partition("\n")[0]
    if _STORAGE_VERSION in first:
        if "newer version of DuckDB" in str(error):
            return (
                f"{path} was made with a newer DuckDB than {duckdb.__version__}; upgrade the package duckdb, "
                "or name another file with --db"
            )
        return f"{path} was made with an older DuckDB than badugi-hh needs; name another file with --db"
    log = logs_of(path)[0]
    if _FOREIGN_LOG in first:
        return (
            f"{path} and {log} do not belong together; put back the file that is missing, "
            f"or move {log.name} away, which has changes of another database"
        )
    if _REPLAY in first:
        return f"{log} is damaged, which holds the last changes of {path}; {_RESTORE}"
    for words, why in _DAMAGED.items():
        if words in first:
            return _damaged(path, why)
    if isinstance(error, duckdb.FatalException | duckdb.InternalException) and why_full(error) is None:
        return f"DuckDB cannot continue with {path}: {first}; try again, and if that fails {_RESTORE}"
    return None


def find_missing_end(con: duckdb.DuckDBPyConnection, path: Path) -> str | None:
    """Return why the database cannot be read if its file is shorter than its blocks need, else None."""
    ((needed,),) = con.execute("SELECT sum(block_size * used_blocks) FROM pragma_database_size()").fetchall()
    missing = _HEADERS + int(needed) - path.stat().st_size
    return _damaged(path, f"{missing:,} bytes are missing at its end") if missing > 0 else None


def _damaged(path: Path, why: str) -> str:
    return f"{path} is damaged ({why}); {_RESTORE}"
