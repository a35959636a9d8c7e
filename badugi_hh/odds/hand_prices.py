"""Prices hands, and draws beside their best keeps, against opponents whose ranges follow from the public draws.

Equities are hot-and-cold: nobody bets or folds again, and every player keeps the best cards at every later draw. Equal
spots have equal prices, whatever spots are priced with them. The callers decide which rows of a hand history are such
spots.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from badugi_hh.odds.blockers import Floats, Indexes
from badugi_hh.odds.distribution import dominating_keeps
from badugi_hh.odds.keep_prices import NO_HAND, KeepSpots, Prices, best_states, equities_by_value, price_keeps
from badugi_hh.odds.states import Masks, Numbers, cards_of, masks_of_cards, states, states_of

Flags = NDArray[np.bool_]

_CLOSE = 0.02
"""Keeps whose equity without regard to blockers is so close to the best are compared by their prices.

That equity differs by 1 point from the price, as a standard deviation.
"""
_KEEPS = ((0, 1, 2, 3), *(subset for size in range(4) for subset in combinations(range(4), size)))
"""The places of the cards of all 16 keeps in a hand of ascending cards: the whole hand, then the smallest first."""
_SAME = 1e-9
"""Equities that differ by less are equal."""
SURE = 2.0
"""Other cards are better if the difference is more than so many errors."""


@dataclass(frozen=True, slots=True, eq=False)
class DrawPrices:
    """The prices of draws: of the cards kept and of the best ones, which are the same cards if no others are better.

    `loss_error` is the error of the difference. `dominating` are as many cards that are better after this draw for
    opponents of unknown cards, 0 if there are none, with the price `dominated_by`.
    """

    kept: Prices
    best: Prices
    best_keep: Masks
    loss_error: Floats
    dominating: Masks
    dominated_by: Prices


def price_all(
    draws: KeepSpots, kept: Masks, standing_is_worse: Flags, hands: KeepSpots
) -> tuple[DrawPrices, Prices]:
    """Return the prices of draws at which cards were kept, and those of hands; what they have in common is computed once.

    `draws` and `hands` name the same opponents. Where `standing_is_worse`, standing pat is known to be worse than to draw.
    """
    compared = _compared(draws, kept, standing_is_worse)
    row, column = np.nonzero(compared.wanted)
    found = price_keeps(
        draws.at(row).followed_by(hands), np.concatenate([compared.keeps[row, column], hands.best_keeps()])
    )
    equity, error = np.zeros(compared.keeps.shape), np.zeros(compared.keeps.shape)
    equity[row, column], error[row, column] = found.equity[: len(row)], found.error[: len(row)]
    return _compare(compared, Prices(equity, error)), Prices(
        found.equity[len(row) :], found.error[len(row) :]
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Compared:
    """The keeps of draws: a row for each draw, a column for each of `_KEEPS`.

    `wanted` are priced, `kept` is the column of the cards kept. `dominating` are as many cards that are better after this
    draw. `proved` are better keeps without regard to their prices: the dominating one at the last draw; at an earlier one
    its equity must be higher too, because a better hand can be worse to draw to.
    """

    keeps: Masks
    wanted: Flags
    kept: Indexes
    dominating: Flags
    proved: Flags


def _compared(draws: KeepSpots, kept: Masks, standing_is_worse: Flags) -> _Compared:
    held = cards_of(draws.hand, 4)
    columns = [held[:, list(keep)] for keep in _KEEPS]
    keeps = np.stack([masks_of_cards(cards) for cards in columns], axis=1)
    state = np.stack([best_states(draws.hand), *map(states_of, columns[1:])], axis=1)
    value = states().value[state]
    is_kept = keeps == kept[:, None]
    dominating = _dominating(draws, kept, keeps, value)
    proved = dominating & (draws.draws == 1)[:, None]
    proved |= standing_is_worse[:, None] & (keeps == draws.best_keeps()[:, None])
    wanted = is_kept | _close_keeps(draws, value) | dominating | proved
    return _Compared(keeps, wanted, is_kept.argmax(axis=1), dominating, proved)


def _close_keeps(draws: KeepSpots, value: Numbers) -> Flags:
    """Return the keeps that may be the best: their equity without regard to blockers is close to the highest.

    A keep of at most three cards is one that counts whole.
    """
    equities = equities_by_value(draws.against)
    counts = value <= NO_HAND
    left = np.where(np.arange(len(_KEEPS)) == 0, draws.draws[:, None] - 1, draws.draws[:, None])
    rated = np.where(counts, equities[draws.opponents[:, None], left, np.where(counts, value, 0)], -1.0)
    return np.asarray(rated >= rated.max(axis=1, keepdims=True) - _CLOSE)


def _dominating(draws: KeepSpots, kept: Masks, keeps: Masks, value: Numbers) -> Flags:
    """Return the keeps of as many cards that dominate those kept, at most one of each draw.

    The best cards of a hand are not dominated, unless equally good ones leave the player more cards to draw.
    """
    size = np.bitwise_count(kept)
    equal = value[:, 1:] == value[:, :1]
    best = (equal & (keeps[:, 1:] == kept[:, None])).any(axis=1)
    several = (draws.thrown != 0) & (equal.sum(axis=1) > 1)
    unsure = np.flatnonzero((size > 0) & (size < 4) & (~best | several))
    found = np.zeros(len(kept), np.uint64)
    found[unsure] = dominating_keeps(draws.hand[unsure], kept[unsure], draws.thrown[unsure])
    return np.asarray((keeps == found[:, None]) & (found != 0)[:, None])


def _compare(each: _Compared, prices: Prices) -> DrawPrices:
    rows = np.arange(len(each.kept))
    kept = Prices(prices.equity[rows, each.kept], prices.error[rows, each.kept])
    gain = prices.equity - kept.equity[:, None]
    error = np.maximum(prices.error, kept.error[:, None])  # two keeps of a hand have about the same opponents
    sure = each.wanted & (each.proved | (gain > np.maximum(SURE * error, _SAME)))
    better = np.where(sure & (gain > _SAME), gain, 0.0)
    highest = better.max(axis=1, keepdims=True)
    best = np.where(highest[:, 0] > 0, (better > highest - _SAME).argmax(axis=1), each.kept)
    dominating = each.dominating & sure
    column = dominating.argmax(axis=1)
    return DrawPrices(
        kept,
        Prices(prices.equity[rows, best], prices.error[rows, best]),
        each.keeps[rows, best],
        np.where(best == each.kept, 0.0, error[rows, best]),
        np.where(dominating.any(axis=1), each.keeps[rows, column], np.uint64(0)),
        Prices(prices.equity[rows, column], prices.error[rows, column]),
    )
