"""The prices of single hands and draws, as the pass over a database computes them together."""

from collections.abc import Iterable

from badugi_hh.engine.cards import Cards
from badugi_hh.odds.hand_prices import DrawPrice, PlayedDraw, price_all
from badugi_hh.odds.keep_prices import KnownHand, Price


def price_hands_of(spots: Iterable[KnownHand]) -> list[Price]:
    return price_all((), tuple(spots))[1]


def price_hand(spot: KnownHand) -> Price:
    return price_hands_of([spot])[0]


def price_draw(spot: KnownHand, kept: Cards, *, standing_is_proved_worse: bool = False) -> DrawPrice:
    return price_all([PlayedDraw(spot, kept, standing_is_proved_worse)], ())[0][0]
