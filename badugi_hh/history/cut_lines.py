"""Recognizes the last line of a hand that was cut off within its header or summary: the beginning of a line with a form.

A text can end anywhere if the client was closed or a copy was interrupted. A line of no known form that no ending completes
is not cut off, but unknown. Nothing here parses a whole hand.
"""

from collections.abc import Collection, Sequence
from functools import cache

from badugi_hh.history.header import game_of
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
# The names of other games lack their first letter, so that they complete a name and never add one to a wrong header.
_GAMES = (
    "Badugi Limit ($1.25/$1.25 USD)",
    "Badugi Limit ($1.25/$1.25)",
    "8-Game (Badugi Limit, $1.25/$1.25)",
    "old'em No Limit ($1.25/$1.25 USD)",
    "maha Half Pot Limit ($1.25/$1.25 USD)",
    "Tournament #1, $1.25+$1.25 USD Badugi Limit - Match Round I, Level I (10/20)",
    "Tournament #1, $1.25+$1.25 USD 8-Game (Badugi Limit) - Level I (10/20)",
)
_TIMES = ("2024/03/04 22:05:59 ET", "2024/03/04 22:05:59 CET [2024/03/04 16:05:59 ET]")


def is_cut(line: str, players: Collection[str]) -> bool:
    """Return whether a marked line is the beginning of a line of a summary; `players` are the names of the seats."""
    seat, colon, name = line.partition(": ")
    if colon and MARK not in line:  # the name may be incomplete too
        line = f"{seat}: {MARK}" if any(player.startswith(name) for player in players) else line
    return any(grammar().read(line + ending) is not NO_FORM for ending in _endings())


def is_cut_header(line: str) -> bool:
    """Return whether a line is the beginning of a header that names a known game."""
    return any(game_of(grammar().read(line + ending)) is not None for ending in _header_endings())


@cache
def _endings() -> tuple[str, ...]:
    """Return what can complete a line of a summary, the shortest ending first."""
    return _list_endings(
        [*_POTS, *(f"Seat 1: {MARK}{tags} {outcome}" for tags in _TAGS for outcome in _OUTCOMES)]
    )


@cache
def _header_endings() -> tuple[str, ...]:
    """Return what can complete a header, the shortest ending first."""
    return _list_endings([f"PokerStars Hand #1:  {game} - {time}" for game in _GAMES for time in _TIMES])


def _list_endings(lines: Sequence[str]) -> tuple[str, ...]:
    endings = {line[start:] for line in lines for start in range(1, len(line))}
    return tuple(sorted(endings, key=len))
