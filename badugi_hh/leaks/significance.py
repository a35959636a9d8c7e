"""Tests of significance: the exact binomial tail, and control of the false discovery rate among many checks."""

from collections.abc import Sequence
from math import exp, lgamma, log

_NEGLIGIBLE = 1e-17  # of the sum: further terms are smaller still


def binomial_tail(made: int, chances: int, share: float, *, upper: bool) -> float:
    """Return the probability of `made` or more (`upper`), or of `made` or fewer, out of `chances` at a true `share`.

    The result is exact: the sum of the terms, from the logarithms of the binomial coefficients. The terms of the shorter
    side are added from the largest one outwards until they no longer change the sum.

    Raises:
        ValueError: `made` is negative or above `chances`, or the share is not between 0 and 1.
    """
    if not 0 <= made <= chances or not 0 <= share <= 1:
        raise ValueError(f"{made} of {chances} at a share of {share} is not a binomial event")
    if share in {0, 1}:
        certain = chances if share else 0
        return float(certain >= made if upper else certain <= made)
    if upper:
        made, share = chances - made, 1 - share  # the others, of which there are this many or fewer
    if made > chances * share:
        return min(1.0, 1 - _lower_tail(chances - made - 1, chances, 1 - share))
    return min(1.0, _lower_tail(made, chances, share))


def _lower_tail(made: int, chances: int, share: float) -> float:
    """Return the probability of `made` or fewer, where `made` is at most the mean; 0 for -1."""
    total = 0.0
    for count in range(made, -1, -1):
        term = exp(
            lgamma(chances + 1)
            - lgamma(count + 1)
            - lgamma(chances - count + 1)
            + count * log(share)
            + (chances - count) * log(1 - share)
        )
        total += term
        if term <= total * _NEGLIGIBLE:
            break
    return total


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
