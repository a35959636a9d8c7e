"""Runs every leak check over the hands that a filter selects."""

from dataclasses import replace

import duckdb

from badugi_hh.leaks import frequency, objective
from badugi_hh.leaks.leak import Baseline, Finding, FrequencyCheck, Leak, Verdict
from badugi_hh.leaks.rates import FREQUENCY_CHECKS
from badugi_hh.stats.engine.evaluate import Group, evaluate
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.stats.selection.rows import fetch, row_set

LEAKS: dict[str, Leak] = {
    **{id_: check.leak for id_, check in objective.MISTAKE_CHECKS.items()},
    **{id_: rate.leak for id_, rate in FREQUENCY_CHECKS.items()},
}
"""All leak checks by id."""

WIDENING = 0.10  # added to the upper end of a baseline for each condition under which its game differs
RAKE_LIMIT = 0.05  # part of the pots, above which a baseline is wider
OPENING_LIMIT = 0.20  # share of opened pots, below which a baseline is wider
MIN_OPENS = 30  # opportunities to open that are needed to apply OPENING_LIMIT

_ORDER = {Verdict.FLAG: 0, Verdict.WATCH: 1, Verdict.FINE: 2, Verdict.TOO_FEW: 3}


def find(con: duckdb.DuckDBPyConnection, hand_filter: Filter) -> list[Finding]:
    """Return one finding per player and check.

    The findings of a player are sorted by verdict (flags first, then `watch`), and within a verdict by cost, the
    highest first.

    Raises:
        FilterError: the SQL condition of the filter is not valid.
    """
    hands = {group.player: group.hands for group in evaluate(con, hand_filter, names=("hands",))}
    findings = []
    for check in objective.MISTAKE_CHECKS.values():
        seen = check.find(con, hand_filter)
        findings += [
            objective.judge(check, seen.get(player, objective.Mistakes()), player, played)
            for player, played in hands.items()
        ]
    findings += _frequencies(con, hand_filter, hands)
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


def _frequencies(con: duckdb.DuckDBPyConnection, hand_filter: Filter, hands: dict[str, int]) -> list[Finding]:
    checks = tuple(FREQUENCY_CHECKS.values())
    counted = frequency.counts(con, hand_filter, checks)
    opens = evaluate(
        con,
        replace(hand_filter, player=None, every_player=True, position=None),
        names=("rfi",),
        by=("position",),
    )
    rake = _rake_share(con, hand_filter)
    worst = {check.leak.id: frequency.worst_hands(con, hand_filter, check) for check in checks}
    findings: list[Finding] = []
    for player, played in hands.items():
        row = counted.get(player, {})
        own = []
        for nth, check in enumerate(checks):
            baseline = _widen_baseline(check, rake.get(player), _opening_share(check, opens, player))
            aggregates = (row.get(f"chances_{nth}", 0), row.get(f"made_{nth}", 0), row.get(f"cost_{nth}"))
            finding = frequency.judge(check, baseline, aggregates, player, played)
            not_applicable = row.get(f"not_applicable_{nth}", 0)
            own.append(
                replace(
                    finding,
                    excluded=((not_applicable, check.not_applicable_reason),) if not_applicable else (),
                )
            )
        for finding in frequency.flag_proven(FREQUENCY_CHECKS, own):
            outside = finding.verdict in {Verdict.FLAG, Verdict.WATCH}
            shown = worst[finding.leak.id].get(player, ()) if outside else ()
            findings.append(replace(finding, hands=shown))
    return findings


def _rake_share(con: duckdb.DuckDBPyConnection, hand_filter: Filter) -> dict[str, float]:
    """Return by player the rake as a share of the pots of their hands, in big bets, which are equal across currencies."""
    rows, parameters = row_set("seats", hand_filter)
    query = (
        f"SELECT player, sum(rake * 1.0 / big_bet) / sum(total_pot * 1.0 / big_bet) AS share FROM ({rows}) "
        "WHERE big_bet > 0 AND total_pot > 0 GROUP BY player"
    )
    return {
        row["player"]: row["share"]
        for row in fetch(con, hand_filter, query, parameters)
        if row["share"] is not None
    }


def _opening_share(check: FrequencyCheck, opens: list[Group], player: str) -> float | None:
    """Return how often the other players open from the check's position; None below `MIN_OPENS` opportunities."""
    made = chances = 0
    for group in opens:
        if group.player != player and group.by["position"] == check.opener:
            made += group.stats["rfi"].made or 0
            chances += group.stats["rfi"].chances
    return made / chances if chances >= MIN_OPENS else None


def _widen_baseline(check: FrequencyCheck, rake: float | None, opening: float | None) -> Baseline:
    """Return the baseline, with a higher upper end for a high rake and for opponents who open few hands."""
    baseline = check.baseline
    if check.opener is None:
        return baseline
    reasons = []
    if rake is not None and rake > RAKE_LIMIT + 1e-9:  # a sum of floats has rounding errors
        reasons.append(f"the rake is {rake:.1%} of the pots")
    if opening is not None and opening < OPENING_LIMIT:
        reasons.append(f"opponents open only {opening:.0%} there")
    if not reasons:
        return baseline
    return replace(
        baseline,
        high=min(1.0, baseline.high + WIDENING * len(reasons)),
        source=f"{baseline.source}; widened because {' and '.join(reasons)}",
    )
