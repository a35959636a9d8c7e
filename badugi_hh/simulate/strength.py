"""Estimates the strength of a simulated player's hand: a rough probability that it wins at showdown.

The numbers are rules of thumb for believable play, rounded from hot-and-cold equities. Exact odds are in
`badugi_hh.odds`. A player knows their own cards and how many cards each opponent drew.
"""

from collections.abc import Iterable
from functools import cache

from badugi_hh.engine import values

# How often a badugi beats an opponent's badugi, by its highest rank, 4 to king.
_BADUGI_BEATS_BADUGI = (1.0, 0.97, 0.9, 0.8, 0.66, 0.5, 0.37, 0.26, 0.15, 0.06)

# How often a three-card hand beats an opponent's three-card hand, by its highest rank, 3 to king.
_TRI_BEATS_TRI = (0.97, 0.92, 0.83, 0.72, 0.6, 0.48, 0.36, 0.25, 0.15, 0.08, 0.04)

# How often a player who draws one, two, or three and more cards makes a badugi, by the number of draws counted
# (the draw just taken and the draws to come).
_ONE_MAKES = (0.0, 0.21, 0.38, 0.51)
_TWO_MAKE = (0.0, 0.05, 0.15, 0.28)
_MORE_MAKE = (0.0, 0.01, 0.07, 0.17)


def chance_to_win(value: int, draws_left: int, opponents: Iterable[int]) -> float:
    """Return the rough probability, 0 to 1, that a hand of this value wins.

    Args:
        value: the current value of the hand (1 best … 1092).
        draws_left: the draws to come, 0 to 2.
        opponents: the number of cards that each live opponent drew last (0 = stood pat).
    """
    chance = 1.0
    for drew in opponents:
        chance *= _against(value, draws_left, min(drew, 3))
    return chance


@cache
def _against(value: int, left: int, drew: int) -> float:
    size = values.size(value)
    high = values.ranks(value)[0]
    if size == 4:
        beats = _BADUGI_BEATS_BADUGI[high - 3]
        if drew == 0:
            return beats
        makes = (_ONE_MAKES, _TWO_MAKE, _MORE_MAKE)[drew - 1][left + 1]
        return 1 - makes * (1 - beats)
    if size == 3:
        return _tri_against(high, left, drew)
    chance = (0.03, 0.1, 0.2, 0.25)[drew] * left + (0.02, 0.05, 0.3, 0.45)[drew]
    return chance if size == 2 else chance / 2


def _tri_against(high: int, left: int, drew: int) -> float:
    if left == 0:
        beats = _TRI_BEATS_TRI[high - 2]
        return (0.04, 0.79 * beats, 0.95 * min(1, beats + 0.25), 0.98 * min(1, beats + 0.35))[drew]
    if drew == 0:
        return _ONE_MAKES[left] * (0.75 if high <= 4 else 0.6 if high <= 6 else 0.4)
    even = 0.5 if drew == 1 else 0.68
    return min(0.85, max(0.2, even + 0.05 * (5 - high)))
