"""Turns the rows of hands into arrays of their steps, and finds which games each hand can be of.

That follows from its stakes, its blinds and its stacks. Nothing here reads a database.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import polars as pl
from polars import selectors

from badugi_hh.engine.rules import ROOMS, Uncapped
from badugi_hh.ring.hand_row import FEWEST_PLAYERS, SEATS
from badugi_hh.solve.game import HEADS_UP
from badugi_hh.solve.hand_decisions import (
    MORE_PLAYERS,
    OTHER_BLINDS,
    OTHER_CAP,
    OTHER_LIMIT,
    SHORT_STACK,
    TOO_MANY,
)
from badugi_hh.solve.played_hands import CODES, FOLD, NO_REASON, PAT, WORDS, Columns, Played

Facts = Mapping[str, pl.DataFrame]
"""The rows of some hands by table: `hands`, `seats`, `decisions` and `draws`, with at least the columns of them that `computation.JUDGING` reads."""

_ODD = 3
"""The small blind may differ from half a small bet by a small bet divided by twice this number."""
_UNIT = HEADS_UP.bets[0]
"""A small bet in the unit of a game."""
_DEEP = HEADS_UP.cap * sum(HEADS_UP.bets)


def played_hands(facts: Facts) -> tuple[Played, pl.DataFrame]:
    """Return the hands that have a decision and are not cancelled, and the rows of their steps."""
    dealt = facts["seats"].filter("dealt").sort("hand_key", "seat")
    dealt = dealt.with_columns(place=pl.int_range(pl.len()).over("hand_key"))
    hands = facts["hands"].filter(~pl.col("cancelled")).join(_of_seats(dealt), on="hand_key")
    steps = _steps(facts).join(hands.select("hand_key"), on="hand_key", how="semi", maintain_order="left")
    hands = hands.join(_of_first_steps(steps, dealt), on="hand_key")
    hands = _with_reasons(hands).sort("length", "hand_key", descending=(True, False)).with_row_index("col")
    of_hand = hands.select("hand_key", "col", "players", "big_place")
    seats = dealt.join(of_hand, on="hand_key")
    # In the game of full tables the big blind has place 1, and the button the last one.
    behind = (pl.col("big_place").cast(pl.Int32) - pl.col("place")) % pl.col("players").cast(pl.Int32)
    seats = seats.with_columns(place=(1 - behind) % SEATS, extra="extra_blind")
    steps = steps.join(hands.select("hand_key", "col"), on="hand_key", maintain_order="left")
    steps = steps.join(
        seats.select("hand_key", "seat", "place"), on=("hand_key", "seat"), how="left", maintain_order="left"
    )
    rows = np.full((hands["length"].to_numpy().max(initial=0), hands.height), -1, np.int32)
    rows[steps["k"].to_numpy(), steps["col"].to_numpy()] = np.arange(steps.height)
    arrays = (_arrays(hands, _OF_HANDS), _arrays(seats, _OF_SEATS), _arrays(steps, _OF_STEPS))
    return Played(*arrays, rows), steps


_OF_HANDS = (
    *("players", "solved", "table", "small_bet", "posted", "odd", "extra"),
    *("small_stack", "small_price", "small_folds"),
)
_OF_SEATS = ("col", "place", "stack", "extra")
_OF_STEPS = ("col", "place", "word", "value", "forced")
"""The columns of `Played`."""


def _arrays(rows: pl.DataFrame, names: Sequence[str]) -> Columns:
    """Return columns as arrays; a number that is missing is -1."""
    whole = rows.select(names).with_columns(
        selectors.integer().cast(pl.Int64).fill_null(-1),
        selectors.boolean().fill_null(value=False),
        selectors.float().fill_null(-1),
    )
    return {name: whole[name].to_numpy() for name in names}


def _steps(facts: Facts) -> pl.DataFrame:
    """Return the decisions and draws of hands in order."""
    forced = pl.col("forced").is_not_null()
    word = pl.col("action").replace_strict(
        {word: place for place, word in enumerate(WORDS)}, return_dtype=pl.Int64
    )
    decisions = facts["decisions"].select(
        *("hand_key", "n", "seat", "value", "pot", "price"),
        word=word,
        kept=pl.lit(None, pl.Int16),
        forced=forced,
    )
    draws = facts["draws"].select(
        *("hand_key", "n", "seat"),
        value="value_before",
        word=PAT + pl.col("drawn").cast(pl.Int64),
        kept="value_kept",
        forced=forced,
    )
    steps = pl.concat([decisions, draws], how="diagonal").sort("hand_key", "n")
    return steps.with_columns(k=pl.int_range(pl.len()).over("hand_key"))


def _of_seats(dealt: pl.DataFrame) -> pl.DataFrame:
    """Return by hand the number of players, and the seats, places and stacks of the blinds."""
    blinds = {
        f"{name}_{column}": pl.col(column).filter(pl.col("position") == position).first()
        for name, position in (("small", "SB"), ("big", "BB"))
        for column in ("seat", "place", "stack")
    }
    return dealt.group_by("hand_key").agg(players=pl.len().cast(pl.Int64), **blinds)


def _of_first_steps(steps: pl.DataFrame, dealt: pl.DataFrame) -> pl.DataFrame:
    """Return by hand with a decision its number of steps, the money posted, the price of a call, and who folds before the first draw."""
    of_seat = dealt.select("hand_key", "seat", "position", "stack", "extra_blind")
    rows = steps.join(of_seat, on=("hand_key", "seat"), how="left", maintain_order="left")
    decides, folded, small = pl.col("word") < PAT, pl.col("word") == FOLD, pl.col("position") == "SB"
    before = (~decides).cum_sum().over("hand_key") == 0
    of_hand = rows.with_columns(early=folded & small & before).group_by("hand_key", maintain_order=True)
    return of_hand.agg(
        length=pl.len().cast(pl.Int64),
        first_stack=pl.col("stack").first(),
        first_extra=pl.col("extra_blind").first().fill_null(value=False),
        extra=pl.col("extra_blind").any(),
        played=pl.col("k").filter(~folded).min(),
        small_folds=pl.col("early").any(),
        decisions=decides.sum(),
        posted=pl.col("pot").filter(decides).first(),
        first_price=pl.col("price").filter(decides).first(),
        small_price=pl.col("price").filter(decides & small).first(),
    ).filter(pl.col("decisions") > 0)


def _with_reasons(hands: pl.DataFrame) -> pl.DataFrame:
    """Add why the steps of a hand are of no game: the columns `solved` and `table`."""
    small, big, players = pl.col("small_bet"), pl.col("big_bet"), pl.col("players")
    capped = [rules for rules in hands["rules"].unique() if _cap(rules) == HEADS_UP.cap]
    to_call = (
        pl.when(players == 2)
        .then(2 * small - pl.col("posted"))
        .when("first_extra")
        .then(0)
        .otherwise(pl.min_horizontal(small, "first_stack"))
    )
    usual = (big == 2 * small) & (big > 0) & (pl.col("first_price") == to_call)
    both = pl.col("small_seat").is_not_null() & pl.col("big_seat").is_not_null()
    bets = (
        pl.when(pl.col("betting") != "fixed")
        .then(CODES[OTHER_LIMIT])
        .when(~pl.col("rules").is_in(capped))
        .then(CODES[OTHER_CAP])
        .when(~usual.fill_null(value=False))
        .then(CODES[OTHER_BLINDS])
        .otherwise(NO_REASON)
    )
    odd = (pl.col("posted") - small * sum(HEADS_UP.posted) / _UNIT).abs()
    # A small blind and another dead one look like a larger small blind, but not in what the small blind has to call.
    two = (
        (players > 2)
        & (odd > 0)
        & ((pl.col("posted") + pl.col("small_price")) % small != 0).fill_null(value=True)
    )
    stack = pl.min_horizontal("small_stack", "big_stack")
    solved = (
        pl.when(bets >= 0)
        .then(bets)
        .when((2 * _ODD * odd > small * (1 + 1e-9)) | two | ~both)
        .then(CODES[OTHER_BLINDS])
        .when(pl.col("played") < players - 2)
        .then(CODES[MORE_PLAYERS])
        .when(stack * _UNIT < _DEEP * small)  # one could not pay every bet
        .then(CODES[SHORT_STACK])
        .otherwise(NO_REASON)
    )
    next_to = (pl.col("big_place") - pl.col("small_place")) % players == 1
    table = (
        pl.when((players < FEWEST_PLAYERS) | (players > SEATS))
        .then(CODES[TOO_MANY])
        .when(bets >= 0)
        .then(bets)
        .when(~(both & next_to).fill_null(value=False))
        .then(CODES[OTHER_BLINDS])
        .otherwise(NO_REASON)
    )
    return hands.with_columns(solved=solved, table=table, odd=odd / big)


def _cap(rules: str) -> int | None:
    """Return the number of bets in a round of two players, None without a cap or in an unknown room."""
    room = ROOMS.get(rules)
    return room.cap if room is not None and room.uncapped is Uncapped.NEVER else None
