"""The pots of two players that begin with the first draw at a full table, and the solved tables that have their prices.

The line of such a pot is who is in it, who raised last, and how many bets there were. A table says in its header which lines it claims:
that for which it was solved, and those for which it is the nearest one. For each there is the money in the pot, and by phase how far costs are from those of
the table. A pot that no table claims keeps the prices of the blueprint, and so does one with short stacks.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from badugi_hh.engine.many_hands import BIT, COUNT, LAST, Array, HandStates
from badugi_hh.installation import data_folder
from badugi_hh.ring.hand_row import (
    BUTTON,
    CAP,
    INSIDE,
    LAST_BETS,
    LAST_RAISER,
    NOBODY,
    PHASE,
    STACK,
    Hand,
    next_seat,
    seats_in,
)
from badugi_hh.ring.many_spots import SEAT_OF_PLACE
from badugi_hh.ring.table_line import PLAYERS
from badugi_hh.ring.table_spots import PHASES
from badugi_hh.solve.follow_tables import FollowedTable, followed
from badugi_hh.solve.game import HEADS_UP
from badugi_hh.solve.played_hands import Floats, Numbers
from badugi_hh.solve.solved_table import read_header, read_table

ENDING = ".pot"
"""The ending of the file of a table, which has the form of all others."""
NONE = -1
"""No line, or no table."""
LAST_PHASE = PHASES - 1
"""The phase in which costs of hands that good players never have are too uncertain."""
RAISERS = ("", "first", "last")
"""Who raised last before the draw."""
_DEEP = HEADS_UP.cap * sum(HEADS_UP.bets[1:])
"""What a player can pay after the first draw at most, in half small bets."""
_LEAST = _DEEP // 2
"""The stacks of a pot are at least as large, in half small bets."""
TABLE_ERRORS = np.array([0.0, 0.02, 0.02, 0.04, 0.08, 0.08, 0.11])
"""How far costs are from those of a finer solution, by phase, in big bets: docs/decisions/0019-pots-of-two.md."""
LEAST_LEFT = 8
"""A table judges while players have at least as much left, two big bets in half small bets: a bet and a raise."""
STACK_ERRORS = np.array([0.0, 0.02, 0.06, 0.07, 0.1, 0.15, 0.2])
"""How far costs with the least stacks are from those with deep ones, by phase, in big bets: docs/decisions/0019-pots-of-two.md."""
_NAMES = tuple(dict.fromkeys(PLAYERS))
_PLACES = np.array([_NAMES.index(name) for name in PLAYERS])
"""The place of each seat of `hand_row` among the names: both early seats have one."""


class PotLine(NamedTuple):
    """The line of a pot: its seats in the order in which they act after a draw, the last raiser, and the bets before the draw.

    The raiser is one of `RAISERS`, empty if nobody raised.
    """

    first: str
    last: str
    raiser: str
    bets: int


LINES = tuple(
    PotLine(first, last, raiser, bets)
    for first in _NAMES
    for last in _NAMES
    for raiser in RAISERS
    for bets in range(1, CAP + 1)
)


def number_of(line: PotLine) -> int:
    """Return the number of a line."""
    return LINES.index(line)


def line_of(hand: Hand) -> int:
    """Return the number of the line of a hand in which two players begin the first draw with deep stacks, `NONE` of any other."""
    if hand[PHASE] != 1 or seats_in(hand[INSIDE]) != 2:
        return NONE
    first, last = players_of(hand)
    if min(hand[STACK + first], hand[STACK + last]) < _DEEP:
        return NONE
    raised = 0 if hand[LAST_RAISER] == NOBODY else 1 + (hand[LAST_RAISER] == last)
    return int(_number(_PLACES[first], _PLACES[last], raised, hand[LAST_BETS]))


def lines_of(hands: HandStates, of: Numbers) -> tuple[Array, Array]:
    """Return the numbers of the lines of those hands `of` many that begin the first draw, and which of them have no deep stacks.

    A line is that of `line_of`. Amounts are in half small bets.
    """
    live, raiser = hands.live[of], hands.aggressor[0, of]
    last = LAST[live]
    first = LAST[live & ~BIT[last]]
    left = np.where(live & BIT[: len(hands.stack), None], hands.stack[:, of], _DEEP).min(axis=0)
    raised = np.where(raiser < 0, 0, 1 + (raiser == last))
    bets = -(-hands.level[of] // hands.low[of])
    number = _number(_PLACES[SEAT_OF_PLACE[first]], _PLACES[SEAT_OF_PLACE[last]], raised, bets)
    return np.where((COUNT[live] == 2) & (left >= _LEAST), number, NONE), left < _DEEP


def _number(first: Any, last: Any, raised: Any, bets: Any) -> Any:
    return ((first * len(_NAMES) + last) * len(RAISERS) + raised) * CAP + bets - 1


def players_of(hand: Hand) -> tuple[int, int]:
    """Return the seats of two players in the order in which they act after a draw."""
    first = next_seat(hand[INSIDE], BUTTON)
    return first, next_seat(hand[INSIDE], first)


@dataclass(frozen=True, slots=True)
class Pots:
    """Which tables have the prices of pots.

    By line `table` has the place of its table, `NONE` for none, `money` the half small bets in the pot, and `error` by phase what the standard
    error of costs is besides that of the table, in big bets. `find` returns the table of a place.
    """

    table: NDArray[np.int16]
    money: NDArray[np.int16]
    error: Floats
    find: Callable[[int], FollowedTable]


class Claim(NamedTuple):
    """What a table says of a line that it claims: the half small bets in the pot, and the errors by phase, see `Pots`."""

    line: PotLine
    money: int
    errors: tuple[float, ...]

    def as_json(self) -> list[Any]:
        """Return the claim as a header has it."""
        return [*self.line, self.money, *self.errors]


def claims_of(header: dict[str, Any]) -> list[Claim]:
    """Return the claims in the header of a table."""
    return [Claim(PotLine(*each[:4]), each[4], tuple(each[5:])) for each in header["claims"]]


def pots_of(claims: Iterable[Sequence[Claim]], find: Callable[[int], FollowedTable]) -> Pots:
    """Return the pots of the claims of some tables."""
    table, money = np.full(len(LINES), NONE, np.int16), np.zeros(len(LINES), np.int16)
    error = np.zeros((len(LINES), PHASES))
    for place, of_table in enumerate(claims):
        for claim in of_table:
            line = number_of(claim.line)
            table[line], money[line] = place, claim.money
            error[line] = np.hypot(TABLE_ERRORS, [0.0, *claim.errors])
    return Pots(table, money, error, find)


@cache
def shipped_pots() -> Pots | None:
    """Return the pots whose tables come with the program, None if there is none."""
    files = pot_files()
    find = cache(lambda place: followed(read_table(files[place])))
    return pots_of([claims_of(read_header(path)) for path in files], find) if files else None


def pot_files() -> list[Path]:
    """Return the files of the tables of pots that come with the program."""
    try:
        return sorted(data_folder("tables").glob(f"*{ENDING}"))
    except FileNotFoundError:
        return []
