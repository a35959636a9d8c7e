"""Computes the prices of hands from their rows: the rows of the price tables, as frames.

A price follows from the rows of its hand alone, so that the same hand has the same prices in any batch. `price_spots`
decides which rows have a price. Nothing here reads or writes a database; `price_pass` does.

Luck is only that of players whose cards were dealt openly: cards that are known because they were shown are those of hands
that went well enough to be shown. `badugi_hh.odds.luck` has the mathematics.
"""

from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl

from badugi_hh.engine.cards import cards
from badugi_hh.facts.schema import DECISION_PRICES, DRAW_PRICES, LUCK, PRICED_HANDS, TableSchema
from badugi_hh.odds.hand_prices import DrawPrices, Prices, price_all
from badugi_hh.odds.luck import GROWTH, all_in_value, draw_luck, starting_luck
from badugi_hh.odds.next_draw import FIRST_INCOMPLETE, Floats, share_table
from badugi_hh.odds.ranges import of_hand
from badugi_hh.odds.spots import APPROXIMATE, EXACT, Player
from badugi_hh.odds.states import Masks
from badugi_hh.store.price_spots import (
    DRAWS,
    Facts,
    cards_in,
    distinct,
    last_draws,
    masks_of,
    priced_spots,
    reshuffles,
    shown_draws,
)

_DIGITS = 5
_Row = dict[str, Any]
_PLAYER = ["hand_key", "seat"]
_DRAWS = tuple(range(1, DRAWS + 1))
_BETTING_OVER = (~pl.col("all_in")).cast(pl.Int8) + pl.col("opponents_able") <= 1


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


def luck_of(facts: Facts) -> dict[str, pl.DataFrame]:
    """Return the rows of `luck` from all rows of `hands`, `seats`, `events` and `draws` of some hands.

    The rows of a hand do not depend on the other hands. A hand without a big bet, a cancelled hand, and a player with an
    unknown card have no row.
    """
    hands = facts["hands"].select("hand_key", "big_bet", "players", "total_pot", "rake", "cancelled")
    hands = hands.filter(~pl.col("cancelled") & (pl.col("big_bet") > 0))
    hands = hands.join(reshuffles(facts), on="hand_key", how="left", maintain_order="left")
    dealt = facts["seats"].filter(pl.col("dealt") & (pl.col("known_0") == "dealt"))
    players = dealt.join(hands, on="hand_key", how="inner", maintain_order="left")
    draws = shown_draws(facts).join(players, on=_PLAYER, how="inner", maintain_order="left")
    after = pl.coalesce([pl.when(pl.col("draw") == draw).then(f"known_{draw}") for draw in _DRAWS])
    unknown = draws.filter(after.ne_missing("dealt"))
    players = players.join(unknown, on=_PLAYER, how="anti", maintain_order="left").sort(_PLAYER)
    rows = players.select(_PLAYER).with_row_index("row")
    draws = draws.join(rows, on=_PLAYER, how="inner", maintain_order="left")
    luck = np.full((players.height, len(_DRAWS)), np.nan)
    luck[draws["row"].to_numpy(), draws["draw"].to_numpy() - 1] = 0.0
    # After a reshuffle the deck has the cards that the players did not want, so that the unseen cards are not equally
    # likely: such a draw has no term. Whether it has one is known before its cards, so the others keep their average of zero.
    shuffled = pl.col("reshuffled_draw") <= pl.col("draw")
    draws = draws.filter((pl.col("drawn") > 0) & ~shuffled.fill_null(value=False))
    luck[draws["row"].to_numpy(), draws["draw"].to_numpy() - 1] = _draw_luck(draws)
    columns = {f"draw_luck_{draw}": luck[:, draw - 1] for draw in _DRAWS}
    return {
        LUCK.name: players.with_columns(
            starting_luck=_starting_luck(players),
            draw_luck=np.nan_to_num(luck).sum(axis=1),
            **columns,
        )
        .join(_all_in_luck(facts, hands, players), on=_PLAYER, how="left", maintain_order="left")
        .with_columns(pl.col(*columns).fill_nan(None), pl.col("all_in_luck").fill_null(0.0))
        .select(LUCK.names)
    }


def _starting_luck(players: pl.DataFrame) -> Floats:
    numbers, place = distinct(players.select("players"))
    table = (
        np.stack([starting_luck(number) for number in numbers["players"]])
        if len(numbers)
        else np.zeros((0, 1))
    )
    return np.asarray(table[place, players["value_0"].to_numpy()])


def _draw_luck(draws: pl.DataFrame) -> Floats:
    shown, context = distinct(draws.select("shown", "draw"))
    if not len(shown):
        return np.zeros(0)
    table = share_table(
        [(tuple(last_draws(digits, draw)), DRAWS - draw) for digits, draw in shown.iter_rows()]
    )
    gone = masks_of(draws["hand_before"]) | draws["gone"].to_numpy()
    luck = draw_luck(masks_of(draws["kept"]), gone, draws["value_after"].to_numpy(), table, context)
    # A player who is all-in can win a part of the pot, and cannot fold it any more.
    pot = pl.when("all_in").then("reach").otherwise("pot") / pl.col("big_bet")
    growth = pl.when("can_bet").then(pl.col("draw").replace_strict(GROWTH)).otherwise(1.0)
    return np.asarray(luck * draws.select(pot * growth).to_series().to_numpy())


def _all_in_luck(facts: Facts, hands: pl.DataFrame, players: pl.DataFrame) -> pl.DataFrame:
    """Return what players won above the all-in value, in big bets, where the result is replaced by it.

    It is replaced if a draw came after all betting was over, and the hands of all players were known before that draw.
    After a reshuffle a card can have been in two hands, so the result of such a hand is kept.
    """
    over = facts["draws"].filter(_BETTING_OVER).unique("hand_key", keep="first", maintain_order=True)
    over = over.join(hands.filter(pl.col("reshuffled").is_null()), on="hand_key").select(
        "hand_key", *("big_bet", "total_pot", "rake"), number="draw"
    )
    over = over.join(players.filter("showdown"), on="hand_key", how="semi")
    live = facts["seats"].filter("showdown").join(over, on="hand_key").sort(_PLAYER)
    draws = facts["draws"].join(over, on="hand_key", how="semi", maintain_order="left")
    of_hand = draws.rows_by_key("hand_key", named=True, include_key=True)
    lucks: list[tuple[int, int, float]] = []
    for key, rows in live.rows_by_key("hand_key", named=True, include_key=True).items():
        lucks += _all_in_lucks(rows, of_hand[key])
    return pl.DataFrame(
        lucks, schema={"hand_key": pl.Int32, "seat": pl.Int8, "all_in_luck": pl.Float64}, orient="row"
    )


def _all_in_lucks(live: list[_Row], draws: list[_Row]) -> list[tuple[int, int, float]]:
    """Return the luck of the players of one hand, by hand and seat; nothing if a hand was not known."""
    number = live[0]["number"]
    if any(row[f"hand_{number - 1}"] is None for row in live):
        return []
    players = [_player(row, number, [draw for draw in draws if draw["seat"] == row["seat"]]) for row in live]
    values = all_in_value(players, [row["reach"] for row in live])
    paid = 1 - live[0]["rake"] / live[0]["total_pot"]
    return [
        (row["hand_key"], row["seat"], (row["won"] - value * paid) / row["big_bet"])
        for row, value in zip(live, values, strict=True)
    ]


def _player(row: _Row, number: int, draws: list[_Row]) -> Player:
    """Return a player before draw `number`, who keeps the cards that were kept; an opponent was known to stand pat."""
    held = of_hand(cards(row[f"hand_{number - 1}"]))
    thrown = tuple(card for draw in draws if draw["draw"] < number for card in cards(draw["thrown"] or ""))
    if row[f"known_{number - 1}"] != "dealt":
        return Player(held, DRAWS + 1 - number, pat=True, thrown=thrown)
    (kept,) = (draw["kept"] for draw in draws if draw["draw"] == number)
    return Player(held, DRAWS + 1 - number, cards(kept or ""), thrown=thrown)
