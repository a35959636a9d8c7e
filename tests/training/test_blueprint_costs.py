"""Costs and errors of a blueprint from what two trainings saw, against values that are known."""

from itertools import product

import blueprint_costs as costs
import blueprint_order as order
import numpy as np
import pytest

from badugi_hh.ring.blueprint import UNKNOWN
from badugi_hh.ring.hand_row import CAP, SEATS
from badugi_hh.ring.table_spots import BET_SPOTS, PHASES

pytestmark = pytest.mark.quick

SPOTS, GROUPS, ACTIONS = 400, 20, 3
OF_ONE = 9.0


def world(seed):
    """Return the gains of spots and groups, which neighbours nearly share, and how often each was seen."""
    random = np.random.default_rng(seed)
    gains = random.normal(0, 0.05, (SPOTS, GROUPS, ACTIONS)).cumsum(axis=1) + random.normal(
        0, 1, (SPOTS, 1, ACTIONS)
    )
    visits = np.exp(random.uniform(np.log(5), np.log(5000), (SPOTS, GROUPS)))
    visits[:, 7] = 0
    return random, gains, visits


def look(random, gains, visits):
    """Return what a training sees of gains in so many visits."""
    with np.errstate(divide="ignore"):
        variance = OF_ONE / visits
    noise = random.normal(size=gains.shape) * np.sqrt(np.where(visits > 0, variance, 0))[..., None]
    gain = np.where(visits[..., None] > 0, gains + noise, 0)
    return costs.Seen(gain, variance, np.full((SPOTS, 1), OF_ONE), np.ones((SPOTS, GROUPS, ACTIONS), bool))


def test_neighbours_make_gains_surer():
    random, gains, visits = world(1)
    seen = look(random, gains, visits).of_groups(np.arange(GROUPS))
    found = costs.smooth(seen)
    rare = (visits > 0) & (visits < 50)
    wrong, smoothed_wrong = (np.square(each.gain - gains)[rare].mean() for each in (seen, found))
    assert smoothed_wrong < wrong / 4
    far = np.square(found.gain - gains) / found.variance[..., None]
    assert 0.8 < far[rare].mean() < 1.25
    assert 0.8 < far[visits == 0].mean() < 1.25
    often = visits > 2000
    wrong, smoothed_wrong = (np.square(each.gain - gains)[often].mean() for each in (seen, found))
    assert smoothed_wrong < wrong


@pytest.mark.parametrize("differ", [0.0, 0.15])
@pytest.mark.parametrize("trainings", [2, 4])
def test_costs_lie_within_two_errors_of_what_is_true(trainings, differ):
    random, gains, visits = world(2)
    own = [gains + random.normal(0, differ, gains.shape) for _ in range(trainings)]
    cost, error, (measured,) = costs.priced(
        [look(random, each, visits) for each in own], [np.arange(GROUPS)], []
    )
    true = gains.max(axis=2, keepdims=True) - gains
    known = error < 0.3
    assert known.mean() > 0.4
    assert (np.abs(cost - true) <= 2 * error[..., None])[known].mean() >= 0.95
    assert measured.floor == pytest.approx(differ * (1 - 1 / ACTIONS) ** 0.5, abs=0.05)


def test_errors_are_fitted_by_their_size():
    """Small errors are right and large ones half of what is true; the other training is as exact as its noise says."""
    random = np.random.default_rng(5)
    size = np.repeat([0.05, 0.4], 20_000)
    true, noise = size * np.repeat([1, 2], 20_000), 0.6 * size
    apart = random.normal(0, np.hypot(true, noise))
    grown = (np.square(apart) / 4 - np.square(noise)) / np.square(size)
    fitted = costs.Errors(1, 0, *costs.times_wrong(grown, size, np.ones(len(size)))).fitted(size)
    assert fitted[0] / size[0] == pytest.approx(1, abs=0.05)
    assert fitted[-1] / size[-1] == pytest.approx(2, abs=0.05)
    assert (np.abs(apart) <= 2 * np.hypot(fitted, noise)).mean() == pytest.approx(costs.WITHIN, abs=0.01)


def test_an_impossible_action_has_no_cost():
    random, gains, visits = world(3)
    looks = [look(random, gains, visits) for _ in range(2)]
    may_be = np.arange(ACTIONS) != 1
    without = [
        each._replace(gain=np.where(may_be, each.gain, 0), possible=each.possible & may_be) for each in looks
    ]
    cost, error, _ = costs.priced(without, [np.arange(GROUPS)], [])
    assert np.isnan(cost[..., 1]).all()
    assert np.isfinite(cost[..., [0, 2]]).all()
    assert np.isfinite(error).all()


def test_shares_and_costs_of_a_group_agree():
    """A rare action that costs more than the error is not played. Who never holds a hand takes its best action."""
    mix = np.array([[[0.5, 0.45, 0.05]], [[0.9, 0.0, 0.1]], [[0.0, 0.0, 0.0]]])
    cost = np.array([[[0.0, 0.5, 0.6]], [[0.1, 0.0, 0.05]], [[0.2, 0.0, np.nan]]])
    agreed = costs.agree(mix, cost, np.full((3, 1), 0.1))
    assert agreed[0, 0] == pytest.approx([0.5 / 0.95, 0.45 / 0.95, 0])
    assert agreed[1:, 0].tolist() == [[0.9, 0, 0.1], [0, 1, 0]]


def test_what_opponents_do_makes_errors_of_costs():
    """Costs against players who make more mistakes lie 0.4 apart where they play otherwise, and no further than chance where they do not."""
    random, gains, visits = world(4)
    block = [np.arange(GROUPS)]
    seen = [look(random, gains, visits) for _ in range(2)]
    cost, chance, far = costs.priced(seen, block, [])
    often = visits > 2000
    for apart in (0.0, 0.4):
        other = gains.copy()
        other[..., 0] += apart * random.choice([-1, 1], (SPOTS, 1))
        error = costs.of_others(cost, chance, look(random, other, visits), block, far)
        assert np.sqrt(np.square(error[often]).mean()) == pytest.approx(apart / 2**0.5, abs=0.06)


def test_a_better_hand_wins_no_less_by_playing_on():
    random, gains, visits = world(6)
    looks = [look(random, gains, visits) for _ in range(2)]
    order = np.arange(3, 12)
    cost, _, _ = costs.priced(looks, [np.arange(GROUPS)], [order])
    fold = cost[..., costs.FOLD]
    assert (np.diff(fold[:, order]) <= 1e-9).all()
    assert (np.diff(fold) > 0.01).any()


def test_falling_values_are_the_nearest_ones():
    """Against a search of all steps of a small grid."""
    values, weight = np.array([[1.0, 3.0, 2.0, 2.5, 0.0]]), np.array([[1.0, 2.0, 1.0, 1.0, 1.0]])
    grid = np.array([each for each in product(np.linspace(0, 3, 13), repeat=5) if all(np.diff(each) <= 0)])
    best = grid[(weight * np.square(grid - values)).sum(axis=1).argmin()]
    assert order.falling(values, weight)[0] == pytest.approx(best, abs=0.13)
    assert order.falling(best[None], weight)[0] == pytest.approx(best)


def test_a_hand_is_held_if_it_is_common_or_as_frequent_as_usual():
    usual = np.array([0.5, 0.004, 0.0002])
    part = np.array([[0.5, 0.0005, 0.0002], [0.9, 0.0003, 0.00001], [0.0005, 0.9, 0.1]])
    assert costs.is_held(part, usual).tolist() == [[True] * 3, [True, False, False], [False, True, True]]


def test_two_costs_that_are_sure_of_opposites_are_both_in_doubt():
    cost = np.array(
        [
            [[0.0, 0.6, 0.7], [0.4, 0.0, 0.1], [0.5, 0.0, 0.1]],
            [[0.5, 0.0, 0.1], [0.2, 0.0, 0.1], [0.0, 0.9, np.nan]],
        ]
    )
    error, loses = np.full((2, 3), 0.1), order.leaving(cost)
    assert loses == pytest.approx(np.array([[-0.6, 0.4, 0.5], [0.5, 0.2, -0.9]]))
    better = np.array([[0], [1]])
    by_hands = order.doubted(error, loses, better, 1)
    # the better hand surely folds, the worse one surely calls
    assert by_hands == pytest.approx(np.array([[0.62, 0.42, 0.1], [0.1, 0.1, 0.1]]))
    assert error.max() == 0.1
    assert order.doubted(error, loses, better, 0) == pytest.approx(
        np.array([[0.62, 0.1, 0.1], [0.52, 0.1, 0.1]])
    )
    assert order.doubted(error, loses, better[::-1], 0)[:, 2] == pytest.approx([0.52, 0.92])
    assert np.isinf(order.doubted(np.full((2, 3), np.inf), loses, better, 1)).all()


def test_a_hand_that_stands_pat_where_a_better_one_breaks_is_in_doubt():
    pat_breaks = order.leaving(np.array([[[0.5, 0.0, 0.9, np.nan], [0.0, 0.3, 0.9, np.nan]]]))
    found = order.doubted(np.full((1, 2), 0.1), pat_breaks, np.array([[0], [1]]), 1)
    assert found == pytest.approx(np.array([[0.52, 0.32]]))


def test_easier_spots_are_the_next_seat_and_two_opponents_in_place_of_more():
    shape = (4, SEATS, CAP, CAP, 6, 7)
    spots = np.sort([np.ravel_multi_index((0, seat, 0, 0, 0, 0), shape) for seat in (2, 3, 5, 6)])
    assert order.easier_spots(spots, 0).tolist() == [
        [1],
        [0],
    ]  # the small blind sees the button's pot from another place
    of_bets = np.array([(opponents * (BET_SPOTS // 3) + 7) * 4 + 1 for opponents in range(3)])
    short = 4 * BET_SPOTS + np.arange(3) * (BET_SPOTS // 3) + 7
    found = order.easier_spots(np.concatenate([of_bets, short]), 2)
    assert sorted(found.T.tolist()) == [[0, 1], [1, 2], [3, 4], [4, 5]]
    assert not order.easier_spots(of_bets, 1).size


def test_a_spot_without_a_price_keeps_what_is_played_there_and_no_costs():
    """Ranges of later rounds follow from it."""
    arrays = {}
    for phase in range(PHASES):
        arrays |= {
            f"spots_{phase}": np.arange(2, dtype=np.int32),
            f"cost_{phase}": np.full((2, 2, 3), 7, np.uint8),
            f"error_{phase}": np.array([[20, UNKNOWN], [30, UNKNOWN]], np.uint8),
            f"reach_{phase}": np.full((2, 2), 0.5, np.float16),
        }
    found = costs.with_prices(arrays)
    for phase in range(PHASES):
        kept = [True, phase == 0]  # before the draw all stay
        assert (found[f"cost_{phase}"] == 7).all(axis=(1, 2)).tolist() == kept
        assert found[f"error_{phase}"].tolist() == [[20, UNKNOWN], [30 if kept[1] else UNKNOWN - 1, UNKNOWN]]
        assert (found[f"reach_{phase}"] == 0.5).all()


def test_what_opponents_do_is_measured_where_a_cost_can_differ():
    """Of two actions that are both far apart in all trainings nothing is learned, and a spot nobody came to has the error of others."""
    possible = np.ones((3, 4, 2), np.bool_)
    gain = np.zeros((3, 4, 2))
    gain[:, :2, 0], gain[:, 2:, 0] = 0.4, 3.0
    cost = np.stack([np.zeros((3, 4)), np.full((3, 4), 0.05)], axis=2)
    cost[:, 2:, 1] = 3.4
    variance = np.full((3, 4), 1e-4)
    variance[2] = np.inf
    real = costs.Seen(gain, variance, np.ones((3, 1)), possible)
    even = costs.Errors(1.0, 0.0, np.array([0.0]), np.array([1.0]))
    found = costs.of_others(cost, np.full((3, 4), 0.01), real, [np.arange(4)], [even])
    assert found[:2] == pytest.approx(0.35, abs=0.02)
    assert found[2] == pytest.approx(found[0])
