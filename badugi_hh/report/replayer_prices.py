"""The prices of one hand for the replayer: stored ones, or computed from the replay where none are stored.

Prices belong to the decisions of players whose cards are known at the time. Nothing here changes a database.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import duckdb
import polars as pl

from badugi_hh.facts import Rows, add_rows
from badugi_hh.facts.price_columns import DECISION_PRICES, DRAW_PRICES
from badugi_hh.replay import Replay
from badugi_hh.store.arrow import ArrowStream
from badugi_hh.store.prepare import frames_of
from badugi_hh.store.price_version import MODEL

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class HandPrices:
    """The rows of `decision_prices` and of `draw_prices` of one hand, by `n`, the number of the event from 1."""

    decisions: dict[int, Row] = field(default_factory=dict)
    draws: dict[int, Row] = field(default_factory=dict)


def stored_prices(con: duckdb.DuckDBPyConnection, hand_keys: Iterable[int]) -> dict[int, HandPrices]:
    """Return the stored prices of hands by key; a hand that was not priced is missing.

    Prices of another version of the model count as none.
    """
    if MODEL.has_other(con):
        return {}
    keys = list(hand_keys)
    found = con.execute(
        "SELECT hand_key FROM priced_hands WHERE hand_key IN (SELECT unnest(?::BIGINT[]))", [keys]
    ).fetchall()
    prices = {key: HandPrices() for (key,) in found}
    for table in (DECISION_PRICES, DRAW_PRICES):
        query = f"SELECT * FROM {table.name} WHERE hand_key IN (SELECT unnest(?::BIGINT[]))"
        _add(prices, table.name, pl.DataFrame(ArrowStream(con.sql(query, params=[keys]))))
    return prices


def find_prices(con: duckdb.DuckDBPyConnection, number: str, rules: str) -> HandPrices | None:
    """Return the stored prices of the only hand with this number, None where there are none by the rules of this name."""
    found = con.execute(
        "SELECT hand_key FROM hands WHERE hand_id = ? AND rules = ?", [number, rules]
    ).fetchall()
    if len(found) != 1:
        return None
    ((key,),) = found
    return stored_prices(con, [key]).get(key)


def computed_prices(replay: Replay, rules: str) -> HandPrices:
    """Return the prices of a hand replayed by the rules of this name; a hand with an error has none."""
    from badugi_hh.store.price_rows import equity_rows  # loads NumPy

    prices = {0: HandPrices()}
    if replay.ok and not replay.cancelled:
        rows = Rows()
        add_rows(rows, replay, 0, rules=rules)
        for name, frame in equity_rows(frames_of(rows)).items():
            _add(prices, name, frame)
    return prices[0]


def _add(prices: dict[int, HandPrices], table: str, frame: pl.DataFrame) -> None:
    for row in frame.iter_rows(named=True):
        of_hand = prices[row["hand_key"]]
        (of_hand.draws if table == DRAW_PRICES.name else of_hand.decisions)[row["n"]] = row
