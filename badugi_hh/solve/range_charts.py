"""Range charts of a solved game: how a player's hands play at the decisions that come most often.

A chart has the mix of twelve kinds of hands in percent, and grids by number of cards that count, highest and second
highest card: the mix in fifteenths, and the costs. It is a summary to read and print; `look_up` has every class.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import isnan

import numpy as np
from numpy.typing import NDArray

from badugi_hh.engine import values
from badugi_hh.solve.classes import CLASSES, FIRST_OF_SIZE, class_size
from badugi_hh.solve.look_up import Answer, find_state, look_up_all
from badugi_hh.solve.solved_table import LEVELS, Table

KINDS = ((4, 7), (4, 10), (4, 12), (3, 4), (3, 6), (3, 7), (3, 9), (3, 12), (2, 3), (2, 7), (2, 12), (1, 12))
"""Kinds of hands from the best: the number of cards that count, and the highest rank of the kind (0 = ace … 12 = king)."""

_PLAYED = " check bet call 1"  # the big blind checks, calls a bet and draws one
_SECOND, _THIRD = f"raise call 1 1{_PLAYED}", f"raise call 1 1{_PLAYED} 1{_PLAYED}"
LINES = (
    "",
    "raise",
    "call",
    "raise raise",
    "call raise",
    "raise call",
    "raise raise call",
    "call check",
    "call raise call",
    *(f"raise call {drawn}" for drawn in (3, 2, 1, 0)),
    *(f"raise call {each}" for each in ("1 1", "1 1 check", "1 1 check bet")),
    *(
        f"raise call 2 {each}"
        for each in ("1", "1 check", "1 check bet", "2", "2 check", "2 bet", "0", "0 check")
    ),
    *(f"raise call {each}" for each in ("1 2", "1 2 bet", "1 0", "1 0 check", "0 1", "0 1 bet")),
    "raise call 2 1 check bet call",
    _SECOND.removesuffix(" 1"),
    _SECOND,
    *(f"{_SECOND} {each}" for each in ("1", "1 check", "1 check bet", "0", "0 check", "0 check bet")),
    _THIRD.removesuffix(" 1"),
    _THIRD,
    *(f"{_THIRD} {each}" for each in ("1", "1 check", "1 check bet", "0", "0 check", "0 check bet")),
)
"""The decisions that have a chart, in their order in the hand; in each game those of which something is known.

The decisions before one of these have a chart too, so that the page leads to it step by step.
"""

_HELD = 1e-5
"""The share of a player's hands below which a cell is empty."""

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class KindOfHand:
    """The share of the player's hands that are of a kind, in tenths of a percent, its mix in percent, and mean costs in hundredths of a big bet.

    Mix and costs are those of the hands of which they are known, empty if these are less than half of the kind. The cost of a draw
    that the kind never makes is None.
    """

    share: int
    mix: tuple[int, ...]
    cost: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class RangeChart:
    """The chart of a decision.

    `street` is 0 before the draw, 1 at the first draw, 2 after it, up to 6. `drawn` are the draws so far, those of the
    player and of the opponent. `all` is the mix of all hands in percent. `kinds` has the kinds of hands in the order of
    `KINDS`, None if the player never has them. `grids` has for 4, 3, 2 and 1 cards that count the cells of a grid by row
    (see `grid_cells`), `.` for an empty cell, `?` for one of which less than half is known, and else a hexadecimal
    digit for each action but the last. `costs` has for each grid the mean costs of the actions in the cells with a known
    mix, in hundredths of a big bet, cell by cell. All of these are of the hands
    of which the mix is known. `snows` is the share of the pats that count fewer than four cards, in percent, None at
    other decisions.
    """

    line: str
    street: int
    player: str
    actions: tuple[str, ...]
    drawn: tuple[tuple[int, ...], tuple[int, ...]]
    all: tuple[int, ...]
    kinds: tuple[KindOfHand | None, ...]
    grids: tuple[str, ...]
    costs: tuple[tuple[int, ...], ...]
    snows: int | None


def grid_cells(size: int) -> list[tuple[int, int]]:
    """Return the highest and the second highest rank of each cell of the grid of hands that count so many cards, by row.

    Ranks are 0 (ace) to 12 (king); with one card the second is -1.
    """
    if size == 1:
        return [(high, -1) for high in range(13)]
    return [(high, second) for high in range(size - 1, 13) for second in range(size - 2, high)]


def range_charts(table: Table, lines: Sequence[str] = LINES) -> tuple[RangeChart, ...]:
    """Return the charts of the decisions after these lines; lines of which the table knows nothing are left out."""
    answers = {
        answer.line: answer
        for answer in look_up_all(table, (line for line in lines if line in table.lines))
        if not answer.reason
    }
    return tuple(_chart(table, answers[line]) for line in lines if line in answers)


def _chart(table: Table, answer: Answer) -> RangeChart:
    state = find_state(table.game, answer.line)
    actor = state.actor or 0
    return chart_of(answer, 2 * state.round - state.drawing, (state.drawn[actor], state.drawn[1 - actor]))


def chart_of(answer: Answer, street: int, drawn: tuple[tuple[int, ...], tuple[int, ...]]) -> RangeChart:
    """Return the chart of an answer on a street, with the draws so far of the player and of the opponent."""
    reach, played, known = _shares(answer)
    cells = _classes_of_cells()
    snows = None
    if street % 2:
        pats = played[0]
        snows = round(100 * float(pats[FIRST_OF_SIZE[3] :].sum() / pats.sum())) if pats.any() else 0
    return RangeChart(
        answer.line,
        street,
        answer.player,
        answer.actions,
        drawn,
        _parts(played.sum(axis=1), 100),
        kinds_of(answer),
        tuple("".join(_cell(played[:, of], reach[of], known[of]) for of in grid) for grid in cells),
        _costs_of_cells(answer, reach, known),
        snows,
    )


def _costs_of_cells(answer: Answer, reach: Numbers, known: Numbers) -> tuple[tuple[int, ...], ...]:
    cost = answer.cost * known
    return tuple(
        tuple(
            round(100 * float(each))
            for of in grid
            if _is_known(reach[of], known[of])
            for each in cost[:, of].sum(axis=1) / known[of].sum()
        )
        for grid in _classes_of_cells()
    )


def _is_known(reach: Numbers, known: Numbers) -> bool:
    """Return whether the player has hands of a cell, and the mix of at least half of them is known."""
    share = float(reach.sum())
    return share >= _HELD and 2 * float(known.sum()) >= share


def kinds_of(answer: Answer) -> tuple[KindOfHand | None, ...]:
    """Return the kinds of hands of a strategy in the order of `KINDS`, None for those that the player never has."""
    reach, played, known = _shares(answer)
    kinds, cost = _classes_of_kinds(), answer.cost * known
    return tuple(_kind(played, cost, reach, known, kinds == kind) for kind in range(len(KINDS)))


def _shares(answer: Answer) -> tuple[Numbers, Numbers, Numbers]:
    """Return what part of the player's hands each class is, the known part with each action, and the known part in all."""
    reach = answer.reach / answer.reach.sum()
    known = answer.known / answer.reach.sum()
    return reach, answer.mix.astype(np.float64) * known, known


def _kind(
    played: Numbers, cost: Numbers, reach: Numbers, known: Numbers, of: NDArray[np.bool_]
) -> KindOfHand | None:
    share, sure = float(reach[of].sum()), float(known[of].sum())
    if share < _HELD:
        return None
    if 2 * sure < share:
        return KindOfHand(round(1000 * share), (), ())
    costs = cost[:, of].sum(axis=1) / sure
    return KindOfHand(
        round(1000 * share),
        _parts(played[:, of].sum(axis=1), 100),
        tuple(None if isnan(each) else round(100 * each) for each in costs.tolist()),
    )


def _cell(played: Numbers, reach: Numbers, known: Numbers) -> str:
    if float(reach.sum()) < _HELD:
        return "."
    if not _is_known(reach, known):
        return "?"
    return "".join(f"{part:x}" for part in _parts(played.sum(axis=1), LEVELS)[:-1])


def _parts(shares: Numbers, whole: int) -> tuple[int, ...]:
    """Return shares as integers that sum to `whole`."""
    ends = np.rint(np.cumsum(shares) / shares.sum() * whole).astype(int)
    return tuple(np.diff(ends, prepend=0).tolist())


@cache
def _classes_of_kinds() -> NDArray[np.int64]:
    """Return the kind of each class."""
    kinds = []
    for number in range(CLASSES):
        size, highest = class_size(number), values.ranks(number + 1)[0]
        kinds.append(
            next(kind for kind, (cards, most) in enumerate(KINDS) if cards == size and highest <= most)
        )
    return np.array(kinds)


@cache
def _classes_of_cells() -> tuple[list[NDArray[np.int64]], ...]:
    """Return the classes of each cell of the grids of 4, 3, 2 and 1 cards."""
    of: dict[tuple[int, int, int], list[int]] = {}
    for number in range(CLASSES):
        ranks = values.ranks(number + 1)
        of.setdefault((len(ranks), ranks[0], ranks[1] if len(ranks) > 1 else -1), []).append(number)
    return tuple([np.array(of[size, *cell]) for cell in grid_cells(size)] for size in (4, 3, 2, 1))
