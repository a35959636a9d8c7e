"""Results over time: the running sums that the report draws."""

import polars as pl

from badugi_hh.stats.definitions.intervals import ENOUGH, Z


def running_results(rows: pl.DataFrame) -> list[pl.DataFrame]:
    """Return the running results of the hands with a big bet, one frame for each denomination, most hands first.

    `rows` has one row per player and hand, whose players are taken together: `hand_key`, `hand_id`, `played_at` (NULL is
    last), `shown_at`, `denomination`, `net` in its unit, `big_bet`, `net_bb` (NULL where the hand has no big bet),
    `at_showdown`, and `luck` in big bets (NULL where it is not known). Each frame has `hand` (1, 2, …), `hand_key`,
    `hand_id`, `shown_at`, `denomination`, the running sums `total`, `showdown` and `other` in big bets,
    `adjusted` without luck (a hand whose luck is not known keeps its result), and `low` and `high`, the 95% interval of
    the total by the spread of the results so far, NULL for fewer than `ENOUGH` hands. The same with `_money` is in the
    denomination's unit. `luck` is that of the hand.
    """
    read = (
        "hand_key",
        "hand_id",
        "played_at",
        "shown_at",
        "denomination",
        "net",
        "big_bet",
        "net_bb",
        "at_showdown",
        "luck",
    )
    known = rows.select(read).filter(pl.col("net_bb").is_not_null())
    known = known.sort("played_at", "hand_key", nulls_last=True)
    parts = sorted(known.partition_by("denomination", maintain_order=True), key=lambda part: -part.height)
    luck = pl.col("luck").fill_null(0.0)
    return [
        part.select(
            pl.int_range(1, pl.len() + 1).alias("hand"),
            *("hand_key", "hand_id", "shown_at", "denomination", "luck"),
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
