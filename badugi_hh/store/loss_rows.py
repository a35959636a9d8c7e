"""Judges decisions and draws: the rows of `losses` and `unjudged`, from the rows of hands and the prices of their cards.

Each has one judge, the first that speaks: the cards, a solved game or pot, the blueprint, and the equity if nobody bets again. What
the cards prove is the least that an action loses: where a solver is certain of more, it judges (docs/decisions,
0020-one-judge.md). Nothing here reads or writes a database; `price_pass` does.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache

import numpy as np
import polars as pl

from badugi_hh.engine.cards import cards
from badugi_hh.facts.schema import JUDGED_HANDS, LOSSES, UNJUDGED
from badugi_hh.facts.words import Judge
from badugi_hh.odds.unbeatable import (
    LARGEST_UNBEATABLE,
    LEAST_ONE_CARD,
    LOW_BADUGI,
    LOW_BADUGI_EQUITY,
    WORST_HAND_EQUITY,
    is_unbeatable,
    loses_to_all,
    unseen,
)
from badugi_hh.solve.hand_decisions import OUTSIDE, STEPS
from badugi_hh.store.price_rows import bets_to_come, winnable
from badugi_hh.store.price_spots import HELD, masks_of, reshuffles
from badugi_hh.store.solver_rows import compare

Facts = Mapping[str, pl.DataFrame]
"""The rows of some hands by table, with at least the columns that `computation.JUDGING` reads."""

_KEY = ["hand_key", "n", "seat"]
_DIGITS = 4
_HIGHEST = 2**15 - 1  # of the stored costs of options
_LEAST_ERROR = 0.01
"""Half a step of the stored costs, in big bets: no loss is known more precisely."""
_ERRORS = 2
"""Equity says that a call is better or worse only where the price is so many errors away from both ends of the bracket."""
_SMALL_BET = 0.05
"""A call of less than this share of the pot is cheap."""


def judge(facts: Facts) -> dict[str, pl.DataFrame]:
    """Return the rows of `judged_hands`, `losses` and `unjudged` of hands."""
    hands = facts["hands"].filter(~pl.col("cancelled")).select("hand_key", "big_bet", "small_bet", "game")
    decisions = _known(facts, "decisions", "value", hands)
    draws = _known(facts, "draws", "value_before", hands)
    reaches = facts["seats"].select("hand_key", "seat", "reach")
    draws = draws.join(reaches, on=("hand_key", "seat"), how="left", maintain_order="left")
    solver, reasons = compare(facts)
    proven = pl.concat([_proofs_of_decisions(decisions, facts), _proofs_of_draws(draws, facts)])
    proven = proven.filter(pl.col("loss") > pl.max_horizontal("loss_error", _LEAST_ERROR))
    least = proven.select(*_KEY, "proven", least="loss")
    solver = solver.join(least, on=_KEY, how="left", maintain_order="left")
    solver = solver.filter((pl.col("loss") - pl.col("loss_error") > pl.col("least")).fill_null(value=True))
    by_cards = proven.join(solver, on=_KEY, how="anti")
    equity = pl.concat([_equity_of_decisions(decisions), _equity_of_draws(draws)])
    by_equity = equity.join(pl.concat([solver.select(_KEY), by_cards.select(_KEY)]), on=_KEY, how="anti")
    losses = pl.concat(
        [
            solver.drop("least"),
            by_cards.with_columns(judge=pl.lit(str(Judge.CARDS))),
            by_equity.with_columns(judge=pl.lit(str(Judge.EQUITY))),
        ],
        how="diagonal_relaxed",
    )
    losses = losses.with_columns(
        pl.col("loss").round(_DIGITS),
        pl.max_horizontal("loss_error", _LEAST_ERROR).round(_DIGITS),
        pl.col("^cost_.$").cast(pl.Int16),
    )
    unjudged = pl.concat([decisions.select(_KEY), draws.select(_KEY)]).join(losses, on=_KEY, how="anti")
    unjudged = unjudged.join(reasons, on=_KEY, how="left").with_columns(pl.col("reason").fill_null(OUTSIDE))
    return {
        JUDGED_HANDS.name: facts["hands"].select("hand_key"),
        LOSSES.name: losses.select(LOSSES.names).sort("hand_key", "n"),
        UNJUDGED.name: unjudged.select(UNJUDGED.names).sort("hand_key", "n"),
    }


def _known(facts: Facts, table: str, value: str, hands: pl.DataFrame) -> pl.DataFrame:
    """Return the decisions or draws of known cards that the player made, with the bets of their hand and their prices."""
    rows = facts[table].filter(pl.col(value).is_not_null() & pl.col("forced").is_null())
    rows = rows.join(hands, on="hand_key", maintain_order="left")
    prices = facts[f"{table.removesuffix('s')}_prices"]
    return rows.join(prices, on=("hand_key", "n"), how="left", maintain_order="left")


def _verdicts(rows: pl.DataFrame) -> pl.DataFrame:
    """Return the columns of verdicts of the cards and of equity; those that `rows` lack are unknown."""
    types = {"proven": pl.String, "keep": pl.String, "cost_0": pl.Float64, "cost_1": pl.Float64}
    lacking = {name: pl.lit(None, kind) for name, kind in types.items() if name not in rows.columns}
    return rows.with_columns(**lacking).select(*_KEY, "loss", "loss_error", "best", *types)


def _compared(rows: pl.DataFrame, margin: pl.Expr) -> pl.DataFrame:
    """Return the verdicts of folds, checks and calls, with the costs of both options; the worse one costs `margin`."""
    cost, folds = (STEPS * margin).clip(upper_bound=_HIGHEST).round(), pl.col("best") == "fold"
    costs = {
        "cost_0": pl.when(folds).then(0.0).otherwise(cost),
        "cost_1": pl.when(folds).then(cost).otherwise(0.0),
    }
    return _verdicts(rows.with_columns(**costs))


# --- the cards

_OF_POT = pl.col("price") / (pl.col("pot_to_win") + pl.col("price"))


def _proofs_of_decisions(decisions: pl.DataFrame, facts: Facts) -> pl.DataFrame:
    """Return the folds and calls that the cards prove to lose, with the least that they lose."""
    fold, faced, dealt = pl.col("action") == "fold", pl.col("price") > 0, pl.col("knowledge") == "dealt"
    last, heads_up = pl.col("round") == 3, pl.col("live") == 2
    called, big = pl.col("pot_to_win") + pl.col("price"), pl.col("big_bet")
    positions = facts["seats"].select(
        "hand_key", "seat", "position", *(f"hand_{stage}" for stage in range(4))
    )
    rows = decisions.filter((big > 0) & (fold | ((pl.col("action") == "call") & last)))
    rows = rows.join(positions, on=("hand_key", "seat"), how="left", maintain_order="left")
    rows = rows.with_columns(held=HELD, draws=pl.col("round"))
    unbeatable = dealt & fold & faced & (pl.col("value") <= LARGEST_UNBEATABLE)
    beaten = dealt & ~fold & (pl.col("behind") == 0) & (pl.col("value") >= LEAST_ONE_CARD)
    low = dealt & fold & faced & last & heads_up & (pl.col("value") <= LOW_BADUGI) & (_OF_POT < _SMALL_BET)
    over = (pl.col("opponents_able") == 0) | (pl.col("pot_to_win") < pl.col("pot"))
    blind = fold & faced & (pl.col("round") == 0) & heads_up & over & (_OF_POT < WORST_HAND_EQUITY)
    blind &= (pl.col("game") == "cash") & pl.col("position").is_in(["SB", "BB"])
    proofs = (
        ("folded free", fold & (pl.col("price") == 0), pl.col("floor_equity") * pl.col("pot"), "check"),
        (
            "folded unbeatable",
            _confirmed(rows, unbeatable, is_unbeatable, facts),
            pl.col("pot_to_win"),
            "call",
        ),
        ("folded low badugi", low, LOW_BADUGI_EQUITY * called - pl.col("price"), "call"),
        ("folded blind", blind, WORST_HAND_EQUITY * called - pl.col("price"), "call"),
        ("called beaten", _confirmed(rows, beaten, loses_to_all, facts), pl.col("price"), "fold"),
    )
    error = pl.when(pl.col("price") == 0).then(pl.col("equity_error") * pl.col("pot")).otherwise(0)
    return _compared(
        rows.with_columns(
            proven=pl.coalesce([pl.when(where).then(pl.lit(name)) for name, where, _, _ in proofs]),
            loss=pl.coalesce([pl.when(where).then(amount / big) for _, where, amount, _ in proofs]),
            best=pl.coalesce([pl.when(where).then(pl.lit(best)) for _, where, _, best in proofs]),
            loss_error=error / big,
        ),
        pl.col("loss"),
    )


def _proofs_of_draws(draws: pl.DataFrame, facts: Facts) -> pl.DataFrame:
    """Return the draws that the cards prove to lose, with the least that they lose."""
    rows = draws.filter((pl.col("knowledge") == "dealt") & pl.col("equity_loss").is_not_null())
    rows = rows.with_columns(held="hand_before", draws=pl.col("draw") - 1)
    broke = (pl.col("drawn") > 0) & (pl.col("value_before") <= LARGEST_UNBEATABLE)
    # With draws to come, a worse hand after this draw can be the better draw at the next.
    dominated = (pl.col("proof") == "P1") & (pl.col("draw") == 3) & (pl.col("drawn") > 0)
    less = (pl.col("dominating_equity") - pl.col("kept_equity")) * winnable()
    proofs = (
        (
            "broke unbeatable",
            _confirmed(rows, broke, is_unbeatable, facts),
            pl.col("equity_loss"),
            pl.col("held"),
        ),
        ("kept dominated", dominated, less, pl.col("dominating")),
        ("pat incomplete", pl.col("proof") == "P0", pl.col("equity_loss"), pl.col("best_kept")),
    )
    return _verdicts(
        rows.with_columns(
            proven=pl.coalesce([pl.when(where).then(pl.lit(name)) for name, where, _, _ in proofs]),
            loss=pl.coalesce([pl.when(where).then(amount) for _, where, amount, _ in proofs]),
            keep=pl.coalesce([pl.when(where).then(keep) for _, where, _, keep in proofs]),
            loss_error=pl.col("difference_error") * winnable(),
        ).with_columns(best=_number_drawn("keep"))
    )


def _confirmed(
    rows: pl.DataFrame, where: pl.Expr, test: Callable[[tuple[int, ...], tuple[int, ...]], bool], facts: Facts
) -> pl.Series:
    """Return for which rows `where` is true, and a test of the cards `held` and of those that the player has not seen.

    `draws` is the number of draws before the row; after a reshuffle the discards are unseen again.
    """
    found = rows.select(where.fill_null(value=False)).to_series()
    asked = rows.filter(found).select("hand_key", "seat", "draws", "held")
    players = asked.select("hand_key", "seat").unique()
    thrown = facts["draws"].join(players, on=("hand_key", "seat"), how="semi")
    thrown = thrown.join(reshuffles(facts), on="hand_key", how="anti").filter(pl.col("thrown").is_not_null())
    discards: dict[tuple[int, int], list[tuple[int, str]]] = {}
    for key, seat, draw, text in thrown.select("hand_key", "seat", "draw", "thrown").iter_rows():
        discards.setdefault((key, seat), []).append((draw, text))
    confirmed = []
    for key, seat, number, held in asked.iter_rows():
        before = " ".join(text for draw, text in discards.get((key, seat), ()) if draw <= number)
        confirmed.append(held is not None and _passes(test, held, before))
    places = np.flatnonzero(found.to_numpy())[np.array(confirmed, np.bool_)]
    return pl.zeros(rows.height, dtype=pl.Int8, eager=True).scatter(places, 1).cast(pl.Boolean)


@lru_cache(20_000)  # of most such hands nothing was discarded before
def _passes(test: Callable[[tuple[int, ...], tuple[int, ...]], bool], held: str, thrown: str) -> bool:
    return test(cards(held), unseen(cards(held), cards(thrown)))


def _number_drawn(kept: str) -> pl.Expr:
    """Return how many cards are drawn to the cards that a column names."""
    return (4 - pl.col(kept).str.count_matches(r"\S+")).cast(pl.Int8).cast(pl.String)


# --- the equity if nobody bets again


def _equity_of_decisions(decisions: pl.DataFrame) -> pl.DataFrame:
    """Return the calls and folds that are right or wrong also with one more bet of each player in every later round.

    An error of the equity moves the end of the bracket with these bets by more. Where the price lies within the bracket, or
    two errors from it, equity does not speak.
    """
    rows = decisions.filter(
        pl.col("action").is_in(["fold", "call"])
        & (pl.col("price") > 0)
        & (pl.col("big_bet") > 0)
        & pl.col("equity_low").is_not_null()
    )
    called = pl.col("pot_to_win") + pl.col("price")
    error = pl.col("equity_error")
    rows = rows.with_columns(
        with_bets=pl.col("equity_low") + pl.col("equity_high") - pl.col("equity"),
        error_with_bets=error * (1 + bets_to_come() * (1 + pl.col("opponents_able")) / called),
    )
    ends = ((pl.col("equity"), error), (pl.col("with_bets"), pl.col("error_with_bets")))
    least = pl.min_horizontal(end - _ERRORS * off for end, off in ends) - _OF_POT
    most = pl.max_horizontal(end + _ERRORS * off for end, off in ends) - _OF_POT
    rows = rows.filter((least > 0) | (most < 0))
    best = pl.when(least > 0).then(pl.lit("call")).otherwise(pl.lit("fold"))
    (low, off), (other, other_off) = ends
    nearer = pl.when((least > 0) == (low <= other))
    margin = (nearer.then(low).otherwise(other) - _OF_POT).abs()
    pot = called / pl.col("big_bet")
    rows = rows.with_columns(
        best=best,
        loss=pl.when(pl.col("action") == best).then(0.0).otherwise(margin * pot),
        loss_error=nearer.then(off).otherwise(other_off) * pot,
        margin=margin * pot,
    )
    return _compared(rows, pl.col("margin"))


def _equity_of_draws(draws: pl.DataFrame) -> pl.DataFrame:
    """Return what the cards kept at draws lose against the best ones."""
    rows = draws.filter(pl.col("equity_loss").is_not_null())
    others = pl.Series(masks_of(rows["best_kept"]) != masks_of(rows["kept"]))
    worse = others & (pl.col("equity_loss") > 0)
    rows = rows.with_columns(
        loss=pl.when(worse).then("equity_loss").otherwise(0.0),
        loss_error=pl.when(worse).then(pl.col("difference_error") * winnable()).otherwise(0.0),
        keep=pl.when(worse).then(pl.col("best_kept").fill_null("")),
    )
    best = (
        pl.when(pl.col("keep").is_null())
        .then(pl.col("drawn").cast(pl.String))
        .otherwise(_number_drawn("keep"))
    )
    return _verdicts(rows.with_columns(best=best))
