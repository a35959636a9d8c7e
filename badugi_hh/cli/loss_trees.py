"""Prints trees of losses: the streets with their dearest situations, and what to do about the clear ones."""

from typing import TYPE_CHECKING

from badugi_hh.cli.console import say, visible
from badugi_hh.cli.tables import say_folded, show_table
from badugi_hh.leaks.trends import LATEST
from badugi_hh.wording.formats import counted, decimal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from badugi_hh.leaks.loss_tree import LossNode, LossTree

_SHOWN, _ADVISED, _COMPARED = 6, 3, 10


def show_losses(tree: "LossTree", options: str, *, you: bool) -> None:
    """Print the tree of one player; `options` are those of the command that lists the hands of a node."""
    root, who = tree.root, "you lose" if you else f"{visible(tree.player)} loses"
    say_folded(
        f"{who} {decimal(root.loss, 2)} big bets per 100 hands against best play in {counted(tree.hands, 'hand')}; best play itself "
        f"shows {decimal(root.floor, 2)} by the errors of the tables"
    )
    shown = [node for node in tree.situations if node.lost][:_SHOWN]
    if not shown:
        return
    lines = []
    for street in tree.streets:
        if street.lost:
            own = [node for node in shown if node in street.children]
            lines += [(street.title, street), *((f"  {node.titles[-1]}", node) for node in own)]
    show_table(
        ("lost", "per 100", "interval", "decisions", "mistakes", "judged by", "node"),
        [
            (
                title,
                decimal(node.loss, 2),
                _interval(node),
                f"{node.decisions:,}",
                f"{node.mistakes:,}",
                str(node.judge or ""),
                node.id,
            )
            for title, node in lines
        ],
        right=(1, 2, 3, 4),
        whole=(0, 6),
    )
    if any(_interval(node).endswith("?") for _, node in lines):
        say_folded(
            "? chance or the errors of the judges may explain the loss, or mostly equity alone judges it; --json has all nodes"
        )
    for node in shown:
        if node.trend is not None and node.trend.is_clear:
            before, latest = decimal(node.trend.before, 2), decimal(node.trend.latest, 2)
            say_folded(f"{node.id}: {latest} in the latest {counted(LATEST, 'hand')}, {before} before them")
    clear = tree.dearest[:_ADVISED]
    for node in clear:
        part = f", {decimal(node.instructed, 2)} of it" if node.instructed < node.loss else ""
        say_folded(f"{decimal(node.loss, 2)}{part}: {node.instruction} ({node.id})")
    if not clear:
        say_folded("no loss is clear: chance or the errors of the judges may explain each of them")
    first = (*clear, *shown)[0]
    say(f"the hands of {first.id}: badugi-hh hands --leak {first.id}{options} --limit 0")


def compare_losses(trees: "Sequence[LossTree]") -> None:
    """Print the losses of several players side by side, a line for each street and for the dearest situations."""
    by_player = [{node.id: node for node in tree.nodes()} for tree in trees]
    summed: dict[str, float] = {}
    for tree in trees:
        for node in tree.situations:
            summed[node.id] = summed.get(node.id, 0.0) + node.lost
    streets = dict.fromkeys(street.id for tree in trees for street in tree.streets)
    dearest = sorted(summed, key=lambda id_: -summed[id_])[:_COMPARED]
    rows = [
        (id_, *(decimal(nodes[id_].loss, 2) if id_ in nodes else None for nodes in by_player))
        for id_ in (trees[0].root.id, *streets, *dearest)
    ]
    heads = ("lost per 100", *(f"{visible(tree.player)}\n{counted(tree.hands, 'hand')}" for tree in trees))
    show_table(heads, rows, right=range(1, len(heads)), whole=(0,))


def _interval(node: "LossNode") -> str:
    """Return the ends of the interval of a loss; a question mark says that it is not clear."""
    if node.low is None or node.high is None:
        return ""
    return f"{decimal(node.low, 2)} to {decimal(node.high, 2)}{'' if node.is_clear else '?'}"
