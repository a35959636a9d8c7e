"""Draws the chart of the running results, and what its switches replace: hands by dates, and big bets by money.

It counts nothing: the sums are those of `stats.engine.frames.running_results`. Lines are thinned to what a screen can
show. Every text that comes from a history is escaped, because Plotly interprets markup in hover labels.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

import polars as pl

from badugi_hh.report.charts import Figure, empty_figure
from badugi_hh.report.templates import theme
from badugi_hh.wording.catalogue import catalogue, say
from badugi_hh.wording.formats import UNKNOWN

BUCKETS = 150  # a line keeps the extremes of each bucket, which looks the same as all points

_LINES = (
    ("total", "ink", "solid", 2.4),
    ("showdown", "showdown", "solid", 1.6),
    ("other", "unshown", "5px,3px", 1.6),
    ("adjusted", "adjusted", "2px,2px", 1.6),
)
_BAND = ("low", "high")
_FEW_TICKS = 10


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a switch: what it replaces in each trace of the figure (one value for all of them), and in the layout.

    The keys of `layout` are paths such as `xaxis.title.text`. `summary` replaces that of the chart if it is not empty.
    """

    label: str
    data: dict[str, list[Any]] = field(default_factory=dict)
    layout: dict[str, Any] = field(default_factory=dict)
    summary: str = ""


@dataclass(frozen=True, slots=True)
class InMoney:
    """The denomination of a chart: its name, how many of its units are one of it (100 cents are a dollar), a summary, its sign."""

    name: str
    scale: int
    summary: str
    sign: str = ""


def result_chart(
    frame: pl.DataFrame, money: InMoney | None, in_bets: str = ""
) -> tuple[Figure, tuple[tuple[Option, ...], ...]]:
    """Draw the running result, from 0: all hands, hands with a showdown, hands without, without luck, and an interval.

    Return the figure and its switches: each a list of options, of which the figure shows the first.
    `frame` is one of `stats.engine.frames.running_results`; the line without luck is left out if no luck is known.
    The chart is in money first; without `money` it is in big bets only. `in_bets` is the summary of big bets.
    """
    lines = [line for line in _LINES if line[0] != "adjusted" or frame["luck"].count()]
    names = [name for name, *_ in lines]
    kept = thin(frame, [*names, *(f"{name}_money" for name in (names if money else ()))])
    figure = empty_figure()
    words = catalogue()["charts"]
    hands = [0, *kept["hand"].to_list()]
    start = kept["shown_at"].head(1)
    dates = pl.concat([start, kept["shown_at"]]).dt.strftime("%Y-%m-%d %H:%M:%S").to_list()
    labels = [
        words["start"],
        *(
            f"{escape(when or UNKNOWN)}<br>{say('charts', 'number', hand=escape(hand_id or UNKNOWN))}"
            for when, hand_id in kept.select(
                pl.col("shown_at").dt.strftime("%Y-%m-%d %H:%M"), "hand_id"
            ).iter_rows()
        ),
    ]
    of_total = {"text": labels, "customdata": [None, *kept["hand_key"].to_list()]}
    for name, role, dash, width in lines:
        title = words[name]
        lead = "%{text}<br>" if name == "total" else ""
        figure["data"].append(
            {
                "type": "scatter",
                "x": hands,
                "y": _sums(kept, name),
                **(of_total if name == "total" else {}),
                "name": title,
                "mode": "lines",
                "line": {"color": theme().light(role), "dash": dash, "width": width},
                "hovertemplate": f"{lead}{title} %{{y:+,.1f}}<extra></extra>",
            }
        )
    for name in _BAND:
        figure["data"].append(
            {
                "type": "scatter",
                "x": hands,
                "y": _sums(kept, name, start=None),
                "name": words["band"],
                "mode": "lines",
                "line": {"width": 0},
                **({"fill": "tonexty"} if name == "high" else {}),
                "fillcolor": theme().light("band"),
                "hoverinfo": "skip",
                "showlegend": name == "high",
                "zorder": -1,
            }
        )
    figure["layout"] |= {
        "hovermode": "x unified",
        "dragmode": "zoom",
        "xaxis": {
            "fixedrange": False,
            "title": {"text": words["hands"]},
            "tickformat": ",d",
            "showgrid": False,
            "zeroline": False,
            "hoverformat": ",d",
            **_whole_ticks(frame.height),
        },
        "yaxis": {
            "title": {"text": words["big_bets"]},
            "tickformat": ",~r",
            "zeroline": True,
            "ticklabelstandoff": 8,  # the lowest label is not over the first one of the other axis
        },
    }
    by_hand = {
        "xaxis.title.text": words["hands"],
        "xaxis.type": "linear",
        "xaxis.tickformat": ",d",
        "xaxis.dtick": _whole_ticks(frame.height).get("dtick"),
    }
    by_date = {
        "xaxis.title.text": words["dates"],
        "xaxis.type": "date",
        "xaxis.tickformat": "",
        "xaxis.dtick": None,
    }
    along = (Option(words["hands"], {"x": [hands]}, by_hand), Option(words["dates"], {"x": [dates]}, by_date))
    if money is None:
        return figure, (along,)
    in_money = [
        *(_sums(kept, f"{name}_money", money.scale) for name in names),
        *(_sums(kept, f"{name}_money", money.scale, start=None) for name in _BAND),
    ]
    # Plotly writes a dollar after the minus sign, and other signs only at an end.
    ticks = {"tickformat": "$,~r" if money.sign == "$" else ",~r"}
    ticks["ticksuffix"] = f" {money.sign}" if money.sign not in {"", "$"} else ""
    in_money_layout = {
        "yaxis.title.text": money.name,
        **{f"yaxis.{name}": text for name, text in ticks.items()},
    }
    in_bets_layout = {
        "yaxis.title.text": words["big_bets"],
        "yaxis.tickformat": ",~r",
        "yaxis.ticksuffix": "",
    }
    up = (
        Option(money.name, {"y": in_money}, in_money_layout, money.summary),
        Option(words["big_bets"], {"y": [trace["y"] for trace in figure["data"]]}, in_bets_layout, in_bets),
    )
    for trace, sums in zip(figure["data"], in_money, strict=True):
        trace["y"] = sums
    figure["layout"]["yaxis"] |= {"title": {"text": money.name}, **ticks}
    return figure, (along, up)


def _sums(kept: pl.DataFrame, name: str, scale: int = 1, *, start: float | None = 0.0) -> list[float | None]:
    return [start, *(kept[name] / scale).round(2).to_list()]


def _whole_ticks(most: int) -> dict[str, int]:
    """Return the tick spacing for few hands, where Plotly's default ticks would not be whole numbers."""
    if most > _FEW_TICKS * 2:
        return {}
    return {"tick0": 0, "dtick": 1 if most <= _FEW_TICKS else 2}


def thin(frame: pl.DataFrame, columns: Sequence[str], buckets: int = BUCKETS) -> pl.DataFrame:
    """Return enough rows to draw the lines: the first, the last, and the extremes of each column in each bucket."""
    if frame.height <= buckets * (2 * len(columns)):
        return frame
    numbered = frame.with_row_index("row_")
    bucket = pl.col("row_") * buckets // frame.height
    extremes = [
        pl.col("row_")
        .gather(pl.col(column).arg_min() if least else pl.col(column).arg_max())
        .first()
        .alias(f"{column}_{least}")
        for column in columns
        for least in (True, False)
    ]
    wanted = numbered.group_by(bucket.alias("bucket_")).agg(extremes).drop("bucket_")
    rows = {0, frame.height - 1}
    for column in wanted.columns:
        rows.update(wanted[column].to_list())
    return frame[sorted(rows)]
