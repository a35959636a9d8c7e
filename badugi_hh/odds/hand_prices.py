"""Prices hands, and draws beside their best keeps, against opponents whose ranges follow from the public draws.

Equities are hot-and-cold: nobody bets or folds again, and every player keeps the best cards at every later draw. Equal
spots have equal prices, whatever spots are priced with them. The callers decide which rows of a hand history are such
spots.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import numpy as np

from badugi_hh.engine.cards import Cards
from badugi_hh.odds.distribution import dominating
from badugi_hh.odds.keep_prices import (
    NO_HAND,
    KnownHand,
    Price,
    best_keep,
    equities_by_value,
    error_of_difference,
    price_keeps,
)
from badugi_hh.odds.states import CardArray, Numbers, best_of_four, counts_all, set_numbers, states

_CLOSE = 0.02
"""Keeps whose equity without regard to blockers is so close to the best are compared by their prices.

That equity differs by 1 point from the price, as a standard deviation.
"""
_SUBSETS = tuple(subset for size in range(4) for subset in combinations(range(4), size))
"""The places of the cards of all keeps of at most three cards."""
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
    """A draw of a known hand at which `kept` was kept; standing pat may be known to be worse than to draw."""

    spot: KnownHand
    kept: Cards
    standing_is_proved_worse: bool = False


def price_hand(spot: KnownHand) -> Price:
    """Return the price of one hand; see `price_hands`."""
    return price_hands([spot])[0]


def price_draw(spot: KnownHand, kept: Cards, *, standing_is_proved_worse: bool = False) -> DrawPrice:
    """Return the prices of one draw; see `price_draws`."""
    return price_draws([PlayedDraw(spot, kept, standing_is_proved_worse)])[0]


def price_hands(spots: Iterable[KnownHand]) -> list[Price]:
    """Return the prices of hands that keep their best cards at every draw."""
    return price_all((), tuple(spots))[1]


def price_draws(draws: Sequence[PlayedDraw]) -> list[DrawPrice]:
    """Return the prices of draws."""
    return price_all(draws, ())[0]


def price_all(draws: Sequence[PlayedDraw], spots: Sequence[KnownHand]) -> tuple[list[DrawPrice], list[Price]]:
    """Return the prices of draws, and those of hands; what they have in common is computed once."""
    close = _close_keeps([draw.spot for draw in draws])
    compared = [_keeps_to_price(draw, keeps) for draw, keeps in zip(draws, close, strict=True)]
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


def _keeps_to_price(draw: PlayedDraw, close: Sequence[Cards]) -> _Keeps:
    kept = tuple(sorted(draw.kept))
    dominator = _find_dominating(draw.spot, kept)
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


def _close_keeps(spots: Sequence[KnownHand]) -> list[list[Cards]]:
    """Return for each hand the keeps that may be the best: their equity without regard to blockers is close to the highest.

    A keep of at most three cards is one that counts whole.
    """
    if not spots:
        return []
    opponents = sorted({spot.opponents for spot in spots})
    place = {each: at for at, each in enumerate(opponents)}
    which = np.array([place[spot.opponents] for spot in spots])
    equities = np.array([equities_by_value(each) for each in opponents])
    draws = np.array([spot.draws for spot in spots])
    hands = np.array([sorted(spot.hand) for spot in spots], np.uint8)
    by_keep = np.stack([_values_of(hands[:, list(subset)]) for subset in _SUBSETS], axis=1)
    counts = by_keep <= NO_HAND
    rated = equities[which[:, None], draws[:, None], np.where(counts, by_keep, 0)]
    pat = equities[which, draws - 1, states().value[best_of_four()[set_numbers(hands)]]]
    rated = np.column_stack([pat, np.where(counts, rated, -1.0)])
    found: list[list[Cards]] = [[] for _ in spots]
    rows, columns = np.nonzero(rated >= rated.max(axis=1, keepdims=True) - _CLOSE)
    subsets = ((0, 1, 2, 3), *_SUBSETS)
    sorted_hands = hands.tolist()
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        found[row].append(tuple([sorted_hands[row][place] for place in subsets[column]]))
    return found


def _values_of(held: CardArray) -> Numbers:
    """Return the value of each row of at most three cards, above `NO_HAND` for cards that do not all count."""
    table = states()
    match held.shape[1]:
        case 0:
            return np.full(len(held), NO_HAND, np.uint16)
        case 1:
            of_set: Numbers = table.of_one[held[:, 0]]
        case 2:
            of_set = table.of_two[tuple(held.T)]
        case _:
            of_set = table.of_three[tuple(held.T)]
    found: Numbers = table.value[of_set]
    return found


def _find_dominating(spot: KnownHand, kept: Cards) -> Cards | None:
    """Return as many cards as were kept that are better after this draw, None if there are none.

    The best cards of a hand are never dominated, unless equally good ones leave the player more cards to draw.
    """
    if len(kept) in {0, 4}:
        return None
    hand = tuple(sorted(spot.hand))
    best = _ranks(best_keep(hand))
    if counts_all(kept) and _ranks(kept) == best:
        equal = [keep for keep in combinations(hand, len(kept)) if counts_all(keep) and keep != kept]
        if not spot.thrown or all(_ranks(keep) != best for keep in equal):
            return None
    return _dominating(hand, spot.thrown, len(kept)).get(kept)


def _ranks(held: Cards) -> list[int]:
    """Return the ranks of ascending cards, which are the value of cards that all count."""
    return [card >> 2 for card in held]


@lru_cache(maxsize=10_000)
def _dominating(hand: Cards, thrown: Cards, size: int) -> dict[Cards, Cards]:
    return dominating(hand, thrown, (size,))
