"""Reproducible random numbers: one seed gives one sequence, on every platform and Python version.

Only `random.Random.random` is used, the one method whose sequence for a seed Python guarantees. Shuffles and
selections are built on it. The numbers are not for security.
"""

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """A stream of random numbers, determined by its seed."""

    __slots__ = ("_next",)

    def __init__(self, seed: int) -> None:
        self._next = random.Random(seed).random  # noqa: S311 - a game of simulated cards, no secret

    def happens(self, probability: float) -> bool:
        """Return true with the given probability. Each call uses one number of the stream."""
        return self._next() < probability

    def below(self, limit: int) -> int:
        """Return an integer from 0 to `limit - 1`, all equally likely."""
        return int(self._next() * limit)

    def between(self, low: int, high: int) -> int:
        """Return an integer from `low` to `high`, both included, all equally likely."""
        return low + self.below(high - low + 1)

    def pick(self, items: Sequence[T]) -> T:
        """Return one of the items, all equally likely."""
        return items[self.below(len(items))]

    def shuffle(self, items: list[T]) -> None:
        """Put the items in a random order (Fisher-Yates), in place."""
        draw = self._next
        for last in range(len(items) - 1, 0, -1):
            other = int(draw() * (last + 1))
            items[last], items[other] = items[other], items[last]

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """Return `count` different items in random order."""
        pool = list(items)
        self.shuffle(pool)
        return pool[:count]
