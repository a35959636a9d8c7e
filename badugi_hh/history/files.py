"""Writes hands into files as the client does: one file per day and table or tournament."""

from collections.abc import Iterable
from pathlib import Path

from badugi_hh.history.events import Hand
from badugi_hh.history.money import SIGNS
from badugi_hh.history.write import HAND_GAP, LIMITS, write

_BOM = "\ufeff"
_LONGEST = 180  # bytes
_RESERVED = {"CON", "PRN", "AUX", "NUL", *(f"{port}{n}" for port in ("COM", "LPT") for n in range(1, 10))}
_FORBIDDEN = str.maketrans(dict.fromkeys('<>:"/\\|?*', "_"))  # in file names on some systems


def file_name(hand: Hand) -> str:
    """Return the name of the file in which the client would save a hand; the date is the local day of the hand."""
    date = hand.moment.local.split(" ", maxsplit=1)[0].replace("/", "")
    game = f"{LIMITS[hand.stakes.betting]} {hand.game}"
    if hand.tournament is not None:
        buy_in = (hand.tournament.buy_in or "Freeroll").removesuffix(" USD").replace("+", " + ")
        name = f"HH{date} T{hand.tournament.id} {game} {buy_in}"
    else:
        sign = SIGNS.get(hand.stakes.currency or "", "")
        low, high = (
            f"{sign}{stake // 100}.{stake % 100:02d}" if stake % 100 else f"{sign}{stake // 100}"
            for stake in (hand.stakes.low, hand.stakes.high)
        )
        name = f"HH{date} {hand.table} - {low}-{high} - {hand.stakes.currency} {game}"
    return f"{_fitting(name)}.txt"


def folder_name(name: str) -> str:
    """Return a folder name for a player that is valid on every system; two players can get the same folder name."""
    fitting = _fitting(name).strip(" .") or "_"
    return f"{fitting}_" if fitting.partition(".")[0].upper() in _RESERVED else fitting


def _fitting(name: str) -> str:
    """Return a name without forbidden characters, at most `_LONGEST` bytes long."""
    return name.translate(_FORBIDDEN).encode()[:_LONGEST].decode(errors="ignore")


def write_files(hands: Iterable[Hand], folder: Path) -> list[Path]:
    """Write hands into files in `folder`, which is created if it does not exist; return the files in order of creation.

    Files start with a byte order mark, and three blank lines follow every hand, as in the client's files. An existing
    file of the same name is replaced.

    Raises:
        OSError: the folder or a file cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    paths: dict[Path, None] = {}
    for hand in hands:
        path = folder / file_name(hand)
        new = path not in paths
        paths[path] = None
        text = write(hand) + hand.layout.newline * (HAND_GAP + 1)
        with path.open("wb" if new else "ab") as file:
            file.write(((_BOM if new else "") + text).encode())
    return list(paths)
