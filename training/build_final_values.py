"""Builds tables/final-values.npz: how often opponents end with each value, and how much two of them depend on each other.

Each kind of `badugi_hh.odds.opposition` is simulated, with the own discards gone from the deck; 2**24 outcomes leave a standard
error of 0.012 points of a probability of one half. Run it after a change of the ranges that draws stand for; it takes a minute.
"""

from itertools import combinations_with_replacement
from pathlib import Path

import numpy as np

from badugi_hh.odds.blockers import Floats
from badugi_hh.odds.next_draw import VALUES
from badugi_hh.odds.opposition import KINDS, RANGES, Opponent
from badugi_hh.odds.ranges import PAT, hands
from badugi_hh.odds.spots import Player
from badugi_hh.odds.states import states
from badugi_hh.odds.trials import final_states_of

OUTCOMES = 1 << 24
_TOGETHER = 1 << 18


def main() -> None:
    """Simulate all kinds and write the table."""
    chances = np.zeros((len(KINDS), VALUES))
    for number, kind in enumerate(KINDS):
        for seed in range(OUTCOMES // _TOGETHER):
            chances[number] += simulate_values(kind, _TOGETHER, (number, seed))
    chances /= chances.sum(axis=1, keepdims=True)
    disjoint = how_disjoint()
    pairs = [
        factor_of_pair(first, second, disjoint) for first, second in combinations_with_replacement(chances, 2)
    ]
    path = Path(__file__).parents[1] / "tables" / "final-values.npz"
    np.savez_compressed(path, chances=chances.astype(np.float32), pairs=np.array(pairs, np.float32))


def simulate_values(kind: Opponent, outcomes: int, seed: tuple[int, ...]) -> Floats:
    """Return how often an opponent ends with each value in some simulated outcomes; all badugis are equally likely."""
    if kind[0] == 0:
        return np.bincount(states().value[hands(PAT).state], minlength=VALUES)[:VALUES].astype(np.float64)
    state = final_states_of(Player(RANGES[kind[0]], kind[1]), (), outcomes, seed)
    return np.bincount(states().value[state], minlength=VALUES)[:VALUES].astype(np.float64)


def factor_of_pair(one: Floats, two: Floats, disjoint: Floats) -> Floats:
    """Return by value how much more often a hand beats both of two opponents than if they were independent.

    Opponents of independent values cannot have the same cards, which makes two good hands less likely.
    """
    together = one[:, None] * two[None, :] * disjoint
    together /= together.sum()
    both = 1 - together.sum(axis=1).cumsum() - together.sum(axis=0).cumsum()
    both += np.diag(together.cumsum(axis=0).cumsum(axis=1))
    shared = (both + np.concatenate([[1.0], both[:-1]])) / 2  # ties count half
    alone = (1 - np.cumsum(one) + one / 2) * (1 - np.cumsum(two) + two / 2)
    return np.where(alone > 1e-6, np.maximum(shared, 0) / np.maximum(alone, 1e-6), 1.0)


def how_disjoint() -> Floats:
    """Return how likely hands of two values have no card in common, in units of that of as many random cards.

    Suits are random and different within each hand, so that only the number of common ranks matters.
    """
    ranks = np.zeros((VALUES, 13))
    table = states()
    one_of_each, at = np.unique(table.value[:-1], return_index=True)
    for value, mask in zip(one_of_each.tolist(), table.mask[at].tolist(), strict=True):
        ranks[value] = [bool(mask >> (4 * rank) & 15) for rank in range(13)]
    sizes = ranks.sum(axis=1).astype(np.intp)
    common = (ranks @ ranks.T).astype(np.intp)
    ways = np.zeros((5, 5, 5))
    for first in range(5):
        for second in range(5):
            random = np.prod([(52 - first - i) / (52 - i) for i in range(second)])
            for number in range(min(first, second) + 1):
                ways[first, second, number] = no_common_card(number) / random
    return np.asarray(ways[sizes[:, None], sizes[None, :], common])


def no_common_card(ranks: int) -> float:
    """Return the probability that no common rank has the same suit in both hands, by inclusion and exclusion."""
    found, sign, chosen = 0.0, 1.0, 1.0
    for same in range(ranks + 1):
        found += sign * chosen
        sign = -sign
        chosen *= (ranks - same) / (same + 1) / (4 - same) if same < 4 else 0.0
    return found


if __name__ == "__main__":
    main()
