"""Prices objective mistakes: the equity of the correct play minus the equity of the actual play.

Opponents hold the ranges of the draw-count model in `badugi_hh.odds.ranges`, and nobody bets or folds afterwards.
`objective` decides which plays are mistakes.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import duckdb

from badugi_hh.engine.cards import Cards, cards
from badugi_hh.odds.equity import equities_of_keeps
from badugi_hh.odds.error import OddsError
from badugi_hh.odds.ranges import ANY, PAT, range_of
from badugi_hh.odds.spots import Player, Spot, hand_player

TRIALS = 2500
"""The standard error of an equity is at most 1 point."""
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


def opponents_at(record: Iterable[PublicDraw], seat: int, draw: int, n: int) -> tuple[Player, ...]:
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
            found.append(Player(range_of(other.drawn), 4 - draw))
            continue
        before = [past.drawn for past in record if past.seat == other.seat and past.draw == draw - 1]
        if before:
            found.append(Player(range_of(before[0]), 5 - draw))
        else:
            found.append(Player(ANY, 4 - draw))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class DrawPlayed:
    """A draw of a known hand, with `draws` draws left: the cards that were kept, and those that were best to keep."""

    hand: Cards
    kept: Cards
    best: Cards
    draws: int
    opponents: tuple[Player, ...]
    thrown: Cards


@dataclass(frozen=True, slots=True)
class FoldPlayed:
    """A fold of a known hand in a betting round, against a number of opponents."""

    hand: Cards
    round: int
    opponents: int
    thrown: Cards


def equities_lost(draws: Sequence[DrawPlayed]) -> list[float | None]:
    """Return for each draw the share of the pot lost by keeping `kept` instead of `best`, at least 0.

    None where the model leaves the opponents no hands.
    """
    distinct = list(dict.fromkeys(draws))
    spots = [_spot(each.hand, each.draws, each.opponents, each.thrown) for each in distinct]
    found = _shares(spots, [(each.kept, each.best) for each in distinct])
    lost = {
        draw: None if shares is None else max(0.0, shares[1] - shares[0])
        for draw, shares in zip(distinct, found, strict=True)
    }
    return [lost[draw] for draw in draws]


def least_equities(folds: Sequence[FoldPlayed]) -> list[float | None]:
    """Return the equity of each folded hand, 0 to 1, if every opponent holds a badugi.

    None where there are not as many badugis.
    """
    distinct = list(dict.fromkeys(folds))
    spots = [
        _spot(each.hand, 3 - each.round, (Player(PAT, 0),) * each.opponents, each.thrown) for each in distinct
    ]
    found = _shares(spots, [(None,)] * len(distinct))
    least = {
        fold: None if shares is None else shares[0] for fold, shares in zip(distinct, found, strict=True)
    }
    return [least[fold] for fold in folds]


def _shares(spots: list[Spot], keeps: Sequence[Sequence[Cards | None]]) -> list[list[float] | None]:
    """Return the share of the first player for each keep of each spot, None for a spot that cannot be dealt."""
    try:
        found = equities_of_keeps(spots, keeps, trials=TRIALS)
    except OddsError:
        if len(spots) == 1:
            return [None]
        return [_shares([spot], [kept])[0] for spot, kept in zip(spots, keeps, strict=True)]
    return [[equity.shares[0] for equity in equities] for equities in found]


def _spot(hand: Cards, draws: int, opponents: tuple[Player, ...], thrown: Cards) -> Spot:
    # Where a room returns discards to their player, the hand can have them again.
    gone = tuple(dict.fromkeys(card for card in thrown if card not in hand))
    return Spot((hand_player(hand, draws, thrown=gone), *opponents))


def parse_thrown(text: str | None) -> Cards:
    """Return the cards of a string of discards (`Kc 9s`), an empty tuple for None."""
    return cards(text or "")


def in_big_bets(share: float | None, pot: int, row: dict[str, Any]) -> float | None:
    """Return a share of a pot in big bets of the row's hand; None where either is not known."""
    return share * pot / row["big_bet"] if share is not None and row["big_bet"] else None
