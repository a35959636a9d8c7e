"""Decides which texts with an error are in the quarantine, so that the result does not depend on the batches of an import.

An equal text is quarantined once. A correct text of the hand replaces those before it, so an equal text after the correct
one is quarantined. Nothing here parses a text.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import duckdb

from badugi_hh.store.texts import hash_text

At: TypeAlias = tuple[int, int]
"""The place of a text: the key of its file and its first line."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A text that was added to a stored hand, and the player whose cards it has, None without one."""

    at: At
    hero: str | None
    text: str

    def replaces(self, faulty: str) -> bool:
        """Return whether an earlier text of the same number is an incomplete or faulty form of this one.

        A text with another header is another hand. A text with the cards of another hero stays, because only that text
        has these cards.
        """
        if _header(faulty) != _header(self.text):
            return False
        return "Dealt to " not in faulty or f"Dealt to {self.hero or ''} [" in faulty


def _header(text: str) -> str:
    return text.partition("\n")[0].strip(" ")


@dataclass(frozen=True, slots=True)
class Dropped:
    """A text that is no longer in the quarantine, with its first and last line and the number of its hand."""

    file_key: int
    line: int
    last: int
    hand_id: str


class Quarantined:
    """The texts in the quarantine that are equal to rejected texts of a batch; `added` are the stored texts of the batch."""

    def __init__(
        self, con: duckdb.DuckDBPyConnection, rejected: Iterable[str], added: Sequence[Stored]
    ) -> None:
        self._places: dict[str, list[At]] = {}
        self._added: dict[str, list[Stored]] = {}
        for stored in added:
            self._added.setdefault(_header(stored.text), []).append(stored)
        for file_key, line, text in con.execute(
            "SELECT file_key, line, text FROM quarantine WHERE text IN (SELECT unnest(?::VARCHAR[]))",
            [list(rejected)],
        ).fetchall():
            self.add(text, (file_key, line))

    def add(self, text: str, at: At) -> None:
        """Add a text of this batch."""
        self._places.setdefault(text, []).append(at)

    def has(self, text: str, at: At) -> bool:
        """Return whether an equal text remains in the quarantine when the stored texts before `at` have replaced theirs."""
        places = self._places.get(text)
        if not places:
            return False
        correct = [stored.at for stored in self._added.get(_header(text), ()) if stored.replaces(text)]
        return any(not any(place < each < at for each in correct) for place in places)


def drop_replaced(con: duckdb.DuckDBPyConnection, added: Sequence[Stored]) -> list[Dropped]:
    """Move texts from the quarantine to the duplicates that stored texts at later places replace; return them.

    Their problems are deleted; the counts of their files are left to the caller.
    """
    stored = {each.at: each for each in added}
    found = con.execute(
        """
        SELECT t.file_key, t.line, q.file_key, q.line, q.hand_id, q.text
        FROM (SELECT unnest(?::INTEGER[]) AS file_key, unnest(?::INTEGER[]) AS line) added
            JOIN hand_texts t USING (file_key, line)
            JOIN hands h USING (hand_key)
            JOIN quarantine q ON q.hand_id = h.hand_id
        WHERE (q.file_key, q.line) < (t.file_key, t.line)
        ORDER BY ALL
        """,
        [[file_key for file_key, _ in stored], [line for _, line in stored]],
    ).fetchall()
    replaced = {
        (file_key, line, hand_id): text
        for its_file, its_line, file_key, line, hand_id, text in found
        if stored[its_file, its_line].replaces(text)
    }
    dropped = []
    for (file_key, line, hand_id), text in replaced.items():
        last = line + text.count("\n")
        con.execute(
            "DELETE FROM quarantine WHERE file_key = ? AND line = ? AND hand_id = ?",
            [file_key, line, hand_id],
        )
        con.execute(
            "DELETE FROM problems WHERE file_key = ? AND hand_id = ? AND hand_key IS NULL AND line BETWEEN ? AND ?",
            [file_key, hand_id, line, last],
        )
        con.execute("INSERT INTO duplicates VALUES (?, ?, NULL, ?)", [file_key, line, hash_text(text)])
        dropped.append(Dropped(file_key, line, last, hand_id))
    return dropped
