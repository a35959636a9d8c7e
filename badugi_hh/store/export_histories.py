"""Writes stored hands to history files in the layout of the client, with the players' names or with pseudonyms."""

from collections.abc import Iterator
from pathlib import Path

from badugi_hh.history.anonymize import anonymize
from badugi_hh.history.events import Hand
from badugi_hh.history.files import folder_name, write_files
from badugi_hh.history.parse import parse
from badugi_hh.history.source import Block
from badugi_hh.store.database import DatabaseError
from badugi_hh.store.export_hands import BY_TIME, UNREADABLE, Exported, HandsToExport

OBSERVED = "observed"
"""The folder of the hands whose file has no hero, in an export that has other files with a hero."""


def write_histories(hands: HandsToExport, place: Path) -> Exported:
    """Write every text of the hands, line by line, with the line ends of the client.

    If the hands have several heroes, each hero has a folder in `place`.
    """
    heroes = hands.con.execute(
        f"SELECT hero, count(*), min(hand_key) FROM hand_texts WHERE hand_key IN ({hands.keys}) "
        "GROUP BY hero ORDER BY ALL",
        hands.parameters,
    ).fetchall()
    files: list[Path] = []
    used: set[str] = set()
    for number, (hero, _, _) in enumerate(heroes):
        known = hero if hands.names is None or hero is None else hands.names.of(hero)
        own = place if len(heroes) == 1 else place / _unused(folder_name(known or OBSERVED), used)
        files += write_files(_read(hands, hero, number, len(heroes)), own)
    return Exported(sum(count for _, count, _ in heroes), tuple(files))


def _unused(name: str, used: set[str]) -> str:
    """Return a folder name that differs from the used names, also without regard to case, and add it to them."""
    number, free = 1, name
    while free.casefold() in used:
        number += 1
        free = f"{name} ({number})"
    used.add(free.casefold())
    return free


def _read(hands: HandsToExport, hero: str | None, part: int, parts: int) -> Iterator[Hand]:
    """Yield the hands of one hero's files in the order of play; the hero is one `part` of `parts`."""
    keys = hands.list_keys_by_time(hero, every_hero=False)
    for batch in hands.split(keys, "", part, parts):
        texts = hands.con.execute(
            "SELECT text FROM hand_texts JOIN hands USING (hand_key) WHERE hand_key IN (SELECT unnest(?::BIGINT[])) "
            f"AND hero IS NOT DISTINCT FROM ? ORDER BY {BY_TIME}, file_key, line",
            [batch, hero],
        ).fetchall()
        for (text,) in texts:
            hand = parse(Block("", 1, text, "\r\n", "")).hand
            if hand is None:
                raise DatabaseError(UNREADABLE)
            yield hand if hands.names is None else anonymize(hand, hands.names.of)
