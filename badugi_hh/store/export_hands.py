"""The hands of an export, in batches because only the rows of a batch fit into memory, and the pseudonyms of their players."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import duckdb

from badugi_hh.facts.schema import PSEUDONYMS
from badugi_hh.store.progress_shares import Progress

BATCH = 5_000
"""The number of hands that are in memory at a time."""


UNREADABLE = "a hand of the database can no longer be parsed; import its file again into a new database"
"""The message where a stored text is no hand to this version."""

BY_TIME = "played_at NULLS FIRST, hand_key"
"""The order of play, in SQL."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Hands that a format cannot represent: the reason, their number, and the site's number of one of them."""

    reason: str
    hands: int
    example: str


@dataclass(frozen=True, slots=True)
class Exported:
    """The result of an export.

    `hands` is the number of hands written; histories have one text for each view of a hand, and each counts. `files` are
    in order, `removed` are the removed files of an earlier export, and `refused` are the hands that were not written, by reason.
    `quarantined` is the number of hands in the quarantine, and `notes` say why no hand is selected, or what the prices are.
    """

    hands: int
    files: tuple[Path, ...]
    removed: tuple[Path, ...] = ()
    refused: tuple[Refusal, ...] = ()
    quarantined: int = 0
    notes: tuple[str, ...] = ()


class Pseudonyms:
    """The pseudonyms of a database: `Player1`, `Player2` … in the order of first use.

    They are stored in the table `pseudonyms` and contain no information about the names. A number is left out if a
    player has that screen name.
    """

    def __init__(self, con: duckdb.DuckDBPyConnection) -> None:
        self._con = con
        rows = con.execute(f"SELECT player, pseudonym FROM {PSEUDONYMS.name}").fetchall()
        self._of: dict[str, str] = dict(rows)
        self._new: list[tuple[str, str]] = []
        names = con.execute(
            "SELECT DISTINCT player FROM seats WHERE starts_with(player, 'Player')"
        ).fetchall()
        taken = {name for (name,) in names}.union(self._of.values())
        numbered = (f"Player{number}" for number in count(len(self._of) + 1))
        self._free = (pseudonym for pseudonym in numbered if pseudonym not in taken)

    def of(self, player: str) -> str:
        """Return the player's pseudonym, a new one if there is none yet."""
        if player not in self._of:
            self._of[player] = next(self._free)
            self._new.append((player, self._of[player]))
        return self._of[player]

    def keep(self) -> None:
        """Store the new pseudonyms."""
        if self._new:
            self._con.executemany(f"INSERT INTO {PSEUDONYMS.name} VALUES (?, ?)", self._new)
            self._new = []


@dataclass(frozen=True, slots=True)
class HandsToExport:
    """The hands that an export writes.

    `predicate` is an SQL condition over `hands` and `seats`; a hand is selected if one of its seats meets it.
    `parameters` are its parameters in order. `names` are the pseudonyms of an anonymized export, None to keep the
    players' names.
    """

    con: duckdb.DuckDBPyConnection
    predicate: str = "TRUE"
    parameters: Sequence[Any] = ()
    names: Pseudonyms | None = None
    progress: Progress | None = None

    @property
    def keys(self) -> str:
        """Return an SQL query for the keys of the hands, with repetitions; it takes `parameters`."""
        return f"SELECT hand_key FROM hands JOIN seats USING (hand_key) WHERE {self.predicate}"

    def list_keys(self) -> list[int]:
        """Return the keys of the hands in ascending order."""
        rows = self.con.execute(f"SELECT DISTINCT * FROM ({self.keys}) ORDER BY ALL", self.parameters)
        return [key for (key,) in rows.fetchall()]

    def list_keys_by_time(self, of_texts: str = "TRUE", *parameters: Any) -> list[int]:
        """Return the keys of the hands in the order of play: of those with a text that meets an SQL condition."""
        rows = self.con.execute(
            f"SELECT hand_key FROM hands WHERE hand_key IN ({self.keys}) "
            f"AND hand_key IN (SELECT hand_key FROM hand_texts WHERE {of_texts}) ORDER BY {BY_TIME}",
            [*self.parameters, *parameters],
        )
        return [key for (key,) in rows.fetchall()]

    def split(self, keys: Sequence[int], file: str, part: float = 0, parts: float = 1) -> Iterator[list[int]]:
        """Yield the keys in batches, and report the progress: `part` of `parts` was done before, this is the next one."""
        for start in range(0, len(keys), BATCH):
            if self.progress is not None:
                self.progress(file, start, (part + start / len(keys)) / parts)
            yield list(keys[start : start + BATCH])
