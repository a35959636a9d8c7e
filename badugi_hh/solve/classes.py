"""The 1,092 hand values as classes of a solver, numbered from 0 (4-3-2-A, the best) to 1,091 (K, the worst).

A class holds no suits: players of the same class play alike, and cards that block each other are ignored. Buckets group
neighbouring classes for the last betting round. Draws are in `transitions`, strategies in `solver`.
"""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from badugi_hh.engine import values
from badugi_hh.engine.cards import RANKS
from badugi_hh.odds.states import values_of_hands

CLASSES = values.WORST
FIRST_OF_SIZE = {4: 0, 3: 715, 2: 1001, 1: 1079}
"""The first class of each number of cards that count."""

Vector = NDArray[np.float32]
Buckets = NDArray[np.int16]
"""The bucket of each class; ascending, from 0."""

_SHARES = {4: 0.54, 3: 0.35, 2: 0.09, 1: 0.02}
"""The share of the buckets of each number of cards that count: most close decisions are between badugis."""


def class_name(number: int) -> str:
    """Return the name of a class, its ranks from the highest down: `9-8-7`."""
    return "-".join(RANKS[rank] for rank in values.ranks(number + 1))


def class_number(name: str) -> int:
    """Return the class of this name; the ranks may be in any order, with or without hyphens.

    Raises:
        ValueError: no class has this name.
    """
    ranks = [RANKS.find(letter) for letter in name.upper().replace("-", "")]
    if not ranks or len(ranks) > 4 or min(ranks) < 0 or len(set(ranks)) != len(ranks):
        raise ValueError(f"no hand counts {name!r}; a class is one to four different ranks, such as 9-8-7")
    return values.value_of(tuple(ranks)) - 1


@cache
def class_size(number: int) -> int:
    """Return how many cards of a class count, 1 to 4."""
    return values.size(number + 1)


@cache
def deal() -> Vector:
    """Return the probability of each class in four cards from a full deck."""
    counts = np.bincount(values_of_hands(), minlength=CLASSES + 1)[1:]
    return np.asarray(counts / counts.sum(), np.float32)


def no_buckets() -> Buckets:
    """Return buckets of one class each."""
    return np.arange(CLASSES, dtype=np.int16)


def strength_buckets(count: int, mass: NDArray[np.float64]) -> Buckets:
    """Return about `count` buckets of neighbouring classes that count as many cards.

    Within a number of cards the buckets have about equal `mass`, a weight for each class.
    """
    buckets = np.zeros(CLASSES, np.int16)
    first = 0
    for size, start in FIRST_OF_SIZE.items():
        end = FIRST_OF_SIZE.get(size - 1, CLASSES)
        wanted = min(end - start, max(1, round(count * _SHARES[size])))
        up_to = np.cumsum(mass[start:end])
        middle = (up_to - mass[start:end] / 2) / up_to[-1]
        raw = np.minimum((middle * wanted).astype(np.int64), wanted - 1)
        buckets[start:end] = first + np.unique(raw, return_inverse=True)[1]
        first = int(buckets[end - 1]) + 1
    return buckets


def group(reach: NDArray[Any], buckets: Buckets) -> NDArray[Any]:
    """Return the sums of each bucket, of classes on the last axis."""
    return np.add.reduceat(reach, np.searchsorted(buckets, np.arange(int(buckets[-1]) + 1)), axis=-1)
