"""Sessions, the dated hands of a person without a pause of a given length between them, and the sequence of hands.

A session runs over all tables at which a person sits, under all of their screen names, and over all of their hands,
whichever a filter selects. The first dated hand of a person starts a session, and every hand after a pause of the
given length. An undated hand belongs to no session.

The two conditions are SQL over `played_at` and `pause`, the seconds since the person's previous hand. DuckDB finds the
pause with a window, for filters and splits; Polars finds it in rows that are sorted already, which is faster. A test
compares both.
"""

import polars as pl

from badugi_hh.stats.selection.persons import COUNTED, PERSON

IN_ORDER = ("person", "played_at", "hand_key", "seat")
"""The columns by which rows are sorted, NULL last."""

_ORDER = "PARTITION BY person ORDER BY played_at NULLS LAST, hand_key, seat"


def _starts(gap: int) -> str:
    """Return the condition under which a hand starts a session, for a pause of `gap` minutes."""
    return f"played_at IS NOT NULL AND (pause IS NULL OR pause >= {60 * gap})"


def _seconds(gap: int) -> str:
    """Return the time since the previous hand of the same session, NULL for the first hand of a session."""
    return f"CASE WHEN pause < {60 * gap} THEN pause END"


COUNTED_HANDS = f"""
    SELECT {PERSON} AS person, seats.hand_key, seats.seat, hands.played_at
    FROM seats JOIN hands ON hands.hand_key = seats.hand_key WHERE {COUNTED}
"""
"""A query for all hands that count."""


def sessions_query(hands: str, gap: int) -> str:
    """Return a query for the start of the `session` of each dated hand of a query, with `hand_key` and `seat`.

    The query has the columns of `COUNTED_HANDS`.
    """
    return f"""
        SELECT hand_key, seat,
               max(CASE WHEN {_starts(gap)} THEN played_at END) OVER ({_ORDER} ROWS UNBOUNDED PRECEDING) AS session
        FROM (SELECT *, date_diff('second', lag(played_at) OVER ({_ORDER}), played_at) AS pause FROM ({hands}))
        WHERE played_at IS NOT NULL
    """


def add_sessions(hands: pl.LazyFrame, gap: int) -> pl.LazyFrame:
    """Add `session`, the start of the session of a dated hand, and `seconds` since its previous hand.

    The rows have the columns `IN_ORDER`, and are sorted by them. A hand may have several rows; all of them get the
    same values.
    """
    new_person = _differs("person")
    new_hand = new_person | _differs("hand_key") | _differs("seat")
    pause = pl.when(~new_person).then(pl.col("played_at").diff().dt.total_seconds())
    # Only the first row of a hand has its pause; -1 stands for none until the other rows are filled.
    return (
        hands.with_columns(pause=pl.when(new_hand).then(pause.fill_null(-1)).forward_fill().replace(-1, None))
        .with_columns(
            start=pl.when(pl.sql_expr(_starts(gap))).then("played_at"), seconds=pl.sql_expr(_seconds(gap))
        )
        .with_columns(session=pl.when(pl.col("played_at").is_not_null()).then(pl.col("start").forward_fill()))
        .drop("pause", "start")
    )


def build_hand_sequence(hands: pl.DataFrame, gap: int, *, several: bool) -> pl.DataFrame:
    """Return the selected hands with the columns of `hand_sequence` in `row_sets`, and `session`.

    A value depends on the rows before it: DuckDB would sort them again for each of these columns.

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


def _differs(column: str) -> pl.Expr:
    """Return whether a row differs from the row before it; true for the first row."""
    return pl.col(column).ne_missing(pl.col(column).shift(1))
