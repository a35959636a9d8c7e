"""Counts which hands are still possible beside known cards: by value, how many of the states use none of them.

A value is a set of ranks, and each of its states gives the ranks different suits. So the states that use no known card
are the ways to give each rank a suit that is free and taken by no other rank: a permanent of the free suits of at most
four ranks, which follows from pairs of ranks and pairs of suits. Nothing here has players or draws.
"""

from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from badugi_hh.engine import values
from badugi_hh.odds.states import Masks
from badugi_hh.odds.value_function import VALUES

Floats = NDArray[np.float64]
Indexes = NDArray[np.intp]

_SUITS = tuple(combinations(range(4), 2))
"""The pairs of suits; the pair at `5 - i` has the other two suits of the pair at `i`."""
_PAIRS = tuple(combinations(range(13), 2))
_FIRST, _SECOND = (np.array(column) for column in zip(*_PAIRS, strict=True))
_LOW, _HIGH = (np.array(column) for column in zip(*_SUITS, strict=True))
_TOGETHER = 256
"""How many sets of known cards are counted at once, 5 MB."""


def free_parts(known: Masks) -> Floats:
    """Return for each set of known cards (row) and each value (column) the part of its states without these cards.

    The part of value 0, which no hand has, and of no card is 1.
    """
    found = np.ones((len(known), VALUES))
    for start in range(0, len(known), _TOGETHER):
        part = slice(start, start + _TOGETHER)
        _count(known[part], found[part])
    return found


def _count(known: Masks, found: Floats) -> None:
    """Set the parts of the values 1 to 1,092 for some sets of known cards."""
    ranks = _ranks_by_size()
    bits = (~known[:, None] >> np.arange(52, dtype=np.uint64)) & np.uint64(1)
    free = bits.reshape(-1, 13, 4).astype(np.float32)
    one, other = free[:, :, _LOW], free[:, :, _HIGH]  # by pair of suits
    pairs = one[:, _FIRST] * other[:, _SECOND] + other[:, _FIRST] * one[:, _SECOND]
    rest = (one + other)[:, :, ::-1]  # the free suits of a rank outside each pair of suits
    where, first = ranks[1]
    found[:, where] = free.sum(axis=2)[:, first] / 4
    where, first = ranks[2]
    found[:, where] = pairs.sum(axis=2)[:, first] / 12
    where, first, third = ranks[3]
    found[:, where] = (pairs[:, first] * rest[:, third]).sum(axis=2) / 24
    where, first, last = ranks[4]
    found[:, where] = (pairs[:, first] * pairs[:, last, ::-1]).sum(axis=2) / 24


@cache
def _ranks_by_size() -> dict[int, tuple[Indexes, ...]]:
    """Return by number of ranks the values, and the places of their ranks: a rank, a pair, a pair and a rank, two pairs."""
    place: dict[tuple[int, ...], int] = {pair: number for number, pair in enumerate(_PAIRS)}
    rows: dict[int, list[tuple[int, ...]]] = {1: [], 2: [], 3: [], 4: []}
    for value in range(values.BEST, values.WORST + 1):
        ranks = tuple(sorted(values.ranks(value)))
        match len(ranks):
            case 1:
                rows[1].append((value, ranks[0]))
            case 2:
                rows[2].append((value, place[ranks]))
            case 3:
                rows[3].append((value, place[ranks[:2]], ranks[2]))
            case _:
                rows[4].append((value, place[ranks[:2]], place[ranks[2:]]))
    return {
        size: tuple(np.array(column) for column in zip(*each, strict=True)) for size, each in rows.items()
    }
