"""Computes the rows of the table `luck` from the rows of a hand: how much of each player's result the cards decided.

Only players whose cards were dealt openly have a row: cards that are known because they were shown are those of hands
that went well enough to be shown, so their luck would be biased. `badugi_hh.odds.luck` has the mathematics.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import polars as pl

from badugi_hh.engine.cards import Cards, cards
from badugi_hh.engine.rules import POKERSTARS, ROOMS
from badugi_hh.facts.price_columns import LUCK
from badugi_hh.odds.luck import Drawn, all_in_value, lucks_of_draws, stake, starting_luck
from badugi_hh.odds.ranges import of_hand
from badugi_hh.odds.spots import Player
from badugi_hh.odds.value_function import Opponent

_Row = dict[str, Any]
_DRAWS = (1, 2, 3)
_NEVER = 4
_BETTING_OVER = (~pl.col("all_in")).cast(pl.Int8) + pl.col("opponents_able") <= 1
_HANDS = ("hand_key", "big_bet", "players", "total_pot", "rake", "rules", "cancelled")
_SEATS = (
    *("hand_key", "seat", "dealt", "won", "reach", "showdown", "value_0"),
    *(f"{name}_{stage}" for stage in range(4) for name in ("hand", "known")),
)
_DRAW_COLUMNS = (
    *("hand_key", "n", "seat", "draw", "drawn", "pot", "all_in", "can_bet", "kept", "thrown", "value_after"),
    _BETTING_OVER.alias("betting_over"),
)


@dataclass(slots=True)
class _Hand:
    """One hand: its row, its seats and draws in order, and the number of the first draw with a reshuffle."""

    row: _Row
    seats: dict[int, _Row] = field(default_factory=dict)
    draws: list[_Row] = field(default_factory=list)
    reshuffled: int = _NEVER

    def draws_of(self, seat: int) -> list[_Row]:
        """Return the draws of a seat in order."""
        return [draw for draw in self.draws if draw["seat"] == seat]

    def thrown(self, seat: int, before: int) -> Cards:
        """Return the known discards of a seat before draw number `before`."""
        past = (draw["thrown"] for draw in self.draws_of(seat) if draw["draw"] < before)
        return tuple(card for text in past for card in _cards(text or ""))


@cache
def _cards(text: str) -> Cards:
    return cards(text)


def luck_of(frames: Mapping[str, pl.DataFrame]) -> dict[str, pl.DataFrame]:
    """Return the rows of `luck` from all rows of `hands`, `seats`, `events` and `draws` of some hands.

    The rows of a hand do not depend on the other hands. A hand without a big bet, a cancelled hand, and a player with an
    unknown card have no row.
    """
    hands = _read(frames)
    priced = [(hand, seat) for hand in hands for seat in hand.seats if _is_known(hand, seat)]
    luck: list[dict[int, float]] = [{} for _ in priced]
    asked = [
        (own, asked) for own, (hand, seat) in zip(luck, priced, strict=True) for asked in _draws(hand, seat)
    ]
    shares = lucks_of_draws([drawn for _, (_, _, drawn) in asked])
    for (own, (number, big_bets, _)), share in zip(asked, shares, strict=True):
        own[number] = share * big_bets
    rows = []
    for (hand, seat), own in zip(priced, luck, strict=True):
        played = {draw["draw"] for draw in hand.draws_of(seat)}
        by_draw = [own.get(draw, 0.0) if draw in played else None for draw in _DRAWS]
        starting = float(starting_luck(hand.row["players"])[hand.seats[seat]["value_0"]])
        rows.append(
            (hand.row["hand_key"], seat, starting, *by_draw, sum(own.values()), _all_in_luck(hand, seat))
        )
    kinds = {"INTEGER": pl.Int32, "TINYINT": pl.Int8, "DOUBLE": pl.Float64}
    schema = {column.name: kinds[column.type] for column in LUCK.columns}
    return {LUCK.name: pl.DataFrame(rows, schema=schema, orient="row")}


def _read(frames: Mapping[str, pl.DataFrame]) -> Iterable[_Hand]:
    rows = frames["hands"].select(_HANDS).filter(~pl.col("cancelled") & (pl.col("big_bet") > 0))
    hands = {row["hand_key"]: _Hand(row) for row in rows.iter_rows(named=True)}
    dealt = pl.col("known_0") == "dealt"
    wanted = pl.col("hand_key").is_in(frames["seats"].filter(dealt)["hand_key"].unique().implode())
    # The cards of other players matter only where a draw came after all betting.
    over = frames["draws"].filter(wanted & _BETTING_OVER)["hand_key"].unique()
    seats = frames["seats"].filter(wanted & (dealt | pl.col("hand_key").is_in(over.implode())))
    for seat in seats.select(_SEATS).sort("hand_key", "seat").iter_rows(named=True):
        if seat["hand_key"] in hands:
            hands[seat["hand_key"]].seats[seat["seat"]] = seat
    for draw in (
        frames["draws"].filter(wanted).select(_DRAW_COLUMNS).sort("hand_key", "n").iter_rows(named=True)
    ):
        if draw["hand_key"] in hands:
            hands[draw["hand_key"]].draws.append(draw)
    shuffles = frames["events"].filter(pl.col("kind") == "DeckReshuffled").select("hand_key", "round")
    for hand_key, draw in shuffles.sort("hand_key", "round", descending=True).iter_rows():
        if hand_key in hands:
            hands[hand_key].reshuffled = draw
    return hands.values()


def _is_known(hand: _Hand, seat: int) -> bool:
    """Return whether all cards of a player were dealt openly, to the last draw."""
    row = hand.seats[seat]
    stages = [0, *(draw["draw"] for draw in hand.draws_of(seat))]
    return bool(row["dealt"]) and all(row[f"known_{stage}"] == "dealt" for stage in stages)


def _draws(hand: _Hand, seat: int) -> Iterator[tuple[int, float, Drawn]]:
    """Yield the draws of cards whose luck can be computed: the number of the draw, its stake in big bets, and its cards.

    After a reshuffle the deck has the cards that the players did not want, so that the unseen cards are not equally
    likely: such a draw has no term. Whether it has one is known before its cards, so the others keep their average of
    zero.
    """
    row = hand.seats[seat]
    for draw in hand.draws_of(seat):
        number = draw["draw"]
        if not draw["drawn"] or hand.reshuffled <= number:
            continue
        held = _cards(row[f"hand_{number - 1}"])
        # A player who is all-in can win a part of the pot, and cannot fold it any more.
        pot = row["reach"] if draw["all_in"] else draw["pot"]
        worth = stake(pot / hand.row["big_bet"], number, can_bet=draw["can_bet"])
        gone = (*held, *hand.thrown(seat, number))
        kept = _cards(draw["kept"] or "")
        yield number, worth, Drawn(kept, gone, draw["value_after"], 3 - number, _opponents(hand, draw))


def _opponents(hand: _Hand, own: _Row) -> tuple[Opponent, ...]:
    """Return what the last draw of each live opponent shows when a player draws, in a fixed order."""
    number = own["draw"]
    before = {draw["seat"]: draw["drawn"] for draw in hand.draws if draw["draw"] == number - 1}
    found: list[Opponent] = []
    for draw in hand.draws:
        if draw["draw"] != number or draw["seat"] == own["seat"]:
            continue
        if draw["n"] < own["n"]:
            found.append((draw["drawn"], 4 - number))
        elif draw["seat"] in before:
            found.append((before[draw["seat"]], 5 - number))
        else:
            found.append((None, 4 - number))
    return tuple(
        sorted(found, key=lambda opponent: (-1 if opponent[0] is None else opponent[0], opponent[1]))
    )


def _all_in_luck(hand: _Hand, seat: int) -> float:
    """Return what a player won above the all-in value, in big bets; 0 where the result is not replaced by it.

    It is replaced if a draw came after all betting was over, and the hands of all players were known before that draw.
    After a reshuffle a card can have been in two hands, so the result of such a hand is kept.
    """
    first = next((draw for draw in hand.draws if draw["betting_over"]), None)
    row = hand.seats[seat]
    if first is None or not row["showdown"] or hand.reshuffled != _NEVER:
        return 0.0
    number = first["draw"]
    live = [each for each in hand.seats.values() if each["showdown"]]
    if any(each[f"hand_{number - 1}"] is None for each in live):
        return 0.0
    players = [_player(hand, each, number) for each in live]
    value = all_in_value(
        players, [each["reach"] for each in live], rules=ROOMS.get(hand.row["rules"]) or POKERSTARS
    )
    expected = value[live.index(row)] * (1 - hand.row["rake"] / hand.row["total_pot"])
    return float((row["won"] - expected) / hand.row["big_bet"])


def _player(hand: _Hand, row: _Row, number: int) -> Player:
    """Return a player before draw `number`, who keeps the cards that were kept; an opponent was known to stand pat."""
    held, thrown = _cards(row[f"hand_{number - 1}"]), hand.thrown(row["seat"], number)
    if row[f"known_{number - 1}"] != "dealt":
        return Player(of_hand(held), 4 - number, pat=True, thrown=thrown)
    (kept,) = (draw["kept"] for draw in hand.draws_of(row["seat"]) if draw["draw"] == number)
    return Player(of_hand(held), 4 - number, _cards(kept or ""), thrown=thrown)
