"""Plays draws on arrays: every row is one trial, and one call draws for all rows.

A player keeps the cards that count and draws to four cards. `draw` assumes that the deck has enough cards; the deck
that runs out is in `ShortDeck`. Betting and probabilities are not computed here.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from badugi_hh.engine.cards import Cards
from badugi_hh.odds.states import (
    BITS,
    CardArray,
    Masks,
    Numbers,
    after_draw,
    best_of_four,
    numbers_of_drawn,
    set_numbers,
    states,
)

Rows = NDArray[np.intp]


def deal(random: np.random.Generator, used: Masks) -> CardArray:
    """Return a random card that is not in `used` for each row, and add it to `used`.

    Every row must have such a card.
    """
    cards = _random_cards(random, len(used))
    bits = BITS[cards]
    again = np.flatnonzero((used & bits) != 0)
    while again.size:
        cards[again] = fresh = _random_cards(random, again.size)
        bits[again] = fresh_bits = BITS[fresh]
        again = again[(used[again] & fresh_bits) != 0]
    used |= bits
    return cards


def _random_cards(random: np.random.Generator, number: int) -> CardArray:
    # NumPy draws numbers of 16 bits three times as fast as numbers of 8 bits.
    return random.integers(0, 52, number, dtype=np.uint16).astype(np.uint8)


def rows_by_size(state: Numbers) -> list[tuple[int, Rows]]:
    """Return the number of cards that count, 0 to 3, and its rows, for the rows that draw."""
    size = states().size[state]
    return [(kept, rows) for kept in range(4) if (rows := np.flatnonzero(size == kept)).size]


def take(kept: int, state: Numbers, drawn: list[CardArray]) -> Numbers:
    """Return the states after the states of `kept` cards have drawn these cards."""
    table = after_draw(kept)
    rows = state.astype(np.intp) - states().first[kept]
    found: Numbers = table.ravel()[rows * table.shape[1] + numbers_of_drawn(drawn)]
    return found


def draw(random: np.random.Generator, state: Numbers, used: Masks) -> None:
    """Draw for every row: change `state`, and add the drawn cards to `used`."""
    for kept, rows in rows_by_size(state):
        deck = used[rows]
        drawn = [deal(random, deck) for _ in range(4 - kept)]
        state[rows] = take(kept, state[rows], drawn)
        used[rows] = deck


def take_with(keep: Cards, drawn: Sequence[CardArray]) -> Numbers:
    """Return the states after cards that do not all count are kept, and these cards are drawn."""
    kept = [np.full(len(drawn[0]), card, np.uint8) for card in keep]
    found: Numbers = best_of_four()[set_numbers(np.sort(np.column_stack([*kept, *drawn]), axis=1))]
    return found


class ShortDeck:
    """A deck that can run out, with the cards that each player holds and has discarded.

    `used` has the cards that are not in the deck. `held` and `own` have a row for each player: the cards of the hand,
    and the cards that the player has discarded. As on PokerStars, all discards return to a deck that has too few cards
    for the next player, and nobody is dealt their own.
    """

    def __init__(self, random: np.random.Generator, used: Masks, held: list[Masks], own: list[Masks]) -> None:
        self._random = random
        self.used, self._held, self._own = used, held, own
        self._discards = used & ~np.bitwise_or.reduce(held)

    def exchange(self, player: int, rows: Rows, kept: Masks) -> list[CardArray]:
        """Discard all cards but `kept` in these rows, and return as many new cards; all rows discard as many."""
        thrown = self._held[player][rows] & ~kept
        self._own[player][rows] |= thrown
        self._discards[rows] |= thrown
        count = 4 - int(np.bitwise_count(kept[0]))
        drawn = [self._next(player, rows, wanted) for wanted in range(count, 0, -1)]
        self._held[player][rows] = kept | np.bitwise_or.reduce([BITS[cards] for cards in drawn])
        return drawn

    def _next(self, player: int, rows: Rows, wanted: int) -> CardArray:
        """Return the next card of each row; the player still draws `wanted` cards."""
        own, used = self._own[player][rows], self.used[rows]
        short = np.flatnonzero(np.bitwise_count(used | own) > 52 - wanted)
        used[short] &= ~self._discards[rows[short]]
        self._discards[rows[short]] = 0
        own[np.bitwise_count(used | own) == 52] = 0  # every card left is one of the player's own discards
        cards = deal(self._random, used | own)
        self.used[rows] = used | BITS[cards]
        return cards
