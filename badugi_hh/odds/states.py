"""The values of all hands as NumPy arrays: which cards count, and which cards count after a draw.

A *state* is a set of cards that all count: no card, or one to four cards of different ranks and suits. There are
1 + 52 + 936 + 6,864 + 17,160 = 25,013 states. A player's state determines the value of the hand, and the cards that a
player who keeps the best cards draws to. This module has no players, probabilities or betting.

Every table is built when it is first used, and kept by the process; the installation keeps those that take longest. States are numbered in the order of their values,
so the better of two states has the lower number.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, reduce
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from badugi_hh.engine import values
from badugi_hh.engine.cards import Cards
from badugi_hh.outputs.kept import kept_array, made_by

Numbers = NDArray[np.uint16]
"""States or values."""
Masks = NDArray[np.uint64]
"""Sets of cards: bit 0 is the ace of clubs, bit 51 the king of spades."""
CardArray = NDArray[np.uint8]

VALUES = values.WORST + 2
"""The length of an array by value: values are 1 to 1,092, and 1,093 is no card."""
STATES = 25_013
NONE = STATES - 1
"""The state without a card; its value is one more than that of the worst hand."""
_NO_STATE = np.uint16(STATES)
_STATE_BITS = 15
_ROOMS = ("engine", "odds")
"""The packages of whose code the tables that are kept are made."""
_TOGETHER = 100_000
"""How many entries of a table are computed at once, 0.4 MB."""

BITS: Masks = np.left_shift(np.uint64(1), np.arange(52, dtype=np.uint64))
"""The mask of each card."""


@dataclass(frozen=True, slots=True)
class States:
    """The states by number, and their numbers by cards.

    `value`, `size` and `mask` have a row for each state and one for "no such state". `of_one`, `of_two` and `of_three`
    are indexed by cards in any order, `of_four` by `combinations(DECK, 4)`.
    """

    value: Numbers
    size: CardArray
    mask: Masks
    of_one: Numbers
    of_two: Numbers
    of_three: Numbers
    of_four: Numbers
    sets: tuple[CardArray, ...]
    first: tuple[int, ...]
    """The sorted card sets of the states of 0 to 4 cards, and the number of the first state of each size."""


@cache
def card_sets(size: int) -> CardArray:
    """Return all sets of `size` cards of the deck, one in a row, in the order of `combinations`."""
    if size == 0:
        return np.zeros((1, 0), np.uint8)
    smaller = card_sets(size - 1)
    last = smaller[:, -1].astype(np.intp) if size > 1 else np.full(1, -1)
    more = 51 - last
    rows = np.repeat(np.arange(len(smaller)), more)
    steps = np.arange(len(rows)) - np.repeat(np.cumsum(more) - more, more)
    return np.column_stack([smaller[rows], (last[rows] + 1 + steps).astype(np.uint8)])


def masks_of_cards(held: CardArray) -> Masks:
    """Return the mask of each row of cards."""
    # A union of columns is faster than one of rows.
    return reduce(np.bitwise_or, (BITS[cards] for cards in held.T), np.zeros(len(held), np.uint64))


@cache
def set_masks(size: int) -> Masks:
    """Return the mask of each row of `card_sets(size)`."""
    return masks_of_cards(card_sets(size))


@cache
def states() -> States:
    """Return the table of states."""
    value_of_ranks = np.zeros(1 << 13, np.uint16)
    for value in range(values.BEST, values.WORST + 1):
        value_of_ranks[sum(1 << rank for rank in values.ranks(value))] = value
    deck = np.arange(52)
    # A bit for the suit and, above the suits, one for the rank.
    marks = (1 << (deck & 3) | 1 << (deck >> 2) + 4).astype(np.uint32)
    sets, worth = [], []
    for size in range(4, 0, -1):
        held = card_sets(size)
        marked = reduce(np.bitwise_or, (marks[cards] for cards in held.T))
        counting = np.bitwise_count(marked) == 2 * size
        held, valued = held[counting], value_of_ranks[marked[counting] >> 4]
        order = np.argsort(valued, kind="stable")
        sets.append(held[order])
        worth.append(valued[order])
    sizes = [len(held) for held in sets]
    first = np.cumsum([0, *sizes])
    all_values = np.concatenate([*worth, [values.WORST + 1, values.WORST + 2]]).astype(np.uint16)
    all_sizes = np.repeat([4, 3, 2, 1, 0], [*sizes, 2]).astype(np.uint8)
    mask = np.concatenate([*map(masks_of_cards, sets), np.zeros(2, np.uint64)])
    numbers = [
        np.arange(start, start + len(held), dtype=np.uint16) for start, held in zip(first, sets, strict=False)
    ]
    of_four, of_three, of_two, of_one = (
        np.full(shape, _NO_STATE) for shape in (270_725, (52,) * 3, (52,) * 2, 52)
    )
    of_four[set_numbers(sets[0])] = numbers[0]
    for place, of_set in ((1, of_three), (2, of_two), (3, of_one)):
        for columns in permutations(list(sets[place].T)):
            of_set[columns] = numbers[place]
    return States(
        all_values,
        all_sizes,
        mask,
        of_one,
        of_two,
        of_three,
        of_four,
        (card_sets(0), *sets[::-1]),
        (NONE, *(int(start) for start in first[3::-1])),
    )


def cards_of(masks: Masks, count: int) -> CardArray:
    """Return the cards of masks of `count` cards each, ascending."""
    left = masks.copy()
    found = np.empty((len(masks), count), np.uint8)
    for place in range(count):
        lowest = left & (~left + np.uint64(1))
        found[:, place] = np.bitwise_count(lowest - np.uint64(1))
        left ^= lowest
    return found


@cache
def _sets_from(chosen: int) -> NDArray[np.int32]:
    """Return, for each card, the number of sets of `chosen` cards that come after all sets of which it is the first."""
    left = np.arange(51, -1, -1, dtype=np.int64)
    ways = np.ones(52, np.int64)
    for step in range(chosen):
        ways = ways * (left - step) // (step + 1)
    return ways.astype(np.int32)


def set_numbers(held: CardArray) -> NDArray[np.int32]:
    """Return the place of each row of ascending cards in `card_sets` of that size."""
    size = held.shape[1]
    after = sum(_sets_from(size - place)[held[:, place]] for place in range(size))
    return np.asarray(len(card_sets(size)) - 1 - after, np.int32)


@cache
def set_number_tables() -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
    """Return the places of two and of three cards in `card_sets`, indexed by the cards in any order."""
    of_two, of_three = np.zeros((52,) * 2, np.uint16), np.zeros((52,) * 3, np.uint16)
    for size, table in ((2, of_two), (3, of_three)):
        held = card_sets(size).T
        for order in permutations(range(size)):
            table[tuple(held[list(order)])] = np.arange(held.shape[1], dtype=np.uint16)
    return of_two, of_three


def numbers_of_drawn(drawn: Sequence[CardArray]) -> NDArray[np.intp]:
    """Return the places in `card_sets` of sets of one to four cards, given as one array for each card, in any order."""
    if len(drawn) == 1:
        return drawn[0].astype(np.intp)
    if len(drawn) < 4:
        return set_number_tables()[len(drawn) - 2][tuple(drawn)].astype(np.intp)
    return set_numbers(np.sort(np.column_stack(drawn), axis=1)).astype(np.intp)


def counts_all(cards: Cards) -> bool:
    """Return whether all cards differ in rank and in suit."""
    return len({card >> 2 for card in cards}) == len({card & 3 for card in cards}) == len(cards)


def state_of(cards: Cards) -> int:
    """Return the state that counts in a hand of four cards, or the state of fewer cards that all count.

    Of equally good states of a hand the first is returned.
    """
    held = np.array([sorted(cards)], np.uint8)
    (state,) = best_of_four()[set_numbers(held)] if len(cards) == 4 else states_of(held)
    return int(state)


def states_of(held: CardArray) -> Numbers:
    """Return the state of each row of at most three ascending cards, `STATES` where they do not all count."""
    if held.shape[1] == 0:
        return np.full(len(held), NONE, np.uint16)
    return _of_set(states(), held)


@cache
def best_of_four() -> Numbers:
    """Return the state that counts in each of the 270,725 hands, in the order of `combinations(DECK, 4)`.

    Of equally good states the first is taken: a paired rank counts the card of the earlier suit.
    """
    return kept_array("best_of_four", made_by(*_ROOMS), _best_of_four)


def _best_of_four() -> Numbers:
    table = states()
    held = card_sets(4).T
    best = table.of_four.copy()
    for a, b, c in combinations(range(4), 3):
        np.minimum(best, table.of_three[held[a], held[b], held[c]], out=best)
    left = np.flatnonzero(best == _NO_STATE)
    held = held[:, left]
    found = table.of_one[held[0]]
    for a, b in combinations(range(4), 2):
        found = np.minimum(found, table.of_two[held[a], held[b]])
    best[left] = found
    return best


@cache
def values_of_hands() -> Numbers:
    """Return the value, 1 to 1,092, of each of the 270,725 hands, in the order of `combinations(DECK, 4)`."""
    return states().value[best_of_four()]


@cache
def after_draw(kept: int) -> Numbers:
    """Return the state after a draw by a player who keeps a state of `kept` cards, 0 to 3, and draws to four cards.

    The rows are the states of that size in ascending order, the columns the sets of drawn cards in the order of
    `card_sets(4 - kept)`; entries in which a kept card is drawn mean nothing. Of equally good states the one with
    more kept cards is taken, then the first.
    """
    if kept == 0:
        return best_of_four()[None, :]
    return kept_array(f"after_draw_{kept}", made_by(*_ROOMS), lambda: _after_draw(kept))


def _after_draw(kept: int) -> Numbers:
    table = states()
    held, drawn = table.sets[kept].T, card_sets(4 - kept).T.astype(np.intp)
    # A key orders states by value, then by the number of drawn cards; its lower bits are the state.
    keys = [
        table.value[found].astype(np.uint32) << np.uint32(_STATE_BITS + 2) | found
        for found in (table.of_one, table.of_two, table.of_three)
    ]
    # Drawn cards are one number of base 52 here: an index for each card takes twice the time.
    columns = [
        [np.ravel_multi_index(theirs, (52,) * new) if new else [0] for theirs in combinations(drawn, new)]
        for new in range(5 - kept)
    ]
    after = np.empty((held.shape[1], drawn.shape[1]), np.uint16)
    together = max(1, _TOGETHER // drawn.shape[1])
    for start in range(0, held.shape[1], together):
        part = held[:, start : start + together]
        best = np.full((part.shape[1], drawn.shape[1]), np.iinfo(np.uint32).max)
        for new in range(5 - kept):
            found = [
                keys[old + new - 1][ours].reshape(-1, 52**new)
                for old in range(max(0, kept - new), min(kept, 3 - new) + 1)
                for ours in combinations(part, old)
            ]
            with_new = reduce(np.minimum, found) + np.uint32(new << _STATE_BITS)
            for column in columns[new]:
                np.minimum(best, with_new.take(column, axis=1), out=best)
        after[start : start + together] = best & np.uint32((1 << _STATE_BITS) - 1)
    badugis = table.sets[4]
    numbers = np.arange(len(badugis), dtype=np.uint16)
    for ours in combinations(range(4), kept):
        rows = _of_set(table, badugis[:, ours]) - np.uint16(table.first[kept])
        rest = [place for place in range(4) if place not in ours]
        after[rows, set_numbers(badugis[:, rest])] = numbers
    return after


def _of_set(table: States, held: CardArray) -> Numbers:
    """Return the states of rows of one to three cards."""
    found: Numbers = (table.of_one, table.of_two, table.of_three)[held.shape[1] - 1][tuple(held.T)]
    return found
