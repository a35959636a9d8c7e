"""The range charts of the solved games with the texts of the page's language, for the report and for a page of their own.

Charts are computed in `badugi_hh/solve/range_charts.py`; here they get their titles, and `reports/ranges.js` draws them.
"""

from collections.abc import Sequence
from typing import Any

from badugi_hh.report.page_model import Ranges, RangesOfSpot
from badugi_hh.report.templates import pack_json, render_alone
from badugi_hh.solve.game import SPOTS
from badugi_hh.solve.range_charts import RangeChart, grid_cells
from badugi_hh.solve.solve_error import SolveError
from badugi_hh.solve.stored_charts import stored_charts
from badugi_hh.wording.catalogue import catalogue, say
from badugi_hh.wording.solver_claims import claims

_COLOURS = {"fold": "rule", "check": "draw-3", "call": "draw-3", "bet": "draw-0", "raise": "draw-0"}


def shipped_ranges() -> Ranges | None:
    """Return the range charts of all spots, None if this version comes without them."""
    try:
        return ranges_of(SPOTS)
    except SolveError:
        return None


def ranges_of(spots: Sequence[str]) -> Ranges:
    """Return the range charts of spots. Each has a block; `range-charts` has what all of them need.

    Raises:
        SolveError: there is no such spot, or this version comes without its charts.
    """
    words = catalogue()["ranges"]
    common = {
        "kinds": catalogue()["starts"],
        "grids": [[list(cell) for cell in grid_cells(size)] for size in (4, 3, 2, 1)],
        "words": {
            name: words[name]
            for name in (
                "hand",
                "share",
                "all",
                "cell",
                "cell_of_one",
                "cards",
                "grid",
                "streets",
                "touch",
                "unsure",
            )
        },
    }
    blocks: dict[str, Any] = {"range-charts": common}
    found = []
    for spot in spots:
        stored = stored_charts(spot)
        block = f"range-charts-{spot}"
        blocks[block] = [_as_json(chart) for chart in stored.charts]
        said = " ".join(claims(spot, stored.exploitability))
        found.append(RangesOfSpot(spot, words["spots"][spot], said, block))
    return Ranges(say("ranges", "claim"), tuple(found), blocks)


def render_ranges(ranges: Ranges) -> str:
    """Return the page of the range charts of spots as HTML."""
    return render_alone(
        "ranges.html.jinja",
        ("formats.js", "charts.js", "tables.js", "ranges.js"),
        ("style.css", "ranges.css"),
        ranges=ranges,
        words=catalogue()["ranges"],
        blocks={name: pack_json(block) for name, block in ranges.blocks.items()},
    )


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
            facing = words["first_to_draw" if mine else _raised(chart.player, before)]
        drew = words["drew"][mine[-1]] if mine else ""
    else:
        against = "reraise" if before.count("raise") > 1 else "limp" if not mine and last == "call" else last
        facing = words["facing"]["" if last.isdigit() else against]
        drew = f"{words['drew'][mine[-1]]} {words['against'][theirs[-1]]}" if mine else ""
    return say("ranges", "title_drew" if drew else "title", player=player, drew=drew, facing=facing)


def _raised(player: str, before: Sequence[str]) -> str:
    """Return how a player who draws first came to the first draw; the big blind has every second action."""
    own = before[1::2] if player == "big blind" else before[::2]
    if own[-1] == "call":
        return "called"
    return "raised" if before.count("raise") > 1 else "opened"
