"""Prices known hands against opponents whose ranges follow from the public draws: the hands, and their keeps.

Equities are hot-and-cold: nobody bets or folds again, and every player keeps the best cards at every later draw. Equal
spots have equal prices, whatever spots are priced with them: the random numbers of a spot depend on the spot alone. The
callers decide which rows of a hand history are such spots.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import combinations
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from badugi_hh.engine import values
from badugi_hh.engine.cards import Cards
from badugi_hh.odds.distribution import dominating
from badugi_hh.odds.last_card import last_card_shares
from badugi_hh.odds.opposition import Opponents, Outcomes, opposition
from badugi_hh.odds.ranges import ONE, PAT, hands
from badugi_hh.odds.seeded_draws import Drawing, play
from badugi_hh.odds.spots import EXACT, SIMULATED, Method, Player, mask_of
from badugi_hh.odds.states import NONE, Masks, Numbers, counts_all, state_of, states
from badugi_hh.odds.value_function import draw_chances

_DECK = np.uint64((1 << 52) - 1)
_BADUGIS = 17_160
"""The first states are those of four cards."""
_NO_HAND = values.WORST + 1
_CLOSE = 0.02
"""Keeps whose equity without regard to blockers is so close to the best are compared by their prices.

That equity differs by 1 point from the price, as a standard deviation.
"""
_ERROR = 0.01
"""The largest standard error of a price, but for spots of few outcomes and of many opponents."""
_LEAST, _MOST = 400, 3200
"""The number of outcomes that are taken at least and at most."""
_SPREAD = {0: 1.15, 1: 1.3, 2: 0.82, 3: 0.82}
_SPREAD_OF_LAST_CARD = 0.8
"""The variance of a share in units of p (1 - p), at most, by the number of draws; p is the equity without regard to
blockers. An average over the last card makes it smaller, at the last draw from the start."""
_SPREAD_OF_TWO = 1.25
"""How much larger it is with two opponents, whose outcomes have more different weights."""
_KEPT = 50_000
"""How many prices a process keeps, about 30 MB."""
_FEWEST = 300
"""With fewer outcomes there is no price; the standard error would be about 3 points."""
SURE = 2.0
"""Other cards are better if the difference is more than this many standard errors."""


@dataclass(frozen=True, slots=True)
class Price:
    """The share of the pot of a hand, 0 to 1, and its standard error, 0 where it is exact."""

    equity: float
    error: float
    method: Method


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


@dataclass(frozen=True)
class KnownHand:
    """A known hand before `draws` draws, against opponents; `thrown` are the player's earlier discards."""

    hand: Cards
    thrown: Cards
    draws: int
    opponents: Opponents

    def __hash__(self) -> int:
        return self.seed

    @cached_property
    def known(self) -> np.uint64:
        """Return the mask of the cards that nobody else can have."""
        return mask_of((*self.hand, *self.thrown))

    @cached_property
    def seed(self) -> int:
        """Return the number of 32 bits that determines the random numbers of the spot."""
        return crc32(bytes([self.draws, *sorted(self.hand), 52, *sorted(self.thrown)]))

    def outcomes(self, number: int | None) -> Outcomes:
        """Return `number` outcomes of the opponents, or all for None."""
        count = len(self.hand) + len(self.thrown)
        return opposition(self.opponents).around(self.known, count, self.seed, number)


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
    asked = [(each, keep) for each in compared if len(each.keeps) > 1 for keep in each.keeps]
    # As many outcomes for each keep of a draw, so that the error of a difference is that of the same outcomes.
    least = {id(each): max(_outcomes_needed(each.spot, keep) for keep in each.keeps) for each, _ in asked}
    several = iter(_play_all([(each.spot, keep, least[id(each)]) for each, keep in asked]))
    prices: list[DrawPrice | None] = []
    for each in compared:
        if len(each.keeps) == 1:
            price = next(single)
            prices.append(None if price is None else DrawPrice(price, price, each.keeps[0], 0.0, None, None))
        else:
            shares = {keep: found for keep in each.keeps if (found := next(several)) is not None}
            prices.append(_compare(each, shares) if len(shares) == len(each.keeps) else None)
    return prices


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


def _compare(each: _Keeps, shares: dict[Cards, "_Shares"]) -> DrawPrice:
    kept = each.keeps[0]
    prices = {keep: _price(shares[keep]) for keep in each.keeps}
    best, loss_error = kept, 0.0
    dominating = each.dominating if each.dominating in each.proved else None
    for keep in each.keeps[1:]:
        gain = prices[keep].equity - prices[kept].equity
        error = _difference_error(shares[keep], shares[kept])
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


# --- the shares of keeps


@dataclass(frozen=True, slots=True, eq=False)
class _Shares:
    """The share of the pot for each outcome of the opponents, the weights of the outcomes, and the method."""

    share: NDArray[np.float64]
    weight: NDArray[np.float64]
    method: Method


def best_keep(hand: Cards) -> Cards:
    """Return the cards of a hand that count, in ascending order."""
    return tuple(sorted(values.best_subset(hand)))


def _play_all(asked: Sequence[tuple[KnownHand, Cards, int]]) -> list[_Shares | None]:
    """Return the shares of hands that keep given cards at the next draw; None where too few outcomes are possible.

    They have as many outcomes as the number, or all where the average over them is exact.
    """
    found: list[_Shares | None] = [None] * len(asked)
    drawings: list[Drawing] = []
    places: list[tuple[int, NDArray[np.float64], Method]] = []
    for place, (spot, keep, number) in enumerate(asked):
        if spot.opponents in _BY_OPPONENT and _is_lasting(spot, keep):
            found[place] = _Shares(np.array([_BY_OPPONENT[spot.opponents](spot)]), np.ones(1), EXACT)
            continue
        drawing, exact = _drawing(spot, keep, number)
        if len(drawing.outcomes) >= _FEWEST:
            drawings.append(drawing)
            places.append((place, drawing.outcomes.weight, EXACT if exact else SIMULATED))
    for (place, weight, method), share in zip(places, play(drawings), strict=True):
        found[place] = _Shares(share, weight, method)
    return found


def _drawing(spot: KnownHand, keep: Cards, number: int) -> tuple[Drawing, bool]:
    """Return what is drawn to a keep around which outcomes, and whether the average over them is exact."""
    start, draws = _start(spot, keep)
    last_card = start != NONE and draws == 1 and int(states().size[start]) == 3
    exact = opposition(spot.opponents).complete and (not draws or last_card)
    outcomes = spot.outcomes(None if exact else number)
    return Drawing(spot.seed, spot.known, start, draws, keep if start == NONE else (), outcomes), exact


def _start(spot: KnownHand, keep: Cards) -> tuple[int, int]:
    """Return the state to which a hand draws first, `NONE` for cards that do not all count, and how often it draws."""
    if _is_lasting(spot, keep):
        return state_of(spot.hand), 0
    if len(keep) == len(spot.hand):
        return state_of(spot.hand), spot.draws - 1
    return state_of(keep) if counts_all(keep) else NONE, spot.draws


def _outcomes_needed(spot: KnownHand, keep: Cards) -> int:
    """Return the number of outcomes that leave a standard error of `_ERROR`."""
    if len(spot.opponents) > 2:  # weights differ much
        return _MOST
    start, draws = _start(spot, keep)
    last_card = start != NONE and draws == 1 and int(states().size[start]) == 3
    later = spot.draws - 1 if len(keep) == len(spot.hand) else spot.draws
    value = values.value(keep) if keep else _NO_HAND
    equity = _equities_by_value(spot.opponents)[max(later, 0)][value]
    nearest = min(0.5, min(equity, 1 - equity) + 2 * _ERROR)
    spread = (_SPREAD_OF_LAST_CARD if last_card else _SPREAD[draws]) * nearest * (1 - nearest)
    if len(spot.opponents) == 2:
        spread *= _SPREAD_OF_TWO
    return min(_MOST, max(_LEAST, int(spread / _ERROR**2) + 1))


def _is_lasting(spot: KnownHand, keep: Cards) -> bool:
    """Return whether the hand is the final one."""
    return not spot.draws or (
        len(keep) == len(spot.hand) and (spot.draws == 1 or values.is_badugi(spot.hand))
    )


def _against_badugi(spot: KnownHand) -> float:
    """Return the exact share of a final hand against one opponent who holds a badugi."""
    free = (states().mask[:_BADUGIS] & spot.known) == 0
    below, up_to = np.searchsorted(
        states().value[:_BADUGIS], [values.value(spot.hand), values.value(spot.hand) + 1]
    )
    lost = np.count_nonzero(free[:below]) + np.count_nonzero(free[below:up_to]) / 2
    return float(1 - lost / np.count_nonzero(free))


def _against_one_card(spot: KnownHand) -> float:
    """Return the exact share of a final hand against one opponent who draws one card."""
    state, discards = _one_card_draws()
    free = np.flatnonzero((states().mask[state] & spot.known) == 0)
    state, discards = state[free], discards[free] & ~spot.known
    state, discards = state[discards > 0], discards[discards > 0]
    gone = states().mask[state] | spot.known
    value = np.full(len(state), values.value(spot.hand), np.uint16)
    number = np.bitwise_count(discards).astype(np.float64)
    # Each of the discards is one hand of the range, and not drawn again: all cards for each, less the discards once.
    won = _winning_cards(state, gone, value) * number - _winning_cards(state, ~discards, value)
    cards = 52 - np.bitwise_count(gone).astype(np.float64) - 1
    return float(1 - won.sum() / (number * cards).sum())


def _winning_cards(state: Numbers, used: Masks, value: Numbers) -> NDArray[np.float64]:
    """Return how many cards not in `used` beat a value with three cards; a card that ties counts one half."""
    used = used & _DECK
    won: NDArray[np.float64] = last_card_shares(state, used, value) * (52.0 - np.bitwise_count(used))
    return won


@cache
def _one_card_draws() -> tuple[Numbers, Masks]:
    """Return the states of three cards to which the range of a one-card draw draws, and the masks of their discards."""
    found = hands(ONE)
    state, at = np.unique(found.state, return_inverse=True)
    discards = np.zeros(len(state), np.uint64)
    np.bitwise_or.at(discards, at, found.held & ~states().mask[found.state])
    return state, discards


_BY_OPPONENT: dict[Opponents, Callable[[KnownHand], float]] = {
    (Player(PAT, 1),): _against_badugi,
    (Player(ONE, 1),): _against_one_card,
}
"""The exact share of a final hand, by the opponents."""


def _price(shares: _Shares) -> Price:
    # Not as a product of vectors, for which NumPy would start threads.
    total = shares.weight.sum()
    mean = (shares.share * shares.weight).sum() / total
    if shares.method == EXACT:
        return Price(min(1.0, max(0.0, float(mean))), 0.0, EXACT)
    error = np.sqrt((((shares.share - mean) * shares.weight) ** 2).sum()) / total
    return Price(float(mean), float(error), SIMULATED)


def _difference_error(first: _Shares, second: _Shares) -> float:
    """Return the standard error of the difference of two prices, from the outcomes that both have."""
    if first.method == second.method == EXACT:
        return 0.0
    if EXACT in {first.method, second.method}:
        return _price(second if first.method == EXACT else first).error
    number = min(len(first.share), len(second.share))
    difference = first.share[:number] - second.share[:number]
    return _price(_Shares(difference, first.weight[:number], SIMULATED)).error


class _Prices:
    """The prices of keeps that this process has computed."""

    def __init__(self) -> None:
        self._known: dict[tuple[KnownHand, Cards], Price | None] = {}

    def of(self, asked: Sequence[tuple[KnownHand, Cards]]) -> list[Price | None]:
        """Return the prices of hands that keep given cards; equal ones are computed once."""
        if len(self._known) > _KEPT:
            self._known.clear()
        new = [each for each in dict.fromkeys(asked) if each not in self._known]
        asked_all = [(spot, keep, _outcomes_needed(spot, keep)) for spot, keep in new]
        for each, shares in zip(new, _play_all(asked_all), strict=True):
            self._known[each] = None if shares is None else _price(shares)
        return [self._known[each] for each in asked]


_PRICES = _Prices()


# --- which keeps are priced


def _candidates(spot: KnownHand) -> list[Cards]:
    """Return the keeps that may be the best: their equity without regard to blockers is close to the highest."""
    table = _equities_by_value(spot.opponents)
    hand = tuple(sorted(spot.hand))
    rated = [(table[spot.draws - 1][values.value(hand)], hand)]
    rated += [(table[spot.draws][value], keep) for value, keep in _counting_keeps(hand)]
    best = max(rated)[0]
    return [keep for rate, keep in rated if rate >= best - _CLOSE]


@lru_cache(maxsize=20_000)
def _counting_keeps(hand: Cards) -> list[tuple[int, Cards]]:
    """Return the keeps of at most three cards that all count, each with its value."""
    return [
        (values.value(keep) if keep else _NO_HAND, keep)
        for size in range(4)
        for keep in combinations(hand, size)
        if counts_all(keep)
    ]


@lru_cache(maxsize=256)
def _equities_by_value(opponents: Opponents) -> tuple[list[float], ...]:
    """Return the equity of a hand by its value, for 0 to 3 draws left, if no player's cards block others."""
    found = opposition(opponents).around(np.uint64(0), 0, 0, None)
    size = _NO_HAND + 1
    weight = np.bincount(found.value, found.weight, minlength=size)
    tied = np.bincount(found.value, found.weight / (1.0 + found.shared), minlength=size)
    equity = (weight.sum() - np.cumsum(weight) + tied) / weight.sum()
    by_draws = [equity]
    for _ in range(3):
        after = by_draws[-1].copy()
        chances = draw_chances()[_WORST_BADUGI + 1 :]
        after[_WORST_BADUGI + 1 :] = np.einsum("ij,j->i", chances, by_draws[-1])  # one thread
        by_draws.append(after)
    return tuple(each.tolist() for each in by_draws)


_WORST_BADUGI = values.value_of((12, 11, 10, 9))


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
