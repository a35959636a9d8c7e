"""Computes the prices of hands from their rows: the rows of the price tables, as frames.

A price follows from the rows of its hand alone, so that the same hand has the same prices in any batch and process.
`price_spots` decides which rows have a price. Nothing here reads or writes a database; `price_pass` does.
"""

from typing import Any

import polars as pl

from badugi_hh.engine.cards import Cards, cards, names
from badugi_hh.facts.price_columns import DECISION_PRICES, DRAW_PRICES, PRICED_HANDS
from badugi_hh.odds.hand_prices import DrawPrice, PlayedDraw, price_all
from badugi_hh.odds.keep_prices import Price
from badugi_hh.odds.spots import APPROXIMATE, EXACT
from badugi_hh.odds.value_function import FIRST_INCOMPLETE
from badugi_hh.store.append import frame_of
from badugi_hh.store.luck_rows import luck_of
from badugi_hh.store.price_spots import (
    Facts,
    PricedSpot,
    Row,
    decision_spots,
    draw_spots,
    seen_of,
    with_badugis,
)

_DIGITS = 5


def price(facts: Facts) -> dict[str, pl.DataFrame]:
    """Return the rows of all price tables for the rows of some hands, by table."""
    return {PRICED_HANDS.name: facts["hands"].select("hand_key"), **equity_rows(facts), **luck_of(facts)}


def equity_rows(facts: Facts) -> dict[str, pl.DataFrame]:
    """Return the rows of `draw_prices` and `decision_prices`."""
    seen = seen_of(facts)
    draws, decisions = list(draw_spots(facts, seen)), list(decision_spots(facts, seen))
    free = [each.spot for each in decisions if _is_free_fold(each.row)]
    of_draws, of_hands = price_all(
        [PlayedDraw(each.spot, each.kept, _is_proved_worse(each.row)) for each in draws],
        [*(each.spot for each in decisions), *map(with_badugis, free)],
    )
    of_decisions, floors = of_hands[: len(decisions)], iter(of_hands[len(decisions) :])
    return {
        DRAW_PRICES.name: _rounded(frame_of(DRAW_PRICES, list(map(_draw_row, draws, of_draws)))),
        DECISION_PRICES.name: _rounded(
            frame_of(
                DECISION_PRICES,
                [
                    _decision_row(each, found, next(floors) if _is_free_fold(each.row) else None)
                    for each, found in zip(decisions, of_decisions, strict=True)
                ],
            )
        ),
    }


def _rounded(frame: pl.DataFrame) -> pl.DataFrame:
    """Round all equities, so that the last digits of a computation are not stored."""
    return frame.with_columns(pl.col(pl.Float64).round(_DIGITS))


# --- draws


def _is_proved_worse(row: Row) -> bool:
    """Return whether the player stood pat with an incomplete hand when no bet could follow."""
    incomplete = row["drawn"] == 0 and row["value_before"] >= FIRST_INCOMPLETE
    return bool(incomplete and row["opponents_able"] + (not row["all_in"]) <= 1)


def _draw_row(each: PricedSpot, found: DrawPrice) -> tuple[Any, ...]:
    row = each.row
    proof = "P0" if _is_proved_worse(row) else "P1" if found.dominating is not None else None
    if proof is None and found.best_keep != each.kept:
        proof = "P2"
    prices = [found.kept, found.best, *(() if found.dominating_price is None else (found.dominating_price,))]
    return (
        row["hand_key"],
        row["n"],
        row["seat"],
        found.kept.equity,
        _names(found.best_keep, each),
        found.best.equity,
        max(price.error for price in prices),
        found.loss_error,
        EXACT if all(price.method == EXACT for price in prices) else APPROXIMATE,
        proof,
        None if found.dominating is None else _names(found.dominating, each),
        None if found.dominating_price is None else found.dominating_price.equity,
    )


def _names(kept: Cards, each: PricedSpot) -> str:
    """Return the names of cards in the order of the hand."""
    return names(card for card in cards(each.row["hand_before"]) if card in kept)


# --- decisions


def _is_free_fold(row: Row) -> bool:
    return bool(row["action"] == "fold" and row["price"] == 0)


def _decision_row(each: PricedSpot, found: Price, floor: Price | None) -> tuple[Any, ...]:
    row = each.row
    low, high = _bracket(row, found.equity)
    return (
        row["hand_key"],
        row["n"],
        row["seat"],
        found.equity,
        found.error,
        low,
        high,
        None if floor is None else floor.equity,
        found.method,
    )


def _bracket(row: Row, equity: float) -> tuple[float | None, float | None]:
    """Return the equity, and what it is worth with one more bet of each player in every later round, in order.

    The second is the share of the whole pot less the player's own later bets, as a share of the pot after a call. It is at
    least 0, as the player can fold, and above 1 if the bets of others add more than a pot. A player who is all-in with
    this action bets no more.
    """
    if row["betting"] != "fixed" or not row["big_bet"] or not row["small_bet"]:
        return None, None
    rounds = (row["small_bet"], row["big_bet"], row["big_bet"])[row["round"] :]
    others = row["opponents_able"]
    bets = sum(rounds) if others and not row["all_in"] else 0
    pot = row["pot_to_win"] + row["price"]
    with_bets = max(0.0, equity + bets / pot * (equity * (1 + others) - 1))
    return min(equity, with_bets), max(equity, with_bets)
