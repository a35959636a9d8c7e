"""Prices hands, and draws beside their best keeps, against opponents whose ranges follow from the public draws.

Equities are hot-and-cold: nobody bets or folds again, and every player keeps the best cards at every later draw. Equal
spots have equal prices, whatever spots are priced with them: the random numbers of a spot depend on the spot alone. The
callers decide which rows of a hand history are such spots.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations

import numpy as np

from badugi_hh.engine import values
from badugi_hh.engine.cards import Cards
from badugi_hh.odds.distribution import dominating
from badugi_hh.odds.keep_prices import (
    NO_HAND,
    KeepPrice,
    KnownHand,
    Price,
    best_keep,
    equities_by_value,
    price_keeps,
)
from badugi_hh.odds.spots import EXACT
from badugi_hh.odds.states import counts_all

_Kept = tuple[KnownHand, Cards]
_CLOSE = 0.02
"""Keeps whose equity without regard to blockers is so close to the best are compared by their prices.

That equity differs by 1 point from the price, as a standard deviation.
"""
_KEPT = 50_000
"""How many prices a process keeps, about 30 MB."""
SURE = 2.0
"""Other cards are better if the difference is more than this many standard errors."""


@dataclass(frozen=True, slots=True)
class DrawPrice:
    """The prices of a draw: of the cards kept and of the best ones, which are the same cards if no others are better.

    `loss_error` is the standard error of the difference. `dominating` are as many cards that are better after this draw
    for opponents of unknown cards, None if there are none, with their price.
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


def price_hand(spot: KnownHand) -> Price | None:
    """Return the price of one hand; see `price_hands`."""
    return price_hands([spot])[0]


def price_draw(spot: KnownHand, kept: Cards, *, standing_is_proved_worse: bool = False) -> DrawPrice | None:
    """Return the prices of one draw; see `price_draws`."""
    return price_draws([PlayedDraw(spot, kept, standing_is_proved_worse)])[0]


def price_hands(spots: Iterable[KnownHand]) -> list[Price | None]:
    """Return the prices of hands that keep their best cards at every draw, None where too few outcomes are possible.

    Raises:
        OddsError: the ranges leave no hands to the opponents.
    """
    return _PRICES.of([(spot, best_keep(spot.hand)) for spot in spots])


def price_draws(draws: Sequence[PlayedDraw]) -> list[DrawPrice | None]:
    """Return the prices of draws, None where too few outcomes are possible.

    Raises:
        OddsError: the ranges leave no hands to the opponents.
    """
    compared = [_keeps_to_price(draw) for draw in draws]
    single = iter(_PRICES.of([(each.spot, each.keeps[0]) for each in compared if len(each.keeps) == 1]))
    several = iter(price_keeps([(each.spot, each.keeps) for each in compared if len(each.keeps) > 1]))
    prices: list[DrawPrice | None] = []
    for each in compared:
        if len(each.keeps) == 1:
            price = next(single)
            prices.append(None if price is None else DrawPrice(price, price, each.keeps[0], 0.0, None, None))
        else:
            found = next(several)
            prices.append(
                None if found is None else _compare(each, dict(zip(each.keeps, found, strict=True)))
            )
    return _price_again(compared, prices)


def _price_again(compared: Sequence["_Keeps"], prices: list[DrawPrice | None]) -> list[DrawPrice | None]:
    """Return the prices, computed again where other cards are better.

    Of several prices with errors, the highest is too high on average. So the cards kept and those that are better get
    prices from outcomes and trials that had no part in the selection.
    """
    simulated = {
        at: price
        for at, price in enumerate(prices)
        if price is not None
        and price.best_keep != compared[at].keeps[0]
        and not price.kept.method == price.best.method == EXACT
    }
    asked = [
        (replace(compared[at].spot, again=True), (compared[at].keeps[0], *_better(price)))
        for at, price in simulated.items()
    ]
    for (at, price), found in zip(simulated.items(), price_keeps(asked), strict=True):
        if found is not None:
            kept, best, dominating = found[0], found[1], found[-1]
            prices[at] = replace(
                price,
                kept=kept.price,
                best=best.price,
                loss_error=_error_of_difference(best, kept),
                dominating_price=None if price.dominating is None else dominating.price,
            )
    return prices


def _better(price: DrawPrice) -> tuple[Cards, ...]:
    """Return the best cards, and at last those that dominate, if there are any."""
    others = (price.best_keep, price.dominating or price.best_keep)
    return tuple(dict.fromkeys(others))


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


def _keeps_to_price(draw: PlayedDraw) -> _Keeps:
    kept = tuple(sorted(draw.kept))
    dominator = _find_dominating(draw.spot, kept)
    proved = [dominator] if dominator is not None and draw.spot.draws == 1 else []
    if draw.standing_is_proved_worse:
        proved.append(best_keep(draw.spot.hand))
    others = [] if dominator is None else [dominator]
    keeps = list(dict.fromkeys([kept, *_candidates(draw.spot), *others, *proved]))
    return _Keeps(draw.spot, keeps, dominator, proved)


def _compare(each: _Keeps, played: dict[Cards, KeepPrice]) -> DrawPrice:
    kept = each.keeps[0]
    prices = {keep: played[keep].price for keep in each.keeps}
    best, loss_error = kept, 0.0
    dominating = each.dominating if each.dominating in each.proved else None
    for keep in each.keeps[1:]:
        gain = prices[keep].equity - prices[kept].equity
        error = _error_of_difference(played[keep], played[kept])
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


def _error_of_difference(first: KeepPrice, second: KeepPrice) -> float:
    """Return the standard error of the difference of two prices, from the outcomes that both have."""
    if first.parts is None or second.parts is None:
        return max(first.price.error, second.price.error)
    square = ((first.parts - second.parts) ** 2).sum()
    if first.trials is None or second.trials is None:
        alone = first.trials if second.trials is None else second.trials
        return float(np.sqrt(square if alone is None else square + (alone * alone).sum()))
    return float(np.sqrt(square + ((first.trials - second.trials) ** 2).sum()))


class _Prices:
    """The prices of keeps that this process has computed."""

    def __init__(self) -> None:
        self._known: dict[_Kept, Price | None] = {}

    def of(self, asked: Sequence[_Kept]) -> list[Price | None]:
        """Return the prices of hands that keep given cards; equal ones are computed once."""
        if len(self._known) > _KEPT:
            self._known.clear()
        new = [each for each in dict.fromkeys(asked) if each not in self._known]
        found = price_keeps([(spot, (cards,)) for spot, cards in new])
        for each, prices in zip(new, found, strict=True):
            self._known[each] = None if prices is None else prices[0].price
        return [self._known[each] for each in asked]


_PRICES = _Prices()


# --- which keeps are priced


def _candidates(spot: KnownHand) -> list[Cards]:
    """Return the keeps that may be the best: their equity without regard to blockers is close to the highest."""
    table = equities_by_value(spot.opponents)
    hand = tuple(sorted(spot.hand))
    rated = [(table[spot.draws - 1][values.value(hand)], hand)]
    rated += [(table[spot.draws][value], keep) for value, keep in _counting_keeps(hand)]
    best = max(rated)[0]
    return [keep for rate, keep in rated if rate >= best - _CLOSE]


@lru_cache(maxsize=20_000)
def _counting_keeps(hand: Cards) -> list[tuple[int, Cards]]:
    """Return the keeps of at most three cards that all count, each with its value."""
    return [
        (values.value(keep) if keep else NO_HAND, keep)
        for size in range(4)
        for keep in combinations(hand, size)
        if counts_all(keep)
    ]


def _find_dominating(spot: KnownHand, kept: Cards) -> Cards | None:
    """Return as many cards as were kept that are better after this draw, None if there are none.

    The best cards of a hand are never dominated, unless equally good ones leave the player more cards to draw.
    """
    if len(kept) in {0, 4}:
        return None
    hand = tuple(sorted(spot.hand))
    if counts_all(kept) and values.value(kept) == values.value(hand):
        equal = [keep for keep in combinations(hand, len(kept)) if counts_all(keep) and keep != kept]
        if not spot.thrown or all(values.value(keep) != values.value(hand) for keep in equal):
            return None
    return _dominating(hand, spot.thrown, len(kept)).get(kept)


@lru_cache(maxsize=10_000)
def _dominating(hand: Cards, thrown: Cards, size: int) -> dict[Cards, Cards]:
    return dominating(hand, thrown, (size,))


def canonical(*groups: Sequence[int]) -> tuple[tuple[Cards, ...], tuple[int, ...]]:
    """Return groups of cards with their suits renamed, equal for all groups that differ only by names of suits.

    The second result has the suit that each new suit stands for.
    """
    masks = [[0] * len(groups) for _ in range(4)]
    for place, group in enumerate(groups):
        for card in group:
            masks[card & 3][place] |= 1 << (card >> 2)
    order = tuple(sorted(range(4), key=masks.__getitem__, reverse=True))
    new = {suit: number for number, suit in enumerate(order)}
    renamed = tuple(tuple(sorted([card & ~3 | new[card & 3] for card in group])) for group in groups)
    return renamed, order
