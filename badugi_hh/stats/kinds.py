"""The kinds of statistics: what is counted over the rows, and what is made of the counts.

A kind declares `Cell`s, sums over rows that satisfy a predicate. Cells add up, so one query gives the cells of
all statistics and groups can be joined afterwards; the estimate, its interval and its JSON follow from the kind.
Predicates are SQL that DuckDB and Polars read alike: no `IS TRUE`, no list functions. Nothing here runs a query.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, Protocol

from badugi_hh.stats.intervals import student, wilson

Cells = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Cell:
    """The number of rows where `where` holds, or with `amount` the sum of that expression over them."""

    name: str
    where: str
    amount: str | None = None

    @property
    def sql(self) -> str:
        """Return the aggregate as DuckDB computes it; no row gives 0."""
        if self.amount is None:
            return f"count(*) FILTER (WHERE {self.where})"
        return f"coalesce(sum({self.amount}) FILTER (WHERE {self.where}), 0)"


@dataclass(frozen=True, slots=True)
class Measure:
    """One statistic of one group. Shares are fractions of 1; None is unknown, never 0.

    `n` counts the rows behind the value, for a proportion its chances; `made` is set for proportions and for
    ratios (their numerator). `counts` is set for distributions. An amount in several currencies has no value and
    no unit but `parts`, one measure each.
    """

    kind: str
    value: float | None
    n: int
    unit: str | None = None
    low: float | None = None
    high: float | None = None
    made: int | None = None
    counts: Mapping[int, int] = field(default_factory=dict)
    parts: tuple["Measure", ...] = ()

    @property
    def chances(self) -> int:
        """Return the denominator: the chances of a proportion, or what a ratio divides by."""
        return self.n if self.kind != "ratio" else self.n - (self.made or 0)

    def as_json(self) -> dict[str, Any]:
        """Return the measure as `--json` prints it."""
        if self.kind == "proportion":
            return {
                "made": self.made,
                "chances": self.n,
                "value": self.value,
                "low": self.low,
                "high": self.high,
            }
        told: dict[str, Any] = {"value": self.value, "unit": self.unit, "n": self.n}
        if self.low is not None:
            told |= {"low": self.low, "high": self.high}
        if self.counts:
            told["counts"] = {str(bin_): times for bin_, times in self.counts.items()}
        if self.parts:
            told["parts"] = [part.as_json() for part in self.parts]
        return told


class Kind(Protocol):
    """What every kind offers: its cells, and the measure made of their sums per purse."""

    @property
    def name(self) -> str:
        """Return the kind's name in JSON and on pages."""

    def cells(self) -> tuple[Cell, ...]:
        """Return the sums that the kind needs."""

    def measure(self, purses: Mapping[str, Cells]) -> Measure:
        """Return the estimate from the cells' sums, keyed by purse: a currency or a sort of chips."""


def _joined(purses: Mapping[str, Cells]) -> dict[str, float]:
    """Add the cells of all purses; only for what carries no unit of money."""
    total: dict[str, float] = {}
    for cells in purses.values():
        for name, sum_ in cells.items():
            total[name] = total.get(name, 0) + sum_
    return total


@dataclass(frozen=True, slots=True)
class Proportion:
    """How often something was done of the times it could have been: two integers and a Wilson interval.

    `made` is counted among the chances only.
    """

    chances: str
    made: str
    name: str = "proportion"

    def cells(self) -> tuple[Cell, ...]:
        """Return the chances and what was made of them."""
        return (
            Cell("chances", self.chances),
            Cell("made", f"({self.chances}) AND ({self.made})"),
        )

    def measure(self, purses: Mapping[str, Cells]) -> Measure:
        """Return the share with its interval, all None without a chance."""
        sums = _joined(purses)
        made, chances = int(sums["made"]), int(sums["chances"])
        interval = wilson(made, chances)
        low, high = interval or (None, None)
        value = made / chances if chances else None
        return Measure(self.name, value, chances, None, low, high, made)


@dataclass(frozen=True, slots=True)
class Ratio:
    """One count over another that is no part of it, such as bets and raises to calls.

    The value is None where the lower count is 0; `n` counts both.
    """

    over: str
    top: str
    bottom: str
    name: str = "ratio"

    def cells(self) -> tuple[Cell, ...]:
        """Return both counts."""
        return (
            Cell("top", f"({self.over}) AND ({self.top})"),
            Cell("bottom", f"({self.over}) AND ({self.bottom})"),
        )

    def measure(self, purses: Mapping[str, Cells]) -> Measure:
        """Return the ratio and its raw counts."""
        sums = _joined(purses)
        top, bottom = int(sums["top"]), int(sums["bottom"])
        return Measure(self.name, top / bottom if bottom else None, top + bottom, "ratio", made=top)


@dataclass(frozen=True, slots=True)
class Total:
    """A sum. Without a `unit` it is money or chips, in whole units of each purse, and purses are never added."""

    over: str
    amount: str
    unit: str | None = None
    name: str = "total"

    def cells(self) -> tuple[Cell, ...]:
        """Return the number of rows and the sum over them."""
        return (Cell("n", self.over), Cell("sum", self.over, self.amount))

    def measure(self, purses: Mapping[str, Cells]) -> Measure:
        """Return the sum; in several purses one part for each."""
        if self.unit is not None:
            sums = _joined(purses)
            return Measure(self.name, int(sums["sum"]), int(sums["n"]), self.unit)
        parts = tuple(
            Measure(self.name, int(cells["sum"]), int(cells["n"]), purse)
            for purse, cells in sorted(purses.items())
            if cells["n"]
        )
        if len(parts) == 1:
            return parts[0]
        return Measure(self.name, None, sum(part.n for part in parts), parts=parts)


@dataclass(frozen=True, slots=True)
class Distribution:
    """How often a whole number took each of its values; the measure's value is the mean."""

    over: str
    value: str
    bins: tuple[int, ...]
    unit: str
    name: str = "distribution"

    def cells(self) -> tuple[Cell, ...]:
        """Return the count of each value."""
        return tuple(Cell(f"bin_{bin_}", f"({self.over}) AND ({self.value}) = {bin_}") for bin_ in self.bins)

    def measure(self, purses: Mapping[str, Cells]) -> Measure:
        """Return the mean and the counts."""
        sums = _joined(purses)
        counts = {bin_: int(sums[f"bin_{bin_}"]) for bin_ in self.bins}
        n = sum(counts.values())
        mean = sum(bin_ * times for bin_, times in counts.items()) / n if n else None
        return Measure(self.name, mean, n, self.unit, counts=counts)


@dataclass(frozen=True, slots=True)
class Moments:
    """The number, mean and sample deviation of the values behind a computed statistic."""

    n: int
    mean: float
    deviation: float | None


@dataclass(frozen=True, slots=True)
class Computed:
    """A function of the number, mean and spread of an amount that carries no currency, such as big bets.

    `finish` gives value, low and high, each None where unknown.
    """

    over: str
    amount: str
    unit: str
    finish: Callable[[Moments], tuple[float | None, float | None, float | None]]
    name: str = "computed"

    def cells(self) -> tuple[Cell, ...]:
        """Return the number of rows, the sum and the sum of squares."""
        return (
            Cell("n", self.over),
            Cell("sum", self.over, self.amount),
            Cell("squares", self.over, f"({self.amount}) * ({self.amount})"),
        )

    def measure(self, purses: Mapping[str, Cells]) -> Measure:
        """Return what `finish` makes of the moments, None without a row."""
        sums = _joined(purses)
        n = int(sums["n"])
        if n == 0:
            return Measure(self.name, None, 0, self.unit)
        mean = sums["sum"] / n
        deviation = sqrt(max(0.0, sums["squares"] - n * mean * mean) / (n - 1)) if n > 1 else None
        value, low, high = self.finish(Moments(n, mean, deviation))
        return Measure(self.name, value, n, self.unit, low, high)


def per_hundred(moments: Moments) -> tuple[float, float | None, float | None]:
    """Return the mean per 100 rows and its 95 % interval by Student's t, unknown for a single row."""
    value = 100 * moments.mean
    if moments.deviation is None:
        return value, None, None
    reach = 100 * student(moments.n - 1) * moments.deviation / sqrt(moments.n)
    return value, value - reach, value + reach


def deviation_per_hundred(moments: Moments) -> tuple[float | None, None, None]:
    """Return the sample deviation of the sum of 100 rows: that of one row times 10."""
    return (None if moments.deviation is None else 10 * moments.deviation), None, None
