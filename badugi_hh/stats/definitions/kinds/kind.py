"""What every kind of statistic offers: its aggregates, and the measure that follows; and what the kinds share.

Aggregates are counts and sums over the rows that satisfy a conjunction. They add up, so one query computes those of all
statistics, and groups can be combined afterwards. Predicates and amounts are SQL that DuckDB and Polars evaluate alike: no
`IS TRUE`, no list functions. Nothing here runs a query.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol

from badugi_hh.facts.schema import GAMES
from badugi_hh.stats.definitions.kinds.measure import Measure

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


ByDenomination = Mapping[str, AggregateValues]
"""The aggregates of one group for each denomination: a currency, or a kind of chips."""


class Kind(Protocol):
    """A kind of statistic: the rows it runs over, its aggregates, and the measure that follows from their values."""

    @property
    def over(self) -> Conjunction:
        """Return the predicates of the rows that it counts."""

    @property
    def name(self) -> str:
        """Return the kind's name in JSON and on pages."""

    def aggregates(self) -> tuple[Aggregate, ...]:
        """Return the aggregates that the kind needs."""

    def measure(self, values: ByDenomination) -> Measure:
        """Return the estimate from the aggregates' values."""


def combine_denominations(values: ByDenomination) -> dict[str, Any]:
    """Return the sums over all denominations; only for aggregates that are not amounts of one."""
    total: dict[str, Any] = {}
    for sums in values.values():
        for name, value in sums.items():
            total[name] = total.get(name, 0) + value
    return total


def round_sum(figure: float | None) -> float | None:
    """Return a figure without its last digits, which depend on the order of addition and so differ from run to run."""
    return None if figure is None else round(figure, 9) or abs(0 * figure)  # 0 has no sign


def separate_games(
    values: ByDenomination, measure: Callable[[ByDenomination], Measure], *, by_game: bool = True
) -> Measure:
    """Return the measure of all denominations; `by_game` gives it a part for each game, if several games have rows."""
    games: dict[str, dict[str, AggregateValues]] = {"cash": {}, "tournament": {}, "play money": {}}
    for denomination, sums in values.items():
        games[GAMES.get(denomination, "cash")][denomination] = sums
    parts = tuple(replace(measure(of_game), game=game) for game, of_game in games.items() if of_game)
    parts = tuple(part for part in parts if part.n)
    if not by_game or not parts:
        return measure(values)
    if len(parts) == 1:
        return replace(measure(values), within=parts[0].game)
    return Measure(parts[0].kind, None, sum(part.n for part in parts), parts=parts)
