"""What an objective mistake costs: equities of the hand played and of the hand that should have been played.

Opponents are the draw-count model of `badugi_hh.odds.ranges`; nobody bets or folds afterwards. What is a mistake
is not decided here.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import duckdb

from badugi_hh.engine import values
from badugi_hh.engine.cards import Cards, cards
from badugi_hh.odds.hotcold import Opponent, hot_cold
from badugi_hh.odds.ranges import ANY, PAT, range_of

TRIALS = 1000
DRAW_MODEL = (
    "hot-and-cold equity (nobody bets or folds any more) against the hands that each opponent's number of cards "
    "drawn stands for"
)
FLOOR_MODEL = "at least: the pot share if nobody bets any more and every opponent holds a badugi already"


@dataclass(frozen=True, slots=True)
class Drawn:
    """One draw of the public record: who drew how many cards, and in which order."""

    seat: int
    n: int
    draw: int
    drawn: int


def public_draws(con: duckdb.DuckDBPyConnection, hand_keys: Iterable[int]) -> dict[int, list[Drawn]]:
    """Return the draws of the given hands in their order, by hand."""
    found: dict[int, list[Drawn]] = {}
    query = (
        "SELECT hand_key, seat, n, draw, drawn FROM draws WHERE hand_key IN (SELECT unnest(?::INTEGER[])) "
        "ORDER BY hand_key, n"
    )
    for hand_key, seat, n, draw, drawn in con.execute(query, [sorted(set(hand_keys))]).fetchall():
        found.setdefault(hand_key, []).append(Drawn(seat, n, draw, drawn))
    return found


def opponents_at(record: Iterable[Drawn], seat: int, draw: int, n: int) -> tuple[Opponent, ...]:
    """Return what the live opponents stand for when `seat` draws at event `n` of draw number `draw`.

    Who drew before in this draw is known by that count and has these draws to play out; the others are known by
    the draw before, which they play out as well.
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


def lost_by_draw(
    hand: Cards, kept: Cards, best: Cards, draw: int, opponents: tuple[Opponent, ...], thrown: Cards
) -> float:
    """Return the share of the pot lost by keeping `kept` instead of `best` at draw number `draw`, never below 0."""
    played, due = (
        hot_cold(hand, keep, 4 - draw, opponents, thrown=thrown, trials=TRIALS).share for keep in (kept, best)
    )
    return max(0.0, due - played)


def floor_by_fold(hand: Cards, round_: int, opponents: int, thrown: Cards) -> float:
    """Return the share of the pot of a hand in betting round `round_` if every opponent holds a badugi."""
    draws = 3 - round_
    keep = values.best_subset(hand) if draws else hand
    others = (Opponent(PAT, 0),) * opponents
    return hot_cold(hand, keep, draws, others, thrown=thrown, trials=TRIALS).share


def thrown_before(text: str | None) -> Cards:
    """Return the cards of a joined list of discards, empty where none is known."""
    return cards(text or "")


def in_big_bets(share: float, pot: int, row: dict[str, Any]) -> float | None:
    """Return a share of a pot in big bets of the row's hand, None where the hand has no big bet."""
    return share * pot / row["big_bet"] if row["big_bet"] else None
