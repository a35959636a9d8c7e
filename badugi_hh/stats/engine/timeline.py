"""Results over time: the running sums that the report draws."""

import duckdb
import polars as pl

from badugi_hh.stats.selection.filters import Filter
from badugi_hh.stats.selection.rows import row_set, user_condition
from badugi_hh.store.arrow import ArrowStream


def results_over_time(con: duckdb.DuckDBPyConnection, hand_filter: Filter) -> pl.DataFrame:
    """Return one row per player and hand in the order of play, with running sums.

    Columns: `player`, `hand` (1, 2, … per player), `hand_key`, `site`, `hand_id`, `played_at` (NULL last),
    `denomination`, `net` (in the denomination's unit), `net_bb` (big bets, NULL where the hand has none), `luck` (of
    the starting hand and the draws, in big bets, NULL where it is not known), `at_showdown`, and the running `total`,
    `showdown` (hands taken to showdown), `other` (all other hands), all three in big bets, and `denomination_total`,
    the running net of the row's denomination.

    Raises:
        FilterError: the filter's own SQL cannot be used.
    """
    rows, parameters = row_set("seats", hand_filter, prices=True)
    order = "ORDER BY played_at NULLS LAST, hand_key ROWS UNBOUNDED PRECEDING"
    query = f"""
        WITH results AS (
            SELECT player, hand_key, site, hand_id, played_at, denomination, net,
                   CASE WHEN big_bet > 0 THEN net * 1.0 / big_bet END AS net_bb,
                   starting_luck + draw_luck AS luck, coalesce(showdown, false) AS at_showdown
            FROM ({rows})
        )
        SELECT player,
               CAST(row_number() OVER (PARTITION BY player ORDER BY played_at NULLS LAST, hand_key) AS INTEGER)
                   AS hand,
               hand_key, site, hand_id, played_at, denomination, net, net_bb, luck, at_showdown,
               sum(coalesce(net_bb, 0.0)) OVER (PARTITION BY player {order}) AS total,
               sum(CASE WHEN at_showdown THEN coalesce(net_bb, 0.0) ELSE 0.0 END)
                   OVER (PARTITION BY player {order}) AS showdown,
               sum(CASE WHEN at_showdown THEN 0.0 ELSE coalesce(net_bb, 0.0) END)
                   OVER (PARTITION BY player {order}) AS other,
               CAST(sum(net) OVER (PARTITION BY player, denomination {order}) AS BIGINT) AS denomination_total
        FROM results
        ORDER BY player, hand
    """
    with user_condition(hand_filter):
        return pl.DataFrame(ArrowStream(con.sql(query, params=parameters)))
