"""Judges the counts of checks: one function for each grade, from what was counted of a player to a finding.

Grade A: a mistake is a flag unless all mistakes have a cost and together cost next to nothing.

Grade B: a finding is a flag when it has enough opportunities, its whole Wilson interval lies outside the baseline on the side
of the leak, and it passes the Benjamini-Hochberg procedure at 10 % among the player's grade B checks with enough
opportunities. A frequency outside the baseline with weaker evidence is `watch`, and so is one that is compared with a
heuristic or a population, which take no part in that procedure.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import exp, fsum, lgamma, log, sqrt
from typing import TypeVar

from badugi_hh.leaks.check_counts import Counts, mean
from badugi_hh.leaks.finding import NOTABLE_COST, Finding, FrequencyFinding
from badugi_hh.leaks.leak import UNPROVEN, Baseline, Verdict
from badugi_hh.leaks.leak_check import Check, FrequencyCheck
from badugi_hh.leaks.rows_behind import Mistake
from badugi_hh.stats.definitions.intervals import of_rare_sum, wilson

AnyFinding = TypeVar("AnyFinding", bound=Finding)

_REACH = 20
ADDED = "this is added to the share in the other situation, {share:.0%} of {number:,}"


def judge_mistakes(
    check: Check, chances: int, mistakes: Sequence[Mistake], player: str, hands: int
) -> Finding:
    """Return the finding of a grade A check: a flag for mistakes of a notable or an unknown cost.

    The cost is the sum of the known ones. Mistakes that all have a cost, together below `NOTABLE_COST`, are only `watch`.
    """
    made = len(mistakes)
    costs: dict[int, list[float]] = {}
    for hand_key, cost in mistakes:
        if cost is not None:
            costs.setdefault(hand_key, []).append(cost)
    # Costs of one hand depend on each other, and are one amount.
    rates = [100 * fsum(of_hand) / hands for of_hand in costs.values()] if hands else []
    total = fsum(rates) if rates else None
    low, high = of_rare_sum(rates) or (None, None)
    priced = sum(map(len, costs.values()))
    if made:
        is_small = total is not None and priced == made and total < NOTABLE_COST
        verdict = Verdict.WATCH if is_small else Verdict.FLAG
    else:
        verdict = Verdict.FINE if chances else Verdict.TOO_FEW
    return Finding(
        check.leak,
        player,
        verdict,
        made,
        chances,
        cost=total,
        cost_low=low,
        cost_high=high,
        priced=priced,
    )


def judge_frequency(
    check: FrequencyCheck, counts: Counts, player: str, hands: int, baseline: Baseline | None = None
) -> FrequencyFinding:
    """Return the finding of one grade B check by itself, which is never a flag; `flag_proven` adds the flags.

    `baseline` is that of the check, possibly widened. A check with a price, or one that compares, changes it.
    """
    chances, made = counts["chances"], counts["made"]
    others, others_made = counts.get("others", 0), counts.get("others_made", 0)
    baseline = baseline or check.baseline
    price = None if check.price is None else mean(counts, "price")
    if price is not None:
        baseline = replace(baseline, low=price)
    compares = bool(check.situation.compared)
    if compares:
        baseline = _add_own_share(baseline, others_made, others)
    finding = FrequencyFinding(
        check.leak,
        player,
        Verdict.FINE,
        made,
        chances,
        baseline=baseline,
        compared=(others_made, others) if compares else None,
    )
    is_without_range = check.price is not None and price is None
    if chances < check.least or (compares and others < check.least) or is_without_range:
        return replace(finding, verdict=Verdict.TOO_FEW)
    excess = _excess(check, finding, made / chances)
    if not excess:
        return finding
    finding = replace(finding, verdict=Verdict.WATCH)
    cost = None if check.cost is None else mean(counts, "cost")
    if cost is None or not hands:
        return finding
    per_excess = max(0.0, cost) * 100 * chances / hands
    nearer, farther = _ends(check, finding)
    return replace(
        finding,
        cost=excess * per_excess,
        cost_low=_excess(check, finding, nearer) * per_excess,
        cost_high=_excess(check, finding, farther) * per_excess,
    )


def flag_proven(
    checks: Mapping[str, FrequencyCheck], findings: Sequence[FrequencyFinding]
) -> list[FrequencyFinding]:
    """Return one player's findings, with the verdict `flag` where the evidence is strong enough."""
    tested = [
        (checks[finding.leak.id], finding)
        for finding in findings
        if finding.verdict is not Verdict.TOO_FEW and finding.baseline.kind not in UNPROVEN
    ]
    # The probability of a result this extreme for a player at the edge of the baseline.
    passing = discoveries(
        [
            binomial_tail(finding.made, finding.chances, _edge(check, finding), upper=check.too_high)
            for check, finding in tested
        ]
    )
    proven = {
        finding.leak.id
        for index, (check, finding) in enumerate(tested)
        if index in passing and _excess(check, finding, _ends(check, finding)[0]) > 0
    }
    return [
        replace(finding, verdict=Verdict.FLAG) if finding.leak.id in proven else finding
        for finding in findings
    ]


def add_excluded(check: Check, counts: Counts, finding: AnyFinding) -> AnyFinding:
    """Return a finding with the number of cases that its check excludes."""
    number = counts["scope"] - counts["chances"]
    limits = check.situation.limits
    return replace(finding, excluded=((number, limits.reason),)) if limits.where and number else finding


def _add_own_share(baseline: Baseline, made: int, others: int) -> Baseline:
    """Return a baseline added to the player's share of `made` among `others` other rows.

    It begins at the lower and ends at the upper end of the 95 % interval of that share, so that a frequency is outside it
    only if the difference is.
    """
    ends = wilson(made, others)
    if ends is None:
        return baseline
    low, high = ends
    return baseline.changed(
        ADDED,
        min(1.0, low + baseline.low) if baseline.low else 0.0,
        min(1.0, high + baseline.high),
        share=made / others,
        number=others,
    )


def _edge(check: FrequencyCheck, finding: FrequencyFinding) -> float:
    """Return the end of the baseline on the side of the leak."""
    return finding.baseline.high if check.too_high else finding.baseline.low


def _excess(check: FrequencyCheck, finding: FrequencyFinding, share: float) -> float:
    """Return how far a share lies outside the baseline on the side of the leak, 0 inside."""
    past = share - _edge(check, finding)
    return max(0.0, past if check.too_high else -past)


def _ends(check: FrequencyCheck, finding: FrequencyFinding) -> tuple[float, float]:
    """Return the ends of the interval of the frequency, the one that is nearer to the baseline first."""
    low, high = finding.interval or (0.0, 1.0)
    return (low, high) if check.too_high else (high, low)


def binomial_tail(made: int, chances: int, share: float, *, upper: bool) -> float:
    """Return the probability of `made` or more (`upper`), or of `made` or fewer, out of `chances` at a true `share`.

    It is the sum of the terms, from the logarithms of the binomial coefficients, up to `_REACH` standard deviations.

    Raises:
        ValueError: `made` is negative or above `chances`, or the share is not between 0 and 1.
    """
    if not 0 <= made <= chances or not 0 <= share <= 1:
        raise ValueError(f"{made} of {chances} at a share of {share} is not a binomial event")
    if share in {0, 1}:
        certain = chances if share else 0
        return float(certain >= made if upper else certain <= made)
    if not upper:
        made, share = chances - made, 1 - share  # the others, of which there are this many or more
    mean, reach = chances * share, _REACH * (1 + sqrt(chances * share * (1 - share)))
    counts = range(max(made, int(mean - reach)), min(chances, int(max(made, mean) + reach)) + 1)
    coefficients = (lgamma(chances + 1) - lgamma(count + 1) - lgamma(chances - count + 1) for count in counts)
    terms = (
        exp(coefficient + count * log(share) + (chances - count) * log(1 - share))
        for count, coefficient in zip(counts, coefficients, strict=True)
    )
    return min(1.0, fsum(terms))


def discoveries(p_values: Sequence[float], rate: float = 0.1) -> frozenset[int]:
    """Return the indexes of the p-values that are discoveries at a false discovery rate of `rate`.

    The procedure of Benjamini and Hochberg (1995): find the largest k for which the k-th smallest of m p-values is at
    most `rate` · k / m; the k smallest p-values are the discoveries.
    """
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    kept = 0
    for place, index in enumerate(order, start=1):
        if p_values[index] <= rate * place / len(p_values):
            kept = place
    return frozenset(order[:kept])
