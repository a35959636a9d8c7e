"""Hands from the database back into files, laid out as the client does, with people's names or without."""

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
"""The folder of hands in whose file nobody's cards are shown, where other files have a hero."""


@dataclass(frozen=True, slots=True)
class Exported:
    """What was written: views of hands, their files in order, and the files of an earlier export that were removed."""

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
    """Write the stored hands as PokerStars histories into `folder`: all of them, or no file where that fails.

    A folder that is there may hold an earlier export of this database, which is replaced: a file of it that this export
    does not write is removed. Other files need `force`, and files that were imported or edited since are other files.

    Every text of a hand is written, line by line as it was read, with the client's line ends: files of one hero stand in `folder`; those of several have a
    folder for each. Hands in the quarantine are not written.

    Args:
        con: the database; writable where `without_names`, so that pseudonyms stay the same from export to export.
        folder: where the files go.
        predicate: which seats' hands to write, a condition over `hands` and `seats`.
        parameters: of the predicate, in order.
        without_names: give every player a pseudonym and leave chat out.
        force: write beside other files, and replace those of the same names; an imported history never is.

    Raises:
        OutputError: the folder holds other files, or it or a file cannot be written.
    """
    chosen = f"SELECT hand_key FROM hands JOIN seats USING (hand_key) WHERE {predicate}"
    heroes = con.execute(
        f"SELECT hero, count(*), min(hand_key) FROM hand_texts WHERE hand_key IN ({chosen}) "
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
            files += write_files(_read_hands(con, hero, chosen, parameters, names), own)
        if names is not None:
            names.keep()
        return files

    ((made,),) = con.execute(f"SELECT created_at FROM {META.name}").fetchall()
    output = OutputFolder(folder, f"export of the database made at {made}", partial(is_imported, con), force)
    written = output.write(fill)
    return Exported(sum(count for _, count, _ in heroes), written.files, written.removed)


def _unused(name: str, used: set[str]) -> str:
    """Return a name for a folder that differs from those used, on systems that know no capitals too; use it."""
    number, free = 1, name
    while free.casefold() in used:
        number += 1
        free = f"{name} ({number})"
    used.add(free.casefold())
    return free


def _read_hands(
    con: duckdb.DuckDBPyConnection,
    hero: str | None,
    chosen: str,
    parameters: Sequence[Any],
    names: "Pseudonyms | None",
) -> Iterator[Hand]:
    """Yield the hands of one hero's files in the order they were played."""
    found = con.cursor().execute(
        f"SELECT text FROM hand_texts JOIN hands USING (hand_key) WHERE hand_key IN ({chosen}) "
        "AND hero IS NOT DISTINCT FROM ? ORDER BY played_at NULLS FIRST, hand_key, file_key, line",
        [*parameters, hero],
    )
    while rows := found.fetchmany(1000):
        for (text,) in rows:
            hand = parse(Block("", 1, text, "\r\n", "")).hand
            if hand is None:
                raise DatabaseError(
                    "a hand of the database can no longer be read; import its file again into a new database"
                )
            yield hand if names is None else anonymize(hand, names.of)


class Pseudonyms:
    """The pseudonyms of a database: `Player1`, `Player2` … in the order in which they were first needed.

    They are kept in the table `pseudonyms` and say nothing about the names themselves.
    """

    def __init__(self, con: duckdb.DuckDBPyConnection) -> None:
        self._con = con
        rows = con.execute("SELECT player, pseudonym FROM pseudonyms").fetchall()
        self._of: dict[str, str] = dict(rows)
        self._new: list[tuple[str, str]] = []

    def of(self, player: str) -> str:
        """Return the player's pseudonym, a new one where there was none."""
        if player not in self._of:
            self._of[player] = f"Player{len(self._of) + 1}"
            self._new.append((player, self._of[player]))
        return self._of[player]

    def keep(self) -> None:
        """Store the pseudonyms that are new."""
        if self._new:
            self._con.executemany("INSERT INTO pseudonyms VALUES (?, ?)", self._new)
            self._new = []
