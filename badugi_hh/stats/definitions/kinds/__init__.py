"""The kinds of statistics: which aggregates a kind needs, and the measure that follows from their values."""

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
from badugi_hh.stats.definitions.kinds.kind import (
    Aggregate,
    AggregateValues,
    ByDenomination,
    Conjunction,
    Kind,
    Measure,
    Unit,
    UnitKind,
)

__all__ = [
    "Aggregate",
    "AggregateValues",
    "ByDenomination",
    "ClusteredMean",
    "Conjunction",
    "CountRatio",
    "Distribution",
    "ExcessOverBaseline",
    "Kind",
    "Largest",
    "Measure",
    "Median",
    "MomentStatistic",
    "ObservedMinusExpected",
    "Proportion",
    "SumRatio",
    "Total",
    "Unit",
    "UnitKind",
    "VarianceRatio",
]
