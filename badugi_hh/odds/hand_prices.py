"""Prices one known hand against opponents whose ranges follow from the public draws: the hand, and its keeps.

Equities are hot-and-cold: nobody bets or folds again, and every player keeps the best cards at every later draw. Equal
spots have equal prices: they differ at most by names of the suits, and the random numbers depend on the spot alone. The
callers decide which rows of a hand history are such spots.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from badugi_hh.engine import values
from badugi_hh.engine.cards import Cards
from badugi_hh.odds.dealing import after_each_draw, deal, draw, take_with
from badugi_hh.odds.distribution import dominating
from badugi_hh.odds.opposition import TAKEN, Opponents, Outcomes, opposition
from badugi_hh.odds.spots import EXACT, SIMULATED, Method, mask_of
from badugi_hh.odds.states import NONE, after_draw, counts_all, state_of, states

_DECK = np.uint64((1 << 52) - 1)
_NO_HAND = values.WORST + 1
_WORST_BADUGI = values.value_of((12, 11, 10, 9))
_CLOSE = 0.04
"""Keeps whose equity without regard to blockers is so close to the best are compared by their prices."""
_FEWEST = 300
"""With fewer outcomes there is no price; the standard error would be about 3 points."""
SURE = 2.0
"""A keep is better if the difference is more than this many standard errors."""


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
    whatever the opponents hold, None if there are none, with their price.
    """

    kept: Price
    best: Price
    best_keep: Cards
    loss_error: float
    dominating: Cards | None
    dominating_price: Price | None


@dataclass(frozen=True, slots=True)
class KnownHand:
    """A known hand before `draws` draws, against opponents; `thrown` are the player's earlier discards."""

    hand: Cards
    thrown: Cards
    draws: int
    opponents: Opponents

    @property
    def known(self) -> np.uint64:
        """Return the mask of the cards that nobody else can have."""
        return mask_of((*self.hand, *self.thrown))

    @property
    def seed(self) -> list[int]:
        """Return the numbers that determine the random numbers of the spot."""
        return [self.draws, *sorted(self.hand), 52, *sorted(self.thrown)]

    def outcomes(self) -> Outcomes | None:
        """Return the outcomes of the opponents, None where there are too few."""
        start = sum(card * 7**place for place, card in enumerate(self.seed))
        count = len(self.hand) + len(self.thrown)
        found = opposition(self.opponents).around(self.known, count, start)
        return found if len(found) >= _FEWEST else None


def price_hand(spot: KnownHand) -> Price | None:
    """Return the price of a hand that keeps its best cards at every draw, None where too few outcomes are possible.

    Raises:
        OddsError: the ranges leave no hands to the opponents.
    """
    outcomes = spot.outcomes()
    if outcomes is None:
        return None
    shares, weight, method = _shares(spot, _best_keep(spot.hand), outcomes)
    return _price(shares, weight, method)


def price_draw(spot: KnownHand, kept: Cards, *, standing_is_proved_worse: bool = False) -> DrawPrice | None:
    """Return the prices of a draw at which `kept` was kept; None where too few outcomes are possible.

    `standing_is_proved_worse` is true if the player stood pat and it is known to be worse than to draw.

    Raises:
        OddsError: the ranges leave no hands to the opponents.
    """
    outcomes = spot.outcomes()
    if outcomes is None:
        return None
    kept = tuple(sorted(kept))
    dominator = _find_dominating(spot, kept)
    proved = [] if dominator is None else [dominator]
    if standing_is_proved_worse:
        proved.append(_best_keep(spot.hand))
    keeps = dict.fromkeys([kept, *_candidates(spot), *proved])
    played = {keep: _shares(spot, keep, outcomes) for keep in keeps}
    prices = {keep: _price(*found) for keep, found in played.items()}
    best, loss_error = kept, 0.0
    for keep, price in prices.items():
        error = _difference_error(played[keep], played[kept])
        gain = price.equity - prices[kept].equity
        if price.equity > prices[best].equity and (keep in proved or gain > max(SURE * error, 1e-9)):
            best, loss_error = keep, error
    return DrawPrice(
        prices[kept],
        prices[best],
        best,
        loss_error,
        dominator,
        None if dominator is None else prices[dominator],
    )


# --- the shares of one keep

_Shares = tuple[NDArray[np.float64], NDArray[np.float64], Method]
"""The share of the pot for each outcome of the opponents, the weights of the outcomes, and the method."""


def _best_keep(hand: Cards) -> Cards:
    return tuple(sorted(values.best_subset(hand)))


def _shares(spot: KnownHand, keep: Cards, outcomes: Outcomes) -> _Shares:
    """Return the share of the pot of a hand that keeps these cards at the next draw, for each outcome."""
    drawing = 0 if not spot.draws else 4 - len(keep)
    lasting = not drawing and (spot.draws <= 1 or values.is_badugi(spot.hand))
    if lasting:
        return _won(values.value(spot.hand), outcomes), outcomes.weight, _method(outcomes)
    if spot.draws == 1 and drawing == 1:
        return _average_last_card(keep, ~spot.known & _DECK, outcomes), outcomes.weight, _method(outcomes)
    outcomes = outcomes.first(TAKEN)
    return _won(_play(spot, keep, outcomes), outcomes), outcomes.weight, SIMULATED


def _method(outcomes: Outcomes) -> Method:
    return EXACT if outcomes.exact else SIMULATED


def _won(value: int | NDArray[np.uint16], outcomes: Outcomes) -> NDArray[np.float64]:
    won: NDArray[np.float64] = (outcomes.value > value) + (outcomes.value == value) / (1.0 + outcomes.shared)
    return won


def _average_last_card(keep: Cards, unseen: np.uint64, outcomes: Outcomes) -> NDArray[np.float64]:
    """Return the share of the pot for each outcome, as the average over all cards that the player can draw."""
    after, cards = after_each_draw(keep, unseen)
    equal = np.zeros(_NO_HAND + 1, np.uint64)  # the cards that give each value
    np.bitwise_or.at(equal, states().value[after], cards)
    better = np.bitwise_or.accumulate(equal) ^ equal
    left = ~outcomes.used
    won = np.bitwise_count(better[outcomes.value] & left)
    tied = np.bitwise_count(equal[outcomes.value] & left)
    shares: NDArray[np.float64] = (won + tied / (1.0 + outcomes.shared)) / np.bitwise_count(left & unseen)
    return shares


def _play(spot: KnownHand, keep: Cards, outcomes: Outcomes) -> NDArray[np.uint16]:
    """Return a final value for each outcome; the random numbers are the same for all keeps."""
    random = np.random.default_rng(spot.seed)
    used = outcomes.used | spot.known
    if len(keep) == 4:  # pat at this draw only
        state = np.full(len(used), state_of(spot.hand), np.uint16)
    elif counts_all(keep):
        state = np.full(len(used), state_of(keep), np.uint16)
        draw(random, state, used)
    else:
        state = take_with(keep, [deal(random, used) for _ in range(4 - len(keep))])
    for _ in range(spot.draws - 1):
        draw(random, state, used)
    return states().value[state]


def _price(shares: NDArray[np.float64], weight: NDArray[np.float64], method: Method) -> Price:
    # Not as a product of vectors, for which NumPy would start threads.
    total = weight.sum()
    mean = (shares * weight).sum() / total
    if method == EXACT:
        return Price(float(mean), 0.0, method)
    return Price(float(mean), float(np.sqrt((((shares - mean) * weight) ** 2).sum()) / total), method)


def _difference_error(first: _Shares, second: _Shares) -> float:
    """Return the standard error of the difference of two prices, from the outcomes that both have."""
    if first[2] == second[2] == EXACT:
        return 0.0
    number = min(len(first[0]), len(second[0]))
    return _price(first[0][:number] - second[0][:number], first[1][:number], SIMULATED).error


# --- which keeps are priced


def _candidates(spot: KnownHand) -> list[Cards]:
    """Return the keeps that may be the best: their equity without regard to blockers is close to the highest."""
    table = _equities_by_value(spot.opponents)
    hand = tuple(sorted(spot.hand))
    rated = [(float(table[spot.draws - 1][values.value(hand)]), hand)]
    for size in range(4):
        rated += [
            (float(table[spot.draws][values.value(keep) if keep else _NO_HAND]), keep)
            for keep in combinations(hand, size)
            if counts_all(keep)
        ]
    best = max(rated)[0]
    return [keep for rate, keep in rated if rate >= best - _CLOSE]


@lru_cache(maxsize=256)
def _equities_by_value(opponents: Opponents) -> tuple[NDArray[np.float64], ...]:
    """Return the equity of a hand by its value, for 0 to 3 draws left, if no player's cards block others."""
    found = opposition(opponents)
    size = _NO_HAND + 1
    count = np.bincount(found.value, minlength=size)
    tied = np.bincount(found.value, 1 / (1.0 + found.shared), minlength=size)
    equity = (count.sum() - np.cumsum(count) + tied) / count.sum()
    by_draws = [equity]
    for _ in range(3):
        by_draws.append(np.einsum("ij,j->i", _one_draw(), by_draws[-1]))  # one thread
    return tuple(by_draws)


@cache
def _one_draw() -> NDArray[np.float64]:
    """Return the probability of each value after one draw (columns) by the value before it (rows)."""
    table = states()
    found = np.zeros((_NO_HAND + 1, _NO_HAND + 1))
    first_of = {int(value): state for state, value in reversed(list(enumerate(table.value[: NONE + 1])))}
    for value, state in first_of.items():
        size = int(table.size[state])
        if size == 4:
            found[value, value] = 1.0
            continue
        held = tuple(table.sets[size][state - table.first[size]].tolist()) if size else ()
        after, _ = after_each_draw(held, ~mask_of(held) & _DECK) if size else (after_draw(0)[0], None)
        found[value] = np.bincount(table.value[after], minlength=_NO_HAND + 1) / len(after)
    return found


def _find_dominating(spot: KnownHand, kept: Cards) -> Cards | None:
    """Return as many cards as were kept that are better after this draw, None if there are none.

    The best cards of a hand are never dominated, unless equally good ones leave the player more cards to draw.
    """
    drawn = 4 - len(kept)
    if drawn in {0, 4}:
        return None
    hand = tuple(sorted(spot.hand))
    if counts_all(kept) and values.value(kept) == values.value(hand) and not spot.thrown:
        return None
    return dominating(hand, spot.thrown, (len(kept),)).get(kept)


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
