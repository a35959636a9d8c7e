"""What the database knows of a file: whether it was imported, how far, and how many hands it has of each outcome.

A file is known by its bytes. A file that begins with the bytes of an imported file of its name has grown: it is continued
from the last hand. The counts of a file follow from the places of its texts in `hand_texts`, `duplicates` and
`quarantine`; only hands of other games are counted as they are read.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import PurePath
from typing import TypeAlias

import duckdb

from badugi_hh.history.source import Block, Scan
from badugi_hh.problems import Problem
from badugi_hh.store.append import Row


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

    def add(self, other: "Counts") -> None:
        """Add the counts of another file."""
        self.stored += other.stored
        self.duplicates += other.duplicates
        self.other_games += other.other_games
        self.quarantined += other.quarantined


@dataclass(frozen=True, slots=True)
class Imported:
    """A file of the database; its last hand begins at `last_line`, after `last_offset` characters.

    `last_line` is 0 if the file has no hand.
    """

    key: int
    path: str
    size: int
    sha256: str
    last_line: int
    last_offset: int
    other_games: int


@dataclass(slots=True, eq=False)
class File:
    """A file that is imported, or a file of the database whose texts are parsed again.

    `name` is the path as the user gave it, `path` the absolute one.
    `problems` are those of its hands, and `text_problems` those of the whole file. `known` is true if the bytes were
    imported before, and `is_text` false if they are not text. `blocks` are texts from a database, and `keys` the keys of
    their hands, by first line, which they keep. `last_line` and `last_offset` are the first line of the last hand and the
    number of characters before it. `grown` is the file of the database that is the beginning of this one: only its last
    hand and those after it are imported. The hands from `first_line` on are those that this import has read;
    `summaries` are the tournament summaries, `unread_summaries` the errors of those that cannot be read, and `other_games` of the hands are of other games, and `other_games_before` of the hands before them.
    """

    name: str
    size: int
    sha256: str
    blocks: list[Block] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    text_problems: list[Problem] = field(default_factory=list)
    known: bool = False
    is_text: bool = True
    path: str = ""
    key: int = 0
    keys: dict[int, int] = field(default_factory=dict)
    first_line: int = 0
    last_line: int | None = 0
    last_offset: int | None = 0
    other_games: int = 0
    other_games_before: int = 0
    summaries: int = 0
    unread_summaries: list[Problem] = field(default_factory=list)
    grown: Imported | None = None

    def end_with(self, block: Block) -> None:
        """Remember the last hand; the file cannot be continued from one that begins within a line.

        The line may have been incomplete: table talk that quotes a header is no hand once its quotation mark is there.
        """
        self.last_line, self.last_offset = (None, None) if block.in_line else (block.line, block.offset)


FileBlock: TypeAlias = tuple[File, Block]


class KnownFiles:
    """The files of a database, and those that an import has read since.

    A file grows in its place: only a file that was imported under the same name, in any folder, is compared with the
    bytes of another. One file of the database is continued at most once in an import.
    """

    def __init__(self, con: duckdb.DuckDBPyConnection) -> None:
        self._hashes: set[str] = set()
        self._unchanged: dict[str, Imported] = {}  # by hash: those that can be continued
        self._by_name: dict[str, set[str]] = {}
        for key, path, size, sha256, line, offset, other_games in con.execute(
            "SELECT file_key, path, size, sha256, last_line, last_offset, other_games FROM files"
        ).fetchall():
            self._hashes.add(sha256)
            if line is not None and size:
                self._unchanged[sha256] = Imported(key, path, size, sha256, line, offset, other_games)
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
            beginning = self._unchanged.get(sha256) if sha256 in hashes else None
            if beginning is not None and beginning.size == size:
                del self._unchanged[sha256]
                self._hashes.discard(sha256)
                return beginning
        return None

    def add(self, file: File) -> None:
        """Remember a file that is imported."""
        self._hashes.add(file.sha256)

    def remove(self, file: File, *, again: bool = True) -> None:
        """Forget a file that was not imported; what it continues is known, and is continued `again` or not any more."""
        self._hashes.discard(file.sha256)
        if file.grown is not None:
            self._hashes.add(file.grown.sha256)
            if again:
                self._unchanged[file.grown.sha256] = file.grown


# --- rows and counts

_OUTCOMES = """
    WITH listed AS (SELECT unnest($files::INTEGER[]) AS file_key, unnest($lines::INTEGER[]) AS first_line),
    places AS (
        SELECT file_key, line, rowid = min(rowid) OVER (PARTITION BY hand_key) AS stored, FALSE AS quarantined
        FROM hand_texts
        WHERE hand_key IN (SELECT hand_key FROM hand_texts WHERE file_key IN (SELECT file_key FROM listed))
        UNION ALL SELECT file_key, line, FALSE, FALSE FROM duplicates
        UNION ALL SELECT file_key, line, FALSE, TRUE FROM quarantine
    )
    SELECT file_key, count(*) FILTER (stored) AS stored, count(*) FILTER (NOT stored AND NOT quarantined) AS duplicates,
        count(*) FILTER (quarantined) AS quarantined
    FROM listed JOIN places USING (file_key) WHERE line {comparison} first_line GROUP BY file_key
"""
"""Counts of texts by file. The first text of a hand is stored, the others are duplicates; rows are in the order of their
insertion, also after `db compact`."""


def count_outcomes(
    con: duckdb.DuckDBPyConnection, places: Sequence[tuple[int, int]], *, onwards: bool
) -> dict[int, Counts]:
    """Return the counts of the hands at places, a file and a first line, or from these places on; other games are 0."""
    query = _OUTCOMES.format(comparison=">=" if onwards else "=")
    rows = con.execute(query, {"files": [key for key, _ in places], "lines": [line for _, line in places]})
    return {key: Counts(stored, again, 0, kept) for key, stored, again, kept in rows.fetchall()}


def file_row(file: File) -> Row:
    """Return the row of a file in the table `files`, imported now, without its counts."""
    return (
        file.key,
        file.path if file.grown is None else file.grown.path,
        file.size,
        file.sha256,
        0,
        0,
        0,
        file.other_games_before + file.other_games,
        0,
        file.last_line,
        file.last_offset,
        datetime.now(UTC).replace(tzinfo=None),
    )


def write_counts(con: duckdb.DuckDBPyConnection, keys: Iterable[int]) -> None:
    """Count the hands of files again, except those of other games."""
    listed = sorted(keys)
    con.execute(
        "UPDATE files SET stored = coalesce(c.stored, 0), duplicates = coalesce(c.duplicates, 0), "
        "quarantined = coalesce(c.quarantined, 0), hands_seen = files.other_games "
        "+ coalesce(c.stored + c.duplicates + c.quarantined, 0) "
        f"FROM (SELECT unnest($files::INTEGER[]) AS file_key) LEFT JOIN ({_OUTCOMES.format(comparison='>=')}) c "
        "USING (file_key) WHERE files.file_key = file_key",
        {"files": listed, "lines": [0] * len(listed)},
    )


def count_read(con: duckdb.DuckDBPyConnection, files: Sequence[File]) -> dict[File, Counts]:
    """Return the counts of the hands that an import has read.

    Of a file that has grown they are without the hands of before. The stored hands of a file that was imported before are
    duplicates.
    """
    present = {
        sha256: Counts(*counts)
        for sha256, *counts in con.execute(
            "SELECT sha256, 0, stored + duplicates, other_games, quarantined FROM files "
            "WHERE sha256 IN (SELECT unnest(?::VARCHAR[]))",
            [[file.sha256 for file in files if file.known]],
        ).fetchall()
    }
    read = count_outcomes(con, [(file.key, file.first_line) for file in files if file.key], onwards=True)
    counts = {file: present[file.sha256] if file.known else read.get(file.key) or Counts() for file in files}
    for file in files:
        counts[file].other_games += file.other_games
    return counts


def add_copies(con: duckdb.DuckDBPyConnection, files: Sequence[File]) -> None:
    """Record the paths of files that are in the database under other paths only."""
    con.execute(
        "INSERT INTO file_copies SELECT DISTINCT file_key, named.path, ?::TIMESTAMP "
        "FROM (SELECT unnest(?::VARCHAR[]) AS sha256, unnest(?::VARCHAR[]) AS path) named JOIN files USING (sha256) "
        "WHERE named.path <> files.path AND (file_key, named.path) NOT IN (SELECT (file_key, path) FROM file_copies)",
        [
            datetime.now(UTC).replace(tzinfo=None),
            [file.sha256 for file in files],
            [file.path for file in files],
        ],
    )
