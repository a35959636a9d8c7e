"""Turns the tree of losses of a player into lines of the page: what to do where a loss is clear, and the hands behind it."""

from collections.abc import Mapping

import polars as pl
from markupsafe import Markup

from badugi_hh.leaks.loss_tree import LossTree
from badugi_hh.report.page_model import Case, LossLine
from badugi_hh.wording.catalogue import catalogue, leak_text, say
from badugi_hh.wording.formats import count, counted, decimal

_MOST, _HANDS = 12, 5


def named_hands(tree: LossTree) -> set[int]:
    """Return the keys of the hands that the lines name."""
    return {key for node in tree.dearest[:_MOST] for key in tree.hands_of(node.id)["hand_key"].head(_HANDS)}


def rows_of_nodes(tree: LossTree) -> pl.DataFrame:
    """Return the seats behind the nodes that have a line, as `rows_behind` has those behind checks: `id`, `hand_key` and `seat`."""
    empty = pl.DataFrame(schema={"id": pl.String, "hand_key": pl.Int32, "seat": pl.Int8})
    nodes = tree.dearest[:_MOST]
    rows = (tree.hands_of(node.id).select(pl.lit(node.id).alias("id"), "hand_key", "seat") for node in nodes)
    return pl.concat([empty, *rows], how="vertical_relaxed")


def loss_lines(
    tree: LossTree, hand_ids: Mapping[int, str], counts: Mapping[str, int]
) -> tuple[LossLine, ...]:
    """Return the clear nodes of a tree; `hand_ids` are those of the listed hands by key, `counts` the listed hands by node."""
    judges = catalogue()["leaks"]["judges"]
    lines = []
    for node in tree.dearest[:_MOST]:
        low, high = (decimal(end, 2) for end in (node.low, node.high))
        interval = say("figures", "interval", low=low, high=high)
        number = counts.get(node.id, 0)
        about = say(
            "leaks",
            "lost_about",
            interval=interval,
            decisions=counted(node.decisions, "decision"),
            mistakes=count(node.mistakes),
            judge=judges[node.judge],
        )
        hands = tree.hands_of(node.id).head(_HANDS).select("hand_key", "big_bets")
        cases = tuple(
            Case(key, hand_ids[key], Markup(say("leaks", "lost_case", cost=decimal(lost, 2))))  # noqa: S704 -- a number
            for key, lost in hands.iter_rows()
            if key in hand_ids
        )
        lines.append(
            LossLine(
                node.id,
                leak_text(node.instruction) or node.instruction,
                say("leaks", "cost", cost=decimal(node.loss, 2)),
                about,
                say("leaks", "one_hand" if number == 1 else "all_hands", hands=counted(number, "hand"))
                if number
                else "",
                cases,
            )
        )
    return tuple(lines)


def total_text(tree: LossTree) -> str:
    """Return what the player loses in all, and on which streets."""
    streets = ", ".join(
        f"{decimal(street.loss, 2)} {leak_text(street.titles[-1]) or street.title}"
        for street in tree.streets
        if street.lost
    )
    total, floor = decimal(tree.root.loss, 2), decimal(tree.root.floor, 2)
    return say(
        "leaks", "lost_total", loss=total, hands=counted(tree.hands, "hand"), streets=streets, floor=floor
    )
