"""What a call needs: pot odds. The betting of opponents is not modelled."""

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
