"""Which hands a blueprint takes together: groups of neighbouring classes, finer where a phase needs it.

Only training uses this; a stored blueprint has the groups of its classes.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from badugi_hh.solve.classes import CLASSES, FIRST_OF_SIZE, deal, no_buckets
from badugi_hh.solve.transitions import Draws, draw_id

_SHARES = (  # the groups of badugis, three-card, two-card and one-card hands of each phase
    (10, 42, 34, 4),
    (12, 26, 16, 2),
    (13, 18, 8, 2),
    (13, 18, 8, 2),
    (16, 18, 6, 2),
    (16, 18, 6, 2),
    (22, 18, 3, 1),
)
WIDTH = tuple(sum(shares) for shares in _SHARES)
"""The number of groups of hands in each phase."""


@cache
def groups(phase: int) -> NDArray[np.int64]:
    """Return the group of each class in a phase; neighbouring classes of as many cards share one."""
    mass = usual_classes(phase) ** 0.75  # the best hands are rare and win the most
    found = np.zeros(CLASSES, np.int64)
    first = 0
    for size, wanted in zip((4, 3, 2, 1), _SHARES[phase], strict=True):
        start, end = FIRST_OF_SIZE[size], FIRST_OF_SIZE.get(size - 1, CLASSES)
        up_to = np.cumsum(mass[start:end])
        middle = (up_to - mass[start:end] / 2) / up_to[-1]
        found[start:end] = first + np.minimum((middle * wanted).astype(np.int64), wanted - 1)
        first += wanted
    return found


@cache
def usual_classes(phase: int) -> NDArray[np.float64]:
    """Return the distribution of classes in a phase if all cards that do not count have been drawn."""
    mass, draws = deal().astype(np.float64), Draws(no_buckets(), np.float64)
    for _ in range(phase // 2):
        after = np.zeros(CLASSES)
        for size, start in FIRST_OF_SIZE.items():
            held = np.zeros((1, CLASSES))
            part = slice(start, FIRST_OF_SIZE.get(size - 1, CLASSES))
            held[0, part] = mass[part]
            after += draws.spread(np.array([draw_id(4 - size, 0, last=False)]), held)[0]
        mass = after
    return mass
