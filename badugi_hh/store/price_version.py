"""Records which version of a computation the computed tables are of: the model of prices, and the tables of solved games.

The version is the comment on the first of the tables, so all rows in a database are of one version; rows of another are
deleted before new ones are computed. A database of Parquet files has no comments, and its prices are not checked.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import duckdb

from badugi_hh.facts.price_columns import PRICE_TABLES, SOLVER_TABLES
from badugi_hh.facts.schema import Table
from badugi_hh.odds.price_model import PRICE_MODEL
from badugi_hh.solve.game import SPOTS
from badugi_hh.solve.solve_error import SolveError
from badugi_hh.store.connection import transaction

SOLVER_VERSION = 7
"""Increased with every change of which decisions the solver's prices cover, or of what is stored of them."""

_MODEL = "prices of model "
_DIGITS = 16


@dataclass(frozen=True, slots=True)
class Computation:
    """Tables that are computed together, and the function that returns the version that this program computes."""

    tables: tuple[Table, ...]
    version: Callable[[], str]

    def comments(self, con: duckdb.DuckDBPyConnection) -> list[tuple[str | None]]:
        """Return the comment on the first table; nothing where it is a view."""
        return con.execute(
            "SELECT comment FROM duckdb_tables() WHERE database_name = current_database() AND table_name = ?",
            [self.tables[0].name],
        ).fetchall()

    def mark(self, con: duckdb.DuckDBPyConnection) -> None:
        """Record that the rows are of this version."""
        con.execute(f"COMMENT ON TABLE {self.tables[0].name} IS '{self.version()}'")

    def has_other(self, con: duckdb.DuckDBPyConnection) -> bool:
        """Return whether there are rows of another version."""
        rows = f"SELECT 1 FROM {self.tables[0].name} LIMIT 1"
        return self._is_unmarked(con) and bool(con.execute(rows).fetchall())

    def delete_other(self, con: duckdb.DuckDBPyConnection) -> None:
        """Delete the rows of another version, in a transaction of its own, and record this version."""
        if not self._is_unmarked(con):
            return
        with transaction(con):
            for table in self.tables:
                con.execute(f"DELETE FROM {table.name}")
            self.mark(con)

    def _is_unmarked(self, con: duckdb.DuckDBPyConnection) -> bool:
        return self.comments(con) not in ([], [(self.version(),)])


@cache
def solver_version() -> str:
    """Return the version of the solver's prices that this program computes: a hash of the tables that come with it.

    A new table, or another one of a spot, is another version: all hands are then compared again, which takes seconds.
    """
    from badugi_hh.solve.shipped_tables import shipped_table  # loads NumPy

    made = hashlib.sha256(f"{SOLVER_VERSION}".encode())
    for spot in SPOTS:
        try:
            path = shipped_table(spot)
        except SolveError:
            continue
        made.update(spot.encode() + path.read_bytes())
    return f"solver prices of tables {made.hexdigest()[:_DIGITS]}"


MODEL = Computation(PRICE_TABLES, lambda: f"{_MODEL}{PRICE_MODEL}")
"""The prices and the luck of hands."""
SOLVER = Computation(SOLVER_TABLES, lambda: solver_version())  # noqa: PLW0108 - looked up when it is called
"""The prices from the tables of solved games."""


def model_of_prices(con: duckdb.DuckDBPyConnection) -> int | None:
    """Return the version of the model that the prices are of, None where it is not known."""
    ((comment,),) = MODEL.comments(con) or [(None,)]
    version = (comment or "").removeprefix(_MODEL)
    return int(version) if version.isdecimal() else None
