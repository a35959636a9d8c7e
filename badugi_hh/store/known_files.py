"""Recognizes files that were imported before: by their content, or as the beginning of a file that has grown.

Nothing here reads a file; the caller has the hashes of its bytes.
"""

from pathlib import PurePath

import duckdb

from badugi_hh.history.source import Scan
from badugi_hh.store.file_counts import Counts, File, Imported


class KnownFiles:
    """The files of a database, and those that an import has read since.

    A file grows in its place: only a file that was imported under the same name, in any folder, is compared with the
    bytes of another. One file of the database is continued at most once in an import.
    """

    def __init__(self, con: duckdb.DuckDBPyConnection) -> None:
        self._hashes: set[str] = set()
        self._unchanged: dict[str, Imported] = {}  # by hash: those that can be continued
        self._by_name: dict[str, set[str]] = {}
        for sha256, key, path, size, line, offset, *counts in con.execute(
            "SELECT sha256, file_key, path, size, last_line, last_offset, stored, duplicates, other_games, quarantined "
            "FROM files"
        ).fetchall():
            self._hashes.add(sha256)
            if line is not None and size:
                self._unchanged[sha256] = Imported(key, path, size, sha256, line, offset, Counts(*counts))
        for path, sha256 in con.execute(
            "SELECT path, sha256 FROM files UNION ALL "
            "SELECT file_copies.path, sha256 FROM file_copies JOIN files USING (file_key)"
        ).fetchall():
            self._by_name.setdefault(PurePath(path).name, set()).add(sha256)

    def sizes_of(self, path: str) -> list[int]:
        """Return the sizes in bytes of the files that a file of this path can be a continuation of."""
        hashes = self._by_name.get(PurePath(path).name, set()) & self._unchanged.keys()
        return sorted({self._unchanged[sha256].size for sha256 in hashes})

    def knows(self, sha256: str) -> bool:
        """Return whether a file of these bytes was imported; such a file cannot be continued in the same import."""
        self._unchanged.pop(sha256, None)
        return sha256 in self._hashes

    def find_beginning(self, path: str, scan: Scan) -> Imported | None:
        """Return the largest file that is the beginning of the scanned file of this path; it is not known any more."""
        hashes = self._by_name.get(PurePath(path).name, set())
        for size, sha256 in sorted(scan.beginnings.items(), reverse=True):
            found = self._unchanged.get(sha256) if sha256 in hashes else None
            if found is not None and found.size == size:
                self.keep(found)
                self._hashes.discard(sha256)
                return found
        return None

    def add(self, file: File) -> None:
        """Remember a file that is imported."""
        self._hashes.add(file.sha256)

    def remove(self, file: File) -> None:
        """Forget a file that cannot be read to its end; what it continues is known again."""
        self._hashes.discard(file.sha256)
        if file.grown is not None:
            self._hashes.add(file.grown.sha256)
            self._unchanged[file.grown.sha256] = file.grown

    def keep(self, file: Imported) -> None:
        """Do not continue a file in this import."""
        self._unchanged.pop(file.sha256, None)
