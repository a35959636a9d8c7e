"""What all stored rows of the blueprint agree on: a hand stays if a worse one does, or if it does in an earlier seat or against more opponents.

A row is sure that a hand stays, plays on or stands pat, if to fold or to break costs more than the error; and sure of the opposite likewise.
"""

from functools import cache

import numpy as np
import pytest
from blueprint_groups import neighbours, orders
from blueprint_order import easier_spots
from numpy.typing import NDArray

from badugi_hh.ring.blueprint import COST_STEP, ERROR_STEP, UNKNOWN, shipped_blueprint
from badugi_hh.ring.hand_row import BIG_BLIND, CAP, FOLD, RAISE, SEATS
from badugi_hh.ring.table_spots import PHASES
from badugi_hh.solve.classes import class_number
from badugi_hh.solve.known import HIGHEST_ERROR

IMPOSSIBLE = 255


def spots_of(phase: int) -> NDArray[np.int64]:
    return np.flatnonzero(shipped_blueprint().phases[phase].rows >= 0)


@cache
def costs_and_errors(phase: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return by stored spot and group the costs, infinite where an action is impossible, and the errors, infinite where nothing is known."""
    stored = shipped_blueprint().phases[phase]
    rows = stored.rows[spots_of(phase)]
    cost = np.where(stored.cost[rows] == IMPOSSIBLE, np.inf, stored.cost[rows] * COST_STEP)
    return cost, np.where(stored.error[rows] == UNKNOWN, np.inf, stored.error[rows] * ERROR_STEP)


@cache
def sure(phase: int) -> NDArray[np.int8]:
    """Return by stored spot and group 1 where the group surely stays, -1 where it surely does not, else 0."""
    cost, error = costs_and_errors(phase)
    first, others = cost[..., 0], cost[..., 1:].min(axis=2)
    both = np.isfinite(first) & np.isfinite(others)
    loses = np.subtract(first, others, out=np.zeros_like(first), where=both) * (-1 if phase & 1 else 1)
    return (loses > error).astype(np.int8) - (loses < -error)


@pytest.mark.parametrize("phase", range(PHASES))
def test_a_hand_with_a_better_card_stays_where_the_worse_one_does(phase):
    surely, (better, worse) = sure(phase), neighbours(phase)
    assert (surely[:, better] * surely[:, worse] > 0).sum() > 1000
    assert not ((surely[:, better] < 0) & (surely[:, worse] > 0)).any()


@pytest.mark.parametrize("phase", [0, 2, 4, 6])
def test_a_hand_stays_in_a_later_seat_and_against_fewer(phase):
    surely, (easier, harder) = sure(phase), easier_spots(spots_of(phase), phase)
    assert (surely[easier] * surely[harder] > 0).sum() > 300
    assert not ((surely[easier] < 0) & (surely[harder] > 0)).any()


def first_decisions() -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """Return which spots before the draw are a player's first decision, and the bets of each."""
    _, seat, bets, own, _, _ = np.unravel_index(spots_of(0), (4, SEATS, CAP, CAP, 6, 7))
    return own == (seat == BIG_BLIND), bets + 1


def test_no_badugi_costs_less_to_fold_than_a_worse_one():
    cost, error = costs_and_errors(0)
    first, _ = first_decisions()
    order, *_ = orders(0)
    fold = np.where(np.isfinite(error), cost[..., FOLD], np.nan)[first][:, order]
    least = np.fmin.accumulate(fold, axis=1)
    assert np.isfinite(least).sum() > 5000
    assert not (fold[:, 1:] > least[:, :-1] + 1.5 * COST_STEP).any()


def test_the_best_badugis_lose_nothing_by_a_raise():
    cost, error = costs_and_errors(0)
    first, bets = first_decisions()
    groups = shipped_blueprint().phases[0].groups
    best = np.unique(groups[class_number("4-3-2-A") : class_number("8-7-6-5") + 1])
    raised, unsure = (each[first & (bets < CAP)][:, best] for each in (cost[..., RAISE], error))
    priced = np.isfinite(raised) & (unsure < HIGHEST_ERROR)
    assert priced.sum() > 300
    assert (raised <= unsure + COST_STEP)[priced].all()
