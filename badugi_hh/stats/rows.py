"""The rows that statistics run over, and the dimensions they can be split by: each declared once.

A row set is the rows of one table for the seats that a filter chose, with some columns of their hand beside
them, so that a predicate names columns only and never a table. Nothing here counts.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import duckdb

from badugi_hh.facts.columns import DECISIONS, DRAWS, SEATS
from badugi_hh.stats.filters import Filter, FilterError, Parameter

ROW_SETS = (SEATS.name, DECISIONS.name, DRAWS.name)

HAND_COLUMNS = (
    "site",
    "hand_id",
    "played_at",
    "game",
    "betting",
    "small_bet",
    "big_bet",
    "currency",
    "unit",
    "players",
    "total_pot",
    "rake",
)
"""Columns of `hands` that every row set carries, where the table itself has none of that name."""
_OWN_COLUMNS = {table.name: table.names for table in (SEATS, DECISIONS, DRAWS)}

# What amounts can be added up with: one currency, or one sort of chips.
_PURSE = (
    "CASE WHEN hands.unit = 'chip' THEN CASE hands.game WHEN 'tournament' THEN 'tournament chips' "
    "ELSE 'play chips' END ELSE coalesce(hands.currency || ' ', '') || 'cents' END"
)


@dataclass(frozen=True, slots=True)
class Dimension:
    """Something that results can be split by: an SQL text over `hands` and `seats`, and the order of its values."""

    name: str
    title: str
    sql: str
    order: tuple[str, ...] = ()

    def rank(self, value: str) -> tuple[int, str]:
        """Return a key that sorts values in the dimension's order, unlisted ones after it by name."""
        return (self.order.index(value) if value in self.order else len(self.order)), value


UNKNOWN = "unknown"


def _known(sql: str) -> str:
    return f"coalesce({sql}, '{UNKNOWN}')"


_DIMENSIONS = (
    Dimension(
        "position",
        "position at the table",
        _known("seats.position"),
        ("EP", "MP", "HJ", "CO", "BTN", "SB", "BB"),
    ),
    Dimension("stakes", "stakes as written", _known("hands.stakes")),
    Dimension("betting", "limit type", _known("hands.betting"), ("fixed", "half-pot", "pot", "no-limit")),
    Dimension("game", "cash games or tournaments", _known("hands.game"), ("cash", "tournament")),
    Dimension(
        "table_size",
        "players dealt in",
        "CASE WHEN hands.players <= 2 THEN '2' WHEN hands.players <= 4 THEN '3-4' "
        "WHEN hands.players <= 6 THEN '5-6' WHEN hands.players > 6 THEN '7 and more' "
        f"ELSE '{UNKNOWN}' END",
        ("2", "3-4", "5-6", "7 and more"),
    ),
    Dimension("month", "month, by UTC", _known("strftime(hands.played_at, '%Y-%m')")),
    Dimension("draw_line", "cards drawn at each draw taken", "coalesce(seats.draw_line, 'no draw')"),
    Dimension(
        "starting_class",
        "class of the cards dealt",
        _known("seats.starting_class"),
        ("badugi", "three-card", "two-card", "one-card"),
    ),
    Dimension("tournament", "tournament", "coalesce(hands.tournament_id, 'none')"),
)

DIMENSIONS: dict[str, Dimension] = {dimension.name: dimension for dimension in _DIMENSIONS}


def dimensions(names: Sequence[str]) -> tuple[Dimension, ...]:
    """Return the dimensions named; a hyphen may stand for an underscore.

    Raises:
        FilterError: there is no such dimension.
    """
    found = []
    for name in names:
        dimension = DIMENSIONS.get(name.replace("-", "_"))
        if dimension is None:
            raise FilterError(f"{name!r} is nothing to split by; there are {', '.join(DIMENSIONS)}")
        found.append(dimension)
    return tuple(found)


def row_set(table: str, chosen: Filter, by: Sequence[Dimension] = ()) -> tuple[str, list[Parameter]]:
    """Return a query for the rows of `table` of the chosen seats, and its parameters.

    Beside the table's columns a row has `HAND_COLUMNS`, `purse`, and `by_<name>` for each dimension.
    """
    predicate, parameters = chosen.sql()
    beside = [f"hands.{column}" for column in HAND_COLUMNS if column not in _OWN_COLUMNS[table]]
    beside += [f"{_PURSE} AS purse", *(f"{dimension.sql} AS by_{dimension.name}" for dimension in by)]
    own = "seats.*" if table == "seats" else "seats.hand_key, seats.seat"
    query = (
        f"SELECT {own}, {', '.join(beside)} FROM seats JOIN hands ON hands.hand_key = seats.hand_key "
        f"WHERE {predicate}"
    )
    if table != "seats":
        query = f"SELECT * FROM {table} JOIN ({query}) AS chosen USING (hand_key, seat)"
    return query, parameters


@contextmanager
def asked(chosen: Filter) -> Iterator[None]:
    """Turn what DuckDB says of the filter's own SQL into one line.

    Raises:
        FilterError: the filter has SQL of its own and the query around it failed.
    """
    try:
        yield
    except duckdb.Error as error:
        if chosen.where is None:
            raise
        raise FilterError(f"the condition {chosen.where!r} cannot be used: {_first_line(error)}") from error


def fetch(
    con: duckdb.DuckDBPyConnection, chosen: Filter, query: str, parameters: Sequence[Any]
) -> list[dict[str, Any]]:
    """Run a query built from `row_set` and return its rows by column name.

    Raises:
        FilterError: the filter has SQL of its own that cannot be used.
    """
    with asked(chosen):
        cursor = con.execute(query, parameters)
        names = [column[0] for column in cursor.description or ()]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0] if str(error) else type(error).__name__
