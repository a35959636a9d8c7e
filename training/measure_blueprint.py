"""Measures what a player gains against others who play the blueprint and never slip: `python training/measure_blueprint.py`.

Needs numba, as training does. Tables are those of the training: three to eight players, some with short stacks. With more than two players nothing proves that a strategy is best. So one player looks against others
who play it which actions surely win more, among the groups of hands and lines that the blueprint knows. Then the same deals are
played twice, by the better actions and by the blueprint. The gain is a lower bound of what the best answer wins. Nothing is learned
with `--free`: the player always takes the passive, or the aggressive, one of the actions that are common and so free; and with `--open`:
first in they raise so many percent of the hands in each seat, and fold the others.
"""

import argparse
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from blueprint_costs import ACTIONS, FIRST, FIRST_GROUP, WIDTH, of_phase
from build_blueprint import (
    PERFECT,
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

from badugi_hh.ring.blueprint import blueprint_file
from badugi_hh.ring.hand_row import ACTOR, FOLD, LENGTH, OVER, PHASE, RAISE, SEATS
from badugi_hh.ring.table_spots import BEFORE_SPOTS, PHASES, SPOTS
from badugi_hh.solve.classes import deal
from badugi_hh.solve.game import BIG_BET
from badugi_hh.solve.known import COMMON

DEALS = 4_000_000
TIMES, SURE, SEEN = 3, 3.0, 30
"""How often a strategy is made better, and by how many standard errors and in how many decisions an action must win more."""
ROUNDS = 10**9
TO_ONE_HUNDRED = 100 / BIG_BET
"""From half small bets a hand to big bets per 100 hands."""


@njit(nogil=True)
def gains(deals, seed, fixed, learned):
    """Return for each deal what one player wins more, in half small bets, by what was learned than by the fixed strategy."""
    gained = np.zeros(deals)
    hand, held, deck = np.zeros(LENGTH, np.int64), np.zeros(SEATS, np.int64), np.arange(52)
    places, slips, shares = np.zeros(1, np.int64), np.zeros(SEATS), np.zeros(4)
    for nth in range(deals):
        for time in range(2):
            rng = random_numbers(seed + nth)
            deck[:] = np.arange(52)
            players, _ = begin_hand(hand, held, deck, 0.0, 0.0, slips, rng)
            seat = SEATS - 1 - int(uniform(rng) * players)
            places[0] = 4 * SEATS
            while hand[PHASE] != OVER:
                at, _, size = locate(hand, held)
                count, actor = ACTIONS[hand[PHASE]], hand[ACTOR]
                strategy(learned if time and actor == seat else fixed, at, hand, size, count, shares)
                take(hand, held, deck, places, choose(hand, size, count, shares, slips[actor], rng))
            gained[nth] += (2 * time - 1) * won_by(hand, held, seat)
    return gained


def played(path):
    """Return the strategy of a blueprint in a file as a training has it."""
    flat = np.zeros(FIRST[-1], np.float32)
    with np.load(path) as arrays:
        for phase in range(PHASES):
            mine = flat[FIRST[phase] : FIRST[phase + 1]].reshape(SPOTS[phase], -1, ACTIONS[phase])
            mine[arrays[f"spots_{phase}"]] = arrays[f"mix_{phase}"]
    return flat


def better(strategy_sums, arrays, phases):
    """Return a strategy that takes the action of each group that surely wins more, in some phases, and is the old one elsewhere."""
    regrets, _, visits, _, squares = arrays
    changed = strategy_sums.copy()
    for phase in phases:
        actions = ACTIONS[phase]
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


def always(fixed, phases, *, passive):
    """Return a strategy that takes of several common actions of a betting round always the passive one, or the aggressive one."""
    changed = fixed.copy()
    for phase in phases:
        if phase & 1:
            continue
        mix = of_phase([fixed] * 2 + [np.zeros(FIRST_GROUP[-1])] * 3, phase)[0]
        common = mix >= COMMON * np.maximum(mix.sum(axis=2, keepdims=True), 1e-30)
        common &= mix > 0
        several = common.sum(axis=2) > 1
        first = common.argmax(axis=2)
        last = common.shape[2] - 1 - common[..., ::-1].argmax(axis=2)
        chosen = np.eye(common.shape[2], dtype=np.float32)[first if passive else last]
        mine = changed[FIRST[phase] : FIRST[phase + 1]].reshape(mix.shape)
        mine[several] = chosen[several]
    return changed


def opening(path, fixed, shares):
    """Return a strategy that first in raises these shares of the hands from the first seat to the button, and folds the others.

    A share of 0 leaves a seat as it is. The hands are those that win the most by a raise against a fold.
    """
    changed = fixed.copy()
    mine = changed[: FIRST[1]].reshape(4, SEATS, -1, WIDTH[0], ACTIONS[0])
    with np.load(path) as arrays:
        spots, cost, groups = (arrays[f"{name}_0"] for name in ("spots", "cost", "groups"))
    for seat, share in enumerate(shares):
        row = np.flatnonzero(spots == seat * (BEFORE_SPOTS // SEATS))
        if share and len(row):
            best = np.argsort(cost[row[0], :, RAISE].astype(int) - cost[row[0], :, FOLD], kind="stable")
            mass = np.bincount(groups, deal())[best]
            raised = np.clip((share - (np.cumsum(mass) - mass)) / mass, 0, 1)
            mine[0, seat, 0, best] = 0
            mine[0, seat, 0, best, RAISE], mine[0, seat, 0, best, FOLD] = raised, 1 - raised
    return changed


def learn(fixed, phases, options):
    """Return the strategy of a player who learned for some minutes against the fixed one."""
    learned = fixed
    for time in range(TIMES):
        training = Training(options.seed + time, ROUNDS, options.threads, PERFECT)
        learned = better(learned, training.run(options.minutes / TIMES, learned, fixed), phases)
    return learned


def main():
    """Let a player learn, and print the gain."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--file", type=Path, default=blueprint_file(), help="a blueprint; without, the shipped one"
    )
    parser.add_argument("--minutes", type=float, default=30, help="of learning")
    parser.add_argument(
        "--phases",
        type=int,
        nargs="+",
        default=range(7),
        help="in which the player may differ, 0 before the first draw",
    )
    parser.add_argument(
        "--free",
        choices=["passive", "aggressive"],
        help="learn nothing, and take of free actions always this one",
    )
    parser.add_argument(
        "--open",
        type=float,
        nargs=6,
        help="learn nothing, and first in raise so many percent in each seat, 0 for as ever",
    )
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    fixed = played(options.file)
    if options.open:
        learned = opening(options.file, fixed, [percent / 100 for percent in options.open])
    elif options.free:
        learned = always(fixed, options.phases, passive=options.free == "passive")
    else:
        learned = learn(fixed, options.phases, options)

    def play(nth):
        return gains(options.deals // options.threads, options.seed + nth * options.deals, fixed, learned)

    with ThreadPoolExecutor(options.threads) as pool:
        gained = np.concatenate(list(pool.map(play, range(options.threads)))) * TO_ONE_HUNDRED
    print(
        f"gain {gained.mean():.2f} big bets per 100 hands, standard error {gained.std() / len(gained) ** 0.5:.2f}"
    )


if __name__ == "__main__":
    main()
