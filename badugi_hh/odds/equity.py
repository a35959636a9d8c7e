"""The equity of a spot: exact where it can be enumerated, otherwise simulated with a standard error."""

from collections.abc import Sequence

from badugi_hh.engine.cards import Cards
from badugi_hh.engine.rules import POKERSTARS, Rules
from badugi_hh.odds.enumeration import enumerate_spot
from badugi_hh.odds.spots import Equity, Spot, verify
from badugi_hh.odds.trials import simulate, simulate_keeps

TRIALS = 100_000
"""The standard error of an equity is at most 0.16 points."""


def equity(spot: Spot, *, trials: int = TRIALS, seed: int = 0, rules: Rules = POKERSTARS) -> Equity:
    """Return the equity of every player of a spot.

    It is exact for two known hands with one draw left, and wherever the sequences of draws are few. `rules` says what
    happens when the deck runs out.

    Raises:
        OddsError: the spot cannot occur.
    """
    verify(spot)
    return enumerate_spot(spot, rules) or simulate([spot], trials, seed, rules)[0]


def equities_of_keeps(
    spots: Sequence[Spot],
    keeps: Sequence[Sequence[Cards | None]],
    *,
    trials: int = TRIALS,
    seed: int = 0,
    rules: Rules = POKERSTARS,
) -> list[list[Equity]]:
    """Return for each spot the equities for each of the cards that its first player may keep, all simulated.

    None stands for the best cards.

    Raises:
        OddsError: a spot cannot occur.
    """
    for spot in spots:
        verify(spot)
    return simulate_keeps(spots, keeps, trials, seed, rules)
