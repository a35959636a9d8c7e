"""The data of the chart of running results, which `reports/figures.js` draws, thinned to what a screen can show.

Nothing here counts: the sums are those of `stats.engine.frames.running_results`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

BUCKETS = 150  # a line keeps the extremes of each bucket, which looks the same as all points

_LINES = ("total", "showdown", "other", "adjusted")
_BAND = ("low", "high")


def result_chart(
    frame: pl.DataFrame, summaries: Sequence[str], money: Mapping[str, str] | None, scale: int
) -> dict[str, Any]:
    """Return the running results in big bets, and in money first where there is an amount to show.

    The lines are all hands, hands with a showdown, hands without, results without luck if any luck is known, and an interval.
    `frame` is one of `stats.engine.frames.running_results`. `summaries` has the sentence for each unit. `money` has the
    `label` and the `sign` of the denomination, and `scale` says how many of its units are one of it: 100 cents are a dollar.
    """
    lines = _LINES if frame["luck"].count() else _LINES[:3]
    units = {"bets": ("", 1), **({"money": ("_money", scale)} if money else {})}
    kept = thin(frame, [f"{line}{suffix}" for suffix, _ in units.values() for line in lines])
    sums = {
        unit: {line: (kept[f"{line}{suffix}"] / scale).round(2).to_list() for line in (*lines, *_BAND)}
        for unit, (suffix, scale) in units.items()
    }
    return {
        "kind": "results",
        "count": frame.height,
        "hands": kept["hand"].to_list(),
        "dates": kept["shown_at"].dt.strftime("%Y-%m-%d %H:%M").to_list(),
        "numbers": kept["hand_id"].to_list(),
        "keys": kept["hand_key"].to_list(),
        "unit": money,
        "summaries": summaries,
        "money": None,
        **sums,
    }


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
