"""Kinds that count rows: shares, ratios of counts, distributions, and counts compared with what is expected."""

from dataclasses import dataclass
from math import sqrt

from badugi_hh.stats.definitions.estimates import ROUNDING
from badugi_hh.stats.definitions.intervals import wilson
from badugi_hh.stats.definitions.kinds.kind import (
    RATIO,
    Aggregate,
    ByDenomination,
    Conjunction,
    Measure,
    Unit,
    combine_denominations,
    round_sum,
)


@dataclass(frozen=True, slots=True)
class Proportion:
    """How often an action was taken of its opportunities, the rows `over`: two integers and a Wilson interval.

    `made` is counted among the opportunities only.
    """

    over: Conjunction
    made: Conjunction
    name: str = "proportion"

    def aggregates(self) -> tuple[Aggregate, ...]:
        """Return the number of opportunities and of those that were taken."""
        return (Aggregate("chances", self.over), Aggregate("made", (*self.over, *self.made)))

    def measure(self, values: ByDenomination) -> Measure:
        """Return the share with its interval, all None without an opportunity."""
        sums = combine_denominations(values)
        made, chances = int(sums["made"]), int(sums["chances"])
        low, high = wilson(made, chances) or (None, None)
        value = made / chances if chances else None
        return Measure(self.name, value, chances, None, low, high, made)


@dataclass(frozen=True, slots=True)
class CountRatio:
    """One count divided by another that does not include it, such as bets and raises by calls.

    The value is None where the divisor is 0; `n` is the sum of both counts.
    """

    over: Conjunction
    top: Conjunction
    bottom: Conjunction
    name: str = "ratio"

    def aggregates(self) -> tuple[Aggregate, ...]:
        """Return both counts."""
        return (Aggregate("top", (*self.over, *self.top)), Aggregate("bottom", (*self.over, *self.bottom)))

    def measure(self, values: ByDenomination) -> Measure:
        """Return the ratio and both counts."""
        sums = combine_denominations(values)
        top, bottom = int(sums["top"]), int(sums["bottom"])
        return Measure(self.name, top / bottom if bottom else None, top + bottom, RATIO, made=top)


@dataclass(frozen=True, slots=True)
class Distribution:
    """How often a whole number had each of its values; the measure's value is the mean."""

    over: Conjunction
    value: str
    bins: tuple[int, ...]
    unit: Unit
    name: str = "distribution"

    def aggregates(self) -> tuple[Aggregate, ...]:
        """Return the count of each value."""
        return tuple(
            Aggregate(f"bin_{value}", (*self.over, f"({self.value}) = {value}")) for value in self.bins
        )

    def measure(self, values: ByDenomination) -> Measure:
        """Return the mean and the counts."""
        sums = combine_denominations(values)
        counts = {value: int(sums[f"bin_{value}"]) for value in self.bins}
        n = sum(counts.values())
        mean = sum(value * count for value, count in counts.items()) / n if n else None
        return Measure(self.name, mean, n, self.unit, counts=counts)


@dataclass(frozen=True, slots=True)
class ObservedMinusExpected:
    """How many times more than expected an event happened, where each row has its own known probability `chance`.

    `standardized` divides the difference by its standard deviation; it is None where every probability is 0 or 1.
    """

    over: Conjunction
    made: Conjunction
    chance: str
    unit: Unit
    standardized: bool = False
    name: str = "luck"

    def aggregates(self) -> tuple[Aggregate, ...]:
        """Return the rows, the observed count, the expected count, and the sum of the squared probabilities."""
        return (
            Aggregate("n", self.over),
            Aggregate("made", (*self.over, *self.made)),
            Aggregate("expected", self.over, self.chance),
            Aggregate("squares", self.over, self.chance, "squares"),
        )

    def measure(self, values: ByDenomination) -> Measure:
        """Return the difference, None without a row."""
        sums = combine_denominations(values)
        n, made = int(sums["n"]), int(sums["made"])
        value: float | None = made - float(sums["expected"]) if n else None
        if value is not None and self.standardized:
            # The variance is the sum of p (1 - p); a probability of 0 or 1 adds nothing to it.
            variance = float(sums["expected"]) - float(sums["squares"])
            value = value / sqrt(variance) if variance > ROUNDING * n else None
        return Measure(self.name, round_sum(value), n, self.unit, made=made)


@dataclass(frozen=True, slots=True)
class ExcessOverBaseline:
    """A proportion and its Wilson interval, minus a constant `baseline`."""

    over: Conjunction
    made: Conjunction
    baseline: float
    unit: Unit
    name: str = "excess"

    def aggregates(self) -> tuple[Aggregate, ...]:
        """Return the aggregates of the proportion."""
        return Proportion(self.over, self.made).aggregates()

    def measure(self, values: ByDenomination) -> Measure:
        """Return the difference with its interval, None without an opportunity."""
        share = Proportion(self.over, self.made).measure(values)
        value, low, high = (
            None if end is None else end - self.baseline for end in (share.value, share.low, share.high)
        )
        return Measure(self.name, value, share.n, self.unit, low, high, share.made)
