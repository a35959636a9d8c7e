"""Turns the rows of hands into spots that can be priced: a known hand, its draws left, and the opponents' public draws.

Only what the player knew is used: the own cards, and how many cards each opponent in the hand drew. A row is no spot if
a fact is missing: the cards are unknown, an opponent's draw is, the deck could run out or has been shuffled again, or
opponents who have not acted yet may fold before the first draw, or are too many. Nothing here computes an equity.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import polars as pl

from badugi_hh.engine.cards import Cards, cards
from badugi_hh.engine.rules import ROOMS
from badugi_hh.odds.keep_prices import KnownHand
from badugi_hh.odds.opposition import Opponents, opponent, player_of
from badugi_hh.odds.spots import Spot, can_run_out, hand_player

Facts = Mapping[str, pl.DataFrame]
"""The rows of some hands by table; of `events` at least the columns `hand_key`, `n`, `round` and `kind`."""
Row = dict[str, Any]

_ROW = ("hand_key", "n", "seat", "live", "opponents_able", "all_in")
_DRAW_COLUMNS = (*_ROW, "draw", "drawn", "hand_before", "value_before", "kept")
_BETS = ("betting", "small_bet", "big_bet")
_HANDS = tuple(f"hand_{round_}" for round_ in range(4))
_DECISION_COLUMNS = (*_ROW, "round", "action", "price", "pot_to_win", *_HANDS, *_BETS)
"""The columns of a row that a price is computed from."""

DRAWS = 3
MOST_OPPONENTS = 5
"""More have no price: how much they depend on each other is known for pairs only."""
_ANYTHING = 3  # in place of the number of cards of an opponent who has not drawn


@dataclass(slots=True)
class Table:
    """What everybody at the table saw of a hand: draws and folds in order, and when the deck was shuffled again.

    A draw is (event, seat, number of the draw, cards drawn), a fold (event, seat).
    """

    draws: list[tuple[int, int, int, int | None]] = field(default_factory=list)
    folds: list[tuple[int, int]] = field(default_factory=list)
    reshuffled: int | None = None

    def is_known_deck(self, n: int) -> bool:
        """Return whether the deck has not been shuffled again before event `n`."""
        return self.reshuffled is None or n < self.reshuffled

    def opponents_of_draw(self, seat: int, draw: int, n: int) -> Opponents | None:
        """Return the opponents of a player who draws at event `n`; None where a number of cards is unknown.

        The range of an opponent who has drawn at this draw follows from that number of cards; the range of the others
        follows from the draw before.
        """
        before = {other: drawn for _, other, number, drawn in self.draws if number == draw - 1}
        found: list[tuple[int | None, int]] = []
        for at, other, number, drawn in self.draws:
            if number != draw or other == seat:
                continue
            if at < n:
                found.append((drawn, 4 - draw))
            elif draw == 1:
                found.append((_ANYTHING, DRAWS))
            else:
                found.append((before.get(other), 5 - draw))
        return _players(found)

    def opponents_of_decision(self, seat: int, round_: int, n: int) -> Opponents | None:
        """Return the opponents of a player who acts at event `n` after draw `round_`, 1 to 3."""
        folded = {other for at, other in self.folds if at < n}
        return _players(
            [
                (drawn, 4 - round_)
                for _, other, number, drawn in self.draws
                if number == round_ and other != seat and other not in folded
            ]
        )


@dataclass(frozen=True, slots=True)
class PricedSpot:
    """A row that can be priced, and its spot."""

    row: Row
    spot: KnownHand
    kept: Cards


@dataclass(frozen=True, slots=True)
class Seen:
    """What was seen of some hands.

    `tables` and `rooms`, the names of their rules, are by hand, and `thrown` has the known discards by hand and seat, each
    with its draw.
    """

    tables: dict[int, Table]
    rooms: dict[int, str]
    thrown: dict[tuple[int, int], tuple[tuple[int, Cards], ...]]


def seen_of(facts: Facts) -> Seen:
    """Return what was seen of all hands."""
    rooms = dict(facts["hands"].select("hand_key", "rules").iter_rows())
    return Seen(_tables(facts), rooms, _thrown(facts))


def draw_spots(facts: Facts, seen: Seen) -> Iterator[PricedSpot]:
    """Yield the draws that can be priced, with the cards kept."""
    known = facts["draws"].filter(
        pl.col("hand_before").is_not_null() & pl.col("kept").is_not_null() & pl.col("forced").is_null()
    )
    tables, rooms, thrown = seen.tables, seen.rooms, seen.thrown
    for row in known.select(_DRAW_COLUMNS).iter_rows(named=True):
        key, seat, draw, n = row["hand_key"], row["seat"], row["draw"], row["n"]
        table = tables[key]
        opponents = table.opponents_of_draw(seat, draw, n) if table.is_known_deck(n) else None
        if opponents is None or len(opponents) != row["live"] - 1:
            continue
        found = _spot(row, row["hand_before"], thrown.get((key, seat), ()), draw - 1, opponents, rooms[key])
        if found is not None:
            yield found


def decision_spots(facts: Facts, seen: Seen) -> Iterator[PricedSpot]:
    """Yield the betting decisions that can be priced; rows have the columns of `decisions` and of the hand's bets."""
    decisions = facts["decisions"]
    known = decisions.filter(
        pl.col("knowledge").is_in(["dealt", "back"])
        & pl.col("forced").is_null()
        & (pl.col("live") > 1)
        & ((pl.col("round") > 0) | (pl.col("behind") == 0) | (pl.col("live") == 2))
    )
    known = known.join(
        facts["seats"].select("hand_key", "seat", *_HANDS),
        on=["hand_key", "seat"],
        how="left",
        maintain_order="left",
    ).join(
        facts["hands"].select("hand_key", *_BETS),
        on="hand_key",
        how="left",
        maintain_order="left",
    )
    tables, rooms, thrown = seen.tables, seen.rooms, seen.thrown
    for row in known.select(_DECISION_COLUMNS).iter_rows(named=True):
        key, seat, round_, n = row["hand_key"], row["seat"], row["round"], row["n"]
        table = tables[key]
        if not table.is_known_deck(n):
            continue
        if round_ == 0:
            opponents = _players([(_ANYTHING, DRAWS)] * (row["live"] - 1))
        else:
            opponents = table.opponents_of_decision(seat, round_, n)
        if opponents is None or len(opponents) != row["live"] - 1:
            continue
        own = thrown.get((key, seat), ())
        found = _spot(row, row[f"hand_{round_}"], own, round_, opponents, rooms[key])
        if found is not None:
            yield found


def with_badugis(spot: KnownHand) -> KnownHand:
    """Return the same hand against opponents who all hold a badugi."""
    return KnownHand(spot.hand, spot.thrown, spot.draws, (opponent(0, 1),) * len(spot.opponents))


def _spot(
    row: Row,
    held: str,
    thrown: tuple[tuple[int, Cards], ...],
    drawn: int,
    opponents: Opponents,
    room: str,
) -> PricedSpot | None:
    """Return the spot of a hand after `drawn` draws; None where the deck could run out, or the room is not known."""
    own = tuple(card for number, thrown_then in thrown if number <= drawn for card in thrown_then)
    left = DRAWS - drawn
    if room not in ROOMS or len(opponents) > MOST_OPPONENTS or _can_run_out(len(own), left, opponents, room):
        return None
    hand = _sorted(held)
    return PricedSpot(
        row, KnownHand(hand, tuple(sorted(own)), left, opponents), _sorted(row.get("kept") or "")
    )


@lru_cache(maxsize=20_000)
def _sorted(held: str) -> Cards:
    return tuple(sorted(cards(held)))


@lru_cache(maxsize=4096)
def _can_run_out(gone: int, left: int, opponents: Opponents, room: str) -> bool:
    """Return whether the deck can run out by the rules of this name, which depends on the number of cards only."""
    hand, others = (0, 1, 2, 3), tuple(range(4, 4 + gone))
    players = [player_of(each) for each in opponents]
    return can_run_out(Spot((hand_player(hand, left, thrown=others), *players)), ROOMS[room])


def _players(drawn: list[tuple[int | None, int]]) -> Opponents | None:
    """Return opponents by the cards that they drew and the draws that they have left, in one order for equal ones."""
    found = [opponent(count, left) for count, left in drawn if count is not None]
    return tuple(sorted(found)) if len(found) == len(drawn) else None


def _tables(facts: Facts) -> dict[int, Table]:
    """Return what everybody saw, by hand."""
    tables = {key: Table() for key in facts["hands"]["hand_key"].to_list()}
    for key, *seen in facts["draws"].select("hand_key", "n", "seat", "draw", "drawn").iter_rows():
        tables[key].draws.append(tuple(seen))
    folds = facts["decisions"].filter(pl.col("action") == "fold").select("hand_key", "n", "seat")
    for key, n, seat in folds.iter_rows():
        tables[key].folds.append((n, seat))
    shuffled = facts["events"].filter(pl.col("kind") == "DeckReshuffled").select("hand_key", "n")
    for key, n in shuffled.iter_rows():
        tables[key].reshuffled = min(n, tables[key].reshuffled or n)
    return tables


def _thrown(facts: Facts) -> dict[tuple[int, int], tuple[tuple[int, Cards], ...]]:
    """Return the known discards of each player, each with the number of the draw, by hand and seat."""
    found: dict[tuple[int, int], tuple[tuple[int, Cards], ...]] = {}
    thrown = facts["draws"].filter(pl.col("thrown").is_not_null() & (pl.col("thrown") != ""))
    for key, seat, draw, text in thrown.select("hand_key", "seat", "draw", "thrown").iter_rows():
        found[key, seat] = (*found.get((key, seat), ()), (draw, cards(text)))
    return found
