"""Ranges of hands: what an opponent may hold, given how many cards they drew.

The draw-count model is an assumption. A player who stands pat holds a badugi. A player who draws one holds three
cards, eight or lower. A player who draws two holds one of four low pairs of ranks. Any other player may hold any hand.
A range expands to the full list of its four-card hands, all equally likely. Play after the deal is not modelled here.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import TypeAlias

from badugi_hh.engine import values
from badugi_hh.engine.cards import DECK, RANKS, Cards

Ranks: TypeAlias = tuple[int, ...]
"""The ranks that a hand counts, 0 = ace … 12 = king, in any order."""


@dataclass(frozen=True, slots=True)
class Range:
    """The hands whose counting cards have exactly one of the given sets of ranks; an empty tuple means every hand."""

    name: str
    counted: tuple[Ranks, ...]


def up_to(size: int, high: str) -> tuple[Ranks, ...]:
    """Return the ranks of all hands that count `size` cards, the highest at most `high`, for example `8`."""
    return tuple(combinations(range(RANKS.index(high) + 1), size))


def with_high(size: int, high: str) -> tuple[Ranks, ...]:
    """Return the ranks of all hands that count `size` cards, the highest exactly `high`."""
    top = RANKS.index(high)
    return tuple((*lower, top) for lower in combinations(range(top), size - 1))


LOW_PAIRS: tuple[Ranks, ...] = ((0, 1), (0, 2), (0, 3), (1, 2))
"""A2, A3, A4 and 23."""

PAT = Range("a badugi", up_to(4, "K"))
ONE = Range("three cards of eight or lower", up_to(3, "8"))
TWO = Range("A2, A3, A4 or 23", LOW_PAIRS)
ANY = Range("any four cards", ())


def range_of(drawn: int | None) -> Range:
    """Return the range for a number of cards drawn, `None` for a player who has not drawn yet."""
    return {0: PAT, 1: ONE, 2: TWO}.get(-1 if drawn is None else drawn, ANY)


@cache
def hands(range_: Range) -> tuple[Cards, ...]:
    """Return every hand of a range, sorted, with the cards of each hand in ascending order.

    The result has 17,160 hands for `PAT`, 40,320 for `ONE` and 13,076 for `TWO`. It is empty for `ANY`, which means
    all hands of the deck.
    """
    wanted = {values.value_of(ranks) for ranks in range_.counted}
    every_hand = zip(combinations(DECK, 4), values.values_of_deck(), strict=True)
    return tuple(hand for hand, value in every_hand if value in wanted)
