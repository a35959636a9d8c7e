"""The kinds of statistics: what is counted over the rows, and what is made of the counts.

A kind declares `Cell`s, sums over rows that satisfy a predicate. Cells add up, so one query gives the cells of
all statistics and groups can be joined afterwards; the estimate, its interval and its JSON follow from the kind.
Predicates are SQL that DuckDB and Polars read alike: no `IS TRUE`, no list functions. Nothing here runs a query.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import accumulate
from math import sqrt
from typing import Any, Literal, Protocol

from badugi_hh.facts.columns import GAMES
from badugi_hh.stats.definitions.estimates import ROUNDING, Clusters, Estimate, Moments, clustered_per_hundred
from badugi_hh.stats.definitions.intervals import clip, wilson

Cells = Mapping[str, Any]
"""The sums of one group by the cells' names; for a cell that asks how often, that by value, or None for no row."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The number of rows where `where` holds, or with `amount` the sum of that expression over them.

    `how` may ask for the sum of its squares, its largest value, at least 0, or how often it took each value instead.
    """

    name: str
    where: str
    amount: str | None = None
    how: Literal["sum", "squares", "max", "times"] = "sum"

    @property
    def sql(self) -> str:
        """Return the aggregate as DuckDB computes it; no row gives 0."""
        if self.amount is None:
            return f"count(*) FILTER (WHERE {self.where})"
        if self.how == "times":
            return f"histogram({self.amount}) FILTER (WHERE {self.where})"
        if self.how == "squares":
            return f"coalesce(sum(({self.amount}) * ({self.amount})) FILTER (WHERE {self.where}), 0)"
        return f"coalesce({self.how}({self.amount}) FILTER (WHERE {self.where}), 0)"


@dataclass(frozen=True, slots=True)
class Measure:
    """One statistic of one group. Shares are fractions of 1; None is unknown, never 0.

    `n` counts the rows behind the value, for a proportion its chances; `made` is set for proportions and for
    ratios (their numerator). `counts` is set for distributions. An amount in several currencies has no value and
    no unit but `parts`, one measure each; so has a result in big bets of several of cash games, tournaments and play money,
    where `game` says which a part is of: a big bet is money in one and chips in the others. `within` is the game of such a result
    where there is only one.
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
    game: str | None = None
    within: str | None = None

    @property
    def chances(self) -> int:
        """Return the denominator: the chances of a proportion, or what a ratio divides by."""
        return self.n if self.kind != "ratio" else self.n - (self.made or 0)

    @property
    def is_share(self) -> bool:
        """Return whether the value is a fraction of 1, to be read in percent."""
        unit = self.unit or ""
        return self.kind == "proportion" or unit == "chance" or unit.startswith("of the ")

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
        if self.kind == "ratio":
            told |= {"made": self.made, "chances": self.chances}
        if self.game is not None:
            told["game"] = self.game
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


def _joined(purses: Mapping[str, Cells]) -> dict[str, Any]:
    """Add the cells of all purses; only for what carries no unit of money."""
    total: dict[str, Any] = {}
    for cells in purses.values():
        for name, sum_ in cells.items():
            total[name] = total.get(name, 0) + sum_
    return total


def _steady(figure: float | None) -> float | None:
    """Return a figure without its last digits, which depend on the order of adding and so are others each time."""
    return None if figure is None else round(figure, 9) or abs(0 * figure)  # 0 has no sign


def _each_game(
    purses: Mapping[str, Cells], measure: Callable[[Mapping[str, Cells]], Measure], *, apart: bool = True
) -> Measure:
    """Return the measure of all purses; where `apart` and several games have rows, one part for each of them."""
    games: dict[str, dict[str, Cells]] = {"cash": {}, "tournament": {}, "play money": {}}
    for purse, cells in purses.items():
        games[GAMES.get(purse, "cash")][purse] = cells
    parts = tuple(replace(measure(own), game=game) for game, own in games.items() if own)
    parts = tuple(part for part in parts if part.n)
    if not apart or not parts:
        return measure(purses)
    if len(parts) == 1:
        return replace(measure(purses), within=parts[0].game)
    return Measure(parts[0].kind, None, sum(part.n for part in parts), parts=parts)


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
    """A sum. Without a `unit` it is money or chips, in whole units of each purse, and purses are never added.

    With `per` the unit is made of so many of the amount's: hours of 3600 seconds.
    """

    over: str
    amount: str
    unit: str | None = None
    per: int = 1
    name: str = "total"

    def cells(self) -> tuple[Cell, ...]:
        """Return the number of rows and the sum over them."""
        return (Cell("n", self.over), Cell("sum", self.over, self.amount))

    def measure(self, purses: Mapping[str, Cells]) -> Measure:
        """Return the sum; in several purses one part for each."""
        if self.unit is not None:
            sums = _joined(purses)
            total = sums["sum"] if self.per == 1 else sums["sum"] / self.per
            return Measure(self.name, _steady(total if sums["n"] else None), int(sums["n"]), self.unit)
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
class Computed:
    """A function of the number, mean and spread of an amount that carries no currency, such as big bets.

    `finish` gives value, low and high, each None where unknown. Results of play are told apart `by_game`. Values that
    are all alike do not show how far values differ: their deviation is unknown, not 0. The interval ends at the `least`
    and the `most` that a value can be; where rows differ in that, `most` is SQL, its largest value counts, and NULL in
    one row is no bound.
    """

    over: str
    amount: str
    unit: str
    finish: Callable[[Moments], Estimate]
    by_game: bool = False
    least: float | None = None
    most: float | str | None = None
    name: str = "computed"

    def cells(self) -> tuple[Cell, ...]:
        """Return the number of rows, the sum and the sum of squares, and what bounds the rows where they differ."""
        cells = (
            Cell("n", self.over),
            Cell("sum", self.over, self.amount),
            Cell("squares", self.over, self.amount, "squares"),
        )
        if not isinstance(self.most, str):
            return cells
        bounded = f"({self.over}) AND {self.most} IS NOT NULL"
        return (*cells, Cell("bounded", bounded), Cell("most", bounded, self.most, "max"))

    def measure(self, purses: Mapping[str, Cells]) -> Measure:
        """Return what `finish` makes of the moments, None without a row."""
        return _each_game(purses, self._of, apart=self.by_game)

    def _of(self, purses: Mapping[str, Cells]) -> Measure:
        sums = _joined(purses)
        n = int(sums["n"])
        if n == 0:
            return Measure(self.name, None, 0, self.unit)
        total, squares = float(sums["sum"]), float(sums["squares"])
        mean = total / n if abs(total) > ROUNDING * sqrt(n * squares) else 0.0
        spread = squares - n * mean * mean
        deviation = sqrt(spread / (n - 1)) if spread > ROUNDING * squares else None
        value, low, high = map(_steady, self.finish(Moments(n, mean, deviation)))
        most = self.most
        if isinstance(most, str):
            known = sums["bounded"] == n
            most = max(float(cells["most"]) for cells in purses.values()) if known else None
        return Measure(self.name, value, n, self.unit, *clip(low, high, self.least, most))


@dataclass(frozen=True, slots=True)
class Quotient:
    """A sum over another sum, such as what came back over what was paid.

    `money` says that both are amounts of the rows' purse, which the unit names, so that several purses give one part
    each; otherwise both carry no currency. Results of play are told apart `by_game`.
    """

    over: str
    top: str
    bottom: str
    unit: str
    money: bool = False
    by_game: bool = False
    name: str = "quotient"

    def cells(self) -> tuple[Cell, ...]:
        """Return the number of rows and both sums."""
        return (
            Cell("n", self.over),
            Cell("top", self.over, self.top),
            Cell("bottom", self.over, self.bottom),
        )

    def measure(self, purses: Mapping[str, Cells]) -> Measure:
        """Return the quotient, None where the lower sum is 0."""
        if self.money and any(cells["n"] for cells in purses.values()):
            parts = tuple(self._of(cells, purse) for purse, cells in sorted(purses.items()) if cells["n"])
            if len(parts) == 1:
                return parts[0]
            return Measure(self.name, None, sum(part.n for part in parts), parts=parts)
        return _each_game(purses, lambda own: self._of(_joined(own), None), apart=self.by_game)

    def _of(self, sums: Cells, purse: str | None) -> Measure:
        value = _steady(float(sums["top"]) / float(sums["bottom"]) if sums["bottom"] else None)
        unit = self.unit if purse is None else f"{self.unit}, {purse}"
        return Measure(self.name, value, int(sums["n"]), unit)


@dataclass(frozen=True, slots=True)
class Largest:
    """The largest value of an amount, at least 0, in each game."""

    over: str
    amount: str
    unit: str
    name: str = "largest"

    def cells(self) -> tuple[Cell, ...]:
        """Return the number of rows and the largest value."""
        return (Cell("n", self.over), Cell("largest", self.over, self.amount, "max"))

    def measure(self, purses: Mapping[str, Cells]) -> Measure:
        """Return the largest value, None without a row."""
        return _each_game(purses, self._of)

    def _of(self, purses: Mapping[str, Cells]) -> Measure:
        n = sum(int(cells["n"]) for cells in purses.values())
        value = max(float(cells["largest"]) for cells in purses.values())
        return Measure(self.name, _steady(value) if n else None, n, self.unit)


@dataclass(frozen=True, slots=True)
class Median:
    """The middle one of an amount's values, or the mean of the two in the middle."""

    over: str
    amount: str
    unit: str
    name: str = "median"

    def cells(self) -> tuple[Cell, ...]:
        """Return how often the amount took each value."""
        return (Cell("times", self.over, self.amount, "times"),)

    def measure(self, purses: Mapping[str, Cells]) -> Measure:
        """Return the median, None without a row."""
        times = Counter[int]()
        for cells in purses.values():
            times.update(cells["times"] or {})
        n = times.total()
        value = (_at(times, (n - 1) // 2) + _at(times, n // 2)) / 2 if n else None
        return Measure(self.name, value, n, self.unit)


def _at(times: Mapping[int, int], place: int) -> int:
    """Return the value at a place, from 0, if each stood there as often as it was taken, the smallest first."""
    passed = accumulate(times[value] for value in sorted(times))
    return next(value for value, upto in zip(sorted(times), passed, strict=True) if upto > place)


@dataclass(frozen=True, slots=True)
class Luck:
    """How many times more than expected something happened, where each row has a known chance of its own.

    With `scaled` in standard deviations of that difference instead, None where nothing was left to chance.
    """

    over: str
    made: str
    chance: str
    unit: str
    scaled: bool = False
    name: str = "luck"

    def cells(self) -> tuple[Cell, ...]:
        """Return the rows, how often it happened, how often it was due, and the squares of the chances."""
        return (
            Cell("n", self.over),
            Cell("made", f"({self.over}) AND ({self.made})"),
            Cell("due", self.over, self.chance),
            Cell("squares", self.over, self.chance, "squares"),
        )

    def measure(self, purses: Mapping[str, Cells]) -> Measure:
        """Return the difference, None without a row."""
        sums = _joined(purses)
        n, made = int(sums["n"]), int(sums["made"])
        value: float | None = made - float(sums["due"]) if n else None
        if value is not None and self.scaled:
            # The variance is the sum of p (1 - p); a chance of 0 or 1 adds nothing to it.
            variance = float(sums["due"]) - float(sums["squares"])
            value = value / sqrt(variance) if variance > ROUNDING * n else None
        return Measure(self.name, _steady(value), n, self.unit, made=made)


@dataclass(frozen=True, slots=True)
class Excess:
    """By how much a share lies above one that is due anyway: a proportion and its Wilson interval, less a constant."""

    chances: str
    made: str
    due: float
    unit: str
    name: str = "excess"

    def cells(self) -> tuple[Cell, ...]:
        """Return the cells of the proportion."""
        return Proportion(self.chances, self.made).cells()

    def measure(self, purses: Mapping[str, Cells]) -> Measure:
        """Return the difference with its interval, None without a chance."""
        share = Proportion(self.chances, self.made).measure(purses)
        value, low, high = (
            None if end is None else end - self.due for end in (share.value, share.low, share.high)
        )
        return Measure(self.name, value, share.n, self.unit, low, high, share.made)


@dataclass(frozen=True, slots=True)
class Clustered:
    """A mean per 100 of values that come in clusters, in each game, with an interval from how the clusters differ.

    A row is a cluster: `total` is the sum of its values and `number` how many they are.
    """

    over: str
    total: str
    number: str
    unit: str
    name: str = "clustered"

    def cells(self) -> tuple[Cell, ...]:
        """Return the number of clusters and the sums of both, their squares and their product."""
        return (
            Cell("clusters", self.over),
            Cell("total", self.over, self.total),
            Cell("number", self.over, self.number),
            Cell("total_squares", self.over, self.total, "squares"),
            Cell("number_squares", self.over, self.number, "squares"),
            Cell("products", self.over, f"({self.total}) * ({self.number})"),
        )

    def measure(self, purses: Mapping[str, Cells]) -> Measure:
        """Return the mean, None without a value; `n` counts the values."""
        return _each_game(purses, self._of)

    def _of(self, purses: Mapping[str, Cells]) -> Measure:
        sums = Clusters(**_joined(purses))
        value, low, high = map(_steady, clustered_per_hundred(sums))
        return Measure(self.name, value, int(sums.number), self.unit, low, high)
