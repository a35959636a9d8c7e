"""Explains DuckDB's errors about a database file in one line that says what to do.

Another process can use the file: the operating system holds its lock and releases it when the process ends, however it ends,
so that no lock can be left behind; one process can have a database open for writing, or several for reading. The disk can be
full: DuckDB writes each transaction to a log beside the database before it reports success, so that this never damages the
rows that are already there. The file can be damaged, belong to another program, or be written by another version of DuckDB; a
damaged file is never changed or deleted, and damage is found only in the parts that a query reads.
"""

import re
from pathlib import Path

import duckdb

from badugi_hh.outputs.checks import logs_of

_ANOTHER = "name another file with --db"
_RESTORE = "restore a copy of it, or import your histories again into another file named with --db"
_FULL = r"no space left on device|quota exceeded|file too large|not enough space on the disk|disk (is )?full"
# What DuckDB says in any version and system, and what it means; an error of another library can be about another file.
_MEANINGS = {
    _FULL: "{path} cannot be written: the disk is full; free some space and run the command again, or name a database on "
    "another disk with --db; what it held before is unharmed",
    "different configuration": "{path} is open already in this program in another way; close it first",
    "could not set lock": "{path} cannot be locked: its file system has no locks; copy it to a local disk, or "
    + _ANOTHER,
    "permission denied|read-only file system": "{path} cannot be read or written here by this user; "
    + _ANOTHER,
    "newer version of duckdb": "{path} was made with a newer DuckDB than {version}; upgrade the package duckdb, or "
    + _ANOTHER,
    "storage version number": "{path} was made with an older DuckDB than badugi-hh needs; " + _ANOTHER,
    "wal does not match database file": "{path} and {log} do not belong together; put back the file that is missing, "
    "or move {log} away, which has changes of another database",
    "failure while replaying wal file": "{log} is damaged, which holds the last changes of {path}; "
    + _RESTORE,
}
_DAMAGE = {
    "could not read enough bytes": "{path} is damaged (bytes are missing at its end); " + _RESTORE,
    "not a valid duckdb database file": "{path} is damaged (it does not begin as a database); " + _RESTORE,
    "failed to load metadata pointer": "{path} is damaged (its list of contents cannot be read); " + _RESTORE,
    "corrupt ": "{path} is damaged (a part of it was overwritten or cannot be read); " + _RESTORE,
}
_CANNOT_GO_ON = "DuckDB cannot continue with {path}: {said}; try again, and if that fails " + _RESTORE
_READERS = ("duckdb", "_duckdb", "polars")
_HELD = re.compile(r"lock is held in (?P<program>.+?) \(PID (?P<pid>\d+)\)|used by another process")
_OWN_NAMES = {"badugi-hh", "badugi_hh"}
_LOG = b"d\x00be\x00"  # the first bytes of every DuckDB log
_HEADERS = 12288  # bytes before the first block of a DuckDB file


def explain(error: BaseException, path: Path) -> str | None:
    """Return what an error about the database at `path` means, None if it has another cause.

    The error may come from DuckDB or from a library that reads its results.
    """
    while error.__cause__ is not None:
        error = error.__cause__
    of_query = isinstance(error, duckdb.ProgrammingError | duckdb.DataError)  # whose text can have any words
    if of_query or type(error).__module__.partition(".")[0] not in _READERS:
        return None
    said = str(error)
    meanings = _MEANINGS | _DAMAGE if isinstance(error, duckdb.Error) else _DAMAGE
    meant = next((meant for words, meant in meanings.items() if re.search(words, said, re.IGNORECASE)), None)
    if meant is None and isinstance(error, duckdb.FatalException | duckdb.InternalException):
        meant = _CANNOT_GO_ON
    first = said.partition("\n")[0]
    return meant and meant.format(path=path, log=logs_of(path)[0], version=duckdb.__version__, said=first)


def is_disk_full(error: BaseException) -> bool:
    """Return whether an error of DuckDB means that the disk is full."""
    return isinstance(error, duckdb.Error) and re.search(_FULL, str(error), re.IGNORECASE) is not None


def find_holder(message: str) -> str | None:
    """Return the process that DuckDB's message names; None if the message is not about a lock that a process holds."""
    match = _HELD.search(message)
    if match is None:
        return None
    pid = match["pid"]
    return (
        f"another program (PID {pid}: {_find_command(pid) or Path(match['program']).name})"
        if pid
        else "another program"
    )


def _find_command(pid: str) -> str | None:
    """Return the command of this tool that a process runs, such as `badugi-hh import`; None if unknown."""
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace").split("\0")
    except OSError:  # it has ended meanwhile, belongs to another user, or the system has no such file
        return None
    program = next((place for place, word in enumerate(words) if Path(word).name in _OWN_NAMES), len(words))
    command = [word for word in words[program + 1 :] if word and not word.startswith("-")][:1]
    return " ".join(["badugi-hh", *command]) if words[program:] else None


def find_missing_end(con: duckdb.DuckDBPyConnection, path: Path) -> str | None:
    """Return why the database cannot be read if its file is shorter than its blocks need, else None."""
    ((needed,),) = con.execute("SELECT sum(block_size * used_blocks) FROM pragma_database_size()").fetchall()
    missing = _HEADERS + int(needed) - path.stat().st_size
    return (
        f"{path} is damaged ({missing:,} bytes are missing at its end); {_RESTORE}" if missing > 0 else None
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
