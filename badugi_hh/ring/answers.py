"""Looks up a line of a full table in the blueprint: who acts, what they hold there, their strategy, and the cost of each action."""

import numpy as np

from badugi_hh.ring.blueprint import COST_STEP, ERROR_STEP, UNKNOWN, shipped_blueprint
from badugi_hh.ring.follow_hand import Place
from badugi_hh.ring.hand_row import (
    ACTOR,
    BETS,
    FEWEST_PLAYERS,
    LENGTH,
    MOST_DRAWN,
    OVER,
    PHASE,
    Hand,
    act,
    deal,
    may_draw,
    price,
)
from badugi_hh.ring.table_spots import spot_of
from badugi_hh.solve.classes import CLASSES, class_size
from badugi_hh.solve.game import TABLES
from badugi_hh.solve.known import HIGHEST_ERROR, Reason
from badugi_hh.solve.look_up import HAND_OVER, Answer
from badugi_hh.solve.solve_error import SolveError

PLAYERS = ("EP", "EP", "MP", "HJ", "CO", "BTN", "SB", "BB")
"""The seats of a full table in the order in which they act before the first draw."""
_CARDS = 4


def answer_at_table(spot: str, line: str) -> Answer:
    """Return the strategy after a line of actions at a table of 3 to 8 players, from the first player to act on.

    Raises:
        SolveError: the line is impossible, ends the hand, or is rarer than the blueprint holds; or there is no blueprint.
    """
    blueprint = shipped_blueprint()
    if blueprint is None:
        raise SolveError("this version comes without the blueprint of full tables")
    hand = _begin(spot)
    words = line.split()
    for nth, word in enumerate(words, 1):
        possible = _actions(hand)
        if word not in possible:
            who = f"{PLAYERS[hand[ACTOR]]} can {_either(possible)}" if possible else "the hand is over"
            raise SolveError(
                f"action {nth} of the line is {word!r}, but {who}; see docs/full-table.md for lines"
            )
        act(hand, possible[word])
    if hand[PHASE] == OVER:
        raise SolveError(HAND_OVER)
    phase, spot_number = hand[PHASE], spot_of(hand)
    row = blueprint.row(phase, spot_number)
    if row < 0:
        raise SolveError("the trained hands came to this line too rarely; nothing is claimed about it")
    of, actions = blueprint.phases[phase], _actions(hand)
    group = of.groups
    places = list(actions.values())
    mix = of.mix[row][group][:, places].T.astype(np.float32)
    errors = of.error[row][group] * np.float32(ERROR_STEP)
    known = of.error[row][group] != UNKNOWN
    cost = (of.cost[row][group][:, places].T * COST_STEP).astype(np.float32)
    if phase & 1:
        sizes = [class_size(number) for number in range(CLASSES)]
        cost[[[not may_draw(place, size) for size in sizes] for place in places]] = np.nan
    reach = of.held[row][group] * of.within
    reasons = np.select([~known, errors >= HIGHEST_ERROR], [Reason.RARE, Reason.UNSURE], Reason.NONE)
    return Answer(
        " ".join(words),
        PLAYERS[hand[ACTOR]],
        tuple(actions),
        reach / max(float(reach.sum()), 1e-12),
        mix / np.maximum(mix.sum(axis=0), 1e-6),
        cost,
        errors.astype(np.float32),
        reasons.astype(np.uint8),
    )


def players_of_line(spot: str, line: str) -> list[str]:
    """Return who takes each action of a possible line."""
    hand = _begin(spot)
    players = []
    for word in line.split():
        players.append(PLAYERS[hand[ACTOR]])
        act(hand, _actions(hand)[word])
    return players


def _begin(spot: str) -> Hand:
    hand = [0] * LENGTH
    deal(hand, TABLES.index(spot) + FEWEST_PLAYERS)
    return hand


def _actions(hand: Hand) -> dict[str, int]:
    """Return the actions that are possible, by name; none at the end of a hand."""
    if hand[PHASE] == OVER:
        return {}
    place = Place(hand[PHASE], 0, hand[BETS], price(hand))
    if hand[PHASE] & 1:
        return {str(number): number for number in range(MOST_DRAWN + 1)}
    return place.actions(_CARDS)


def _either(words: dict[str, int]) -> str:
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last
