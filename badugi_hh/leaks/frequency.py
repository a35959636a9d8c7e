"""Grade B: frequencies held against a baseline.

A check is flagged when it has enough chances, its whole Wilson interval lies outside the baseline on the leak's
side, and it survives Benjamini–Hochberg at 10 % among all grade B checks of that player that had enough chances.
Outside with less proof it is to be watched.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import duckdb

from badugi_hh.leaks.leak import WORST_HANDS, Baseline, Finding, Instance, Rate, Verdict
from badugi_hh.leaks.significance import discoveries, tail
from badugi_hh.stats.filters import Filter
from badugi_hh.stats.intervals import wilson
from badugi_hh.stats.rows import fetch, row_set


def counts(
    con: duckdb.DuckDBPyConnection, chosen: Filter, checks: Sequence[Rate]
) -> dict[str, dict[str, Any]]:
    """Return per player the cells of all checks in one query: chances, made, elsewhere and the mean cost."""
    rows, parameters = row_set("decisions", chosen)
    cells = [
        f"count(*) FILTER (WHERE {check.chances}) AS chances_{nth}, "
        f"count(*) FILTER (WHERE ({check.chances}) AND ({check.made})) AS made_{nth}, "
        f"count(*) FILTER (WHERE {check.elsewhere}) AS elsewhere_{nth}, "
        f"avg({check.cost}) FILTER (WHERE {check.chances}) AS cost_{nth}"
        for nth, check in enumerate(checks)
    ]
    query = f"SELECT player, {', '.join(cells)} FROM ({rows}) GROUP BY player"
    return {row["player"]: row for row in fetch(con, chosen, query, parameters)}


def worst_hands(
    con: duckdb.DuckDBPyConnection, chosen: Filter, check: Rate
) -> dict[str, tuple[Instance, ...]]:
    """Return per player the worst hands of a check: what was done too often, or left undone."""
    rows, parameters = row_set("decisions", chosen)
    bad = f"({check.made})" if check.too_high else f"NOT ({check.made})"
    query = (
        f"SELECT * FROM (SELECT *, {check.cost} AS cost FROM ({rows}) WHERE ({check.chances}) AND {bad}) "
        f"QUALIFY row_number() OVER (PARTITION BY player ORDER BY {check.worst_first}, hand_key, n) "
        f"<= {WORST_HANDS} ORDER BY player, {check.worst_first}, hand_key, n"
    )
    found: dict[str, tuple[Instance, ...]] = {}
    for row in fetch(con, chosen, query, parameters):
        cost = None if row["cost"] is None else max(0.0, row["cost"])
        instance = Instance(row["site"], row["hand_id"], row["player"], check.note(row), cost)
        found[row["player"]] = (*found.get(row["player"], ()), instance)
    return found


def judge(
    check: Rate, baseline: Baseline, cells: tuple[int, int, float | None], player: str, hands: int
) -> Finding:
    """Return what a check says before the others are known: never a flag, at most to be watched.

    `cells` are the chances, what was made of them, and the mean cost of one occurrence in big bets.
    """
    chances, made, mean_cost = cells
    low, high = wilson(made, chances) or (0.0, 1.0)
    finding = Finding(
        check.leak,
        player,
        Verdict.FINE,
        made,
        chances,
        baseline.source,
        baseline=(baseline.low, baseline.high),
    )
    if chances:
        finding = replace(finding, low=low, high=high)
    if chances < check.fewest:
        return replace(finding, verdict=Verdict.TOO_FEW)
    excess = _excess(check, finding, made / chances)
    if not excess:
        return finding
    finding = replace(finding, verdict=Verdict.WATCH)
    if mean_cost is None or not hands:
        return finding
    per_excess = max(0.0, mean_cost) * 100 * chances / hands
    nearer, farther = (low, high) if check.too_high else (high, low)
    return replace(
        finding,
        cost=excess * per_excess,
        cost_low=_excess(check, finding, nearer) * per_excess,
        cost_high=_excess(check, finding, farther) * per_excess,
    )


def flagged(checks: Mapping[str, Rate], findings: Sequence[Finding]) -> list[Finding]:
    """Return one player's findings, flagged where the proof is strong enough."""
    tested = [finding for finding in findings if finding.verdict is not Verdict.TOO_FEW]
    stand = discoveries([_p_value(checks[finding.leak.id], finding) for finding in tested])
    proven = {
        finding.leak.id
        for index, finding in enumerate(tested)
        if index in stand and _wholly_outside(checks[finding.leak.id], finding)
    }
    return [
        replace(finding, verdict=Verdict.FLAG) if finding.leak.id in proven else finding
        for finding in findings
    ]


def _edge(check: Rate, finding: Finding) -> float:
    """Return the end of the baseline on the leak's side; without a baseline everything is inside."""
    low, high = finding.baseline or (0.0, 1.0)
    return high if check.too_high else low


def _excess(check: Rate, finding: Finding, share: float) -> float:
    """Return how far a share lies outside the baseline on the leak's side, 0 inside."""
    past = share - _edge(check, finding)
    return max(0.0, past if check.too_high else -past)


def _p_value(check: Rate, finding: Finding) -> float:
    """Return how often a player at the baseline's edge would show as much or more."""
    return tail(finding.made, finding.chances, _edge(check, finding), upper=check.too_high)


def _wholly_outside(check: Rate, finding: Finding) -> bool:
    nearer = finding.low if check.too_high else finding.high
    return nearer is not None and _excess(check, finding, nearer) > 0
