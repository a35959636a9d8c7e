"""Plays draws on arrays: every row is one trial, and one call draws for all rows.

A player keeps the cards that count and draws to four cards. `draw` assumes that the deck has enough cards; the deck
that runs out is in `ShortDeck`, by the rules of a room. Betting and probabilities are not computed here.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from badugi_hh.engine.cards import Cards
from badugi_hh.engine.rules import Rules
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


def draw(random: np.random.Generator, state: Numbers, used: Masks, where: Rows | None = None) -> None:
    """Draw for every row, or for the rows `where`: change `state`, and add the drawn cards to `used`."""
    for kept, found in rows_by_size(state if where is None else state[where]):
        rows = found if where is None else where[found]
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
    and the cards that the player has discarded.
    """

    def __init__(
        self, random: np.random.Generator, rules: Rules, used: Masks, held: list[Masks], own: list[Masks]
    ) -> None:
        self._random, self._rules = random, rules
        self.used, self._held, self._own = used, held, own
        self._earlier = used & ~np.bitwise_or.reduce(held)
        self._now = np.zeros_like(used)

    def begin_draw(self) -> None:
        """Begin a draw: the discards of the previous draw are now earlier ones, and the room may burn a card."""
        self._earlier |= self._now
        self._now = np.zeros_like(self.used)
        if self._rules.burn:
            rows = np.flatnonzero(np.bitwise_count(self.used) < 52)
            self._burn(rows)

    def _burn(self, rows: Rows) -> None:
        before = self.used[rows]
        after = before.copy()
        deal(self._random, after)
        self.used[rows] = after
        self._earlier[rows] |= after & ~before

    def exchange(self, player: int, rows: Rows, kept: Masks, *, last: bool) -> list[CardArray]:
        """Discard all cards but `kept` in these rows, and return as many new cards; all rows discard as many.

        `last` says that no player draws after this one.
        """
        thrown = self._held[player][rows] & ~kept
        self._own[player][rows] |= thrown
        self._now[rows] |= thrown
        count = 4 - int(np.bitwise_count(kept[0]))
        drawn = []
        for place in range(count):
            wanted = 1 if self._rules.deal_out_first else count - place
            if self._rules.keep_last_card and not (last and place == count - 1):
                wanted += 1
            drawn.append(self._next(player, rows, thrown, wanted))
        self._held[player][rows] = kept | np.bitwise_or.reduce([BITS[cards] for cards in drawn])
        return drawn

    def _next(self, player: int, rows: Rows, thrown: Masks, wanted: int) -> CardArray:
        """Return the next card of each row; the discards return to a deck of fewer than `wanted` cards."""
        barred = thrown if self._rules.own_discards_return else self._own[player][rows]
        used = self.used[rows]
        for again in range(4):
            short = np.flatnonzero(np.bitwise_count(used | barred) > 52 - (wanted if again == 0 else 1))
            if not short.size:
                break
            back = self._earlier[rows[short]]
            if self._rules.reshuffle_this_draw or again:
                back = back | self._now[rows[short]]
            used[short] &= ~back
            self._earlier[rows[short]] &= ~back
            self._now[rows[short]] &= ~back
            if again > 1:  # every card left is one of the player's own discards
                barred = np.zeros_like(barred)
        blocked = used | barred
        cards = deal(self._random, blocked)
        self.used[rows] = used | BITS[cards]
        return cards
