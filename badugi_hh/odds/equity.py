"""The equity of a spot: exact where it can be enumerated, otherwise simulated with a standard error."""

from badugi_hh.engine.rules import POKERSTARS, Rules
from badugi_hh.odds.enumeration import enumerate_spot
from badugi_hh.odds.spots import Equity, Spot, verify
from badugi_hh.odds.trials import simulate

TRIALS = 100_000
"""The standard error of an equity is at most 0.16 points."""


def equity(spot: Spot, *, trials: int = TRIALS, seed: int = 0, rules: Rules = POKERSTARS) -> Equity:
    """Return the equity of every player of a spot.

    It is exact where the sequences of draws are few. `rules` says what
    happens when the deck runs out.

    Raises:
        OddsError: the spot cannot occur.
    """
    verify(spot)
    return enumerate_spot(spot, rules) or simulate(spot, trials, seed, rules)
