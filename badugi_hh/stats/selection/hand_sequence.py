"""The hand sequence: selected seats in the order in which they were played, with running results.

A value here depends on the rows before it. DuckDB would sort the rows again for each of these columns; Polars computes
all of them from one order. Nothing here counts.
"""

import polars as pl

from badugi_hh.stats.selection.sessions import IN_ORDER, add_sessions


def build_hand_sequence(hands: pl.DataFrame, gap: int, *, several: bool) -> pl.DataFrame:
    """Return the selected hands with the columns that `HAND_SEQUENCE_COLUMNS` describes, and `session`.

    Args:
        hands: all hands of the selected persons, sorted by `IN_ORDER`, with `player_part`, `run` and `big_bets`, which
            are NULL where a hand is not selected; other columns are kept, and a hand may have several rows.
            `player_part` numbers the parts of a person, in each of which a session has a first hand; `run` numbers what
            one running result consists of.
        gap: the pause in minutes that ends a session.
        several: whether one running result may consist of hands of several persons.
    """
    sequence = add_sessions(hands.lazy(), gap).filter(pl.col("player_part").is_not_null())
    if several:
        sequence = sequence.sort(IN_ORDER[1:], nulls_last=True)
    total = pl.col("big_bets").fill_null(0.0).cum_sum()
    previous = pl.col("session").shift(1).over("player_part")
    return sequence.with_columns(
        session_first=pl.col("session").is_not_null() & pl.col("session").ne_missing(previous),
        below_peak=(total.cum_max().clip(0.0) - total).over("run"),
    ).collect()
