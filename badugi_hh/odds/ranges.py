"""Sets of hands: what an opponent may hold, told from how many cards he drew.

The draw-count model is a model and no knowledge: who stands pat holds a badugi, who draws one holds three cards
of eight or lower, who draws two holds two of the lowest cards, and of anybody else nothing is known. A range is
the full list of its four-card hands, so that every one is equally likely. What is done with a hand later is not
here.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from typing import TypeAlias

from badugi_hh.engine import values
from badugi_hh.engine.cards import DECK, RANKS, Cards

Ranks: TypeAlias = tuple[int, ...]
"""The ranks that a hand counts, 0 = ace … 12 = king, in any order."""


@dataclass(frozen=True, slots=True)
class Range:
    """The hands that count exactly one of the given sets of ranks; no set at all stands for every hand."""

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
    """Return the range that a number of cards drawn stands for; None where the player has not drawn yet."""
    return {0: PAT, 1: ONE, 2: TWO}.get(-1 if drawn is None else drawn, ANY)


@cache
def hands(range_: Range) -> tuple[Cards, ...]:
    """Return every hand of a range, cards ascending, sorted; nothing for `ANY`, which is the whole deck.

    17,160 badugis, 40,320 hands of three cards up to an eight, 13,076 of the four low pairs.
    """
    wanted = {values.value_of(ranks) for ranks in range_.counted}
    found: set[Cards] = set()
    for core in _cores(range_.counted):
        for extra in combinations(DECK, 4 - len(core)):
            hand = tuple(sorted({*core, *extra}))
            if len(hand) == 4 and hand not in found and values.value(hand) in wanted:
                found.add(hand)
    return tuple(sorted(found))


def _cores(counted: Iterable[Ranks]) -> Iterable[Cards]:
    """Yield the cards of each set of ranks in all ways of different suits."""
    for ranks in counted:
        for suits in permutations(range(4), len(ranks)):
            yield tuple(4 * rank + suit for rank, suit in zip(ranks, suits, strict=True))
