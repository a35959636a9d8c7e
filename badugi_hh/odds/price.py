"""What a call needs: pot odds and outs. The betting of opponents is not modelled."""

from collections.abc import Iterable

from badugi_hh.engine import values
from badugi_hh.engine.cards import DECK, Cards
from badugi_hh.odds.error import OddsError


def required_equity(pot: float, price: float) -> float:
    """Return the share of the final pot that a call of `price` into `pot` needs to break even, 0 to 1.

    `pot` has every bet so far, in the unit of `price`. Later bets are not counted.

    Raises:
        OddsError: the price is not above 0, or the pot is below 0.
    """
    if price <= 0 or pot < 0:
        raise OddsError("a call has a price above 0 and a pot of 0 or more")
    return price / (pot + price)


def pot_odds(pot: float, price: float) -> float:
    """Return the pot odds of a call as the number before `to 1`: 6.25 for 6.25:1.

    Raises:
        OddsError: the price is not above 0, or the pot is below 0.
    """
    return 1 / required_equity(pot, price) - 1


def outs(kept: Cards, gone: Iterable[int], to_beat: int = values.WORST + 1) -> Cards:
    """Return the cards that improve three kept cards to a badugi better than the value `to_beat`.

    `gone` are all other cards that cannot be drawn: the hand, earlier discards, and dead cards.

    Raises:
        OddsError: there are not three kept cards that all count.
    """
    if len(kept) != 3 or values.size(values.value(kept)) != 3:
        raise OddsError("outs are counted for three cards that all count")
    seen = {*kept, *gone}
    return tuple(
        card
        for card in DECK
        if card not in seen and values.is_badugi((*kept, card)) and values.value((*kept, card)) < to_beat
    )
