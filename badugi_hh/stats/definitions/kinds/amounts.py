"""Kinds that add up an amount of each row: totals, means, ratios of sums, largest values and medians."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import accumulate
from math import sqrt
from typing import Literal

from badugi_hh.stats.definitions.estimates import (
    ROUNDING,
    Clusters,
    Estimate,
    Moments,
    clustered_per_hundred,
)
from badugi_hh.stats.definitions.intervals import clip
from badugi_hh.stats.definitions.kinds.kind import (
    RATIO,
    Aggregate,
    AggregateValues,
    ByDenomination,
    Conjunction,
    Measure,
    Unit,
    amount_in,
    combine_denominations,
    round_sum,
    separate_games,
)

_SUMS: tuple[Literal["sum", "squares"], ...] = ("sum", "squares")


@dataclass(frozen=True, slots=True)
class Total:
    """A sum. Without a `unit` it is an amount, and amounts of different denominations are never added.

    `divisor` converts the sum to the unit: 3600 for hours from seconds.
    """

    over: Conjunction
    amount: str
    unit: Unit | None = None
    divisor: int = 1
    name: str = "total"

    def aggregates(self) -> tuple[Aggregate, ...]:
        """Return the number of rows and the sum over them."""
        return (Aggregate("n", self.over), Aggregate("sum", self.over, self.amount))

    def measure(self, values: ByDenomination) -> Measure:
        """Return the sum; of several denominations one part for each."""
        if self.unit is not None:
            sums = combine_denominations(values)
            total = sums["sum"] if self.divisor == 1 else sums["sum"] / self.divisor
            return Measure(self.name, round_sum(total if sums["n"] else None), int(sums["n"]), self.unit)
        parts = tuple(
            Measure(self.name, int(of_one["sum"]), int(of_one["n"]), amount_in(denomination))
            for denomination, of_one in sorted(values.items())
            if of_one["n"]
        )
        return _of_parts(self.name, parts)


@dataclass(frozen=True, slots=True)
class MomentStatistic:
    """A function of the number, mean and standard deviation of an amount that has no denomination, such as big bets.

    `finish` returns value, low and high, each None where unknown. `by_game` separates the results of games. If all
    values are equal, they do not show how far values differ: their deviation is unknown, not 0. The interval ends at
    the `least` and the `most` that a value can be; where rows differ in that, `most` is SQL, its largest value counts,
    and NULL in one row is no bound.
    """

    over: Conjunction
    amount: str
    unit: Unit
    finish: Callable[[Moments], Estimate]
    by_game: bool = False
    least: float | None = None
    most: float | str | None = None
    name: str = "computed"

    def aggregates(self) -> tuple[Aggregate, ...]:
        """Return the number of rows, the sum and the sum of squares, and the bound of the rows where they differ."""
        moments = (
            Aggregate("n", self.over),
            Aggregate("sum", self.over, self.amount),
            Aggregate("squares", self.over, self.amount, "squares"),
        )
        if not isinstance(self.most, str):
            return moments
        bounded = (*self.over, f"{self.most} IS NOT NULL")
        return (*moments, Aggregate("bounded", bounded), Aggregate("most", bounded, self.most, "max"))

    def measure(self, values: ByDenomination) -> Measure:
        """Return what `finish` makes of the moments, None without a row."""
        return separate_games(values, self._of, by_game=self.by_game)

    def _of(self, values: ByDenomination) -> Measure:
        sums = combine_denominations(values)
        n = int(sums["n"])
        if n == 0:
            return Measure(self.name, None, 0, self.unit)
        moments = _moments(n, float(sums["sum"]), float(sums["squares"]))
        value, low, high = map(round_sum, self.finish(moments))
        most = self.most
        if isinstance(most, str):
            known = sums["bounded"] == n
            most = max(float(of_one["most"]) for of_one in values.values()) if known else None
        return Measure(self.name, value, n, self.unit, *clip(low, high, self.least, most))


@dataclass(frozen=True, slots=True)
class SumRatio:
    """A sum divided by another sum, such as prizes by costs.

    `in_denomination` states that both are amounts of the rows' denomination, which the unit names, so that several
    denominations give one part each; otherwise neither has one. `by_game` separates the results of games.
    """

    over: Conjunction
    top: str
    bottom: str
    unit: Unit
    in_denomination: bool = False
    by_game: bool = False
    name: str = "quotient"

    def aggregates(self) -> tuple[Aggregate, ...]:
        """Return the number of rows and both sums."""
        return (
            Aggregate("n", self.over),
            Aggregate("top", self.over, self.top),
            Aggregate("bottom", self.over, self.bottom),
        )

    def measure(self, values: ByDenomination) -> Measure:
        """Return the ratio, None where the divisor is 0."""
        if self.in_denomination and any(sums["n"] for sums in values.values()):
            parts = tuple(
                self._of(sums, replace(self.unit, denomination=denomination))
                for denomination, sums in sorted(values.items())
                if sums["n"]
            )
            return _of_parts(self.name, parts)
        return separate_games(
            values, lambda of_game: self._of(combine_denominations(of_game), self.unit), by_game=self.by_game
        )

    def _of(self, sums: AggregateValues, unit: Unit) -> Measure:
        value = round_sum(float(sums["top"]) / float(sums["bottom"]) if sums["bottom"] else None)
        return Measure(self.name, value, int(sums["n"]), unit)


@dataclass(frozen=True, slots=True)
class VarianceRatio:
    """The variance of an amount divided by that of another one, over the same rows; neither has a denomination.

    It is unknown for fewer than two rows, and where all values of an amount are equal.
    """

    over: Conjunction
    top: str
    bottom: str
    unit: Unit = RATIO
    name: str = "computed"

    def aggregates(self) -> tuple[Aggregate, ...]:
        """Return the number of rows, and the sum and the sum of squares of both amounts."""
        return (
            Aggregate("n", self.over),
            *(
                Aggregate(f"{name}_{how}", self.over, amount, how)
                for name, amount in (("top", self.top), ("bottom", self.bottom))
                for how in _SUMS
            ),
        )

    def measure(self, values: ByDenomination) -> Measure:
        """Return the ratio in each game."""
        return separate_games(values, self._of)

    def _of(self, values: ByDenomination) -> Measure:
        sums = combine_denominations(values)
        n = int(sums["n"])
        top, bottom = (
            _moments(n, float(sums[f"{name}_sum"]), float(sums[f"{name}_squares"])).deviation
            for name in ("top", "bottom")
        )
        return Measure(self.name, round_sum((top / bottom) ** 2) if top and bottom else None, n, self.unit)


@dataclass(frozen=True, slots=True)
class Largest:
    """The largest value of an amount, at least 0, in each game."""

    over: Conjunction
    amount: str
    unit: Unit
    name: str = "largest"

    def aggregates(self) -> tuple[Aggregate, ...]:
        """Return the number of rows and the largest value."""
        return (Aggregate("n", self.over), Aggregate("largest", self.over, self.amount, "max"))

    def measure(self, values: ByDenomination) -> Measure:
        """Return the largest value, None without a row."""
        return separate_games(values, self._of)

    def _of(self, values: ByDenomination) -> Measure:
        n = sum(int(sums["n"]) for sums in values.values())
        largest = max(float(sums["largest"]) for sums in values.values())
        return Measure(self.name, round_sum(largest) if n else None, n, self.unit)


@dataclass(frozen=True, slots=True)
class Median:
    """The median of an amount; of an even number of rows the mean of the two in the middle."""

    over: Conjunction
    amount: str
    unit: Unit
    name: str = "median"

    def aggregates(self) -> tuple[Aggregate, ...]:
        """Return the histogram of the amount."""
        return (Aggregate("histogram", self.over, self.amount, "histogram"),)

    def measure(self, values: ByDenomination) -> Measure:
        """Return the median, None without a row."""
        histogram = Counter[int]()
        for sums in values.values():
            histogram.update(sums["histogram"] or {})
        n = histogram.total()
        value = (_nth_value(histogram, (n - 1) // 2) + _nth_value(histogram, n // 2)) / 2 if n else None
        return Measure(self.name, value, n, self.unit)


@dataclass(frozen=True, slots=True)
class ClusteredMean:
    """A mean per 100 of values that come in clusters, in each game, with an interval from how the clusters differ.

    A row is a cluster: `total` is the sum of its values and `number` how many values it has.
    """

    over: Conjunction
    total: str
    number: str
    unit: Unit
    name: str = "clustered"

    def aggregates(self) -> tuple[Aggregate, ...]:
        """Return the number of clusters and the sums of both, of their squares and of their product."""
        return (
            Aggregate("clusters", self.over),
            Aggregate("total", self.over, self.total),
            Aggregate("number", self.over, self.number),
            Aggregate("total_squares", self.over, self.total, "squares"),
            Aggregate("number_squares", self.over, self.number, "squares"),
            Aggregate("products", self.over, f"({self.total}) * ({self.number})"),
        )

    def measure(self, values: ByDenomination) -> Measure:
        """Return the mean, None without a value; `n` is the number of values."""
        return separate_games(values, self._of)

    def _of(self, values: ByDenomination) -> Measure:
        sums = Clusters(**combine_denominations(values))
        value, low, high = map(round_sum, clustered_per_hundred(sums))
        return Measure(self.name, value, int(sums.number), self.unit, low, high)


def _moments(n: int, total: float, squares: float) -> Moments:
    """Return the moments of `n` values from their sum and the sum of their squares."""
    mean = total / n if abs(total) > ROUNDING * sqrt(n * squares) else 0.0
    spread = squares - n * mean * mean
    return Moments(n, mean, sqrt(spread / (n - 1)) if spread > ROUNDING * squares else None)


def _of_parts(kind: str, parts: tuple[Measure, ...]) -> Measure:
    """Return the only part, or a measure without a value that has several."""
    if len(parts) == 1:
        return parts[0]
    return Measure(kind, None, sum(part.n for part in parts), parts=parts)


def _nth_value(histogram: Mapping[int, int], index: int) -> int:
    """Return the value with an index, from 0, in the sorted sequence of all values that the histogram counts."""
    values = sorted(histogram)
    ends = accumulate(histogram[value] for value in values)
    return next(value for value, end in zip(values, ends, strict=True) if end > index)
