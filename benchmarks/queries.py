"""Measures statistics and leak checks over a large database, warm: `python benchmarks/queries.py big.duckdb`.

Each query runs several times on one connection. Its median time and processor time are printed beside those of a plain scan:
the sum of every column that its statistics or checks name, over whole tables and without a join. With a million hands and two
free cores, all checks are to take 5 s at most for the hero, and 60 s for all players. `make_database.py` makes the database.
"""

import argparse
import re
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import median

import duckdb

from badugi_hh.facts.schema import TABLES, Column
from badugi_hh.leaks import find
from badugi_hh.leaks.checks import FREQUENCY_CHECKS, MISTAKE_CHECKS
from badugi_hh.stats.definitions.kinds import Aggregate
from badugi_hh.stats.engine.evaluate import evaluate
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.stats.selection.statistic_names import selected_stats
from badugi_hh.store.database import open_database

_TABLES = {table.name: table for table in TABLES}
_CHECKS = (*MISTAKE_CHECKS.values(), *FREQUENCY_CHECKS.values())


def scan_queries(aggregates: Iterable[tuple[str, Aggregate]]) -> list[str]:
    """Return queries that add up all columns that aggregates over tables name, one query a table."""
    named: dict[str, set[str]] = {}
    for rows, each in aggregates:
        words = re.findall(r"\w+", f"{each.where} {each.amount}")
        named.setdefault(rows if rows in _TABLES else "seats", set()).update(words)
    return [
        f"SELECT {', '.join(_sum(column) for column in _TABLES[table].columns if column.name in words) or 'count(*)'} "
        f"FROM {table}"
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


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure statistics and leak checks over a large database.")
    parser.add_argument("database", type=Path)
    parser.add_argument("--runs", type=int, default=3, help="runs per measurement (default: 3)")
    parser.add_argument("--stat", default="vpip", help="a statistic over all players (default: vpip)")
    parser.add_argument("--all", action="store_true", help="measure the checks of all players, too")
    asked = parser.parse_args()
    con = open_database(asked.database, read_only=True)
    ((hands, priced, players, threads),) = con.execute(
        "SELECT (SELECT count(*) FROM hands), (SELECT count(*) FROM priced_hands), "
        "(SELECT count(DISTINCT player) FROM seats WHERE dealt), current_setting('threads')"
    ).fetchall()
    print(
        f"{hands:,} hands, {priced:,} of them priced, {players:,} players, DuckDB {duckdb.__version__}, {threads} threads"
    )

    def show(what: str, action: Callable[[], object], aggregates: Iterable[tuple[str, Aggregate]]) -> None:
        queries = scan_queries(aggregates)
        found = times(action, asked.runs)
        scanned = times(lambda: [con.execute(query).fetchall() for query in queries], asked.runs)
        print(
            f"{what:<40} {found[0]:>7.3f} s, processor {found[1]:>7.3f} s   "
            f"scan {scanned[0]:>6.3f} s, processor {scanned[1]:>6.3f} s   ratio {found[1] / scanned[1]:>6.1f}"
        )

    def of_stats(names: tuple[str, ...] | None) -> list[tuple[str, Aggregate]]:
        return [(stat.rows, cell) for stat in selected_stats(names) for cell in stat.kind.aggregates()]

    every, one = Filter(every_player=True), (asked.stat,)
    checks = [(check.situation.rows, each) for check in _CHECKS for each in check.aggregates().values()]
    show(
        "all statistics of the hero, by position",
        lambda: evaluate(con, Filter(), by=("position",)),
        of_stats(None),
    )
    show(f"{asked.stat} of every player", lambda: evaluate(con, every, names=one), of_stats(one))
    show(f"{len(_CHECKS)} checks of the hero", lambda: find(con, Filter()), checks)
    if asked.all:
        show(f"{len(_CHECKS)} checks of every player", lambda: find(con, every), checks)
    con.close()


if __name__ == "__main__":
    main()
