"""A database with rows made by hand: each test says only what matters to it."""

from typing import Any

import duckdb

from badugi_hh.facts.columns import DECISIONS, DRAWS, HANDS, SEATS, TABLES
from badugi_hh.facts.rows import game_of, purse_of
from badugi_hh.facts.views import VIEWS
from badugi_hh.store.append import append

COLUMNS = {table.name: table.names for table in TABLES}
TABLE = {table.name: table for table in TABLES}

HAND = {
    "site": "PokerStars",
    "game": "cash",
    "betting": "fixed",
    "small_bet": 10,
    "big_bet": 20,
    "stakes": "$0.10/$0.20",
    "currency": "USD",
    "unit": "cent",
    "players": 4,
    "total_pot": 100,
    "rake": 0,
    "cancelled": False,
    "status": "ok",
}
SEAT = {
    "site": "PokerStars",
    "seat": 1,
    "player": "Ann",
    "hero": True,
    "dealt": True,
    "sitting_out": False,
    "put_in": 0,
    "won": 0,
    "net": 0,
    "rake_share": 0,
    "rake_dealt": 0,
    "rake_won": 0,
    "reach": 0,
    "extra_blind": False,
    "shown": False,
    "bounty_won": 0,
    "walk": False,
    "decisions_0": 1,
    "voluntary_0": 0,
    "raises_0": 0,
    "saw_draw": False,
    "showdown": False,
    "result": "folded",
    "pots_shared": 0,
}
DECISION = {
    "n": 20,
    "seat": 1,
    "player": "Ann",
    "hero": True,
    "price": 0,
    "pot": 40,
    "pot_to_win": 40,
    "live": 2,
    "opponents_able": 1,
    "behind": 1,
    "level_full": 0,
    "level_any": 0,
    "callers": 0,
    "limpers": 0,
    "own_actions": 0,
    "own_voluntary": 0,
    "limped": False,
    "folded_to": False,
    "blinds_only": False,
    "opened": False,
    "extra_blind": False,
    "previous_cbet": False,
    "aggressor": False,
    "previous_aggressor": False,
    "aggressor_behind": False,
    "last_to_act": False,
    "can_raise": True,
    "amount": 0,
    "all_in": False,
}
DRAW = {
    "n": 30,
    "seat": 1,
    "player": "Ann",
    "hero": True,
    "pot": 100,
    "put_in": 0,
    "live": 2,
    "all_in": False,
    "opponents_able": 1,
    "can_bet": True,
    "pats_before": 0,
    "last_cards": True,
}
DEFAULTS = {HANDS.name: HAND, SEATS.name: SEAT, DECISIONS.name: DECISION, DRAWS.name: DRAW}


def database() -> duckdb.DuckDBPyConnection:
    """Return an empty database in memory with the tables and views of the project."""
    con = duckdb.connect()
    for table in TABLES:
        columns = ", ".join(f"{column.name} {column.type}" for column in table.columns)
        con.execute(f"CREATE TABLE {table.name} ({columns})")
    for view in VIEWS:
        con.execute(f"CREATE VIEW {view.name} AS {view.query}")
    return con


def insert(con: duckdb.DuckDBPyConnection, table: str, *rows: dict[str, Any]) -> None:
    """Insert rows that differ from the defaults of their table in the columns named."""
    full = [{**DEFAULTS.get(table, {}), **row} for row in rows]
    if table == HANDS.name:
        full = [
            {**row, "purse": purse, "game": game_of(purse)}
            for row in full
            if (purse := purse_of(row["currency"], tournament=row["game"] == "tournament"))
        ]
    for row in full:
        unknown = row.keys() - set(COLUMNS[table])
        assert not unknown, f"{table} has no column {unknown}"
    if full:
        append(
            con, TABLE[table], [tuple(row.get(column.name) for column in TABLE[table].told) for row in full]
        )


def play(con: duckdb.DuckDBPyConnection, *hand_keys: int, **seat: Any) -> None:
    """Insert hands alike with one seat of Ann each."""
    hand = {name: seat.pop(name) for name in tuple(seat) if name in COLUMNS["hands"] and name not in SEAT}
    keys = [{"hand_key": key, "hand_id": str(1000 + key)} for key in hand_keys]
    insert(con, "hands", *({**key, **hand} for key in keys))
    insert(con, "seats", *({**key, **seat} for key in keys))
