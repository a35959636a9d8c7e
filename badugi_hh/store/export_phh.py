"""Writes stored hands to files of the Poker Hand History format: `.phhs` for several hands, `.phh` for one.

The views of a hand are merged, so each hand is written once with all known cards. Hands that PHH cannot represent are
counted by their reason and not written.
"""

from collections.abc import Iterator
from pathlib import Path

from badugi_hh.engine.rules import ROOMS
from badugi_hh.history.anonymize import anonymize
from badugi_hh.history.events import Hand
from badugi_hh.history.files import file_name
from badugi_hh.phh.notation import write_phh
from badugi_hh.phh.reasons import PhhError
from badugi_hh.replay import Replay, replay
from badugi_hh.store.database import DatabaseError
from badugi_hh.store.export_hands import BY_TIME, UNREADABLE, Exported, HandsToExport, Refusal
from badugi_hh.store.texts import join_texts

_FIRST = b"[1]\n"  # the header of the first hand of a `.phhs` file, which a `.phh` file does not have


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
            yield _replay_hand(hands, hand, rules)


def _replay_hand(hands: HandsToExport, hand: Hand, rules: str) -> Replay:
    shown = hand if hands.names is None else anonymize(hand, hands.names.of)
    played = replay(shown, rules=ROOMS[rules])
    if not played.ok:
        raise DatabaseError(UNREADABLE)
    return played
