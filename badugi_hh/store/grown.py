"""Takes back the outcome of the last hand of a file that has grown, so that its complete text is imported.

The last hand may have been incomplete: a file is often read while the client writes it. Everything happens in the
transaction that imports the rest of the file. A hand that another file has too stays, with the text of that file.
"""

from dataclasses import replace
from enum import Enum
from typing import Protocol

import duckdb

from badugi_hh.facts.columns import DECISIONS, DRAWS, EVENTS, HAND_TEXTS, HANDS, PROBLEMS, SEATS
from badugi_hh.history.source import Block
from badugi_hh.store.file_counts import File, Imported

_OF_A_HAND = (HANDS, HAND_TEXTS, SEATS, EVENTS, DECISIONS, DRAWS, PROBLEMS)


class Change(Protocol):
    """Adds to the counts of a file, in the database if its row is there."""

    def __call__(self, file_key: int, *, stored: int = 0, duplicates: int = 0, quarantined: int = 0) -> None:
        """Add to the counts."""


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
    """Take back the outcome of a hand whose text is now `block`, unless it is stored with the same text."""
    place = [file.key, block.line]
    stored = con.execute(
        "SELECT hand_key, text FROM hand_texts WHERE file_key = ? AND line = ?", place
    ).fetchall()
    if stored:
        ((key, text),) = stored
        return Last.KEPT if text == block.text else _take_back_text(con, file, block.line, key, change)
    for table, counted in (("quarantine", "quarantined"), ("duplicates", "duplicates")):
        if con.execute(f"DELETE FROM {table} WHERE file_key = ? AND line = ? RETURNING 1", place).fetchall():
            change(file.key, **{counted: -1})
            return Last.TAKEN_BACK
    file.counts.other_games -= 1
    file.before.other_games -= 1
    return Last.TAKEN_BACK


def _take_back_text(con: duckdb.DuckDBPyConnection, file: File, line: int, key: int, change: Change) -> Last:
    """Remove one of the texts of a stored hand; the file of the first text has counted the hand as stored."""
    # Rows are in the order of their insertion, also after `db compact`.
    texts = con.execute(
        "SELECT file_key, line FROM hand_texts WHERE hand_key = ? ORDER BY rowid", [key]
    ).fetchall()
    ours = texts.index((file.key, line))
    others = [text for text in texts if text != (file.key, line)]
    same = con.execute(
        "SELECT file_key, line FROM duplicates WHERE hand_key = ? ORDER BY ALL LIMIT 1", [key]
    ).fetchall()
    if ours:
        change(file.key, duplicates=-1)
    else:
        change(file.key, stored=-1)
    if others:
        con.execute("DELETE FROM hand_texts WHERE file_key = ? AND line = ?", [file.key, line])
        con.execute("DELETE FROM problems WHERE file_key = ? AND hand_key = ?", [file.key, key])
        if not ours:
            change(others[0][0], stored=1, duplicates=-1)
        return Last.FEWER_TEXTS
    if same:
        ((other, its_line),) = same
        con.execute("DELETE FROM duplicates WHERE file_key = ? AND line = ?", [other, its_line])
        con.execute(
            "UPDATE hand_texts SET file_key = ?, line = ? WHERE file_key = ? AND line = ?",
            [other, its_line, file.key, line],
        )
        con.execute(
            "UPDATE problems SET file_key = ?, line = line + ? WHERE file_key = ? AND hand_key = ?",
            [other, its_line - line, file.key, key],
        )
        change(other, stored=1, duplicates=-1)
        return Last.TAKEN_BACK
    for table in _OF_A_HAND:
        con.execute(f"DELETE FROM {table.name} WHERE hand_key = ?", [key])
    file.keys[line] = key
    return Last.TAKEN_BACK
