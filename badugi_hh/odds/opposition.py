"""The final hands of the opponents of one known hand, sampled once for every spot with the same public situation.

A sample does not depend on the known hand. For a hand, only the outcomes that use none of its cards are taken, with
weights that correct for the smaller deck, so that they have the probabilities of hands dealt around it. Opponents keep
the best cards at every draw, and nobody bets or folds. The same opponents always have the same sample.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import prod

import numpy as np
from numpy.typing import NDArray

from badugi_hh.odds.ranges import PAT, hands
from badugi_hh.odds.spots import Player
from badugi_hh.odds.states import Masks, Numbers, states
from badugi_hh.odds.trials import play_out

Rows = NDArray[np.intp]
Opponents = tuple[Player, ...]
"""Opponents with ranges, in any order."""

OUTCOMES = 1 << 15
"""The number of outcomes in a sample."""
_STEP = 1 << 12
TAKEN = 2500
"""The number of outcomes that a spot takes at most; the standard error of an equity is at most 1 point."""
_KEPT = 96
"""How many samples a process keeps; one takes at most 0.8 MB."""


@dataclass(frozen=True, slots=True, eq=False)
class Opposition:
    """Outcomes, one in a row: the cards that the opponents have had, and the best of their final hands.

    `shared` is the number of opponents who have the best hand, `drawn` the number of cards drawn. `dealt` is the number
    of cards before the draws. `complete` is true if the rows are all possible outcomes, each as likely.
    """

    used: Masks
    value: Numbers
    shared: NDArray[np.uint8]
    drawn: NDArray[np.uint8]
    dealt: int
    complete: bool

    def around(self, known: np.uint64, count: int, start: int) -> "Outcomes":
        """Return the outcomes that use none of the `count` cards of a mask: all of a complete list, else `TAKEN`.

        They are taken from the row `start` on, so that two hands have different ones.
        """
        rows = np.flatnonzero((self.used & known) == 0) if self.complete else self._some(known, start)
        drawn = self.drawn[rows]
        left = 52 - self.dealt
        # How much likelier it is to draw given cards from the smaller deck, by the number of cards.
        most = int(drawn.max(initial=0))
        weight = np.array([prod((left - i) / (left - count - i) for i in range(n)) for n in range(most + 1)])
        return Outcomes(
            self.used[rows], self.value[rows], self.shared[rows], weight[drawn], exact=self.complete
        )

    def _some(self, known: np.uint64, start: int) -> Rows:
        found: list[Rows] = []
        left = TAKEN
        start = start % (len(self.used) // _STEP) * _STEP
        for at in (*range(start, len(self.used), _STEP), *range(0, start, _STEP)):
            rows = at + np.flatnonzero((self.used[at : at + _STEP] & known) == 0)[:left]
            found.append(rows)
            left -= len(rows)
            if not left:
                break
        return np.concatenate(found)


@dataclass(frozen=True, slots=True, eq=False)
class Outcomes:
    """Outcomes for one known hand, one in a row, with their weights; see `Opposition`."""

    used: Masks
    value: Numbers
    shared: NDArray[np.uint8]
    weight: NDArray[np.float64]
    exact: bool

    def __len__(self) -> int:
        return len(self.used)

    def first(self, number: int) -> "Outcomes":
        """Return the first rows as a sample; the rows have no order."""
        part = slice(number)
        return Outcomes(self.used[part], self.value[part], self.shared[part], self.weight[part], exact=False)


@lru_cache(maxsize=_KEPT)
def opposition(opponents: Opponents) -> Opposition:
    """Return the sample of these opponents; give them in one order, such as sorted, to sample them once.

    Raises:
        OddsError: the ranges leave no different hands to all opponents.
    """
    seed = [number for player in opponents for number in (player.draws, *_digits(player))]
    random = np.random.default_rng([len(opponents), *seed])
    if len(opponents) == 1 and opponents[0].range == PAT:
        found = hands(PAT)
        order = random.permutation(len(found.state))
        one = np.ones(len(order), np.uint8)
        return Opposition(
            found.seen[order], states().value[found.state[order]], one, np.zeros_like(one), 4, complete=True
        )
    used, final = play_out(opponents, OUTCOMES, random)
    value = np.stack([states().value[state] for state in final])
    best = value.min(axis=0)
    dealt = 4 * len(opponents)
    return Opposition(
        used,
        best,
        (value == best).sum(axis=0).astype(np.uint8),
        (np.bitwise_count(used) - dealt).astype(np.uint8),
        dealt,
        complete=False,
    )


def _digits(player: Player) -> list[int]:
    """Return numbers that identify the hands of a player."""
    return [value for part in player.range.parts for value in (*sorted(part.values), *part.line)]
