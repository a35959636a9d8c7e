"""Prices hands, and draws beside their best keeps, against opponents whose ranges follow from the public draws.

Equities are hot-and-cold: nobody bets or folds again, and every player keeps the best cards at every later draw. Equal
spots have equal prices, whatever spots are priced with them. The callers decide which rows of a hand history are such
spots.

Spots are priced without simulation: the chance to beat the opponents by final value (`opposition`), and what the player's
draws lead to (`own_draws`), both around the cards that the player knows. Only a final hand against one badugi is exact.
All else is an approximation, and `_ERRORS` is its root mean square difference from long simulations.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from badugi_hh.engine import values
from badugi_hh.odds.blockers import Floats, Indexes, free_parts
from badugi_hh.odds.distribution import dominating_keeps
from badugi_hh.odds.next_draw import FIRST_INCOMPLETE, draw_chances
from badugi_hh.odds.opposition import Opponents, Opposition, chances_to_win
from badugi_hh.odds.own_draws import Drawings, expected_shares
from badugi_hh.odds.states import (
    STATES,
    VALUES,
    Masks,
    Numbers,
    best_of_four,
    cards_of,
    masks_of_cards,
    set_numbers,
    states,
    states_of,
)

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
NO_HAND = values.WORST + 1
_TOGETHER = 176
"""How many spots are priced at once, in arrays of 1.5 MB: of fewer, the calls cost most; of a power of two, the rows share cache lines."""
_ERRORS = (
    (0.0025, 0.0045, 0.006),
    (0.004, 0.0045, 0.006),
    (0.008, 0.006, 0.006),
    (0.01, 0.01, 0.01),
    (0.016, 0.012, 0.012),
)
"""The error of a price by the number of opponents less one, at most four: of a final hand, of a draw of one card, of others."""
_ERROR_OF_ODD = 0.01
"""The error at least of a keep of cards that do not all count, of which the cards that are gone are not scaled."""
_ERROR_OF_ANY = 0.007
"""The error at least against an opponent who has not drawn or drew three cards or more: such hands differ most."""
_ONE_BADUGI: Opponents = ((0, 1),)


@dataclass(frozen=True, slots=True, eq=False)
class KeepSpots:
    """Known hands of four cards before `draws` draws, a row of each array for each of them.

    `thrown` are the player's earlier discards. `opponents` has the place in `against` of the opponents of each hand.
    """

    hand: Masks
    thrown: Masks
    draws: Indexes
    opponents: Indexes
    against: Sequence[Opponents]

    def at(self, rows: Indexes) -> "KeepSpots":
        """Return the spots in these rows."""
        return KeepSpots(
            self.hand[rows], self.thrown[rows], self.draws[rows], self.opponents[rows], self.against
        )

    def followed_by(self, others: "KeepSpots") -> "KeepSpots":
        """Return these spots and others that name the same opponents."""
        return KeepSpots(
            np.concatenate([self.hand, others.hand]),
            np.concatenate([self.thrown, others.thrown]),
            np.concatenate([self.draws, others.draws]),
            np.concatenate([self.opponents, others.opponents]),
            self.against,
        )

    def best_keeps(self) -> Masks:
        """Return the cards of each hand that count."""
        return states().mask[best_states(self.hand)]


@dataclass(frozen=True, slots=True, eq=False)
class Prices:
    """Equities, 0 to 1, each with its error, 0 where it is exact."""

    equity: Floats
    error: Floats

    def at(self, rows: Indexes) -> "Prices":
        """Return the prices in these rows."""
        return Prices(self.equity[rows], self.error[rows])


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


def best_states(hands: Masks) -> Numbers:
    """Return the state that counts in each hand of four cards."""
    return best_of_four()[set_numbers(cards_of(hands, 4))]


def price_keeps(spots: KeepSpots, keeps: Masks) -> Prices:
    """Return the price of a keep of each spot; equal keeps of equal spots are priced once.

    The chances to beat the same opponents around the same cards, and what a hand is worth before as many draws, are computed once.
    """
    drawings, known = _drawings_of(spots, keeps), spots.hand | spots.thrown
    draws = np.where(drawings.draws > 0, drawings.draws, spots.draws)
    number = np.array([len(each) for each in spots.against])[spots.opponents]  # the most come first
    order = np.lexsort((drawings.draws, drawings.kept, known, draws, spots.opponents, -number))
    new_place = changes(spots.opponents[order], draws[order], known[order])
    new = new_place | changes(drawings.kept[order], drawings.draws[order])
    # The distinct keeps, and the place of each of them: its opponents, known cards, and number of draws.
    rows, place = order[new], np.cumsum(new_place)[new] - 1
    places, distinct = order[new_place], drawings.at(rows)
    opposition, equity = Opposition.of(spots.against), np.empty(len(rows))
    for first in range(0, len(places), _TOGETHER):
        part = places[first : first + _TOGETHER]
        of_part = slice(*np.searchsorted(place, (first, first + len(part))))
        size = np.bitwise_count(known[part]).astype(np.intp)
        shares = chances_to_win(free_parts(known[part]), size, opposition, spots.opponents[part])
        equity[of_part] = expected_shares(distinct.at(of_part), known[part], shares, place[of_part] - first)
    found = Prices(np.clip(equity, 0.0, 1.0), _errors(spots.at(rows), distinct))
    return found.at((np.cumsum(new) - 1)[np.argsort(order)])


def changes(*columns: NDArray[Any]) -> NDArray[np.bool_]:
    """Return which rows of columns differ from the row before; the first does."""
    new = [np.append(True, each[1:] != each[:-1])[: len(each)] for each in columns]
    return np.asarray(np.logical_or.reduce(new))


def _errors(spots: KeepSpots, drawings: Drawings) -> Floats:
    """Return the error of the price of each keep."""
    least = [_ERROR_OF_ANY if any(drawn == 3 for drawn, _ in each) else 0.0 for each in spots.against]
    usual = np.array([_ERRORS[min(len(each), len(_ERRORS)) - 1] for each in spots.against])
    found: Floats = np.maximum(usual, np.array(least)[:, None])[
        spots.opponents, np.minimum(drawings.drawn, 2)
    ]
    odd = drawings.state == STATES
    found[odd] = np.maximum(found[odd], _ERROR_OF_ODD)
    exact = np.array([each == _ONE_BADUGI for each in spots.against], np.bool_)[spots.opponents]
    found[exact & (drawings.draws == 0)] = 0.0
    return found


def _drawings_of(spots: KeepSpots, keeps: Masks) -> Drawings:
    """Return the draws of a keep of each spot."""
    size = np.bitwise_count(keeps).astype(np.intp)
    draws = spots.draws.copy()
    state = best_states(spots.hand)
    standing = (size == 4) | (draws == 0)
    for few in range(4):
        rows = np.flatnonzero(~standing & (size == few))
        state[rows] = states_of(cards_of(keeps[rows], few))
    counting = states().size[state]
    draws[standing & ((draws <= 1) | (counting == 4))] = 0
    draws[standing & (draws > 0)] -= 1
    drawn = np.where(draws == 0, 0, 4 - np.where(standing, counting, size))
    return Drawings(np.where(standing, states().mask[state], keeps), state, draws, drawn)


def equities_by_value(against: Sequence[Opponents]) -> Floats:
    """Return the equity of a hand by opponents, number of draws left (0 to 3) and value, if no player's cards block others."""
    order = np.argsort([-len(each) for each in against], kind="stable")
    free, known = np.ones((VALUES, len(against))), np.zeros(len(against), np.intp)
    by_draws = [np.empty_like(free)]
    by_draws[0][:, order] = chances_to_win(free, known, Opposition.of(against), order)
    for _ in range(3):
        after = by_draws[-1].copy()
        after[FIRST_INCOMPLETE:] = draw_chances()[FIRST_INCOMPLETE:] @ by_draws[-1]
        by_draws.append(after)
    return np.stack(by_draws).transpose(2, 0, 1)
