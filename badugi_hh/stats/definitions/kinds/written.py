"""Each kind of statistic in words, and what it counts as SQL, for `badugi-hh explain` and docs/stats.md.

The SQL is for readers, with a comment above each part; nothing here is run.
"""

from badugi_hh.stats.definitions.kinds.amounts import (
    ClusteredMean,
    Largest,
    Median,
    MomentStatistic,
    SumRatio,
    Total,
    VarianceRatio,
)
from badugi_hh.stats.definitions.kinds.counts import (
    CountRatio,
    Distribution,
    ExcessOverBaseline,
    ObservedMinusExpected,
    Proportion,
)
from badugi_hh.stats.definitions.kinds.kind import Conjunction, Kind

FORMULAS = {
    "proportion": (
        "proportion: how often an action was taken of its opportunities (made of chances), with a 95% Wilson interval"
    ),
    "ratio": "count ratio: one count divided by another that does not include it",
    "total": "total: a sum; amounts of different currencies are never added",
    "distribution": "distribution: how often a whole number had each value; the value is the mean",
    "computed": (
        "moment statistic: a figure computed from the count, mean and variance of an amount, with an interval if there is one"
    ),
    "quotient": "sum ratio: one sum divided by another",
    "largest": "maximum: the largest value of an amount",
    "median": "median: the median of an amount",
    "excess": "excess over baseline: a share minus its baseline, with the interval of the share",
    "clustered": (
        "cluster mean: a mean whose interval is derived from the differences between clusters, such as sessions"
    ),
    "luck": (
        "observed minus expected: a count minus its expectation, where each row has its own known probability"
    ),
}
"""The usual term for each kind and what it is, by the kind's name in JSON."""


def write_conditions(where: Conjunction) -> str:
    """Return predicates as one condition."""
    return " AND ".join(where)


def write_rule(kind: Kind) -> str:
    """Return what a kind counts as SQL; the many bins of a distribution have one condition.

    Raises:
        TypeError: the kind has no form here.
    """
    over = write_conditions(kind.over)
    match kind:
        case Distribution():
            return f"-- {kind.value}, where\n{over}"
        case Proportion():
            return f"-- opportunities\n{over}\n-- made\n{write_conditions(kind.made)}"
        case CountRatio():
            top, bottom = write_conditions(kind.top), write_conditions(kind.bottom)
            return f"-- over\n{over}\n-- this\n{top}\n-- to this\n{bottom}"
        case Total(divisor=divisor) if divisor > 1:
            return f"-- of {kind.amount}, divided by {divisor}, where\n{over}"
        case MomentStatistic(least=float() | int() as least, most=most):
            possible = f"at least {least:g}" if most is None else f"between {least:g} and {most}"
            return f"-- of {kind.amount}, {possible}, where\n{over}"
        case Total() | MomentStatistic() | Largest() | Median():
            return f"-- of {kind.amount}, where\n{over}"
        case SumRatio():
            return f"-- over\n{over}\n-- this\n{kind.top}\n-- to this\n{kind.bottom}"
        case VarianceRatio():
            return f"-- over\n{over}\n-- variance of this\n{kind.top}\n-- to that of this\n{kind.bottom}"
        case ExcessOverBaseline():
            made = write_conditions(kind.made)
            return f"-- opportunities\n{over}\n-- made\n{made}\n-- less\n{kind.baseline:.6f}"
        case ClusteredMean():
            return f"-- clusters\n{over}\n-- total of each\n{kind.total}\n-- over its number\n{kind.number}"
        case ObservedMinusExpected():
            made = write_conditions(kind.made)
            return f"-- over\n{over}\n-- made\n{made}\n-- with probability\n{kind.chance}"
        case _:
            raise TypeError(f"a kind without a written form: {kind!r}")
