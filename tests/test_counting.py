"""Counting many cells in one pass: the terms of predicates, and the same sums as each cell by itself."""

from random import Random
from typing import Any

import duckdb
import pytest
from support.random_rows import random_rows

from badugi_hh.facts.columns import SEATS
from badugi_hh.facts.junk_dimensions import JunkDimension
from badugi_hh.stats.definitions.kinds import Cell
from badugi_hh.stats.definitions.registry import STATS
from badugi_hh.stats.definitions.row_sets import ROW_SETS, SEAT_COLUMNS, columns_of
from badugi_hh.stats.engine.counting import cells_of, columns_asked, counting_query
from badugi_hh.stats.selection.selected_seats import JUNK_DIMENSIONS


def counted(con: duckdb.DuckDBPyConnection, query: str, cells: dict[str, Cell]) -> dict[Any, dict[str, Any]]:
    """Return the cells of each group, which has one key."""
    cursor = con.execute(query)
    names = [column[0] for column in cursor.description or ()]
    rows = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
    return {row[names[0]]: cells_of(row, cells) for row in rows}


def test_unknown_is_not_counted() -> None:
    """Of six rows `a` holds in three and is unknown in two; `b` holds in two of the three, over 5 and NULL."""
    con = duckdb.connect()
    con.execute(
        "CREATE TABLE rows AS SELECT unnest([true, true, true, NULL, NULL, false]) AS a, "
        "unnest([true, true, NULL, true, NULL, true]) AS b, unnest([5, NULL, 7, 11, 13, 17]) AS c"
    )
    cells = {
        "a": Cell("a", "a"),
        "both": Cell("both", "(a) AND (b)"),
        "sum": Cell("sum", "a AND b", "c"),
        "largest": Cell("largest", "b", "c", "max"),
        "times": Cell("times", "a", "c", "times"),
        "nothing": Cell("nothing", "NOT a AND NOT b", "c"),
        "neither": Cell("neither", "NOT a AND NOT b", "c", "times"),
    }
    found = counted(con, counting_query("SELECT * FROM rows", ["'Ann' AS who"], cells), cells)["Ann"]
    con.close()
    assert [found[name] for name in ("a", "both", "sum", "largest", "nothing")] == [3, 2, 5, 17, 0]
    assert found["times"] == {5: 1, 7: 1}
    assert not found["neither"]


def test_a_junk_dimension_is_read_instead_of_the_rows() -> None:
    """The dimension table says for key 1 that `a` is 1, whatever the rows say; `b` is not in it."""
    con = duckdb.connect()
    con.execute("CREATE TABLE flags AS SELECT unnest([1, 2]) AS flags_key, unnest([1, NULL]) AS a")
    con.execute("CREATE TABLE rows AS SELECT unnest([1, 1, 2]) AS flags_key, 7 AS a, unnest([4, 5, 6]) AS b")
    cells = {
        "ones": Cell("ones", "a = 1"),
        "both": Cell("both", "a = 1 AND b > 4"),
        "unknown": Cell("unknown", "a IS NULL", "b"),
    }
    dimension = JunkDimension("flags", ("a",))
    query = counting_query("SELECT * FROM rows", ["1 AS key"], cells, [dimension])
    assert counted(con, query, cells) == {1: {"ones": 2, "both": 1, "unknown": 6}}
    con.close()
    assert columns_asked(cells.values(), [dimension]) == {"b"}


def test_a_key_is_no_column_that_is_asked() -> None:
    with pytest.raises(ValueError, match="a is a key and a column that is asked"):
        counting_query("SELECT * FROM rows", ["b % 2 AS a"], {"large": Cell("large", "a > 5")})


@pytest.mark.parametrize("with_dimensions", [False, True])
@pytest.mark.parametrize("table", ROW_SETS)
def test_all_cells_at_once_are_what_each_is_by_itself(table: str, with_dimensions: bool) -> None:
    columns = {column.name: column.type for column in columns_of(table) if column.type != "TIMESTAMP"}
    columns |= {"big_bet": "BIGINT", "players": "TINYINT"}
    dimensions = JUNK_DIMENSIONS[table] if with_dimensions else ()
    beside = {*SEAT_COLUMNS, *(name for dimension in dimensions for name in dimension.columns)}
    columns = {column.name: column.type for column in SEATS.columns if column.name in beside} | columns
    frame = random_rows(table, columns, Random(11), 5_000)  # noqa: S311 - repeatable, not secret
    con = duckdb.connect()
    lists = ", ".join(f"unnest(?::{type_}[]) AS {name}" for name, type_ in columns.items())
    con.execute(f"CREATE TABLE rows AS SELECT {lists}", [frame[name].to_list() for name in columns])
    cells = {
        f"{stat.name}__{cell.name}": cell
        for stat in STATS.values()
        if stat.rows == table
        for cell in stat.kind.cells()
    }
    for dimension in dimensions:
        names = ", ".join(dimension.columns)
        con.execute(
            f"CREATE TABLE {dimension.name} AS SELECT row_number() OVER () AS {dimension.key}, * "
            f"FROM (SELECT DISTINCT {names} FROM rows)"
        )
        same = " AND ".join(
            f"rows.{name} IS NOT DISTINCT FROM {dimension.name}.{name}" for name in dimension.columns
        )
        con.execute(f"ALTER TABLE rows ADD COLUMN {dimension.key} INTEGER")
        con.execute(
            f"UPDATE rows SET {dimension.key} = {dimension.name}.{dimension.key} FROM {dimension.name} WHERE {same}"
        )
    query = counting_query("SELECT *, hash(rowid) % 3 AS part FROM rows", ["part"], cells, dimensions)
    found = counted(con, query, cells)
    direct = con.execute(
        f"SELECT hash(rowid) % 3 AS part, {', '.join(cell.sql for cell in cells.values())} "
        "FROM rows GROUP BY ALL"
    ).fetchall()
    con.close()
    assert len(direct) == 3
    for part, *sums in direct:
        for name, ours, theirs in zip(cells, found[part].values(), sums, strict=True):
            if isinstance(theirs, dict):
                assert ours == theirs, name
            else:
                assert float(ours) == pytest.approx(float(theirs), rel=1e-12, abs=1e-9), name
