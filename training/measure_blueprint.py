"""Measures what a player who learns against a blueprint gains over one who plays it: `python training/measure_blueprint.py`.

With `--states` it measures how many costs of all trainings but the last lie within two errors of the last.

Needs numba, as training does. With more than two players nothing proves that a strategy is best. So a strategy is trained and
fixed, and one player looks against others who play it which actions surely win more. Then the same deals are played twice, by
the better actions and by the fixed strategy. The gain is a lower bound of what the best answer wins.
"""

import argparse
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import blueprint_groups
import numpy as np
from blueprint_costs import (
    ACTIONS,
    FIRST,
    FIRST_GROUP,
    KEPT,
    cost_of_one,
    of_phase,
    priced,
    seen_of,
)
from build_blueprint import (
    Training,
    begin_hand,
    choose,
    locate,
    random_numbers,
    strategy,
    take,
    uniform,
    won_by,
)
from numba import njit

from badugi_hh.ring.hand_row import ACTOR, LENGTH, OVER, PHASE, SEATS
from badugi_hh.solve.game import BIG_BET
from badugi_hh.solve.known import HIGHEST_ERROR

DEALS = 4_000_000
TIMES, SURE, SEEN = 3, 3.0, 30
"""How often a strategy is made better, and by how many standard errors and in how many decisions an action must win more."""
TO_ONE_HUNDRED = 100 / BIG_BET
"""From half small bets a hand to big bets per 100 hands."""


@njit(nogil=True)
def gains(deals, seed, fixed, learned):
    """Return for each deal what one player wins more, in half small bets, by what was learned than by the fixed strategy."""
    gained = np.zeros(deals)
    hand, held, deck = np.zeros(LENGTH, np.int64), np.zeros(SEATS, np.int64), np.arange(52)
    places, slips, shares = np.zeros(1, np.int64), np.zeros(SEATS), np.zeros(4)
    for deal in range(deals):
        for time in range(2):
            rng = random_numbers(seed + deal)
            deck[:] = np.arange(52)
            players = begin_hand(hand, held, deck, slips, rng)
            seat = SEATS - 1 - int(uniform(rng) * players)
            slips[seat] = 0.0
            places[0] = 4 * SEATS
            while hand[PHASE] != OVER:
                at, _, size = locate(hand, held)
                count, actor = ACTIONS[hand[PHASE]], hand[ACTOR]
                strategy(learned if time and actor == seat else fixed, at, hand, size, count, shares)
                take(hand, held, deck, places, choose(hand, size, count, shares, slips[actor], rng))
            gained[deal] += (2 * time - 1) * won_by(hand, held, seat)
    return gained


def better(strategy_sums, arrays):
    """Return a strategy that takes the action of each group that surely wins more, and is the old one elsewhere."""
    regrets, _, visits, _, squares = arrays
    changed = strategy_sums.copy()
    for phase, actions in enumerate(ACTIONS):
        part, groups = (
            slice(FIRST[phase], FIRST[phase + 1]),
            slice(FIRST_GROUP[phase], FIRST_GROUP[phase + 1]),
        )
        total = regrets[part].reshape(-1, actions)
        # A total and its error: squares are those of single decisions.
        sure = (total.max(axis=1) > SURE * np.sqrt(squares[groups])) & (visits[groups] >= SEEN)
        best = np.eye(actions, dtype=np.float32)[total.argmax(axis=1)]
        changed[part].reshape(-1, actions)[sure] = best[sure]
    return changed


def gain_of_learner(fixed, seed, threads, minutes):
    """Return what a player who learned for some minutes gains in big bets per 100 hands, and the standard error."""
    learned = fixed
    for time in range(TIMES):
        arrays = Training(seed + time, threads).run(minutes / TIMES, learned, fixed)
        learned = better(learned, arrays)

    def play(nth):
        return gains(DEALS // threads, seed + nth * DEALS, fixed, learned)

    with ThreadPoolExecutor(threads) as pool:
        gained = np.concatenate(list(pool.map(play, range(threads)))) * TO_ONE_HUNDRED
    return gained.mean(), gained.std() / len(gained) ** 0.5


def share_within(trainings, phase):
    """Return how many costs of a phase, by how often they are needed, lie within two errors of those of the last training.

    The costs and errors come from the other trainings, and the errors of the last one from what these say of errors. The best
    actions of both are left out. Common actions have their costs here; in the file they are free.
    """
    parts = [of_phase(each, phase) for each in trainings]
    kept = np.flatnonzero(sum(each[2].sum(axis=1, dtype=np.float64) for each in parts[:-1]) >= KEPT)
    seen = [seen_of([array[kept] for array in each]) for each in parts]
    needed = parts[-1][1][kept].sum(axis=2)
    right = total = 0.0
    blocks = blueprint_groups.blocks(phase)
    costs, errors, apart = priced(seen[:-1], blocks)
    for block, of_block in zip(blocks, apart, strict=True):
        cost, error = costs[:, block], errors[:, block]
        of_last, its_error = cost_of_one(seen[-1].of_groups(block), of_block)
        near = np.abs(cost - of_last) <= 2 * np.hypot(error, its_error)[..., None]
        known = (error < HIGHEST_ERROR) & (its_error < HIGHEST_ERROR)
        weight = (needed[:, block] * known)[..., None] * ((cost > 0) | (of_last > 0))
        right += float((weight * near).sum())
        total += float(weight.sum())
    return right / total


def main():
    """Train, let a player learn, and print the gain; or compare trainings."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60, help="of training, and half as long of learning")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--states", type=Path, help="compare the trainings in this folder, of build_blueprint.py"
    )
    options = parser.parse_args()
    if options.states:
        trainings = []
        for path in sorted(
            options.states.glob("training-*.npz"), key=lambda path: int(path.stem.split("-")[1])
        ):
            trainings.append(Training(0))
            trainings[-1].go_on(path)
        if len(trainings) < 3:
            parser.error(f"{options.states} has fewer than three trainings")
        for phase in range(len(ACTIONS)):
            print(
                f"phase {phase}: {share_within([each.arrays for each in trainings], phase):.1%} within two errors"
            )
        return
    fixed = Training(options.seed, options.threads).run(options.minutes)[1]
    gain, error = gain_of_learner(fixed, options.seed + 1, options.threads, options.minutes / 2)
    print(f"gain {gain:.2f} big bets per 100 hands, standard error {error:.2f}")


if __name__ == "__main__":
    main()
