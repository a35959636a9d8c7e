"""The error of a cost: how far it may be from the cost against an equilibrium with real cards.

Four parts are added as squares, for each node and each of three groups of classes:

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

from badugi_hh.solve.game import PublicState
from badugi_hh.solve.solved_table import CLASSES_OF_ERROR, COST_STEP

HIGHEST = 255 * COST_STEP
UNKNOWN = 1.0
"""The disagreement at a node that the further iterations do not reach, in big bets."""
_ROUNDING = COST_STEP / 12**0.5


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
