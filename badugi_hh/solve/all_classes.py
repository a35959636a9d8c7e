"""Solves the last betting round from the ranges with which both players come to it, with all 1,092 classes.

After an action that a strategy hardly ever takes, the opponent's answer converges slowly: what it was in the first
iterations counts for long. The result is therefore the average of further iterations alone, and its difference from that of
the first ones is the error of a cost. Where the ranges come from is not known here, nor what real cards change.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from badugi_hh.solve.classes import no_buckets
from badugi_hh.solve.compiled import COMPILED
from badugi_hh.solve.cost_errors import UNKNOWN, disagreement
from badugi_hh.solve.game import Game, PublicState
from badugi_hh.solve.make_table import action_values, costs_of
from badugi_hh.solve.player_ranges import LEAST_REACH, Ranges, without_rare
from badugi_hh.solve.public_tree import PublicTree, build_tree
from badugi_hh.solve.reached_nodes import ReachedNodes, average_strategy, reached_nodes
from badugi_hh.solve.solve_error import SolveError
from badugi_hh.solve.solver import Setup, Solver, no_draw

FIRST, FURTHER = (100, 900) if COMPILED else (50, 150)
"""The iterations of both averages: 0.1 seconds with numba, 0.5 without."""
TO_COME = 1 if FURTHER > 5 * FIRST else 2
"""What more iterations change, as a multiple of what the further ones have changed; measured with 2,500 iterations."""


class Decision(NamedTuple):
    """A decision of the round: what the actor holds, each action's share and cost by class, and the error of the costs.

    `mine` is the probability of each class and of coming here with it, `theirs` that of the opponent's actions, `least` the
    least share of one of them, all from the start of the round on. `off` is the error of the costs of each group of classes, see `cost_errors`.
    """

    state: PublicState
    mine: NDArray[np.float32]
    theirs: float
    least: float
    mix: NDArray[np.float64]
    cost: NDArray[np.float32]
    off: NDArray[np.float64]


def is_last_round(game: Game, state: PublicState) -> bool:
    """Return whether a state is a decision of the last betting round."""
    return state.actor is not None and not state.drawing and state.round == len(game.bets) - 1


def solve_last_round(game: Game, start: Ranges) -> dict[str, Decision]:
    """Return the decisions of the last betting round from `start` on, by line.

    Raises:
        SolveError: a player has no hand there.
    """
    reach = tuple(without_rare(each) for each in start.reach)
    if not all(each.any() for each in reach):
        raise SolveError("no hand of the stored strategies comes to this line; nothing is claimed about it")
    tree = build_tree(game, start.state)
    first, second = ((each / each.sum()).astype(np.float32) for each in reach)
    none = no_draw()
    solver = Solver(
        Setup(tree.nodes, tree.slots, tree.depth, (first, second), no_buckets(), none, none, game.dead)
    )
    solver.iterate(FIRST)
    _, early = _costs(tree, solver)
    solver.sums[:] = 0
    solver.iterate(FURTHER)
    found, costs = _costs(tree, solver)
    return {
        line: Decision(
            found.states[place],
            found.mine[place],
            found.theirs[place],
            found.least[place],
            average_strategy(tree, solver, found.rows[place]),
            costs[place],
            _error(found, place, costs[place], early[place]),
        )
        for place, line in enumerate(found.lines)
    }


def _costs(tree: PublicTree, solver: Solver) -> tuple[ReachedNodes, list[NDArray[np.float32]]]:
    """Return the decisions of a tree and the cost of each action there."""
    found = reached_nodes(tree, solver)
    values, _ = action_values(tree, solver, found.rows, best=True)
    costs = [
        np.asarray(costs_of(each, max(theirs, LEAST_REACH)), np.float32)
        for each, theirs in zip(values, found.theirs, strict=True)
    ]
    return found, costs


def _error(
    found: ReachedNodes, place: int, cost: NDArray[np.float32], early: NDArray[np.float32]
) -> NDArray[np.float64]:
    """Return the differences of two costs by group of classes; the best action, which costs nothing in both, is not counted."""
    off = disagreement(early, cost, found.mine[place])
    if found.theirs[place] <= LEAST_REACH:
        return np.full_like(off, UNKNOWN)
    return np.asarray(TO_COME * off * (len(cost) / max(len(cost) - 1, 1)) ** 0.5)
