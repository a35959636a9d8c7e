"""Counts exactly what the next draw leads to: the value after every set of drawn cards, by the cards that are gone.

Keeps are the rows of arrays, as masks. Nothing here has players, or what a value is worth.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from badugi_hh.odds.states import (
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
