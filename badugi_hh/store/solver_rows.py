"""Looks up the steps of hands in the solved games and the blueprint, from the rows of hands: the rows of `losses` that they judge.

The losses of a hand follow from its rows and from the tables that come with the program. Nothing here reads or writes a database;
`price_pass` does.
"""

from functools import cache

import numpy as np
import polars as pl

from badugi_hh.engine import values
from badugi_hh.facts.words import Judge
from badugi_hh.ring.blueprint import shipped_blueprint
from badugi_hh.ring.decisions import price_steps
from badugi_hh.ring.hand_row import FEWEST_PLAYERS
from badugi_hh.solve.follow_tables import FollowedTable, followed
from badugi_hh.solve.game import HEADS_UP, SB_BB, TABLES
from badugi_hh.solve.hand_decisions import LEVELS, REASONS, STEPS
from badugi_hh.solve.played_hands import PAT, SLOTS, WORDS, Numbers, Played
from badugi_hh.solve.shipped_tables import find_table
from badugi_hh.solve.step_prices import StepPrices
from badugi_hh.store.played_rows import Facts, played_hands
from badugi_hh.user_error import SolveError

_DIGITS = 4
_SPOTS = np.array([HEADS_UP.name, SB_BB.name, *TABLES])


@cache
def find_shipped(spot: str) -> FollowedTable | None:
    """Return the table of a spot that comes with the program, None if there is none."""
    try:
        return followed(find_table(spot))
    except SolveError:
        return None


def compare(facts: Facts) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return the rows of `losses` that a game or the blueprint judges, and those of `unjudged` for all other steps."""
    played, steps = played_hands(_with_known_cards(facts))
    prices = price_steps(played, find_shipped, shipped_blueprint())
    known = (played.steps["value"] >= 0) & ~played.steps["forced"]
    silent = np.flatnonzero(known & (prices.reason >= 0))
    reasons = pl.Series(np.array(REASONS)[prices.reason[silent]], dtype=pl.String)
    return rows_of_prices(played, steps, prices), steps[silent].select(
        "hand_key", "n", "seat", reason=reasons
    )


def _with_known_cards(facts: Facts) -> Facts:
    """Return the rows of hands in which a player with known cards has a decision of their own."""
    known = pl.col("value").is_not_null() & pl.col("forced").is_null()
    draws = facts["draws"].rename({"value_before": "value"})
    wanted = pl.concat(
        [rows.filter(known).select("hand_key") for rows in (facts["decisions"], draws)]
    ).unique()
    return {
        table: rows.join(wanted, on="hand_key", how="semi", maintain_order="left")
        for table, rows in facts.items()
    }


def rows_of_prices(played: Played, every_step: pl.DataFrame, prices: StepPrices) -> pl.DataFrame:
    """Return the rows of `losses` of the steps with a price, without the columns of the other judges."""
    rows = np.flatnonzero(prices.reason < 0)
    steps, exact, cost = every_step[rows], prices.exact[rows], prices.cost[rows]
    players = played.hands["players"][played.steps["col"][rows]]
    spots = _SPOTS[np.where(exact, players > 2, players - FEWEST_PLAYERS + 2)]
    best = np.array(WORDS)[prices.words[rows, cost.argmin(axis=1)]]
    options = {}
    for slot in range(SLOTS):
        # An option that is impossible costs infinitely much, and is no share of anything.
        share = np.where(np.isfinite(cost[:, slot]), prices.share[rows, slot], np.nan)
        for name, column, parts, kind in (
            ("cost", np.where(np.isinf(cost[:, slot]), np.nan, cost[:, slot]), STEPS, pl.Int16),
            ("share", share, LEVELS, pl.UInt8),
        ):
            options[f"{name}_{slot}"] = pl.Series(np.rint(column * parts)).fill_nan(None).cast(kind)
    return steps.select("hand_key", "n", "seat").with_columns(
        judge=pl.Series(np.where(exact, Judge.GAME, Judge.BLUEPRINT), dtype=pl.String),
        loss=pl.Series(prices.lost()[rows]).round(_DIGITS),
        loss_error=pl.Series(prices.error[rows]).round(_DIGITS),
        best=pl.Series(best, dtype=pl.String),
        spot=pl.Series(spots, dtype=pl.String),
        line=_lines(played, rows, steps["k"].to_numpy() - np.where(exact, players - 2, 0)),
        kept_best=_kept_best(steps),
        **options,
    )


def _lines(played: Played, rows: Numbers, before: Numbers) -> pl.Series:
    """Return the lines before some steps, each of so many actions."""
    words = np.array(WORDS, object)[played.steps["word"]].tolist()
    begins = (rows - before).tolist()
    lines = [" ".join(words[begin:end]) for begin, end in zip(begins, rows.tolist(), strict=True)]
    return pl.Series([line or None for line in lines], dtype=pl.String)


def _kept_best(steps: pl.DataFrame) -> pl.Series:
    """Return of draws whether the best cards of their number are known to be kept; None for a betting decision."""
    return pl.Series(
        [
            _best_kept(value, word - PAT) in {None, kept} if word >= PAT else None
            for word, value, kept in steps.select("word", "value", "kept").iter_rows()
        ],
        dtype=pl.Boolean,
    )


@cache
def _best_kept(value: int, drawn: int) -> int | None:
    """Return the value of the cards that a draw keeps in the game, None if it keeps none."""
    ranks = values.ranks(value)
    lowest = ranks[max(0, len(ranks) - (4 - drawn)) :] if drawn < 4 else ()
    return values.value_of(lowest) if lowest else None
