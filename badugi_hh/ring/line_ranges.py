"""The ranges of players at a full table, along a line that the blueprint plays.

At each decision a player keeps the part of each class that takes the action, and a draw changes the classes. As in the training,
everybody takes some actions at random.
"""

import numpy as np
from numpy.typing import NDArray

from badugi_hh.ring.blueprint import SLIPS, Blueprint
from badugi_hh.ring.hand_row import ACTOR, CALL, DREW, MOST_DRAWN, PHASE, Hand, may
from badugi_hh.ring.table_spots import ACTIONS, spot_of
from badugi_hh.solve.classes import CLASSES, class_size
from badugi_hh.solve.player_ranges import Reach, drawn_to

_SIZES = np.array([class_size(number) for number in range(CLASSES)])


def range_after(blueprint: Blueprint, hand: Hand, action: int, held: Reach) -> Reach | None:
    """Return the range of the player who acts after an action, None if the blueprint does not have the decision."""
    shares = shares_of_actions(blueprint, hand)
    if shares is None:
        return None
    after = held * shares[:, action]
    if hand[PHASE] & 1:
        earlier = sum(number_drawn(hand, draw, hand[ACTOR]) for draw in range(hand[PHASE] // 2))
        after = drawn_to(after, action, earlier)
    return np.asarray(after / after.sum())


def shares_of_actions(blueprint: Blueprint, hand: Hand) -> NDArray[np.float64] | None:
    """Return how often each class takes each action where a player acts, with slips, by class and action; None without the decision."""
    row = blueprint.row(hand[PHASE], spot_of(hand))
    if row < 0:
        return None
    of = blueprint.phases[hand[PHASE]]
    mix = of.mix[row][of.groups].astype(np.float64)
    every = range(ACTIONS[hand[PHASE]])
    allowed = np.array([[may(hand, action, size) for action in every] for size in range(1, 5)])[_SIZES - 1]
    by_chance = allowed / allowed.sum(axis=1, keepdims=True)
    if not hand[PHASE] & 1:  # half of the slips of a betting round are calls or checks
        by_chance = (by_chance + np.eye(len(every))[CALL]) / 2
    total = mix.sum(axis=1, keepdims=True)
    best = np.where(total > 0, mix / np.maximum(total, 1), by_chance)
    return np.asarray((1 - SLIPS) * best + SLIPS * by_chance)


def number_drawn(hand: Hand, draw: int, seat: int) -> int:
    """Return how many cards a seat drew."""
    return next(number for number in range(MOST_DRAWN + 1) if hand[DREW + 4 * draw + number] >> seat & 1)
