"""The aggregates that a kind of statistic needs: counts and sums over the rows that satisfy a conjunction.

Aggregates add up, so one query computes those of all statistics, and groups can be combined afterwards. Predicates and
amounts are SQL that DuckDB and Polars evaluate alike: no `IS TRUE`, no list functions. Nothing here runs a query.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

Conjunction = tuple[str, ...]
"""Predicates in SQL that AND combines; each is parsed once, however many statistics have it."""

AggregateValues = Mapping[str, Any]
"""The values of one group by the aggregates' names; of a histogram the count of each value, or None without a row."""


@dataclass(frozen=True, slots=True)
class Aggregate:
    """The number of rows where all predicates of `where` are true, or with `amount` the sum of that expression over them.

    `how` selects instead of the sum that of its squares, its largest value (at least 0), the number of rows in which it is
    known, or its histogram.
    """

    name: str
    where: Conjunction
    amount: str | None = None
    how: Literal["sum", "squares", "max", "known", "histogram"] = "sum"

    @property
    def predicate(self) -> str:
        """Return the conjunction as one SQL predicate."""
        return " AND ".join(f"({predicate})" for predicate in self.where)

    @property
    def sql(self) -> str:
        """Return the aggregate as DuckDB computes it directly; no row gives 0."""
        filtered = f"FILTER (WHERE {self.predicate})"
        if self.amount is None:
            return f"count(*) {filtered}"
        if self.how == "histogram":
            return f"histogram({self.amount}) {filtered}"
        if self.how == "squares":
            return f"coalesce(sum(({self.amount}) * ({self.amount})) {filtered}, 0)"
        if self.how == "known":
            return f"count({self.amount}) {filtered}"
        return f"coalesce({self.how}({self.amount}) {filtered}, 0)"
