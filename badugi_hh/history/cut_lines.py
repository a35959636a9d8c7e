"""Recognizes the last line of a hand that was cut off within its summary: the beginning of a line that has a form.

A text can end anywhere if the client was closed or a copy was interrupted. A line of no known form that no ending completes
is not cut off, but unknown. Nothing here parses a whole hand.
"""

from collections.abc import Collection
from functools import cache

from badugi_hh.history.lines import MARK, NO_FORM, grammar

_POTS = (
    "Total pot $1.25 | Rake $0.25",
    "Total pot $1.25 Main pot $1.25. Side pot-1 $1.25. Side pot-2 $1.25. | Rake $0.25",
)
_TAGS = ("", " (button)", " (small blind)", " (big blind)", " (button) (small blind)")
_OUTCOMES = (
    "folded before the Draw (didn't bet)",
    *(f"folded after the {nth} Draw" for nth in ("1st", "2nd", "3rd")),
    "collected ($1.25)",
    "mucked [As 2d 3c 4h]",
    "showed [As 2d 3c 4h] and won ($1.25) with a Badugi: 4,3,2,A",
    "showed [As 2d 3c 4h] and lost with a Badugi: 4,3,2,A",
)


def is_cut(line: str, players: Collection[str]) -> bool:
    """Return whether a marked line is the beginning of a line of a summary; `players` are the names of the seats."""
    seat, colon, name = line.partition(": ")
    if colon and MARK not in line:  # the name may be incomplete too
        line = f"{seat}: {MARK}" if any(player.startswith(name) for player in players) else line
    return any(grammar().read(line + ending) is not NO_FORM for ending in _endings())


@cache
def _endings() -> tuple[str, ...]:
    """Return what can complete a line, the shortest ending first."""
    lines = [*_POTS, *(f"Seat 1: {MARK}{tags} {outcome}" for tags in _TAGS for outcome in _OUTCOMES)]
    endings = {line[start:] for line in lines for start in range(1, len(line))}
    return tuple(sorted(endings, key=len))
