"""The values of actions against a solver's strategies, and what each action loses against the best one."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from badugi_hh.solve.classes import CLASSES
from badugi_hh.solve.game import BIG_BET
from badugi_hh.solve.public_tree import PublicTree
from badugi_hh.solve.solver import Solver
from badugi_hh.solve.walks import Floats

CUT = 1e-9
"""What the opponent plays with at most this probability is left out of best responses: worth less than 0.0001 big bets."""


def action_values(
    tree: PublicTree, solver: Solver, rows: Sequence[int], *, best: bool, cut: float = CUT
) -> tuple[dict[int, Floats], float]:
    """Return the value of each action of the nodes `rows`, by row and class, times the reach of the opponent.

    The player follows with the best response to the opponent's average strategy, or with their own average strategy.
    Actions that the opponent takes with at most the probability `cut` are left out. The second result is what both players win together from the root on. Values are in the unit of the tree.
    """
    gained = 0.0
    result = {row: np.zeros((int(tree.nodes["count"][row]), CLASSES), np.float32) for row in rows}
    for player in (0, 1):
        wanted = [row for row in rows if tree.nodes["kind"][row] == player]
        whole, values = solver.respond(player, best=best, cut=cut, wanted=wanted)
        gained += float(solver.setup.ranges[player].astype(np.float64) @ whole)
        result |= values
    return result, gained


def costs_of(values: Floats, theirs: float) -> NDArray[np.float64]:
    """Return what each action loses against the best one in big bets, from its values times the opponent's reach."""
    exact = values.astype(np.float64)
    return np.asarray((exact.max(axis=0) - exact) / (theirs * BIG_BET))
