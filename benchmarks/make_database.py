"""Makes a large database for `queries.py`: `python benchmarks/make_database.py --hands 1000000 --seed 1 --out big.duckdb`.

A base of simulated hands goes through the import; its rows are then copied in SQL until there are enough. Each copy
has hands of its own: keys, numbers, tournaments and later dates, and opponents of other names; the hero is one and
the same. Texts, local times, problems and the account of files are those of the base only.
"""

import argparse
import tempfile
import time
from pathlib import Path

import duckdb

from badugi_hh.facts.schema import COMPUTED_TABLES, TABLES, TableSchema
from badugi_hh.simulate import simulate, write_files
from badugi_hh.store.database import open_database
from badugi_hh.store.importer import import_paths
from badugi_hh.store.price_pass import price_hands

BASE = 20_000
COPIED = ("hands", "seats", "events", "decisions", "draws", *(table.name for table in COMPUTED_TABLES))

_NUMBERS = 10_000_000_000  # between the hand numbers of two copies; those of a base lie closer together


def make_base(con: duckdb.DuckDBPyConnection, hands: int, seed: int) -> int:
    """Import simulated hands with their prices, and return how many were stored."""
    with tempfile.TemporaryDirectory() as folder:
        write_files(simulate(hands, seed), Path(folder))
        stored = import_paths(con, [folder]).stored
    price_hands(con)
    return stored


def copy_rows(con: duckdb.DuckDBPyConnection, base: int, hands: int) -> None:
    """Copy the rows of `base` hands, whose keys are 1 to `base`, until there are `hands`."""
    days = "(SELECT 1 + date_diff('day', min(played_at), max(played_at)) FROM hands WHERE hand_key <= $base)"
    new = {
        "hand_key": "CAST(hand_key + $copy * $base AS INTEGER)",
        "hand_id": f"CAST(CAST(hand_id AS BIGINT) + $copy * {_NUMBERS} AS VARCHAR)",
        "tournament_id": f"CAST(CAST(tournament_id AS BIGINT) + $copy * {_NUMBERS} AS VARCHAR)",
        "played_at": f"played_at + to_days(CAST($copy * {days} AS INTEGER))",
        "player": "CASE WHEN player IN (SELECT player FROM seats WHERE hero) THEN player "
        "ELSE player || ' ' || ($copy + 1) END",
    }

    def columns(table: TableSchema) -> str:
        return ", ".join(new.get(name, f'"{name}"') for name in table.names)

    for copy in range(1, -(-hands // base)):
        left = min(base, hands - copy * base)
        for table in TABLES:
            if table.name in COPIED:
                # Named once where the columns do not need them, for DuckDB takes no value that is not asked for.
                con.execute(
                    f"INSERT INTO {table.name} SELECT {columns(table)} FROM {table.name} "
                    "WHERE hand_key <= $left AND $base > 0 AND $copy > 0",
                    {"base": base, "copy": copy, "left": left},
                )


def main() -> None:
    """Make the database and say what is in it."""
    parser = argparse.ArgumentParser(description="Make a large database of simulated hands.")
    parser.add_argument("--hands", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True, help="a file that is not there yet")
    asked = parser.parse_args()
    if asked.out.exists():
        parser.error(f"{asked.out} is there already; name another file")
    began = time.perf_counter()
    con = open_database(asked.out)
    base = make_base(con, min(asked.hands, BASE), asked.seed)
    print(f"{base:,} hands simulated and imported in {time.perf_counter() - began:.1f} s")
    copy_rows(con, base, asked.hands)
    con.execute("CHECKPOINT")
    for table in COPIED:
        ((rows,),) = con.execute(f"SELECT count(*) FROM {table}").fetchall()
        print(f"{table:<10} {rows:>12,} rows")
    con.close()
    print(f"{asked.out.stat().st_size / 1e6:,.0f} MB in {time.perf_counter() - began:.1f} s")


if __name__ == "__main__":
    main()
