"""Which files a database was made from, and which file it is itself: asked before a file is replaced."""

import hashlib
import os
from pathlib import Path

import duckdb

from badugi_hh.store.database import has_database, opened


def path_of(con: duckdb.DuckDBPyConnection) -> Path | None:
    """Return the file of a database, None for one in memory."""
    ((path,),) = con.execute(
        "SELECT path FROM duckdb_databases() WHERE database_name = current_database()"
    ).fetchall()
    return None if path is None else Path(path)


def is_imported(con: duckdb.DuckDBPyConnection, file: Path, *, by_content: bool = True) -> bool:
    """Return whether a file was imported as a history: by its path, also of an archive, or by its bytes as well."""
    if by_content:
        with file.open("rb") as content:
            sha256 = hashlib.file_digest(content, "sha256").hexdigest()
        if con.execute("SELECT 1 FROM files WHERE sha256 = ? LIMIT 1", [sha256]).fetchall():
            return True
    real = os.path.realpath(file)
    named = con.execute("SELECT path FROM files WHERE contains(path, ?)", [file.name]).fetchall()
    return any(f"{os.path.realpath(path)}{os.sep}".startswith(f"{real}{os.sep}") for (path,) in named)


def is_imported_into(database: Path, file: Path, *, by_content: bool = True) -> bool:
    """Return what `is_imported` returns of a database, which is opened for it; False where there is none.

    Raises:
        DatabaseError: the database cannot be read, so that nobody knows.
    """
    if not has_database(database):
        return False
    with opened(database, read_only=True) as con:
        return is_imported(con, file, by_content=by_content)
