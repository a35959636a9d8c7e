"""Computes the prices of hands from their rows: the rows of the price tables, as frames.

A price follows from the rows of its hand alone, so that the same hand has the same prices in any batch. `price_spots`
decides which rows have a price. Nothing here reads or writes a database; `price_pass` does.
"""

from dataclasses import replace

import numpy as np
import polars as pl

from badugi_hh.facts.schema import DECISION_PRICES, DRAW_PRICES, PRICED_HANDS, TableSchema
from badugi_hh.odds.hand_prices import DrawPrices, price_all
from badugi_hh.odds.keep_prices import Prices
from badugi_hh.odds.spots import APPROXIMATE, EXACT
from badugi_hh.odds.states import Masks
from badugi_hh.odds.value_function import FIRST_INCOMPLETE
from badugi_hh.store.luck_rows import luck_of
from badugi_hh.store.price_spots import Facts, cards_in, masks_of, priced_spots, shown_draws

_DIGITS = 5


def price(facts: Facts) -> dict[str, pl.DataFrame]:
    """Return the rows of all price tables for the rows of some hands, by table."""
    facts = {**facts, "draws": shown_draws(facts)}
    return {PRICED_HANDS.name: facts["hands"].select("hand_key"), **equity_rows(facts), **luck_of(facts)}


def equity_rows(facts: Facts) -> dict[str, pl.DataFrame]:
    """Return the rows of `draw_prices` and `decision_prices`."""
    draws, decisions, spots = priced_spots(facts)
    bets = facts["hands"].select("hand_key", "big_bet")
    reaches = facts["seats"].select("hand_key", "seat", "reach")
    draws = draws.join(bets, on="hand_key", how="left", maintain_order="left")
    draws = draws.join(reaches, on=("hand_key", "seat"), how="left", maintain_order="left")
    # The player stood pat with an incomplete hand when no bet could follow.
    incomplete = (pl.col("drawn") == 0) & (pl.col("value_before") >= FIRST_INCOMPLETE)
    draws = draws.with_columns(worse=incomplete & (pl.col("opponents_able") + ~pl.col("all_in") <= 1))
    free = decisions.select((pl.col("action") == "fold") & (pl.col("price") == 0)).to_series().arg_true()
    rows = np.arange(len(spots.hand))
    of_draws, hands = spots.at(rows[: draws.height]), spots.at(rows[draws.height :])
    floors = hands.at(free.to_numpy().astype(np.intp))
    number = np.array([len(each) for each in spots.against])[floors.opponents]
    wanted = hands.followed_by(replace(floors, opponents=number - 1))  # the places of as many badugis
    kept = masks_of(draws["kept"])
    prices, of_decisions = price_all(of_draws, kept, draws["worse"].to_numpy(), wanted)
    return {
        DRAW_PRICES.name: _rounded(_draw_rows(draws, kept, prices), DRAW_PRICES),
        DECISION_PRICES.name: _rounded(_decision_rows(decisions, free, of_decisions), DECISION_PRICES),
    }


def _rounded(frame: pl.DataFrame, table: TableSchema) -> pl.DataFrame:
    """Return the columns of a table, and round all equities, so that the last digits of a computation are not stored."""
    return frame.select(table.names).with_columns(pl.col(pl.Float64).round(_DIGITS))


def _method(error: pl.Expr) -> pl.Expr:
    return pl.when(error == 0).then(pl.lit(EXACT)).otherwise(pl.lit(APPROXIMATE))


def _draw_rows(draws: pl.DataFrame, kept: Masks, prices: DrawPrices) -> pl.DataFrame:
    dominated = prices.dominating != 0
    errors = prices.kept.error, prices.best.error, np.where(dominated, prices.dominated_by.error, 0.0)
    others = pl.Series(prices.best_keep != kept)
    proof = pl.when("worse").then(pl.lit("P0")).when(pl.Series(dominated)).then(pl.lit("P1"))
    return draws.with_columns(
        kept_equity=prices.kept.equity,
        best_kept=_names(draws["hand_before"], prices.best_keep),
        best_equity=prices.best.equity,
        equity_error=np.maximum.reduce(errors),
        difference_error=prices.loss_error,
        proof=proof.when(others).then(pl.lit("P2")),
        dominating=pl.when(pl.Series(dominated)).then(_names(draws["hand_before"], prices.dominating)),
        dominating_equity=pl.when(pl.Series(dominated)).then(pl.Series(prices.dominated_by.equity)),
    ).with_columns(
        price_method=_method(pl.col("equity_error")),
        equity_loss=(pl.col("best_equity") - pl.col("kept_equity")) * winnable(),
    )


def winnable() -> pl.Expr:
    """Return what a player can win at a draw, in big bets: a player who is all-in can win a part of the pot. NULL without a big bet."""
    return pl.when("all_in").then("reach").otherwise("pot") / pl.when(pl.col("big_bet") > 0).then("big_bet")


def bets_to_come() -> pl.Expr:
    """Return the bets of one player if each player who can bets once in every later round; none if this action is all-in."""
    small, big = pl.col("small_bet"), pl.col("big_bet")
    rounds = pl.when(pl.col("round") == 0).then(small + 2 * big).otherwise((3 - pl.col("round")) * big)
    return pl.when((pl.col("opponents_able") > 0) & ~pl.col("all_in")).then(rounds).otherwise(0)


def _names(hands: pl.Series, kept: Masks) -> pl.Series:
    """Return the names of the cards of each hand that are kept, in the order of the hand."""
    counts = (cards_in(hands) & kept[:, None]) != 0
    names = [pl.when(pl.Series(counts[:, place])).then(hands.str.slice(3 * place, 2)) for place in range(4)]
    return pl.select(pl.concat_str(names, separator=" ", ignore_nulls=True)).to_series()


def _decision_rows(decisions: pl.DataFrame, free: pl.Series, prices: Prices) -> pl.DataFrame:
    """Return the decisions with the prices of their hands, after which those of `free` against badugis follow.

    The equity is between itself and what it is worth with one more bet of each player in every later round. That is the
    share of the whole pot less the player's own later bets, as a share of the pot after a call. It is at least 0, as the
    player can fold, and above 1 if the bets of others add more than a pot. A player who is all-in with this action bets no more.
    """
    number = decisions.height
    floor = np.full(number, np.nan)
    floor[free.to_numpy()] = prices.equity[number:]
    equity, others = pl.col("equity"), pl.col("opponents_able")
    with_bets = equity + bets_to_come() / (pl.col("pot_to_win") + pl.col("price")) * (
        equity * (1 + others) - 1
    )
    fixed = (pl.col("betting") == "fixed") & (pl.col("big_bet") > 0) & (pl.col("small_bet") > 0)
    return decisions.with_columns(
        equity=prices.equity[:number],
        equity_error=prices.error[:number],
        floor_equity=pl.Series(floor).fill_nan(None),
    ).with_columns(
        equity_low=pl.when(fixed).then(pl.min_horizontal(equity, pl.max_horizontal(with_bets, 0.0))),
        equity_high=pl.when(fixed).then(pl.max_horizontal(equity, with_bets)),
        price_method=_method(pl.col("equity_error")),
    )
