"""Lays hands out in files as the client does: one file per table, or tournament, and day."""

from collections.abc import Iterable
from pathlib import Path

from badugi_hh.history.events import Hand
from badugi_hh.history.money import SIGNS
from badugi_hh.history.write import HAND_GAP, LIMITS, write

_BOM = "\ufeff"
_LONGEST = 180  # bytes
_RESERVED = {"CON", "PRN", "AUX", "NUL", *(f"{port}{n}" for port in ("COM", "LPT") for n in range(1, 10))}
_FORBIDDEN = str.maketrans(dict.fromkeys('<>:"/\\|?*', "_"))  # in file names of some system


def file_name(hand: Hand) -> str:
    """Return the name of the file that the client would put a hand in, on the local day it was played."""
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
    """Return a name of a player as a folder may be called on every system; two players may come to one."""
    fitting = _fitting(name).strip(" .") or "_"
    return f"{fitting}_" if fitting.partition(".")[0].upper() in _RESERVED else fitting


def _fitting(name: str) -> str:
    """Return a name without what some system forbids, and no longer than any takes."""
    return name.translate(_FORBIDDEN).encode()[:_LONGEST].decode(errors="ignore")


def write_files(hands: Iterable[Hand], folder: Path) -> list[Path]:
    """Write hands into files in `folder`, which is made if need be, and return the files in order of their start.

    Files begin with a byte order mark, and every hand is followed by three blank lines, as the client has it.
    A file of the same name that was there before is replaced.

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
