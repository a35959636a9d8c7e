"""A statistic as it is declared, and the words that several declarations share."""

from dataclasses import dataclass

from badugi_hh.engine.values import value_of
from badugi_hh.stats.definitions.kinds import Kind

ROUNDS = {1: "after the first draw", 2: "after the second draw", 3: "after the third draw"}
DRAWS = {1: "first", 2: "second", 3: "third"}

WORST_BADUGI = value_of((12, 11, 10, 9))
"""The value of K-Q-J-T; a greater value is no badugi."""

OWN = "forced IS NULL"
"""The player decided himself: the room did not act for someone sitting out or timed out."""

OF_POT = "CAST(price AS DOUBLE) / (pot_to_win + price)"
"""The price of a call: its share of the pot that it can win, with the call in it."""


@dataclass(frozen=True, slots=True)
class Stat:
    """One statistic: what it is called, what it says, the rows it runs over, and how it is counted.

    `name` is an identifier that never holds a position or another dimension; `sentence` tells a player what is
    counted; `rows` names a row set of `badugi_hh.stats.selection.rows`.
    """

    name: str
    title: str
    sentence: str
    group: str
    rows: str
    kind: Kind
