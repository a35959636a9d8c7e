"""Measures the stages of the import in hands a second: `python benchmarks/import.py --hands 5000 --seed 1`.

Simulated hands are written as files and read back. Each stage works on what the one before it left, on one core; the
whole import does it all again through the product, with its comparisons, texts and transactions, into a file.
"""

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import TypeVar

from badugi_hh.engine.rules import ROOMS
from badugi_hh.facts import TABLES, rows
from badugi_hh.history.parse import parse
from badugi_hh.history.source import find_sources, read_blocks
from badugi_hh.simulate import simulate, write_files
from badugi_hh.store.append import Row, append
from badugi_hh.store.database import open_database
from badugi_hh.store.importer import import_paths, without_cycles
from badugi_hh.store.reading import check_reading

RULES = "pokerstars"

_Result = TypeVar("_Result")


def measure(stage: str, hands: int, runs: int, action: Callable[[], _Result]) -> _Result:
    """Run a stage several times, print the middle speed, and return the last result."""
    times = []
    for _ in range(runs):
        with without_cycles():
            began = time.perf_counter()
            result = action()
            times.append(time.perf_counter() - began)
    print(f"{stage:<24} {hands / median(times):>10,.0f} hands/s")
    return result


def _append_all(tables: dict[str, list[Row]]) -> None:
    con = open_database(None)
    for table in TABLES:
        append(con, table, tables.get(table.name, []))
    con.close()


def _import_whole(folder: Path, path: Path) -> None:
    path.unlink(missing_ok=True)
    con = open_database(path)
    import_paths(con, [folder])
    con.close()


def main() -> None:
    """Measure every stage and print its speed."""
    parser = argparse.ArgumentParser(description="Measure the stages of the import.")
    parser.add_argument("--hands", type=int, default=5_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", type=int, default=3)
    asked = parser.parse_args()
    number, runs = asked.hands, asked.runs
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "histories"
        write_files(simulate(number, asked.seed), folder)
        sources = list(find_sources([folder]))
        size = sum(source.size for source in sources)
        print(f"{number:,} hands, {size / 1e6:.1f} MB in {len(sources)} files, middle of {runs} runs")
        blocks = measure(
            "read, split into hands",
            number,
            runs,
            lambda: [block for source in sources for block in read_blocks(source)[0]],
        )
        readings = measure("parse", number, runs, lambda: [parse(block) for block in blocks])
        checked = measure(
            "replay", number, runs, lambda: [check_reading(reading, ROOMS[RULES]) for reading in readings]
        )
        replays = [one.replay for one in checked if one.replay is not None]
        assert len(replays) == number

        def make_rows() -> dict[str, list[Row]]:
            tables: dict[str, list[Row]] = {}
            for key, replay in enumerate(replays, 1):
                for table, made in rows(replay, key, rules=RULES).items():
                    tables.setdefault(table, []).extend(made)
            return tables

        tables = measure("rows", number, runs, make_rows)
        measure("append", number, runs, lambda: _append_all(tables))
        measure("whole import", number, runs, lambda: _import_whole(folder, Path(name) / "hands.duckdb"))


if __name__ == "__main__":
    main()
