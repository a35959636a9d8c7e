"""Measures the leak checks over a large database, warm: `python benchmarks/leaks.py big.duckdb`.

All checks of the hero run several times on one connection, then those of all players with `--all`. The median time is
printed beside that of a plain scan: the sum of every column that the checks name, over whole tables and without a join.
With a million hands and two free cores, the hero is to take 5 s at most, and all players 60 s.
`make_database.py` makes the database.
"""

import argparse
import re
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import duckdb

from badugi_hh.facts.schema import TABLES, Column
from badugi_hh.leaks import find
from badugi_hh.leaks.checks import FREQUENCY_CHECKS, MISTAKE_CHECKS
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.store.database import open_database

_TABLES = {table.name: table for table in TABLES}


def scan_queries() -> list[str]:
    """Return queries that add up all columns that the checks name, one query a table."""
    named: dict[str, set[str]] = {}
    for check in (*MISTAKE_CHECKS.values(), *FREQUENCY_CHECKS.values()):
        words = {
            word
            for each in check.aggregates().values()
            for word in re.findall(r"\w+", f"{each.where} {each.amount}")
        }
        named.setdefault(check.situation.rows, set()).update(words)
    return [
        f"SELECT {', '.join(_sum(column) for column in _TABLES[table].columns if column.name in words)} FROM {table}"
        for table, words in named.items()
    ]


def _sum(column: Column) -> str:
    if column.type == "VARCHAR":
        return f"sum(strlen({column.name}))"
    return f"sum(CAST({column.name} AS INTEGER))" if column.type == "BOOLEAN" else f"sum({column.name})"


def times(action: Callable[[], object], runs: int) -> tuple[float, float]:
    """Return the median wall time and the median processor time of several runs, after one that is not counted."""
    wall, cpu = [], []
    for _ in range(runs + 1):
        began, worked = time.perf_counter(), time.process_time()
        action()
        wall.append(time.perf_counter() - began)
        cpu.append(time.process_time() - worked)
    return median(wall[1:]), median(cpu[1:])


def print_times(con: duckdb.DuckDBPyConnection, what: str, hand_filter: Filter, runs: int) -> None:
    """Measure all checks, and print their time beside that of a scan."""
    found = times(lambda: find(con, hand_filter), runs)
    queries = scan_queries()
    scanned = times(lambda: [con.execute(query).fetchall() for query in queries], runs)
    print(
        f"{what:<24} {found[0]:>7.2f} s, processor {found[1]:>6.2f} s   "
        f"scan {scanned[0]:>6.3f} s, processor {scanned[1]:>6.3f} s   ratio {found[1] / scanned[1]:>6.1f}"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure the leak checks over a large database.")
    parser.add_argument("database", type=Path)
    parser.add_argument("--runs", type=int, default=3, help="runs per measurement (default: 3)")
    parser.add_argument("--all", action="store_true", help="measure the checks of all players, too")
    asked = parser.parse_args()
    con = open_database(asked.database, read_only=True)
    ((hands, priced),) = con.execute(
        "SELECT (SELECT count(*) FROM hands), (SELECT count(*) FROM priced_hands)"
    ).fetchall()
    ((players, regular),) = con.execute(
        "SELECT count(*), count(*) FILTER (WHERE hands >= 1000) "
        "FROM (SELECT player, count(*) AS hands FROM seats WHERE dealt GROUP BY player)"
    ).fetchall()
    print(f"{hands:,} hands, {priced:,} of them priced, {len(MISTAKE_CHECKS) + len(FREQUENCY_CHECKS)} checks")
    print(f"{players:,} players, {regular:,} of them with 1,000 hands or more")
    print_times(con, "the hero", Filter(), asked.runs)
    if asked.all:
        print_times(con, f"all {players:,} players", Filter(every_player=True), asked.runs)
    con.close()


if __name__ == "__main__":
    main()
