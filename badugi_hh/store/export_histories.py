"""Writes stored hands to history files in the layout of the client, with the players' names or with pseudonyms."""

from collections.abc import Iterator
from pathlib import Path

from badugi_hh.history.anonymize import anonymize
from badugi_hh.history.events import Hand
from badugi_hh.history.files import folder_name, write_files
from badugi_hh.history.parse import parse
from badugi_hh.history.source import Block
from badugi_hh.store.database import DatabaseError
from badugi_hh.store.export_hands import Exported, HandsToExport

OBSERVED = "observed"
"""The folder of the hands whose file has no hero, in an export that has other files with a hero."""

_REPORTED = 1_000  # hands between two reports of the progress


def write_histories(hands: HandsToExport, place: Path) -> Exported:
    """Write every text of the hands, line by line, with the line ends of the client.

    If the hands have several heroes, each hero has a folder in `place`.
    """
    heroes = hands.con.execute(
        f"SELECT hero, count(*), min(hand_key) FROM hand_texts WHERE hand_key IN ({hands.keys}) "
        "GROUP BY hero ORDER BY ALL",
        hands.parameters,
    ).fetchall()
    total = sum(count for _, count, _ in heroes)
    files: list[Path] = []
    used: set[str] = set()
    done = 0
    for hero, count, _ in heroes:
        known = hero if hands.names is None or hero is None else hands.names.of(hero)
        own = place if len(heroes) == 1 else place / _unused(folder_name(known or OBSERVED), used)
        files += write_files(_read(hands, hero, done, total), own)
        done += count
    return Exported(total, tuple(files))


def _unused(name: str, used: set[str]) -> str:
    """Return a folder name that differs from the used names, also without regard to case, and add it to them."""
    number, free = 1, name
    while free.casefold() in used:
        number += 1
        free = f"{name} ({number})"
    used.add(free.casefold())
    return free


def _read(hands: HandsToExport, hero: str | None, done: int, total: int) -> Iterator[Hand]:
    """Yield the hands of one hero's files in the order of play; `done` hands of `total` were written before."""
    found = hands.con.cursor().execute(
        f"SELECT text FROM hand_texts JOIN hands USING (hand_key) WHERE hand_key IN ({hands.keys}) "
        "AND hero IS NOT DISTINCT FROM ? ORDER BY played_at NULLS FIRST, hand_key, file_key, line",
        [*hands.parameters, hero],
    )
    while rows := found.fetchmany(_REPORTED):
        if hands.progress is not None:
            hands.progress("", done, done / total)
        for (text,) in rows:
            hand = parse(Block("", 1, text, "\r\n", "")).hand
            if hand is None:
                raise DatabaseError(
                    "a hand of the database can no longer be parsed; import its file again into a new database"
                )
            yield hand if hands.names is None else anonymize(hand, hands.names.of)
        done += len(rows)
