"""The hands behind a number: those that a leak check counts against a player, those of a node of losses, or that a statistic counts.

Without either they are those of the parts that the filter keeps of a split.

Each is a query for the seats, which the search for hands restricts its list to. Nothing here lists or sorts.
"""

from dataclasses import dataclass
from itertools import chain

import duckdb

from badugi_hh.api.choices import Sort
from badugi_hh.facts.schema import DECISIONS, DRAWS, SEATS
from badugi_hh.facts.views import VERDICTS
from badugi_hh.stats.definitions.kinds import (
    Conjunction,
    CountRatio,
    ExcessOverBaseline,
    ObservedMinusExpected,
    Proportion,
)
from badugi_hh.stats.definitions.kinds.kind import all_of, columns_of
from badugi_hh.stats.definitions.row_sets import HAND_LOSSES, price_columns
from badugi_hh.stats.definitions.stat import Stat
from badugi_hh.stats.selection.filters import Filter, FilterError, kept_values
from badugi_hh.stats.selection.rows import row_set
from badugi_hh.stats.selection.statistic_names import selected_stats

_TABLES = {SEATS.name, DECISIONS.name, DRAWS.name, VERDICTS.name}


@dataclass(frozen=True, slots=True)
class Behind:
    """Which hands a list is restricted to: those of a leak check, or those of a statistic.

    `leak` is the id of a check, the common beginning of several ids, or the id of a node of losses. `stat` is the name of a statistic; `made` is
    true for the rows that it counts, false for the opportunities that were not taken, None for all opportunities.

    Raises:
        FilterError: both are given, or `made` is given without a statistic.
    """

    leak: str | None = None
    stat: str | None = None
    made: bool | None = None

    def __post_init__(self) -> None:
        if self.leak is not None and self.stat is not None:
            raise FilterError("a leak and a statistic are given; give one of them")
        if self.made is not None and self.stat is None:
            raise FilterError("made and missed belong to a statistic; name one, for example three_bet")

    def seats(self, con: duckdb.DuckDBPyConnection, hand_filter: Filter) -> tuple[str, list[object]] | None:
        """Return a query for the seats among the filter's, and its parameters; None for all.

        It has a row for each mistake or counted action: hand_key, seat, and the cost in big bets, NULL where it is unknown.

        Raises:
            FilterError: there is no such check or statistic, the statistic does not count single hands that way, or no
                rows have all the dimensions of which the filter keeps a value.
        """
        if self.leak is not None:
            return _seats_of_leak(con, hand_filter, self.leak)
        if self.stat is not None:
            return _seats_of_stat(hand_filter, self.stat, made=self.made)
        return _seats_of_parts(hand_filter) if hand_filter.only else None

    @property
    def order(self) -> Sort:
        """Return the order of the list where none is asked for: the dearest hands of a node first."""
        from badugi_hh.leaks.loss_nodes import is_node

        return Sort.LOSS if self.leak is not None and is_node(self.leak) else Sort.PLAYED

    def unpriced(self, con: duckdb.DuckDBPyConnection) -> tuple[list[str], bool]:
        """Return what is unknown of the check or the statistic because hands have no prices, and whether all of it is."""
        from badugi_hh.api import remarks

        if self.leak is not None:
            from badugi_hh.leaks.checks import NEED_PRICES, matching
            from badugi_hh.leaks.loss_nodes import is_node

            if is_node(self.leak):
                return remarks.without_losses(con)
            checks = set(NEED_PRICES).intersection(matching(self.leak))
            return remarks.without_costs(con, checks) if checks else ([], False)
        names = [] if self.stat is None else [stat.name for stat in selected_stats(self.stat)]
        nothing = remarks.without_prices(con, names)
        return nothing, bool(nothing)

    def why_none(self) -> str:
        """Return why no hand is behind a check, a node or a statistic, if the hands have prices."""
        if self.leak is None:
            return f"{self.stat} counts no selected hand in this way"
        from badugi_hh.leaks.loss_nodes import is_node

        if is_node(self.leak):
            return f"no selected hand lost anything at {self.leak}"
        return f"no selected hand counts against the player in {self.leak}"


def _seats_of_parts(hand_filter: Filter) -> tuple[str, list[object]]:
    """Return the seats of the parts that the filter keeps; of dimensions of single rows, those with such a row."""
    kept = [dimension for dimension, _ in kept_values(hand_filter)]
    of_rows = [table for table in (DECISIONS.name, DRAWS.name) if all(one.splits(table) for one in kept)]
    tables = of_rows or [DECISIONS.name] if any(one.within for one in kept) else [SEATS.name]
    queries = [_seats_where(table, hand_filter, "TRUE") for table in tables]
    return " UNION ALL ".join(query for query, _ in queries), list(chain(*(values for _, values in queries)))


def _seats_of_leak(
    con: duckdb.DuckDBPyConnection, hand_filter: Filter, name: str
) -> tuple[str, list[object]]:
    from badugi_hh.leaks.checks import CHECKS, FREQUENCY_CHECKS, matching
    from badugi_hh.leaks.loss_nodes import find_node, is_node
    from badugi_hh.leaks.loss_tree import hands_of_node
    from badugi_hh.leaks.rows_behind import rows_behind

    if is_node(name):
        return hands_of_node(hand_filter, find_node(name))
    checks = [CHECKS[id_] for id_ in matching(name)]
    query, parameters = rows_behind(con, hand_filter, checks)
    # A frequency is no mistake: no single hand of it has a cost.
    cost = "NULL" if checks[0].leak.id in FREQUENCY_CHECKS else "cost"
    return f"SELECT hand_key, seat, CAST({cost} AS DOUBLE) AS cost FROM ({query})", parameters


def _seats_of_stat(hand_filter: Filter, name: str, *, made: bool | None) -> tuple[str, list[object]]:
    stat, *more = selected_stats(name)
    if more:
        raise FilterError(f"{name!r} names several statistics; give one")
    if stat.rows == HAND_LOSSES and made is None:
        return _seats_where(VERDICTS.name, hand_filter, "TRUE")
    if stat.rows not in (*_TABLES, HAND_LOSSES):
        raise FilterError(
            f"{stat.name} is computed from sessions or from the sequence of hands; name a statistic of single hands"
        )
    over, counted = _predicates(stat)
    if made is None:
        return _seats_where(stat.rows, hand_filter, all_of(over))
    if counted is None:
        raise FilterError(
            f"{stat.name} is no share of opportunities; list its hands without --made and --missed"
        )
    condition = all_of(counted) if made else f"NOT coalesce({all_of(counted)}, false)"
    return _seats_where(stat.rows, hand_filter, f"{all_of(over)} AND {condition}")


def _predicates(stat: Stat) -> tuple[Conjunction, Conjunction | None]:
    """Return the predicates of a statistic's rows, and those of the counted ones if it is a share."""
    kind = stat.kind
    if isinstance(kind, CountRatio):
        return (*kind.over, f"({all_of(kind.top)} OR {all_of(kind.bottom)})"), kind.top
    if isinstance(kind, Proportion | ExcessOverBaseline | ObservedMinusExpected):
        return kind.over, kind.made
    return kind.over, None


def _seats_where(table: str, hand_filter: Filter, condition: str) -> tuple[str, list[object]]:
    priced = {column.name for column in price_columns(table)}
    prices = not priced.isdisjoint(columns_of(condition))
    rows, parameters = row_set(table, hand_filter, prices=prices)
    query = f"SELECT hand_key, seat, CAST(NULL AS DOUBLE) AS cost FROM ({rows}) WHERE {condition}"
    return query, list(parameters)
