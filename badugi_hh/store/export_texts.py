"""Writes stored hands as texts: histories in the layout of the client, or files of the Poker Hand History format.

A history has every text of a hand, with the players' names or with pseudonyms. In PHH the views of a hand are merged, so each
hand is written once with all known cards; hands that PHH cannot represent are counted by their reason and not written.
"""

from collections.abc import Iterator
from pathlib import Path

from badugi_hh.engine.rules import ROOMS
from badugi_hh.history.anonymize import anonymize
from badugi_hh.history.events import Hand
from badugi_hh.history.parse import parse
from badugi_hh.history.source import Block
from badugi_hh.history.write import file_name, folder_name, write, write_texts
from badugi_hh.phh.betting import PhhError
from badugi_hh.phh.notation import write_phh
from badugi_hh.replay import Replay, replay
from badugi_hh.store.database import DatabaseError
from badugi_hh.store.export_hands import BY_TIME, UNREADABLE, Exported, HandsToExport, Refusal
from badugi_hh.store.texts import join_texts

OBSERVED = "observed"
"""The folder of the hands whose file has no hero, in an export that has other files with a hero."""


_FIRST = b"[1]\n"  # the header of the first hand of a `.phhs` file, which a `.phh` file does not have


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
        folder = place if len(heroes) == 1 else place / _unused(folder_name(known or OBSERVED), used)
        files += write_texts(_read(hands, hero, number, len(heroes)), folder)
    return Exported(sum(count for _, count, _ in heroes), tuple(files))


def _unused(name: str, used: set[str]) -> str:
    """Return a folder name that differs from the used names, also without regard to case, and add it to them."""
    number, free = 1, name
    while free.casefold() in used:
        number += 1
        free = f"{name} ({number})"
    used.add(free.casefold())
    return free


def _read(hands: HandsToExport, hero: str | None, part: int, parts: int) -> Iterator[tuple[Hand, str]]:
    """Yield the hands of one hero's files in the order of play, with their texts; the hero is one `part` of `parts`."""
    of_hero = "hero IS NOT DISTINCT FROM ?"
    for batch in hands.split(hands.list_keys_by_time(of_hero, hero), "", part, parts):
        texts = hands.con.execute(
            "SELECT text FROM hand_texts JOIN hands USING (hand_key) WHERE hand_key IN (SELECT unnest(?::BIGINT[])) "
            f"AND {of_hero} ORDER BY {BY_TIME}, file_key, line",
            [batch, hero],
        ).fetchall()
        for (text,) in texts:
            hand = parse(Block("", 1, text)).hand
            if hand is None:
                raise DatabaseError(UNREADABLE)
            if hands.names is None:
                yield hand, text
            else:
                anonymous = anonymize(hand, hands.names.of)
                yield anonymous, write(anonymous)


def write_phh_files(hands: HandsToExport, place: Path) -> Exported:
    """Write one file for each day and table or tournament, named as the client names its histories.

    Names that differ only by case are one file, as they are on macOS and Windows; its name is that of its first hand.
    """
    counts: dict[Path, int] = {}
    paths: dict[str, Path] = {}  # by the name without case
    refused: dict[str, Refusal] = {}
    for played in _replay(hands):
        try:
            text = write_phh(played)
        except PhhError as error:
            reason, number = str(error), played.hand.id
            known = refused.get(reason, Refusal(reason, 0, number))
            refused[reason] = Refusal(reason, known.hands + 1, known.example)
            continue
        name = f"{file_name(played.hand).removesuffix('.txt')}.phhs"
        path = paths.setdefault(name.casefold(), place / name)
        counts[path] = counts.get(path, 0) + 1
        with path.open("ab") as file:
            file.write(f"[{counts[path]}]\n{text}\n\n".encode())
    files = [_rename(path) if count == 1 else path for path, count in counts.items()]
    ordered = sorted(refused.values(), key=lambda refusal: (-refusal.hands, refusal.reason))
    return Exported(sum(counts.values()), tuple(files), refused=tuple(ordered))


def _rename(path: Path) -> Path:
    """Turn a file with one hand into a `.phh` file, and return its path."""
    single = path.with_suffix(".phh")
    single.write_bytes(path.read_bytes().removeprefix(_FIRST).removesuffix(b"\n"))
    path.unlink()
    return single


def _replay(hands: HandsToExport) -> Iterator[Replay]:
    """Yield the replay of each hand in the order of play, by the rules that the hand was stored with."""
    for batch in hands.split(hands.list_keys_by_time(), ""):
        rows = hands.con.execute(
            "SELECT any_value(rules), list(text ORDER BY file_key, line) FROM hand_texts JOIN hands USING (hand_key) "
            f"WHERE hand_key IN (SELECT unnest(?::BIGINT[])) GROUP BY played_at, hand_key ORDER BY {BY_TIME}",
            [batch],
        ).fetchall()
        for rules, texts in rows:
            hand = join_texts(texts, ROOMS[rules])
            if hand is None:
                raise DatabaseError(UNREADABLE)
            shown = hand if hands.names is None else anonymize(hand, hands.names.of)
            played = replay(shown, rules=ROOMS[rules])
            if not played.ok:
                raise DatabaseError(UNREADABLE)
            yield played
