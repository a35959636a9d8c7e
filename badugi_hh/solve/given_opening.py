"""The range of an opener that is given, and not solved: the best hands by the solution of the game with a free range.

A game in which only the big blind can answer has an opener who raises twice as many hands as at a full table, where
others are still to act. The opener therefore gets as many hands as published standards open. Which ones they are, is
what the game with a free range says: those that gain most by a raise.
"""

import numpy as np

from badugi_hh.solve.classes import CLASSES, deal
from badugi_hh.solve.loops import Floats
from badugi_hh.solve.solved_table import Table


def given_opening(free: Table, opens: float) -> Floats:
    """Return the shares of folding and raising by class if the best hands of a table raise, a share `opens` of all.

    Hands are ordered by what a raise gains over a fold in the table of the game with a free range, in its steps of 0.02
    big bets; of equal ones the lower class is better. The last class is taken whole if that is closer.
    """
    fold, raise_ = free.costs(0)
    order = np.lexsort((np.arange(CLASSES), raise_ - fold))
    weights = deal()[order].astype(np.float64)
    middle = np.cumsum(weights) - weights / 2
    opening = np.zeros((2, CLASSES), np.float32)
    opening[0] = 1
    opened = order[middle <= opens]
    opening[:, opened] = [[0], [1]]
    return opening
