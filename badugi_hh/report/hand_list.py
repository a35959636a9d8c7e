"""Builds the table of hands: selects the hands and fills the cells.

A report lists at most `MOST` hands, because browsers are slow with very large pages. It lists the hands that the leaks
name, then those with the largest results, won or lost, in big bets. The page states how many of the hands it lists.
"""

from collections.abc import Collection, Mapping
from typing import Any

import polars as pl

from badugi_hh.engine.cards import cards as parse_cards
from badugi_hh.engine.values import value
from badugi_hh.report.formats import UNKNOWN, cards, count, decimal, minute, money
from badugi_hh.report.page_model import Cell, Column, HandRow, Hands
from badugi_hh.report.text import catalogue, say

MOST = 500


def select_hands(rows: pl.DataFrame, named: Collection[tuple[str, str]], most: int) -> pl.DataFrame:
    """Return the hands to list, one row per hand, the most recent first.

    `rows` is as from `queries.seat_rows`. `named` has (site, hand_id) of the hands that leaks name, which are selected
    first.
    """
    once = rows.unique("hand_key", keep="first", maintain_order=True)
    marks = [(site, hand_id) in named for site, hand_id in once.select("site", "hand_id").iter_rows()]
    return (
        once.with_columns(
            pl.Series("named_", marks, dtype=pl.Boolean), pl.int_range(pl.len()).alias("order_")
        )
        .sort("named_", pl.col("net_bb").abs(), "order_", descending=True, nulls_last=True)
        .head(most)
        .sort("order_", descending=True)
        .drop("named_", "order_")
    )


def hand_list(selected: pl.DataFrame, all_hands: int, texts: Mapping[int, str]) -> Hands:
    """Return the table of the selected hands, out of `all_hands` hands; `texts` has the texts by hand key."""
    several = selected["player"].n_unique() > 1
    words = catalogue()["tables"]
    columns = (
        Column(words["when"], style="left", sorted=True),
        *((Column(words["player"], style="left"),) if several else ()),
        Column(words["hand"], style="left narrow-off"),
        Column(words["stakes"], style="left narrow-off"),
        Column(words["position"], style="left"),
        Column(words["dealt"], style="left"),
        Column(words["line"], style="left"),
        Column(words["final"], style="left narrow-off"),
        Column(words["pot"]),
        Column(words["net"]),
        Column(words["net_bb"]),
    )
    listed = tuple(
        _row(row, texts.get(row["hand_key"]), several=several) for row in selected.iter_rows(named=True)
    )
    numbers = {"shown": count(len(listed)), "all": count(all_hands)}
    complete = len(listed) == all_hands
    which = "selected" if not complete else "one" if all_hands == 1 else "all"
    return Hands(
        say("hands", which, **numbers),
        say("tables", "hands_all" if complete else "hands", **numbers),
        columns,
        listed,
    )


def _row(row: dict[str, Any], text: str | None, *, several: bool) -> HandRow:
    unit = (row["currency"], row["unit"])
    cells = (
        Cell(_when(row), "" if row["played_at"] is None else f"{row['played_at']:%Y%m%d%H%M%S}", "left"),
        *((Cell(row["player"], row["player"], "left"),) if several else ()),
        Cell(row["hand_id"] or UNKNOWN, row["hand_id"] or "", "left narrow-off"),
        Cell(row["stakes"] or UNKNOWN, row["stakes"] or "", "left narrow-off"),
        Cell(row["position"] or UNKNOWN, row["position"] or "", "left"),
        Cell(cards(row["hand_0"]), _key(row["value_0"]), "left"),
        Cell(row["draw_line"] or UNKNOWN, row["draw_line"] or "", "left"),
        Cell(cards(row["held"]), _worth(row["held"]), "left narrow-off"),
        Cell(money(row["total_pot"], *unit), _key(row["pot_bb"])),
        Cell(money(row["net"], *unit, signed=True), _key(row["net"]), _tone(row["net"])),
        Cell(decimal(row["net_bb"], signed=True), _key(row["net_bb"]), _tone(row["net_bb"])),
    )
    label = say("hands", "text", hand=row["hand_id"] or UNKNOWN)
    return HandRow(row["hand_key"], label, cells, text or say("hands", "missing"))


def _when(row: dict[str, Any]) -> str:
    return minute(row["played_at"]) if row["played_at"] else row["local_time"] or UNKNOWN


def _key(number: float | None) -> str:
    return "" if number is None else str(number)


def _worth(held: str | None) -> str:
    return "" if held is None else str(value(parse_cards(held)))


def _tone(number: float | None) -> str:
    if not number:
        return ""
    return "gain" if number > 0 else "loss"
