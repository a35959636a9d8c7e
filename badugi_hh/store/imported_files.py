"""Returns whether a file was imported into a database, and the file of the database; used before a file is replaced."""

import hashlib
import os
from contextlib import suppress
from pathlib import Path

import duckdb

from badugi_hh.history.archives import OPENERS, PIECE
from badugi_hh.history.source import InputError, find_sources
from badugi_hh.outputs.checks import is_same
from badugi_hh.store.database import has_database, opened


def is_imported(con: duckdb.DuckDBPyConnection, file: Path, *, by_content: bool = True) -> bool:
    """Return whether a file was imported as a history, by its path, or by its path or content.

    Two paths are one if they lead to the same file: through links, from another folder, or in other letters where the
    system does not distinguish these. The path of an archive is known if one of its members was imported. By content, a
    file that has grown since its import is known too, and an archive with a member that was imported.
    """
    if by_content and (_begins_as_imported(con, file) or _holds_imported(con, file)):
        return True
    try:
        found = file.stat()
    except OSError:
        found = None
    # Comparing the names first leaves few files whose status is needed.
    named = con.execute(
        "SELECT path FROM (SELECT path FROM files UNION SELECT path FROM file_copies), (SELECT unnest(?::VARCHAR[]) AS name) "
        "WHERE contains(lower(nfc_normalize(path)), lower(nfc_normalize(name)))",
        [[file.name, os.path.basename(os.path.realpath(file))]],  # noqa: PTH119 - `realpath` returns text
    ).fetchall()
    # A member of an archive lies below the archive.
    return any(is_same(file, found, each) for (path,) in named for each in (Path(path), *Path(path).parents))


def _begins_as_imported(con: duckdb.DuckDBPyConnection, file: Path) -> bool:
    """Return whether a file begins with the bytes of an imported file: the client appends hands to its files."""
    hashes: dict[int, set[str]] = {}
    for size, sha256 in con.execute(
        "SELECT size, sha256 FROM files WHERE size BETWEEN 1 AND ?", [file.stat().st_size]
    ).fetchall():
        hashes.setdefault(size, set()).add(sha256)
    digest, done = hashlib.sha256(), 0
    with file.open("rb") as content:
        for size in sorted(hashes):
            while done < size and (piece := content.read(min(PIECE, size - done))):
                digest.update(piece)
                done += len(piece)
            if digest.hexdigest() in hashes[size]:
                return True
    return False


def _holds_imported(con: duckdb.DuckDBPyConnection, file: Path) -> bool:
    """Return whether an archive holds an imported history."""
    if file.suffix.lower() not in {".zip", *OPENERS}:
        return False
    try:
        sources = list(find_sources([file]))
    except InputError:
        return False
    for source in sources:
        with suppress(InputError):  # a source that cannot be read was not imported
            found = con.execute("SELECT 1 FROM files WHERE sha256 = ? LIMIT 1", [source.scan().sha256])
            if found.fetchall():
                return True
            source.release()
    return False


def is_imported_into(database: Path, file: Path, *, by_content: bool = True) -> bool:
    """Open a database and return `is_imported`; False if there is no database.

    Raises:
        DatabaseError: the database cannot be read.
    """
    if not has_database(database):
        return False
    with opened(database, read_only=True) as con:
        return is_imported(con, file, by_content=by_content)
