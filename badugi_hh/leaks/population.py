"""Baselines from the other players of the user's database, and estimates that are shrunk towards them.

Frequencies that depend on the field have no published range that fits every field. The baseline of a player covers the published
range and the middle 80 % of the other players: the player's own hands do not count (leave-one-out). A share outside it is
outside both on the same side, so the advice does not turn around when a database grows. A population shows what is usual,
not what is right, so a check that uses it is never a flag.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import duckdb

from badugi_hh.leaks.check_counts import Shares, count
from badugi_hh.leaks.leak import HEURISTIC, POPULATION, Baseline
from badugi_hh.leaks.leak_check import FrequencyCheck
from badugi_hh.stats.selection.filters import Filter

OF_FIELD = frozenset({"B34-MANY", "B34-FEW", "B34-WON"})
"""The checks that use the population: how often a good player reaches showdown depends on how often opponents bet."""
MIN_PLAYERS = 10
"""So many other players with enough opportunities make a population."""
PRIOR_WEIGHT = 40
"""The opportunities that the other players' share counts for in a shrunken estimate."""
EXTENDED = "the range {low:.0%} to {high:.0%} is extended to the middle {share:.0%} of {players} other players of this database"
_OUTSIDE = 0.1  # of the players on each side


@dataclass(frozen=True, slots=True)
class Population:
    """The counts of all players by the id of each check that uses them."""

    shares: Mapping[str, Shares]

    def baseline(self, check: FrequencyCheck, player: str) -> Baseline | None:
        """Return the check's range, extended to that of the other players; None if it does not use it or they are too few."""
        if check.leak.id not in OF_FIELD or check.baseline.kind != HEURISTIC:
            return None
        others = middle_of_others(self.shares.get(check.leak.id, {}), player, check.least)
        if others is None:
            return None
        published, (low, high, players) = check.baseline, others
        extended = published.changed(
            EXTENDED,
            min(published.low, low),
            max(published.high, high),
            low=published.low,
            high=published.high,
            share=1 - 2 * _OUTSIDE,
            players=players,
        )
        return replace(extended, kind=POPULATION, game="the selected hands")

    def shrink(self, check: FrequencyCheck, player: str, made: int, chances: int) -> float | None:
        """Return the player's share, shrunk towards that of all other players together; None if they have no opportunity.

        It is the mean of a beta distribution: the prior has the others' share and counts as `PRIOR_WEIGHT` opportunities.
        """
        prior = share_of_others(self.shares.get(check.leak.id, {}), player)
        if prior is None:
            return None
        return (made + PRIOR_WEIGHT * prior) / (chances + PRIOR_WEIGHT)


def count_population(
    con: duckdb.DuckDBPyConnection, hand_filter: Filter, checks: Sequence[FrequencyCheck]
) -> Population:
    """Return the population of the hands of a filter: all their players.

    For the user's own hands it has only the checks whose baseline it can be, for a named player all checks but those that
    compare a player's own frequencies.
    """
    wanted = [
        check
        for check in checks
        if (hand_filter.player is not None and not check.situation.compared)
        or (check.leak.id in OF_FIELD and check.baseline.kind == HEURISTIC)
    ]
    everyone = replace(hand_filter, player=None, every_player=True, others=False)
    return Population(count(con, everyone, [replace(check, cost=None, price=None) for check in wanted]))


def share_of_others(shares: Shares, player: str, least: int = 1) -> float | None:
    """Return the share of all other players together; None with fewer than `least` opportunities."""
    others = [counts for other, counts in shares.items() if other != player]
    chances = sum(counts["chances"] for counts in others)
    return sum(counts["made"] for counts in others) / chances if chances >= least else None


def middle_of_others(shares: Shares, player: str, least: int) -> tuple[float, float, int] | None:
    """Return the ends of the middle 80 % of the other players with at least `least` opportunities, and their number.

    None for too few players.
    """
    others = [
        counts["made"] / counts["chances"]
        for other, counts in shares.items()
        if other != player and counts["chances"] >= least
    ]
    if len(others) < MIN_PLAYERS:
        return None
    return _quantile(others, _OUTSIDE), _quantile(others, 1 - _OUTSIDE), len(others)


def _quantile(values: list[float], share: float) -> float:
    """Return the value below which this share of the values lies, between two values in proportion."""
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])
