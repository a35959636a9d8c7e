"""Turns arrays of numbers into columns of rows: names, positions, cards, and numbers with NULL.

Shapes: as in `set_tables`; a column has any number of rows.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl

from badugi_hh.bulk.batch import BatchLines
from badugi_hh.bulk.card_arrays import take
from badugi_hh.bulk.set_tables import SetTables
from badugi_hh.bulk.unproved import Array
from badugi_hh.engine.many_hands import NOBODY, S

ACTS = ("fold", "check", "call", "bet", "raise")
POSITIONS = ("BTN", "CO", "HJ", "MP", "EP", "SB", "BB")
_SMALL_BLIND, _BIG_BLIND = 5, 6
SOURCES = ("dealt", "shown", "back")


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

    def source(self, source: Array) -> pl.Series:
        """Return how cards are known."""
        return choose(SOURCES, source)
