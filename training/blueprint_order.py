"""What rows of a blueprint must agree on: better hands win no less, and nobody folds a hand that a worse one, or a harder spot, plays on.

`blueprint_costs` puts gains in order by `falling`, and brings errors of rows that cannot both be right in doubt.
"""

import numpy as np
from numpy.typing import NDArray

from badugi_hh.ring import table_spots
from badugi_hh.ring.blueprint import COST_STEP
from badugi_hh.ring.hand_row import BUTTON, SEATS

Floats = NDArray[np.float64]

_AT_ONCE = 2000
"""Spots that are put in order side by side."""


def falling(values: Floats, weight: Floats) -> Floats:
    """Return the falling values that are nearest to the rows of values by weighted squares (isotonic regression, by its min-max formula)."""
    found = np.empty_like(values)
    for first in range(0, len(values), _AT_ONCE):
        part = slice(first, first + _AT_ONCE)
        weights = np.maximum(weight[part], 1e-12)
        above = np.pad(np.cumsum(weights, axis=1), ((0, 0), (1, 0)))
        sums = np.pad(np.cumsum(weights * values[part], axis=1), ((0, 0), (1, 0)))
        for nth in range(values.shape[1]):
            # the mean of each stretch that has the place, by its begin and its end
            means = (sums[:, None, nth + 1 :] - sums[:, : nth + 1, None]) / (
                above[:, None, nth + 1 :] - above[:, : nth + 1, None]
            )
            found[part, nth] = means.min(axis=1).max(axis=1)
    return found


def leaving(cost: Floats) -> Floats:
    """Return what it loses to leave, to fold or to break, by spot and group: less than none where it is best, 0 where there is no choice."""
    first, others = (
        np.where(np.isnan(each), np.inf, each).min(axis=2) for each in (cost[..., :1], cost[..., 1:])
    )
    both = np.isfinite(first) & np.isfinite(others)
    loses = np.subtract(first, others, out=np.zeros_like(first), where=both)
    return -loses if cost.shape[2] == table_spots.ACTIONS[1] else loses


def doubted(error: Floats, loses: Floats, better: NDArray[np.int64], axis: int) -> Floats:
    """Return errors with which no two rows are sure of opposites where that cannot be: both of them are in doubt then.

    `loses` has what an action loses, by spot and group: less than none where it surely is right. It cannot be right for one and lose for
    another of which the first one is at least as good. `better` has such pairs as columns: of groups with the axis 1, of spots with 0.
    """
    error = np.moveaxis(error, axis, 0).copy()
    loses = np.moveaxis(loses, axis, 0)
    needed = np.abs(loses) + COST_STEP  # costs are rounded
    stays, leaves = loses > error, loses < -error
    good, bad = better
    wrong = leaves[good] & stays[bad]
    for place in (good, bad):
        np.maximum.at(error, place, np.where(wrong, needed[place], 0))
    return np.moveaxis(error, 0, axis)


def easier_spots(spots: NDArray[np.int64], phase: int) -> NDArray[np.int64]:
    """Return pairs of places of spots, as columns: of a spot where a hand that stays in the second one stays as well.

    Before the first draw it is the next seat before the blinds in the same situation, in later bets two opponents in place of more, in as large a pot.
    """
    if phase & 1:
        return np.empty((2, 0), np.int64)
    if phase == 0:
        step = np.full(len(spots), table_spots.BEFORE_SPOTS // SEATS)
        here = spots % table_spots.BEFORE_SPOTS < BUTTON * step
    else:
        deep = spots < 4 * table_spots.BET_SPOTS
        step = -np.where(deep, 4, 1) * (table_spots.BET_SPOTS // 3)
        here = spots % np.where(deep, 4 * table_spots.BET_SPOTS, table_spots.BET_SPOTS) >= -step
    wanted = spots + step
    there = np.searchsorted(spots, wanted)
    here &= np.take(spots, there, mode="clip") == wanted
    return np.stack([there[here], np.flatnonzero(here)])
