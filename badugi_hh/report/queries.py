"""Queries the rows of a report, as the filter selects them; pseudonyms and replays query what they need themselves.

Statistics and leaks come from `stats` and `leaks`.
"""

from collections.abc import Iterable
from typing import Any

import duckdb
import polars as pl

from badugi_hh.report.anonymous import ShownNames
from badugi_hh.stats.selection.dimensions import DIMENSIONS
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.stats.selection.persons import PERSON
from badugi_hh.stats.selection.rows import last_cards, row_set, user_condition
from badugi_hh.stats.selection.time_zones import local_sql
from badugi_hh.store.arrow import ArrowStream

FIELDS = {
    "game": "game",
    "stakes": "stakes",
    "betting": "betting",
    "position": "position",
    "players": "table_size",
    "dealt": "starting_hand",
    "line": "draw_line",
    "month": "month",
    "day": "day",
    "session": "session",
    "tournament": "tournament",
}
"""The dimensions whose values select hands of the page, by their names in its address."""
BEFORE_DRAW = ("before_1", "before_2", "before_3")
"""The fields of the class and the highest card of the hand before each draw, where it is known from the deal on."""
SIZE_BEFORE_DRAW = ("size_1", "size_2", "size_3")
"""The fields of that class alone."""
AFTER = ("bet", "fold_to_bet", "call_bet", "raise_bet", "check_raise", "afq")
"""The statistics of the betting after each draw, without its number: `bet_b1`."""
DRAW_STATES = ("ahead", "even", "behind")
"""The states of the draws; the address names a statistic of the decisions in one of them as `bet_b1.ahead`."""


def seat_rows(con: duckdb.DuckDBPyConnection, hand_filter: Filter) -> pl.DataFrame:
    """Return one row per selected player and hand, in playing order.

    It has `by_<name>` for each dimension of `FIELDS`. The other columns are those of the tables `hands` and `seats`, with amounts in the hand's unit, and some more:
    `shown_at` (the time of the hand in the time zone of the filter), `denomination` (the currency or kind of chips; only amounts of one denomination can be added), `game` (cash,
    tournament or play money), `held` (the cards after the last draw), `net_bb` and `pot_bb` in big bets, NULL where the
    hand has no big bet, `lost` (what judged decisions and draws lost, in big bets, NULL without any), `at_showdown`, and `luck` (of the starting hand and the draws, in big bets, NULL where it is not
    known).

    Raises:
        FilterError: the SQL condition of the filter is not valid.
    """
    by = [DIMENSIONS[name] for name in FIELDS.values()]
    rows, parameters = row_set("seats", hand_filter, by, prices=True)
    shown = local_sql("hands.played_at", hand_filter.tz)
    query = f"""
        SELECT selected.hand_key, selected.seat, hands.site, hands.hand_id, hands.played_at, {shown} AS shown_at, hands.local_time,
            hands.table_name, hands.tournament_id, hands.status, hands.game, hands.betting, hands.stakes,
            selected.denomination, hands.currency, hands.unit, hands.total_pot,
            hands.big_bet, coalesce(selected.showdown, false) AS at_showdown,
            selected.starting_luck + selected.draw_luck AS luck,
            selected.player, selected.position, selected.hand_0, selected.known_0, {last_cards("selected")} AS held,
            selected.value_0, {", ".join(f"selected.value_{stage}, selected.known_{stage}" for stage in (1, 2))}, selected.draw_line, selected.won, selected.net, selected.rake_share,
            selected.net / NULLIF(hands.big_bet, 0) AS net_bb, hands.total_pot / NULLIF(hands.big_bet, 0) AS pot_bb, verdicts.lost,
            {", ".join(f"selected.by_{name}" for name in FIELDS.values())}
        FROM ({rows}) AS selected JOIN hands USING (hand_key)
        LEFT JOIN (SELECT hand_key, seat, sum(loss) AS lost FROM verdicts GROUP BY ALL) AS verdicts USING (hand_key, seat)
        ORDER BY hands.played_at NULLS LAST, selected.hand_key, selected.seat
    """
    with user_condition(hand_filter):
        return pl.DataFrame(ArrowStream(con.sql(query, params=parameters)))


def players_of(con: duckdb.DuckDBPyConnection, hand_keys: Iterable[int]) -> pl.DataFrame:
    """Return the `hand_key` and the `player` of each seat of the hands that was dealt in.

    They are persons, as the dimension `opponent` has them; their screen names follow as players of the hand too.
    """
    query = f"""
        WITH dealt AS (FROM seats WHERE dealt AND hand_key IN (SELECT unnest(?::BIGINT[])))
        SELECT hand_key, {PERSON} AS player FROM dealt AS seats
        UNION SELECT hand_key, player FROM dealt WHERE player NOT IN (SELECT person FROM aliases)
    """
    return pl.DataFrame(ArrowStream(con.sql(query, params=[list(hand_keys)])))


def hand_labels(con: duckdb.DuckDBPyConnection, hand_keys: Iterable[int]) -> dict[int, dict[str, Any]]:
    """Return the `tags` and the `note` of each hand that has any, by its key."""
    query = """
        SELECT hand_key, coalesce(tagged.tags, []), coalesce(notes.note, '')
        FROM hands
        LEFT JOIN (SELECT site, hand_id, list(tag ORDER BY tag) AS tags FROM tags GROUP BY ALL) AS tagged USING (site, hand_id)
        LEFT JOIN notes USING (site, hand_id)
        WHERE hand_key IN (SELECT unnest(?::BIGINT[])) AND (tagged.tags IS NOT NULL OR notes.note IS NOT NULL)
    """
    rows = con.execute(query, [list(hand_keys)]).fetchall()
    return {key: {"tags": tags, "note": note} for key, tags, note in rows}


def hand_texts(con: duckdb.DuckDBPyConnection, hand_keys: Iterable[int], names: ShownNames) -> dict[int, str]:
    """Return the text of each hand as written, with the names of the page; texts of several views follow each other."""
    query = """
        SELECT hand_key, list(text ORDER BY file_key, line) FROM hand_texts
        WHERE hand_key IN (SELECT unnest(?::BIGINT[])) GROUP BY hand_key
    """
    texts = dict(con.execute(query, [list(hand_keys)]).fetchall())
    return {key: "\n\n\n".join(map(names.text, views)) for key, views in texts.items()}


def database_counts(con: duckdb.DuckDBPyConnection) -> dict[str, int]:
    """Return what the database contains: files, their hands by what became of them, and the hands that have all prices."""
    query = """
        SELECT count(*) AS files, coalesce(sum(hands_seen), 0) AS seen, coalesce(sum(stored), 0) AS stored,
            coalesce(sum(duplicates), 0) AS duplicates, coalesce(sum(other_games), 0) AS other_games,
            coalesce(sum(quarantined), 0) AS quarantined, least((SELECT count(*) FROM priced_hands), (SELECT count(*) FROM judged_hands)) AS priced
        FROM files
    """
    return {
        name: int(column[0]) for name, column in pl.DataFrame(ArrowStream(con.sql(query))).to_dict().items()
    }


def database_gaps(con: duckdb.DuckDBPyConnection) -> tuple[int, dict[str, int]]:
    """Return the number of stored hands, and how many of them lack what a report needs, as `quality.gaps_of` does."""
    query = """
        SELECT count(*) AS hands, count(*) FILTER (WHERE status = 'warned') AS warned,
            count(*) FILTER (WHERE played_at IS NULL) AS undated,
            count(*) FILTER (WHERE coalesce(big_bet, 0) = 0) AS unsized,
            count(*) FILTER (WHERE hand_key NOT IN (SELECT hand_key FROM seats WHERE known_0 = 'dealt')) AS hidden
        FROM hands
    """
    row = pl.DataFrame(ArrowStream(con.sql(query))).row(0, named=True)
    return int(row["hands"]), {name: int(row[name]) for name in ("warned", "undated", "unsized", "hidden")}
