"""Plays the draws of many known hands at once, each with random numbers of its own.

Every outcome has a place in one table of random cards, which follows from the seed of the hand and the number of the
outcome, and moves on by the same number of places for each card. So the result of a hand does not depend on the hands
that are played with it, and equal seeds have equal cards.

A draw of one card to three cards is an average over all cards: the cards that make a four-card hand end the draws with
a share that is counted, and the trial goes on with one of the other cards and the probability that is left. The last
card is not drawn at all. The error of a trial is much smaller than with random cards alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from badugi_hh.engine.cards import Cards
from badugi_hh.odds.dealing import Rows, take, take_with
from badugi_hh.odds.last_card import badugi_shares, last_card_shares, showdown_shares
from badugi_hh.odds.states import NONE, CardArray, Masks, Numbers, states

Places = NDArray[np.intp]
_LAST = (1 << 20) - 1
_STEP = 648_055
"""Odd, so that it leads to every place; its multiples are far apart, so that no card of a trial is one of a trial near it."""
_ONE = np.uint64(1)


@dataclass(frozen=True, slots=True)
class Drawing:
    """A hand that draws to `start`, a state, `draws` times.

    Cards that do not all count are `odd`: the first draw is to these.
    """

    seed: int
    start: int
    draws: int
    odd: Cards


def play(
    drawings: Sequence[Drawing], hand: Rows, used: Masks, value: Numbers, shared: NDArray[np.uint8]
) -> NDArray[np.float64]:
    """Return the expected share of the pot with each outcome of the opponents.

    `hand` has the place of the drawing of each outcome, in ascending order. `used` has the cards that cannot be drawn,
    those of the hand among them; it is changed. `shared` opponents have the best final `value`.
    """
    state = np.array([each.start for each in drawings], np.uint16)[hand]
    draws = np.array([each.draws for each in drawings], np.uint8)[hand]
    first = np.searchsorted(hand, np.arange(len(drawings) + 1))
    seeds = np.array([each.seed & _LAST for each in drawings])
    random = _Random(np.arange(len(hand)) + (seeds - first[:-1])[hand])
    for at, each in enumerate(drawings):
        if each.odd:
            rows = np.arange(first[at], first[at + 1])
            cards = [random.deal(rows, used) for _ in range(4 - len(each.odd))]
            state[rows] = take_with(each.odd, cards)
            draws[rows] -= 1
    won = np.zeros(len(hand))
    going_on = np.ones(len(hand))
    """The probability that no card so far has ended the draws."""
    for left in range(int(draws.max(initial=0)), 0, -1):
        drawing = np.flatnonzero(draws >= left)
        size = states().size[state[drawing]]
        for kept in (0, 1):
            rows = drawing[size == kept]
            state[rows] = take(kept, state[rows], [random.deal(rows, used) for _ in range(4 - kept)])
        two = drawing[size == 2]
        rows = np.concatenate([drawing[size == 3], _draw_to_two(random, two, state, used)])
        places = state[rows], used[rows], value[rows], shared[rows]
        if left > 1:
            share, ended, ends = badugi_shares(*places)
            won[rows] += going_on[rows] * share
            going_on[rows] *= 1 - ended
            state[rows] = take(3, state[rows], [random.deal(rows, used, ends)])
        else:
            won[rows] += going_on[rows] * last_card_shares(*places)
            going_on[rows] = 0
    return won + going_on * showdown_shares(states().value[state], value, shared)


def _draw_to_two(random: "_Random", rows: Rows, state: Numbers, used: Masks) -> Rows:
    """Draw one card to the two cards of some rows, and a second one unless all three count; return those rows."""
    table = states()
    one, two = table.sets[2][state[rows] - table.first[2]].T
    cards = random.deal(rows, used)
    three = table.of_three[one, two, cards]
    counting = three < NONE
    state[rows[counting]] = three[counting]
    others, first = rows[~counting], cards[~counting]
    state[others] = take(2, state[others], [first, random.deal(others, used)])
    found: Rows = rows[counting]
    return found


class _Random:
    """Random cards for rows, which depend on the places of the rows in one table of random cards alone."""

    def __init__(self, places: Places) -> None:
        self._places = places & _LAST

    def deal(self, rows: Rows, used: Masks, barred: Masks | None = None) -> CardArray:
        """Return a card that is not in `used` for each of some rows, and add it to `used`.

        `barred` has for these rows more cards that are not dealt this time.
        """
        table, gone = _card_table(), used[rows]
        not_dealt = gone if barred is None else gone | barred
        places = (self._places[rows] + _STEP) & _LAST
        cards = table.take(places)
        bits = _ONE << cards
        left = ((not_dealt & bits) != 0).nonzero()[0]
        while left.size:
            places[left] = later = (places.take(left) + _STEP) & _LAST
            cards[left] = drawn = table.take(later)
            bits[left] = drawn_bits = _ONE << drawn
            left = left[(not_dealt.take(left) & drawn_bits) != 0]
        self._places[rows] = places
        used[rows] = gone | bits
        return cards


@cache
def _card_table() -> CardArray:
    return np.random.default_rng(52).integers(0, 52, _LAST + 1, dtype=np.uint8)
