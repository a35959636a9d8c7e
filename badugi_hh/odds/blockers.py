"""Counts which hands are still possible beside known cards: by value, how many of the states use none of them.

A value is a set of ranks, and each of its states gives the ranks different suits. So the states that use no known card
are the ways to give each rank a suit that is free and taken by no other rank: a permanent of the free suits of at most
four ranks, which follows from pairs of ranks and pairs of suits. Nothing here has players or draws.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from badugi_hh.engine import values
from badugi_hh.odds.states import VALUES, Masks

Floats = NDArray[np.float64]
Indexes = NDArray[np.intp]

_SUITS = tuple(combinations(range(4), 2))
"""The pairs of suits; the pair at `5 - i` has the other two suits of the pair at `i`."""
_PAIRS = tuple(combinations(range(13), 2))
_FIRST, _SECOND = (np.array(column) for column in zip(*_PAIRS, strict=True))


def free_parts(known: Masks) -> Floats:
    """Return for each value (row) and each set of known cards (column) the part of its states without these cards.

    The part of value 0, which no hand has, and of no card is 1.
    """
    bits = (~known >> np.arange(52, dtype=np.uint64)[:, None]) & np.uint64(1)
    suits = np.ascontiguousarray(bits.astype(np.uint8).reshape(13, 4, len(known)).swapaxes(0, 1))
    # By pair of suits: how each pair of ranks can have both, and the free suits of each rank that are in the other pair.
    low, high = suits.take(_FIRST, axis=1), suits.take(_SECOND, axis=1)
    pairs = [low[a] * high[b] + low[b] * high[a] for a, b in _SUITS]
    rest = [suits[a] + suits[b] for a, b in _SUITS[::-1]]
    found = np.ones((VALUES, len(known)))
    where, (first,) = _ranks_by_size()[1]
    found[where] = _parts((suit.take(first, axis=0) for suit in suits), 4)
    where, (first,) = _ranks_by_size()[2]
    found[where] = _parts((pair.take(first, axis=0) for pair in pairs), 12)
    for size, others in ((3, rest), (4, pairs[::-1])):
        where, (first, last) = _ranks_by_size()[size]
        products = (
            pair.take(first, axis=0) * other.take(last, axis=0)
            for pair, other in zip(pairs, others, strict=True)
        )
        found[where] = _parts(products, 24)
    return found


def _parts(counts: Iterator[NDArray[np.uint8]], states: int) -> NDArray[np.float32]:
    """Return the sum of counts, in the dtype of the first, as parts of the number of states of a value."""
    total = next(counts)
    for each in counts:
        total += each
    return np.asarray(total / np.float32(states))


@cache
def _ranks_by_size() -> dict[int, tuple[slice, list[Indexes]]]:
    """Return by number of ranks the values, and the places of their ranks: a rank, a pair, a pair and a rank, two pairs."""
    place: dict[tuple[int, ...], int] = {pair: number for number, pair in enumerate(_PAIRS)}
    place.update({(rank,): rank for rank in range(13)})
    every = [tuple(sorted(values.ranks(value))) for value in range(values.BEST, values.WORST + 1)]
    found = {}
    for size in (1, 2, 3, 4):
        ranks = [each for each in every if len(each) == size]
        first = values.BEST + every.index(ranks[0])
        parts = [slice(2), slice(2, None)] if size > 2 else [slice(2)]
        places = [np.array([place[each[part]] for each in ranks]) for part in parts]
        found[size] = slice(first, first + len(ranks)), places
    return found
