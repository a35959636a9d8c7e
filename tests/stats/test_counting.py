"""Computing many aggregates in one pass gives the same values as each aggregate by itself."""

from collections import Counter
from random import Random

import duckdb
import polars as pl
import pytest
from support.random_rows import polars_aggregate, random_rows

from badugi_hh.facts.schema import SEATS
from badugi_hh.stats.definitions.kinds import Aggregate
from badugi_hh.stats.definitions.registry import STATS
from badugi_hh.stats.definitions.row_sets import ROW_SETS, SEAT_COLUMNS, columns_of
from badugi_hh.stats.engine.counting import add_up, group_rows
from badugi_hh.store.arrow import ArrowStream


def counted(con, key, aggregates):
    """Return the aggregates of the table `rows` by its key."""
    groups = group_rows("SELECT * FROM rows", [key], aggregates)
    frame = pl.DataFrame(ArrowStream(con.sql(groups.query)))
    return {own: values for (own,), values in add_up(frame, groups, aggregates)}


def test_unknown_is_not_counted():
    """Of six rows `a` holds in three and is unknown in two; `b` holds in two of the three, over 5 and NULL."""
    con = duckdb.connect()
    con.execute(
        "CREATE TABLE rows AS SELECT unnest([true, true, true, NULL, NULL, false]) AS a, "
        "unnest([true, true, NULL, true, NULL, true]) AS b, unnest([5, NULL, 7, 11, 13, 17]) AS c"
    )
    aggregates = {
        "a": Aggregate("a", ("a",)),
        "both": Aggregate("both", ("a", "b")),
        "twice": Aggregate("twice", ("a", "b", "a")),
        "sum": Aggregate("sum", ("a", "b"), "c"),
        "largest": Aggregate("largest", ("b",), "c", "max"),
        "known": Aggregate("known", ("a",), "c", "known"),
        "histogram": Aggregate("histogram", ("a",), "c", "histogram"),
        "nothing": Aggregate("nothing", ("NOT a", "NOT b"), "c"),
        "neither": Aggregate("neither", ("NOT a", "NOT b"), "c", "histogram"),
    }
    found = counted(con, "'Ann' AS who", aggregates)["Ann"]
    con.close()
    assert [found[name] for name in ("a", "both", "twice", "sum", "largest", "known", "nothing")] == [
        *(3, 2, 2, 5, 17, 2, 0)
    ]
    assert found["histogram"] == {5: 1, 7: 1}
    assert not found["neither"]


def test_a_key_is_no_column_that_is_asked():
    with pytest.raises(ValueError, match="a is a key and a column that is read"):
        group_rows("SELECT * FROM rows", ["b % 2 AS a"], {"large": Aggregate("large", ("a > 5",))})


@pytest.mark.parametrize("table", ROW_SETS)
def test_duckdb_counts_at_once_what_polars_counts_one_by_one(table):
    """Every aggregate of every statistic over random rows with unknown values in all columns."""
    columns = {column.name: column.type for column in columns_of(table) if column.type != "TIMESTAMP"}
    columns |= {"small_bet": "BIGINT", "big_bet": "BIGINT", "players": "TINYINT", "game": "VARCHAR"}
    columns = {column.name: column.type for column in SEATS.columns if column.name in SEAT_COLUMNS} | columns
    number = 10_000 if table == "decisions" else 4_000  # few random decisions satisfy the longest predicates
    frame = random_rows(table, columns, Random(7), number)  # noqa: S311 - repeatable, not secret
    frame = frame.with_columns(part=pl.int_range(pl.len()) % 3)
    con = duckdb.connect()
    columns["part"] = "BIGINT"
    lists = ", ".join(f"unnest(?::{type_}[]) AS {name}" for name, type_ in columns.items())
    con.execute(f"CREATE TABLE rows AS SELECT {lists}", [frame[name].to_list() for name in columns])
    aggregates = {
        f"{stat.name}__{aggregate.name}": aggregate
        for stat in STATS.values()
        if stat.rows == table
        for aggregate in stat.kind.aggregates()
    }
    found = counted(con, "part", aggregates)
    con.close()
    reached = set()
    for name, aggregate in aggregates.items():
        rows = frame.filter(
            pl.sql_expr(predicate) for predicate in aggregate.where
        )  # no amount divides by 0 there
        direct = dict(rows.group_by("part").agg(polars_aggregate(aggregate).alias("found")).iter_rows())
        for part in range(3):
            ours, theirs = found[part][name], direct.get(part, 0)
            if isinstance(theirs, list):
                assert ours == Counter(theirs), name
            else:
                assert float(ours or 0) == pytest.approx(float(theirs), rel=1e-9, abs=1e-9), name
        reached |= {name} if rows.height else set()
    assert len(reached) > 0.9 * len(aggregates), "the random rows reach too few to distinguish the engines"
