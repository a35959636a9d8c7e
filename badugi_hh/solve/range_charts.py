"""Range charts: how a player's hands play at the decisions that come most often, and what kinds of hands there are.

A chart has the mix of twelve kinds of hands in percent, and grids by number of cards that count, highest and second
highest card: the mix in fifteenths, and the costs. It is a summary to read and print; `look_up` has every class.
`training/build_range_charts.py` computes and writes the charts of the tables that come with the program, so that a report reads them in milliseconds.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import isnan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from badugi_hh.engine import values
from badugi_hh.installation import data_folder
from badugi_hh.solve.classes import CLASSES, class_size
from badugi_hh.solve.game import TABLES
from badugi_hh.solve.look_up import Answer
from badugi_hh.solve.shipped_tables import check_spot
from badugi_hh.user_error import SolveError

KINDS = ((4, 7), (4, 10), (4, 12), (3, 4), (3, 6), (3, 7), (3, 9), (3, 12), (2, 3), (2, 7), (2, 12), (1, 12))
"""Kinds of hands from the best: the number of cards that count, and the highest rank of the kind (0 = ace … 12 = king)."""

HELD = 1e-5
"""The share of a player's hands below which a cell is empty."""

Numbers = NDArray[np.float64]
NAME = "range-charts.json"
"""The file beside the tables."""
TABLE = TABLES[-1]
"""The full table of the charts; with fewer players the first seats are missing."""


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


def kinds_of(answer: Answer) -> tuple[KindOfHand | None, ...]:
    """Return the kinds of hands of a strategy in the order of `KINDS`, None for those that the player never has."""
    reach, played, known = shares_of_hands(answer)
    kinds, cost = _classes_of_kinds(), answer.cost * known
    return tuple(_kind(played, cost, reach, known, kinds == kind) for kind in range(len(KINDS)))


def shares_of_hands(answer: Answer) -> tuple[Numbers, Numbers, Numbers]:
    """Return what part of the player's hands each class is, the known part with each action, and the known part in all."""
    reach = answer.reach / answer.reach.sum()
    known = answer.known / answer.reach.sum()
    return reach, answer.mix.astype(np.float64) * known, known


def _kind(
    played: Numbers, cost: Numbers, reach: Numbers, known: Numbers, of: NDArray[np.bool_]
) -> KindOfHand | None:
    share, sure = float(reach[of].sum()), float(known[of].sum())
    if share < HELD:
        return None
    if 2 * sure < share:
        return KindOfHand(round(1000 * share), (), ())
    costs = cost[:, of].sum(axis=1) / sure
    return KindOfHand(
        round(1000 * share),
        in_parts(played[:, of].sum(axis=1), 100),
        tuple(None if isnan(each) else round(100 * each) for each in costs.tolist()),
    )


def in_parts(shares: Numbers, whole: int) -> tuple[int, ...]:
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


@dataclass(frozen=True, slots=True)
class SpotCharts:
    """The charts of a spot, and what best responses to its strategies gain, in big bets per hand; None where it is not known."""

    exploitability: float | None
    charts: tuple[RangeChart, ...]


def stored_charts(spot: str) -> SpotCharts:
    """Return the charts of a spot.

    Raises:
        SolveError: there is no such spot, or this version comes without its charts.
    """
    charts = _stored().get(spot)
    if charts is None:
        check_spot(spot)
        if spot in TABLES[:-1]:
            raise SolveError(
                f"the charts of full tables are those of {TABLE}; with fewer players the first seats are missing"
            )
        raise SolveError(f"this version comes without range charts of {spot}")
    return charts


def read_charts(text: str) -> dict[str, SpotCharts]:
    """Return the charts of the text of a file by spot."""
    return {
        spot: SpotCharts(declared["exploitability"], tuple(_chart(chart) for chart in declared["charts"]))
        for spot, declared in json.loads(text).items()
    }


@cache
def _stored() -> dict[str, SpotCharts]:
    try:
        return read_charts((data_folder("tables") / NAME).read_text("utf-8"))
    except FileNotFoundError:
        return {}


def _chart(fields: Mapping[str, Any]) -> RangeChart:
    kinds = tuple(kind and KindOfHand(**_tuples(kind)) for kind in fields["kinds"])
    return RangeChart(**_tuples(fields) | {"kinds": kinds})


def _tuples(value: Any) -> Any:
    """Return a value of JSON with tuples in place of lists."""
    if isinstance(value, dict):
        return {name: _tuples(each) for name, each in value.items()}
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
