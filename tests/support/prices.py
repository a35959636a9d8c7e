"""The prices of single hands and draws, as the pass over a database computes them together."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from badugi_hh.engine.cards import DECK, Cards
from badugi_hh.odds.hand_prices import KeepSpots, Prices, price_all
from badugi_hh.odds.opposition import Opponents
from badugi_hh.odds.spots import mask_of


@dataclass(frozen=True, slots=True)
class KnownHand:
    """A known hand before `draws` draws, against opponents; `thrown` are the player's earlier discards."""

    hand: Cards
    thrown: Cards
    draws: int
    opponents: Opponents


@dataclass(frozen=True, slots=True)
class Price:
    equity: float
    error: float


@dataclass(frozen=True, slots=True)
class DrawPrice:
    """The prices of a draw as `DrawPrices` has them, with the cards ascending."""

    kept: Price
    best: Price
    best_keep: Cards
    loss_error: float
    dominating: Cards | None


def spots_of(known: Sequence[KnownHand]) -> KeepSpots:
    return KeepSpots(
        np.array([mask_of(each.hand) for each in known], np.uint64),
        np.array([mask_of(each.thrown) for each in known], np.uint64),
        np.array([each.draws for each in known], np.intp),
        np.arange(len(known)),
        [each.opponents for each in known],
    )


def price_hands_of(known: Iterable[KnownHand]) -> list[Price]:
    spots = spots_of(tuple(known))
    nothing = spots.at(np.zeros(0, np.intp))
    _, found = price_all(nothing, nothing.hand, np.zeros(0, np.bool_), spots)
    return [_price(found, row) for row in range(len(spots.hand))]


def price_hand(spot: KnownHand) -> Price:
    return price_hands_of([spot])[0]


def price_draw(spot: KnownHand, kept: Cards, *, standing_is_proved_worse: bool = False) -> DrawPrice:
    spots = spots_of([spot])
    nothing = spots.at(np.zeros(0, np.intp))
    found, _ = price_all(spots, np.array([mask_of(kept)]), np.array([standing_is_proved_worse]), nothing)
    return DrawPrice(
        _price(found.kept, 0),
        _price(found.best, 0),
        _cards(found.best_keep[0]),
        float(found.loss_error[0]),
        _cards(found.dominating[0]) or None,
    )


def _price(found: Prices, row: int) -> Price:
    return Price(float(found.equity[row]), float(found.error[row]))


def _cards(mask: np.uint64) -> Cards:
    return tuple(card for card in DECK if int(mask) >> card & 1)
