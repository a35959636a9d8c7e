"""Why hands are left to the careful path: one array of bits, to which every stage adds its reasons."""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]
"""An array; the docstring of the module that makes it states its shape."""


class Doubts:
    """The doubts about the hands of a batch, in the order of their texts."""

    def __init__(self, hands: int) -> None:
        self._bits: Array = np.zeros(hands, np.int64)  # a bit for each reason, 0 where nothing is in doubt
        self._bit_of: dict[str, int] = {}
        self._place: Array = np.arange(hands)  # in the order of the texts, of each hand that is added to

    def add(self, why: str, hands: Array) -> None:
        """Add a doubt about hands: their indices, of which one may come several times, or a truth value for each."""
        places = self._place[hands]
        if len(places):
            self._bits[places] |= 1 << self._bit_of.setdefault(why, len(self._bit_of))

    def renumber(self, places: Array) -> None:
        """Let the hands of further doubts be these, by their places in the order of the texts."""
        self._place = places

    @property
    def clean(self) -> Array:
        """Return for each hand, in the order of the texts, whether there is no doubt."""
        clean: Array = self._bits == 0
        return clean

    def count(self) -> dict[str, int]:
        """Return the number of hands by the reason of a doubt; a hand can have several."""
        return {why: int((self._bits >> bit & 1).sum()) for why, bit in self._bit_of.items()}
