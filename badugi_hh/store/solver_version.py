"""Records which tables of solved games the solver's prices in a database are of, and deletes those of other tables.

The version is the comment on the table `solver_hands`, as that of the model of prices is the comment on `priced_hands`. A
new table, or another one of a spot, is another version: all hands are then compared again, which takes seconds.
"""

import hashlib
from functools import cache

import duckdb

from badugi_hh.facts.price_columns import SOLVER_HANDS, SOLVER_TABLES
from badugi_hh.solve.game import SPOTS
from badugi_hh.solve.solve_error import SolveError
from badugi_hh.store.connection import transaction
from badugi_hh.store.price_version import comments_on

VERSION = 7
"""Increased with every change of which decisions are covered, or of what is stored of them."""
_DIGITS = 16


@cache
def solver_version() -> str:
    """Return the version of the prices that this program computes: a hash of the tables that come with it."""
    from badugi_hh.solve.shipped_tables import shipped_table  # loads NumPy

    made = hashlib.sha256(f"{VERSION}".encode())
    for spot in SPOTS:
        try:
            path = shipped_table(spot)
        except SolveError:
            continue
        made.update(spot.encode() + path.read_bytes())
    return f"solver prices of tables {made.hexdigest()[:_DIGITS]}"


def has_other_tables(con: duckdb.DuckDBPyConnection) -> bool:
    """Return whether there are solver's prices of other tables."""
    return _is_unmarked(con) and bool(con.execute(f"SELECT 1 FROM {SOLVER_HANDS.name} LIMIT 1").fetchall())


def copy_version(old: duckdb.DuckDBPyConnection, new: duckdb.DuckDBPyConnection) -> None:
    """Record in a copy of a database which tables its solver's prices are of."""
    for (comment,) in comments_on(old, SOLVER_HANDS):
        if comment is not None:
            _mark(new, comment)


def delete_other_tables(con: duckdb.DuckDBPyConnection) -> None:
    """Delete the solver's prices of other tables, in a transaction of its own, and record these tables."""
    if not _is_unmarked(con):
        return
    with transaction(con):
        for table in SOLVER_TABLES:
            con.execute(f"DELETE FROM {table.name}")
        _mark(con, solver_version())


def _mark(con: duckdb.DuckDBPyConnection, version: str) -> None:
    con.execute(f"COMMENT ON TABLE {SOLVER_HANDS.name} IS '{version}'")


def _is_unmarked(con: duckdb.DuckDBPyConnection) -> bool:
    """Return whether the table of compared hands has not the comment of these tables; views have none."""
    return comments_on(con, SOLVER_HANDS) not in ([], [(solver_version(),)])
