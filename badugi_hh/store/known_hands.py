"""What the database knows of a hand when a text of it is imported, and what the text then changes.

A text is compared in this order. The header alone decides that it is of another game. A text without an error is new, or
the hand of its site and number is stored: then it is a duplicate if it is equal to a stored text or adds nothing, else a
further view, which is merged. A text with an error is a duplicate if it is equal to a stored text, to one in the
quarantine, or the beginning of a stored text; else it is quarantined. A correct text replaces faulty forms of it that lie
at earlier places in the quarantine, so that the result does not depend on the batches of an import: an equal faulty text
after the correct one is quarantined.

Nothing here parses a text, except to merge the views of a hand.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import duckdb

from badugi_hh.engine.rules import Rules
from badugi_hh.history.events import Hand
from badugi_hh.problems import Place, Problem
from badugi_hh.replay import Replay
from badugi_hh.store.known_files import hash_text
from badugi_hh.store.texts import join_texts

At: TypeAlias = tuple[int, int]
"""The place of a text: the key of its file and its first line."""

# --- stored hands


@dataclass(slots=True)
class KnownHand:
    """A hand of the database, or one that the present batch adds; `hand` is merged from its texts when it is needed.

    `place` is the first line of its first text. New rows are those of `played`, or the prepared ones under an index.
    """

    key: int
    stored: bool
    place: Place = Place("")  # noqa: RUF009  # it is frozen
    texts: list[str] = field(default_factory=list)
    hand: Hand | None = None
    played: Replay | None = None
    prepared: int | None = None

    def join(self, room: Rules) -> Hand | None:
        """Return the hand with the cards of all its texts."""
        if self.hand is None:
            self.hand = join_texts(self.texts, room)
        return self.hand


KnownHands: TypeAlias = dict[tuple[str, str], KnownHand]
"""Hands by site and number."""


def find_hands(
    con: duckdb.DuckDBPyConnection, numbers: Sequence[str], name: Callable[[int], str]
) -> KnownHands:
    """Return the stored hands of these numbers with their texts; `name` returns the name of a file by its key."""
    known = {
        (site, number): KnownHand(key, stored=True)
        for site, number, key in con.execute(
            "SELECT site, hand_id, hand_key FROM hands WHERE hand_id IN (SELECT unnest(?::VARCHAR[]))",
            [numbers],
        ).fetchall()
    }
    if not known:
        return known
    by_key = {hand.key: hand for hand in known.values()}
    for key, text, file_key, line in con.execute(
        "SELECT hand_key, text, file_key, line FROM hand_texts "
        "WHERE hand_key IN (SELECT unnest(?::INTEGER[])) ORDER BY hand_key, file_key, line",
        [list(by_key)],
    ).fetchall():
        hand = by_key[key]
        if not hand.texts:
            hand.place = Place(name(file_key), line)
        hand.texts.append(text)
    return known


def is_beginning(text: str, whole: str) -> bool:
    """Return whether a text is the beginning of another, apart from blanks; its last line may be incomplete."""
    lines, other = (
        [line.strip() for line in whole_text.split("\n") if line.strip()] for whole_text in (text, whole)
    )
    *before, last = lines
    return len(other) >= len(lines) and other[: len(before)] == before and other[len(before)].startswith(last)


# --- texts in the quarantine


@dataclass(frozen=True, slots=True)
class StoredText:
    """A text that was added to the stored hand of a number, and the player whose cards it has, None without one."""

    at: At
    number: str
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


class Quarantined:
    """The texts in the quarantine that are equal to rejected texts of a batch; `added` are the stored texts of the batch."""

    def __init__(
        self, con: duckdb.DuckDBPyConnection, rejected: Iterable[str], added: Sequence[StoredText]
    ) -> None:
        self._places: dict[str, list[At]] = {}
        self._added: dict[str, list[StoredText]] = {}
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
        return any(not any(place < between < at for between in correct) for place in places)


@dataclass(frozen=True, slots=True)
class Dropped:
    """A text that is no longer in the quarantine, with its first and last line and the number of its hand."""

    file_key: int
    line: int
    last: int
    hand_id: str

    def has(self, problem: Problem) -> bool:
        """Return whether a problem of the file is one of this text."""
        return problem.hand == self.hand_id and self.line <= problem.place.line <= self.last


def drop_replaced(con: duckdb.DuckDBPyConnection, added: Sequence[StoredText]) -> list[Dropped]:
    """Move texts from the quarantine to the duplicates that stored texts at later places replace; return them.

    Their problems are deleted.
    """
    stored: dict[str, list[StoredText]] = {}
    for new in added:
        stored.setdefault(new.number, []).append(new)
    replaced = [
        (file_key, line, hand_id, text)
        for file_key, line, hand_id, text in con.execute(
            "SELECT file_key, line, hand_id, text FROM quarantine WHERE hand_id IN (SELECT unnest(?::VARCHAR[])) ORDER BY ALL",
            [list(stored)],
        ).fetchall()
        if any((file_key, line) < new.at and new.replaces(text) for new in stored[hand_id])
    ]
    dropped = []
    for file_key, line, hand_id, text in replaced:
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
