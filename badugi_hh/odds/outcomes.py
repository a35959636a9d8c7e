"""Finds the outcomes of opponents that use none of a hand's cards, many at a time, and counts what wins against them.

A sample is sorted by the number of cards drawn, on which the weight of an outcome depends, then by value, and 64
outcomes are one word: for each card a bit says whether the outcome uses it. So the outcomes around a hand are a few
operations on words, and an average over all of them is one over words. Nothing here plays a draw.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from badugi_hh.engine.cards import Cards
from badugi_hh.odds.opposition import REPEATED, Floats, Opponents, Rows, Weights, sample
from badugi_hh.odds.states import BITS, Masks, Numbers
from badugi_hh.odds.value_function import VALUES

WORD = 64
"""How many outcomes are one word."""
_KEPT = 256
"""How many sorted samples a process keeps; one takes 0.4 to 0.8 MB."""
_FILLED = np.uint16(2000)
"""The value of the rows that fill a word up: worse than any, and no hand can have them."""
_EVERY = np.uint64((1 << 64) - 1)
_ONE = np.uint64(1)
FILLING = 52
"""In place of a card: the rows that fill words up."""
_SHARED = 8
"""A key is the value times this, plus the number of opponents who share it."""


@dataclass(frozen=True, slots=True, eq=False)
class Outcomes:
    """A sample in the order of its words, and of its blocks: words with the same number of cards drawn.

    `gone` has for each card, and at last for the rows that fill words up, the bits of the rows that have it. `values` is
    the value in the middle of each word, `drawn` the number of cards drawn, and `blocks` the first word of each block.
    `bounds` has for each value and block the first rows of that value, by how many opponents share it, of the next value,
    and of the next block. `alone` says if there is one opponent.
    """

    used: Masks
    value: Numbers
    shared: NDArray[np.uint8]
    gone: Masks
    values: Rows
    drawn: Rows
    blocks: Rows
    bounds: NDArray[np.int32]
    weights: Weights
    alone: bool

    def around(self, hands: Sequence[Cards]) -> "Around":
        """Return for each hand the outcomes that use none of its cards, its discards among them."""
        most = max(map(len, hands))
        known = np.array([(*hand, *(FILLING,) * (most - len(hand))) for hand in hands])
        free = ~(np.bitwise_or.reduce(self.gone[known], axis=1) | self.gone[FILLING])
        counts = np.bitwise_count(free)
        by_known = {known: self.weights_around(known) for known in set(map(len, hands))}
        each = np.array([by_known[len(hand)] for hand in hands])
        return Around(self, free, counts, each, counts * each)

    def weights_around(self, known: int) -> Floats:
        """Return the weight of an outcome of each word around `known` cards."""
        found: Floats = self.weights.around(known)[self.drawn]
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Around:
    """The outcomes around some hands (rows) by word (columns): their bits, their number, and the weights.

    `each` is the weight of one outcome, `weight` of all outcomes of a word.
    """

    outcomes: Outcomes
    free: Masks
    counts: NDArray[np.uint8]
    each: Floats
    weight: Floats

    def numbers(self) -> Rows:
        """Return the number of outcomes around each hand."""
        return np.asarray(self.counts.sum(axis=1, dtype=np.intp))

    def averages(self, hands: Rows, share: Floats) -> tuple[Floats, Floats]:
        """Return averages around some hands of shares by word, and what each word adds to their standard errors."""
        weight = self.weight[hands]
        total = weight.sum(axis=1, keepdims=True)
        mean = (weight * share).sum(axis=1, keepdims=True) / total
        # A word of n rows has the square error of n rows.
        repeated = 1.0 if self.outcomes.alone else REPEATED
        parts = (share - mean) * np.sqrt(repeated * weight * self.each[hands]) / total
        return mean[:, 0], parts

    def final_shares(self, hands: Rows, own: Rows) -> Floats:
        """Return the share of the pot of final values around some hands, counted over all rows."""
        every = self.outcomes
        row = every.bounds[own]
        word, bit = row // WORD, (row % WORD).astype(np.uint64)
        counts = self.counts[hands]
        up_to = np.zeros((len(hands), counts.shape[1] + 1), np.int32)
        np.cumsum(counts, axis=1, out=up_to[:, 1:])
        at = np.arange(len(hands))[:, None, None]
        # The end of the sample is no word, but has no bit either.
        part = self.free[hands][at, np.minimum(word, counts.shape[1] - 1)] & ((_ONE << bit) - _ONE)
        number = np.diff(up_to[at, word] + np.bitwise_count(part), axis=2)
        # Ties by how many share the value, then all worse hands.
        share = 1 / np.append(np.arange(2.0, row.shape[2]), 1.0)
        won = ((number * share).sum(axis=2) * self.each[hands][:, every.blocks]).sum(axis=1)
        return np.asarray(won / self.weight[hands].sum(axis=1))

    def some(self, hands: Rows, seeds: Rows, numbers: Rows) -> tuple[Rows, Rows]:
        """Return about `numbers` rows around each of some hands, or all, evenly spread over the sample.

        The second result has the place of the hand of each row, in ascending order.
        """
        size = self.free.shape[1] * WORD
        step = np.maximum(1.0, self.counts[hands].sum(axis=1) / numbers)
        first = (seeds & 1023) / 1024 * step
        length = np.ceil((size - first) / step).astype(np.intp)
        of = np.repeat(np.arange(len(hands)), length)
        place = np.arange(len(of)) - np.repeat(np.cumsum(length) - length, length)
        rows = np.minimum((first[of] + place * step[of]).astype(np.intp), size - 1)
        bits = self.free[hands[of], rows // WORD] >> (rows % WORD).astype(np.uint64)
        taken = np.flatnonzero((bits & _ONE) != 0)
        return rows[taken], of[taken]


@lru_cache(maxsize=_KEPT)
def outcomes(opponents: Opponents, series: int = 0) -> Outcomes:
    """Return the outcomes of these opponents, see `sample`.

    Raises:
        OddsError: the ranges leave no different hands to all opponents.
    """
    source = sample(opponents, series)
    order = np.lexsort((source.shared, source.value, source.drawn))
    drawn, first, count = np.unique(source.drawn[order], return_index=True, return_counts=True)
    words = -(-count // WORD)
    blocks = np.cumsum(words) - words
    rows = np.full(words.sum() * WORD, -1)
    for block, begin, length in zip(blocks * WORD, first, count, strict=True):
        rows[block : block + length] = order[begin : begin + length]
    filled = rows < 0
    used = np.where(filled, _EVERY, source.used[rows])
    value = np.where(filled, _FILLED, source.value[rows])
    shared = np.where(filled, np.uint8(1), source.shared[rows])
    bits = [np.packbits((used & bit) != 0, bitorder="little") for bit in BITS]
    middle = np.arange(0, len(rows), WORD) + (WORD - filled.reshape(-1, WORD).sum(axis=1)) // 2
    return Outcomes(
        used,
        value,
        shared,
        np.stack([*bits, np.packbits(filled, bitorder="little")]).view(np.uint64),
        value[middle].astype(np.intp),
        np.repeat(drawn, words).astype(np.intp),
        blocks,
        _bounds(value.astype(np.intp) * _SHARED + shared, blocks * WORD, int(shared.max())),
        source.weights,
        len(opponents) == 1,
    )


def _bounds(keys: Rows, blocks: Rows, most: int) -> NDArray[np.int32]:
    """Return `Outcomes.bounds`; keys ascend from each block on."""
    wanted = (np.arange(VALUES)[:, None] * _SHARED + np.arange(1, most + 2)).ravel()
    ends = [*blocks[1:].tolist(), len(keys)]
    found = [
        np.column_stack(
            [start + np.searchsorted(keys[start:end], wanted).reshape(VALUES, -1), np.full(VALUES, end)]
        )
        for start, end in zip(blocks.tolist(), ends, strict=True)
    ]
    return np.stack(found, axis=1).astype(np.int32)
