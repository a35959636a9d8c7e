"""Looks up the prices of many decisions of full tables in the blueprint: one gather for each phase."""

import numpy as np

from badugi_hh.ring.blueprint import COARSE, COST_STEP, ERROR_STEP, SHARED, UNKNOWN, Blueprint, contradiction
from badugi_hh.ring.follow_hands import Spots
from badugi_hh.ring.hand_row import FOLD
from badugi_hh.ring.table_spots import ACTIONS, PHASES
from badugi_hh.solve.played_hands import SLOT_OF, Numbers
from badugi_hh.solve.step_prices import Errors, StepPrices, judged


def table_prices(blueprint: Blueprint, spots: Spots, words: Numbers, values: Numbers) -> StepPrices:
    """Return the prices of decisions, by the words of what was done and the values of the hands.

    A player may fold later, so no action loses more against a fold than it pays; and none loses more than pot and stacks allow. Half
    of what a common action costs is part of the error.
    """
    number = values - 1
    cost, parts = np.zeros(spots.words.shape), np.zeros(spots.words.shape)
    error = np.full(len(number), np.nan)
    for phase in range(PHASES):
        of = np.flatnonzero(spots.phase == phase)
        stored = blueprint.phases[phase]
        row, group = stored.rows[spots.spot[of]], stored.groups[number[of]]
        cost[of, : ACTIONS[phase]] = stored.cost[row, group] * COST_STEP
        parts[of, : ACTIONS[phase]] = stored.mix[row, group]
        known = (row >= 0) & (stored.error[row, group] != UNKNOWN)
        error[of] = np.where(known, stored.error[row, group] * ERROR_STEP, np.nan)
    possible = spots.words >= 0
    folds = (spots.phase & 1 == 0) & possible[:, FOLD]
    cost = np.minimum(cost, spots.most[:, None])
    most = np.where(folds[:, None], cost[:, [FOLD]] + spots.chips, np.inf)
    cost = np.where(possible, np.minimum(cost, most), np.inf)
    total = parts.sum(axis=1, keepdims=True)
    shares = np.divide(parts, total, out=np.zeros_like(parts), where=total > 0)
    held = (shares * possible).any(axis=1)
    found = StepPrices(
        spots.rows,
        spots.reason,
        spots.words,
        cost,
        np.where(held[:, None], shares, np.nan),
        SLOT_OF[words],
        error,
        np.zeros(len(number), np.bool_),
        np.zeros(len(number), np.int64),
    )
    unsure = np.hypot(np.maximum(error, contradiction(np.where(possible, cost, 0.0), shares, 1)), spots.odd)
    return judged(
        found, Errors(unsure, np.array(SHARED)[spots.phase], np.where(spots.phase > 0, COARSE, 0.0))
    )
