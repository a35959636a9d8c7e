"""Makes the file of a blueprint from several trainings: costs smoothed over neighbouring hands, and errors from how far trainings differ.

`build_blueprint.py` trains and uses this. The arrays of a training are flat: sums of regrets and of strategies with a place for each
phase, spot, group and action; and visits, weighed visits and sums of squared regrets with one for each phase, spot and group.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import blueprint_groups
import numpy as np
from blueprint_order import doubted, easier_spots, falling, leaving
from numpy.typing import NDArray

from badugi_hh.ring import table_spots
from badugi_hh.ring.blueprint import COST_STEP, ERROR_STEP, LEVELS, UNKNOWN
from badugi_hh.ring.hand_row import CALL, FOLD, RAISE
from badugi_hh.solve.game import BIG_BET
from badugi_hh.solve.known import COMMON, HIGHEST_ERROR

KEPT, LEAST_PRICED = 400, 0.001
"""A spot is stored if it was learned from so often, its costs if so much of its range has a price, before the draw always."""
IMPOSSIBLE = 255
"""The cost of an action that a hand cannot take, or of which nothing is known."""
FEWEST = 50
"""The fewest groups from which an error is estimated."""
WITHIN = 0.95
"""The share of costs that lie within two stated errors of what another training saw."""
FITTED, SIZES, MANY = 0.5, 4, 300
"""Errors below this many big bets are compared with another training, in parts of so many sizes that have so many costs."""
OFTEN, SLIGHT = 0.05, 0.001
"""Differences count for an estimate below this variance, in parts of that of one decision; smaller ones than the other count alike."""
LEAST_SCALE = 0.2
"""By no less are variances multiplied."""
LEAST_OF_ONE = 0.05
"""The least variance of one decision, in big bets squared: a few equal results prove nothing."""
MOST = 5.0
"""No cost counts as more, in big bets."""
LARGE = 1.0
"""A cost that is larger in both trainings, in big bets, says nothing of what opponents do: the action is wrong against all of them."""
LEAST_PART, LEAST_LEFT = 0.001, 0.1
"""Nothing is claimed of a group that is less than the first part of the hands that come to a spot, if it is also less than the second part of
what it is among usual hands: a price would assume that opponents expect this hand."""

WIDTH = np.array([blueprint_groups.width(phase) for phase in range(table_spots.PHASES)])
ACTIONS = np.array(table_spots.ACTIONS)
FIRST = np.concatenate([[0], np.cumsum(np.array(table_spots.SPOTS) * WIDTH * ACTIONS)])
"""Where the regrets of each phase begin."""
FIRST_GROUP = np.concatenate([[0], np.cumsum(np.array(table_spots.SPOTS) * WIDTH)])
"""Where the visits of each phase begin."""

Floats = NDArray[np.float64]
State = Sequence[NDArray[np.float32]]
"""The arrays of a training: regrets, strategies, visits, weighed visits and squared regrets."""


class Seen(NamedTuple):
    """What was seen of some spots and groups.

    `gain` has what each action wins more than the strategy, in big bets, by spot, group and action; 0 where an action is impossible.
    `variance` is that of the gains, by spot and group, infinite where nothing was seen. `of_one` is the variance of one
    decision, by spot and 1. `possible` says by spot, group and action whether a hand may take the action, for neighbouring groups by 1.
    """

    gain: Floats
    variance: Floats
    of_one: Floats
    possible: NDArray[np.bool_]

    def of_groups(self, groups: NDArray[np.int64]) -> "Seen":
        """Return what was seen of some groups, which may all take the same actions."""
        possible = self.possible[:, groups].any(axis=1, keepdims=True)
        return Seen(self.gain[:, groups], self.variance[:, groups], self.of_one, possible)


class Measured(NamedTuple):
    """How large the errors of a phase are on average, in big bets: those of chance, and those of what opponents do."""

    chance: float
    others: float


class Errors(NamedTuple):
    """How far trainings lie from what is true: by what variances are multiplied, what stays of an error, and by what errors of one training of some sizes are multiplied."""

    scale: float
    floor: float
    sizes: Floats
    times: Floats

    def fitted(self, error: Floats) -> Floats:
        """Return errors of one training of which as many are right as `WITHIN` says."""
        return error * np.interp(error, self.sizes, self.times)


def stored(good: Sequence[State], real: State) -> tuple[dict[str, NDArray[Any]], dict[int, Measured]]:
    """Return the arrays of the file, and for each phase how large its errors are.

    `good` are two trainings or more of good players, `real` is one of players who make more mistakes.
    """
    arrays: dict[str, NDArray[Any]] = {}
    measured = {}
    for phase in range(table_spots.PHASES):
        parts = [of_phase(training, phase) for training in good]
        made, measured[phase] = of_spots(parts, of_phase(real, phase), phase)
        arrays |= {f"{name}_{phase}": array for name, array in made.items()}
    return arrays, measured


def of_spots(parts: Sequence[State], real: State, phase: int) -> tuple[dict[str, NDArray[Any]], Measured]:
    """Return the arrays of the file for a phase, and how large its errors are.

    The parts are the arrays of each training, by spot, group and action, and by spot and group.
    """
    visits = sum(state[2].sum(axis=1, dtype=np.float64) for state in parts)
    kept = np.flatnonzero(visits >= KEPT)
    seen = [seen_of([array[kept] for array in state]) for state in parts]
    blocks = blueprint_groups.blocks(phase)
    cost, chance, far = priced(seen, blocks, blueprint_groups.orders(phase))
    others = of_others(cost, chance, seen_of([array[kept] for array in real]), blocks, far)
    error = np.hypot(chance, others)
    played = [state[1][kept] for state in parts]
    total = sum(each / np.maximum(each.sum(dtype=np.float64), 1) for each in played)
    reach = total.sum(axis=2)
    mix = agree(total / np.maximum(reach, 1e-30)[..., None], cost, error)
    group, mass = blueprint_groups.groups(phase), blueprint_groups.usual_classes(phase)
    usual = np.bincount(group, mass)
    error = np.where(
        is_held(reach / np.maximum(reach.sum(axis=1, keepdims=True), 1e-30), usual / usual.sum()),
        error,
        np.inf,
    )
    if phase % 2 == 0:  # a hand that never had an option that others of the spot have was seen too rarely
        lacking = np.isnan(cost)
        error[(lacking & ~lacking.all(axis=1, keepdims=True)).any(axis=2)] = np.inf
    if len(kept):
        error = doubted(error, leaving(cost), blueprint_groups.neighbours(phase), 1)
        error = doubted(error, leaving(cost), easier_spots(kept, phase), 0)
        if phase == 0:
            calling = np.nan_to_num(cost[..., CALL] - cost[..., RAISE])
            error = doubted(error, calling, blueprint_groups.better_badugis(), 1)
    known = np.where(error < HIGHEST_ERROR, reach, 0)
    return {
        "spots": kept.astype(np.int32),
        "cost": np.minimum(np.nan_to_num(np.round(cost / COST_STEP), nan=IMPOSSIBLE), IMPOSSIBLE).astype(
            np.uint8
        ),
        "mix": np.round(mix * LEVELS).astype(np.uint8),
        "error": np.minimum(np.ceil(error / ERROR_STEP), UNKNOWN).astype(np.uint8),
        "groups": group.astype(np.uint8),
        "within": (mass / usual[group]).astype(np.float32),
        "reach": (reach / reach.sum(axis=1, keepdims=True)).astype(np.float16),
    }, Measured(
        *(
            float(np.sqrt(np.average(np.square(each[known > 0]), weights=known[known > 0])))
            for each in (chance, others)
        )
    )


def with_prices(arrays: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """Return the arrays of the file, without the costs of spots after the first draw with hardly any price: they are too uncertain."""
    found = dict(arrays)
    for phase in range(1, table_spots.PHASES):
        error, reach = arrays[f"error_{phase}"], arrays[f"reach_{phase}"].astype(np.float64)
        useful = (
            (reach * (error * ERROR_STEP < HIGHEST_ERROR)).sum(axis=1) >= LEAST_PRICED * reach.sum(axis=1)
        )[:, None]
        found[f"cost_{phase}"] = np.where(useful[..., None], arrays[f"cost_{phase}"], np.uint8(IMPOSSIBLE))
        found[f"error_{phase}"] = np.where(useful | (error == UNKNOWN), error, np.uint8(UNKNOWN - 1))
    return found


def is_held(part: Floats, usual: Floats) -> NDArray[np.bool_]:
    """Return whether each group is a hand that its player may hold, from its parts of the hands that come to the spots and of usual hands."""
    return np.asarray((part >= LEAST_PART) | (part >= LEAST_LEFT * usual))


def of_others(
    cost: Floats, chance: Floats, real: Seen, blocks: Sequence[NDArray[np.int64]], far: Sequence[Errors]
) -> Floats:
    """Return the error of what opponents do, by spot and group: how far costs lie from those against players who make more mistakes.

    It is one for each spot and block of neighbouring groups, the root mean square without what chance explains: that of a single group is
    mostly chance. A spot to which those players never come has that of all others.
    """
    others = np.zeros(chance.shape)
    for block, apart in zip(blocks, far, strict=True):
        there, by_chance = cost_of_one(real.of_groups(block), apart)
        distance = np.square(there - cost[:, block])
        distance[np.fmin(there, cost[:, block]) > LARGE] = np.nan
        compared = (~np.isnan(distance)).sum(axis=2)  # the best action costs nothing in both
        noise = np.square(by_chance) + np.square(chance[:, block])
        surplus = np.nansum(distance, axis=2) / np.maximum(compared - 1, 1) - noise
        known = np.isfinite(surplus) & (compared > 1) & (noise < LARGE**2)
        weight = np.where(known, (np.where(known, noise, 1) + SLIGHT) ** -2, 0)
        each = (weight * np.where(known, surplus, 0)).sum(axis=1) / np.maximum(weight.sum(axis=1), 1e-30)
        seen = known.any(axis=1)
        usual = each[seen].mean() if seen.any() else HIGHEST_ERROR**2
        others[:, block] = np.sqrt(np.maximum(np.where(seen, each, usual), 0))[:, None]
    return others


def agree(mix: Floats, cost: Floats, error: Floats) -> Floats:
    """Return the mix that agrees with the costs: a rare action that costs more than the error has no share."""
    common, costs = mix >= COMMON - 1 / LEVELS, np.nan_to_num(cost)
    # A rare action with a cost is left from the beginning of the training.
    mix = np.where(~common & (costs > error[..., None]), 0, mix)
    # A hand that nobody held has a cost from its neighbours: it takes the best action.
    mix = np.where(mix.any(axis=2, keepdims=True), mix, cost == 0)
    return mix / np.maximum(mix.sum(axis=2, keepdims=True), 1e-30)


def priced(
    seen: Sequence[Seen], blocks: Sequence[NDArray[np.int64]], orders: Sequence[NDArray[np.int64]]
) -> tuple[Floats, Floats, list[Errors]]:
    """Return the costs and errors of a phase from what trainings saw of it, and for each block of neighbouring groups how far these differ.

    `orders` has groups from the best to the worst one, of which none wins less by playing on than a worse one.
    """
    parts = [[each.of_groups(block) for each in seen] for block in blocks]
    fits, far = [], []
    for of_block in parts:
        smoothed = [smooth(each) for each in of_block]
        pairs = [(smoothed[nth - 1], raw) for nth, raw in enumerate(of_block)]
        fits.append(_fit(pairs, np.any([each.possible for each in of_block], axis=0)))
        far += [_far(one, other, *fits[-1]) for one, other in pairs]
    sizes, times = times_wrong(*np.concatenate(far, axis=1))
    cost, error = np.empty(seen[0].gain.shape), np.empty(seen[0].variance.shape)
    apart = []
    together = [smooth(_together(of_block)) for of_block in parts]
    _put_in_order(together, blocks, orders)
    for block, of_block, (scale, floor) in zip(blocks, together, fits, strict=True):
        cost[:, block], raw = _costs_and_errors(of_block, scale, floor / len(seen))
        apart.append(Errors(scale, floor**0.5, sizes, times))
        error[:, block] = apart[-1].fitted(raw * len(seen) ** 0.5) / len(seen) ** 0.5
    return cost, error, apart


def _put_in_order(
    smoothed: Sequence[Seen], blocks: Sequence[NDArray[np.int64]], orders: Sequence[NDArray[np.int64]]
) -> None:
    """Let no group win less by a call or raise, against a fold, than a worse one: where some do, these get their mean."""
    gain, weight = (
        np.empty((len(smoothed[0].gain), sum(map(len, blocks)), *rest))
        for rest in (smoothed[0].gain.shape[2:], ())
    )
    for block, of in zip(blocks, smoothed, strict=True):
        gain[:, block], weight[:, block] = of.gain, 1 / of.variance
    folds = smoothed[0].possible[:, 0, FOLD]
    for order in orders:
        for action in (CALL, RAISE):
            more = gain[np.ix_(folds, order, [action])] - gain[np.ix_(folds, order, [FOLD])]
            gain[np.ix_(folds, order, [action])] = (
                gain[np.ix_(folds, order, [FOLD])]
                + falling(more[..., 0], weight[np.ix_(folds, order)])[..., None]
            )
    for block, of in zip(blocks, smoothed, strict=True):
        of.gain[:] = gain[:, block]


def _far(smoothed: Seen, raw: Seen, scale: float, floor: float) -> Floats:
    """Return by what squared errors of smoothed costs must be multiplied to reach what another training saw, the errors, and how often it saw that.

    A cost is reached if it lies within two errors of both trainings. The other one is not smoothed: what smoothing makes wrong
    is the same in all trainings.
    """
    possible = smoothed.possible & raw.possible
    cost, error = _costs_and_errors(smoothed, scale, floor)
    with np.errstate(invalid="ignore"):
        by_chance = scale * _of_cost(possible) * raw.variance
    of_raw = by_chance + _of_cost(possible) * floor
    best = np.where(possible, smoothed.gain, -np.inf).argmax(axis=2)[..., None]
    other = np.take_along_axis(raw.gain, best, axis=2) - raw.gain
    often = (by_chance < error**2) & (error < FITTED)
    compared = often[..., None] & possible & (cost > 0) & (cost < MOST)
    with np.errstate(invalid="ignore"):
        apart = (np.square(cost - other) / 4 - of_raw[..., None]) / np.square(error)[..., None]
    seen_so_often = np.broadcast_to((raw.of_one / raw.variance)[..., None], apart.shape)
    return np.stack(
        [apart[compared], np.broadcast_to(error[..., None], apart.shape)[compared], seen_so_often[compared]]
    )


def times_wrong(far: Floats, size: Floats, often: Floats) -> tuple[Floats, Floats]:
    """Return some sizes of errors, and by what each is multiplied, at least 1.

    So a share of `WITHIN` of the distances, each as often as it was seen, is at most two errors.
    """
    if len(size) < MANY:
        return np.zeros(1), np.ones(1)
    parts = np.array_split(np.argsort(size), min(len(size) // MANY, SIZES))
    times = [np.quantile(far[part], WITHIN, weights=often[part], method="inverted_cdf") for part in parts]
    return np.array([size[part].mean() for part in parts]), np.sqrt(np.maximum(times, 1.0))


def cost_of_one(seen: Seen, apart: Errors) -> tuple[Floats, Floats]:
    """Return the costs and errors that one training gives, if others say how far trainings differ."""
    cost, error = _costs_and_errors(smooth(seen), apart.scale, apart.floor**2)
    return cost, apart.fitted(error)


def _costs_and_errors(smoothed: Seen, scale: float, floor: float) -> tuple[Floats, Floats]:
    """Return costs and errors from smoothed gains; `floor` is the variance that stays."""
    error = np.sqrt(_of_cost(smoothed.possible) * (scale * smoothed.variance + floor))
    error[~smoothed.possible.any(axis=2)[:, 0]] = np.inf  # no such hand ever came there
    return _costs(np.where(smoothed.possible, smoothed.gain, np.nan)), error


def _of_cost(possible: NDArray[np.bool_]) -> Floats:
    """Return the variance of the difference of two gains, in parts of that of a gain less the mean of all gains."""
    several = possible.sum(axis=2)
    return 2 * several / np.maximum(several - 1, 1)


def smooth(seen: Seen) -> Seen:
    """Return gains and variances that neighbouring groups share: a random walk over the groups (Kalman 1960).

    The variance of its steps is a part of that of one decision, the same for all spots, estimated from neighbours.
    """
    weight = 1 / seen.variance
    several = np.maximum(seen.possible.sum(axis=2), 1)
    apart = np.square(np.diff(seen.gain, axis=1)).sum(axis=2) / several / seen.of_one
    noise = (seen.variance[:, 1:] + seen.variance[:, :-1]) / seen.of_one
    often = noise < OFTEN
    part = 1.0
    if often.any():
        part = max(float(np.average((apart - noise)[often], weights=(noise[often] + SLIGHT) ** -2)), 1e-6)
    step = seen.of_one[:, 0] * part
    groups = range(weight.shape[1])
    below = _one_way(seen.gain, weight, step, groups)
    above = [*_one_way(seen.gain, weight, step, reversed(groups))][::-1]
    gain, variance = np.empty_like(seen.gain), np.empty_like(weight)
    for group, ((left, lower), (right, upper)) in enumerate(zip(below, above, strict=True)):
        own = weight[:, group]
        known = own + left + right
        total = own[:, None] * seen.gain[:, group] + left[:, None] * lower + right[:, None] * upper
        gain[:, group], variance[:, group] = total / known[:, None], 1 / known
    return seen._replace(gain=gain, variance=variance)


def _one_way(
    gain: Floats, weight: Floats, step: Floats, groups: Iterable[int]
) -> Iterator[tuple[Floats, Floats]]:
    """Yield for each group what the groups before it say of it: how precisely, and the gains."""
    known, mean = np.zeros(len(weight)), np.zeros((len(gain), gain.shape[2]))
    for group in groups:
        known = 1 / (1 / np.maximum(known, 1e-12) + step)
        yield known, mean
        after = known + weight[:, group]
        mean = (known[:, None] * mean + weight[:, group, None] * gain[:, group]) / after[:, None]
        known = after


def _fit(pairs: Sequence[tuple[Seen, Seen]], possible: NDArray[np.bool_]) -> tuple[float, float]:
    """Return by what the variance of smoothed gains is multiplied, and what stays in one training however often it sees a hand.

    The pairs are smoothed gains of one training and gains of another, whose squared distance is fitted by least squares.
    """
    rows = []
    for smoothed, raw in pairs:
        apart = smoothed.gain - raw.gain
        several = np.maximum(possible.sum(axis=2), 1)
        centre = np.where(possible, apart, 0).sum(axis=2) / several
        apart = np.square(np.where(possible, apart - centre[..., None], 0)).sum(axis=2) / several
        often = raw.variance < raw.of_one * OFTEN
        rows.append(np.stack([(smoothed.variance + raw.variance)[often], apart[often]], axis=1))
    variance, squared = np.concatenate(rows).T
    if len(variance) < FEWEST:
        return 1.0, 0.5
    lines = np.stack([variance, np.ones(len(variance))], axis=1)
    weight = (1 / (variance + SLIGHT))[:, None]
    scale, floor = np.linalg.lstsq(lines * weight, squared * weight[:, 0], rcond=None)[0]
    return max(float(scale), LEAST_SCALE), max(float(floor), 0.0) / 2  # both trainings have it


def seen_of(state: State) -> Seen:
    """Return what a training saw of some spots."""
    regrets, visits, weighed, squares = (state[nth].astype(np.float64) for nth in (0, 2, 3, 4))
    gain = regrets / np.maximum(weighed, 1e-9)[..., None] / BIG_BET
    often = np.maximum(visits.sum(axis=1, keepdims=True), 1)
    of_one = np.maximum(squares.sum(axis=1, keepdims=True) / often / BIG_BET**2, LEAST_OF_ONE)
    with np.errstate(divide="ignore"):
        return Seen(gain, of_one / visits, of_one, state[1] > 0)


def _together(seen: Sequence[Seen]) -> Seen:
    """Return what several trainings saw."""
    weights = [1 / each.variance for each in seen]
    total = np.sum(weights, axis=0)
    gain = sum(each.gain * weight[..., None] for each, weight in zip(seen, weights, strict=True))
    of_one = np.mean([each.of_one for each in seen], axis=0)
    with np.errstate(divide="ignore"):
        mean = gain / np.maximum(total, 1e-12)[..., None]
        return seen[0]._replace(
            gain=mean,
            variance=1 / total,
            of_one=of_one,
            possible=np.any([each.possible for each in seen], axis=0),
        )


def of_phase(state: State, phase: int) -> State:
    """Return the arrays of a phase by spot and group, and action."""
    shape = (table_spots.SPOTS[phase], WIDTH[phase])
    part = slice(FIRST[phase], FIRST[phase + 1])
    groups = slice(FIRST_GROUP[phase], FIRST_GROUP[phase + 1])
    by_action = [each[part].reshape((*shape, table_spots.ACTIONS[phase])) for each in state[:2]]
    return by_action + [each[groups].reshape(shape) for each in state[2:]]


def _costs(gains: Floats) -> Floats:
    """Return what each action loses against the best one, not a number where it is impossible."""
    best = np.max(np.nan_to_num(gains, nan=-np.inf), axis=2, keepdims=True)
    return np.minimum(np.where(np.isfinite(best), best, np.nan) - gains, MOST)
