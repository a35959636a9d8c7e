"""Counts exactly what the next draw leads to: the value after every set of drawn cards, by the cards that are gone.

Keeps are the rows of arrays, as masks. Nothing here has players.

`shares` is what a hand is worth on average: its share of the pot by value, draws left and what the opponents drew. It ignores
which cards are gone, and is all that `luck` needs: an error makes luck explain less of a result, but does not bias it.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from badugi_hh.engine import values
from badugi_hh.odds.ranges import hands, range_of
from badugi_hh.odds.states import (
    NONE,
    STATES,
    VALUES,
    Masks,
    Numbers,
    after_draw,
    card_sets,
    cards_of,
    set_masks,
    set_numbers,
    states,
    states_of,
    values_of_hands,
)

Counts = NDArray[np.int32]

_TOGETHER = 64
"""How many draws of two cards are counted at once, 1 MB."""
Floats = NDArray[np.float64]
FIRST_INCOMPLETE = values.value_of((12, 11, 10, 9)) + 1
"""The value of the best hand that is no badugi."""
Opponent = tuple[int | None, int]
"""The number of cards of an opponent's last draw, None before the first, and the draws left, that one included."""


def values_after(kept: Masks, drawn: int) -> Numbers:
    """Return the value after each set of `drawn` cards (column, by `card_sets`) for keeps of as many cards.

    A set with a card that is kept has no meaning.
    """
    state = states_of(cards_of(kept, 4 - drawn))
    first = states().first[4 - drawn]
    found: Numbers = _values_after(4 - drawn)[np.where(state < STATES, state, first) - first]
    for row in np.flatnonzero(state == STATES).tolist():
        found[row] = _values_after_odd(int(kept[row]))
    return found


@cache
def _values_after(kept: int) -> Numbers:
    """Return the values of `after_draw`."""
    return np.asarray(states().value.take(after_draw(kept)))


@cache
def _values_after_odd(kept: int) -> Numbers:
    """Return a row of `values_after` for cards that do not all count."""
    drawn = 4 - kept.bit_count()
    (held,) = cards_of(np.array([kept], np.uint64), 4 - drawn)
    found = np.zeros(len(card_sets(drawn)), np.uint16)
    free = np.flatnonzero((set_masks(drawn) & np.uint64(kept)) == 0)
    whole = np.column_stack([np.tile(held, (len(free), 1)), card_sets(drawn)[free]])
    found[free] = values_of_hands()[set_numbers(np.sort(whole, axis=1))]
    return found


def ways_to_values(kept: Masks, known: Masks) -> Counts:
    """Return for each keep (row) how many sets of drawn cards lead to each value (column).

    `known` are the cards that cannot be drawn, with those that are kept.
    """
    found = np.zeros((len(kept), VALUES), np.int32)
    size = np.bitwise_count(kept)
    pat = np.flatnonzero(size == 4)
    found[pat, values_of_hands()[set_numbers(cards_of(kept[pat], 4))]] = 1
    few = np.flatnonzero(size < 2)
    for row, own in zip(few.tolist(), kept[few].tolist(), strict=True):
        sets, values, starts = _sorted_draws(own)
        found[row, values] = np.add.reduceat(
            ((sets & known[row]) == 0).view(np.uint8), starts, dtype=np.uint16
        )
    for drawn in (1, 2):
        rows = np.flatnonzero(size == 4 - drawn)
        for start in range(0, len(rows), _TOGETHER):
            part = rows[start : start + _TOGETHER]
            possible = (set_masks(drawn) & known[part, None]) == 0
            # Impossible draws are counted at the value 0, which no hand has: that is faster than to leave them out.
            at = values_after(kept[part], drawn) * possible + VALUES * np.arange(len(part))[:, None]
            found[part] = np.bincount(at.ravel(), minlength=VALUES * len(part)).reshape(-1, VALUES)
    found[:, 0] = 0
    return found


@cache
def _sorted_draws(kept: int) -> tuple[Masks, Numbers, NDArray[np.intp]]:
    """Return the sets of three or four drawn cards in the order of the values that they make, these, and their first sets."""
    drawn = 4 - kept.bit_count()
    (after,) = values_after(np.array([kept], np.uint64), drawn)
    order = np.argsort(after, kind="stable")
    values, starts = np.unique(after[order], return_index=True)
    return set_masks(drawn)[order], values, starts.astype(np.intp)


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
    return held_chances(drawn)


@cache
def held_chances(drawn: int | None) -> Floats:
    """Return the probability of each value of a player who has just drawn, by the range of that draw."""
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
