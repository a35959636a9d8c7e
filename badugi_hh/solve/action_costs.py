"""The values of actions against a solver's strategies, and what each action loses against the best one, with its error.

The error is how far a cost may be from the cost against an equilibrium with real cards. Four parts are added as squares, for
each node and each of three groups of classes:

- disagreement: the solver goes on without its earlier strategies, and the average of the further iterations gives costs
  again; the part is the root mean square of the differences;
- in the last betting round, how far its costs change with more iterations of all classes (`all_classes`);
- card removal, and what else the model approximates, by kind of decision, measured with real cards
  (`training/removal.py`);
- the rounding of costs to steps.

What all iterations have in common, such as the ranges with which the last round begins, is no part of it.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from badugi_hh.solve.classes import CLASSES
from badugi_hh.solve.game import BIG_BET, PublicState
from badugi_hh.solve.public_tree import PublicTree
from badugi_hh.solve.solved_table import CLASSES_OF_ERROR, COST_STEP
from badugi_hh.solve.solver import Solver
from badugi_hh.solve.walks import Floats

CUT = 1e-9
"""What the opponent plays with at most this probability is left out of best responses: worth less than 0.0001 big bets."""
HIGHEST = 255 * COST_STEP
UNKNOWN = 1.0
"""The disagreement at a node that the further iterations do not reach, in big bets."""
_ROUNDING = COST_STEP / 12**0.5


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


def kind_of(state: PublicState) -> str:
    """Return the kind of a decision: the round, whether it is a draw or faces a bet, and whether the opponent is pat."""
    if state.actor is None:
        raise ValueError("the hand is over")
    theirs = state.drawn[1 - state.actor]
    against = "" if not theirs else " against a drawer" if theirs[-1] else " against a pat hand"
    if state.drawing:
        return f"draw {state.round}{against}"
    facing = " facing a bet" if state.paid[0] != state.paid[1] else ""
    return f"round {state.round}{facing}{against}" if state.round else "round 0"


def disagreement(
    stored: NDArray[np.floating[Any]], again: NDArray[np.floating[Any]], mine: NDArray[np.floating[Any]]
) -> NDArray[np.float64]:
    """Return the root mean square of the differences of costs for each group of classes, weighted by their reach."""
    squares = ((np.minimum(again, HIGHEST) - np.minimum(stored, HIGHEST)) ** 2).mean(axis=0)
    errors = np.zeros(len(CLASSES_OF_ERROR))
    begin = 0
    for place, size in enumerate(CLASSES_OF_ERROR):
        group = slice(begin, begin + size)
        weights = mine[group].astype(np.float64)
        errors[place] = np.average(squares[group], weights=weights if weights.sum() > 0 else None) ** 0.5
        begin += size
    return errors


def total_error(off: NDArray[np.float64] | float, removal: Sequence[float]) -> NDArray[np.float64]:
    """Return the error of each group of classes from its parts."""
    return np.asarray((off * np.ones(len(removal))) ** 2 + np.square(removal) + _ROUNDING**2) ** 0.5
