"""Compares the stored hands with the tables of solved games, in batches of hands that are each one transaction.

An interrupted run continues where it ended. Only hands in which two players are left before the first draw and the
cards of one are known are read; most hands are not. The prices do not depend on the batches.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import duckdb
import polars as pl

from badugi_hh.facts.price_columns import SOLVER_HANDS, SOLVER_PRICES
from badugi_hh.store.append import Appender, frame_of
from badugi_hh.store.arrow import ArrowStream
from badugi_hh.store.connection import transaction
from badugi_hh.store.importer import Progress
from badugi_hh.store.price_version import SOLVER

BATCH = 20_000
"""The number of hands of a transaction, at most."""

_NEW = f"FROM hands ANTI JOIN {SOLVER_HANDS.name} USING (hand_key)"
_AMONG = "hand_key BETWEEN ? AND ? AND hand_key IN (SELECT unnest(?::INTEGER[]))"

# What `hand_decisions` asks of every hand that it covers, as far as a column says it: most hands are not read at all.
_FIXED = "betting = 'fixed' AND NOT cancelled AND big_bet = 2 * small_bet"
_TWO_LEFT = """
    SELECT d.hand_key FROM decisions d JOIN seats s ON s.hand_key = d.hand_key AND s.seat = d.seat
    JOIN hands h ON h.hand_key = d.hand_key
    WHERE d.round = 0 AND d.live = 2 AND d.own_actions = 0 AND d.position IN ('SB', 'BB') AND d.level_full <= 2
    AND coalesce(d.opener, 'SB') IN ('SB', 'BTN', 'CO') AND s.stack >= 12 * h.big_bet
"""
_KNOWN = """
    SELECT hand_key FROM decisions WHERE live = 2 AND value IS NOT NULL
    UNION ALL SELECT hand_key FROM draws WHERE live = 2 AND value_before IS NOT NULL
"""


@dataclass(frozen=True, slots=True)
class SolverReport:
    """The outcome of a comparison: the hands that had not been compared, and the rows of `solver_prices` that were added."""

    hands: int
    prices: int
    seconds: float


def compare_hands(con: duckdb.DuckDBPyConnection, *, progress: Progress | None = None) -> SolverReport:
    """Store the solver's prices of all hands that were not compared with these tables.

    `progress` is called with a text, the number of hands so far, and the share done, 0 to 1.
    """
    began = time.monotonic()
    SOLVER.delete_other(con)
    keys = [key for (key,) in con.execute(f"SELECT hand_key {_NEW} ORDER BY hand_key").fetchall()]
    prices = 0
    for start in range(0, len(keys), BATCH):
        batch = keys[start : start + BATCH]
        found = _price(_read(con, batch))
        with transaction(con):
            appender = Appender(con)
            appender.append_frame(SOLVER_PRICES, found)
            appender.append_frame(SOLVER_HANDS, pl.DataFrame({"hand_key": pl.Series(batch, dtype=pl.Int32)}))
        prices += found.height
        if progress is not None:
            progress("solver prices", start + len(batch), (start + len(batch)) / len(keys))
    return SolverReport(len(keys), prices, time.monotonic() - began)


def _price(facts: dict[str, pl.DataFrame]) -> pl.DataFrame:
    """Return the rows of `solver_prices` of some hands."""
    if facts["hands"].is_empty():
        return frame_of(SOLVER_PRICES, ())
    from badugi_hh.store.solver_rows import price_rows  # loads NumPy and the tables

    return frame_of(SOLVER_PRICES, price_rows(facts))


def _read(con: duckdb.DuckDBPyConnection, keys: list[int]) -> dict[str, pl.DataFrame]:
    """Return the rows of those hands, given by ascending keys, that may be covered."""
    found = con.execute(
        f"SELECT hand_key FROM hands WHERE {_AMONG} AND {_FIXED} AND hand_key IN ({_TWO_LEFT}) AND hand_key IN ({_KNOWN}) "
        "ORDER BY hand_key",
        [keys[0], keys[-1], keys],
    ).fetchall()
    return read_facts(con, [key for (key,) in found])


def read_facts(con: duckdb.DuckDBPyConnection, keys: Sequence[int]) -> dict[str, pl.DataFrame]:
    """Return the rows of hands, given by ascending keys, that `solver_rows` reads."""
    from badugi_hh.store.solver_rows import READ

    return read_rows(con, READ, keys)


def read_rows(
    con: duckdb.DuckDBPyConnection, columns: Mapping[str, Sequence[str]], keys: Sequence[int]
) -> dict[str, pl.DataFrame]:
    """Return some columns of tables, of hands that are given by ascending keys, in the order of their events."""
    first, last = (keys[0], keys[-1]) if keys else (0, 0)
    return {
        table: pl.DataFrame(
            ArrowStream(
                con.sql(
                    f"SELECT {', '.join(names)} FROM {table} WHERE {_AMONG} ORDER BY hand_key{', n' if 'n' in names else ''}",
                    params=[first, last, list(keys)],
                )
            )
        )
        for table, names in columns.items()
    }
