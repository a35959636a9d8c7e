"""A database with rows made by hand: each test says only what matters to it."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import duckdb

from badugi_hh.facts.hand_rows import denomination_of, game_of
from badugi_hh.facts.schema import DECISIONS, DRAWS, HANDS, LUCK, META, SEATS, TABLES
from badugi_hh.store.arrow import append_frame, append_rows
from badugi_hh.store.computation import JUDGING, RESHUFFLES
from badugi_hh.store.database import make_tables
from badugi_hh.store.price_pass import read_rows

COLUMNS = {table.name: table.names for table in TABLES}
OF_LUCK = set(LUCK.names) - {"hand_key", "seat"}
TABLE = {table.name: table for table in TABLES}

HAND = {
    "site": "PokerStars", "game": "cash", "betting": "fixed", "small_bet": 10, "big_bet": 20,
    "stakes": "$0.10/$0.20", "currency": "USD", "unit": "cent", "players": 4, "total_pot": 100, "rake": 0,
    "cancelled": False, "status": "ok",
}  # fmt: skip
SEAT = {
    "site": "PokerStars", "seat": 1, "player": "Ann", "hero": True, "dealt": True, "sitting_out": False,
    "put_in": 0, "won": 0, "net": 0, "rake_share": 0, "rake_dealt": 0, "rake_won": 0, "reach": 0,
    "extra_blind": False, "shown": False, "bounty_won": 0, "walk": False, "decisions_0": 1, "voluntary_0": 0,
    "raises_0": 0, "saw_draw": False, "showdown": False, "result": "folded", "pots_shared": 0,
}  # fmt: skip
DECISION = {
    "n": 20, "seat": 1, "player": "Ann", "hero": True, "price": 0, "pot": 40, "pot_to_win": 40, "live": 2,
    "opponents_able": 1, "behind": 1, "level_full": 0, "level_any": 0, "callers": 0, "limpers": 0,
    "own_actions": 0, "own_voluntary": 0, "limped": False, "folded_to": False, "blinds_only": False,
    "opened": False, "extra_blind": False, "previous_cbet": False, "aggressor": False,
    "previous_aggressor": False, "aggressor_behind": False, "last_to_act": False, "can_raise": True,
    "amount": 0, "all_in": False,
}  # fmt: skip
DRAW = {
    "n": 30, "seat": 1, "player": "Ann", "hero": True, "pot": 100, "put_in": 0, "live": 2, "all_in": False,
    "opponents_able": 1, "can_bet": True, "pats_before": 0, "last_cards": True,
}  # fmt: skip
DEFAULTS = {HANDS.name: HAND, SEATS.name: SEAT, DECISIONS.name: DECISION, DRAWS.name: DRAW}


def row(*parts: Mapping[str, Any], **values: Any) -> dict[str, Any]:
    """Return one row: all columns of these parts, and these values."""
    return {name: value for part in (*parts, values) for name, value in part.items()}


def each(**values: Any) -> list[dict[str, Any]]:
    """Return a row of one column for each value; `each(price=0, level_any=(2, 3))` is three rows."""
    return [
        {name: value}
        for name, named in values.items()
        for value in (named if isinstance(named, tuple) else (named,))
    ]


def database() -> duckdb.DuckDBPyConnection:
    """Return an empty database in memory with the tables and views of the project.

    One thread: with a few rows in each table, handing out the work takes longer than the work.
    """
    con = duckdb.connect(config={"threads": 1})
    make_tables(con)
    return con


def judge(con: duckdb.DuckDBPyConnection) -> None:
    """Judge all hands, as `compute` does, within a transaction of the test."""
    keys = [key for (key,) in con.execute("SELECT hand_key FROM hands ORDER BY ALL").fetchall()]
    found = JUDGING.rows(read_rows(con, JUDGING.reads, keys, only=RESHUFFLES))
    for table in JUDGING.writes:
        append_frame(con, table, found[table.name])


@contextmanager
def rolled_back(con: duckdb.DuckDBPyConnection) -> Iterator[duckdb.DuckDBPyConnection]:
    """Undo at its end whatever a block does to a database, which can so be shared by many tests.

    A test of code that opens transactions of its own needs `emptied`.
    """
    con.begin()
    try:
        yield con
    finally:
        con.rollback()


@contextmanager
def emptied(con: duckdb.DuckDBPyConnection) -> Iterator[duckdb.DuckDBPyConnection]:
    """Delete at its end all rows that a block leaves in a database, which can so be shared by many tests."""
    try:
        yield con
    finally:
        for table in TABLES:
            if table is not META:
                con.execute(f"DELETE FROM {table.name}")


class Together:
    """Takes the rows of several cases in place of a database, so that all are appended, and questions asked, at once.

    The hands and players of each case are its own: Ann of the case `pat 3` is `Ann, pat 3`.
    """

    def __init__(self) -> None:
        self.rows: dict[str, list[dict[str, Any]]] = {}
        self.case = ""
        self._cases: dict[str, int] = {}

    def add(self, table: str, rows: Iterable[dict[str, Any]]) -> None:
        """Take rows of the present `case`."""
        first = 10_000 * self._cases.setdefault(self.case, len(self._cases))
        for row in rows:
            own = {"hand_key": row["hand_key"] + first}
            if "player" in row:
                own["player"] = f"{row['player']}, {self.case}"
            self.rows.setdefault(table, []).append(row | own)

    def append_to(self, con: duckdb.DuckDBPyConnection) -> None:
        """Append everything to a database."""
        for table, rows in self.rows.items():
            insert(con, table, *rows)


def insert(con: duckdb.DuckDBPyConnection | Together, table: str, *rows: dict[str, Any]) -> None:
    """Insert rows that differ from the defaults of their table in the columns named."""
    if isinstance(con, Together):
        con.add(table, [{**DEFAULTS.get(table, {}), **row} for row in rows])
        return
    full = [{**DEFAULTS.get(table, {}), **row} for row in rows]
    if table == HANDS.name:
        full = [
            {**row, "denomination": denomination, "game": game_of(denomination)}
            for row in full
            if (denomination := denomination_of(row["currency"], tournament=row["game"] == "tournament"))
        ]
    for row in full:
        unknown = row.keys() - set(COLUMNS[table])
        assert not unknown, f"{table} has no column {unknown}"
    if full:
        rows = [tuple(row.get(column.name) for column in TABLE[table].columns) for row in full]
        append_rows(con, TABLE[table], rows)


def play(con: duckdb.DuckDBPyConnection | Together, *hand_keys: int, **seat: Any) -> None:
    """Insert hands alike with one seat of Ann each."""
    play_each(con, dict.fromkeys(hand_keys, seat))


def play_each(con: duckdb.DuckDBPyConnection | Together, played: Mapping[int, dict[str, Any]]) -> None:
    """Insert hands with one seat of Ann each: by `hand_key` what is different in the hand, its seat or its luck.

    A table is appended to once, however many the hands: each append costs as much as an evaluation.
    """
    hands, seats, luck = [], [], []
    for key, row in played.items():
        own = {"hand_key": key, "hand_id": str(1000 + key)}
        of_hand = {
            name: value for name, value in row.items() if name in COLUMNS["hands"] and name not in SEAT
        }
        hands.append(own | of_hand)
        of_luck = {name: value for name, value in row.items() if name in OF_LUCK}
        of_seat = {name: value for name, value in row.items() if name not in {*of_hand, *of_luck}}
        seats.append(own | of_seat)
        if of_luck:
            luck.append({"hand_key": key, "seat": of_seat.get("seat", SEAT["seat"]), **of_luck})
    insert(con, "hands", *hands)
    insert(con, "seats", *seats)
    insert(con, "luck", *luck)
