"""The intervals of estimates: Wilson for proportions and Student for means.

All are textbook methods, at 95%. Nothing here reads hands.
"""

from collections.abc import Iterable
from math import exp, fsum, hypot, lgamma, log, sqrt
from statistics import NormalDist

ENOUGH = 30
"""With fewer opportunities, or rows, a value is uncertain: it is marked, names no type, and has no running interval."""
Z = NormalDist().inv_cdf(0.975)
_LARGE_SHAPE = 1000


def wilson(made: int, chances: int) -> tuple[float, float] | None:
    """Return the 95% Wilson score interval of `made` out of `chances`, or None without an opportunity.

    Source: Wilson 1927, without continuity correction.

    Raises:
        ValueError: `made` is negative or above `chances`.
    """
    if not 0 <= made <= chances:
        raise ValueError(f"{made} of {chances} is no proportion")
    if chances == 0:
        return None
    share = made / chances
    spread = Z * Z / chances
    middle = (share + spread / 2) / (1 + spread)
    reach = Z * sqrt(share * (1 - share) / chances + spread / (4 * chances)) / (1 + spread)
    # At the ends the formula gives 0 and 1 but for the rounding of floats.
    low = 0.0 if made == 0 else middle - reach
    high = 1.0 if made == chances else middle + reach
    return low, high


def of_rare_sum(amounts: Iterable[float]) -> tuple[float, float] | None:
    """Return the 95% interval of a sum of amounts that a few of many rows have, or None if the sum is not positive.

    Neither the number of these rows nor their amounts are known beforehand. The amounts count as fewer equal ones, the square
    of their sum divided by the sum of their squares, whose number has a Poisson distribution. The upper end assumes one more
    amount, as large as the largest. Source: Fay and Feuer 1997, Statistics in Medicine 16, 791-801. Below ten amounts that
    differ much, it has the true sum in some 90 of 100 samples only: the largest amounts are not among them.
    """
    amounts = tuple(amounts)
    total = fsum(amounts)
    if total <= 0:
        return None
    squares, most = fsum(amount * amount for amount in amounts), max(amounts)
    above, squares_above = total + most, squares + most * most
    return (
        squares / total * _gamma_quantile(0.025, total * total / squares),
        squares_above / above * _gamma_quantile(0.975, above * above / squares_above),
    )


def _gamma_quantile(chance: float, shape: float) -> float:
    """Return the value below which a gamma variable of this shape and of scale 1 is with this probability.

    It starts from the approximation of Wilson and Hilferty 1931 and takes Newton steps on the series of the incomplete gamma
    function (Abramowitz and Stegun 6.5.29). From a shape of 1,000 on the approximation is exact to six digits.
    """
    spread = 1 / (9 * shape)
    value = shape * max(0.05, 1 - spread + NormalDist().inv_cdf(chance) * sqrt(spread)) ** 3
    if shape >= _LARGE_SHAPE:
        return value
    for _ in range(50):
        term = total = 1 / shape
        power = shape
        while term > total * 1e-16:
            power += 1
            term *= value / power
            total += term
        scale = exp(shape * log(value) - value - lgamma(shape))
        step = value * (total - chance / scale)
        value = max(value - step, value / 2)
        if abs(step) <= value * 1e-12:
            break
    return value


def student(freedom: int) -> float:
    """Return the 97.5% point of Student's t with `freedom` degrees of freedom.

    Exact for 1 and 2; from 3 on the expansion of Abramowitz and Stegun 26.7.5 (at most 0.2 % off at 3,
    0.01 % from 6 on).

    Raises:
        ValueError: `freedom` is below 1.
    """
    if freedom < 1:
        raise ValueError("a spread needs at least two values")
    if freedom == 1:
        return 12.706204736174698  # tan(0.475 pi)
    if freedom == 2:
        return 0.95 / sqrt(2 * 0.025 * 0.975)
    z, v = Z, freedom
    return (
        z
        + (z**3 + z) / (4 * v)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * v**4)
    )


def clip(
    low: float | None, high: float | None, least: float | None, most: float | None
) -> tuple[float | None, float | None]:
    """Return the ends of an interval, neither beyond the least and the most that is possible; None is unknown, no bound."""
    if low is not None and least is not None:
        low = max(low, float(least))
    if high is not None and most is not None:
        high = min(high, float(most))
    return low, high


Interval = tuple[float, float, float]
"""A value and the ends of its interval."""


def of_difference(first: Interval, second: Interval) -> tuple[float, float]:
    """Return the 95% interval of the difference of two independent values from the intervals of both.

    Source: Zou and Donner 2008, Statistics in Medicine 27, 1693-1702. For two shares with Wilson intervals it is method 10
    of Newcombe 1998, Statistics in Medicine 17, 873-890, without continuity correction.
    """
    (one, low, high), (other, below, above) = first, second
    difference = one - other
    return difference - hypot(one - low, above - other), difference + hypot(high - one, other - below)
