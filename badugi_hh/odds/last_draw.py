"""Exact equity of two players at the last draw, where the pairs of their draws are too many to enumerate.

Let X be the cards that the player of a known hand draws, and Z the cards of the other player that this player does not
know. X and Z are disjoint. By inclusion and exclusion, the number of such X that win against a value is the sum over the
subsets S of Z of (-1)^|S| times the number of X that contain S and win. One table has these numbers by S and value, so
that each Z takes a few look-ups: two players who draw four cards have 12 billion pairs of draws, and 2 million look-ups.
Against a range, each of its hands has its own draws; where they are too many, and between two ranges, `trials` simulates.
"""

from collections.abc import Iterator
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from badugi_hh.engine.cards import Cards
from badugi_hh.odds.dealing import after_each_draw, rows_by_size
from badugi_hh.odds.error import OddsError
from badugi_hh.odds.ranges import hands
from badugi_hh.odds.spots import EXACT, Equity, Player, Spot, mask_of, no_hand
from badugi_hh.odds.states import (
    CardArray,
    Masks,
    Numbers,
    after_draw,
    card_sets,
    cards_of,
    numbers_of_drawn,
    set_masks,
    states,
)

LOOKED_UP = 110_000_000
"""The largest number of look-ups, about two seconds of work: enough for one card drawn against `TWO`; more are simulated."""
_ROWS = 400_000
_DECK = np.uint64((1 << 52) - 1)

_Opposing = tuple[CardArray, Numbers, NDArray[np.float64]]


def enumerate_last_draw(spot: Spot, most: int = LOOKED_UP) -> Equity | None:
    """Return the exact equity of two players with at most one draw left, None for other spots.

    None also for two ranges, and for a range that is a sample or takes more than `most` look-ups.

    Raises:
        OddsError: the known cards leave no hand of the range.
    """
    known = [place for place, player in enumerate(spot.players) if player.range.hand is not None]
    if len(spot.players) != 2 or max(player.draws for player in spot.players) > 1 or not known:
        return None
    own = min(known, key=lambda place: 4 - len(kept_at_last(spot.players[place])))
    other = spot.players[1 - own]
    used = mask_of(spot.known)
    kept = kept_at_last(spot.players[own])
    if _look_ups(other, used, 4 - len(kept)) > most:
        return None
    wins = _Wins(kept, ~used & _DECK)
    share = weight = 0.0
    for cards, value, chance in _opposing(other, used):
        share += float((wins.shares(cards, value) * chance).sum())
        weight += float(chance.sum())
    if not weight:
        raise OddsError(no_hand(other.range))
    share = min(1.0, max(0.0, share / weight))
    return Equity(EXACT, None, (share, 1 - share) if own == 0 else (1 - share, share), (0.0, 0.0))


def kept_at_last(player: Player) -> Cards:
    """Return the cards that a player of a known hand keeps with at most one draw left: all four, if they do not draw."""
    hand = player.range.hand or ()
    if not player.draws or player.pat:
        return hand
    if player.keep is not None:
        return player.keep
    state = player.start[0]
    size = int(states().size[state])
    return hand if size == 4 else tuple(states().sets[size][state - states().first[size]].tolist())


class _Wins:
    """How often a player who keeps given cards and draws from a mask of cards wins, by subset of the drawn cards."""

    def __init__(self, kept: Cards, unseen: np.uint64) -> None:
        self.drawn = 4 - len(kept)
        self._unseen = int(np.bitwise_count(unseen))
        after, _ = after_each_draw(kept, unseen)
        value = states().value[after]
        # An odd column is for one of this player's values, an even column for the values between two of them.
        self._levels = np.unique(value)
        level = np.searchsorted(self._levels, value)
        self._value = np.zeros(len(card_sets(self.drawn)), np.uint16)
        rows = np.flatnonzero((set_masks(self.drawn) & ~unseen) == 0)
        self._value[rows] = value
        width = 2 * len(self._levels) + 1
        self._tables = []
        for size in range(self.drawn):
            counts = np.zeros((len(card_sets(size)), width), np.int32)
            drawn = card_sets(self.drawn)[rows]
            for places in combinations(range(self.drawn), size):
                subset = (
                    numbers_of_drawn([drawn[:, place] for place in places])
                    if size
                    else np.zeros(len(rows), np.intp)
                )
                flat = np.bincount(subset * width + 2 * level + 1, minlength=counts.size)
                counts += flat.reshape(counts.shape).astype(np.int32)
            below = np.cumsum(counts, axis=1, dtype=np.int32)
            # Twice the hands with a lower value, and once those with the same.
            self._tables.append(2 * below - counts)

    def shares(self, cards: CardArray, value: Numbers) -> NDArray[np.float64]:
        """Return the share of the pot against each row: other cards that cannot be drawn, and a value."""
        place = np.searchsorted(self._levels, value)
        same = self._levels[np.minimum(place, len(self._levels) - 1)] == value
        column = 2 * place + same
        twice = np.zeros(len(cards), np.int64)
        for size in range(min(self.drawn, cards.shape[1]) + 1):
            sign = -1 if size % 2 else 1
            for places in combinations(range(cards.shape[1]), size):
                drawn = [cards[:, at] for at in places]
                subset = numbers_of_drawn(drawn) if drawn else np.zeros(len(cards), np.intp)
                if size < self.drawn:
                    found = self._tables[size][subset, column]
                else:
                    own = self._value[subset]
                    found = 2 * (own < value).astype(np.int32) + (own == value)
                twice += sign * found
        return twice / (2 * comb(self._unseen - cards.shape[1], self.drawn))


def _groups(player: Player, used: np.uint64) -> Iterator[tuple[int, Numbers, Masks, NDArray[np.float64]]]:
    """Yield the hands of a range by the number of cards that they keep, with what they hold and their weight."""
    found = hands(player.range).without(used)
    if not player.draws or player.pat:
        yield 4, found.state, found.seen, found.weight
        return
    pat = np.flatnonzero(states().size[found.state] == 4)
    yield 4, found.state[pat], found.seen[pat], found.weight[pat]
    for kept, rows in rows_by_size(found.state):
        yield kept, found.state[rows], found.seen[rows], found.weight[rows]


def _look_ups(player: Player, used: np.uint64, drawn: int) -> float:
    """Return the number of look-ups that the hands of a player take, infinite where the range is a sample."""
    if player.range.hand is not None:
        count = 4 - len(kept_at_last(player))
        return comb(52, count) * sum(comb(count, size) for size in range(drawn + 1))
    if hands(player.range).sampled:
        return float("inf")
    return sum(
        len(state) * comb(52, 4 - kept) * sum(comb(8 - kept, size) for size in range(drawn + 1))
        for kept, state, _, _ in _groups(player, used)
    )


def _opposing(player: Player, used: np.uint64) -> Iterator[_Opposing]:
    """Yield the cards of a player that are not in `used`, the final value, and the relative probability."""
    if player.range.hand is not None:
        after, masks = after_each_draw(kept_at_last(player), ~used & _DECK)
        count = 4 - len(kept_at_last(player))
        yield cards_of(masks, count), states().value[after], np.ones(len(after))
        return
    for kept, state, seen, weight in _groups(player, used):
        drawn = set_masks(4 - kept)
        step = max(1, _ROWS // len(drawn))
        for start in range(0, len(state), step):
            part = slice(start, start + step)
            at, column = np.nonzero(((seen[part, None] | used) & drawn) == 0)
            after = state[part][at]
            if kept < 4:
                after = after_draw(kept)[after.astype(np.intp) - states().first[kept], column]
            ways = np.bincount(at, minlength=len(state[part]))
            cards = cards_of(seen[part][at] | drawn[column], 8 - kept)
            yield cards, states().value[after], (weight[part] / np.maximum(ways, 1))[at]
