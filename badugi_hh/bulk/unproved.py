"""What all stages share: why hands are left to the full check, and the first or last value at each place of an array.

NumPy does not promise in which order it assigns several values to one place: where all strides are negative it turns the
order around. So no assignment in this package may have a place twice with values that differ.
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]
"""An array; the docstring of the module that makes it states its shape."""


class Unproved:
    """The hands of a batch that are not proved to be valid, with the reasons, in the order of their texts."""

    def __init__(self, hands: int) -> None:
        self._bits: Array = np.zeros(hands, np.int64)  # a bit for each reason, 0 for a hand that is proved so far
        self._bit_of: dict[str, int] = {}
        self._place: Array = np.arange(hands)  # in the order of the texts, of each hand that is added to

    def add(self, why: str, hands: Array) -> None:
        """Add a reason to hands: their indices, of which one may come several times, or a truth value for each."""
        places = self._place[hands]
        if len(places):
            self._bits[places] |= 1 << self._bit_of.setdefault(why, len(self._bit_of))

    def renumber(self, places: Array) -> None:
        """Let the hands of further reasons be these, by their places in the order of the texts."""
        self._place = places

    @property
    def proved(self) -> Array:
        """Return for each hand, in the order of the texts, whether there is no reason against it."""
        proved: Array = self._bits == 0
        return proved

    def count(self) -> dict[str, int]:
        """Return the number of hands by the reason; a hand can have several."""
        return {why: int((self._bits >> bit & 1).sum()) for why, bit in self._bit_of.items()}


def find_first(
    shape: int | tuple[int, ...], where: Array | tuple[Array, ...], values: Array, none: int
) -> Array:
    """Return the least of the values at each place of an array of a shape, `none`, which is more than all, where there is none."""
    found: Array = np.full(shape, none, np.int64)
    np.minimum.at(found, where, values)
    return found


def find_last(shape: int | tuple[int, ...], where: Array | tuple[Array, ...], values: Array) -> Array:
    """Return the greatest of the values at each place of an array of a shape, -1 where there is none."""
    found: Array = np.full(shape, -1, np.int64)
    np.maximum.at(found, where, values)
    return found
