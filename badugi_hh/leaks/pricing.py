"""Prices objective mistakes: the equity of the correct play minus the equity of the actual play.

Opponents hold the ranges of the draw-count model in `badugi_hh.odds.ranges`, and nobody bets or folds afterwards.
`objective` decides which plays are mistakes.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import duckdb

from badugi_hh.engine import values
from badugi_hh.engine.cards import Cards, cards
from badugi_hh.odds.hotcold import Opponent, hot_cold
from badugi_hh.odds.ranges import ANY, PAT, range_of

TRIALS = 1000
_PRICES = 4096
"""Number of prices that a process keeps: the same hands are priced by every command that finds leaks."""
DRAW_MODEL = "hot-and-cold equity (no more bets or folds) against the range that each opponent's number of cards drawn implies"
FLOOR_MODEL = "lower bound: the share of the pot with no more bets, if every opponent already holds a badugi"


@dataclass(frozen=True, slots=True)
class PublicDraw:
    """One draw as everybody at the table saw it: the seat, and the number of cards `drawn` at draw number `draw`.

    `n` is the position among the events of the hand.
    """

    seat: int
    n: int
    draw: int
    drawn: int


def public_draws(con: duckdb.DuckDBPyConnection, hand_keys: Iterable[int]) -> dict[int, list[PublicDraw]]:
    """Return the draws of the given hands, in order, by hand key."""
    found: dict[int, list[PublicDraw]] = {}
    query = (
        "SELECT hand_key, seat, n, draw, drawn FROM draws WHERE hand_key IN (SELECT unnest(?::BIGINT[])) "
        "ORDER BY hand_key, n"
    )
    for hand_key, seat, n, draw, drawn in con.execute(query, [sorted(set(hand_keys))]).fetchall():
        found.setdefault(hand_key, []).append(PublicDraw(seat, n, draw, drawn))
    return found


def opponents_at(record: Iterable[PublicDraw], seat: int, draw: int, n: int) -> tuple[Opponent, ...]:
    """Return the model of each live opponent when `seat` draws at event `n` of draw number `draw`.

    The range of an opponent who has already drawn in this draw follows from that number of cards. The range of the
    others follows from the previous draw, and they still take this one.
    """
    record = tuple(record)
    found = []
    for other in record:
        if other.draw != draw or other.seat == seat:
            continue
        if other.n < n:
            found.append(Opponent(range_of(other.drawn), 4 - draw))
            continue
        before = [past.drawn for past in record if past.seat == other.seat and past.draw == draw - 1]
        if before:
            found.append(Opponent(range_of(before[0]), 5 - draw))
        else:
            found.append(Opponent(ANY, 4 - draw))
    return tuple(found)


@lru_cache(maxsize=_PRICES)
def equity_lost_by_keep(
    hand: Cards, kept: Cards, best: Cards, draw: int, opponents: tuple[Opponent, ...], thrown: Cards
) -> float:
    """Return the share of the pot lost by keeping `kept` instead of `best` at draw number `draw`, at least 0."""
    played, correct = (
        hot_cold(hand, keep, 4 - draw, opponents, thrown=thrown, trials=TRIALS).share for keep in (kept, best)
    )
    return max(0.0, correct - played)


@lru_cache(maxsize=_PRICES)
def least_equity_of_fold(hand: Cards, round_: int, opponents: int, thrown: Cards) -> float:
    """Return the equity of a folded hand in betting round `round_`, 0 to 1, if every opponent holds a badugi."""
    draws = 3 - round_
    keep = values.best_subset(hand) if draws else hand
    others = (Opponent(PAT, 0),) * opponents
    return hot_cold(hand, keep, draws, others, thrown=thrown, trials=TRIALS).share


def parse_thrown(text: str | None) -> Cards:
    """Return the cards of a string of discards (`Kc 9s`), an empty tuple for None."""
    return cards(text or "")


def in_big_bets(share: float, pot: int, row: dict[str, Any]) -> float | None:
    """Return a share of a pot in big bets of the row's hand; None where the hand has no big bet."""
    return share * pot / row["big_bet"] if row["big_bet"] else None
