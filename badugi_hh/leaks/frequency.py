"""Grade B: compares frequencies with baselines.

A finding is a flag when it has enough opportunities, its whole Wilson interval lies outside the baseline on the side
of the leak, and it passes the Benjamini–Hochberg procedure at 10 % among the player's grade B checks with enough
opportunities. A frequency outside the baseline with weaker evidence is `watch`, and so is one that is compared with a
heuristic or a population, which take no part in that procedure.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from badugi_hh.leaks.frequency_check import FrequencyCheck
from badugi_hh.leaks.leak import HEURISTIC, POPULATION, Baseline, Finding, Verdict
from badugi_hh.leaks.significance import binomial_tail, discoveries
from badugi_hh.stats.definitions.intervals import wilson

UNPROVEN = frozenset({HEURISTIC, POPULATION})
"""The kinds of baselines that make no flag."""


def judge(
    check: FrequencyCheck, baseline: Baseline, counts: tuple[int, int, float | None], player: str, hands: int
) -> Finding:
    """Return the finding of one check by itself, which is never a flag; `flag_proven` adds the flags.

    Args:
        check: the check.
        baseline: its baseline, possibly widened.
        counts: the opportunities, how often the player made the counted action, and its mean cost in big bets.
        player: the player.
        hands: the number of hands of the player, for the cost per 100 hands.
    """
    chances, made, mean_cost = counts
    low, high = wilson(made, chances) or (0.0, 1.0)
    finding = Finding(
        check.leak,
        player,
        Verdict.FINE,
        made,
        chances,
        baseline.source,
        baseline=(baseline.low, baseline.high),
        kind=baseline.kind,
    )
    if chances:
        finding = replace(finding, low=low, high=high)
    if chances < check.min_opportunities:
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


def add_own_share(baseline: Baseline, made: int, others: int) -> Baseline:
    """Return a baseline added to the player's share of `made` among `others` other rows.

    It begins at the lower and ends at the upper end of the 95 % interval of that share, so that a frequency is outside it
    only if the difference is.
    """
    if not others:
        return baseline
    low, high = wilson(made, others) or (0.0, 1.0)
    return replace(
        baseline,
        low=min(1.0, low + baseline.low) if baseline.low else 0.0,
        high=min(1.0, high + baseline.high),
        source=f"{baseline.source}; this is added to the share in the other situation, {made / others:.0%} of {others:,}",
    )


def flag_proven(checks: Mapping[str, FrequencyCheck], findings: Sequence[Finding]) -> list[Finding]:
    """Return one player's findings, with the verdict `flag` where the evidence is strong enough."""
    tested = [
        finding
        for finding in findings
        if finding.verdict is not Verdict.TOO_FEW and finding.kind not in UNPROVEN
    ]
    passing = discoveries([_p_value(checks[finding.leak.id], finding) for finding in tested])
    proven = {
        finding.leak.id
        for index, finding in enumerate(tested)
        if index in passing and _wholly_outside(checks[finding.leak.id], finding)
    }
    return [
        replace(finding, verdict=Verdict.FLAG) if finding.leak.id in proven else finding
        for finding in findings
    ]


def _edge(check: FrequencyCheck, finding: Finding) -> float:
    """Return the end of the baseline on the side of the leak; without a baseline every frequency is inside."""
    low, high = finding.baseline or (0.0, 1.0)
    return high if check.too_high else low


def _excess(check: FrequencyCheck, finding: Finding, share: float) -> float:
    """Return how far a share lies outside the baseline on the side of the leak, 0 inside."""
    past = share - _edge(check, finding)
    return max(0.0, past if check.too_high else -past)


def _p_value(check: FrequencyCheck, finding: Finding) -> float:
    """Return the probability of a result this extreme for a player at the edge of the baseline."""
    return binomial_tail(finding.made, finding.chances, _edge(check, finding), upper=check.too_high)


def _wholly_outside(check: FrequencyCheck, finding: Finding) -> bool:
    nearer = finding.low if check.too_high else finding.high
    return nearer is not None and _excess(check, finding, nearer) > 0
