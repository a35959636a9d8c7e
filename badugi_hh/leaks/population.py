"""Baselines from the other players of the user's database.

Frequencies that depend on the field have no published range that fits every field. The baseline of a player covers the published
range and the middle 80 % of the other players: the player's own hands do not count (leave-one-out). A share outside it is
outside both on the same side, so the advice does not turn around when a database grows. A population shows what is usual,
not what is right, so a check that uses it is never a flag.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from statistics import quantiles

import duckdb

from badugi_hh.leaks.check_counts import Shares, count_checks
from badugi_hh.leaks.leak import HEURISTIC, POPULATION, Baseline
from badugi_hh.leaks.leak_check import FrequencyCheck
from badugi_hh.stats.selection.filters import Filter

OF_FIELD = frozenset({"B34-MANY", "B34-FEW", "B34-WON"})
"""The checks that use the population: how often a good player reaches showdown depends on how often opponents bet."""
MIN_PLAYERS = 10
"""So many other players with enough opportunities make a population."""
EXTENDED = "the range {low:.0%} to {high:.0%} is extended to the middle {share:.0%} of {players} other players of this database"
_MIDDLE = 0.8  # of the players


def count_population(
    con: duckdb.DuckDBPyConnection, hand_filter: Filter, checks: Sequence[FrequencyCheck]
) -> dict[str, Shares]:
    """Return the counts of all players in the hands of a filter, by the id of each check that uses the population."""
    wanted = [replace(check, cost=None, price=None) for check in checks if _uses_population(check)]
    return count_checks(con, replace(hand_filter, player=None, every_player=True, others=False), wanted).by()


def extend_baseline(check: FrequencyCheck, population: Mapping[str, Shares], player: str) -> Baseline | None:
    """Return the check's range, extended to that of the other players; None if it does not use it or they are too few."""
    if not _uses_population(check):
        return None
    others = middle_of_others(population[check.leak.id], player, check.least)
    if others is None:
        return None
    published, (low, high, players) = check.baseline, others
    extended = published.changed(
        EXTENDED,
        min(published.low, low),
        max(published.high, high),
        low=published.low,
        high=published.high,
        share=_MIDDLE,
        players=players,
    )
    return replace(extended, kind=POPULATION, game="the selected hands")


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
    low, *_, high = quantiles(others, n=10, method="inclusive")
    return low, high, len(others)


def _uses_population(check: FrequencyCheck) -> bool:
    return check.leak.id in OF_FIELD and check.baseline.kind == HEURISTIC
