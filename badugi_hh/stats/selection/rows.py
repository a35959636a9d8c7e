"""The row sets that statistics run over, as SQL: rows of one table for the seats that a filter selects.

A row has some columns of its hand and seat beside its own, so that a predicate names only columns, never a table. The
`player` of a row is the person to whom the screen name is assigned, if it is. `selected_seats` builds the derived row
sets. Nothing here counts.
"""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import duckdb
import polars as pl

from badugi_hh.facts.schema import LUCK, SEATS
from badugi_hh.stats.definitions.row_sets import (
    HAND_COLUMNS,
    OWN_COLUMNS,
    PRICE_TABLES,
    SEAT_COLUMNS,
    added_columns,
)
from badugi_hh.stats.selection.dimensions import Dimension, Parameter
from badugi_hh.stats.selection.filters import Filter, FilterError, kept_values
from badugi_hh.stats.selection.persons import PERSON
from badugi_hh.store.arrow import ArrowStream
from badugi_hh.suggest import why_no_answer


def row_set(
    table: str, hand_filter: Filter, by: Sequence[Dimension] = (), *, prices: bool = False
) -> tuple[str, list[Parameter]]:
    """Return a query for the rows of `seats`, `decisions` or `draws` of the selected seats, and its parameters.

    In addition to the table's columns a row has `HAND_COLUMNS`, `SEAT_COLUMNS`, `player`, `screen_name`, and
    `by_<name>` for each dimension. With `prices` it also has `price_columns`.

    Raises:
        FilterError: the filter keeps a value of a dimension that does not exist or that these rows do not have.
    """
    for dimension, _ in kept_values(hand_filter):
        if not dimension.has(table):
            raise FilterError(
                f"{table} have no {dimension.name}, which belongs to {' and '.join(dimension.within)}"
            )
    seats, parameters = seats_query(hand_filter, by, prices=prices and table == SEATS.name)
    if table == SEATS.name:
        return seats, parameters
    added = [*SEAT_COLUMNS, *(name for name in HAND_COLUMNS if name not in OWN_COLUMNS[table])]
    added += ["player", "screen_name", *(f"by_{dimension.name}" for dimension in by if dimension.sql)]
    price_names = [price_table.name for price_table in PRICE_TABLES[table]] if prices else ()
    query, values = join_rows(
        table,
        f"SELECT hand_key, seat, {', '.join(added)} FROM ({seats})",
        hand_filter,
        by,
        prices=price_names,
    )
    return query, [*parameters, *values]


def join_rows(
    table: str, seats: str, hand_filter: Filter, by: Sequence[Dimension] = (), *, prices: Collection[str] = ()
) -> tuple[str, list[Parameter]]:
    """Return a query for the decisions or draws of the seats of a query, with the seats' columns, and its parameters.

    The parameters come after those of the seats. A row also has the columns of those price tables that
    are named in `prices`. The filter's values of
    dimensions of single rows apply here, and such a dimension is a column `by_<name>`.
    """
    split = "".join(
        f", {dimension.within[table]} AS by_{dimension.name}" for dimension in by if dimension.within
    )
    kept = [
        (dimension.within[table], value) for dimension, value in kept_values(hand_filter) if dimension.within
    ]
    priced, join = _prices(table, prices)
    return (
        f"SELECT {table}.* EXCLUDE (player), selected.* EXCLUDE (hand_key, seat){split}{priced} "
        f"FROM {table} JOIN ({seats}) AS selected USING (hand_key, seat){join}"
        f" WHERE {' AND '.join(['true', *(f'{sql} = ?' for sql, _ in kept)])}"
    ), [value for _, value in kept]


def _prices(table: str, wanted: Collection[str]) -> tuple[str, str]:
    """Return the columns of some price tables of a row set as SQL, and the joins that add them.

    The keys are renamed, because a condition of the user may name those of the rows.
    """
    columns, joins = "", ""
    for prices in PRICE_TABLES.get(table, ()):
        if prices.name not in wanted:
            continue
        names = [column.name for column in added_columns(prices, table)]
        keys = [name for name in prices.names if name not in names]
        renamed = ", ".join([*(f"{key} AS of_{key}" for key in keys), *names])
        same = " AND ".join(f"of_{prices.name}.of_{key} = {table}.{key}" for key in keys)
        columns += "".join(f", of_{prices.name}.{name}" for name in names)
        joins += f" LEFT JOIN (SELECT {renamed} FROM {prices.name}) AS of_{prices.name} ON {same}"
    return columns, joins


def seats_query(
    hand_filter: Filter, by: Sequence[Dimension] = (), *, prices: bool = False
) -> tuple[str, list[Parameter]]:
    """Return a query for the selected seats, and its parameters.

    A row has the columns of `seats`, `HAND_COLUMNS`, `screen_name`, and `by_<name>` for each dimension of hands;
    `player` is the person. With `prices` it also has `price_columns`.

    Raises:
        FilterError: the filter keeps a value of a dimension that does not exist.
    """
    predicate, parameters = hand_filter.sql()
    added = [f"hands.{column}" for column in HAND_COLUMNS if column not in OWN_COLUMNS[SEATS.name]]
    added += [
        f"{dimension.sql_in(hand_filter.tz)} AS by_{dimension.name}" for dimension in by if dimension.sql
    ]
    only = kept_values(hand_filter)
    kept = [(dimension.sql_in(hand_filter.tz), value) for dimension, value in only if dimension.sql]
    joining = {dimension.name: dimension.join for dimension in (*by, *(selected for selected, _ in only))}
    priced, price_join = _prices(SEATS.name, [LUCK.name] if prices else ())
    joins = " ".join(join for _, join in sorted(joining.items()))
    query = (
        f"SELECT seats.* EXCLUDE (player), {PERSON} AS player, seats.player AS screen_name, "
        f"{', '.join(added)}{priced} FROM seats JOIN hands ON hands.hand_key = seats.hand_key{price_join} "
        f"{joins.format(predicate=predicate, gap=hand_filter.session_gap)} "
        f"WHERE {' AND '.join([predicate, *(f'{sql} = ?' for sql, _ in kept)])}"
    )
    of_joins = parameters if "{predicate}" in joins else []
    return query, [*of_joins, *parameters, *(value for _, value in kept)]


@contextmanager
def user_condition(hand_filter: Filter) -> Iterator[None]:
    """Convert a DuckDB error in the filter's own SQL to one line.

    Raises:
        FilterError: the filter has SQL of its own and the query that contains it failed.
    """
    try:
        yield
    except duckdb.Error as error:
        if hand_filter.where is None:
            raise
        raise FilterError(
            f"the condition {hand_filter.where!r} cannot be used: {why_no_answer(str(error))}"
        ) from error


def fetch(
    con: duckdb.DuckDBPyConnection, hand_filter: Filter, query: str, parameters: Sequence[Any]
) -> list[dict[str, Any]]:
    """Run a query built from `row_set` and return its rows by column name.

    Raises:
        FilterError: the filter has SQL of its own that cannot be used.
        ValueError: two columns of the query have one name.
    """
    with user_condition(hand_filter):
        cursor = con.execute(query, parameters)
        names = [column[0] for column in cursor.description or ()]
        if len(set(names)) < len(names):
            raise ValueError(f"two columns have one name: {', '.join(sorted(names))}")
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def fetch_frame(
    con: duckdb.DuckDBPyConnection, hand_filter: Filter, query: str, parameters: Sequence[Any]
) -> pl.DataFrame:
    """Run a query built from `row_set` and return its rows as a frame; errors are those of `fetch`."""
    # DuckDB plans a relation when it is made and again when it is read, which takes longer than these queries run.
    with user_condition(hand_filter):
        con.execute(f"CREATE OR REPLACE TEMP TABLE fetched_rows AS {query}", parameters)
        try:
            frame = pl.DataFrame(ArrowStream(con.table("temp.fetched_rows")))
        finally:
            con.execute("DROP TABLE temp.fetched_rows")
    split = (name.rpartition("_") for name in frame.columns)
    if any(number.isdecimal() and name in frame.columns for name, _, number in split):
        fetch(con, hand_filter, query, parameters)  # refused if `a_1` is how DuckDB calls a second column `a`
    return frame


@contextmanager
def everyone_in(con: duckdb.DuckDBPyConnection, hand_filter: Filter) -> Iterator[Filter]:
    """Yield a filter of all players in the hands that a filter selects, whatever it says of the seat of its players."""
    rows, parameters = row_set("seats", hand_filter)
    con.execute(
        f"CREATE OR REPLACE TEMP TABLE hands_of_report AS SELECT DISTINCT hand_key FROM ({rows})", parameters
    )
    try:
        yield Filter(every_player=True, where="hands.hand_key IN (SELECT hand_key FROM temp.hands_of_report)")
    finally:
        con.execute("DROP TABLE temp.hands_of_report")


def last_cards(table: str) -> str:
    """Return SQL for the cards of a player after their last draw, NULL where unknown, from columns of `table`."""
    return (
        f"CASE WHEN {table}.drawn_3 IS NOT NULL THEN {table}.hand_3 WHEN {table}.drawn_2 IS NOT NULL THEN {table}.hand_2 "
        f"WHEN {table}.drawn_1 IS NOT NULL THEN {table}.hand_1 ELSE {table}.hand_0 END"
    )
