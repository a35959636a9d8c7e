"""The final hands of the opponents of one known hand, sampled once for every spot with the same public situation.

A sample does not depend on the known hand. For a hand, only the outcomes that use none of its cards are taken, with
weights that correct for the smaller deck, so that they have the probabilities of hands dealt around it. Opponents keep
the best cards at every draw, and nobody bets or folds. Each opponent is sampled alone; outcomes of several are pairs of
such outcomes without a common card, weighted in the same way. The same opponents always have the same sample.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import prod

import numpy as np
from numpy.typing import NDArray

from badugi_hh.odds.error import OddsError
from badugi_hh.odds.ranges import PAT, Range, hands
from badugi_hh.odds.spots import Player, no_hand
from badugi_hh.odds.states import Masks, Numbers, states
from badugi_hh.odds.trials import play_out

Rows = NDArray[np.intp]
Opponents = tuple[Player, ...]
"""Opponents with ranges that are no samples, in any order."""

OUTCOMES = 1 << 15
"""The number of outcomes in a sample, at most."""
_STEP = 1 << 12
_ROUNDS = 24
"""How often `OUTCOMES` pairs of outcomes are tried, at most."""
_KEPT = 128
"""How many samples a process keeps; one takes at most 0.8 MB."""
_DEALT = 4


@dataclass(frozen=True, slots=True, eq=False)
class Outcomes:
    """Outcomes, one in a row: the cards that the opponents have had, and the best of their final hands.

    `shared` is the number of opponents who have the best hand; `weight` is relative.
    """

    used: Masks
    value: Numbers
    shared: NDArray[np.uint8]
    weight: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.used)

    def take(self, rows: Rows | slice) -> "Outcomes":
        """Return some rows."""
        return Outcomes(self.used[rows], self.value[rows], self.shared[rows], self.weight[rows])


@dataclass(frozen=True, slots=True, eq=False)
class Opposition:
    """The outcomes of opponents, with weights that leave out the cards drawn, and the number of these cards.

    `dealt` is the number of cards before the draws. `complete` is true if the rows are all possible outcomes, each as
    likely; the rows have no order.
    """

    outcomes: Outcomes
    drawn: NDArray[np.uint8]
    dealt: int
    complete: bool

    def around(self, known: np.uint64, count: int, start: int, number: int | None) -> Outcomes:
        """Return outcomes that use none of the `count` cards of a mask: `number` of them, or all for None.

        They are taken from a row on that depends on `start`, so that two hands have different ones.
        """
        used = self.outcomes.used
        if number is None:
            rows = np.flatnonzero((used & known) == 0)
        else:
            found: list[Rows] = []
            first = start % -(-len(used) // _STEP) * _STEP
            for at in (*range(first, len(used), _STEP), *range(0, first, _STEP)):
                part = at + np.flatnonzero((used[at : at + _STEP] & known) == 0)[:number]
                found.append(part)
                number -= len(part)
                if not number:
                    break
            rows = found[0] if len(found) == 1 else np.concatenate(found)
        taken = self.outcomes.take(rows)
        by_drawn = _weights(52 - self.dealt, count)
        return Outcomes(taken.used, taken.value, taken.shared, taken.weight * by_drawn[self.drawn[rows]])


@lru_cache(maxsize=256)
def _weights(deck: int, gone: int) -> NDArray[np.float64]:
    """Return by number of cards the inverse of the probability of drawing them one by one, without `gone` cards.

    Each card counts as a part of the 48 that one opponent draws from, so that the numbers stay small.
    """
    most = min(deck - gone, 36)
    return np.array([prod(48 / (deck - gone - i) for i in range(drawn)) for drawn in range(most + 1)])


@lru_cache(maxsize=_KEPT)
def opposition(opponents: Opponents) -> Opposition:
    """Return the sample of these opponents; give them in one order, such as sorted, to sample them once.

    Raises:
        OddsError: the ranges leave no different hands to all opponents.
    """
    *others, last = opponents
    if not others:
        return _sample_one(last)
    return _join(opposition(tuple(others)), opposition((last,)), last.range)


def _sample_one(player: Player) -> Opposition:
    """Return the outcomes of one opponent: all of one who holds a badugi, a sample of others."""
    digits = [number for part in player.range.parts for number in (*sorted(part.values), *part.line)]
    random = np.random.default_rng([player.draws, *digits])
    if player.range == PAT:
        found = hands(PAT)
        order = random.permutation(len(found.state))
        used, value = found.seen[order], states().value[found.state[order]]
    else:
        used, (state,) = play_out([player], OUTCOMES, random)
        value = states().value[state]
    drawn = (np.bitwise_count(used) - _DEALT).astype(np.uint8)
    # Draws from a deck of 48 cards; `around` multiplies with the inverse probability from the smaller deck.
    weight = 1 / _weights(52 - _DEALT, 0)[drawn]
    ones = np.ones(len(used), np.uint8)
    return Opposition(Outcomes(used, value, ones, weight), drawn, _DEALT, complete=player.range == PAT)


def _join(first: Opposition, second: Opposition, range_: Range) -> Opposition:
    """Return random pairs of outcomes that have no card in common."""
    random = np.random.default_rng([first.dealt, len(first.outcomes), len(second.outcomes)])
    rows: list[tuple[Rows, Rows]] = []
    left = OUTCOMES
    for _ in range(_ROUNDS):
        ours = random.integers(0, len(first.outcomes), OUTCOMES)
        theirs = random.integers(0, len(second.outcomes), OUTCOMES)
        free = np.flatnonzero((first.outcomes.used[ours] & second.outcomes.used[theirs]) == 0)[:left]
        rows.append((ours[free], theirs[free]))
        left -= len(free)
        if not left:
            break
    ours, theirs = (np.concatenate(column) for column in zip(*rows, strict=True))
    if not len(ours):
        raise OddsError(no_hand(range_))
    one, two = first.outcomes.take(ours), second.outcomes.take(theirs)
    value = np.minimum(one.value, two.value)
    shared = one.shared * (one.value == value) + two.shared * (two.value == value)
    outcomes = Outcomes(one.used | two.used, value, shared.astype(np.uint8), one.weight * two.weight)
    drawn = first.drawn[ours] + second.drawn[theirs]
    return Opposition(outcomes, drawn, first.dealt + second.dealt, complete=False)
