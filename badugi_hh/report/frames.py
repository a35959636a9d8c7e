"""The rows a report is made of: the only place of the room that asks the database.

It reads what the filter chooses; statistics and leaks come from their own rooms.
"""

from collections.abc import Iterable

import duckdb
import polars as pl

from badugi_hh.stats.filters import Filter
from badugi_hh.stats.rows import asked, row_set

HELD = (
    "CASE WHEN seats.drawn_3 IS NOT NULL THEN seats.hand_3 WHEN seats.drawn_2 IS NOT NULL THEN seats.hand_2 "
    "WHEN seats.drawn_1 IS NOT NULL THEN seats.hand_1 ELSE seats.hand_0 END"
)
"""SQL over `seats`: the cards a player held last, after the last draw he took; NULL where they are unknown."""


def seat_rows(con: duckdb.DuckDBPyConnection, chosen: Filter) -> pl.DataFrame:
    """Return one row per chosen player and hand in the order of play.

    Columns as in the tables `hands` and `seats`, amounts in the hand's unit, `purse` (what amounts may be added
    with: a currency or a kind of chips), `game` (cash, tournament or play money), `held` (the cards held last), and in big bets, NULL where the hand has none:
    `net_bb` and `pot_bb`.

    Raises:
        FilterError: the filter's own SQL cannot be used.
    """
    rows, parameters = row_set("seats", chosen)
    query = f"""
        SELECT chosen.hand_key, hands.site, hands.hand_id, hands.played_at, hands.local_time,
            hands.table_name, hands.tournament_id, hands.status, hands.game, hands.betting, hands.stakes,
            chosen.purse, hands.currency, hands.unit, hands.total_pot,
            chosen.player, chosen.position, chosen.hand_0, chosen.known_0, {HELD.replace("seats.", "chosen.")} AS held,
            chosen.value_0, chosen.draw_line, chosen.won, chosen.net, chosen.rake_share,
            chosen.net / NULLIF(hands.big_bet, 0) AS net_bb, hands.total_pot / NULLIF(hands.big_bet, 0) AS pot_bb
        FROM ({rows}) AS chosen JOIN hands USING (hand_key)
        ORDER BY hands.played_at NULLS LAST, chosen.hand_key, chosen.seat
    """
    with asked(chosen):
        return pl.DataFrame(con.sql(query, params=parameters))


def others(con: duckdb.DuckDBPyConnection, players: Iterable[str]) -> set[str]:
    """Return which of the players are nobody whose own files were read: never a hero."""
    heroes = {player for (player,) in con.execute("SELECT DISTINCT player FROM seats WHERE hero").fetchall()}
    return set(players) - heroes


def hand_texts(con: duckdb.DuckDBPyConnection, hand_keys: Iterable[int]) -> dict[int, str]:
    """Return the text of each hand as written, of its first view where there are several."""
    query = """
        SELECT hand_key, text FROM hand_texts WHERE hand_key IN (SELECT unnest(?::INTEGER[]))
        ORDER BY hand_key, file_key DESC, line DESC
    """
    return dict(con.execute(query, [list(hand_keys)]).fetchall())
