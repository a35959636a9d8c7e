"""The course of play: seats in their order, with sessions and running results.

What a row says here depends on the rows before it. DuckDB would sort the seats anew for each of these columns; Polars
goes on from one order. `badugi_hh.stats.selection.dimensions.session_rows` tells sessions in SQL, where a filter or a split asks for
them; a test holds the two against each other. Nothing here counts.
"""

import polars as pl

IN_ORDER = ("person", "played_at", "hand_key", "seat")
"""The columns that rows come sorted by, NULL last."""


def course_of_play(rows: pl.DataFrame, gap: int, *, several: bool) -> pl.DataFrame:
    """Return the chosen rows with `session`, `seconds`, `session_first` and `below_peak`, as `COURSE_COLUMNS` says.

    Args:
        rows: every hand of the persons, `IN_ORDER`, with `own`, `track` and `big_bets`; other columns are carried
            along, and a hand may stand in several rows. `own` numbers the parts of a person, in each of which a
            session has a first hand, and is NULL where a hand was not chosen; `track` numbers what one running
            result is made of.
        gap: the pause in minutes that ends a session.
        several: whether one running result may be made of hands of several persons.
    """
    first = _changes("person")
    another = first | _changes("hand_key") | _changes("seat")
    pause = pl.when(~first).then(pl.col("played_at").diff().dt.total_seconds())
    starts = pl.col("another") & (pl.col("pause").is_null() | (pl.col("pause") >= 60 * gap))
    undated = pl.col("played_at").is_null()
    chosen = (
        rows.lazy()
        .with_columns(another=another, pause=pause)
        .with_columns(starts=starts)
        .with_columns(
            session=pl.when(undated).then(None).otherwise(pl.when("starts").then("played_at").forward_fill()),
            # Where a session starts there is no pause; -1 stands for that until all rows of a hand have been filled.
            seconds=pl.when("another").then(pl.when("starts").then(-1).otherwise("pause")).forward_fill(),
        )
        .with_columns(seconds=pl.when(~undated & (pl.col("seconds") >= 0)).then("seconds"))
        .filter(pl.col("own").is_not_null())
        .drop("another", "pause", "starts")
    )
    if several:
        chosen = chosen.sort(IN_ORDER[1:], nulls_last=True)
    run = pl.col("big_bets").fill_null(0.0).cum_sum()
    before = pl.col("session").shift(1).over("own")
    return chosen.with_columns(
        session_first=pl.col("session").is_not_null() & pl.col("session").ne_missing(before),
        below_peak=(run.cum_max().clip(0.0) - run).over("track"),
    ).collect()


def _changes(column: str) -> pl.Expr:
    """Return whether a row differs from the one before it; the first one does."""
    return pl.col(column).ne_missing(pl.col(column).shift(1))
