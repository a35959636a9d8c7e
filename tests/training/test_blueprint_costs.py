"""Costs and errors of a blueprint from what two trainings saw, against values that are known."""

import blueprint_costs as costs
import numpy as np
import pytest
from blueprint_groups import groups, usual_classes

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
    cost, error, (measured,) = costs.priced([look(random, each, visits) for each in own], [np.arange(GROUPS)])
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
    cost, error, _ = costs.priced(without, [np.arange(GROUPS)])
    assert np.isnan(cost[..., 1]).all()
    assert np.isfinite(cost[..., [0, 2]]).all()
    assert np.isfinite(error).all()


def test_shares_and_costs_of_a_group_agree():
    """A common action costs nothing, and its cost adds to the error; a rare one that costs something is not played.

    Who never holds a hand takes its best action.
    """
    mix = np.array([[[0.5, 0.45, 0.05]], [[0.9, 0.0, 0.1]], [[0.0, 0.0, 0.0]]])
    cost = np.array([[[0.0, 0.5, 0.6]], [[0.1, 0.0, 0.6]], [[0.2, 0.0, np.nan]]])
    error = np.full((3, 1), 0.1)
    agreed = costs.agree(mix, cost, error)
    assert error.tolist() == [[0.25], [0.1], [0.1]]
    assert cost[:2].tolist() == [[[0.0, 0.0, 0.6]], [[0.0, 0.0, 0.6]]]
    assert agreed[0, 0] == pytest.approx([0.5 / 0.95, 0.45 / 0.95, 0])
    assert agreed[1:, 0].tolist() == [[1, 0, 0], [0, 1, 0]]


@pytest.mark.parametrize("phase", range(7))
def test_hands_are_as_frequent_as_they_were_seen(phase):
    """However hands are looked up, a spot has each class as often as its group was seen there."""
    trained, mass = groups(phase), usual_classes(phase)
    usual = np.bincount(trained, mass)[None]
    found = costs.hands_of_spots(usual, phase)
    reach = found["reach"][0][found["groups"]] * found["within"]
    assert reach == pytest.approx(mass / mass.sum(), abs=1e-4)
