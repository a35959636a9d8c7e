"""Ranges of hands: what a player may hold, as declared hands or as the numbers of cards that the player drew.

The draw-count model is an assumption. A player who stands pat holds a badugi. A player who draws one holds three
cards, eight or lower. A player who draws two holds one of four low pairs of ranks. Any other player may hold any hand.
A draw line of several draws starts with the range of its first draw; the player keeps the best cards at each draw, and
only the hands remain that draw the numbers of the line. `range_text` reads ranges as players write them.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import combinations, pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from badugi_hh.engine import values
from badugi_hh.engine.cards import RANKS, Cards, names
from badugi_hh.odds.dealing import draw
from badugi_hh.odds.states import (
    Masks,
    Numbers,
    best_of_four,
    set_masks,
    set_numbers,
    states,
    values_of_hands,
)
from badugi_hh.user_error import OddsError

Ranks: TypeAlias = tuple[int, ...]
"""The ranks that a hand counts, 0 = ace … 12 = king, in any order."""

_KEPT = 64
"""How many expanded ranges a process keeps; a range takes at most 6 MB."""


@dataclass(frozen=True, slots=True)
class RangePart:
    """Hands of one weight: those whose value is in `values`, the one `hand`, or those of the draw line `line`."""

    values: frozenset[int] = frozenset()
    hand: Cards | None = None
    line: tuple[int, ...] = ()
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Range:
    """The hands of all parts; a hand of several parts has the largest of their weights.

    Ranges are equal if their parts are, whatever their names.
    """

    name: str = field(compare=False)
    parts: tuple[RangePart, ...]

    @property
    def hand(self) -> Cards | None:
        """Return the one hand of a range of a known hand, None of another range."""
        return self.parts[0].hand if len(self.parts) == 1 else None

    @property
    def is_any(self) -> bool:
        """Return whether every hand is possible, with the same weight."""
        return self == ANY


@dataclass(frozen=True, slots=True, eq=False)
class RangeHands:
    """The hands of a range, one in a row.

    `state` has the cards that count, `held` all four cards, and `seen` these and the player's discards. `weight` is the
    relative probability of a hand. `sampled` is true where the hands are a sample of the range.
    """

    state: Numbers
    held: Masks
    seen: Masks
    weight: NDArray[np.float64]
    sampled: bool = False

    def without(self, cards: np.uint64) -> "RangeHands":
        """Return the hands that use none of the cards of a mask."""
        return self.at(np.flatnonzero((self.seen & cards) == 0))

    def at(self, rows: NDArray[np.intp]) -> "RangeHands":
        """Return the hands in these rows."""
        return RangeHands(self.state[rows], self.held[rows], self.seen[rows], self.weight[rows], self.sampled)


def of_ranks(name: str, counted: Iterable[Ranks]) -> Range:
    """Return the range of the hands that count exactly one of these sets of ranks."""
    return Range(name, (RangePart(frozenset(values.value_of(ranks) for ranks in counted)),))


def of_hand(hand: Cards) -> Range:
    """Return the range of one known hand."""
    return Range(names(hand), (RangePart(hand=hand),))


def of_line(line: tuple[int, ...]) -> Range:
    """Return the range of a player who drew these numbers of cards, at the time of the last of these draws."""
    name = "-".join(LINE_NAMES[drawn] for drawn in line)
    return range_of(line[0]) if len(line) == 1 else Range(name, (RangePart(line=line),))


def up_to(size: int, high: str) -> tuple[Ranks, ...]:
    """Return the ranks of all hands that count `size` cards, the highest at most `high`, for example `8`."""
    return tuple(combinations(range(RANKS.index(high) + 1), size))


def with_high(size: int, high: str) -> tuple[Ranks, ...]:
    """Return the ranks of all hands that count `size` cards, the highest exactly `high`."""
    top = RANKS.index(high)
    return tuple((*lower, top) for lower in combinations(range(top), size - 1))


LINE_NAMES = ("pat", "one", "two", "three", "four")
LOW_PAIRS: tuple[Ranks, ...] = ((0, 1), (0, 2), (0, 3), (1, 2))
"""A2, A3, A4 and 23."""

PAT = of_ranks("a badugi", up_to(4, "K"))
ONE = of_ranks("three cards of eight or lower", up_to(3, "8"))
TWO = of_ranks("A2, A3, A4 or 23", LOW_PAIRS)
ANY = Range("any four cards", (RangePart(frozenset(range(values.BEST, values.WORST + 1))),))


def range_of(drawn: int | None) -> Range:
    """Return the range for a number of cards drawn, `None` for a player who has not drawn yet."""
    return {0: PAT, 1: ONE, 2: TWO}.get(-1 if drawn is None else drawn, ANY)


@lru_cache(maxsize=_KEPT)
def hands(range_: Range) -> RangeHands:
    """Return the hands of a range.

    There are 17,160 for `PAT`, 40,320 for `ONE`, 13,076 for `TWO` and 270,725 for `ANY`.
    """
    weights = np.zeros(len(values_of_hands()))
    lines = []
    for part in range_.parts:
        if part.line:
            lines.append(part)
            continue
        if part.hand is not None:
            rows: NDArray[np.intp] = set_numbers(np.array([sorted(part.hand)], np.uint8)).astype(np.intp)
        else:
            wanted = np.zeros(values.WORST + 1, np.bool_)
            wanted[list(part.values)] = True
            rows = np.flatnonzero(wanted[values_of_hands()])
        weights[rows] = np.maximum(weights[rows], part.weight)
    rows = np.flatnonzero(weights)
    held = set_masks(4)[rows]
    found = [RangeHands(best_of_four()[rows], held, held, weights[rows])]
    found += [_play_line(part) for part in lines]
    return found[0] if not lines else _joined(found)


def _joined(found: list[RangeHands]) -> RangeHands:
    state, held, seen, weight = (
        np.concatenate(column)
        for column in zip(*((each.state, each.held, each.seen, each.weight) for each in found), strict=True)
    )
    return RangeHands(state, held, seen, weight, sampled=True)


_PLAYED = 200_000
"""How many hands of a draw line of several draws are played at once."""
_WANTED = 100_000
"""How many of them are enough."""
_BATCHES = 40
"""How often hands are played at most; a line that few hands lead to has fewer than `_WANTED`."""


def _play_line(part: RangePart) -> RangeHands:
    """Return a sample of the hands of a draw line; together they weigh as much as the hands that can be dealt."""
    name = "-".join(LINE_NAMES[drawn] for drawn in part.line)
    if part.line[0] == 4 or any(drawn > before for before, drawn in pairwise(part.line)):
        raise OddsError(
            f"no hand is drawn to like {name}: in a line of several draws a player keeps the best cards, draws 0 to 3, and "
            "never more than before"
        )
    random = np.random.default_rng(list(part.line))
    start = hands(range_of(part.line[0]))
    start = start.at(np.flatnonzero(states().size[start.state] == 4 - part.line[0]))
    found: list[RangeHands] = []
    while len(found) < _BATCHES and sum(len(each.state) for each in found) < _WANTED:
        dealt = start.at(random.integers(0, len(start.state), _PLAYED))
        for drawn in part.line[1:]:
            dealt = _drawn_to(random, dealt, drawn)
        found.append(dealt)
    weight = part.weight * len(start.state) / (_PLAYED * len(found))
    joined = _joined(found)
    if not len(joined.state):
        raise OddsError(f"the draw line {name} is too rare: no hand of {_PLAYED * _BATCHES:,} had it")
    return replace(joined, weight=np.full(len(joined.state), weight))


def _drawn_to(random: np.random.Generator, before: RangeHands, drawn: int) -> RangeHands:
    """Return the hands after a draw of the best cards, as far as they draw `drawn` cards at the next one."""
    state, seen = before.state.copy(), before.seen.copy()
    draw(random, state, seen)
    held = states().mask[before.state] | (seen & ~before.seen)
    after = replace(before, state=state, held=held, seen=seen)
    return after.at(np.flatnonzero(states().size[state] == 4 - drawn))
