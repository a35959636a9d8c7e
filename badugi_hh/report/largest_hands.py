"""Finds the hands to which charts and tables lead: of each part of the hands the one with the largest result.

A result is won or lost, in big bets. Nothing here counts.
"""

from collections.abc import Collection, Iterable, Mapping
from html import escape

import duckdb
import polars as pl

from badugi_hh.report.page_model import Plot, SplitTable
from badugi_hh.stats.selection.dimensions import DIMENSIONS
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.stats.selection.rows import fetch, row_set
from badugi_hh.wording.catalogue import say

MONTH = pl.col("shown_at").dt.strftime("%Y-%m")


def largest_by(rows: pl.DataFrame, part: pl.Expr) -> dict[str, int]:
    """Return the key of the hand with the largest result by part; `rows` is as from `queries.seat_rows`."""
    ranked = rows.select(part.alias("part"), "hand_key", size=pl.col("net_bb").abs()).drop_nulls()
    largest = ranked.sort("size", "hand_key", descending=[True, False]).unique("part", keep="first")
    return dict(largest.select("part", "hand_key").iter_rows())


def largest_by_session(con: duckdb.DuckDBPyConnection, hand_filter: Filter) -> dict[str, int]:
    """Return the key of the hand with the largest result by the start of its session."""
    query, parameters = row_set("seats", hand_filter, [DIMENSIONS["session"]])
    sql = (
        "SELECT CAST(by_session AS VARCHAR) AS session, first(hand_key ORDER BY abs(net / big_bet) DESC, hand_key) AS hand "
        f"FROM ({query}) WHERE big_bet > 0 GROUP BY ALL"
    )
    return {row["session"]: row["hand"] for row in fetch(con, hand_filter, sql, parameters)}


def hands_of_charts(plots: Iterable[Plot]) -> set[int]:
    """Return the keys of the hands that points of the charts open."""
    return {
        key
        for plot in plots
        for trace in plot.figure.data
        for key in (trace.customdata if trace.customdata is not None else ())
        if isinstance(key, int)
    }


def drop_other_hands(plots: Iterable[Plot], replayed: Collection[int], numbers: Mapping[int, str]) -> None:
    """Remove from the points of the charts the hands that the page cannot replay, which no point can open.

    A point of a single hand names the command that replays it. `numbers` has the number of each hand by its key.
    """
    for plot in plots:
        for trace in plot.figure.data:
            if trace.customdata is None:
                continue
            keys = trace.customdata
            if plot.denomination:
                trace.text = [
                    label
                    if key is None or key in replayed
                    else f"{label}<br>{say('charts', 'elsewhere', hand=escape(numbers[key]))}"
                    for label, key in zip(trace.text, keys, strict=True)
                ]
            trace.customdata = [key if key in replayed else None for key in keys]


def hands_of_tables(tables: Iterable[SplitTable]) -> set[int]:
    """Return the keys of the hands that rows of the tables open."""
    return {row.hand for table in tables for row in table.rows if row.hand is not None}
