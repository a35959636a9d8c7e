"""The columns of the rows of `events` that each different line alone gives, as `badugi_hh.facts.event_rows` has them.

Shapes: F different lines, as in `forms`.
"""

from collections.abc import Sequence

import numpy as np
import polars as pl

from badugi_hh.bulk.card_arrays import names_of
from badugi_hh.bulk.line_kinds import EVENTS, TEXTS, LineKind
from badugi_hh.bulk.patterns import MARK
from badugi_hh.bulk.unproved import Array

_KIND = pl.col("kind")
_TALK = range(LineKind.SAID, LineKind.BREAK_SKIPPED)
_COUNTED = (LineKind.DISCARDS, LineKind.STANDS_PAT, LineKind.DEALT_DRAWN)
_MAYBE_ALL_IN = (LineKind.CALLS, LineKind.BETS, LineKind.RAISES, LineKind.POSTS)
_WITH_AMOUNT = (
    *_MAYBE_ALL_IN,
    LineKind.SEAT_COLLECTED,
    LineKind.SEAT_WON,
    LineKind.UNCALLED,
    LineKind.COLLECTED,
    LineKind.POT,
)


def make_event_columns(
    found: pl.DataFrame, amount: Array, other: Array, cards: Array, count: Array, all_in: Array
) -> pl.DataFrame:
    """Return the columns, and in `who` the name in a line of talk that has no mark in its place.

    Args:
        found: the kind and the groups of each line, by name.
        amount: its amount, 0 for none.
        other: the total of a raise, or the rake.
        cards: its cards [F, 4].
        count: its number of cards.
        all_in: whether it says all-in.
    """
    drew = (found["kind"] == int(LineKind.DEALT_DRAWN)).to_numpy()
    kept = 4 - count.astype(np.int64)
    place = np.arange(4)[None, :]
    drawn = np.take_along_axis(cards, np.clip(place + kept[:, None], 0, 3), axis=1)
    drawn = np.where(place < count[:, None], drawn, -1)
    columns = found.with_columns(
        amount=pl.Series(amount),
        other=pl.Series(other),
        cards=names_of(np.where(drew[:, None], drawn, cards)),
        kept=names_of(np.where(place < kept[:, None], cards, -1)).fill_null(""),
        count=pl.Series(count).cast(pl.Int8),
        all_in=pl.Series(all_in),
    )
    return columns.select(
        _choose(EVENTS, [event.__name__ for event in EVENTS.values()]).alias("kind"),
        _of(_WITH_AMOUNT, pl.col("amount")).alias("amount"),
        _of([LineKind.RAISES], pl.col("other")).alias("raised_to"),
        "cards",
        _of(_COUNTED, pl.col("count")).alias("count"),
        _of(_MAYBE_ALL_IN, pl.col("all_in")).alias("all_in"),
        _text().alias("text"),
        _who().alias("who"),
    )


def _choose(kinds: Sequence[int] | dict[int, type], values: Sequence[str]) -> pl.Expr:
    """Return the text of each kind, NULL for any other."""
    return _KIND.replace_strict(list(kinds), list(values), default=None, return_dtype=pl.String)


def _of(kinds: Sequence[int], value: pl.Expr) -> pl.Expr:
    """Return a value of the lines of some kinds, NULL for any other."""
    return pl.when(_KIND.is_in([int(kind) for kind in kinds])).then(value)


def _text() -> pl.Expr:
    """Return the further text of an event."""
    begun = _choose(list(TEXTS), list(TEXTS.values()))
    said = pl.col("who").str.extract(r'^.*? said, "(.*)$', 1)
    words = pl.coalesce(_of([LineKind.SAID], said), pl.col("words"))
    prize = pl.concat_str(pl.lit(", "), "prize").fill_null("")
    return pl.coalesce(
        _of(_TALK, pl.concat_str(begun, pl.lit(": "), words).str.strip_chars_end(": ")),
        _of([LineKind.DEALT_DRAWN], pl.concat_str(pl.lit("kept "), "kept").str.strip_chars()),
        _of([LineKind.SHOWS], pl.col("description")),
        _of([LineKind.POSTS], pl.col("post")),
        _of([LineKind.COLLECTED], pl.col("pot")),
        _of([LineKind.FINISHED], pl.concat_str(pl.lit("place "), pl.col("place").cast(pl.Int32), prize)),
        _of([LineKind.WINS_TOURNAMENT], pl.col("prize")),
        _of([LineKind.POT], pl.concat_str(pl.lit("rake "), "other")),
        begun,
    )


def _who() -> pl.Expr:
    """Return the name in a line of talk, NULL where it is marked."""
    said = pl.col("who").str.extract(r'^(.*?) said, "', 1)
    name = pl.coalesce(
        _of([LineKind.SAID], said),
        _of([LineKind.SITS_OUT], pl.col("who").str.strip_suffix(": ")),
        pl.col("who").str.strip_suffix(" "),
    )
    return pl.when(name != MARK).then(name)
