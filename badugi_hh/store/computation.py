"""The computations of stored hands, one protocol for each: what it reads, what it writes, its version, and its function.

The version is the comment on the first of the tables written, so all rows in a database are of one version; rows of another
are deleted before new ones are computed. A database of Parquet files has no comments, and its prices are not checked.
`price_pass` runs a computation.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import duckdb

from badugi_hh.facts.schema import LOSS_TABLES, PRICE_TABLES, TableSchema
from badugi_hh.installation import data_folder, mark_of
from badugi_hh.store.connection import transaction

if TYPE_CHECKING:
    import polars as pl


JUDGING_VERSION = 13
"""Increased with every change of which decisions and draws are judged, how, or of what is stored of them."""

_MODEL = "prices of model "
_DIGITS = 16
RESHUFFLES = {"events": "kind = 'DeckReshuffled'"}
"""The rows of `events` that computations read, by an SQL expression."""
PRICE_MODEL = 10
"""Increased with every change of a stored price or of luck: `db price` then computes all prices again."""


@dataclass(frozen=True, slots=True)
class Computation:
    """What is computed of each hand from its own rows, and stored.

    `reads` are the columns read by table, of events only the `RESHUFFLES`. `writes` are the tables of the result; the first
    has a row for each hand that is done. `version` returns the version that this program computes. `rows` returns the rows of
    `writes` by table for the rows of any hands; those of a hand do not depend on the other hands. `batch` is the number of
    hands of a transaction, at most: arrays of many hands are fast, but need memory.
    """

    name: str
    reads: Mapping[str, Sequence[str]]
    writes: tuple[TableSchema, ...]
    version: Callable[[], str]
    rows: Callable[[dict[str, "pl.DataFrame"]], dict[str, "pl.DataFrame"]]
    batch: int

    def comments(self, con: duckdb.DuckDBPyConnection) -> list[tuple[str | None]]:
        """Return the comment on the first table; nothing where it is a view."""
        return con.execute(
            "SELECT comment FROM duckdb_tables() WHERE database_name = current_database() AND table_name = ?",
            [self.writes[0].name],
        ).fetchall()

    def mark(self, con: duckdb.DuckDBPyConnection) -> None:
        """Record that the rows are of this version."""
        con.execute(f"COMMENT ON TABLE {self.writes[0].name} IS '{self.version()}'")

    def has_other(self, con: duckdb.DuckDBPyConnection) -> bool:
        """Return whether there are rows of another version."""
        rows = f"SELECT 1 FROM {self.writes[0].name} LIMIT 1"
        return self._is_unmarked(con) and bool(con.execute(rows).fetchall())

    def delete_other(self, con: duckdb.DuckDBPyConnection) -> None:
        """Delete the rows of another version, in a transaction of its own, and record this version."""
        if not self._is_unmarked(con):
            return
        with transaction(con):
            for table in self.writes:
                con.execute(f"DELETE FROM {table.name}")
            self.mark(con)

    def _is_unmarked(self, con: duckdb.DuckDBPyConnection) -> bool:
        return self.comments(con) not in ([], [(self.version(),)])


@cache
def losses_version() -> str:
    """Return the version of the losses that this program computes: a hash of the tables that come with it, and of the model of prices.

    It takes their marks. A new or another file of the folder is another version: all hands are then judged again, which takes seconds.

    Raises:
        FileNotFoundError: the installation lacks the folder of tables.
    """
    made = hashlib.sha256(f"{JUDGING_VERSION} {PRICE_MODEL}".encode())
    for path in sorted(data_folder("tables").iterdir()):
        made.update(mark_of(path))
    return f"losses of tables {made.hexdigest()[:_DIGITS]}"


def _price(facts: dict[str, "pl.DataFrame"]) -> dict[str, "pl.DataFrame"]:
    from badugi_hh.store.price_rows import price  # loads NumPy

    return price(facts)


def _judge(facts: dict[str, "pl.DataFrame"]) -> dict[str, "pl.DataFrame"]:
    from badugi_hh.store.loss_rows import judge  # loads NumPy and the tables

    return judge(facts)


def _columns(text: str) -> dict[str, list[str]]:
    """Return columns by table from lines of a table and its columns."""
    return {table: names for table, *names in map(str.split, text.strip().splitlines())}


MODEL = Computation(
    "prices",
    _columns("""
        hands hand_key rules betting small_bet big_bet players total_pot rake cancelled
        seats hand_key seat dealt won reach showdown value_0 hand_0 known_0 hand_1 known_1 hand_2 known_2 hand_3 known_3
        events hand_key n round kind
        decisions hand_key n seat round action live all_in behind price pot_to_win opponents_able knowledge forced
        draws hand_key n seat draw drawn previous_drawn live all_in opponents_able can_bet pot hand_before kept thrown \
            value_before value_after forced
    """),
    PRICE_TABLES,
    lambda: f"{_MODEL}{PRICE_MODEL}",
    _price,
    10_000,
)
"""The prices and the luck of hands."""
JUDGING = Computation(
    "losses",
    _columns("""
        hands hand_key betting small_bet big_bet rules cancelled game
        seats hand_key seat position stack dealt extra_blind reach hand_0 hand_1 hand_2 hand_3
        events hand_key n round kind
        decisions hand_key n seat round action value knowledge forced pot pot_to_win price live behind opponents_able all_in
        draws hand_key n seat draw drawn hand_before kept thrown value_before value_kept knowledge forced live pot all_in
        decision_prices hand_key n equity equity_error equity_low equity_high floor_equity
        draw_prices hand_key n kept_equity best_kept best_equity difference_error equity_loss proof dominating \
            dominating_equity
    """),
    LOSS_TABLES,
    lambda: losses_version(),  # noqa: PLW0108 - looked up when it is called
    _judge,
    4_000,
)
"""What decisions and draws lose. The prices of their cards are read, so that these are computed before."""


def model_of_prices(con: duckdb.DuckDBPyConnection) -> int | None:
    """Return the version of the model that the prices are of, None where it is not known."""
    ((comment,),) = MODEL.comments(con) or [(None,)]
    version = (comment or "").removeprefix(_MODEL)
    return int(version) if version.isdecimal() else None
