"""Builds tables/range-charts.json: the range charts of all tables that come with the program. It takes a few seconds.

Run it after a change of a table, of the blueprint or of a chart.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from badugi_hh.engine import values
from badugi_hh.ring.answers import answer_at_table
from badugi_hh.ring.hand_row import BIG_BLIND, BUTTON, SEATS, SMALL_BLIND
from badugi_hh.solve.classes import CLASSES, FIRST_OF_SIZE
from badugi_hh.solve.game import GAMES
from badugi_hh.solve.look_up import Answer, find_state, look_up
from badugi_hh.solve.range_charts import (
    HELD,
    NAME,
    TABLE,
    Numbers,
    RangeChart,
    SpotCharts,
    grid_cells,
    in_parts,
    kinds_of,
    shares_of_hands,
)
from badugi_hh.solve.shipped_tables import find_table
from badugi_hh.solve.solved_table import LEVELS, SolvedTable
from badugi_hh.user_error import SolveError

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
_EARLY, _MIDDLE, _HIJACK, _CUTOFF = 0, 2, 3, 4
_OPENERS = (_EARLY, _MIDDLE, _HIJACK, _CUTOFF, BUTTON, SMALL_BLIND)
_ANSWERS = (
    *((opener, BIG_BLIND) for opener in _OPENERS),
    *((opener, SMALL_BLIND) for opener in (_EARLY, _HIJACK, _CUTOFF, BUTTON)),
    *((opener, BUTTON) for opener in (_EARLY, _HIJACK, _CUTOFF)),
    *((opener, _CUTOFF) for opener in (_EARLY, _HIJACK)),
)
"""The seat that raises first and the seat that answers; all others fold."""


def _table_lines() -> list[str]:
    first = ["fold " * seat for seat in range(BIG_BLIND)]
    raised = {pair: _raised(*pair) for pair in _ANSWERS}
    again = [
        f"{line} raise {'fold ' * (SEATS - 1 - seat)}"
        for (opener, seat), line in raised.items()
        if opener >= _HIJACK and seat in {BUTTON, BIG_BLIND}
    ]
    return [" ".join(line.split()) for line in (*first, *raised.values(), *again)]


def _raised(opener: int, seat: int) -> str:
    return f"{'fold ' * opener} raise {'fold ' * (seat - opener - 1)}"


TABLE_LINES = tuple(_table_lines())
"""The decisions of the full table: opening from each seat, answers to raises, and answers to re-raises."""


def main() -> None:
    """Compute the charts of each table and write the file."""
    charts = {spot: computed_charts(spot) for spot in GAMES} | {TABLE: SpotCharts(None, table_charts())}
    (Path(__file__).parents[1] / "tables" / NAME).write_text(charts_text(charts), "utf-8")


def computed_charts(spot: str) -> SpotCharts:
    """Return the charts of a spot, computed from its table, which takes a second.

    Raises:
        SolveError: there is no such spot, or this version comes without its table.
    """
    table = find_table(spot)
    return SpotCharts(float(table.header["exploitability_quantized"]), range_charts(table))


def charts_text(spots: Mapping[str, SpotCharts]) -> str:
    """Return the charts of spots as the text of the file."""
    return json.dumps({spot: asdict(charts) for spot, charts in spots.items()}, separators=(",", ":")) + "\n"


def table_charts() -> tuple[RangeChart, ...]:
    """Return the charts of the lines of which the blueprint knows something."""
    charts = []
    for line in TABLE_LINES:
        try:
            answer = answer_at_table(TABLE, line)
        except SolveError:
            continue
        if not answer.reason:
            charts.append(chart_of(answer, 0, ((), ())))
    return tuple(charts)


def range_charts(table: SolvedTable, lines: Sequence[str] = LINES) -> tuple[RangeChart, ...]:
    """Return the charts of the decisions after these lines; lines of which the table knows nothing are left out."""
    answers = (look_up(table, line) for line in lines if line in table.lines)
    return tuple(_chart(table, answer) for answer in answers if not answer.reason)


def _chart(table: SolvedTable, answer: Answer) -> RangeChart:
    state = find_state(table.game, answer.line)
    actor = state.actor or 0
    return chart_of(answer, 2 * state.round - state.drawing, (state.drawn[actor], state.drawn[1 - actor]))


def chart_of(answer: Answer, street: int, drawn: tuple[tuple[int, ...], tuple[int, ...]]) -> RangeChart:
    """Return the chart of an answer on a street, with the draws so far of the player and of the opponent."""
    reach, played, known = shares_of_hands(answer)
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
        in_parts(played.sum(axis=1), 100),
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
    return share >= HELD and 2 * float(known.sum()) >= share


def _cell(played: Numbers, reach: Numbers, known: Numbers) -> str:
    if float(reach.sum()) < HELD:
        return "."
    if not _is_known(reach, known):
        return "?"
    return "".join(f"{part:x}" for part in in_parts(played.sum(axis=1), LEVELS)[:-1])


@cache
def _classes_of_cells() -> tuple[list[NDArray[np.int64]], ...]:
    """Return the classes of each cell of the grids of 4, 3, 2 and 1 cards."""
    of: dict[tuple[int, int, int], list[int]] = {}
    for number in range(CLASSES):
        ranks = values.ranks(number + 1)
        of.setdefault((len(ranks), ranks[0], ranks[1] if len(ranks) > 1 else -1), []).append(number)
    return tuple([np.array(of[size, *cell]) for cell in grid_cells(size)] for size in (4, 3, 2, 1))


if __name__ == "__main__":
    main()
