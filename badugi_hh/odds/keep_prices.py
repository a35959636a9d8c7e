"""Prices one keep of a known hand against opponents: the average share of the pot over the opponents' outcomes.

An exact price is counted. Another is an average in two steps. Without regard to blockers, the share of a hand follows
from its value, the draws left and the opponents' final value, so its average over many outcomes takes no trial. The
difference from it, which blockers make, is small and takes few trials with random cards. `hand_prices` decides which
keeps are priced.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from badugi_hh.engine import values
from badugi_hh.engine.cards import Cards
from badugi_hh.odds.last_card import last_card_shares
from badugi_hh.odds.opposition import Opponents
from badugi_hh.odds.outcomes import WORD, Outcomes, outcomes
from badugi_hh.odds.ranges import ONE, PAT, hands
from badugi_hh.odds.seeded_draws import Drawing, play
from badugi_hh.odds.spots import EXACT, SIMULATED, Method, Player, mask_of
from badugi_hh.odds.states import BITS, NONE, Masks, Numbers, after_draw, counts_all, state_of, states
from badugi_hh.odds.value_function import (
    FIRST_INCOMPLETE,
    VALUES,
    Floats,
    draw_chances,
    final_shares,
    row_of_final_shares,
)

Rows = NDArray[np.intp]

_DECK = np.uint64((1 << 52) - 1)
_BADUGIS = 17_160
"""The first states are those of four cards."""
NO_HAND = values.WORST + 1
_ERROR = 0.01
"""The largest standard error of a price, but for spots of few outcomes and of many opponents."""
_FEWEST = 300
"""With fewer outcomes there is no price; the standard error would be about 3 points."""
_LEAST = {0: 256, 1: 256, 2: 256, 3: 64}
"""The number of trials at least, by the number of cards that draw."""
_MOST = 2400
_SPREAD = {
    (1, 0): 0.85,
    (1, 1): 0.85,
    (1, 2): 0.64,
    (1, 3): 0.004,
    (2, 0): 0.45,
    (2, 1): 0.45,
    (2, 2): 0.35,
    (2, 3): 0.1,
    (3, 0): 0.25,
    (3, 1): 0.25,
    (3, 2): 0.2,
    (3, 3): 0.09,
}
"""The variance of a trial in units of p (1 - p), by the draws and the number of cards that draw; p is the price."""
_SPREAD_OF_SEVERAL = {1: 1.0, 2: 1.8}
_SPREAD_OF_MANY = 3.0
"""How much larger it is with several opponents, whose outcomes have more different weights."""
_SHARES_OF_FINAL_HANDS: Floats = np.repeat([0.0, 0.5, 1.0], [VALUES, 1, VALUES])
"""From the place `VALUES - own` on, the share of the final value `own` by the value of the opponents."""
_TOGETHER = 32
"""How many hands with the same opponents are averaged at once: their words fit into the cache of a processor."""
_ROWS = 20_000
"""How many trials are played at once."""


@dataclass(frozen=True, slots=True)
class Price:
    """The share of the pot of a hand, 0 to 1, and its standard error, 0 where it is exact."""

    equity: float
    error: float
    method: Method


@dataclass(frozen=True)
class KnownHand:
    """A known hand before `draws` draws, against opponents; `thrown` are the player's earlier discards.

    A hand that is priced `again` has other outcomes and trials.
    """

    hand: Cards
    thrown: Cards
    draws: int
    opponents: Opponents
    again: bool = False

    def __hash__(self) -> int:
        return self.seed

    @cached_property
    def known(self) -> np.uint64:
        """Return the mask of the cards that nobody else can have."""
        return mask_of((*self.hand, *self.thrown))

    @cached_property
    def seed(self) -> int:
        """Return the number of 32 bits that determines the random numbers of the spot."""
        end = b"again" if self.again else b""
        return crc32(bytes([self.draws, *sorted(self.hand), 52, *sorted(self.thrown)]) + end)


@dataclass(frozen=True, slots=True, eq=False)
class KeepPrice:
    """The price of a keep, and what words of outcomes and trials add to its error, None for an exact price.

    The standard error is the root of the sum of squares. A hand that does not draw has no trials.
    """

    price: Price
    parts: Floats | None
    trials: Floats | None


def price_keeps(asked: Sequence[tuple[KnownHand, Sequence[Cards]]]) -> list[list[KeepPrice] | None]:
    """Return the prices of some keeps of each hand, None where too few outcomes are possible.

    Keeps of one hand have the same outcomes and trials.

    Raises:
        OddsError: the ranges leave no hands to the opponents.
    """
    found = [[_Average(spot, _drawing(spot, cards), cards) for cards in keeps] for spot, keeps in asked]
    by_opponents: dict[tuple[Opponents, bool], list[list[_Average]]] = {}
    for group in found:
        for each in group:
            each.count()
        if not all(each.is_exact for each in group):
            by_opponents.setdefault((group[0].spot.opponents, group[0].spot.again), []).append(group)
    waiting: list[_Trials] = []
    for (opponents, again), groups in sorted(by_opponents.items(), key=_begin_alike):
        for start in range(0, len(groups), _TOGETHER):
            waiting += _average_by_value(outcomes(opponents, int(again)), groups[start : start + _TOGETHER])
    for trials in _joined(waiting):
        trials.play()
    return [None if group[0].outcomes < _FEWEST else [each.price() for each in group] for group in found]


def _begin_alike(item: tuple[tuple[Opponents, bool], object]) -> tuple[bool, list[tuple[str, int]]]:
    """Return a key that sorts opponents so that those who share samples of the first ones follow each other."""
    (opponents, again), _ = item
    return again, [(each.range.name, each.draws) for each in opponents]


@dataclass(slots=True, eq=False)
class _Average:
    """A keep and its price: the average by value alone, until the mean of its trials is added."""

    spot: KnownHand
    drawing: Drawing
    cards: Cards
    mean: float = 0.0
    is_exact: bool = False
    outcomes: int = _FEWEST
    parts: Floats | None = None
    trials: Floats | None = None

    @property
    def size(self) -> int:
        """Return the number of cards to which the hand draws, 0 if they do not all count."""
        return 0 if self.drawing.odd else int(states().size[self.drawing.start])

    def count(self) -> None:
        """Count the exact price, if it is one that can be counted."""
        exact = _count(self.spot, self.drawing)
        if exact is not None:
            self.mean, self.is_exact = exact, True

    def price(self) -> KeepPrice:
        """Return the price, when all trials are added."""
        if self.parts is None:
            return KeepPrice(Price(self.mean, 0.0, EXACT), None, None)
        # A rare win may be in no outcome, and in no trial.
        square = (self.parts * self.parts).sum() + (1 / self.outcomes) ** 2
        if self.trials is not None:
            square += (self.trials * self.trials).sum()
            if self.size < 3:
                square += (0.5 / len(self.trials)) ** 2
        price = Price(min(1.0, max(0.0, self.mean)), float(np.sqrt(square)), SIMULATED)
        return KeepPrice(price, self.parts, self.trials)


@dataclass(frozen=True, slots=True, eq=False)
class _Trials:
    """Outcomes with which keeps are played; `hand` has the place of the keep of each, in ascending order.

    `by_value` is the expected share without regard to blockers.
    """

    keeps: list[_Average]
    hand: Rows
    used: Masks
    value: Numbers
    shared: NDArray[np.uint8]
    weight: Floats
    by_value: Floats

    def play(self) -> None:
        """Add to each average the mean difference that random cards and blockers make."""
        drawings = [each.drawing for each in self.keeps]
        share = play(drawings, self.hand, self.used, self.value, self.shared)
        weight = self.weight / np.bincount(self.hand, self.weight)[self.hand]
        difference = share - self.by_value
        mean = np.bincount(self.hand, weight * difference)
        parts = (difference - mean[self.hand]) * weight
        ends = np.searchsorted(self.hand, np.arange(len(self.keeps) + 1)).tolist()
        for at, (each, more) in enumerate(zip(self.keeps, mean.tolist(), strict=True)):
            each.mean += more
            each.trials = parts[ends[at] : ends[at + 1]]


def _joined(parts: Sequence[_Trials]) -> Iterator[_Trials]:
    """Yield trials of several opponents together: about `_ROWS` outcomes."""
    together: list[_Trials] = []
    rows = 0
    for at, part in enumerate(parts):
        together.append(part)
        rows += len(part.hand)
        if rows >= _ROWS or at == len(parts) - 1:
            starts = np.cumsum([0, *(len(each.keeps) for each in together)])
            columns = ("used", "value", "shared", "weight", "by_value")
            yield _Trials(
                [keep for each in together for keep in each.keeps],
                np.concatenate([each.hand + start for each, start in zip(together, starts, strict=False)]),
                *(np.concatenate([getattr(each, column) for each in together]) for column in columns),
            )
            together, rows = [], 0


def _average_by_value(every: Outcomes, groups: Sequence[list[_Average]]) -> list[_Trials]:
    """Set the averages of keeps that are not counted, and return the trials of those that draw."""
    around = every.around([(*group[0].spot.hand, *group[0].spot.thrown) for group in groups])
    final: list[tuple[int, _Average]] = []
    drawing: list[tuple[int, _Average]] = []
    for hand, (group, number) in enumerate(zip(groups, around.numbers().tolist(), strict=True)):
        for each in group:
            each.outcomes = number
            if not each.is_exact and number >= _FEWEST:
                (drawing if each.drawing.draws else final).append((hand, each))
    if final:
        hands = np.array([hand for hand, _ in final])
        own = np.array([values.value(each.spot.hand) for _, each in final])
        by_value = _SHARES_OF_FINAL_HANDS[VALUES - own[:, None] + every.values]
        _, parts = around.averages(hands, by_value)
        _set(final, around.final_shares(hands, own), parts)
    if not drawing:
        return []
    hands = np.array([hand for hand, _ in drawing])
    row = np.array([_row(each) for _, each in drawing])
    mean, parts = around.averages(hands, final_shares().take(row[:, None] * VALUES + every.values))
    _set(drawing, mean, parts)
    wanted = np.zeros(len(groups), np.intp)
    np.maximum.at(wanted, hands, _trials_needed([each for _, each in drawing], mean, parts))
    seeds = np.array([group[0].spot.seed for group in groups])
    rows, of = around.some(hands, seeds[hands], wanted[hands])
    known = np.array([group[0].spot.known for group in groups])[hands]
    word = rows // WORD
    return [
        _Trials(
            [each for _, each in drawing],
            of,
            every.used[rows] | known[of],
            every.value[rows],
            every.shared[rows],
            around.each[hands[of], word],
            final_shares().ravel().take(row[of] * VALUES + every.values[word]),
        )
    ]


def _set(averages: Sequence[tuple[int, _Average]], mean: Floats, parts: Floats) -> None:
    for (_, each), average, part in zip(averages, mean.tolist(), parts, strict=True):
        each.mean, each.parts = average, part


def _row(average: _Average) -> int:
    value = values.value(average.cards) if average.cards else NO_HAND
    return row_of_final_shares(value, average.drawing.draws)


def _trials_needed(averages: Sequence[_Average], mean: Floats, parts: Floats) -> Rows:
    """Return how many trials leave a standard error of `_ERROR`."""
    spread = np.array([_SPREAD[each.drawing.draws, each.size] for each in averages])
    least = np.array([_LEAST[each.size] for each in averages])
    spread *= _SPREAD_OF_SEVERAL.get(len(averages[0].spot.opponents), _SPREAD_OF_MANY)
    nearest = np.minimum(0.5, np.clip(np.minimum(mean, 1 - mean), 0, None) + 2 * _ERROR)
    left = np.maximum(_ERROR**2 / 2, _ERROR**2 - (parts * parts).sum(axis=1))
    found: Rows = np.clip(spread * nearest * (1 - nearest) / left + 1, least, _MOST).astype(np.intp)
    return found


def best_keep(hand: Cards) -> Cards:
    """Return the cards of a hand that count, in ascending order."""
    return tuple(sorted(values.best_subset(hand)))


def _drawing(spot: KnownHand, kept: Cards) -> Drawing:
    """Return the draws of a keep: the state to which it draws first, and how often."""
    if _is_lasting(spot, kept):
        return Drawing(spot.seed, state_of(spot.hand), 0, ())
    if len(kept) == len(spot.hand):
        return Drawing(spot.seed, state_of(spot.hand), spot.draws - 1, ())
    if counts_all(kept):
        return Drawing(spot.seed, state_of(kept), spot.draws, ())
    return Drawing(spot.seed, NONE, spot.draws, kept)


def _is_lasting(spot: KnownHand, keep: Cards) -> bool:
    """Return whether the hand is the final one."""
    return not spot.draws or (
        len(keep) == len(spot.hand) and (spot.draws == 1 or values.is_badugi(spot.hand))
    )


def _count(spot: KnownHand, drawing: Drawing) -> float | None:
    """Return the exact share of a hand against one opponent, None where it is not counted."""
    if len(spot.opponents) > 1:
        return None
    (opponent,) = spot.opponents
    if not drawing.draws:
        if opponent.range == PAT:
            return _against_badugi(spot)
        return _against_one_card(spot) if opponent == Player(ONE, 1) else None
    if opponent.range == PAT and drawing.draws == 1 and int(states().size[drawing.start]) == 3:
        return _draw_one_against_badugi(spot, drawing.start)
    return None


def _against_badugi(spot: KnownHand) -> float:
    """Return the exact share of a final hand against one opponent who holds a badugi."""
    free = (states().mask[:_BADUGIS] & spot.known) == 0
    below, up_to = np.searchsorted(
        states().value[:_BADUGIS], [values.value(spot.hand), values.value(spot.hand) + 1]
    )
    lost = np.count_nonzero(free[:below]) + np.count_nonzero(free[below:up_to]) / 2
    return float(1 - lost / np.count_nonzero(free))


def _draw_one_against_badugi(spot: KnownHand, state: int) -> float:
    """Return the exact share of a hand that draws its last card to three cards, against one badugi."""
    table = states()
    free = (table.mask[:_BADUGIS] & spot.known) == 0
    up_to = np.cumsum(free)
    number = int(up_to[-1])
    made = after_draw(3)[state - table.first[3]]
    won = 0.0
    for card in np.flatnonzero((made < _BADUGIS) & ((BITS & spot.known) == 0)).tolist():
        with_card = _badugis_by_card()[card]
        blocked = free[with_card]
        below, last = np.searchsorted(
            table.value[:_BADUGIS], [table.value[made[card]], table.value[made[card]] + 1]
        )
        ties, worse = up_to[last - 1] - (up_to[below - 1] if below else 0), number - up_to[last - 1]
        first, end = np.searchsorted(with_card, [below, last])
        ties -= np.count_nonzero(blocked[first:end])
        worse -= np.count_nonzero(blocked[end:])
        won += worse + ties / 2
    return float(won / (number * (52 - len(spot.hand) - len(spot.thrown) - 4)))


@cache
def _badugis_by_card() -> list[Rows]:
    """Return the states of four cards that have each card."""
    return [np.flatnonzero(states().mask[:_BADUGIS] & bit) for bit in BITS]


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


@lru_cache(maxsize=256)
def equities_by_value(opponents: Opponents) -> tuple[Floats, ...]:
    """Return the equity of a hand by its value, for 0 to 3 draws left, if no player's cards block others."""
    found = outcomes(opponents)
    size = NO_HAND + 1
    weights = np.repeat(found.weights_around(0), WORD)
    # The values of the rows that fill words up are left out.
    weight = np.bincount(found.value, weights, minlength=size)[:size]
    tied = np.bincount(found.value, weights / (1.0 + found.shared), minlength=size)[:size]
    equity = (weight.sum() - np.cumsum(weight) + tied) / weight.sum()
    by_draws = [equity]
    for _ in range(3):
        after = by_draws[-1].copy()
        chances = draw_chances()[FIRST_INCOMPLETE:]
        after[FIRST_INCOMPLETE:] = np.einsum("ij,j->i", chances, by_draws[-1])  # one thread
        by_draws.append(after)
    return tuple(by_draws)
