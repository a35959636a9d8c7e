"""The rows that statistics run over, and the dimensions they can be split by: each declared once.

A row set is the rows of one table for the seats that a filter chose, with some columns of their hand beside
them, so that a predicate names columns only and never a table. Three more are derived: `course`, the seats in the
order of play with running figures, `sittings`, one row for each session of a player, and `entries`, one for each
tournament that he entered; `badugi_hh.stats.selection.selected_seats` makes them. The `player` of a row is the person behind the screen
name, where it was joined to one. Nothing here counts.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import duckdb

from badugi_hh.facts.columns import SEATS
from badugi_hh.stats.definitions.row_sets import HAND_COLUMNS, OWN, SEAT_COLUMNS
from badugi_hh.stats.selection.dimensions import Dimension, narrowed, sessions
from badugi_hh.stats.selection.filters import Filter, FilterError, Parameter
from badugi_hh.stats.selection.persons import COUNTED, PERSON
from badugi_hh.suggest import why_no_answer

_OF_SEAT = ("player", "screen_name")


def row_set(table: str, chosen: Filter, by: Sequence[Dimension] = ()) -> tuple[str, list[Parameter]]:
    """Return a query for the rows of `seats`, `decisions` or `draws` of the chosen seats, and its parameters.

    Beside the table's columns a row has `HAND_COLUMNS`, `SEAT_COLUMNS`, `player`, `screen_name`, and
    `by_<name>` for each dimension.

    Raises:
        FilterError: the filter keeps a part of a dimension that does not exist or that these rows do not have.
    """
    _refuse_unsplit(table, chosen)
    seats, parameters = seats_query(chosen, by)
    if table == SEATS.name:
        return seats, parameters
    beside = [*SEAT_COLUMNS, *(name for name in HAND_COLUMNS if name not in OWN[table]), *_OF_SEAT]
    beside += [f"by_{dimension.name}" for dimension in by if dimension.sql]
    query, narrowing = beside_rows(
        table, f"SELECT hand_key, seat, {', '.join(beside)} FROM ({seats})", chosen, by
    )
    return query, [*parameters, *narrowing]


def _refuse_unsplit(table: str, chosen: Filter) -> None:
    for dimension, _ in narrowed(chosen):
        if not dimension.splits(table):
            raise FilterError(
                f"{table} have no {dimension.name}, which belongs to {' and '.join(dimension.within)}"
            )


def beside_rows(
    table: str, seats: str, chosen: Filter, by: Sequence[Dimension] = ()
) -> tuple[str, list[Parameter]]:
    """Return a query for the decisions or draws of the seats of a query, beside their own columns, and its parameters.

    The parameters come after those of the seats. Parts that a filter keeps are kept, and a dimension of single rows is a
    column `by_<name>`.
    """
    within = "".join(
        f", {dimension.within[table]} AS by_{dimension.name}" for dimension in by if dimension.within
    )
    kept = [(dimension.within[table], part) for dimension, part in narrowed(chosen) if dimension.within]
    return (
        f"SELECT {table}.* EXCLUDE (player), chosen.* EXCLUDE (hand_key, seat){within} "
        f"FROM {table} JOIN ({seats}) AS chosen USING (hand_key, seat)"
        f" WHERE {' AND '.join(['true', *(f'{sql} = ?' for sql, _ in kept)])}"
    ), [part for _, part in kept]


def seats_query(chosen: Filter, by: Sequence[Dimension] = ()) -> tuple[str, list[Parameter]]:
    """Return a query for the chosen seats, and its parameters.

    A row has the columns of `seats`, `HAND_COLUMNS`, `screen_name`, and `by_<name>` for each dimension of hands;
    `player` is the person.

    Raises:
        FilterError: the filter keeps a part of a dimension that does not exist.
    """
    predicate, parameters = chosen.sql()
    beside = [f"hands.{column}" for column in HAND_COLUMNS if column not in OWN[SEATS.name]]
    beside += [f"{dimension.sql} AS by_{dimension.name}" for dimension in by if dimension.sql]
    only = narrowed(chosen)
    kept = [(dimension.sql, part) for dimension, part in only if dimension.sql]
    joins = {dimension.join(chosen) for dimension in (*by, *(each for each, _ in only)) if dimension.join}
    if sessions(chosen) in joins:
        parameters = parameters + parameters
    query = (
        f"SELECT seats.* EXCLUDE (player), {PERSON} AS player, seats.player AS screen_name, {', '.join(beside)} "
        f"FROM seats JOIN hands ON hands.hand_key = seats.hand_key {' '.join(sorted(joins))} "
        f"WHERE {' AND '.join([predicate, *(f'{sql} = ?' for sql, _ in kept)])}"
    )
    return query, [*parameters, *(part for _, part in kept)]


def passed_over(chosen: Filter, by: Sequence[Dimension], chosen_seats: str) -> tuple[str, list[Parameter]]:
    """Return a query for the seats dealt in that were not chosen, with the `player`, and its parameters.

    `chosen_seats` is the table of those that were.
    """
    others = (
        f"SELECT {PERSON} AS player, hands.played_at, seats.hand_key, seats.seat "
        f"FROM seats JOIN hands ON hands.hand_key = seats.hand_key WHERE {COUNTED}"
    )
    if chosen.where is not None or narrowed(chosen) or any(dimension.overlapping for dimension in by):
        return f"FROM ({others}) ANTI JOIN {chosen_seats} USING (hand_key, seat)", []
    terms, parameters = chosen.terms()  # the filter's own tell the same, without a join
    return f"{others} AND NOT coalesce({terms}, false)", parameters


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
        raise FilterError(
            f"the condition {chosen.where!r} cannot be used: {why_no_answer(str(error))}"
        ) from error


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
