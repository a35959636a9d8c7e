"""Looks up a line of a full table in the blueprint: who acts, what they hold there, their strategy, and the cost of each action."""

import numpy as np
from numpy.typing import NDArray

from badugi_hh.ring.blueprint import (
    COST_STEP,
    ERROR_STEP,
    SHARED,
    UNKNOWN,
    PhaseSpots,
    contradiction,
    shipped_blueprint,
)
from badugi_hh.ring.hand_row import ACTOR, FOLD, OVER, PHASE, Hand, price
from badugi_hh.ring.line_ranges import SIZES
from badugi_hh.ring.table_line import PLAYERS, actions_of, chips_of, hand_after
from badugi_hh.ring.table_spots import spot_of
from badugi_hh.solve.known import HIGHEST_ERROR, Reason
from badugi_hh.solve.look_up import HAND_OVER, Answer
from badugi_hh.user_error import SolveError


def answer_at_table(spot: str, line: str) -> Answer:
    """Return the strategy after a line of actions at a table of 3 to 8 players, from the first player to act on.

    Raises:
        SolveError: the line is impossible, ends the hand, or is rarer than the blueprint holds; or there is no blueprint.
    """
    hand, of, row = _find(spot, line)
    phase, group = hand[PHASE], of.groups
    by_size = [actions_of(hand, size) for size in range(1, 5)]
    actions = {word: action for each in by_size for word, action in each.items()}
    places = sorted(actions.values())
    may_be = np.array([[place in by_size[size - 1].values() for size in SIZES] for place in places])
    mix = of.mix[row][group][:, places].T.astype(np.float32)
    cost = _costs(hand, of, row, group)[:, places].T
    shares = mix / np.maximum(mix.sum(axis=0), 1e-6)
    errors = np.maximum(
        of.error[row][group] * ERROR_STEP,
        contradiction(np.where(may_be, cost, 0.0), np.where(may_be, shares, 0.0), 0),
    )
    known = of.error[row][group] != UNKNOWN
    reach = of.reach()[row][group] * of.within
    reasons = np.select([~known, errors >= HIGHEST_ERROR], [Reason.RARE, Reason.UNSURE], Reason.NONE)
    return Answer(
        " ".join(line.split()),
        PLAYERS[hand[ACTOR]],
        tuple(sorted(actions, key=actions.__getitem__)),
        reach / max(float(reach.sum()), 1e-12),
        shares,
        np.where(may_be, cost, np.float32(np.nan)),
        np.hypot(errors, SHARED[phase]).astype(np.float32),
        reasons.astype(np.uint8),
    )


def costs_at_table(spot: str, line: str, number: int) -> dict[str, float]:
    """Return what each action costs a class after a line, as `answer_at_table` has it, in big bets.

    Raises:
        SolveError: as there.
    """
    hand, of, row = _find(spot, line)
    (cost,) = _costs(hand, of, row, of.groups[[number]]).tolist()
    return {word: cost[action] for word, action in actions_of(hand, int(SIZES[number])).items()}


def _find(spot: str, line: str) -> tuple[Hand, PhaseSpots, int]:
    """Return the hand after a line, and its phase and row of the blueprint.

    Raises:
        SolveError: as `answer_at_table` says.
    """
    blueprint = shipped_blueprint()
    if blueprint is None:
        raise SolveError("this version comes without the blueprint of full tables")
    hand = list(hand_after(spot, tuple(line.split())))
    if hand[PHASE] == OVER:
        raise SolveError(HAND_OVER)
    row, of = blueprint.row(hand[PHASE], spot_of(hand)), blueprint.phases[hand[PHASE]]
    if row < 0:
        raise SolveError("the trained hands came to this line too rarely; nothing is claimed about it")
    return hand, of, row


def _costs(hand: Hand, of: PhaseSpots, row: int, groups: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return by group what each action costs; none loses more against a fold than it pays."""
    cost = (of.cost[row][groups] * COST_STEP).astype(np.float32)
    if not hand[PHASE] & 1 and price(hand):
        cost = np.minimum(cost, cost[:, [FOLD]] + np.array(chips_of(hand), np.float32))
    return np.asarray(cost)
