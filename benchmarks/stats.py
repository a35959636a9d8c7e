"""Measures statistics over a large database, warm: `python benchmarks/stats.py big.duckdb`.

Each query runs several times on one connection. Its median time is printed beside the time of a plain scan: the sum of
every column that its statistics name, over whole tables and without a join.
"""

import argparse
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

import duckdb

from badugi_hh.facts.schema import TABLES, Column
from badugi_hh.stats.engine.evaluate import evaluate
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.stats.selection.statistic_names import selected_stats
from badugi_hh.store.database import open_database

_TABLES = {table.name: table for table in TABLES}


def scan_query(names: Sequence[str] | None) -> list[str]:
    """Return queries that add up all columns that the statistics name, one query a table."""
    named: dict[str, set[str]] = {}
    for stat in selected_stats(names):
        words = {
            word
            for cell in stat.kind.aggregates()
            for word in re.findall(r"\w+", f"{cell.where} {cell.amount}")
        }
        table = stat.rows if stat.rows in _TABLES else "seats"
        named.setdefault(table, set()).update(words)
    return [
        f"SELECT {', '.join(_sum(column) for column in _TABLES[table].columns if column.name in words) or 'count(*)'} "
        f"FROM {table}"
        for table, words in named.items()
    ]


def _sum(column: Column) -> str:
    if column.type == "VARCHAR":
        return f"sum(strlen({column.name}))"
    return f"sum(CAST({column.name} AS INTEGER))" if column.type == "BOOLEAN" else f"sum({column.name})"


def median_time(action: Callable[[], object], runs: int) -> float:
    """Return the median time of several runs in seconds, after one that is not counted."""
    times = []
    for _ in range(runs + 1):
        began = time.perf_counter()
        action()
        times.append(time.perf_counter() - began)
    return median(times[1:])


def print_times(
    con: duckdb.DuckDBPyConnection, what: str, hand_filter: Filter, names: Sequence[str] | None, runs: int
) -> None:
    """Measure some statistics, of the hero split by position, and print their time beside that of a scan."""
    by = () if hand_filter.every_player else ("position",)
    asked = median_time(lambda: evaluate(con, hand_filter, names=names, by=by), runs)
    queries = scan_query(names)
    scanned = median_time(lambda: [con.execute(query).fetchall() for query in queries], runs)
    print(f"{what:<50} {asked:>7.3f} s   scan {scanned:>7.3f} s   ratio {asked / scanned:>6.1f}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure statistics over a large database.")
    parser.add_argument("database", type=Path)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--stat", action="append", help="a statistic over all players; default vpip")
    asked = parser.parse_args()
    con = open_database(asked.database, read_only=True)
    ((hands, threads),) = con.execute("SELECT count(*), current_setting('threads') FROM hands").fetchall()
    print(f"{hands:,} hands, DuckDB {duckdb.__version__}, {threads} threads")
    print_times(con, "all statistics of the hero, by position", Filter(), None, asked.runs)
    for name in asked.stat or ("vpip",):
        print_times(con, f"{name} of every player", Filter(every_player=True), (name,), asked.runs)
    con.close()


if __name__ == "__main__":
    main()
