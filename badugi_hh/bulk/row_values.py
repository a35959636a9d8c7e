"""What rows of several tables state: names, positions, numbers with NULL, and why the site acted for a player.

The site acts for players who sit out and for players whose time is up, as `badugi_hh.replay.absence` has it.

Shapes: H hands, N seat lines, L lines of events, T steps; a column has any number of rows.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl

from badugi_hh.bulk.arrays import Array, find_first, take
from badugi_hh.bulk.batch import BatchLines
from badugi_hh.bulk.line_kinds import LineKind
from badugi_hh.bulk.play_steps import Steps
from badugi_hh.bulk.set_tables import SetTables
from badugi_hh.engine.many_hands import NOBODY, S

ACTS = ("fold", "check", "call", "bet", "raise")
POSITIONS = ("BTN", "CO", "HJ", "MP", "EP", "SB", "BB")
_SMALL_BLIND, _BIG_BLIND = 5, 6
SOURCES = ("dealt", "shown", "back")
FORCED = ("sitting_out", "timed_out")
NOT_FORCED = -1
_GONE = (LineKind.SITS_OUT, LineKind.SITTING_OUT)
_SEATS = 16  # more than a seat number


def choose(texts: Sequence[str], places: Array) -> pl.Series:
    """Return the texts at some places, NULL for a negative place."""
    found = pl.Series("", [*texts, None], dtype=pl.String)
    return take(found, np.where(places < 0, len(texts), places))


def numbers(values: Array, kind: Any, *, none: int | None = None) -> pl.Series:
    """Return numbers as a column of a type, NULL where they are `none`."""
    column = pl.Series("", np.ascontiguousarray(values)).cast(kind)
    return column if none is None else column.set(pl.Series(values == none), None)


class PlayerArrays:
    """What the rows of all tables state about their players.

    `name_of` [S + 1, H] is the index of a name in `names`, and `position_of` [S + 1, H] that in `POSITIONS`, -1 for none.
    """

    def __init__(self, batch: BatchLines, table: SetTables, names: pl.Series) -> None:
        self.batch, self.table, self.names = batch, table, names
        seats = batch.seats
        self.name_of = np.zeros((S + 1, batch.hands), np.int64)
        self.name_of[table.place_of[seats.number, seats.hand], seats.hand] = np.arange(len(seats.number))
        self.position_of = np.full((S + 1, batch.hands), -1, np.int8)
        behind = np.zeros(batch.hands, np.int8)  # the players between this place and the button
        small, big = table.small_blind, table.big_blind
        for place in range(S - 1, -1, -1):
            other = (place < table.players) & (small != place) & (big != place)
            self.position_of[place] = np.where(other, np.minimum(behind, 4), -1)
            self.position_of[place][small == place] = _SMALL_BLIND
            self.position_of[place][big == place] = _BIG_BLIND
            behind += other

    def columns(self, hand: Array, place: Array, line: Array) -> Mapping[str, pl.Series]:
        """Return the columns that the rows of `decisions` and `draws` begin with."""
        return {
            "hand_key": numbers(self.batch.order[hand], pl.Int32),
            "n": numbers(self.batch.n[line], pl.Int32),
            "seat": numbers(self.table.number_of[place, hand], pl.Int8),
            "player": take(self.names, self.name_of[place, hand]),
        }

    def position(self, place: Array, hand: Array) -> pl.Series:
        """Return the positions of places, NULL for nobody's."""
        return choose(POSITIONS, np.where(place == NOBODY, -1, self.position_of[place, hand]))


def out_at_start(batch: BatchLines) -> Array:
    """Return for each seat line [N] whether its player is sitting out when the hand begins.

    A line after the deal that a player sits out is true from that line on, unless they had returned before it.
    """
    lines = batch.of(*_GONE, LineKind.RETURNED)
    lines = lines[(batch.lines.section[lines] > 0) & (batch.lines.seat[lines] > 0)]
    where = batch.lines.seat[lines], batch.lines.hand[lines]
    first = find_first((_SEATS, batch.hands), where, lines, len(batch.kind))
    goes = np.append(batch.kind, LineKind.RETURNED)[first] != LineKind.RETURNED
    seats = batch.seats
    out: Array = seats.sitting_out & ~goes[seats.number, seats.hand]
    return out


def find_forced(batch: BatchLines, steps: Steps, out: Array) -> Array:
    """Return for each step [T] why the site acted for the player, `NOT_FORCED` if it did not; `out` is of each seat line."""
    disconnected = batch.forms.disconnected[batch.form[steps.line]]
    forced = np.where(disconnected, FORCED.index("timed_out"), NOT_FORCED).astype(np.int8)
    lines = batch.of(*_GONE, LineKind.RETURNED, LineKind.TIMED_OUT)
    lines = lines[batch.lines.seat[lines] > 0]
    seats = batch.seats
    spoken = np.zeros((_SEATS, batch.hands), bool)
    spoken[batch.lines.seat[lines], batch.lines.hand[lines]] = True
    spoken[seats.number[out], seats.hand[out]] = True
    place = np.flatnonzero(
        spoken[batch.lines.seat[steps.line], steps.hand] & (steps.kind < LineKind.UNCALLED)
    )
    if not len(place):
        return forced
    # The start, the talk and the steps of each of these players, in order.
    start = np.flatnonzero(spoken[seats.number, seats.hand])
    line = np.concatenate([np.full(len(start), -1), lines, steps.line[place]])
    player = np.concatenate(
        [
            seats.hand[start] * _SEATS + seats.number[start],
            batch.lines.hand[lines] * _SEATS + batch.lines.seat[lines],
            steps.hand[place] * _SEATS + batch.lines.seat[steps.line[place]],
        ]
    )
    kind = np.concatenate(
        [np.where(out[start], LineKind.SITS_OUT, LineKind.RETURNED), batch.kind[lines], steps.kind[place]]
    )
    order = np.lexsort((line, player))
    is_step = order >= len(start) + len(lines)
    kind = kind[order]
    index = np.arange(len(order))
    says = np.isin(kind, (*_GONE, LineKind.RETURNED))
    is_out = kind[np.maximum.accumulate(np.where(says, index, 0))] != LineKind.RETURNED
    late = kind == LineKind.TIMED_OUT
    # Time runs out for one action only: the last line before that is no talk about sitting out.
    matters = np.maximum.accumulate(np.where(late | is_step | (line[order] < 0), index, 0))
    timed_out = np.zeros(len(order), bool)
    timed_out[1:] = late[matters[:-1]]
    why = np.where(is_out, 0, np.where(timed_out, 1, NOT_FORCED))[is_step]
    at = place[order[is_step] - len(start) - len(lines)]
    forced[at] = np.where(why == NOT_FORCED, forced[at], why)
    return forced
