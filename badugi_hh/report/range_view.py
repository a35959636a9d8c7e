"""The range charts of the solved games with the texts of the page's language, for the report and for a page of their own.

Charts are those of `badugi_hh/solve/range_charts.py`; here they get their titles. `reports/best_play.js` shows one at
a time in the report, `reports/ranges.js` all of them on a page to print; `reports/grids.js` draws for both.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any
from urllib.parse import urlencode

from badugi_hh.engine.cards import RANKS
from badugi_hh.report.page_model import RangeCharts, RangesOfSpot
from badugi_hh.report.templates import ON_DRAWN, pack_json, render_alone
from badugi_hh.ring.table_line import players_of_line
from badugi_hh.solve.game import FOLD, GAMES, HEADS_UP
from badugi_hh.solve.range_charts import KINDS, TABLE, RangeChart, grid_cells, stored_charts
from badugi_hh.user_error import SolveError
from badugi_hh.wording.best_play import claims
from badugi_hh.wording.catalogue import catalogue, say

_COLOURS = {"fold": "fold", "check": "call", "call": "call", "bet": "raise", "raise": "raise"}
CHARTED = (TABLE, *GAMES)
"""The spots with range charts, in the order of the page."""


def shipped_ranges() -> RangeCharts | None:
    """Return the range charts of all spots, None if this version comes without them."""
    try:
        return ranges_of(CHARTED)
    except SolveError:
        return None


def ranges_of(spots: Sequence[str]) -> RangeCharts:
    """Return the range charts of spots. Each has a block; `range-charts` has what all of them need.

    Raises:
        SolveError: there is no such spot, or this version comes without its charts.
    """
    words = catalogue()["ranges"]
    common = {
        "kinds": catalogue()["starts"],
        "classes": [f"{size}-{RANKS[highest]}" for size, highest in KINDS],
        "grids": [[list(cell) for cell in grid_cells(size)] for size in (4, 3, 2, 1)],
        "words": words,
    }
    blocks: dict[str, Any] = {"range-charts": common}
    found = []
    for spot in spots:
        stored = stored_charts(spot)
        block = f"range-charts-{spot}"
        blocks[block] = [_as_json(spot, chart) for chart in stored.charts]
        said = " ".join(claims(spot, stored.exploitability))
        found.append(RangesOfSpot(spot, words["spots"][spot], said, block))
    return RangeCharts(say("ranges", "claim"), tuple(found), blocks)


def render_ranges(ranges: RangeCharts) -> str:
    """Return the page of the range charts of spots as HTML."""
    return render_alone(
        "ranges.html.jinja",
        ("formats.js", "charts.js", "tables.js", "grids.js", "ranges.js"),
        ("style.css", "grids.css", "ranges.css"),
        ranges=ranges,
        words=catalogue()["ranges"],
        blocks={name: pack_json(block) for name, block in ranges.blocks.items()},
    )


def _as_json(spot: str, chart: RangeChart) -> dict[str, Any]:
    """Return a chart with its texts.

    `steps` are the actions so far: the street, who acts, the action and its colour. `costs` has for each grid and action
    the difference of the cost from that of the cell before, in hundredths of a big bet. `selects` is the selection of
    the player's hands that come to this decision, at all stakes and stacks, empty if there is none.
    """
    steps = _steps_at_table(chart.line) if spot == TABLE else _steps(spot, chart.line)
    names = [_action(word, first=_first_in(chart.line.split())) for word in chart.actions]
    return {
        "street": chart.street,
        "title": title(chart, _raiser(steps) if spot == TABLE else ""),
        "line": chart.line,
        "steps": steps,
        "selects": urlencode(_selection(spot, chart)),
        "words": chart.actions,
        "actions": names,
        "letters": [
            word if word.isdigit() else name[0].upper()
            for word, name in zip(chart.actions, names, strict=True)
        ],
        "colours": [_colour(word) for word in chart.actions],
        "on": [ON_DRAWN[int(word)] if word.isdigit() else "on-dark" for word in chart.actions],
        "all": chart.all,
        "kinds": [None if kind is None else [kind.share, kind.mix, kind.cost] for kind in chart.kinds],
        "grids": chart.grids,
        "costs": [_differences(costs, len(chart.actions)) for costs in chart.costs],
        "snows": "" if chart.snows is None else say("ranges", "snows", share=f"{chart.snows}%"),
    }


def _steps(spot: str, line: str) -> list[tuple[int, str, str, str]]:
    state = GAMES[spot].root
    steps: list[tuple[int, str, str, str]] = []
    for word in line.split():
        player = catalogue()["ranges"]["players"][GAMES[spot].players[state.actor or 0]]
        steps.append((2 * state.round - state.drawing, player, _action(word, first=not steps), _colour(word)))
        state = GAMES[spot].after(state, word)
    return steps


def _steps_at_table(line: str) -> list[tuple[int, str, str, str]]:
    """Return the steps of a line before the first draw."""
    names, words = catalogue()["ranges"]["players"], line.split()
    return [
        (0, names[_seat(player, place)], _action(word, first=_first_in(words[:place])), _colour(word))
        for place, (player, word) in enumerate(zip(players_of_line(TABLE, line), words, strict=True))
    ]


def _seat(player: str, place: int) -> str:
    """Return the name of the seat of a player who acts after `place` actions: the second of the two early seats is `EP2`."""
    return "EP2" if player == "EP" and place == 1 else player


def _first_in(before: Sequence[str]) -> bool:
    """Return whether all players before have folded, so that a call is a limp."""
    return set(before) <= {FOLD}


def _selection(spot: str, chart: RangeChart) -> dict[str, str]:
    """Return the selection of the hands of a report in which the player comes to a first decision, empty where there is none.

    It has all their blinds, stacks and tournaments, where the game has one of each. Small blinds have no selection: it
    could not leave out the heads-up hands.
    """
    if spot == TABLE and _first_in(chart.line.split()) and chart.player != "SB":
        return {"stat": "rfi", "position": chart.player, "betting": "fixed"}
    if spot == HEADS_UP.name and not chart.line:
        return {"stat": "rfi", "players": "2", "betting": "fixed"}
    return {}


def _differences(costs: Sequence[int], actions: int) -> list[list[int]]:
    """Return the costs of each action as differences from cell to cell, which are small numbers and take less room."""
    columns = [costs[action::actions] for action in range(actions)]
    return [[cost - before for before, cost in pairwise((0, *column))] for column in columns]


def _action(word: str, *, first: bool) -> str:
    if word.isdigit():
        return str(catalogue()["charts"]["drawn"][int(word)])
    return str(catalogue()["ranges"]["actions"]["limp" if first and word == "call" else word])


def _colour(word: str) -> str:
    return f"draw-{word}" if word.isdigit() else _COLOURS[word]


def _raiser(steps: Sequence[tuple[int, str, str, str]]) -> str:
    """Return who raised last."""
    return next((player for _, player, _, colour in reversed(steps) if colour == _COLOURS["raise"]), "")


def title(chart: RangeChart, raiser: str = "") -> str:
    """Return who decides, what they drew last, and what they face: `Button, drew one: against one card`.

    At a full table `raiser` is who raised last.
    """
    words = catalogue()["ranges"]
    mine, theirs = chart.drawn
    line = chart.line.split()
    player = words["players"][_seat(chart.player, len(line))]
    before = [word for word in line if word != FOLD]
    last = before[-1] if before else ""
    if chart.street % 2:  # a draw
        if len(theirs) > len(mine):
            facing = words["against"][theirs[-1]]
        else:
            facing = words["first_to_draw" if mine else _raised(chart.player, before)]
        drew = words["drew"][mine[-1]] if mine else ""
    else:
        against = "reraise" if before.count("raise") > 1 else "limp" if not mine and last == "call" else last
        if line and not before:
            against = "folds"
        facing = words["facing"]["" if last.isdigit() else against]
        drew = f"{words['drew'][mine[-1]]} {words['against'][theirs[-1]]}" if mine else ""
    if raiser:
        facing = f"{facing} ({raiser})"
    return say("ranges", "title_drew" if drew else "title", player=player, drew=drew, facing=facing)


def _raised(player: str, before: Sequence[str]) -> str:
    """Return how a player who draws first came to the first draw; the big blind has every second action."""
    own = before[1::2] if player == "big blind" else before[::2]
    if own[-1] != "raise":
        return "called" if own[-1] == "call" else "checked"
    return "raised" if before.count("raise") > 1 else "opened"
