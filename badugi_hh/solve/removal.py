"""Measures how far the values of actions in the model are from those with real cards, by kind of decision.

Hands are played with real cards; at each decision every action is played to the end of the hand with the same cards to
come. What an action wins more than the first one, less the same difference in the model, averages to 0 if the model is
right. It is averaged over groups of classes; the root mean square of the averages, less what is noise, is the error of
a kind of decision. It includes what the model approximates about draws.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from badugi_hh.solve.classes import strength_buckets
from badugi_hh.solve.compiled import jit
from badugi_hh.solve.cost_errors import Errors, kind_of
from badugi_hh.solve.game import BIG_BET, PublicState
from badugi_hh.solve.loops import Floats
from badugi_hh.solve.public_tree import FIXED, PublicTree
from badugi_hh.solve.real_cards import (
    Hands,
    Strategy,
    child_of,
    class_of_ranks,
    deal_cards,
    deal_to,
    draw_cards,
    empty_hands,
    is_draw,
    new_decks,
    play_on,
    select_action,
)
from badugi_hh.solve.solved_table import CLASSES_OF_ERROR
from badugi_hh.solve.transitions import usual_end

GROUPS = 20
FEWEST = 2_000
"""Of fewer observations no error is computed; that of all decisions stands for it."""
_FIXED = FIXED


@jit
def copy_hands(source: Hands, target: Hands) -> None:
    """Copy the cards of both players."""
    target.held[:] = source.held
    target.counts[:] = source.counts
    target.numbers[:] = source.numbers
    target.stubs[:] = source.stubs
    target.drawn[:] = source.drawn


@jit
def compare_deals(
    deals: int,
    seed: int,
    separate: bool,
    nodes: Any,
    strategy: Strategy,
    hands: Hands,
    spare: Hands,
    classes: NDArray[np.int16],
    marks: NDArray[np.int32],
    kinds: NDArray[np.int32],
    groups: NDArray[np.int32],
    worth: Floats,
    sums: NDArray[np.float64],
) -> None:
    """Play each deal twice and add up the differences at marked nodes, and their squares and number, in `sums`.

    `worth` has the values of the actions of a marked node from row `marks[node]` on, in the model. `sums` is indexed by
    the three, the kind, the group of the class, and the action.
    """
    np.random.seed(seed)  # noqa: NPY002 -- compiled
    decks = new_decks()
    cards = np.zeros(22, np.int8)
    styles = np.zeros(2, np.int64)
    nothing = np.zeros(0, np.int8)
    for deal in range(2 * deals):
        if deal % 2 == 0:
            deal_cards(decks, separate, cards)
        deal_to(hands, cards, deal % 2, classes)
        node = 0
        while nodes[node]["kind"] < _FIXED:
            player = nodes[node]["kind"]
            draws = is_draw(nodes, node)
            mark = marks[node]
            if mark >= 0:
                number = hands.numbers[player]
                kind, group = kinds[node], groups[number]
                sign = 1 - 2 * player
                first = 0.0
                for action in range(nodes[node]["count"]):
                    copy_hands(hands, spare)
                    if draws and action:
                        draw_cards(spare, player, action, classes)
                    child = child_of(nodes, node, action)
                    won = play_on(nodes, child, styles, strategy, spare, classes, nothing)
                    if action == 0:
                        first = won
                        continue
                    off = sign * (won - first) - (worth[mark + action, number] - worth[mark, number])
                    sums[0, kind, group, action] += off
                    sums[1, kind, group, action] += off * off
                    sums[2, kind, group, action] += 1
            action = select_action(0, nodes, node, strategy, hands, draws)
            if draws and action:
                draw_cards(hands, player, action, classes)
            node = child_of(nodes, node, action)


def measure_removal(
    tree: PublicTree,
    strategy: Strategy,
    states: dict[int, PublicState],
    marks: NDArray[np.int32],
    worth: Floats,
    deals: int,
    *,
    separate: bool = False,
) -> Errors:
    """Return the error of each kind of decision at the nodes `states`, by row of the tree.

    `worth` has the values of their actions in the model, from row `marks[row]` on, by class and in the unit of the tree,
    if both players follow the strategy. With `separate` no card is removed, and what is left are the approximations of draws.
    """
    names = sorted({kind_of(state) for state in states.values()})
    kinds = np.zeros(len(tree.nodes), np.int32)
    for row, state in states.items():
        kinds[row] = names.index(kind_of(state))
    groups = strength_buckets(GROUPS, usual_end()).astype(np.int32)
    count = int(groups[-1]) + 1
    sums = np.zeros((3, len(names), count, 4))
    compare_deals(
        deals, 1, separate, tree.nodes, strategy, empty_hands(), empty_hands(), class_of_ranks(),
        marks, kinds, groups, worth, sums,
    )  # fmt: skip
    first = np.searchsorted(groups, np.arange(count))
    return errors_of(
        names,
        sums / np.array([BIG_BET, BIG_BET**2, 1])[:, None, None, None],
        np.searchsorted(np.cumsum(CLASSES_OF_ERROR), first, side="right"),
    )


def errors_of(names: list[str], sums: NDArray[np.float64], size: NDArray[np.int64]) -> Errors:
    """Return the errors from sums, sums of squares and numbers by kind, group and action; `size` is that of each group."""
    total, squares, count = sums
    seen = np.maximum(count, 2)
    mean = total / seen
    noise = (squares / seen - mean**2) / (seen - 1)
    exact = np.where(count > 1, (mean**2 - noise) * count, 0.0)
    found: Errors = {}
    for place in range(len(CLASSES_OF_ERROR)):
        of_size = size == place
        every = float(exact[:, of_size].sum() / max(count[:, of_size].sum(), 1))
        for number, name in enumerate(names):
            observed = float(count[number, of_size].sum())
            mine = float(exact[number, of_size].sum()) / observed if observed >= FEWEST else every
            found[name] = (*found.get(name, ()), round(max(mine, 0.0) ** 0.5, 4))
    return found
