"""Takes back the outcome of the last hand of a file that has grown, so that its complete text is imported.

The last hand may have been incomplete: a file is often read while the client writes it. Everything happens in the
transaction that imports the rest of the file. A hand that another file has too stays, with the text of that file; if
the database does not have the text of that file, nothing is taken back, and the file is not continued.
"""

from dataclasses import replace
from enum import Enum
from typing import Protocol

import duckdb

from badugi_hh.facts.columns import (
    DECISIONS,
    DRAWS,
    EVENTS,
    HAND_TEXTS,
    HANDS,
    PROBLEMS,
    SEATS,
)
from badugi_hh.facts.price_columns import COMPUTED_TABLES
from badugi_hh.history.source import Block
from badugi_hh.problems import VIEWS_DISAGREE
from badugi_hh.store.file_counts import File, Imported
from badugi_hh.store.texts import hash_text

_OF_A_HAND = (HANDS, HAND_TEXTS, SEATS, EVENTS, DECISIONS, DRAWS, *COMPUTED_TABLES, PROBLEMS)


class Change(Protocol):
    """Adds to the counts of a file, in the database if its row is there."""

    def __call__(self, file_key: int, *, stored: int = 0, duplicates: int = 0, quarantined: int = 0) -> None:
        """Add to the counts."""


class CannotContinueError(Exception):
    """The last hand of `file` has changed, and another file has it in words that the database does not have."""

    def __init__(self, file: File) -> None:
        super().__init__(file.name)
        self.file = file


class Last(Enum):
    """The state of the last hand: stored with this text, no longer stored, or stored with fewer texts."""

    KEPT = "kept"
    TAKEN_BACK = "taken back"
    FEWER_TEXTS = "fewer texts"


def continue_file(con: duckdb.DuckDBPyConnection, file: File, grown: Imported) -> None:
    """Give a file the key and the counts of its beginning in the database; its row is replaced at the end.

    Problems from the last hand on that belong to no stored hand are deleted, because they are found again.
    """
    file.key, file.counts, file.before = grown.key, replace(grown.counts), replace(grown.counts)
    con.execute("DELETE FROM files WHERE file_key = ?", [grown.key])
    con.execute(
        "DELETE FROM problems WHERE file_key = ? AND hand_key IS NULL AND line >= ?",
        [grown.key, grown.last_line],
    )


def take_back(con: duckdb.DuckDBPyConnection, file: File, block: Block, change: Change) -> Last:
    """Take back the outcome of a hand whose text is now `block`, unless it is stored with the same text.

    Raises:
        CannotContinueError: the hand needs the stored text, which the file no longer has.
    """
    place = [file.key, block.line]
    stored = con.execute(
        "SELECT hand_key, text FROM hand_texts WHERE file_key = ? AND line = ?", place
    ).fetchall()
    if stored:
        ((key, text),) = stored
        return Last.KEPT if text == block.text else _take_back_text(con, file, block.line, key, text, change)
    for table, counted in (("quarantine", "quarantined"), ("duplicates", "duplicates")):
        if con.execute(f"DELETE FROM {table} WHERE file_key = ? AND line = ? RETURNING 1", place).fetchall():
            change(file.key, **{counted: -1})
            return Last.TAKEN_BACK
    file.counts.other_games -= 1
    file.before.other_games -= 1
    return Last.TAKEN_BACK


def _take_back_text(
    con: duckdb.DuckDBPyConnection, file: File, line: int, key: int, text: str, change: Change
) -> Last:
    """Remove one of the texts of a stored hand; the file of the first text has counted the hand as stored."""
    # Rows are in the order of their insertion, also after `db compact`.
    texts = con.execute(
        "SELECT file_key, line FROM hand_texts WHERE hand_key = ? ORDER BY rowid", [key]
    ).fetchall()
    is_first = texts[0] == (file.key, line)
    others = [each for each in texts if each != (file.key, line)]
    same = con.execute(
        "SELECT file_key, line FROM duplicates WHERE hand_key = ? AND text_hash = ? ORDER BY ALL LIMIT 1",
        [key, hash_text(text)],
    ).fetchall()
    if not same and _is_needed(con, file, key):
        raise CannotContinueError(file)
    change(file.key, stored=-int(is_first), duplicates=-int(not is_first))
    if same:
        ((other, its_line),) = same
        _move_text(con, key, (file.key, line), (other, its_line))
        if is_first:
            change(other, stored=1, duplicates=-1)
        return Last.TAKEN_BACK
    if others:
        con.execute("DELETE FROM hand_texts WHERE file_key = ? AND line = ?", [file.key, line])
        con.execute("DELETE FROM problems WHERE file_key = ? AND hand_key = ?", [file.key, key])
        if is_first:
            change(others[0][0], stored=1, duplicates=-1)
        return Last.FEWER_TEXTS
    for table in _OF_A_HAND:
        con.execute(f"DELETE FROM {table.name} WHERE hand_key = ?", [key])
    file.keys[line] = key
    return Last.TAKEN_BACK


def _is_needed(con: duckdb.DuckDBPyConnection, file: File, key: int) -> bool:
    """Return whether a text of a file is compared with another text of its hand, in a duplicate or in a warning."""
    found = con.execute(
        "SELECT 1 FROM duplicates WHERE hand_key = $key UNION ALL "
        "SELECT 1 FROM problems WHERE hand_key = $key AND code = $code AND file_key <> $file LIMIT 1",
        {"key": key, "code": VIEWS_DISAGREE.id, "file": file.key},
    )
    return bool(found.fetchall())


def _move_text(con: duckdb.DuckDBPyConnection, key: int, old: tuple[int, int], new: tuple[int, int]) -> None:
    """Credit a stored text, with its problems, to the place of a duplicate: a file and a line."""
    con.execute("DELETE FROM duplicates WHERE file_key = ? AND line = ?", new)
    con.execute("UPDATE hand_texts SET file_key = ?, line = ? WHERE file_key = ? AND line = ?", [*new, *old])
    con.execute(
        "UPDATE problems SET file_key = ?, line = line + ? WHERE file_key = ? AND hand_key = ?",
        [new[0], new[1] - old[1], old[0], key],
    )
