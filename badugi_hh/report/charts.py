"""Draws the charts of the report: pure functions from rows to a figure.

They query no database and count nothing; each function documents the values of its rows. Every text that comes from
a history is escaped, because Plotly interprets markup in hover labels. Figures use the light colours of the theme.
"""

from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any, TypeAlias

from badugi_hh.leaks import Baseline
from badugi_hh.leaks.leak import UNPROVEN
from badugi_hh.report.templates import ON_DRAWN, theme
from badugi_hh.stats.definitions.intervals import ENOUGH
from badugi_hh.wording.catalogue import catalogue, leak_text, say
from badugi_hh.wording.formats import count, counted, decimal, percent, percent_range
from badugi_hh.wording.language import separators

_LABEL_FROM = 0.06  # a narrower part of a bar has no room for its label
_SPREAD = 0.66  # of the space of a group, which its dots share
_MARKS = ("circle", "diamond", "square", "triangle-up")
_MARK_ROLES = ("own", "ink", "quiet", "faint")

Row = Mapping[str, Any]
Figure: TypeAlias = dict[str, Any]
"""The traces `data` and the `layout` of a chart, as Plotly's script reads them; tests check them by Plotly's own rules."""


def shares_with_intervals(rows: Sequence[Row], names: Sequence[str], groups: Sequence[str]) -> Figure:
    """Draw a dot and its interval for each group and statistic.

    A row has `group`, `name` (the title of the statistic), `made`, `chances`, the shares `value`, `low` and `high`, and
    the query `selects` of the hands behind the dot. It may have `others`, the counts of the other players, and `range`, a
    baseline. `groups` are drawn from top to bottom. With fewer opportunities than `ENOUGH` a dot is grey and hollow.
    """
    figure = empty_figure()
    spread = _SPREAD / max(1, len(names))
    down_of = {group: index for index, group in enumerate(groups)}
    for nth, name in enumerate(names):
        colour, mark = theme().light(_MARK_ROLES[nth % len(_MARK_ROLES)]), _MARKS[nth % len(_MARKS)]
        figure["data"].append(  # the legend entry of the statistic, independent of the colours of the rows
            {
                "type": "scatter",
                "x": [None],
                "y": [None],
                "mode": "markers",
                "name": name,
                "marker": {"color": colour, "symbol": mark},
            }
        )
        known = [row for row in rows if row["name"] == name and row["chances"]]
        for enough in (True, False):
            dots = [row for row in known if (row["chances"] >= ENOUGH) is enough]
            figure["data"].append(
                _dots(
                    [(100 * row["value"], 100 * row["low"], 100 * row["high"]) for row in dots],
                    [down_of[row["group"]] + (nth - (len(names) - 1) / 2) * spread for row in dots],
                    [_share_label(row) for row in dots],
                    colour if enough else theme().light("faint"),
                    mark if enough else f"{mark}-open",
                    [row["selects"] for row in dots],
                )
            )
    down = {name: (nth - (len(names) - 1) / 2) * spread for nth, name in enumerate(names)}
    _add_others(figure, rows, lambda row: down_of[row["group"]] + down[row["name"]])
    figure["layout"] |= {
        "xaxis": {"ticksuffix": "%", "rangemode": "tozero", "zeroline": False},
        "yaxis": {
            "tickmode": "array",
            "tickvals": list(down_of.values()),
            "ticktext": [escape(group) for group in groups],
            "range": [len(groups) - 0.5, -0.5],
            "ticklabelstandoff": 12,
            "showgrid": False,
            "zeroline": False,
        },
    }
    return figure


def kind_of(baseline: Baseline) -> str:
    """Return how a range is drawn: `usual` if its source proves no leak."""
    return "usual" if baseline.kind in UNPROVEN else "range"


def _source(baseline: Baseline) -> str:
    """Return the source of a range and its changes in the language of the page, in English what has no other text."""
    return "; ".join(leak_text(text) or text for text in (baseline.source, *baseline.changes))


def _add_others(figure: Figure, rows: Sequence[Row], down: Callable[[Row], float]) -> None:
    """Add a band for each range and a mark for each share of the other players; `meta` names what a trace has."""
    words = catalogue()["charts"]
    colour = theme().light("rule")
    for kind, thickness in (("range", 16), ("usual", 6)):
        ranged = [row for row in rows if row.get("range") and kind_of(row["range"]) == kind]
        if not ranged:
            continue
        figure["data"].append(
            {
                "type": "scatter",
                "x": [50 * (row["range"].low + row["range"].high) for row in ranged],
                "y": [down(row) for row in ranged],
                "mode": "markers",
                "name": words[kind],
                "meta": kind,
                "marker": {"size": min(thickness, 12), "symbol": "square", "color": colour},
                "error_x": {
                    "array": [50 * (row["range"].high - row["range"].low) for row in ranged],
                    "color": colour,
                    "thickness": thickness,
                    "width": 0,
                },
                "text": [
                    f"{escape(row['group'])}: {percent_range(row['range'].low, row['range'].high)}"
                    f"<br>{escape(_source(row['range']))}"
                    for row in ranged
                ],
                "hovertemplate": "%{text}<extra></extra>",
                "zorder": -1,
            }
        )
    known = [row for row in rows if row.get("others")]
    if known:
        figure["data"].append(
            {
                "type": "scatter",
                "x": [100 * row["others"][0] / row["others"][1] for row in known],
                "y": [down(row) for row in known],
                "mode": "markers",
                "name": words["others"],
                "meta": "others",
                "marker": {
                    "size": 13,
                    "symbol": "line-ns",
                    "line": {"width": 2.5, "color": theme().light("quiet")},
                },
                "text": [_others_label(row) for row in known],
                "hovertemplate": "%{text}<extra></extra>",
            }
        )


def _others_label(row: Row) -> str:
    made, chances = row["others"]
    counts = say("figures", "counts", made=count(made), chances=count(chances))
    label = f"{escape(row['group'])}, {escape(row['name'])}"
    return f"{label}<br>{say('charts', 'others')}: {percent(made / chances)} ({counts})"


def cards_drawn(rows: Sequence[Row]) -> Figure:
    """Draw how many cards were drawn at each draw, as a stacked bar for each draw.

    A row has `draw` (1, 2, 3), `drawn` (0 = pat … 4), `times`, and the query `selects` of the hands of a part.
    """
    selects = {(row["draw"], row["drawn"]): row["selects"] for row in rows}
    times = {(row["draw"], row["drawn"]): row["times"] for row in rows}
    present = [draw for draw in (1, 2, 3) if any(key[0] == draw for key in times)]
    totals = {draw: sum(times.get((draw, drawn), 0) for drawn in range(5)) for draw in present}
    words = catalogue()["charts"]
    labels = [say("tables", "nth_draw", nth=catalogue()["ordinals"][draw - 1]) for draw in present]
    figure = empty_figure()
    for drawn, on in enumerate(ON_DRAWN):
        counts = [times.get((draw, drawn), 0) for draw in present]
        if not any(counts):
            continue
        shares = [number / totals[draw] for draw, number in zip(present, counts, strict=True)]
        figure["data"].append(
            {
                "type": "bar",
                "x": [100 * share for share in shares],
                "y": labels,
                "orientation": "h",
                "name": words["drawn"][drawn],
                "marker": {"color": theme().light(f"draw-{drawn}"), "line": {"width": 0}},
                "text": [f"{100 * share:.0f}%" if share >= _LABEL_FROM else "" for share in shares],
                "textposition": "inside",
                "insidetextanchor": "middle",
                "textangle": 0,
                "insidetextfont": {"color": theme().light(on), "size": 13},
                "customdata": [selects.get((draw, drawn)) for draw in present],
                "hovertext": [
                    words["part"].format(
                        draw=label,
                        drawn=words["drawn"][drawn],
                        share=percent(share),
                        counts=say("figures", "counts", made=count(number), chances=count(totals[draw])),
                    )
                    for label, draw, share, number in zip(labels, present, shares, counts, strict=True)
                ],
                "hovertemplate": "%{hovertext}<extra></extra>",
            }
        )
    figure["layout"] |= {
        "barmode": "stack",
        "bargap": 0.35,
        "showlegend": True,
        "legend": {"traceorder": "normal"},
        "xaxis": {"range": [0, 100.5], "dtick": 25, "ticksuffix": "%", "showgrid": False, "zeroline": False},
        "yaxis": {
            "autorange": "reversed",
            "ticklabelstandoff": 8,
            "tickfont": {"color": theme().light("ink"), "size": 13},
        },
    }
    return figure


def results_by_start(rows: Sequence[Row]) -> Figure:
    """Draw the mean result per hand in big bets, with its interval, by class of starting hand.

    There is one row per class, from top to bottom, with `label`, `hands`, and `mean`, `low` and `high` in big bets per
    hand (`low` and `high` are None for a single hand, which has no interval), and the query `selects` of its hands.
    """
    figure = empty_figure()
    for role in ("gain", "loss", "quiet", "faint"):
        selected = [(nth, row) for nth, row in enumerate(rows) if _start_role(row) == role]
        figure["data"].append(
            _dots(
                [(row["mean"], row["low"], row["high"]) for _, row in selected],
                [nth for nth, _ in selected],
                [_start_label(row) for _, row in selected],
                theme().light(role),
                "circle-open" if role == "faint" else "circle",
                [row["selects"] for _, row in selected],
            )
        )
    figure["layout"] |= {
        "showlegend": False,
        "margin": {"t": 8},
        "xaxis": {"title": {"text": catalogue()["charts"]["per_hand"]}, "zeroline": True},
        "yaxis": {
            "tickmode": "array",
            "tickvals": list(range(len(rows))),
            "ticktext": [escape(row["label"]) for row in rows],
            "range": [len(rows) - 0.5, -0.5],
            "showgrid": False,
            "zeroline": False,
        },
    }
    return figure


def empty_figure() -> Figure:
    """Return a figure with the template of all charts and the separators of numbers, without traces."""
    return {"data": [], "layout": {"template": theme().template(), "separators": separators()}}


def _dots(
    spans: Sequence[tuple[float, float | None, float | None]],
    down: Sequence[float],
    labels: Sequence[str],
    colour: str,
    mark: str,
    selects: Sequence[str],
) -> dict[str, Any]:
    """Return dots with their intervals; `spans` are (value, low, high), and an unknown interval has no length."""
    return {
        "type": "scatter",
        "x": [value for value, _, _ in spans],
        "y": list(down),
        "mode": "markers",
        "marker": {"size": 10, "symbol": mark, "color": colour, "line": {"width": 1.5, "color": colour}},
        "error_x": {
            "type": "data",
            "symmetric": False,
            "array": [0 if high is None else high - value for value, _, high in spans],
            "arrayminus": [0 if low is None else value - low for value, low, _ in spans],
            "color": colour,
            "thickness": 1.6,
            "width": 0,
        },
        "text": list(labels),
        "customdata": list(selects),
        "hovertemplate": "%{text}<extra></extra>",
        "cliponaxis": False,
        "showlegend": False,
    }


def _share_label(row: Row) -> str:
    counts = say("figures", "counts", made=count(row["made"]), chances=count(row["chances"]))
    return (
        f"{escape(row['group'])}, {escape(row['name'])}: {percent(row['value'])}"
        f"<br>{say('charts', 'interval', counts=counts, interval=percent_range(row['low'], row['high']))}"
    )


def _start_role(row: Row) -> str:
    if row["hands"] < ENOUGH:
        return "faint"
    if row["low"] * row["high"] <= 0:  # chance explains the result
        return "quiet"
    return "gain" if row["mean"] >= 0 else "loss"


def _start_label(row: Row) -> str:
    mean = decimal(row["mean"], 2, signed=True)
    result = say("charts", "result", label=escape(row["label"]), mean=mean)
    return f"{result}<br>{counted(row['hands'], 'hand')}"
