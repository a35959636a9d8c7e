"""Writes stored hands to history files in the layout of the client, with the players' names or with pseudonyms."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import duckdb

from badugi_hh.facts.columns import META
from badugi_hh.history.anonymize import anonymize
from badugi_hh.history.events import Hand
from badugi_hh.history.files import folder_name, write_files
from badugi_hh.history.parse import parse
from badugi_hh.history.source import Block
from badugi_hh.outputs import OutputFolder
from badugi_hh.store.database import DatabaseError
from badugi_hh.store.imported_files import is_imported

OBSERVED = "observed"
"""The folder of the hands whose file has no hero, in an export that has other files with a hero."""


@dataclass(frozen=True, slots=True)
class Exported:
    """The result of an export: the number of hand views, the files in order, and the removed files of an earlier export."""

    hands: int
    files: tuple[Path, ...]
    removed: tuple[Path, ...] = ()


def export_hands(
    con: duckdb.DuckDBPyConnection,
    folder: Path,
    *,
    predicate: str = "TRUE",
    parameters: Sequence[Any] = (),
    without_names: bool = False,
    force: bool = False,
) -> Exported:
    """Write the stored hands as PokerStars histories into `folder`: all files, or none if one fails.

    An earlier export of this database in the folder is replaced: files that this export does not write are removed.
    Other files need `force`; this includes files of an earlier export that were imported or edited since.

    Every text of a hand is written line by line, with the line ends of the client. If the hands have several heroes,
    each hero has a folder in `folder`. Hands in the quarantine are not written.

    Args:
        con: the database; writable for `without_names`, because new pseudonyms are stored in it.
        folder: the folder for the files.
        predicate: SQL condition over `hands` and `seats`; a hand is written if one of its seats meets it.
        parameters: the parameters of the predicate, in order.
        without_names: replace every player's name by a pseudonym and leave out the chat.
        force: allow other files in the folder, and replace those of the same names, except imported histories.

    Raises:
        OutputError: the folder holds other files, or it or a file cannot be written.
    """
    selected = f"SELECT hand_key FROM hands JOIN seats USING (hand_key) WHERE {predicate}"
    heroes = con.execute(
        f"SELECT hero, count(*), min(hand_key) FROM hand_texts WHERE hand_key IN ({selected}) "
        "GROUP BY hero ORDER BY ALL",
        parameters,
    ).fetchall()
    names = Pseudonyms(con) if without_names else None

    def fill(place: Path) -> list[Path]:
        files: list[Path] = []
        used: set[str] = set()
        for hero, _, _ in heroes:
            known = hero if names is None or hero is None else names.of(hero)
            own = place if len(heroes) == 1 else place / _unused(folder_name(known or OBSERVED), used)
            files += write_files(_read_hands(con, hero, selected, parameters, names), own)
        if names is not None:
            names.keep()
        return files

    ((made,),) = con.execute(f"SELECT created_at FROM {META.name}").fetchall()
    output = OutputFolder(folder, f"export of the database made at {made}", partial(is_imported, con), force)
    written = output.write(fill)
    return Exported(sum(count for _, count, _ in heroes), written.files, written.removed)


def _unused(name: str, used: set[str]) -> str:
    """Return a folder name that differs from the used names, also without regard to case, and add it to them."""
    number, free = 1, name
    while free.casefold() in used:
        number += 1
        free = f"{name} ({number})"
    used.add(free.casefold())
    return free


def _read_hands(
    con: duckdb.DuckDBPyConnection,
    hero: str | None,
    selected: str,
    parameters: Sequence[Any],
    names: "Pseudonyms | None",
) -> Iterator[Hand]:
    """Yield the hands of one hero's files in the order of play."""
    found = con.cursor().execute(
        f"SELECT text FROM hand_texts JOIN hands USING (hand_key) WHERE hand_key IN ({selected}) "
        "AND hero IS NOT DISTINCT FROM ? ORDER BY played_at NULLS FIRST, hand_key, file_key, line",
        [*parameters, hero],
    )
    while rows := found.fetchmany(1000):
        for (text,) in rows:
            hand = parse(Block("", 1, text, "\r\n", "")).hand
            if hand is None:
                raise DatabaseError(
                    "a hand of the database can no longer be parsed; import its file again into a new database"
                )
            yield hand if names is None else anonymize(hand, names.of)


class Pseudonyms:
    """The pseudonyms of a database: `Player1`, `Player2` … in the order of first use.

    They are stored in the table `pseudonyms` and contain no information about the names.
    """

    def __init__(self, con: duckdb.DuckDBPyConnection) -> None:
        self._con = con
        rows = con.execute("SELECT player, pseudonym FROM pseudonyms").fetchall()
        self._of: dict[str, str] = dict(rows)
        self._new: list[tuple[str, str]] = []

    def of(self, player: str) -> str:
        """Return the player's pseudonym, a new one if there is none yet."""
        if player not in self._of:
            self._of[player] = f"Player{len(self._of) + 1}"
            self._new.append((player, self._of[player]))
        return self._of[player]

    def keep(self) -> None:
        """Store the new pseudonyms."""
        if self._new:
            self._con.executemany("INSERT INTO pseudonyms VALUES (?, ?)", self._new)
            self._new = []
