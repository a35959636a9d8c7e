"""Solves what is left of a hand at a full table when two players are left, from the ranges that the blueprint gives them.

As in the training, everybody takes some actions at random, before the round and in it.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from badugi_hh.ring.blueprint import SLIPS, Blueprint
from badugi_hh.ring.hand_row import BUTTON, INSIDE, OVER, PHASE, POT, STACK, Hand, next_seat, seats_in
from badugi_hh.ring.line_ranges import number_drawn, ranges_along
from badugi_hh.ring.table_line import PLAYERS, action_of, hands_of_line
from badugi_hh.solve.classes import Vector
from badugi_hh.solve.game import BIG_BET
from badugi_hh.solve.heads_up_pots import PLAYERS as POT_PLAYERS
from badugi_hh.solve.heads_up_pots import HeadsUpPot, PotAnswer, solve_pot
from badugi_hh.solve.look_up import HAND_OVER
from badugi_hh.user_error import SolveError

_DRAWS = 3
_DEEP = 10
"""Nobody pays more big bets than this after the first draw: four small bets and eight big ones."""
_ENOUGH = 0.001
"""The solver stops when best responses gain less than this share of the pot: costs converge after the gain does."""


class LastTwo(NamedTuple):
    """The pot of the last two players where a round or draw begins, and the line since then.

    `seats` and `ranges` are in the order in which the players act.
    """

    pot: HeadsUpPot
    seats: tuple[str, str]
    ranges: tuple[Vector, Vector]
    line: str


def solve_last_two(blueprint: Blueprint, spot: str, line: str, *, seconds: float = 15.0) -> PotAnswer:
    """Return the strategy after a line of a full table, solved from the beginning of its last round or draw on.

    The player has the name of the seat. The answer is as good as the ranges, which are those of the blueprint.

    Raises:
        SolveError: the line is impossible or ends the hand, more than two players began the round, the blueprint lacks a
            decision of these two, or one of them draws more cards than before, which the solver leaves out.
    """
    start = last_two(blueprint, spot, line)
    answer = solve_pot(start.pot, start.ranges, start.line, seconds=seconds, enough=_ENOUGH, slip=SLIPS)
    first, last = start.seats
    begins = (
        f"{first} acts first and {last} last; ranges are those of this line alone where the round or draw begins, "
        "which the solver of two players takes as given"
    )
    seat = start.seats[POT_PLAYERS.index(answer.player)]
    return replace(answer, line=" ".join(line.split()), player=seat, limits=(begins, *answer.limits))


def last_two(blueprint: Blueprint, spot: str, line: str) -> LastTwo:
    """Return where the last round or draw of a line begins with two players.

    Raises:
        SolveError: as `solve_last_two` says.
    """
    hands = list(hands_of_line(spot, line))
    if hands[-1][PHASE] == OVER:
        raise SolveError(HAND_OVER)
    words = line.split()
    actions = [action_of(hand, word) or 0 for hand, word in zip(hands, words, strict=False)]
    since = next(nth for nth, hand in enumerate(hands) if hand[PHASE] == hands[-1][PHASE])
    start = hands[since]
    if seats_in(start[INSIDE]) != 2:
        raise SolveError(
            "more than two players began this round; leave out --last-two, or go on to the next draw or round of two"
        )
    pot, players, ranges = begun(blueprint, list(zip(hands, actions, strict=False))[:since], start)
    if pot.drawing:
        _check_draws(pot, [PLAYERS[seat] for seat in players], actions[since:])
        words[since:] = map(str, actions[since:])  # four cards are taken as three
    return LastTwo(pot, (PLAYERS[players[0]], PLAYERS[players[1]]), ranges, " ".join(words[since:]))


def begun(
    blueprint: Blueprint, steps: Sequence[tuple[Hand, int]], start: Hand
) -> tuple[HeadsUpPot, tuple[int, int], tuple[Vector, Vector]]:
    """Return the pot, the seats and the ranges of two players where a round or draw starts.

    `steps` has the hand before each earlier step, and the action.

    Raises:
        SolveError: the blueprint lacks a decision of these two.
    """
    first = next_seat(start[INSIDE], BUTTON)
    players = first, next_seat(start[INSIDE], first)
    *_, ranges = ranges_along(blueprint, steps, players)
    held = []
    for seat in players:
        reach = ranges[seat]
        if reach is None:
            raise SolveError(
                f"the blueprint lacks an earlier decision of {PLAYERS[seat]}, so the range is unknown"
            )
        held.append(reach.astype(np.float32))
    return _pot_of(start, players), players, (held[0], held[1])


def _check_draws(pot: HeadsUpPot, seats: Sequence[str], numbers: Sequence[int]) -> None:
    """Refuse draws of more cards than before.

    Raises:
        SolveError: there is one.
    """
    for seat, drawn, number in zip(seats, pot.drawn, numbers, strict=False):
        if drawn and number > max(drawn[-1], 1):
            raise SolveError(
                f"{seat} draws more cards than before, which the solver of two players leaves out; leave out --last-two"
            )


def _pot_of(hand: Hand, players: tuple[int, int]) -> HeadsUpPot:
    """Return the pot of two players where a phase begins."""
    done = hand[PHASE] // 2
    drawn = tuple(tuple(number_drawn(hand, draw, seat) for draw in range(done)) for seat in players)
    behind = tuple(hand[STACK + seat] / BIG_BET for seat in players)
    stacks = None if min(behind) >= _DEEP else (behind[0], behind[1])
    return HeadsUpPot(
        hand[POT] / BIG_BET,
        _DRAWS - done,
        bool(hand[PHASE] & 1),
        stacks=stacks,
        drawn=(drawn[0], drawn[1]),
    )
