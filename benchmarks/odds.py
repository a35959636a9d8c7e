"""Times odds: exact and simulated equities, all keeps of a hand, and the spots of a database.

    python benchmarks/odds.py

Prints CPU seconds on one core, the best of several runs after the tables of hands have been built, with the goal of each.
"""

import time
from collections.abc import Callable
from functools import partial
from itertools import product
from random import Random

import numpy as np

from badugi_hh.engine.cards import DECK, cards
from badugi_hh.odds.equity import equity
from badugi_hh.odds.hand_prices import KeepSpots, price_all, price_keeps
from badugi_hh.odds.keeps import rank_keeps
from badugi_hh.odds.opposition import opponent
from badugi_hh.odds.ranges import ONE
from badugi_hh.odds.spots import Spot, hand_player, mask_of
from badugi_hh.odds.states import after_draw, best_of_four, states

SPOTS = 400
TRIALS = 62_500


def seconds(work: Callable[[], object], times: int = 5) -> float:
    """Return the CPU seconds of the fastest of several runs."""
    best = float("inf")
    for _ in range(times):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def report(what: str, found: float, goal: float) -> None:
    """Print a time beside its goal, both in milliseconds."""
    print(
        f"{what:66} {1000 * found:9.3f} ms   goal {1000 * goal:8.3f} ms   {'yes' if found <= goal else 'NO'}"
    )


def main() -> None:
    """Run every benchmark."""
    build = seconds(lambda: (states(), best_of_four(), [after_draw(kept) for kept in range(4)]), 1)
    print(f"tables of hands and draws, built once: {1000 * build:.0f} ms")
    drawing, pat = cards("As 2h 3d Kd"), cards("9c 7h 5s 4d")
    one_card = Spot((hand_player(drawing, 1), hand_player(pat, 1)))
    report("one card against a pat hand, exactly", seconds(lambda: equity(one_card), 50), 0.001)
    two = Spot((hand_player(cards("As 2h 7d Kd"), 2), hand_player(cards("3c 4h 6s 6c"), 2)))
    found = equity(two, trials=TRIALS)
    print(f"    two draws each: {found.method}, standard error {100 * max(found.errors):.2f} points")
    report("two hands with two draws each", seconds(lambda: equity(two, trials=TRIALS)), 0.3)
    report(
        "16 keeps with three draws left, against a range",
        seconds(lambda: rank_keeps(cards("As 2h 6d 6c"), 3, ONE, trials=TRIALS)),
        0.5,
    )
    report(
        "16 keeps with three draws left",
        seconds(lambda: rank_keeps(cards("As 2h 6d 6c"), 3, trials=TRIALS)),
        0.5,
    )
    time_database()


def time_database() -> None:
    """Print the time of a spot and of a draw with its best keep; none of them has been priced before."""
    random = Random(1)  # noqa: S311 - repeatable, not secret
    warm, *batches = [database_spots(random) for _ in range(11)]
    _price_draws(warm)  # the tables of hands
    by_spot = by_draw = float("inf")
    for spots, others in zip(batches[::2], batches[1::2], strict=True):
        by_spot = min(by_spot, seconds(partial(price_keeps, spots, spots.best_keeps()), 1) / SPOTS)
        by_draw = min(by_draw, seconds(partial(_price_draws, others), 1) / SPOTS)
    report("a spot of a database, in a batch", by_spot, 0.0003)
    print(f"{'a draw of a database with its best keep, in a batch':66} {1000 * by_draw:9.3f} ms")


def _price_draws(spots: KeepSpots) -> None:
    nothing = spots.at(np.zeros(0, np.intp))
    price_all(spots, spots.best_keeps(), np.zeros(SPOTS, np.bool_), nothing)


def database_spots(random: Random) -> KeepSpots:
    """Return spots like those of a database: a known hand, one to three draws left, an opponent known by the draw."""
    kinds = list(product((1, 2, 3), (0, 1, 2)))
    which = np.arange(SPOTS) % len(kinds)
    hands = np.array([mask_of(random.sample(DECK, 4)) for _ in range(SPOTS)])
    draws = np.array([draws for draws, _ in kinds])[which]
    against = [(opponent(drawn, draws),) for draws, drawn in kinds]
    return KeepSpots(hands, np.zeros(SPOTS, np.uint64), draws, which, against)


if __name__ == "__main__":
    main()
