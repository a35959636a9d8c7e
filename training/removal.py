"""Measures how far the values of actions in the model are from those with real cards, by kind of decision.

Hands are played with real cards; at each decision every action is played to the end of the hand with the same cards to
come. What an action wins more than the first one, less the same difference in the model, averages to 0 if the model is
right. It is averaged over groups of classes; the root mean square of the averages, less what is noise, is the error of
a kind of decision. It includes what the model approximates about draws.
"""

from collections.abc import Mapping

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from real_cards import Hands, Rows, Strategy, act, children_of, deal_cards, deal_hands, draw_for, play_on

from badugi_hh.solve.action_costs import kind_of
from badugi_hh.solve.classes import strength_buckets
from badugi_hh.solve.game import BIG_BET, PublicState
from badugi_hh.solve.public_tree import FIXED, Nodes, PublicTree
from badugi_hh.solve.solved_table import CLASSES_OF_ERROR
from badugi_hh.solve.transitions import usual_end
from badugi_hh.solve.walks import Floats

GROUPS = 20
FEWEST = 2_000
"""Of fewer observations no error is computed; that of all decisions stands for it."""
_AT_ONCE = 5_000

Errors = dict[str, tuple[float, ...]]
"""The error of each kind of decision in big bets, for each of the groups of classes."""


def measure_removal(
    tree: PublicTree,
    strategy: Strategy,
    states: Mapping[int, PublicState],
    worth: Mapping[int, Floats],
    deals: int,
) -> Errors:
    """Return the error of each kind of decision at the nodes `states`, by row of the tree.

    `worth` has the values of their actions in the model, by class and in the unit of the tree, if both players follow the
    strategy.
    """
    names = sorted({kind_of(state) for state in states.values()})
    numbers, marks = (np.full(len(tree.nodes), -1, np.int64) for _ in range(2))
    numbers[list(states)] = [names.index(kind_of(state)) for state in states.values()]
    marks[list(states)] = np.cumsum([0, *(len(worth[row]) for row in states)])[:-1]
    values = np.concatenate([worth[row] for row in states])
    groups = strength_buckets(GROUPS, usual_end()).astype(np.int64)
    count = int(groups[-1]) + 1
    sums = np.zeros((3, len(names), count, 4))
    random = np.random.default_rng(1)
    for begin in range(0, deals, _AT_ONCE):
        cards = deal_cards(random, min(_AT_ONCE, deals - begin))
        for exchanged in (0, 1):
            hands, rows = deal_hands(cards, exchanged), np.zeros(len(cards), np.int64)
            while len(places := np.flatnonzero(tree.nodes["kind"][rows] < FIXED)):
                measured = places[numbers[rows[places]] >= 0]
                here = rows[measured]
                classes = hands.classes[measured, tree.nodes["kind"][here].astype(np.int64)]
                won = _results_of_actions(tree.nodes, here, strategy, hands, measured, random)
                for action, (of, result) in enumerate(won[1:], 1):
                    model = (
                        values[marks[here[of]] + action, classes[of]] - values[marks[here[of]], classes[of]]
                    )
                    off = result - won[0][1][of] - model
                    kind = (numbers[here[of]], groups[classes[of]], np.full(len(of), action))
                    place = np.ravel_multi_index(kind, sums.shape[1:])
                    for part, amount in zip(sums, (off, off * off, np.ones(len(of))), strict=True):
                        part[:] += np.bincount(place, amount, part.size).reshape(part.shape)
                act(tree.nodes, rows, places, strategy, hands, random)
    first = np.searchsorted(groups, np.arange(count))
    return errors_of(
        names,
        sums / np.array([BIG_BET, BIG_BET**2, 1])[:, None, None, None],
        np.searchsorted(np.cumsum(CLASSES_OF_ERROR), first, side="right"),
    )


def _results_of_actions(
    nodes: Nodes, rows: Rows, strategy: Strategy, hands: Hands, places: Rows, random: Generator
) -> list[tuple[Rows, NDArray[np.float64]]]:
    """Return for each action which of the decisions at `rows` have it, and what the player wins who takes it there."""
    results = []
    for action in range(int(nodes["count"][rows].max(initial=0))):
        of = np.flatnonzero(nodes["count"][rows] > action)
        copies, actions = hands.part(places[of]), np.full(len(of), action)
        draw_for(nodes, rows[of], actions, copies, np.arange(len(of)))
        won = play_on(nodes, children_of(nodes, rows[of], actions), strategy, copies, random)
        results.append((of, np.where(nodes["kind"][rows[of]] == 0, won, -won)))
    return results


def errors_of(names: list[str], sums: NDArray[np.float64], size: NDArray[np.int64]) -> Errors:
    """Return the errors from sums, sums of squares and numbers by kind, group and action; `size` is that of each group."""
    total, squares, count = sums
    seen = np.maximum(count, 2)
    mean = total / seen
    noise = (squares / seen - mean**2) / (seen - 1)
    exact = np.where(count > 1, (mean**2 - noise) * count, 0.0)
    errors: Errors = {}
    for place in range(len(CLASSES_OF_ERROR)):
        of_size = size == place
        every = float(exact[:, of_size].sum() / max(count[:, of_size].sum(), 1))
        for number, name in enumerate(names):
            observed = float(count[number, of_size].sum())
            mine = float(exact[number, of_size].sum()) / observed if observed >= FEWEST else every
            errors[name] = (*errors.get(name, ()), round(max(mine, 0.0) ** 0.5, 4))
    return errors
