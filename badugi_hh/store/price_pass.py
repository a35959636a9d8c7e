"""Computes the prices of stored hands that have none yet, in batches of hands that are each one transaction.

An interrupted run continues where it ended. Prices of another version are deleted first, and these hands priced again. The
prices do not depend on the batches.
"""

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import duckdb
import polars as pl

from badugi_hh.facts.columns import DECISIONS, DRAWS, EVENTS, HANDS, SEATS
from badugi_hh.store.append import Appender
from badugi_hh.store.arrow import ArrowStream
from badugi_hh.store.connection import transaction
from badugi_hh.store.importer import Progress
from badugi_hh.store.price_version import MODEL, SOLVER, Computation
from badugi_hh.store.workers import Workers

BATCH = 1000
"""The number of hands of a transaction, at most."""

_CARDS = {
    HANDS.name: HANDS.names,
    SEATS.name: SEATS.names,
    EVENTS.name: ("hand_key", "n", "round", "kind"),
    DECISIONS.name: DECISIONS.names,
    DRAWS.name: DRAWS.names,
}
SOLVED = {
    "hands": ("hand_key", "betting", "small_bet", "big_bet", "rules", "cancelled"),
    "seats": ("hand_key", "seat", "position", "stack", "dealt"),
    "decisions": ("hand_key", "n", "seat", "action", "value", "forced", "pot", "price"),
    "draws": ("hand_key", "n", "seat", "drawn", "value_before", "value_kept", "forced"),
}
"""The columns that `solver_rows` reads, by table."""


@dataclass(frozen=True, slots=True)
class Computed:
    """The number of hands that had not been computed, and the numbers of new rows by table."""

    hands: int
    rows: Counter[str]


@dataclass(frozen=True, slots=True)
class PriceReport:
    """The outcome of pricing: the hands that had no prices, and the rows of each table that were added.

    `compared` is the number of hands that had not been compared with the tables of solved games, `solver` the number of
    rows of `solver_prices`.
    """

    hands: int
    draws: int
    decisions: int
    compared: int
    solver: int
    seconds: float

    def as_json(self) -> dict[str, int | float]:
        """Return the report as `db price --json` prints it."""
        return {
            "hands": self.hands,
            "draws": self.draws,
            "decisions": self.decisions,
            "solver_hands": self.compared,
            "solver_prices": self.solver,
            "seconds": round(self.seconds, 3),
        }


def count_unpriced(con: duckdb.DuckDBPyConnection) -> int:
    """Return the number of stored hands without prices of the present model."""
    if MODEL.has_other(con):
        return int(con.execute("SELECT count(*) FROM hands").fetchall()[0][0])
    ((hands,),) = con.execute("SELECT count(*) FROM hands ANTI JOIN priced_hands USING (hand_key)").fetchall()
    return int(hands)


def price_hands(
    con: duckdb.DuckDBPyConnection, *, progress: Progress | None = None, jobs: int = 1
) -> PriceReport:
    """Price the cards of all stored hands that have no prices, then compare the hands with the tables of solved games.

    `jobs` is the number of processes; they start only for several thousand hands, and the prices are the same. As for an
    import, a program that passes more than one must be importable. `progress` is called with a text, the number of hands
    so far, and the share done, 0 to 1.
    """
    began = time.monotonic()
    cards = price_cards(con, progress=progress, jobs=jobs)
    compared = compare_hands(con, progress=progress, jobs=jobs)
    return PriceReport(
        cards.hands,
        cards.rows["draw_prices"],
        cards.rows["decision_prices"],
        compared.hands,
        compared.rows["solver_prices"],
        time.monotonic() - began,
    )


def price_cards(
    con: duckdb.DuckDBPyConnection, *, progress: Progress | None = None, jobs: int = 1
) -> Computed:
    """Store the prices and the luck of all hands that have none of the present model, as `price_hands` does."""
    return _compute(con, MODEL, _CARDS, _price_cards, "prices", progress, jobs)


def compare_hands(
    con: duckdb.DuckDBPyConnection, *, progress: Progress | None = None, jobs: int = 1
) -> Computed:
    """Store the solver's prices of all hands that were not compared with these tables, as `price_hands` does."""
    return _compute(con, SOLVER, SOLVED, _compare, "solver prices", progress, jobs)


def _price_cards(facts: dict[str, pl.DataFrame]) -> dict[str, pl.DataFrame]:
    from badugi_hh.store.price_rows import price  # loads NumPy

    return price(facts)


def _compare(facts: dict[str, pl.DataFrame]) -> dict[str, pl.DataFrame]:
    from badugi_hh.store.solver_rows import compare  # loads NumPy and the tables

    return compare(facts)


def _compute(
    con: duckdb.DuckDBPyConnection,
    computation: Computation,
    columns: Mapping[str, Sequence[str]],
    work: Callable[[dict[str, pl.DataFrame]], dict[str, pl.DataFrame]],
    text: str,
    progress: Progress | None,
    jobs: int,
) -> Computed:
    """Store the rows that `work` returns for the columns of all hands without them, each batch when it is complete.

    The first table of the computation has the hands that are done.
    """
    computation.delete_other(con)
    done = computation.tables[0].name
    query = f"SELECT hand_key FROM hands ANTI JOIN {done} USING (hand_key) ORDER BY hand_key"
    keys = [key for (key,) in con.execute(query).fetchall()]
    rows: Counter[str] = Counter()
    batches = (keys[start : start + BATCH] for start in range(0, len(keys), BATCH))
    with Workers(jobs, work) as workers:
        for _, frames in workers.run((None, read_rows(con, columns, batch)) for batch in batches):
            with transaction(con):
                appender = Appender(con)
                for table in computation.tables:
                    appender.append_frame(table, frames[table.name])
            rows.update({name: frame.height for name, frame in frames.items()})
            if progress is not None:
                progress(text, rows[done], rows[done] / len(keys))
    return Computed(len(keys), rows)


def read_rows(
    con: duckdb.DuckDBPyConnection, columns: Mapping[str, Sequence[str]], keys: Sequence[int]
) -> dict[str, pl.DataFrame]:
    """Return some columns of tables, of hands that are given by ascending keys, in the order of their events."""
    among = "hand_key BETWEEN ? AND ? AND hand_key IN (SELECT unnest(?::INTEGER[]))"
    first, last = (keys[0], keys[-1]) if keys else (0, 0)
    return {
        table: pl.DataFrame(
            ArrowStream(
                con.sql(
                    f"SELECT {', '.join(names)} FROM {table} WHERE {among} ORDER BY hand_key{', n' if 'n' in names else ''}",
                    params=[first, last, list(keys)],
                )
            )
        )
        for table, names in columns.items()
    }
