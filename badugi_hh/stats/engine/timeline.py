"""Results over time: the running sums that the report draws."""

import duckdb
import polars as pl

from badugi_hh.stats.definitions.intervals import Z
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.stats.selection.rows import row_set, user_condition
from badugi_hh.store.arrow import ArrowStream

ENOUGH = 30
"""Hands from which on the running result has an interval."""


def results_over_time(con: duckdb.DuckDBPyConnection, hand_filter: Filter) -> pl.DataFrame:
    """Return one row per player and hand in the order of play, with running sums.

    Columns: `player`, `hand` (1, 2, … per player), `hand_key`, `site`, `hand_id`, `played_at` (NULL last),
    `denomination`, `net` (in the denomination's unit), `big_bet`, `net_bb` (big bets, NULL where the hand has none),
    `luck` (of the starting hand and the draws, in big bets, NULL where it is not known), `at_showdown`, and the running `total`,
    `showdown` (hands taken to showdown), `other` (all other hands), all three in big bets, and `denomination_total`,
    the running net of the row's denomination.

    Raises:
        FilterError: the filter's own SQL cannot be used.
    """
    rows, parameters = row_set("seats", hand_filter, prices=True)
    order = "ORDER BY played_at NULLS LAST, hand_key ROWS UNBOUNDED PRECEDING"
    query = f"""
        WITH results AS (
            SELECT player, hand_key, site, hand_id, played_at, denomination, net, big_bet,
                   CASE WHEN big_bet > 0 THEN net * 1.0 / big_bet END AS net_bb,
                   starting_luck + draw_luck AS luck, coalesce(showdown, false) AS at_showdown
            FROM ({rows})
        )
        SELECT player,
               CAST(row_number() OVER (PARTITION BY player ORDER BY played_at NULLS LAST, hand_key) AS INTEGER)
                   AS hand,
               hand_key, site, hand_id, played_at, denomination, net, big_bet, net_bb, luck, at_showdown,
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


def running_results(timeline: pl.DataFrame) -> list[pl.DataFrame]:
    """Return the running results of the hands with a big bet, one frame for each denomination, most hands first.

    `timeline` is a frame of `results_over_time`; its players are taken together. Each frame has `hand` (1, 2, …),
    `hand_key`, `hand_id`, `played_at`, `denomination`, the running sums `total`, `showdown` and `other` in big bets,
    `adjusted` without luck (a hand whose luck is not known keeps its result), and `low` and `high`, the 95% interval of
    the total by the spread of the results so far, NULL for fewer than `ENOUGH` hands. The same with `_money` is in the
    denomination's unit. `luck` is that of the hand.
    """
    known = timeline.filter(pl.col("net_bb").is_not_null()).sort("played_at", "hand_key", nulls_last=True)
    parts = sorted(known.partition_by("denomination", maintain_order=True), key=lambda part: -part.height)
    luck = pl.col("luck").fill_null(0.0)
    return [
        part.select(
            pl.int_range(1, pl.len() + 1).alias("hand"),
            *("hand_key", "hand_id", "played_at", "denomination", "luck"),
            *_running(pl.col("net_bb"), luck, ""),
            *_running(pl.col("net").cast(pl.Float64), luck * pl.col("big_bet"), "_money"),
        )
        for part in parts
    ]


def _running(net: pl.Expr, luck: pl.Expr, suffix: str) -> list[pl.Expr]:
    """Return the running sums of a result, and the interval of their total."""
    at_showdown = pl.when(pl.col("at_showdown")).then(net).otherwise(0.0)
    total, hands = net.cum_sum(), pl.int_range(1, pl.len() + 1)
    variance = ((net * net).cum_sum() - total * total / hands) / (hands - 1)
    reach = pl.when(hands >= ENOUGH).then(Z * (variance.clip(0.0) * hands).sqrt())
    sums = {
        "total": total,
        "showdown": at_showdown.cum_sum(),
        "other": (net - at_showdown).cum_sum(),
        "adjusted": (net - luck).cum_sum(),
        "low": total - reach,
        "high": total + reach,
    }
    return [sum_.alias(f"{name}{suffix}") for name, sum_ in sums.items()]
