"""The files of an import, and what the database knows of them: which were imported, and how many hands each has.

A file is known by its bytes. A file that has grown since it was imported keeps its key and its stored texts, and is read
again from its beginning. The counts of a file follow from the places of its texts in `hand_texts`, `duplicates` and
`quarantine`; only hands of other games are counted as they are read.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeAlias

import duckdb

from badugi_hh.history.source import Block, Source
from badugi_hh.problems import Problem
from badugi_hh.store.arrow import Row


@dataclass(slots=True)
class Counts:
    """The counts of the hands of one file; `hands_seen` is their sum."""

    stored: int = 0
    duplicates: int = 0
    other_games: int = 0
    quarantined: int = 0

    @property
    def hands_seen(self) -> int:
        """Return the number of hands in the file."""
        return self.stored + self.duplicates + self.other_games + self.quarantined


@dataclass(frozen=True, slots=True)
class Imported:
    """A file as it was imported; if it has grown, `texts` are those that are not read again, by first line and hash."""

    key: int
    path: str
    size: int
    sha256: str
    at: datetime
    texts: frozenset[tuple[int, str]] = frozenset()


@dataclass(slots=True, eq=False)
class File:
    """A file, and what an import finds in it.

    `name` is the path as the user gave it, `path` the absolute one. `known` is true if the bytes were imported before, and
    `is_text` false if they are not text. `grown` is the file of the database that had the first of these bytes and has
    grown to this file. `counts` are those of all hands of the file; those that an earlier import stored, `stored_before`, are
    duplicates. `last_line` is the first line of its last hand, 0 without one. `summaries` is the number of tournament summaries, those
    with an error included; they are no hands. `unread_summaries` are these errors, which are among the `problems` too.
    """

    name: str = ""
    path: str = ""
    size: int = 0
    sha256: str = ""
    key: int = 0
    known: bool = False
    is_text: bool = True
    grown: Imported | None = None
    counts: Counts = field(default_factory=Counts)
    stored_before: int = 0
    last_line: int = 0
    problems: list[Problem] = field(default_factory=list)
    summaries: int = 0
    unread_summaries: list[Problem] = field(default_factory=list)


FileBlock: TypeAlias = tuple[File, Block]


def hash_text(text: str) -> str:
    """Return `duplicates.text_hash` of a text: 16 hexadecimal digits."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


class KnownFiles:
    """The files of a database, and those that an import has read since; used by the thread that reads.

    Only the latest file of the same path is taken for the beginning of a file, and one file for that of one file at most.
    """

    def __init__(self, con: duckdb.DuckDBPyConnection) -> None:
        self._con = con.cursor()
        files = con.execute(
            "SELECT file_key, path, size, sha256, imported_at FROM files ORDER BY imported_at"
        )
        imported = [Imported(*row) for row in files.fetchall()]
        self._hashes = {each.sha256 for each in imported}
        self._by_path = {each.path: each for each in imported}
        self._named: set[str] = set()

    def find(self, source: Source) -> File:
        """Return the file of a source; the beginning of one that has grown is not known any more.

        Raises:
            InputError: the file cannot be read.
        """
        earlier = self._by_path.get(source.path)
        scan = source.scan()
        file = File(source.name, source.path, scan.size, scan.sha256, is_text=scan.encoding is not None)
        file.known = scan.sha256 in self._hashes
        if file.known:
            self._named.add(scan.sha256)
        elif (
            file.is_text
            and earlier
            and earlier.size < scan.size
            and source.hash_beginning(earlier.size) == earlier.sha256 not in self._named
        ):
            file.grown = replace(earlier, texts=self._texts_of(earlier.key))
            self._hashes.discard(earlier.sha256)
            del self._by_path[source.path]
        return file

    def _texts_of(self, key: int) -> frozenset[tuple[int, str]]:
        """Return the texts of a file that are stored or duplicates; not a last duplicate, which may be incomplete."""
        stored, duplicates, faulty = (
            self._con.execute(f"SELECT line, {text} FROM {table} WHERE file_key = ?", [key]).fetchall()
            for table, text in (
                ("hand_texts", "sha256(text)[:16]"),
                ("duplicates", "text_hash"),
                ("quarantine", "NULL"),
            )
        )
        last = max((line for line, _ in (*stored, *duplicates, *faulty)), default=0)
        return frozenset((*stored, *(text for text in duplicates if text[0] < last)))

    def add(self, file: File) -> None:
        """Remember a file that is imported."""
        self._hashes.add(file.sha256)

    def remove(self, file: File) -> None:
        """Forget a file that cannot be read to its end; what it has grown from is known again."""
        self._hashes.discard(file.sha256)
        if file.grown is not None:
            self._hashes.add(file.grown.sha256)
            self._by_path[file.path] = file.grown


def forget_rest(con: duckdb.DuckDBPyConnection, earlier: Imported) -> int:
    """Delete what is found again in a file that has grown, and return the number of hands that it has stored.

    These are the duplicates that are not in `texts`, all texts in the quarantine and tournament summaries, and the
    problems that are not of stored hands.
    """
    listed = con.execute(
        "SELECT rowid, line, text_hash FROM duplicates WHERE file_key = ?", [earlier.key]
    ).fetchall()
    again = [row for row, *text in listed if tuple(text) not in earlier.texts]
    con.execute("DELETE FROM duplicates WHERE rowid IN (SELECT unnest(?::BIGINT[]))", [again])
    for rows in ("quarantine", "tournament_summaries", "tournament_places", "problems"):
        of_no_hand = "AND hand_key IS NULL" if rows == "problems" else ""
        con.execute(f"DELETE FROM {rows} WHERE file_key = ? {of_no_hand}", [earlier.key])
    ((stored,),) = con.execute(
        "DELETE FROM files WHERE file_key = ? RETURNING stored", [earlier.key]
    ).fetchall()
    return int(stored)


def file_row(file: File | Imported, at: datetime, other_games: int = 0) -> Row:
    """Return the row of a file in the table `files`; `write_counts` counts its hands of Badugi."""
    return file.key, file.path, file.size, file.sha256, 0, 0, 0, other_games, 0, at


def write_counts(con: duckdb.DuckDBPyConnection, keys: Iterable[int]) -> None:
    """Count the hands of files again, except those of other games.

    The first text of a hand is stored, the others are duplicates; rows are in the order of their insertion, also after
    `db compact`.
    """
    con.execute(
        """
        WITH places AS (
            SELECT file_key, rowid = min(rowid) OVER (PARTITION BY hand_key) AS stored, FALSE AS quarantined
            FROM hand_texts
            WHERE hand_key IN (SELECT hand_key FROM hand_texts WHERE file_key IN (SELECT unnest($keys::INTEGER[])))
            UNION ALL SELECT file_key, FALSE, FALSE FROM duplicates
            UNION ALL SELECT file_key, FALSE, TRUE FROM quarantine
        ), counts AS (
            SELECT key, count(*) FILTER (stored) AS stored, count(*) FILTER (NOT stored AND NOT quarantined) AS duplicates,
                count(*) FILTER (quarantined) AS quarantined
            FROM (SELECT unnest($keys::INTEGER[]) AS key) LEFT JOIN places ON key = file_key GROUP BY key
        )
        UPDATE files SET stored = counts.stored, duplicates = counts.duplicates, quarantined = counts.quarantined,
            hands_seen = files.other_games + counts.stored + counts.duplicates + counts.quarantined
        FROM counts WHERE file_key = key
        """,
        {"keys": sorted(keys)},
    )


def count_hands(con: duckdb.DuckDBPyConnection, files: Sequence[File]) -> None:
    """Set the counts of files that were imported; hands that were stored before are duplicates."""
    rows = con.execute(
        "SELECT sha256, stored, duplicates, other_games, quarantined FROM files "
        "WHERE sha256 IN (SELECT unnest(?::VARCHAR[]))",
        [[file.sha256 for file in files]],
    ).fetchall()
    present = {sha256: counts for sha256, *counts in rows}
    for file in files:
        if file.sha256 in present:
            stored, duplicates, other_games, quarantined = present[file.sha256]
            before = stored if file.known else file.stored_before
            file.counts = Counts(stored - before, duplicates + before, other_games, quarantined)
