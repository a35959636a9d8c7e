"""Fetches the few rows that a finding shows, with everything that describes and prices them, by their keys."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import duckdb

from badugi_hh.facts.columns import DECISIONS, DRAWS, HANDS, SEATS
from badugi_hh.stats.definitions.row_sets import HAND_COLUMNS, OWN_COLUMNS, PRICE_TABLES, added_columns

Key = tuple[int, int]
"""The key of a hand, and the event of the row; the seat instead for a row of `seats`."""
Row = dict[str, Any]

COST_COLUMNS = {
    DRAWS.name: (
        "hand_key",
        "seat",
        "n",
        "all_in",
        "pot",
        "big_bet",
        "kept_equity",
        "best_equity",
        "dominating_equity",
        "solver_cost",
    ),
    DECISIONS.name: (
        "hand_key",
        "seat",
        "n",
        "pot",
        "pot_to_win",
        "price",
        "big_bet",
        "floor_equity",
        "solver_cost",
    ),
}
"""The columns from which the costs of mistakes are computed, besides `winnable_pot`."""
CARD_COLUMNS = {
    DRAWS.name: ("hand_key", "seat", "n", "draw", "hand_before"),
    DECISIONS.name: ("hand_key", "seat", "n", "round", "hand_0", "hand_1", "hand_2", "hand_3"),
}
"""The columns that `add_cards` reads."""

_OF_TABLE = {table.name: table for table in (SEATS, DECISIONS, DRAWS)}


def event_column(table: str) -> str:
    """Return the column that identifies a row of a row set within its hand."""
    return "seat" if table == SEATS.name else "n"


def fetch_rows(
    con: duckdb.DuckDBPyConnection,
    table: str,
    keys: Iterable[Key],
    expressions: Sequence[str] = (),
    *,
    only: Collection[str] | None = None,
) -> dict[Key, Row]:
    """Return the rows of these keys, with the columns of their seat, hand and price; `x_0`, `x_1`, … are the expressions.

    With `only` the rows have these columns; for thousands of rows that takes a fraction of the time.
    """
    wanted = sorted(set(keys))
    if not wanted:
        return {}
    event, own = event_column(table), OWN_COLUMNS[table]
    of_seat = [] if table == SEATS.name else [name for name in SEATS.names if name not in own]
    of_hand = [name for name in HAND_COLUMNS if name not in own and name not in of_seat]
    priced = {
        prices.name: [column.name for column in added_columns(prices, table)]
        for prices in PRICE_TABLES[table]
    }
    sources = [
        ("rows", _OF_TABLE[table].names),
        ("seats", of_seat),
        (HANDS.name, of_hand),
        *priced.items(),
    ]
    columns = [
        f"{source}.{name}" for source, names in sources for name in names if only is None or name in only
    ]
    joins = {  # those of the columns that are read
        "seats": "JOIN seats ON seats.hand_key = rows.hand_key AND seats.seat = rows.seat",
        HANDS.name: "JOIN hands ON hands.hand_key = rows.hand_key",
        **{
            prices: f"LEFT JOIN {prices} ON {prices}.hand_key = rows.hand_key AND {prices}.{event} = rows.{event}"
            for prices in priced
        },
    }
    values = "".join(f", {expression} AS x_{nth}" for nth, expression in enumerate(expressions))
    query = f"""
        SELECT *{values} FROM (
            SELECT {", ".join(columns)}
            FROM (SELECT unnest(?::INTEGER[]) AS hand_key, unnest(?::INTEGER[]) AS event) AS keys
            JOIN {table} AS rows ON rows.hand_key = keys.hand_key AND rows.{event} = keys.event
            {" ".join(join for source, join in joins.items() if any(name.startswith(f"{source}.") for name in columns))}
        )
    """
    cursor = con.execute(query, [[hand_key for hand_key, _ in wanted], [number for _, number in wanted]])
    names = [column[0] for column in cursor.description or ()]
    rows = (dict(zip(names, row, strict=True)) for row in cursor.fetchall())
    return {(row["hand_key"], row[event]): row for row in rows}


def add_cards(con: duckdb.DuckDBPyConnection, table: str, rows: dict[Key, Row]) -> None:
    """Add to rows of `draws` or `decisions` the facts about cards that `MistakeCheck` describes."""
    if not rows:
        return
    hand_keys = sorted({row["hand_key"] for row in rows.values()})
    among = "hand_key IN (SELECT unnest(?::INTEGER[]))"
    thrown: dict[tuple[int, int], list[tuple[int, str]]] = {}
    for hand_key, seat, draw, gone in con.execute(
        f"SELECT hand_key, seat, draw, thrown FROM draws WHERE {among} AND thrown <> '' ORDER BY draw",
        [hand_keys],
    ).fetchall():
        thrown.setdefault((hand_key, seat), []).append((draw, gone))
    shuffled = con.execute(
        f"SELECT DISTINCT hand_key FROM events WHERE {among} AND kind = 'DeckReshuffled'", [hand_keys]
    ).fetchall()
    reshuffled = {hand_key for (hand_key,) in shuffled}
    for row in rows.values():
        own = row["hand_key"], row["seat"]
        until = row["draw"] - 1 if table == DRAWS.name else row["round"]
        row["thrown_before"] = " ".join(gone for draw, gone in thrown.get(own, ()) if draw <= until)
        row["hand"] = row["hand_before"] if table == DRAWS.name else row[f"hand_{row['round']}"]
        row["reshuffled"] = row["hand_key"] in reshuffled


def add_winnable_pots(con: duckdb.DuckDBPyConnection, rows: dict[Key, Row]) -> None:
    """Add `winnable_pot` to rows: what all players put in, each at most as much as the player of the row."""
    hand_keys = sorted({row["hand_key"] for row in rows.values()})
    put_in: dict[int, dict[int, int]] = {}
    for hand_key, seat, amount in con.execute(
        "SELECT hand_key, seat, put_in FROM seats WHERE hand_key IN (SELECT unnest(?::INTEGER[]))",
        [hand_keys],
    ).fetchall():
        put_in.setdefault(hand_key, {})[seat] = amount
    for row in rows.values():
        of_hand = put_in[row["hand_key"]]
        row["winnable_pot"] = sum(min(amount, of_hand[row["seat"]]) for amount in of_hand.values())
