"""Estimates from the number, mean and standard deviation of values, behind moment statistics.

All are textbook formulas with intervals of 95%. Nothing here reads hands.
"""

from dataclasses import dataclass
from math import ceil, log, sqrt
from statistics import NormalDist

from badugi_hh.stats.definitions.intervals import Z, student


@dataclass(frozen=True, slots=True)
class Moments:
    """The number, mean and sample deviation of the values behind a moment statistic."""

    n: int
    mean: float
    deviation: float | None


ROUNDING = 1e-12
"""The relative rounding error of a sum of floats: a smaller remainder counts as 0."""

MIN_CLUSTERS = 10
"""With fewer clusters, their differences are too uncertain for an interval."""

MIN_RARE = 100
"""With fewer rows, the mean of rare amounts is too uncertain for an interval."""


@dataclass(frozen=True, slots=True)
class Clusters:
    """Sums over clusters of values, such as the hands of a session, each with its total and its number of values."""

    clusters: int
    total: float
    number: int
    total_squares: float
    number_squares: int
    products: float


Estimate = tuple[float | None, float | None, float | None]
"""A value, and the ends of its interval where it has one."""


def per_hundred(moments: Moments) -> Estimate:
    """Return the mean per 100 rows and its 95% interval by Student's t, unknown for a single row."""
    value, low, high = (None if end is None else 100 * end for end in average(moments))
    return value, low, high


def rare_per_hundred(moments: Moments) -> Estimate:
    """Return the mean per 100 rows of an amount that is 0 in most of them; the interval needs `MIN_RARE` rows.

    In fewer rows there may be no large amount at all, and Student's t would put the end of the interval near 0.
    """
    value, low, high = per_hundred(moments)
    return (value, low, high) if moments.n >= MIN_RARE else (value, None, None)


def deviation_per_hundred(moments: Moments) -> Estimate:
    """Return the sample deviation of the sum of 100 rows: that of one row times 10."""
    return (None if moments.deviation is None else 10 * moments.deviation), None, None


def average(moments: Moments) -> Estimate:
    """Return the mean and its 95% interval by Student's t, unknown for a single row."""
    if moments.deviation is None:
        return moments.mean, None, None
    reach = student(moments.n - 1) * moments.deviation / sqrt(moments.n)
    return moments.mean, moments.mean - reach, moments.mean + reach


def clustered_per_hundred(sums: Clusters) -> Estimate:
    """Return the mean per 100 values and its 95% interval where the values of a cluster may be alike.

    The mean is the ratio of two sums over clusters. Its variance is that of the clusters' residuals, total - mean x
    number, and Student's t has one degree of freedom less than there are clusters. There is no interval for fewer than
    `MIN_CLUSTERS` clusters, or if all residuals are 0: the sums then do not show how much clusters differ. Source: Cochran 1977,
    Sampling Techniques, 3rd edition, 6.4 and 6.5, without the correction for a finite population.
    """
    if sums.number == 0:
        return None, None, None
    mean = sums.total / sums.number
    if sums.clusters < MIN_CLUSTERS:
        return 100 * mean, None, None
    squares = sums.total_squares - 2 * mean * sums.products + mean * mean * sums.number_squares
    if squares <= ROUNDING * sums.total_squares:
        return 100 * mean, None, None
    deviation = sqrt(squares * sums.clusters / (sums.clusters - 1)) / sums.number
    reach = student(sums.clusters - 1) * deviation
    return 100 * mean, 100 * (mean - reach), 100 * (mean + reach)


def chance_of_winning(moments: Moments) -> Estimate:
    """Return the probability that the true mean is above 0, if the sample mean is normally distributed about it."""
    if not moments.deviation:
        return None, None, None
    return NormalDist().cdf(moments.mean * sqrt(moments.n) / moments.deviation), None, None


def rows_needed(moments: Moments) -> Estimate:
    """Return how many rows with this mean and standard deviation put 0 outside the 95% interval of the mean."""
    if moments.deviation is None or moments.mean == 0:
        return None, None, None
    return ceil((Z * moments.deviation / moments.mean) ** 2), None, None


def bankroll(moments: Moments) -> Estimate:
    """Return the capital that is lost with a probability of 5%: -ln(0.05) x variance / (2 x mean), for winners only.

    Source: ruin of a Brownian motion with drift.
    """
    if moments.deviation is None or moments.mean <= 0:
        return None, None, None
    return -log(0.05) * moments.deviation**2 / (2 * moments.mean), None, None
