"""Computes the rows of the table `luck` from the rows of a hand: how much of each player's result the cards decided.

Only players whose cards were dealt openly have a row: cards that are known because they were shown are those of hands
that went well enough to be shown, so their luck would be biased. `badugi_hh.odds.luck` has the mathematics.
"""

from typing import Any

import numpy as np
import polars as pl

from badugi_hh.engine.cards import cards
from badugi_hh.facts.schema import LUCK
from badugi_hh.odds.luck import GROWTH, all_in_value, draw_luck, starting_luck
from badugi_hh.odds.ranges import of_hand
from badugi_hh.odds.spots import Player
from badugi_hh.odds.value_function import Floats, share_table
from badugi_hh.store.price_spots import DRAWS, Facts, distinct, last_draws, masks_of, reshuffles, shown_draws

_Row = dict[str, Any]
_PLAYER = ["hand_key", "seat"]
_DRAWS = tuple(range(1, DRAWS + 1))
_BETTING_OVER = (~pl.col("all_in")).cast(pl.Int8) + pl.col("opponents_able") <= 1


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
    """Return the luck of each player's starting hand."""
    numbers, place = distinct(players.select("players"))
    table = (
        np.stack([starting_luck(number) for number in numbers["players"]])
        if len(numbers)
        else np.zeros((0, 1))
    )
    return np.asarray(table[place, players["value_0"].to_numpy()])


def _draw_luck(draws: pl.DataFrame) -> Floats:
    """Return the luck of draws in big bets."""
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
