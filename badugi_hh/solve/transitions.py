"""What a draw does to a class: the distribution of the class after it, by the number of cards drawn.

A player who draws n keeps the lowest 4 - n cards that count; a hand with fewer keeps all of them, and dead cards with
them. The distribution is an enumeration of the deck without the player's own four cards, averaged over the hands of the
kept ranks. A draw of one card also removes what the player threw before: the deck is smaller by the number of cards drawn
before, and every card that improves the hand is taken to be still there. A badugi that breaks cannot draw the card that
it threw.

Three things are approximations. Dead cards that are kept never count later. A player who threw cards that counted, by
breaking, may need one of them, and it is taken to be in the deck. Cards of the opponent are ignored.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from badugi_hh.engine import values
from badugi_hh.odds.states import (
    BITS,
    STATES,
    after_draw,
    best_of_four,
    card_sets,
    cards_of,
    set_masks,
    states,
)
from badugi_hh.solve.classes import CLASSES, FIRST_OF_SIZE, Buckets, deal

MOST_DRAWN = 5
"""The most cards that a player can have drawn before the last draw: three and two."""
_DECK = 48  # without the player's own cards
_DRAWS_PER_COUNT = MOST_DRAWN + 1
Matrix = NDArray[np.float64]


def draw_id(drawn: int, before: int, *, last: bool) -> int:
    """Return the number of a draw of `drawn` cards by a player who drew `before` cards earlier; -1 for no change."""
    if drawn == 0 and not last:
        return -1
    return (last * 4 + drawn) * _DRAWS_PER_COUNT + min(before, MOST_DRAWN)


DRAW_IDS = 8 * _DRAWS_PER_COUNT


@cache
def kept_class(drawn: int) -> NDArray[np.int64]:
    """Return for each class the class of the cards that a player keeps who draws 1 to 3 cards."""
    found = np.zeros(CLASSES, np.int64)
    for number in range(CLASSES):
        lowest = sorted(values.ranks(number + 1))[: 4 - drawn]
        found[number] = values.value_of(tuple(lowest)) - 1
    return found


@cache
def draws_from_kept(drawn: int) -> Matrix:
    """Return the distribution of the class after a first draw of `drawn` cards, a row for each class that can be kept.

    Row 0 is the first class of 4 - `drawn` cards; the last one is K.
    """
    first = FIRST_OF_SIZE[4 - drawn]
    found = np.zeros((CLASSES - first, CLASSES))
    for size in range(1, 5 - drawn):
        start = FIRST_OF_SIZE[size]
        for number in range(start, FIRST_OF_SIZE.get(size - 1, CLASSES)):
            ways = _ways(number, size, drawn)
            after = _classes_after(number, size, drawn)
            found[number - first] = np.bincount(after, ways, CLASSES)
    found /= found.sum(axis=1, keepdims=True)
    return found


def distribution(number: int, drawn: int, before: int = 0) -> NDArray[np.float64]:
    """Return the distribution of the class after a draw by a player of class `number` who drew `before` cards earlier."""
    found = np.zeros(CLASSES)
    if drawn == 0:
        found[number] = 1
        return found
    kept = int(kept_class(drawn)[number])
    found[:] = _with_smaller_deck(drawn, before)[kept - FIRST_OF_SIZE[4 - drawn]]
    if drawn == 1 and number < FIRST_OF_SIZE[3]:
        found[number] -= 1 / (_DECK - before)
        found[kept] += 1 / (_DECK - before)
    return found


def after_draw_of(reach: NDArray[np.float64], drawn: int, before: int) -> NDArray[np.float64]:
    """Return the weights of the classes after a draw, from those before it."""
    if drawn == 0:
        return reach
    first = FIRST_OF_SIZE[4 - drawn]
    table = _with_smaller_deck(drawn, before if drawn == 1 else 0)
    kept = kept_class(drawn)
    found = np.bincount(kept - first, reach, len(table)) @ table
    if drawn == 1:
        badugis = FIRST_OF_SIZE[3]
        moved = reach[:badugis] / (_DECK - before)
        found[:badugis] -= moved
        np.add.at(found, kept[:badugis], moved)
        np.maximum(found, 0, out=found)
    return np.asarray(found)


@cache
def _with_smaller_deck(drawn: int, before: int) -> Matrix:
    """Return `draws_from_kept` after earlier draws, which threw away cards that do not improve the hand."""
    found = draws_from_kept(drawn)
    if drawn != 1 or not before:
        return found
    rows = np.arange(len(found))
    same = rows + FIRST_OF_SIZE[3]
    better = found * (_DECK / (_DECK - before))
    better[rows, same] = 0
    better[rows, same] = 1 - better.sum(axis=1)
    return better


def _held_cards(number: int) -> tuple[int, ...]:
    """Return cards of a class: its ranks ascending, in the first suits."""
    return tuple(4 * rank + suit for suit, rank in enumerate(sorted(values.ranks(number + 1))))


def _classes_after(number: int, size: int, drawn: int) -> NDArray[np.int64]:
    """Return the class of the held cards and each set of drawn cards; those of sets with a held card mean nothing."""
    held, table = _held_cards(number), states()
    if size + drawn == 4:
        state = (table.of_one, table.of_two, table.of_three)[size - 1][held]
        return np.asarray(table.value[after_draw(size)[int(state) - table.first[size]]], np.int64) - 1
    found = np.full(len(card_sets(drawn)), STATES)
    for counting, numbers in enumerate((table.of_one, table.of_two, table.of_three), 1):
        for cards in combinations((*held, *card_sets(drawn).T), counting):
            np.minimum(found, numbers[cards], out=found)
    return np.asarray(table.value[found], np.int64) - 1


@cache
def _dead_cards(size: int, drawn: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the kept class and the other own cards of each hand that keeps `size` cards, in suits as `_held_cards`.

    These are the hands of which `size` cards count, and for a draw of two or three those that break one card. They are
    sorted by class.
    """
    state = best_of_four().astype(np.int64)
    table = states()
    kept_classes, dead = [], []
    for counting in range(size, min(4, size + (drawn > 1)) + 1):
        rows = np.flatnonzero(table.size[state] == counting)
        cards = table.sets[counting][state[rows] - table.first[counting]][:, :size].astype(np.int64)
        others = set_masks(4)[rows] & ~np.bitwise_or.reduce(BITS[cards], axis=1)
        order = np.tile(10 + np.arange(4), (len(rows), 1))
        for place in range(size):
            order[np.arange(len(rows)), cards[:, place] & 3] = place
        suits = np.argsort(np.argsort(order, axis=1), axis=1)
        other = cards_of(others, 4 - size).astype(np.int64)
        dead.append((other & ~3) | np.take_along_axis(suits, other & 3, axis=1))
        marks = np.bitwise_or.reduce(1 << (cards >> 2), axis=1)
        kept_classes.append(_class_of_ranks()[marks])
    classes = np.concatenate(kept_classes)
    order = np.argsort(classes, kind="stable")
    return classes[order], np.concatenate(dead)[order]


@cache
def _class_of_ranks() -> NDArray[np.int64]:
    found = np.full(1 << 13, -1)
    for number in range(CLASSES):
        found[sum(1 << rank for rank in values.ranks(number + 1))] = number
    return found


def _ways(number: int, size: int, drawn: int) -> NDArray[np.float64]:
    """Return how likely each set of drawn cards is, up to a factor: the share of the hands that do not hold its cards.

    The sets are in the order of `card_sets(drawn)`; the share is counted by inclusion and exclusion.
    """
    classes, dead = _dead_cards(size, drawn)
    mine = dead[slice(*np.searchsorted(classes, (number, number + 1)))]
    share = 1 / len(mine)
    one = np.bincount(mine.ravel(), minlength=52) * share
    drawn_cards = card_sets(drawn).astype(np.int64).T
    found = 1 - sum(one[card] for card in drawn_cards)
    if drawn > 1:
        two = np.zeros((52, 52))
        for a in range(4 - size):
            for b in range(4 - size):
                if a != b:
                    np.add.at(two, (mine[:, a], mine[:, b]), share)
        found = found + sum(
            two[drawn_cards[a], drawn_cards[b]] for a in range(drawn) for b in range(a + 1, drawn)
        )
    if drawn > 2:
        three = np.zeros((52, 52, 52))
        np.add.at(three, tuple(np.sort(mine, axis=1).T), share)
        found = found - three[tuple(drawn_cards)]
    held = np.isin(drawn_cards, _held_cards(number)).any(axis=0)
    return np.where(held, 0.0, found)


@dataclass(frozen=True, slots=True)
class Draws:
    """All draws as flat arrays for compiled loops, by the number of `draw_id`.

    A draw gathers the classes into rows (`row_of`, by cards drawn), and row r leads to the class `to[e]` with the
    probability `chance[e]` for `e` from `begin[first[id] + r]` to `begin[first[id] + r + 1]`. Then `swap[id]` of each
    badugi moves from its own class to the class that it kept. The last draw leads to buckets.
    """

    rows: NDArray[np.int32]
    first: NDArray[np.int64]
    begin: NDArray[np.int64]
    to: NDArray[np.int32]
    chance: NDArray[np.float32]
    swap: NDArray[np.float32]
    row_of: NDArray[np.int32]
    kept: NDArray[np.int32]
    bucket: NDArray[np.int32]


def build_draws(buckets: Buckets) -> Draws:
    """Return all draws; the last one leads to `buckets`."""
    rows = np.zeros(DRAW_IDS, np.int32)
    first = np.zeros(DRAW_IDS, np.int64)
    swap = np.zeros(DRAW_IDS, np.float32)
    begin: list[NDArray[np.int64]] = []
    to: list[NDArray[np.int64]] = []
    chance: list[NDArray[np.float64]] = []
    entries = starts = 0
    for last in (False, True):
        count = int(buckets[-1]) + 1
        for drawn in (1, 2, 3):
            for before in range(_DRAWS_PER_COUNT):
                place = draw_id(drawn, before, last=last)
                table = _with_smaller_deck(drawn, before)
                if drawn > 1 and before:
                    one = draw_id(drawn, 0, last=last)
                    first[place], rows[place] = first[one], rows[one]
                    continue
                if last:
                    merged = np.zeros((len(table), count))
                    np.add.at(merged.T, buckets, table.T)
                    table = merged
                row, column = np.nonzero(table > 1e-12)
                first[place], rows[place] = starts, len(table)
                begin.append(entries + np.searchsorted(row, np.arange(len(table) + 1)))
                to.append(column)
                chance.append(table[row, column])
                entries += len(row)
                starts += len(table) + 1
                if drawn == 1:
                    swap[place] = 1 / (_DECK - before)
    row_of = np.zeros((4, CLASSES), np.int32)
    for drawn in (1, 2, 3):
        row_of[drawn] = kept_class(drawn) - FIRST_OF_SIZE[4 - drawn]
    return Draws(
        rows,
        first,
        np.concatenate(begin),
        np.concatenate(to).astype(np.int32),
        np.concatenate(chance).astype(np.float32),
        swap,
        row_of,
        kept_class(1)[: FIRST_OF_SIZE[3]].astype(np.int32),
        buckets.astype(np.int32),
    )


@cache
def usual_end() -> NDArray[np.float64]:
    """Return the distribution of classes after three draws of all cards that do not count, at most 3, 2 and 2."""
    found = deal().astype(np.float64)
    for most in (3, 2, 2):
        after = np.zeros(CLASSES)
        for size, start in FIRST_OF_SIZE.items():
            end = FIRST_OF_SIZE.get(size - 1, CLASSES)
            drawn = min(4 - size, most)
            if drawn == 0:
                after[start:end] += found[start:end]
                continue
            kept = kept_class(drawn)[start:end] - FIRST_OF_SIZE[4 - drawn]
            after += found[start:end] @ draws_from_kept(drawn)[kept]
        found = after
    return found
