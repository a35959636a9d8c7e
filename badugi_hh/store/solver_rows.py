"""Turns the rows of hands into played hands for the solver's tables, and what these say into rows of `solver_prices`.

The prices of a hand follow from its rows and from the tables that come with the program. Nothing here reads or writes a
database; `price_pass` does.
"""

from collections.abc import Collection, Iterator, Mapping
from functools import cache

import numpy as np
import polars as pl

from badugi_hh.engine import values
from badugi_hh.engine.rules import ROOMS, Uncapped
from badugi_hh.facts.hand_rows import add_rows
from badugi_hh.facts.price_columns import SOLVER_HANDS, SOLVER_PRICES
from badugi_hh.facts.row_columns import Rows
from badugi_hh.replay import Replay
from badugi_hh.ring.blueprint import shipped_blueprint
from badugi_hh.ring.decisions import price_steps
from badugi_hh.ring.hand_row import FEWEST_PLAYERS
from badugi_hh.ring.one_by_one import with_blueprint
from badugi_hh.solve import played_hands as together
from badugi_hh.solve.follow_tables import FollowedTable, followed
from badugi_hh.solve.game import HEADS_UP, SB_BB, TABLES
from badugi_hh.solve.hand_decisions import (
    Basis,
    NoClaim,
    PlayedHand,
    SolverDecision,
    Step,
    decisions_of,
    with_mixes,
)
from badugi_hh.solve.shipped_tables import find_table
from badugi_hh.solve.solve_error import SolveError
from badugi_hh.solve.solved_table import Table
from badugi_hh.store.prepare import frames_of

Facts = Mapping[str, pl.DataFrame]
"""The rows of some hands by table: `hands`, `seats`, `decisions` and `draws`, with at least the columns of `computation.SOLVER`."""
Decision = SolverDecision | NoClaim

_STEP = ("n", "seat", "action", "value", "kept", "forced")


def solver_decisions(facts: Facts) -> dict[int, list[Decision]]:
    """Return by `hand_key` what the tables say of the decisions and draws of hands, in the order of their events.

    Hands without a decision, and cancelled hands, are missing.
    """
    hands = dict(played_hands(facts))
    return dict(zip(hands, _decisions(hands.values(), mixes=True), strict=True))


def _decisions(hands: Collection[PlayedHand], *, mixes: bool) -> list[list[Decision]]:
    """Return what the exact tables say of hands, and where they say nothing, the blueprint of full tables."""
    exact = decisions_of(hands, find_shipped)
    decisions = with_mixes(exact, find_shipped) if mixes else exact
    blueprint = shipped_blueprint()
    return decisions if blueprint is None else with_blueprint(hands, decisions, blueprint, mixes=mixes)


def replayed_decisions(replay: Replay, rules: str) -> list[Decision]:
    """Return what the tables say of a hand replayed by the rules of this name; nothing for a hand with an error."""
    if not replay.ok or replay.cancelled:
        return []
    rows = Rows()
    add_rows(rows, replay, 0, rules=rules)
    return solver_decisions(frames_of(rows)).get(0, [])


@cache
def find_shipped(spot: str) -> Table | None:
    """Return the table of a spot that comes with the program, None if there is none."""
    try:
        return find_table(spot)
    except SolveError:
        return None


def played_hands(facts: Facts) -> Iterator[tuple[int, PlayedHand]]:
    """Yield each hand that has a decision and is not cancelled, with its `hand_key`."""
    steps: dict[int, list[Step]] = {}
    for key, *step in _steps(facts).iter_rows():
        steps.setdefault(key, []).append(Step(*step))
    decisions = facts["decisions"].select("hand_key", "n", "seat", "pot", "price").sort("hand_key", "n")
    prices = {
        (key, seat): price
        for key, seat, price in decisions.unique(("hand_key", "seat"), keep="first")
        .select("hand_key", "seat", "price")
        .iter_rows()
    }
    first = {
        key: (pot, price)
        for key, pot, price in decisions.unique("hand_key", keep="first")
        .select("hand_key", "pot", "price")
        .iter_rows()
    }
    positions: dict[int, dict[int, str]] = {}
    stacks: dict[int, dict[int, int]] = {}
    extra: dict[int, set[int]] = {}
    for key, seat, position, stack, posted_extra in (
        facts["seats"]
        .filter("dealt")
        .select("hand_key", "seat", "position", "stack", "extra_blind")
        .iter_rows()
    ):
        positions.setdefault(key, {})[seat] = position
        stacks.setdefault(key, {})[seat] = stack
        if posted_extra:
            extra.setdefault(key, set()).add(seat)
    hands = facts["hands"].filter(~pl.col("cancelled"))
    for key, betting, small_bet, big_bet, rules in hands.select(
        "hand_key", "betting", "small_bet", "big_bet", "rules"
    ).iter_rows():
        if key not in first:
            continue
        posted, price = first[key]
        small = next((seat for seat, position in positions[key].items() if position == "SB"), 0)
        yield (
            key,
            PlayedHand(
                fixed=betting == "fixed",
                cap=_cap(rules),
                small_bet=small_bet,
                big_bet=big_bet or 0,
                posted=posted,
                first_price=price,
                positions=positions[key],
                stacks=stacks[key],
                steps=steps[key],
                small_price=prices.get((key, small)),
                extra_blinds=frozenset(extra.get(key, ())),
            ),
        )


def _cap(rules: str) -> int | None:
    """Return the number of bets in a round of two players, None without a cap or in an unknown room."""
    room = ROOMS.get(rules)
    return room.cap if room is not None and room.uncapped is Uncapped.NEVER else None


def _steps(facts: Facts) -> pl.DataFrame:
    """Return the decisions and draws of hands in order, with the columns of `Step` after `hand_key`."""
    forced = pl.col("forced").is_not_null()
    decisions = facts["decisions"].select(
        "hand_key", "n", "seat", "action", "value", pl.lit(None, pl.Int16).alias("kept"), forced
    )
    draws = facts["draws"].select(
        "hand_key",
        "n",
        "seat",
        pl.col("drawn").cast(pl.String).alias("action"),
        pl.col("value_before").alias("value"),
        pl.col("value_kept").alias("kept"),
        forced,
    )
    return pl.concat([decisions, draws]).sort("hand_key", "n").select("hand_key", *_STEP)


@cache
def _followed(spot: str) -> FollowedTable | None:
    table = find_shipped(spot)
    return None if table is None else followed(table)


def compare(facts: Facts) -> dict[str, pl.DataFrame]:
    """Return the rows of `solver_hands` and `solver_prices` of hands."""
    played = together.played_hands(_that_may_be_covered(facts))
    prices = price_steps(played, _followed, shipped_blueprint())
    priced = np.flatnonzero(prices.reason < 0)
    every, taken = np.arange(len(priced)), prices.taken[priced]
    best = prices.words[priced, prices.cost[priced].argmin(axis=1)]
    steps = played.steps[priced]
    players = played.hands["players"].to_numpy()[steps["col"].to_numpy()]
    exact = prices.exact[priced]
    spots = np.array([HEADS_UP.name, SB_BB.name, *TABLES])
    places = np.where(exact, players > 2, players - FEWEST_PLAYERS + 2)
    frame = steps.select("hand_key", "n", "seat").with_columns(
        solver_spot=pl.Series(spots[places]),
        solver_basis=pl.Series(np.where(exact, Basis.EXACT, Basis.BLUEPRINT)),
        solver_line=_lines(played, priced, np.where(exact, players - 2, 0)),
        solver_best=pl.Series(np.array(together.WORDS)[best]),
        solver_cost=pl.Series(prices.cost[priced][every, taken]).round(_DIGITS),
        solver_error=pl.Series(prices.error[priced]).round(_DIGITS),
        solver_kept=_kept_best(steps),
    )
    return {
        SOLVER_HANDS.name: facts["hands"].select("hand_key"),
        SOLVER_PRICES.name: frame.select(SOLVER_PRICES.names),
    }


_DIGITS = 4
_FOLD = "fold "


def _lines(played: together.Played, rows: together.Numbers, left_out: together.Numbers) -> pl.Series:
    """Return the lines before some steps, without so many first actions."""
    before, line, words = [], "", together.WORDS
    for k, word in played.steps.select("k", "word").iter_rows():
        if k == 0:
            line = ""
        before.append(line)
        line = f"{line} {words[word]}" if line else words[word]
    lines = [before[row][len(_FOLD) * begin :] for row, begin in zip(rows, left_out, strict=True)]
    return pl.Series([line or None for line in lines], dtype=pl.String)


def _kept_best(steps: pl.DataFrame) -> pl.Series:
    """Return of draws whether the best cards of their number are known to be kept; None for a betting decision."""
    return pl.Series(
        [
            _best_kept(value, word - together.PAT) in {None, kept} if word >= together.PAT else None
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


def _that_may_be_covered(facts: Facts) -> Facts:
    """Return the rows of hands of fixed limit in which a player with known cards has a decision of their own."""
    known = pl.col("value").is_not_null() & pl.col("forced").is_null()
    steps = [
        facts["decisions"].filter(known).select("hand_key"),
        facts["draws"].rename({"value_before": "value"}).filter(known).select("hand_key"),
    ]
    wanted = (
        facts["hands"]
        .filter((pl.col("betting") == "fixed") & (pl.col("big_bet") == 2 * pl.col("small_bet")))
        .select("hand_key")
        .join(pl.concat(steps).unique(), on="hand_key", how="semi")
    )
    return {
        table: rows.join(wanted, on="hand_key", how="semi", maintain_order="left")
        for table, rows in facts.items()
    }
