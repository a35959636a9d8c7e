"""What a hand is worth on average: its share of the pot, by value, draws left, and what the opponents drew.

The share is hot-and-cold (nobody bets or folds again) and ignores which cards are gone: a player keeps the cards that
count and draws to four cards from all others. It is a fixed function of public facts and the hand's value, which is all
that `luck` needs: an error makes luck explain less of a result, but does not bias it. For the equity of known cards see
`equity`.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from badugi_hh.engine import values
from badugi_hh.odds.next_draw import ways_to_values
from badugi_hh.odds.ranges import hands, range_of
from badugi_hh.odds.states import NONE, VALUES, states

Floats = NDArray[np.float64]

FIRST_INCOMPLETE = values.value_of((12, 11, 10, 9)) + 1
"""The value of the best hand that is no badugi."""

Opponent = tuple[int | None, int]
"""The number of cards of an opponent's last draw, None before the first, and the draws left, that one included."""


@cache
def draw_chances() -> Floats:
    """Return the probability of each value (column) after a draw from a hand of each value (row), exactly.

    Suits are symmetric, so every hand that counts the same ranks has the same row.
    """
    table = states()
    first = np.searchsorted(table.value[: NONE + 1], np.arange(1, VALUES))  # states are numbered by value
    masks = table.mask[first]
    ways = ways_to_values(masks, masks)
    found = np.zeros((VALUES, VALUES))
    np.divide(ways, ways.sum(axis=1, keepdims=True), out=found[1:])
    return found


@cache
def _final_chances(opponent: Opponent) -> Floats:
    """Return the probability of each final value of an opponent, who holds the range of their last draw."""
    drawn, draws = opponent
    if draws:
        return np.asarray(_final_chances((drawn, draws - 1)) @ draw_chances())
    held = hands(range_of(drawn))
    found = np.bincount(states().value[held.state], held.weight, VALUES)
    return np.asarray(found / found.sum())


def shares(opponents: tuple[Opponent, ...], draws: int) -> Floats:
    """Return the share of the pot of a hand of each value, with `draws` draws left, 0 to 3.

    A share is the product of the chances to beat each opponent; an equal hand counts half. The order of the opponents
    does not matter.
    """
    return np.asarray(share_table([(opponents, draws)])[0])


def share_table(contexts: Sequence[tuple[tuple[Opponent, ...], int]]) -> Floats:
    """Return a row of `shares` for each pair of opponents and draws left."""
    found = np.ones((len(contexts), VALUES))
    for row, (opponents, _) in enumerate(contexts):
        for opponent in opponents:
            found[row] *= _beaten(opponent)
    left = np.array([draws for _, draws in contexts])
    for draws in range(left.max(initial=0)):
        rows = left > draws
        after = found[rows]
        # A badugi stays. BLAS would round a row by the rows beside it.
        after[:, FIRST_INCOMPLETE:] = np.einsum("ij,kj->ik", after, draw_chances()[FIRST_INCOMPLETE:])
        found[rows] = after
    return found


@cache
def _beaten(opponent: Opponent) -> Floats:
    """Return the chance of each final value to beat an opponent."""
    final = _final_chances(opponent)
    return np.asarray(1 - np.cumsum(final) + final / 2)
