"""Prints trees of losses: the total by street, the dearest situations, and what to do about the clear ones."""

from typing import TYPE_CHECKING

from badugi_hh.cli.console import say, visible
from badugi_hh.cli.tables import say_folded, show_table
from badugi_hh.wording.formats import counted, decimal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from badugi_hh.leaks.loss_tree import LossNode, LossTree

_SHOWN, _ADVISED = 10, 3
_JUDGES = {
    "cards": "the cards",
    "game": "solved game",
    "blueprint": "the blueprint",
    "equity": "equity alone",
}
"""What a loss rests on, in two words."""


def show_losses(tree: "LossTree", options: str, *, you: bool) -> None:
    """Print the tree of one player; `options` are those of the command that lists the hands of a node."""
    root, who = tree.root, "you lose" if you else f"{visible(tree.player)} loses"
    streets = ", ".join(f"{decimal(street.loss, 2)} {street.title}" for street in tree.streets if street.lost)
    say_folded(
        f"{who} {decimal(root.loss, 2)} big bets per 100 hands against best play in {counted(tree.hands, 'hand')}; best play itself "
        f"shows {decimal(root.floor, 2)} by the errors of the tables"
        f"{f': {streets}' if streets else ''}"
    )
    shown = [node for node in tree.situations if node.lost][:_SHOWN]
    if not shown:
        return
    rows = [
        (node.title, decimal(node.loss, 2), _interval(node), f"{node.decisions:,}", _judge(node), node.id)
        for node in shown
    ]
    rest = root.loss - sum(node.loss for node in shown)
    if rest > 0:
        number = root.decisions - sum(node.decisions for node in shown)
        rows.append(("all others", decimal(rest, 2), "", f"{number:,}", "", ""))
    show_table(
        ("lost", "per 100", "interval", "decisions", "judged by", "node"),
        rows,
        right=(1, 2, 3),
        whole=(5,),
    )
    clear = tree.dearest[:_ADVISED]
    for node in clear:
        say_folded(f"{decimal(node.loss, 2)}: {node.instruction} ({node.id})")
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
    dearest = sorted(summed, key=lambda id_: -summed[id_])[:_SHOWN]
    rows = [
        (id_, *(decimal(nodes[id_].loss, 2) if id_ in nodes else None for nodes in by_player))
        for id_ in (trees[0].root.id, *streets, *dearest)
    ]
    heads = ("lost per 100", *(f"{visible(tree.player)}\n{tree.hands:,} hands" for tree in trees))
    show_table(heads, rows, right=range(1, len(heads)), whole=(0,))


def _interval(node: "LossNode") -> str:
    """Return the ends of the interval of a loss; a question mark says that it is not clear."""
    if node.low is None or node.high is None:
        return ""
    return f"{decimal(node.low, 2)} to {decimal(node.high, 2)}{'' if node.is_clear else '?'}"


def _judge(node: "LossNode") -> str:
    return "" if node.judge is None else _JUDGES[node.judge]
