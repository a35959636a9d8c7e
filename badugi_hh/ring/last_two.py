"""Solves what is left of a hand at a full table when two players are left, from the ranges that the blueprint gives them.

As in the training, everybody takes some actions at random, before the round and in it.
"""

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from badugi_hh.ring.blueprint import MISTAKES, Blueprint
from badugi_hh.ring.follow_hand import action_of
from badugi_hh.ring.hand_row import ACTOR, BUTTON, INSIDE, OVER, PHASE, POT, SEATS, Hand, next_seat, seats_in
from badugi_hh.ring.line_ranges import number_drawn, range_after
from badugi_hh.ring.table_line import PLAYERS, hands_of_line
from badugi_hh.solve.classes import Vector, deal
from badugi_hh.solve.heads_up_pots import Pot, PotAnswer, solve_pot
from badugi_hh.solve.look_up import HAND_OVER
from badugi_hh.solve.solve_error import SolveError

if TYPE_CHECKING:
    from badugi_hh.solve.player_ranges import Reach

_BIG_BETS = 0.25
"""Half a small bet in big bets."""
_DRAWS = 3
_ENOUGH = 0.001
"""The solver stops when best responses gain less than this share of the pot: costs converge after the gain does."""


class LastTwo(NamedTuple):
    """The pot of the last two players where a round or draw begins, their ranges by the order in which they act, and the line since then."""

    pot: Pot
    ranges: tuple[Vector, Vector]
    line: str


def solve_last_two(blueprint: Blueprint, spot: str, line: str, *, seconds: float = 15.0) -> PotAnswer:
    """Return the strategy after a line of a full table, solved from the beginning of its last round or draw on.

    The player has the name of the seat. The answer is as good as the ranges, which are those of the blueprint.

    Raises:
        SolveError: the line is impossible or ends the hand, more than two players began the round, or the blueprint lacks a
            decision of these two.
    """
    start = last_two(blueprint, spot, line)
    answer = solve_pot(start.pot, start.ranges, start.line, seconds=seconds, enough=_ENOUGH, slip=MISTAKES)
    *_, hand = hands_of_line(spot, line)
    return replace(
        answer,
        line=" ".join(line.split()),
        player=PLAYERS[hand[ACTOR]],
        limits=("the ranges are those of the blueprint where this round or draw begins", *answer.limits),
    )


def last_two(blueprint: Blueprint, spot: str, line: str) -> LastTwo:
    """Return where the last round or draw of a line begins with two players.

    Raises:
        SolveError: as `solve_last_two` says.
    """
    words = line.split()
    ranges: list[Reach | None] = [deal().astype(np.float64) for _ in range(SEATS)]
    start, since = None, 0
    hands = list(hands_of_line(spot, line))
    if hands[-1][PHASE] == OVER:
        raise SolveError(HAND_OVER)
    for nth, (before, after) in enumerate(pairwise(hands)):
        actor = before[ACTOR]
        held, action = ranges[actor], action_of(before, words[nth])
        ranges[actor] = (
            None if held is None or action is None else range_after(blueprint, before, action, held)
        )
        if after[PHASE] != before[PHASE] and seats_in(after[INSIDE]) == 2:
            first = next_seat(after[INSIDE], BUTTON)
            players = first, next_seat(after[INSIDE], first)
            start, since = (after, players, [ranges[seat] for seat in players]), nth + 1
    if start is None:
        raise SolveError(
            "more than two players began this round; leave out --heads-up, or give a line in which all others have folded before"
        )
    hand, players, (first_range, last_range) = start
    if first_range is None or last_range is None:
        raise SolveError(
            "the blueprint lacks an earlier decision of the two players, so their ranges are unknown"
        )
    ranges_then = first_range.astype(np.float32), last_range.astype(np.float32)
    return LastTwo(_pot_of(hand, players), ranges_then, " ".join(words[since:]))


def _pot_of(hand: Hand, players: tuple[int, int]) -> Pot:
    """Return the pot of two players where a phase begins."""
    done = hand[PHASE] // 2
    drawn = tuple(tuple(number_drawn(hand, draw, seat) for draw in range(done)) for seat in players)
    return Pot(hand[POT] * _BIG_BETS, _DRAWS - done, bool(hand[PHASE] & 1), drawn=(drawn[0], drawn[1]))
