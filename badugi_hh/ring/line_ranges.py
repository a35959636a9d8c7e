"""The ranges of players at a full table, along a line that the blueprint plays.

At each decision a player keeps the part of each class that takes the action, and a draw changes the classes. As in the training,
everybody takes some actions at random.
"""

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from badugi_hh.ring.blueprint import SLIPS, Blueprint
from badugi_hh.ring.hand_row import ACTOR, CALL, DREW, MOST_DRAWN, PHASE, Hand, may
from badugi_hh.ring.table_spots import ACTIONS, spot_of
from badugi_hh.solve.classes import CLASSES, class_size, deal
from badugi_hh.solve.player_ranges import Reach, drawn_to

SIZES = np.array([class_size(number) for number in range(CLASSES)])
"""How many cards of each class count."""


def ranges_along(
    blueprint: Blueprint, steps: Iterable[tuple[Hand, int]], seats: Iterable[int]
) -> Iterator[dict[int, Reach | None]]:
    """Yield the ranges of some seats before each step of a hand, and at its end; None from a decision on that the blueprint does not have.

    A step is the hand before it and the action.
    """
    ranges: dict[int, Reach | None] = dict.fromkeys(seats, deal().astype(np.float64))
    for hand, action in steps:
        yield dict(ranges)
        held = ranges.get(hand[ACTOR])
        if held is not None:
            ranges[hand[ACTOR]] = range_after(blueprint, hand, action, held)
    yield ranges


def range_after(blueprint: Blueprint, hand: Hand, action: int, held: Reach) -> Reach | None:
    """Return the range of the player who acts after an action, None if the blueprint does not have the decision or no hand takes it."""
    shares = shares_of_actions(blueprint, hand)
    if shares is None:
        return None
    after = held * shares[:, action]
    if hand[PHASE] & 1:
        earlier = sum(number_drawn(hand, draw, hand[ACTOR]) for draw in range(hand[PHASE] // 2))
        after = drawn_to(after, action, earlier)
    total = float(after.sum())
    return np.asarray(after / total) if total else None


def shares_of_actions(blueprint: Blueprint, hand: Hand) -> NDArray[np.float64] | None:
    """Return how often each class takes each action where a player acts, with slips, by class and action; None without the decision."""
    row = blueprint.row(hand[PHASE], spot_of(hand))
    if row < 0:
        return None
    of = blueprint.phases[hand[PHASE]]
    mix = of.mix[row].astype(np.float64)
    every = range(ACTIONS[hand[PHASE]])
    allowed = np.array([[may(hand, action, size) for action in every] for size in range(1, 5)])
    by_chance = allowed / allowed.sum(axis=1, keepdims=True)
    if not hand[PHASE] & 1:  # half of the slips of a betting round are calls or checks
        by_chance = (by_chance + np.eye(len(every))[CALL]) / 2
    sizes = np.ones(len(mix), np.int64)
    sizes[of.groups] = SIZES  # all hands of a group have as many cards that count
    by_chance = by_chance[sizes - 1]
    total = mix.sum(axis=1, keepdims=True)
    best = np.where(total > 0, mix / np.maximum(total, 1), by_chance)
    return np.asarray((1 - SLIPS) * best + SLIPS * by_chance)[of.groups]


def number_drawn(hand: Hand, draw: int, seat: int) -> int:
    """Return how many cards a seat drew."""
    return next(number for number in range(MOST_DRAWN + 1) if hand[DREW + 4 * draw + number] >> seat & 1)
