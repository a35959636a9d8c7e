"""What a draw does to a class: the distribution of the class after it, by the number of cards drawn.

A player who draws n keeps the lowest 4 - n cards that count; a hand with fewer keeps all of them, and dead cards with
them. The distribution is an enumeration of the deck without the player's own four cards, averaged over the hands of the
kept ranks. A draw of one card also removes what the player threw before: the deck is smaller by the number of cards drawn
before, and every card that improves the hand is taken to be still there. A badugi that breaks cannot draw the card that
it threw.

Three things are approximations. Dead cards that are kept never count later. A player who threw cards that counted, by
breaking, may need one of them, and it is taken to be in the deck. Cards of the opponent are ignored.
"""

from functools import cache
from itertools import combinations, permutations
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from badugi_hh.engine import values
from badugi_hh.odds.next_draw import values_after
from badugi_hh.odds.states import (
    STATES,
    CardArray,
    best_of_four,
    card_sets,
    cards_of,
    masks_of_cards,
    numbers_of_drawn,
    set_masks,
    states,
)
from badugi_hh.outputs.kept import kept_array, made_by
from badugi_hh.solve.classes import CLASSES, FIRST_OF_SIZE, Buckets, Vector, deal, group, no_buckets

_DECK = 48  # without the player's own cards
_BEFORE = 7  # a player can have drawn six cards before the last draw
Matrix = NDArray[np.float64]
Numbers = NDArray[np.integer[Any]]
Reach: TypeAlias = NDArray[Any]


def draw_id(drawn: int, before: int, *, last: bool) -> int:
    """Return the number of a draw of `drawn` cards by a player who drew `before` cards earlier."""
    return (last * 4 + drawn) * _BEFORE + before


@cache
def kept_class(drawn: int) -> NDArray[np.int64]:
    """Return for each class the class of the cards that a player keeps who draws 1 to 3 cards."""
    ranks = [sorted(values.ranks(number + 1))[: 4 - drawn] for number in range(CLASSES)]
    return np.array([values.value_of(tuple(lowest)) - 1 for lowest in ranks])


@cache
def draws_from_kept(drawn: int) -> Matrix:
    """Return the distribution of the class after a first draw of `drawn` cards, a row for each class that can be kept.

    Row 0 is the first class of 4 - `drawn` cards; the last one is K.
    """
    return kept_array(
        f"draws_from_kept_{drawn}", made_by("engine", "odds", "solve"), lambda: _draws_from_kept(drawn)
    )


def _draws_from_kept(drawn: int) -> Matrix:
    parts = []
    for size in range(4 - drawn, 0, -1):
        held, rows = _held_cards(size), len(_held_cards(size))
        after = CLASSES * np.arange(rows)[:, None] + _classes_after(held, drawn)
        ways = _ways(held, drawn)
        parts.append(np.bincount(after.ravel(), ways.ravel(), CLASSES * rows).reshape(rows, CLASSES))
    chances = np.concatenate(parts)
    return np.asarray(chances / chances.sum(axis=1, keepdims=True))


class Draws:
    """What draws do to vectors of classes, the last axis of an array; the last draw leads to `buckets`.

    The methods take the numbers of `draw_id`, one for each row of an array, all with as many cards and all last or none.
    """

    def __init__(self, buckets: Buckets, kind: type[np.floating[Any]] = np.float32) -> None:
        self._buckets = buckets
        self._kind = kind
        self._tables: dict[tuple[int, bool], _Chances] = {}
        self._kept = kept_class(1)[: FIRST_OF_SIZE[3]] - FIRST_OF_SIZE[3]

    def size(self, number: int) -> int:
        """Return the number of classes after a draw."""
        return int(self._buckets[-1]) + 1 if number >= 4 * _BEFORE else CLASSES

    def spread(self, numbers: Numbers, reach: Reach) -> Reach:
        """Return the probabilities of the classes after a draw, from those before it."""
        last, drawn, before = _parts(numbers)
        if drawn == 0:
            return self._grouped(reach, last)
        gathered = _gathered(drawn, reach)
        after = self._chances(drawn, last=last).spread(gathered)
        if drawn > 1:
            return after
        left = (_DECK - before[:, None]).astype(self._kind)
        broken = gathered - reach[:, FIRST_OF_SIZE[3] :]
        missed = gathered * (1 - _improved() / left) + broken / left
        moved = np.concatenate([-reach[:, : FIRST_OF_SIZE[3]] / left, missed], axis=1).astype(self._kind)
        return after / left + self._grouped(moved, last)

    def average(self, numbers: Numbers, after: Reach) -> Reach:
        """Return the values of the classes before a draw, from those after it."""
        last, drawn, before = _parts(numbers)
        wide = after[:, self._buckets] if last else after
        if drawn == 0:
            return wide
        kept = self._chances(drawn, last=last).average(after)
        rows = kept_class(drawn) - FIRST_OF_SIZE[4 - drawn]
        if drawn > 1:
            return kept[:, rows]
        left = (_DECK - before[:, None]).astype(self._kind)
        badugi, rest = wide[:, : FIRST_OF_SIZE[3]], wide[:, FIRST_OF_SIZE[3] :]
        kept = kept / left + (1 - _improved() / left).astype(self._kind) * rest
        before_draw = kept[:, rows]
        before_draw[:, : FIRST_OF_SIZE[3]] += (rest[:, self._kept] - badugi) / left
        return np.asarray(before_draw)

    def _chances(self, drawn: int, *, last: bool) -> "_Chances":
        """Return what a draw leads to by kept class; for one card the numbers of cards that improve the hand."""
        if (drawn, last) not in self._tables:
            table = _improving_cards() if drawn == 1 else draws_from_kept(drawn)
            self._tables[drawn, last] = _Chances(self._grouped(table, last).astype(self._kind))
        return self._tables[drawn, last]

    def _grouped(self, reach: Reach, last: bool) -> Reach:
        """Return the sums of buckets after the last draw."""
        if not last or len(self._buckets) == self.size(4 * _BEFORE):
            return reach
        return group(reach, self._buckets)


class GroupedDraws:
    """What draws do to vectors of buckets, as small matrices: from `early` buckets to these, and the last draw to `last` ones.

    The classes of a bucket are as likely as their `mass`, a little of which every class has.
    """

    def __init__(self, early: Buckets, last: Buckets, mass: Vector) -> None:
        self._early = early
        self._sizes = int(early[-1]) + 1, int(last[-1]) + 1
        self._draws = Draws(last)
        weights = np.zeros((self._sizes[0], CLASSES), np.float32)
        weights[early, np.arange(CLASSES)] = mass + 1e-4 * deal()
        self._within = weights / weights.sum(axis=1, keepdims=True)
        self._matrices: dict[int, Reach] = {}

    def size(self, number: int) -> int:
        """Return the number of buckets after a draw."""
        return self._sizes[number >= 4 * _BEFORE]

    def spread(self, numbers: Numbers, reach: Reach) -> Reach:
        """Return the probabilities of the buckets after a draw, from those before it."""
        after = np.empty((len(reach), self.size(int(numbers[0]))), np.float32)
        for number in np.unique(numbers).tolist():
            after[numbers == number] = reach[numbers == number] @ self._matrix(number)
        return after

    def average(self, numbers: Numbers, after: Reach) -> Reach:
        """Return the values of the buckets before a draw, from those after it."""
        before = np.empty((len(after), self._sizes[0]), np.float32)
        for number in np.unique(numbers).tolist():
            before[numbers == number] = after[numbers == number] @ self._matrix(number).T
        return before

    def _matrix(self, number: int) -> Reach:
        if number not in self._matrices:
            after = self._draws.spread(np.full(len(self._within), number), self._within)
            is_last = number >= 4 * _BEFORE
            self._matrices[number] = np.asarray(after if is_last else group(after, self._early), np.float32)
        return self._matrices[number]


class _Chances:
    """The entries of a matrix of kept classes by classes that are not 0, in the order of rows and of columns."""

    def __init__(self, table: NDArray[Any]) -> None:
        self._size = table.shape[1]
        self._by_row = np.nonzero(table)
        self._of_rows = table[self._by_row]
        self._rows = np.searchsorted(self._by_row[0], np.arange(len(table)))
        column, row = np.nonzero(table.T)
        self._row_of, self._of_columns = row, table[row, column]
        self._columns, self._starts = np.unique(column, return_index=True)

    def spread(self, reach: Reach) -> Reach:
        """Return the products of rows of reaches and the matrix."""
        after = np.zeros((len(reach), self._size), reach.dtype)
        after[:, self._columns] = np.add.reduceat(
            reach[:, self._row_of] * self._of_columns, self._starts, axis=1
        )
        return after

    def average(self, values: Reach) -> Reach:
        """Return the products of the matrix and rows of values; each row of the matrix has an entry."""
        return np.add.reduceat(values[:, self._by_row[1]] * self._of_rows, self._rows, axis=1)


def _parts(numbers: Numbers) -> tuple[bool, int, NDArray[np.int64]]:
    """Return whether draws are the last, how many cards they have, and how many were drawn before each."""
    kind, before = np.divmod(numbers, _BEFORE)
    last, drawn = divmod(int(kind[0]), 4)
    return bool(last), drawn, before.astype(np.int64)


@cache
def _order_of_kept(drawn: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the classes in the order of those that are kept, and the first place of each of these."""
    kept = kept_class(drawn)
    order = np.argsort(kept, kind="stable")
    return order, np.searchsorted(kept[order], np.arange(FIRST_OF_SIZE[4 - drawn], CLASSES))


def _gathered(drawn: int, reach: Reach) -> Reach:
    """Return the reach of the kept classes."""
    order, starts = _order_of_kept(drawn)
    return np.add.reduceat(reach[:, order], starts, axis=1)


@cache
def _improving_cards() -> Matrix:
    """Return how many of the 48 unseen cards improve each kept class to each class, when one card is drawn.

    All of these are taken to be in the deck, which is smaller by the cards drawn before.
    """
    cards = draws_from_kept(1) * _DECK
    rows = np.arange(len(cards))
    cards[rows, rows + FIRST_OF_SIZE[3]] = 0
    return cards


@cache
def _improved() -> NDArray[np.float64]:
    """Return how many of the 48 unseen cards improve each kept class."""
    return np.asarray(_improving_cards().sum(axis=1))


@cache
def _held_cards(size: int) -> CardArray:
    """Return cards of each class of `size` cards: its ranks ascending, in the first suits."""
    classes = range(FIRST_OF_SIZE[size], FIRST_OF_SIZE.get(size - 1, CLASSES))
    ranks = np.array([values.ranks(number + 1)[::-1] for number in classes], np.uint8)
    return np.asarray(4 * ranks + np.arange(size, dtype=np.uint8))


def _classes_after(held: CardArray, drawn: int) -> NDArray[np.int64]:
    """Return the class of held cards (row) and each set of drawn cards; those of sets with a held card mean nothing."""
    if held.shape[1] + drawn == 4:
        return values_after(masks_of_cards(held), drawn).astype(np.int64) - 1
    table, cards = states(), (*held.T[:, :, None], *card_sets(drawn).T)
    state = np.full((len(held), len(card_sets(drawn))), STATES)
    for counting, numbers in enumerate((table.of_one, table.of_two, table.of_three), 1):
        for some in combinations(cards, counting):
            np.minimum(state, numbers[some], out=state)
    return np.asarray(table.value[state], np.int64) - 1


@cache
def _dead_cards(size: int, counting: int) -> tuple[NDArray[np.int64], CardArray]:
    """Return of the hands of which `counting` cards count and `size` are kept the place of the class kept, and the other cards.

    The suits are as in `_held_cards`.
    """
    suits = np.zeros((4,) * (size + 1), np.uint8)
    for kept in permutations(range(4), size):
        suits[kept][[*kept, *sorted({0, 1, 2, 3} - {*kept})]] = range(4)
    state, table = best_of_four(), states()
    rows = np.flatnonzero(table.size[state] == counting)
    cards = table.sets[counting][state[rows] - table.first[counting]][:, :size]
    other = cards_of(set_masks(4)[rows] & ~masks_of_cards(cards), 4 - size)
    in_suits = suits[tuple(cards.T & 3)]
    dead = [card & ~np.uint8(3) | in_suits[np.arange(len(rows)), card & 3] for card in other.T]
    return kept_class(4 - size)[table.value[state[rows]] - 1] - FIRST_OF_SIZE[size], np.stack(dead)


def _ways(held: CardArray, drawn: int) -> Matrix:
    """Return how likely each set of drawn cards is for each class, up to a factor: the share of the hands that do not hold its cards.

    The hands are those of which the held cards count, and for a draw of two or three those that break one card. The sets are in
    the order of `card_sets(drawn)`; the share is counted by inclusion and exclusion.
    """
    size, drawn_cards = held.shape[1], card_sets(drawn).T
    parts = [_dead_cards(size, counting) for counting in range(size, min(3, size + (drawn > 1)) + 1)]
    place, dead = (np.concatenate(column, axis=-1) for column in zip(*parts, strict=True))
    number = np.bincount(place)[:, None]
    ways = np.ones((len(held), len(card_sets(drawn))))
    for count in range(1, drawn + 1):
        sets = len(card_sets(count))
        shares = np.zeros(len(held) * sets)
        for some in combinations(dead, count):
            shares += np.bincount(sets * place + numbers_of_drawn(some), minlength=len(shares))
        shares_of_hands = (-1) ** count * shares.reshape(-1, sets) / number
        for some in combinations(drawn_cards, count):
            ways += shares_of_hands[:, numbers_of_drawn(some)]
    ways[(masks_of_cards(held)[:, None] & set_masks(drawn)) != 0] = 0.0
    return ways


@cache
def usual_end() -> NDArray[np.float64]:
    """Return the distribution of classes after three draws of all cards that do not count, at most 3, 2 and 2."""
    draws, reach = Draws(no_buckets(), np.float64), deal().astype(np.float64)
    for most in (3, 2, 2):
        after = np.zeros(CLASSES)
        for size, start in FIRST_OF_SIZE.items():
            held = np.zeros((1, CLASSES))
            part = slice(start, FIRST_OF_SIZE.get(size - 1, CLASSES))
            held[0, part] = reach[part]
            after += draws.spread(np.array([draw_id(min(4 - size, most), 0, last=False)]), held)[0]
        reach = after
    return reach
