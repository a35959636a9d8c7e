"""What all stages share: which hands are left to the full check, the first or last value at a place, and arrays of cards.

NumPy does not promise in which order it assigns several values to one place: where all strides are negative it turns the
order around. So no assignment in this package may have a place twice with values that differ.

Cards are [n, 4] of the numbers of `badugi_hh.engine.cards`, -1 for none; values are [n], sets of cards are bits.
"""

from typing import Any, TypeAlias

import numpy as np
import polars as pl
from numpy.typing import NDArray

from badugi_hh.engine import cards as engine
from badugi_hh.engine.values import WORST, describe, ranks

Array: TypeAlias = NDArray[Any]
"""An array; the docstring of the module that makes it states its shape."""
NO_VALUE = WORST + 1
"""The value of no cards: more than any."""
DESCRIPTIONS = tuple(describe(value) for value in range(1, WORST + 1))
"""The values in words, from value 1."""
_ONE = np.uint64(1)
_VALUE_OF_MASK = np.full(1 << 13, NO_VALUE, np.int16)
_SUBSETS = [[i for i in range(4) if subset >> i & 1] for subset in range(1, 16)]
_ONES = ["", *(engine.name(card) for card in engine.DECK)]
_PAIRS = pl.Series("", [" ".join(filter(None, (one, other))) or None for one in _ONES for other in _ONES])
_CODES = np.full((256, 256), -1, np.int8)
for _value in range(1, WORST + 1):
    _VALUE_OF_MASK[sum(1 << rank for rank in ranks(_value))] = _value
for _card in engine.DECK:
    _CODES[tuple(engine.name(_card).encode())] = _card


class Unproved:
    """The hands of a batch that are not proved to be valid."""

    def __init__(self, hands: int) -> None:
        self.proved: Array = np.ones(hands, bool)
        """For each hand, in the order of the texts, whether nothing speaks against it."""
        self._place: Array = np.arange(hands)  # in the order of the texts, of each hand that is added

    def add(self, hands: Array) -> None:
        """Add hands: their indices, of which one may come several times, or a truth value for each."""
        self.proved[self._place[hands]] = False

    def renumber(self, places: Array) -> None:
        """Let the hands that are added from now on be these, by their places in the order of the texts."""
        self._place = places


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


def take(series: pl.Series, places: Array) -> pl.Series:
    """Return the values of a series at some places, as `gather` does at five times the cost."""
    return series[pl.Series(places.astype(np.uint32))]


def values(cards: Array) -> Array:
    """Return the value of the cards in each row, `NO_VALUE` where there are none."""
    there, wide = cards >= 0, cards.astype(np.int32)
    # A rank and a suit each have a bit: cards that all differ in both have two bits each.
    bits = np.where(there, 1 << (wide >> 2) | 1 << (13 + (wide & 3)), 0)
    best = np.full(len(cards), NO_VALUE, np.int16)
    for subset in _SUBSETS:
        mask = np.bitwise_or.reduce(bits[:, subset], axis=1)
        counts = there[:, subset].all(axis=1) & (np.bitwise_count(mask) == 2 * len(subset))
        best = np.where(counts, np.minimum(best, _VALUE_OF_MASK[mask & 0x1FFF]), best)
    return best


def bits_of(cards: Array) -> Array:
    """Return the cards of each row as a set of bits; cards are [..., 4], sets are [...]."""
    each = np.where(cards >= 0, _ONE << np.maximum(cards, 0).astype(np.uint64), np.uint64(0))
    found: Array = np.bitwise_or.reduce(each, axis=-1)
    return found


def count_cards(cards: Array) -> Array:
    """Return the number of cards in each row."""
    found: Array = (cards >= 0).sum(axis=-1)
    return found


def names_of(cards: Array) -> pl.Series:
    """Return the cards of each row as text, NULL where there are none."""
    numbers = cards.astype(np.int64) + 1
    pairs = [take(_PAIRS, len(_ONES) * numbers[:, n] + numbers[:, n + 1]) for n in (0, 2)]
    text = pl.concat_str(*pairs, separator=" ", ignore_nulls=True)
    return pl.select(pl.when(pl.Series((numbers > 0).any(axis=1))).then(text)).to_series()


def read_cards(texts: pl.Series) -> Array:
    """Return the cards that texts name, `Ac 4d 7h 9s`; -2 as the first of a text that is no list of one to four cards."""
    known = (
        texts.str.contains(r"^[2-9TJQKA][cdhs](?: [2-9TJQKA][cdhs]){0,3}$").fill_null(value=False).to_numpy()
    )
    padded = texts.filter(pl.Series(known)).str.pad_end(12, " ")
    letters = np.frombuffer("".join(padded.to_list()).encode(), np.uint8).reshape(-1, 4, 3)
    cards = np.full((len(texts), 4), -1, np.int8)
    cards[known] = _CODES[letters[:, :, 0], letters[:, :, 1]]
    cards[~known, 0] = -2
    return cards
