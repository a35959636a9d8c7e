"""Solves the last betting round from the ranges with which both players come to it, with all 1,092 classes.

After an action that a strategy hardly ever takes, the opponent's answer converges slowly: what it was in the first
iterations counts for long. The result is therefore the average of further iterations alone, and its difference from that of
the first ones is the error of a cost. Where the ranges come from is not known here, nor what real cards change.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from badugi_hh.solve.action_costs import UNKNOWN, action_values, costs_of, disagreement
from badugi_hh.solve.game import Game, PublicState
from badugi_hh.solve.player_ranges import LEAST_REACH, Ranges, Reach, without_rare
from badugi_hh.solve.public_tree import PublicTree, build_tree
from badugi_hh.solve.reached_nodes import ReachedNode, average_strategy, reached_nodes
from badugi_hh.solve.solver import Solver, setup_of
from badugi_hh.user_error import SolveError


class Effort(NamedTuple):
    """The iterations of both averages, and what more iterations change, as a multiple of what the further ones have changed.

    The multiples were measured with 2,500 iterations.
    """

    first: int
    further: int
    to_come: int


LIVE = Effort(50, 150, 2)
"""For one answer: half a second."""


class Decision(NamedTuple):
    """A decision of the round: what the actor holds, each action's share and cost by class, and the error of the costs.

    `mine` is the probability of each class and of coming here with it, `theirs` that of the opponent's actions, `least` the
    least share of one of them, all from the start of the round on. `off` is the error of the costs of each group of classes, see `cost_errors`.
    """

    state: PublicState
    mine: Reach
    theirs: float
    least: float
    mix: NDArray[np.float64]
    cost: NDArray[np.float32]
    off: NDArray[np.float64]


def is_last_round(game: Game, state: PublicState) -> bool:
    """Return whether a state is a decision of the last betting round."""
    return state.actor is not None and not state.drawing and state.round == len(game.bets) - 1


def solve_last_round(game: Game, start: Ranges, effort: Effort = LIVE) -> dict[str, Decision]:
    """Return the decisions of the last betting round from `start` on, by line.

    Raises:
        SolveError: a player has no hand there.
    """
    reach = tuple(without_rare(hands) for hands in start.reach)
    if not all(hands.any() for hands in reach):
        raise SolveError("no hand of the stored strategies comes to this line; nothing is claimed about it")
    tree = build_tree(game, start.state)
    first, second = ((hands / hands.sum()).astype(np.float32) for hands in reach)
    solver = Solver(setup_of(tree, (first, second)))
    solver.iterate(effort.first)
    early = {node.line: cost for node, cost in _costs(tree, solver)}
    solver.sums[:] = 0
    solver.iterate(effort.further)
    return {
        node.line: Decision(
            node.at.state,
            node.at.mine,
            node.at.theirs,
            node.at.least[1 - node.at.actor],
            average_strategy(solver, node.row),
            cost,
            _change(node.at, cost, early[node.line], effort.to_come),
        )
        for node, cost in _costs(tree, solver)
    }


def _costs(tree: PublicTree, solver: Solver) -> list[tuple[ReachedNode, NDArray[np.float32]]]:
    """Return the decisions of a tree with the cost of each action there."""
    nodes = list(reached_nodes(tree, solver))
    values, _ = action_values(tree, solver, [node.row for node in nodes], best=True)
    return [
        (node, costs_of(values[node.row], max(node.at.theirs, LEAST_REACH)).astype(np.float32))
        for node in nodes
    ]


def _change(
    at: Ranges, cost: NDArray[np.float32], early: NDArray[np.float32], to_come: int
) -> NDArray[np.float64]:
    """Return the errors of costs by group of classes; the best action, which costs nothing in both, is not counted."""
    off = disagreement(early, cost, at.mine)
    if at.theirs <= LEAST_REACH:
        return np.full_like(off, UNKNOWN)
    return np.asarray(to_come * off * (len(cost) / max(len(cost) - 1, 1)) ** 0.5)
