"""Runs every leak check over the hands that a filter chooses."""

from dataclasses import replace

import duckdb

from badugi_hh.leaks import frequency, objective
from badugi_hh.leaks.leak import Baseline, Finding, Leak, Rate, Verdict
from badugi_hh.leaks.rates import RATES
from badugi_hh.stats.evaluate import Group, evaluate
from badugi_hh.stats.filters import Filter
from badugi_hh.stats.rows import fetch, row_set

LEAKS: dict[str, Leak] = {
    **{id_: check.leak for id_, check in objective.CHECKS.items()},
    **{id_: rate.leak for id_, rate in RATES.items()},
}
"""Every leak check there is, by id."""

WIDER = 0.10  # added to the edge of a baseline for each reason why its game differs
HIGH_RAKE = 0.05
TIGHT_OPENER = 0.20
FEWEST_OPENS = 30

_ORDER = {Verdict.FLAG: 0, Verdict.WATCH: 1, Verdict.FINE: 2, Verdict.TOO_FEW: 3}


def find(con: duckdb.DuckDBPyConnection, chosen: Filter) -> list[Finding]:
    """Return one finding per player and check: flags first, the costliest first, then what is to be watched.

    Raises:
        FilterError: the filter's own SQL cannot be used.
    """
    hands = {group.player: group.hands for group in evaluate(con, chosen, names=("hands",))}
    findings = []
    for check in objective.CHECKS.values():
        seen = check.look(con, chosen)
        findings += [
            objective.judge(check, seen.get(player, objective.Mistakes()), player, played)
            for player, played in hands.items()
        ]
    findings += _frequencies(con, chosen, hands)
    place = {player: nth for nth, player in enumerate(hands)}
    return sorted(
        findings,
        key=lambda finding: (
            place[finding.player],
            _ORDER[finding.verdict],
            -(finding.cost or 0.0),
            finding.leak.id,
        ),
    )


def _frequencies(con: duckdb.DuckDBPyConnection, chosen: Filter, hands: dict[str, int]) -> list[Finding]:
    checks = tuple(RATES.values())
    counted = frequency.counts(con, chosen, checks)
    opens = evaluate(
        con, replace(chosen, player=None, every_player=True, position=None), names=("rfi",), by=("position",)
    )
    rake = _rake_share(con, chosen)
    worst = {check.leak.id: frequency.worst_hands(con, chosen, check) for check in checks}
    findings: list[Finding] = []
    for player, played in hands.items():
        row = counted.get(player, {})
        own = []
        for nth, check in enumerate(checks):
            baseline = _widened(check, rake.get(player), _opening_share(check, opens, player))
            cells = (row.get(f"chances_{nth}", 0), row.get(f"made_{nth}", 0), row.get(f"cost_{nth}"))
            finding = frequency.judge(check, baseline, cells, player, played)
            elsewhere = row.get(f"elsewhere_{nth}", 0)
            own.append(replace(finding, excluded=((elsewhere, check.elsewhere_why),) if elsewhere else ()))
        for finding in frequency.flagged(RATES, own):
            outside = finding.verdict in {Verdict.FLAG, Verdict.WATCH}
            shown = worst[finding.leak.id].get(player, ()) if outside else ()
            findings.append(replace(finding, hands=shown))
    return findings


def _rake_share(con: duckdb.DuckDBPyConnection, chosen: Filter) -> dict[str, float]:
    """Return per player the rake's part of all pots of his hands: a share, so that currencies may mix."""
    rows, parameters = row_set("seats", chosen)
    query = (
        f"SELECT player, sum(rake * 1.0 / big_bet) / sum(total_pot * 1.0 / big_bet) AS share FROM ({rows}) "
        "WHERE big_bet > 0 AND total_pot > 0 GROUP BY player"
    )
    return {
        row["player"]: row["share"]
        for row in fetch(con, chosen, query, parameters)
        if row["share"] is not None
    }


def _opening_share(check: Rate, opens: list[Group], player: str) -> float | None:
    """Return how often the other players of these hands open from the check's position, None where too few."""
    made = chances = 0
    for group in opens:
        if group.player != player and group.by["position"] == check.opener:
            made += group.stats["rfi"].made or 0
            chances += group.stats["rfi"].chances
    return made / chances if chances >= FEWEST_OPENS else None


def _widened(check: Rate, rake: float | None, opening: float | None) -> Baseline:
    """Return the baseline, its edge moved for a high rake and for opponents who open few hands."""
    baseline = check.baseline
    if check.opener is None:
        return baseline
    reasons = []
    if rake is not None and rake > HIGH_RAKE + 1e-9:  # a sum of floats is not exactly a twentieth
        reasons.append(f"the rake is {rake:.1%} of the pots")
    if opening is not None and opening < TIGHT_OPENER:
        reasons.append(f"opponents open only {opening:.0%} there")
    if not reasons:
        return baseline
    return replace(
        baseline,
        high=min(1.0, baseline.high + WIDER * len(reasons)),
        source=f"{baseline.source}; widened because {' and '.join(reasons)}",
    )
