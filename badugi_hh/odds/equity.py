"""The equity of a spot: exact where it can be enumerated, otherwise simulated with a standard error."""

from badugi_hh.odds.enumeration import enumerate_spot
from badugi_hh.odds.spots import Equity, Spot, verify
from badugi_hh.odds.trials import simulate

TRIALS = 100_000
"""The standard error of an equity is at most 0.16 points."""


def equity(spot: Spot, *, trials: int = TRIALS, seed: int = 0) -> Equity:
    """Return the equity of every player of a spot.

    It is exact where the sequences of draws are few.

    Raises:
        OddsError: the spot cannot occur.
    """
    verify(spot)
    return enumerate_spot(spot) or simulate(spot, trials, seed)
