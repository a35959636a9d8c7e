"""The selected seats, numbered and kept in temporary tables while statistics are counted over them.

Texts are slow keys where millions of rows are counted, so every group has a number. `selected_parts` has a row for each
person, value of the dimensions, and denomination; `selected_seats` one for each selected seat, with the number of its
part and the columns that other rows need; `hand_sequence` one for each of them, with running results. Nothing here counts a
statistic.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

import duckdb

from badugi_hh.facts.schema import GAMES, LUCK, PLAY_CHIPS, SEATS
from badugi_hh.facts.views import BY_NUMBER, TOURNAMENT_ENTRIES, VERDICTS
from badugi_hh.stats.definitions.row_sets import (
    ENTRIES,
    HAND_COLUMNS,
    OWN_COLUMNS,
    PRICE_TABLES,
    added_columns,
    price_columns,
)
from badugi_hh.stats.selection.dimensions import PLAYED, STREETS, Dimension, Parameter
from badugi_hh.stats.selection.filters import Filter, kept_values
from badugi_hh.stats.selection.persons import COUNTED, PERSON
from badugi_hh.stats.selection.rows import join_rows, seats_query, user_condition
from badugi_hh.stats.selection.sessions import COUNTED_HANDS, hand_sequence_query

_FOUND, _PARTS, _SEATS, _SEQUENCE = "found_seats", "selected_parts", "selected_seats", "hand_sequence"
_ALWAYS = ("played_at", "net", "big_bet")
_GAME = " ".join(
    (
        "CASE denomination",
        *(f"WHEN '{name}' THEN '{game}'" for name, game in GAMES.items()),
        "ELSE 'cash' END",
    )
)
_BIG_BETS = "net * 1.0 / nullif(big_bet, 0)"

Key = tuple[str, ...]
"""A group: the player, then the value of each dimension."""


@dataclass(frozen=True, slots=True)
class Selection:
    """The selected seats of one evaluation; `groups` has the key and the denomination of each `group_number`.

    `priced` are the tables of prices of which columns are read.
    """

    hand_filter: Filter
    by: tuple[Dimension, ...]
    together: bool
    columns: tuple[str, ...]
    priced: frozenset[str]
    groups: dict[int, tuple[Key, str]]

    def keys(self, table: str) -> tuple[str, ...]:
        """Return the columns that identify the group and denomination of a row of a row set; `group` reads them."""
        if table == ENTRIES:
            return ("group_number", "denomination")  # that of the buy-in
        return ("group_number", *(f"by_{dimension.name}" for dimension in self.by if dimension.within))

    def group(self, row: Mapping[str, Any]) -> tuple[Key, str]:
        """Return the key and the denomination of a row that has `keys`."""
        (player, *of_hands), denomination = self.groups[row["group_number"]]
        values = iter(of_hands)
        parts = (next(values) if dimension.sql else row[f"by_{dimension.name}"] for dimension in self.by)
        return (player, *parts), row.get("denomination", denomination)

    def players(self, con: duckdb.DuckDBPyConnection, least: int) -> set[str]:
        """Return the players with at least `least` selected hands, over all parts of a split."""
        player = "''" if self.together else "player"
        query = f"""
            SELECT {player} AS player
            FROM (SELECT DISTINCT player, hand_key, seat FROM {_SEATS} JOIN {_PARTS} USING (part))
            GROUP BY 1 HAVING count(*) >= ?
        """
        return {player for (player,) in con.execute(query, [least]).fetchall()}

    def rows(self, table: str) -> tuple[str, list[Parameter]]:
        """Return a query for the rows of a row set, with the columns of `keys`."""
        match table:
            case "seats":
                return self._seats(), []
            case "hand_losses":
                return _HAND_LOSS_ROWS, []
            case "hand_sequence":
                return f"SELECT * FROM {_SEQUENCE}", []
            case "sessions":
                return _SESSION_ROWS, []
            case "entries":
                return self._entries()
        seats = self._seats(OWN_COLUMNS[table])
        return join_rows(table, seats, self.hand_filter, self.by, prices=self.priced)

    def _entries(self) -> tuple[str, list[Parameter]]:
        """Return the tournaments whose last hand is in the time or the session of the filter."""
        conditions, parameters = self.hand_filter.of_time()
        for dimension, value in kept_values(self.hand_filter):
            if dimension.moment == PLAYED:
                conditions.append(f"{dimension.sql_in(self.hand_filter.tz)} = ?")
                parameters.append(value)
            elif dimension.name == "session":
                conditions.append(f"hands.hand_key IN (SELECT hand_key FROM {_SEATS})")
        if not conditions:
            return _ENTRY_ROWS, []
        return (
            f"{_ENTRY_ROWS} JOIN ({_LAST_HANDS} WHERE {' AND '.join(conditions)}) AS hands USING (site, tournament_id, player)",
            parameters,
        )

    def _seats(self, without: Iterable[str] = ()) -> str:
        names = ("hand_key", "seat", *(name for name in self.columns if name not in without))
        columns = ", ".join(f"{_SEATS}.{name}" for name in names)
        return f"SELECT {columns}, {_PARTS}.group_number, {_PARTS}.player FROM {_SEATS} JOIN {_PARTS} USING (part)"


@contextmanager
def select_seats(
    con: duckdb.DuckDBPyConnection,
    hand_filter: Filter,
    by: Sequence[Dimension] = (),
    *,
    columns: Iterable[str] = (),
    hand_sequence: bool = False,
    together: bool = False,
) -> Iterator[Selection]:
    """Store the selected seats in temporary tables until the end of a `with` block.

    `columns` are the columns of row sets and `hands` that queries read. `hand_sequence` is true if they also read the
    hand sequence or the sessions. `together` counts all players as one player without a name.

    Raises:
        FilterError: the filter selects an unknown value of a dimension, or its SQL condition is not valid.
    """
    parts = [f"by_{dimension.name}" for dimension in by if dimension.sql]
    identity = ["player", *parts]
    counted = parts if together else identity
    read = set(columns)
    priced = frozenset(
        prices.name
        for table, tables in PRICE_TABLES.items()
        for prices in tables
        if read & {column.name for column in added_columns(prices, table)}
    )
    kept = {*read, *_ALWAYS} - {"hand_key", "seat", *identity}
    of_prices = (column.name for column in price_columns(SEATS.name))
    carried = tuple(name for name in dict.fromkeys((*SEATS.names, *HAND_COLUMNS, *of_prices)) if name in kept)
    seats, parameters = seats_query(hand_filter, by, prices=LUCK.name in priced)
    found = ", ".join(dict.fromkeys(("hand_key", "seat", *identity, "denomination", *carried)))
    try:
        with user_condition(hand_filter):
            con.execute(f"CREATE OR REPLACE TEMP TABLE {_FOUND} AS SELECT {found} FROM ({seats})", parameters)
        con.execute(_parts_table(identity, counted))
        con.execute(_seats_table(identity, carried))
        con.execute(f"DROP TABLE temp.{_FOUND}")
        if hand_sequence:
            con.execute(_sequence_table(hand_filter.session_gap))
        numbers = con.execute(
            f"SELECT DISTINCT group_number, {', '.join([*counted, 'denomination'])} FROM {_PARTS}"
        ).fetchall()
        groups = {
            number: ((("", *key) if together else tuple(key)), denomination)
            for number, *key, denomination in numbers
        }
        yield Selection(hand_filter, tuple(by), together, carried, priced, groups)
    finally:
        with suppress(duckdb.TransactionException):  # a failed transaction removes the tables itself
            for table in (_SEQUENCE, _SEATS, _PARTS, _FOUND):
                con.execute(f"DROP TABLE IF EXISTS temp.{table}")


def _parts_table(identity: Sequence[str], counted: Sequence[str]) -> str:
    """Return the statement that creates the table of parts.

    `identity` are the columns that identify the parts of a player, `counted` those that identify a group. `run` numbers the
    series of running results: a group has one for each game.
    """
    return f"""
        CREATE OR REPLACE TEMP TABLE {_PARTS} AS
        SELECT CAST(row_number() OVER () AS INTEGER) AS part, {_number(*counted, "denomination")} AS group_number,
               {_number(*counted, "game")} AS run, {_number(*identity)} AS player_part, *
        FROM (SELECT *, {_GAME} AS game FROM (SELECT DISTINCT {", ".join([*identity, "denomination"])} FROM {_FOUND}))
    """


def _seats_table(identity: Sequence[str], carried: Sequence[str]) -> str:
    """Return the statement that creates the table of selected seats, each with its part and the columns `carried`."""
    same = " AND ".join(
        f"selected.{name} IS NOT DISTINCT FROM parts.{name}" for name in (*identity, "denomination")
    )
    return f"""
        CREATE OR REPLACE TEMP TABLE {_SEATS} AS
        SELECT {", ".join(f"selected.{name}" for name in ("hand_key", "seat", *carried))}, part
        FROM {_FOUND} AS selected JOIN {_PARTS} AS parts ON {same}
    """


def _number(*columns: str) -> str:
    """Return SQL that numbers the distinct values of the columns; without columns, every row has the number 1."""
    return f"CAST(dense_rank() OVER (ORDER BY {', '.join(columns)}) AS INTEGER)" if columns else "1"


def _sequence_table(gap: int) -> str:
    """Return the statement that creates the table of the selected hands in order, with running results and sessions."""
    selected = f"""
        SELECT hand_key, seat, played_at, group_number, player_part, run, {_BIG_BETS} AS big_bets
        FROM {_SEATS} JOIN {_PARTS} USING (part)
    """
    hands = f"SELECT * FROM ({COUNTED_HANDS}) WHERE person IN (SELECT player FROM {_PARTS})"
    return f"CREATE OR REPLACE TEMP TABLE {_SEQUENCE} AS {hand_sequence_query(selected, hands, gap)}"


# Decisions and draws of a hand are added up before hands are compared: they depend on each other.
_HAND_LOSS_ROWS = f"""
    SELECT group_number, hand_key, seat, sum(loss) AS lost,
           {", ".join(f"coalesce(sum(loss) FILTER (street = '{street}'), 0) AS lost_{street}" for street in STREETS)}
    FROM {VERDICTS.name} JOIN {_SEATS} USING (hand_key, seat) JOIN {_PARTS} USING (part)
    GROUP BY group_number, hand_key, seat
"""

# One row for each session of a player, in each part of a split and in each game.
_SESSION_ROWS = f"""
    SELECT min(group_number) AS group_number, session, count(big_bets) AS hands, coalesce(sum(big_bets), 0) AS won
    FROM {_SEQUENCE} WHERE session IS NOT NULL GROUP BY player_part, session, run
"""

# The last hand of each tournament that a person entered; its name is that of the table, for the SQL of filters.
_LAST_HANDS = f"""
    SELECT site, tournament_id, player FROM (
        SELECT hands.site, hands.tournament_id, {PERSON} AS player,
               arg_max(hands.played_at, {BY_NUMBER}) AS played_at, arg_max(hands.hand_key, {BY_NUMBER}) AS hand_key
        FROM seats JOIN hands ON hands.hand_key = seats.hand_key
        WHERE hands.tournament_id IS NOT NULL AND {COUNTED} GROUP BY ALL
    ) AS hands
"""

# The tournaments that a person entered under any screen name. The values come from all hands of a tournament, also from
# hands that are not selected. Of the parts of a split, a tournament is in the one that has the last of its selected hands,
# whose `hand_key` and `seat` the row has.
_PRIZE_CURRENCY = (
    "CASE WHEN stated.pool > 0 THEN stated.currency ELSE coalesce(stated.currency, prize_currency) END"
)
_ENTRY_ROWS = f"""
    SELECT group_number, last.hand_key AS hand_key, last.seat AS seat, stated.hands, stated.pool, stated.bounty, stated.fee, stated.place, stated.bounties, stated.summarized,
           CASE WHEN prize = 0 OR {_PRIZE_CURRENCY} IS NOT DISTINCT FROM prize_currency THEN prize END AS prize,
           coalesce({_PRIZE_CURRENCY} || ' cents', '{PLAY_CHIPS}') AS denomination,
           CASE WHEN last_place = met AND (site, tournament_id, met) IN
                (SELECT (site, tournament_id, players) FROM hands WHERE level = 'I') THEN met END AS field
    FROM (
        SELECT arg_max({_PARTS}.group_number, {BY_NUMBER}) AS group_number,
               arg_max({{'hand_key': {_SEATS}.hand_key, 'seat': {_SEATS}.seat}}, {BY_NUMBER}) AS last,
               {_PARTS}.player, hands.site, hands.tournament_id
        FROM {_SEATS} JOIN {_PARTS} USING (part) JOIN hands ON hands.hand_key = {_SEATS}.hand_key
        WHERE hands.tournament_id IS NOT NULL
        GROUP BY {_PARTS}.player, hands.site, hands.tournament_id
    ) AS entered
    JOIN (
        SELECT * EXCLUDE (player), {PERSON} AS player,
               max(place) OVER whole AS last_place, count(*) OVER whole AS met
        FROM {TOURNAMENT_ENTRIES.name} AS seats WINDOW whole AS (PARTITION BY site, tournament_id)
    ) AS stated USING (site, tournament_id, player)
"""
