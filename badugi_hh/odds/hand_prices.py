"""Prices hands, and draws beside their best keeps, against opponents whose ranges follow from the public draws.

Equities are hot-and-cold: nobody bets or folds again, and every player keeps the best cards at every later draw. Equal
spots have equal prices, whatever spots are priced with them. The callers decide which rows of a hand history are such
spots.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from badugi_hh.engine.cards import Cards
from badugi_hh.odds.distribution import dominating_keep
from badugi_hh.odds.keep_prices import (
    NO_HAND,
    KnownHand,
    Price,
    best_keep,
    equities_by_value,
    error_of_difference,
    price_keeps,
)
from badugi_hh.odds.spots import mask_of
from badugi_hh.odds.states import BITS, CardArray, Numbers, best_of_four, set_numbers, states, states_of

_CLOSE = 0.02
"""Keeps whose equity without regard to blockers is so close to the best are compared by their prices.

That equity differs by 1 point from the price, as a standard deviation.
"""
_SUBSETS = tuple(subset for size in range(4) for subset in combinations(range(4), size))
"""The places of the cards of all keeps of at most three cards."""
_PLACE_OF_BITS = np.zeros(16, np.intp)
"""The place in `_SUBSETS` of a keep whose cards are the bits of a number."""
_PLACE_OF_BITS[[sum(1 << card for card in subset) for subset in _SUBSETS]] = np.arange(len(_SUBSETS))
SURE = 2.0
"""Other cards are better if the difference is more than so many errors."""


@dataclass(frozen=True, slots=True)
class DrawPrice:
    """The prices of a draw: of the cards kept and of the best ones, which are the same cards if no others are better.

    `loss_error` is the error of the difference. `dominating` are as many cards that are better after this draw for
    opponents of unknown cards, None if there are none, with their price.
    """

    kept: Price
    best: Price
    best_keep: Cards
    loss_error: float
    dominating: Cards | None
    dominating_price: Price | None


@dataclass(frozen=True, slots=True)
class PlayedDraw:
    """A draw of a known hand at which `kept` of its cards were kept; standing pat may be known to be worse than to draw."""

    spot: KnownHand
    kept: Cards
    standing_is_proved_worse: bool = False


def price_all(draws: Sequence[PlayedDraw], spots: Sequence[KnownHand]) -> tuple[list[DrawPrice], list[Price]]:
    """Return the prices of draws, and those of hands; what they have in common is computed once."""
    compared = _compared(draws) if draws else []
    asked: list[tuple[KnownHand, Sequence[Cards]]] = [(each.spot, each.keeps) for each in compared]
    asked += [(spot, (best_keep(spot.hand),)) for spot in spots]
    found = price_keeps(asked)
    of_draws, of_hands = found[: len(compared)], found[len(compared) :]
    return [
        _compare(each, dict(zip(each.keeps, prices, strict=True)))
        for each, prices in zip(compared, of_draws, strict=True)
    ], [price for (price,) in of_hands]


@dataclass(frozen=True, slots=True, eq=False)
class _Keeps:
    """The keeps of a draw that are priced, the cards kept first.

    `dominating` are as many cards that are better after this draw. They are `proved` to be better at the last draw; at
    an earlier one their equity must be higher too, because a better hand can be worse to draw to.
    """

    spot: KnownHand
    keeps: list[Cards]
    dominating: Cards | None
    proved: list[Cards]


def _compared(draws: Sequence[PlayedDraw]) -> list[_Keeps]:
    hands = _hands_of(draws)
    found = zip(draws, _close_keeps(draws, hands), _may_be_dominated(draws, hands), strict=True)
    return [_keeps_to_price(draw, close, may_be_dominated=may) for draw, close, may in found]


def _keeps_to_price(draw: PlayedDraw, close: Sequence[Cards], *, may_be_dominated: bool) -> _Keeps:
    kept = tuple(sorted(draw.kept))
    dominator = None
    if may_be_dominated:
        dominator = dominating_keep(tuple(sorted(draw.spot.hand)), kept, draw.spot.thrown)
    proved = [dominator] if dominator is not None and draw.spot.draws == 1 else []
    if draw.standing_is_proved_worse:
        proved.append(best_keep(draw.spot.hand))
    others = [] if dominator is None else [dominator]
    keeps = list(dict.fromkeys([kept, *close, *others, *proved]))
    return _Keeps(draw.spot, keeps, dominator, proved)


def _compare(each: _Keeps, prices: dict[Cards, Price]) -> DrawPrice:
    kept = each.keeps[0]
    best, loss_error = kept, 0.0
    dominating = each.dominating if each.dominating in each.proved else None
    for keep in each.keeps[1:]:
        gain = prices[keep].equity - prices[kept].equity
        error = error_of_difference(prices[keep], prices[kept])
        sure = keep in each.proved or gain > max(SURE * error, 1e-9)
        if sure and keep == each.dominating:
            dominating = keep
        if sure and prices[keep].equity > prices[best].equity:
            best, loss_error = keep, error
    return DrawPrice(
        prices[kept],
        prices[best],
        best,
        loss_error,
        dominating,
        None if dominating is None else prices[dominating],
    )


# --- which keeps are priced


@dataclass(frozen=True, slots=True, eq=False)
class _Hands:
    """The known hands of draws as arrays, a row for each: the cards in ascending order, and the value.

    `by_keep` has the value of each keep of `_SUBSETS`, above `NO_HAND` for cards that do not all count.
    """

    cards: CardArray
    value: Numbers
    by_keep: Numbers


def _hands_of(draws: Sequence[PlayedDraw]) -> _Hands:
    held = np.sort(np.array([draw.spot.hand for draw in draws], np.uint8), axis=1)
    value = states().value
    return _Hands(
        held,
        value[best_of_four()[set_numbers(held)]],
        np.stack([value[states_of(held[:, list(subset)])] for subset in _SUBSETS], axis=1),
    )


def _close_keeps(draws: Sequence[PlayedDraw], hands: _Hands) -> list[list[Cards]]:
    """Return for each draw the keeps that may be the best: their equity without regard to blockers is close to the highest.

    A keep of at most three cards is one that counts whole.
    """
    opponents = sorted({draw.spot.opponents for draw in draws})
    place = {each: at for at, each in enumerate(opponents)}
    which = np.array([place[draw.spot.opponents] for draw in draws])
    equities = np.array([equities_by_value(each) for each in opponents])
    left = np.array([draw.spot.draws for draw in draws])
    counts = hands.by_keep <= NO_HAND
    rated = equities[which[:, None], left[:, None], np.where(counts, hands.by_keep, 0)]
    pat = equities[which, left - 1, hands.value]
    rated = np.column_stack([pat, np.where(counts, rated, -1.0)])
    found: list[list[Cards]] = [[] for _ in draws]
    rows, columns = np.nonzero(rated >= rated.max(axis=1, keepdims=True) - _CLOSE)
    subsets = ((0, 1, 2, 3), *_SUBSETS)
    held = hands.cards.tolist()
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        found[row].append(tuple([held[row][place] for place in subsets[column]]))
    return found


def _may_be_dominated(draws: Sequence[PlayedDraw], hands: _Hands) -> list[bool]:
    """Return for each draw whether as many other cards as were kept can be better after it.

    The best cards of a hand are not dominated, unless equally good ones leave the player more cards to draw.
    """
    kept = np.array([mask_of(draw.kept) for draw in draws])
    bits = ((kept[:, None] & BITS[hands.cards]) != 0) @ (1 << np.arange(4))
    size = np.bitwise_count(kept)
    some = np.flatnonzero((size > 0) & (size < 4))
    equal = hands.by_keep[some] == hands.value[some, None]
    best = equal[np.arange(len(some)), _PLACE_OF_BITS[bits[some]]]
    thrown = np.array([bool(draws[at].spot.thrown) for at in some.tolist()], bool)
    found = np.zeros(len(draws), bool)
    found[some] = ~best | (thrown & (equal.sum(axis=1) > 1))
    return found.tolist()
