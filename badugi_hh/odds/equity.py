"""The equity of a spot: exact where it can be enumerated, otherwise simulated with a standard error; and the keeps that win more.

An equity assumes that every player keeps the best cards, so that a badugi is never broken. Where that is wrong, a player
discards more of the highest cards; other ways to discard as many hardly differ, and `keeps` ranks them all.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

from badugi_hh.engine.cards import Cards
from badugi_hh.engine.values import best_subset
from badugi_hh.odds.enumeration import enumerate_spot
from badugi_hh.odds.spots import Equity, Spot, verify
from badugi_hh.odds.trials import simulate

TRIALS = 100_000
"""The standard error of an equity is at most 0.16 points."""
_VISIBLE = 0.001
"""The least difference of two shares that is reported: a tenth of a point."""
_SURE = 1.96
"""Standard errors of a difference that may be chance."""


def equity(spot: Spot, *, trials: int = TRIALS, seed: int = 0) -> Equity:
    """Return the equity of every player of a spot.

    It is exact where the sequences of draws are few.

    Raises:
        OddsError: the spot cannot occur.
    """
    verify(spot)
    return enumerate_spot(spot) or simulate(spot, trials, seed)


@dataclass(frozen=True, slots=True)
class BetterKeep:
    """Cards to keep at the next draw, the share of the pot that they win, 0 to 1, and its standard error."""

    keep: Cards
    share: float
    error: float


def better_keeps(
    spot: Spot, found: Equity, *, trials: int = TRIALS, seed: int = 0
) -> list[BetterKeep | None]:
    """Return for each player of a spot, whose equity is `found`, the keep that wins more, None if there is none.

    All other players play as in the spot. A player without a known hand or a draw, and one whose play the spot states,
    has none.
    """
    wanted = [(place, keep) for place in range(len(spot.players)) for keep in _lower_keeps(spot, place)]
    tried = [simulate(spot.keeping(keep, place), trials, seed) for place, keep in wanted]
    best: dict[int, tuple[float, Cards]] = {}
    for (place, keep), each in zip(wanted, tried, strict=True):
        best[place] = max(best.get(place, (0.0, ())), (each.shares[place], keep))
    better: list[BetterKeep | None] = [None] * len(spot.players)
    for place, (share, keep) in best.items():
        if share <= found.shares[place]:
            continue
        kept = equity(spot.keeping(keep, place), trials=trials, seed=seed)
        chance = _SURE * hypot(kept.errors[place], found.errors[place])
        if kept.shares[place] - found.shares[place] > max(_VISIBLE, chance):
            better[place] = BetterKeep(keep, kept.shares[place], kept.errors[place])
    return better


def _lower_keeps(spot: Spot, place: int) -> Sequence[Cards]:
    """Return what a player can keep of the cards that count: all but the highest, and fewer."""
    player = spot.players[place]
    hand = player.range.hand
    if hand is None or not player.draws or player.pat or player.keep is not None:
        return ()
    best = sorted(best_subset(hand))
    return [tuple(best[:size]) for size in range(len(best) - 1, -1, -1)]
