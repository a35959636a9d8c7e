"""Prices the stored hands that have no prices yet, in batches of hands that are each one transaction.

An interrupted run continues where it ended. Prices of another model are deleted first, and these hands priced again. The prices do not depend on the batches.
"""

import time
from dataclasses import dataclass

import duckdb
import polars as pl

from badugi_hh.facts.columns import DECISIONS, DRAWS, EVENTS, HANDS, SEATS
from badugi_hh.facts.price_columns import PRICE_TABLES, PRICED_HANDS
from badugi_hh.store.append import Appender
from badugi_hh.store.connection import transaction
from badugi_hh.store.importer import Progress
from badugi_hh.store.price_version import MODEL
from badugi_hh.store.solver_pass import compare_hands, read_rows
from badugi_hh.store.workers import Workers

BATCH = 1000
"""The number of hands of a transaction, at most."""

_READ = {
    HANDS.name: HANDS.names,
    SEATS.name: SEATS.names,
    EVENTS.name: ("hand_key", "n", "round", "kind"),
    DECISIONS.name: DECISIONS.names,
    DRAWS.name: DRAWS.names,
}


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

    `price_cards` and `compare_hands` describe these two parts.
    """
    began = time.monotonic()
    hands, counts = price_cards(con, progress=progress, jobs=jobs)
    compared = compare_hands(con, progress=progress)
    return PriceReport(
        hands,
        counts["draw_prices"],
        counts["decision_prices"],
        compared.hands,
        compared.prices,
        time.monotonic() - began,
    )


def price_cards(
    con: duckdb.DuckDBPyConnection, *, progress: Progress | None = None, jobs: int = 1
) -> tuple[int, dict[str, int]]:
    """Store the prices and the luck of all hands that have none of the present model, each batch when it is complete.

    Returns the number of these hands, and the number of new rows by table.

    `jobs` is the number of processes; they start only for several thousand hands, and the prices are the same. As for an
    import, a program that passes more than one must be importable. `progress` is called with a text, the number of hands
    priced so far, and the share done, 0 to 1.
    """
    MODEL.delete_other(con)
    found = con.execute(
        "SELECT hand_key FROM hands ANTI JOIN priced_hands USING (hand_key) ORDER BY hand_key"
    ).fetchall()
    keys = [key for (key,) in found]
    counts = dict.fromkeys((table.name for table in PRICE_TABLES), 0)
    done = 0
    batches = (keys[start : start + BATCH] for start in range(0, len(keys), BATCH))
    with Workers(jobs, _price) as workers:
        for _, frames in workers.run((None, read_rows(con, _READ, batch)) for batch in batches):
            with transaction(con):
                appender = Appender(con)
                for table in PRICE_TABLES:
                    appender.append_frame(table, frames[table.name])
            for name, frame in frames.items():
                counts[name] += frame.height
            done += frames[PRICED_HANDS.name].height
            if progress is not None:
                progress("prices", done, done / len(keys))
    return len(keys), counts


def _price(facts: dict[str, pl.DataFrame]) -> dict[str, pl.DataFrame]:
    """Return the price tables of a batch; runs in a process of its own."""
    from badugi_hh.store.price_rows import price  # loads NumPy

    return price(facts)
