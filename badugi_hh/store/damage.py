"""Explains DuckDB's errors about a database file that it cannot read, in one line that says what to do.

A file can be damaged, belong to another program, or be written by another version of DuckDB. A damaged file is never
changed or deleted. Damage is found only in the parts that a query reads.
"""

from pathlib import Path

import duckdb

from badugi_hh.outputs.checks import logs_of
from badugi_hh.store.disk import why_full

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
