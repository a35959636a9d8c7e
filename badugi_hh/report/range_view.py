"""The view of range charts: those of the solved heads-up game, with the texts of the page's language.

Charts are computed in `badugi_hh/solve/range_charts.py`; here they get their titles, and `reports/ranges.js` draws them.
"""

from typing import Any

from badugi_hh.report.page_model import Ranges
from badugi_hh.report.solver_claims import claims
from badugi_hh.report.text import catalogue, say
from badugi_hh.solve.range_charts import RangeChart, grid_cells, range_charts, shipped_charts
from badugi_hh.solve.shipped_tables import find_table
from badugi_hh.solve.solve_error import SolveError
from badugi_hh.solve.solved_table import Table

SPOT = "heads-up"
_COLOURS = {"fold": "rule", "check": "draw-3", "call": "draw-3", "bet": "draw-0", "raise": "draw-0"}


def shipped_ranges() -> Ranges | None:
    """Return the range charts of the table that comes with the program, None if this version comes without one."""
    try:
        return _ranges(find_table(SPOT), shipped_charts(SPOT))
    except SolveError:
        return None


def ranges_of(table: Table) -> Ranges:
    """Return the range charts of a table of the heads-up game."""
    return _ranges(table, range_charts(table))


def _ranges(table: Table, found: tuple[RangeChart, ...]) -> Ranges:
    words = catalogue()["ranges"]
    said = claims(table.game.name, float(table.header["exploitability_quantized"]))
    block = {
        "charts": [_as_json(chart) for chart in found],
        "kinds": catalogue()["starts"],
        "grids": [[list(cell) for cell in grid_cells(size)] for size in (4, 3, 2, 1)],
        "words": {
            name: words[name]
            for name in ("hand", "share", "all", "cell", "cell_of_one", "cards", "grid", "streets")
        },
    }
    return Ranges(" ".join([say("ranges", "claim"), *said]), block)


def _as_json(chart: RangeChart) -> dict[str, Any]:
    drawn = catalogue()["charts"]["drawn"]
    words = catalogue()["ranges"]["actions"]
    names = {**words, "call": words["limp" if not chart.line else "call"]}
    return {
        "street": chart.street,
        "title": title(chart),
        "line": chart.line,
        "actions": [drawn[int(each)] if each.isdigit() else names[each] for each in chart.actions],
        "colours": [f"draw-{each}" if each.isdigit() else _COLOURS[each] for each in chart.actions],
        "all": chart.all,
        "kinds": [None if kind is None else [kind.share, kind.mix, kind.cost] for kind in chart.kinds],
        "grids": chart.grids,
        "snows": "" if chart.snows is None else say("ranges", "snows", share=f"{chart.snows}%"),
    }


def title(chart: RangeChart) -> str:
    """Return who decides, what they drew last, and what they face: `Button, drew one: against one card`."""
    words = catalogue()["ranges"]
    mine, theirs = chart.drawn
    player = words["players"][chart.player]
    before = chart.line.split()
    last = before[-1] if before else ""
    if chart.street % 2:  # a draw
        if len(theirs) > len(mine):
            facing = words["against"][theirs[-1]]
        else:
            facing = words["first_to_draw" if mine else "raised" if before.count("raise") > 1 else "called"]
        drew = words["drew"][mine[-1]] if mine else ""
    else:
        against = "reraise" if before.count("raise") > 1 else "limp" if not mine and last == "call" else last
        facing = words["facing"]["" if last.isdigit() else against]
        drew = f"{words['drew'][mine[-1]]} {words['against'][theirs[-1]]}" if mine else ""
    return say("ranges", "title_drew" if drew else "title", player=player, drew=drew, facing=facing)
