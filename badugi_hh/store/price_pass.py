"""Computes the prices of stored hands that have none yet, in batches of hands that are each one transaction.

An interrupted run continues where it ended. Prices of another version are deleted first, and these hands priced again. The
prices do not depend on the batches.
"""

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import duckdb
import polars as pl

from badugi_hh.as_json import AsJson
from badugi_hh.store.arrow import ArrowStream, append_frame
from badugi_hh.store.computation import JUDGING, MODEL, RESHUFFLES, Computation
from badugi_hh.store.connection import limited_memory, transaction
from badugi_hh.store.progress_shares import Progress, part_of

_CARDS = 2
"""How many times as long the prices of the cards take as judging, for the report of progress."""

_MEMORY = "96 MB"
"""The memory that DuckDB uses while it reads and stores a batch, at most: each row is read once."""


@dataclass(frozen=True, slots=True)
class PriceReport(AsJson):
    """The outcome of pricing: the hands that had no prices, and the rows of each table that were added.

    `judged_hands` is the number of hands whose decisions and draws had not been judged, `losses` the number of those with a judge.
    """

    hands: int
    draws: int
    decisions: int
    judged_hands: int
    losses: int
    seconds: float


def count_unpriced(con: duckdb.DuckDBPyConnection, computation: Computation = MODEL) -> int:
    """Return the number of stored hands without prices of the present version."""
    hands = "hands" if computation.has_other(con) else _due(computation)
    ((number,),) = con.execute(f"SELECT count(*) FROM {hands}").fetchall()
    return int(number)


def is_unpriced(con: duckdb.DuckDBPyConnection, computation: Computation) -> bool:
    """Return whether there are hands, and a computation has been done for none of them."""
    done = computation.writes[0].name
    query = f"SELECT (SELECT count(*) FROM hands) > 0 AND NOT EXISTS (FROM {done})"
    return bool(con.execute(query).fetchall()[0][0])


def price_hands(con: duckdb.DuckDBPyConnection, *, progress: Progress | None = None) -> PriceReport:
    """Price the cards of all stored hands that have no prices, then judge their decisions and draws.

    `progress` is called with the name of the computation, the number of its hands so far, and the share of both, 0 to 1.
    """
    began = time.monotonic()
    of_cards, of_losses = _CARDS * count_unpriced(con), count_unpriced(con, JUDGING)
    turn = of_cards / max(of_cards + of_losses, 1)
    cards = compute(con, MODEL, progress=part_of(progress, 0, turn))
    judged = compute(con, JUDGING, progress=part_of(progress, turn, 1))
    return PriceReport(
        cards["priced_hands"],
        cards["draw_prices"],
        cards["decision_prices"],
        judged["judged_hands"],
        judged["losses"],
        round(time.monotonic() - began, 3),
    )


def compute(
    con: duckdb.DuckDBPyConnection, computation: Computation, *, progress: Progress | None = None
) -> Counter[str]:
    """Store the rows of a computation for all hands without them, each batch when it is complete; return their number by table.

    `progress` is called with the name of the computation, the number of hands so far, and the share done, 0 to 1.
    """
    computation.delete_other(con)
    number, done, last = count_unpriced(con, computation), 0, -1
    query = f"SELECT hand_key FROM {_due(computation)} WHERE hand_key > ? ORDER BY hand_key LIMIT {computation.batch}"
    rows: Counter[str] = Counter()
    with limited_memory(con, _MEMORY):
        while keys := [key for (key,) in con.execute(query, [last]).fetchall()]:
            if progress is not None:
                progress(computation.name, done, done / number)
            frames = computation.rows(read_rows(con, computation.reads, keys, only=RESHUFFLES))
            with transaction(con):
                for table in computation.writes:
                    append_frame(con, table, frames[table.name])
            rows.update({name: frame.height for name, frame in frames.items()})
            done, last = done + len(keys), keys[-1]
    if progress is not None and done:
        progress(computation.name, done, 1.0)
    return rows


def _due(computation: Computation) -> str:
    """Return the hands for which a computation has not been done, as a table of SQL."""
    return f"hands ANTI JOIN {computation.writes[0].name} USING (hand_key)"


def read_rows(
    con: duckdb.DuckDBPyConnection,
    columns: Mapping[str, Sequence[str]],
    keys: Sequence[int],
    *,
    only: Mapping[str, str] | None = None,
) -> dict[str, pl.DataFrame]:
    """Return some columns of tables, of hands that are given by ascending keys, in the order of their events.

    `only` has by table an SQL expression of the rows that are read.
    """
    first, last = (keys[0], keys[-1]) if keys else (0, -1)
    among = "hand_key BETWEEN ? AND ?"
    params: list[object] = [first, last]
    if last - first >= len(keys):  # DuckDB copies a list in Python
        among += " AND hand_key IN (SELECT unnest(?::BIGINT[]))"
        params.append(list(keys))
    frames = {}
    for table, names in columns.items():
        where = f"{among} AND {only[table]}" if only and table in only else among
        order = "hand_key, n" if "n" in names else "hand_key"
        query = f"SELECT {', '.join(names)} FROM {table} WHERE {where} ORDER BY {order}"
        frames[table] = pl.DataFrame(ArrowStream(con.sql(query, params=params)))
    return frames
