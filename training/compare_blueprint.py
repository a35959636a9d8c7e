"""Compares the costs of the blueprint with those of pots solved from its ranges: `python training/compare_blueprint.py`.

It plays hands until two players are left. Their pot is solved from the beginning of the round or draw on: the solver
knows the whole line, and takes hands together only where two draws or more are left. Each hand counts as often as it comes there,
for actions that one hand in fifty takes. The errors are those of prices: `SHARED` and `COARSE` are part of them.
"""

import argparse
import time

import numpy as np
from last_two import solve_last_two

from badugi_hh.ring.answers import answer_of_blueprint
from badugi_hh.ring.blueprint import COARSE, shipped_blueprint
from badugi_hh.ring.hand_row import ACTOR, INSIDE, OVER, PHASE, SEATS, act, seats_in
from badugi_hh.ring.line_ranges import range_after, shares_of_actions
from badugi_hh.ring.table_line import actions_of, hands_of_line
from badugi_hh.solve.classes import deal
from badugi_hh.solve.game import TABLES
from badugi_hh.user_error import SolveError

TAKEN = 0.02
HIGHEST_COST = 4.9
"""The blueprint stores no higher costs."""
LARGE = 0.3
PHASES = range(1, 7)


def lines_of_hand(random, blueprint, spot):
    """Play a hand by the blueprint, and return by phase the lines after which one of the last two players acts."""
    (hand,) = hands_of_line(spot, "")
    ranges = dict.fromkeys(range(SEATS), deal().astype(np.float64))
    words, found, phase, alone = [], {}, 0, False
    while hand[PHASE] != OVER:
        if hand[PHASE] != phase:
            phase, alone = hand[PHASE], seats_in(hand[INSIDE]) == 2
        if alone:
            found.setdefault(phase, []).append(" ".join(words))
        actor = hand[ACTOR]
        shares = shares_of_actions(blueprint, hand)
        if shares is None:
            break
        often = ranges[actor] @ shares
        action = int(random.choice(len(often), p=often / often.sum()))
        ranges[actor] = range_after(blueprint, hand, action, ranges[actor])
        words.append(next(word for size in range(1, 5) for word, number in actions_of(hand, size).items() if number == action))  # fmt: skip
        act(hand, action)
    return found


def compared(blueprint, spot, line, seconds):
    """Return how far costs are apart, those of the blueprint, their errors, and how often each comes up; None without an answer."""
    try:
        stored = answer_of_blueprint(spot, line)
        solved = solve_last_two(blueprint, spot, line, seconds=seconds)
    except SolveError:
        return None
    names = [name for name in solved.actions if name in stored.actions]
    rows = [[each.actions.index(name) for name in names] for each in (stored, solved)]
    cost, exact = stored.cost[rows[0]], solved.cost[rows[1]]
    exact = exact - exact.min(axis=0)
    often = (solved.mix * solved.reach).sum(axis=1)[rows[1]] >= TAKEN
    counts = often[:, None] & (cost < HIGHEST_COST) & np.isfinite(cost) & ((cost > 0) | (exact > 0.01))
    counts &= stored.reasons == 0
    weight = np.broadcast_to(solved.reach, cost.shape)[counts]
    errors = np.broadcast_to(stored.errors, cost.shape)[counts]
    return np.stack([cost[counts] - exact[counts], cost[counts], errors, weight])


def print_phase(phase, differences, part):
    """Print how far costs are from exact ones: rows of differences, costs, errors and weights; this part of a cost is error too."""
    far, cost, error, weight = differences
    weight = weight / weight.sum()
    near = weight @ (np.abs(far) <= 2 * np.hypot(error, part * cost))
    size = np.array([np.quantile(np.abs(far), part, weights=weight, method="inverted_cdf") for part in (0.5, 0.9, 0.95)])  # fmt: skip
    large = cost >= LARGE
    halves = weight[large] @ (cost[large] - far[large] < cost[large] / 2) / weight[large].sum()
    print(
        f"phase {phase}: {near:.1%} within two errors; {halves:.0%} of costs of {LARGE} and more are less than half as large; apart by {weight @ far:+.3f}, {weight @ np.abs(far):.3f} without sign, root mean square {(weight @ far**2) ** 0.5:.3f}; "
        f"half by {size[0]:.2f}, nine of ten by {size[1]:.2f}, nineteen of twenty by {size[2]:.2f}; mean cost {weight @ cost:.2f}"
    )


def main():
    """Play, solve and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=25, help="lines of each phase")
    parser.add_argument("--phases", type=int, nargs="+", default=PHASES, help="phases to compare, 1 to 6")
    parser.add_argument("--seconds", type=float, default=6, help="of solving each pot")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", help="write all differences to this file of arrays")
    options = parser.parse_args()
    random, blueprint = np.random.default_rng(options.seed), shipped_blueprint()
    found = {phase: [] for phase in options.phases}
    began = time.monotonic()
    while min(map(len, found.values())) < options.lines:
        spot = TABLES[random.integers(len(TABLES))]
        for phase, lines in lines_of_hand(random, blueprint, spot).items():
            line = lines[random.integers(len(lines))]
            if phase in found and len(found[phase]) < options.lines:
                far = compared(blueprint, spot, line, options.seconds)
                if far is not None:
                    found[phase].append(far)
    for phase, parts in found.items():
        print_phase(phase, np.concatenate(parts, axis=1), COARSE)
    print(f"{time.monotonic() - began:.0f} seconds")
    if options.out:
        np.savez(options.out, **{str(phase): np.concatenate(parts, axis=1) for phase, parts in found.items()})


if __name__ == "__main__":
    main()
