"""The block of the losses of the page: each judged decision and draw of the listed seats, by its leaf of the tree.

`reports/losses.js` adds them up for any selection, as `badugi_hh.leaks.loss_tree` does. Nothing here adds or judges.
"""

from collections.abc import Mapping
from typing import Any

import duckdb
import polars as pl

from badugi_hh.facts.words import MISTAKE_FROM, Judge
from badugi_hh.leaks.loss_nodes import ALL, DO, OTHER_CARDS, parents, titles
from badugi_hh.leaks.loss_tree import (
    FEWEST,
    INSTEAD,
    KEEP_OTHERS,
    MOST_OF,
    NOTABLE,
    SOLVED,
    TICKS,
    Z,
    fetch_losses,
)
from badugi_hh.report.page_model import Plot
from badugi_hh.report.replay_columns import numbered_steps
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.wording.catalogue import catalogue, leak_text

CHART = "chart-losses"
"""The id of the chart that the page draws."""
DEAREST = 200
"""So many of the hands that lose most count as the most recent ones."""
_ROW = ("ticks", "errors", "step")


def dearest_hands(rows: pl.DataFrame) -> pl.DataFrame:
    """Return the `site` and `hand_id` of the seats that lose most; `rows` is as from `queries.seat_rows`."""
    losing = rows.filter(pl.col("lost") > 0).sort("lost", "hand_key", descending=True)
    return losing.head(DEAREST).select("site", "hand_id")


def loss_chart() -> Plot:
    """Return the chart of the nodes below one, whose bars the script adds up."""
    return Plot(CHART, {"kind": "losses", "bars": []}, 18.0, catalogue()["losses"]["chart"])


def loss_block(
    con: duckdb.DuckDBPyConnection,
    hand_filter: Filter,
    listed: pl.DataFrame,
    events: pl.DataFrame,
    denominations: Mapping[str, Any],
) -> dict[str, Any] | None:
    """Return the losses of the listed seats, None if nothing of them is judged.

    `listed` is as from `hand_table.select_listed`, `events` are those of the hands, and `denominations` has how amounts are written, as the block of the seats has them.

    `groups` has for each leaf, judge and mean loss of best play the places of the seats, each as the distance from the one
    before, and of what was lost the ticks, the errors in ticks, and the steps.
    """
    places = listed.select("hand_key", "seat").with_row_index("place")
    rows = fetch_losses(con, hand_filter).join(places, on=("hand_key", "seat"))
    if rows.is_empty():
        return None
    rows = rows.with_columns(errors=(pl.col("loss_error") * TICKS).round().cast(pl.Int64))
    rows = rows.join(numbered_steps(events), on=("hand_key", "n"), how="left")
    rows = rows.sort("leaf", "judge", "floor", "place", "n")
    groups = []
    for (leaf, judge, floor), own in rows.group_by("leaf", "judge", "floor", maintain_order=True):
        gaps = own["place"].cast(pl.Int64).diff().fill_null(own["place"][0])
        columns = [own[name].to_list() for name in _ROW] if own["ticks"].max() else []
        groups.append([leaf, judge, round(floor, 6), gaps.to_list(), *columns])
    named = titles()
    nodes = {node for leaf in rows["leaf"].unique() for node in parents(leaf)}
    return {
        "groups": groups,
        "titles": {id_: _said(named[id_][-1]) for id_ in sorted(nodes)},
        "cash": _cash(listed),
        "signs": denominations,
        "do": {word: _said(phrase) for word, phrase in DO.items()},
        "forms": [_said(form) for form in (INSTEAD, KEEP_OTHERS)],
        "words": {**catalogue()["losses"], "judges": catalogue()["leaks"]["judges"]},
        "names": {"all": ALL, "other_cards": OTHER_CARDS, "chart": CHART, "equity": Judge.EQUITY},
        "solved": SOLVED,
        "numbers": {
            "ticks": TICKS,
            "z": Z,
            "notable": NOTABLE,
            "fewest": FEWEST,
            "most_of": MOST_OF,
            "mistake": MISTAKE_FROM,
        },
    }


def _cash(listed: pl.DataFrame) -> dict[str, Any]:
    """Return the denominations and big bets of cash hands, and for each seat the place of its own, -1 without."""
    cash = listed.select("denomination", "big_bet", cash=(pl.col("game") == "cash") & (pl.col("big_bet") > 0))
    values = cash.filter("cash").select("denomination", "big_bet").unique(maintain_order=True)
    at = values.with_row_index("at").with_columns(pl.col("at").cast(pl.Int64), cash=pl.lit(value=True))
    rows = cash.join(at, on=("denomination", "big_bet", "cash"), how="left", maintain_order="left")
    return {"values": values.rows(), "rows": rows["at"].fill_null(-1).to_list()}


def _said(text: str) -> str:
    return leak_text(text) or text
