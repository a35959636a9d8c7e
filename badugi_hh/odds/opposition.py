"""The final hands of the opponents of one known hand, sampled once for every spot with the same public situation.

A sample does not depend on the known hand: `outcomes` finds those of its rows that use none of a hand's cards, and their
weights. Opponents keep the best cards at every draw, and nobody bets or folds. Each opponent is sampled alone; outcomes
of several are pairs of such outcomes without a common card. The same opponents always have the same sample.
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
Floats = NDArray[np.float64]
Opponents = tuple[Player, ...]
"""Opponents with ranges that are no samples, in any order."""

OUTCOMES = 1 << 15
"""The number of outcomes of one opponent and of two, at most."""
_OUTCOMES_OF_EACH = 1 << 16
"""The number of outcomes of each of several opponents, from which theirs are joined."""
_OUTCOMES_OF_MANY = 1 << 14
"""The number of outcomes of more opponents, at most."""
REPEATED = 1.5
"""How much larger the variance of an average over outcomes of several opponents is taken, because one outcome of an opponent
is in several of theirs. It is the bound for two opponents, who have half as many outcomes together as each; repeated samples
of three and four opponents differ by no more."""
_ROUNDS = 24
"""How often `OUTCOMES` pairs of outcomes are tried, at most."""
_DEALT = 4
_MOST_DRAWN = 52
_KEPT = 64
"""How many samples of one opponent a process keeps, and of several; one takes 0.2 to 0.8 MB."""


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """The relative weight of an outcome, which follows from the number of cards drawn, as arrays by that number.

    `dealt` is the number of the opponents' cards before the draws, and `alone` the weight without a known hand.
    """

    dealt: int
    alone: Floats

    def around(self, known: int) -> Floats:
        """Return the weights around a hand of `known` cards."""
        found: Floats = self.alone * _weights(52 - self.dealt - known)
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """Outcomes, one in a row: the cards that the opponents have had, and the best of their final hands.

    `shared` is the number of opponents who have the best hand, and `drawn` the number of cards drawn.
    """

    used: Masks
    value: Numbers
    shared: NDArray[np.uint8]
    drawn: NDArray[np.uint8]
    weights: Weights

    def __len__(self) -> int:
        return len(self.used)


@lru_cache(maxsize=256)
def _weights(deck: int) -> Floats:
    """Return by number of cards the inverse of the probability of drawing them one by one, 0 for more than the deck has.

    Each card counts as a part of the 48 that one opponent draws from, so that the numbers stay small.
    """
    return np.array(
        [
            prod(48 / (deck - i) for i in range(drawn)) if drawn <= deck else 0
            for drawn in range(_MOST_DRAWN + 1)
        ]
    )


@lru_cache(maxsize=_KEPT)
def sample(opponents: Opponents, series: int = 0) -> Sample:
    """Return the sample of these opponents; give them in one order, such as sorted, to sample them once.

    Another `series` is an independent sample, but for one opponent who holds a badugi.

    Raises:
        OddsError: the ranges leave no different hands to all opponents.
    """
    *others, last = opponents
    if not others:
        return _sample_one(last, 0, series, OUTCOMES)
    first = (
        sample(tuple(others), series)
        if len(others) > 1
        else _sample_one(*others, 0, series, _OUTCOMES_OF_EACH)
    )
    second = _sample_one(last, len(others), series, _OUTCOMES_OF_EACH)
    return _join(first, second, last.range, series)


@lru_cache(maxsize=_KEPT)
def _sample_one(player: Player, place: int, series: int, number: int) -> Sample:
    """Return the outcomes of one opponent: all of one who holds a badugi, a sample of others.

    Opponents in different places have independent samples.
    """
    digits = [value for part in player.range.parts for value in (*sorted(part.values), *part.line)]
    random = np.random.default_rng([player.draws, place, series, *digits])
    if player.range == PAT:
        found = hands(PAT)
        used, value = found.seen, states().value[found.state]
    else:
        used, (state,) = play_out([player], number, random)
        value = states().value[state]
    drawn = (np.bitwise_count(used) - _DEALT).astype(np.uint8)
    # Drawn from a deck of 48 cards; `Weights.around` multiplies with the inverse probability from the smaller deck.
    weights = _weights(52 - _DEALT)
    alone = np.divide(1.0, weights, out=np.zeros_like(weights), where=weights > 0)
    return Sample(used, value, np.ones(len(used), np.uint8), drawn, Weights(_DEALT, alone))


def _join(first: Sample, second: Sample, range_: Range, series: int) -> Sample:
    """Return random pairs of outcomes that have no card in common.

    Pairs are taken with the probability of their weights, so that the weight of a pair follows from the number of cards
    drawn.
    """
    random = np.random.default_rng([first.weights.dealt, series])
    rows: list[tuple[Rows, Rows]] = []
    left = OUTCOMES if first.weights.dealt == _DEALT else _OUTCOMES_OF_MANY
    for _ in range(_ROUNDS):
        ours = random.integers(0, len(first), OUTCOMES)
        theirs = random.integers(0, len(second), OUTCOMES)
        free = np.flatnonzero((first.used[ours] & second.used[theirs]) == 0)
        ours, theirs = ours[free], theirs[free]
        likely = first.weights.alone[first.drawn[ours]] * second.weights.alone[second.drawn[theirs]]
        taken = np.flatnonzero(random.random(len(free)) < likely)[:left]
        rows.append((ours[taken], theirs[taken]))
        left -= len(taken)
        if not left:
            break
    ours, theirs = (np.concatenate(column) for column in zip(*rows, strict=True))
    if not len(ours):
        raise OddsError(no_hand(range_))
    one, two = first.value[ours], second.value[theirs]
    value = np.minimum(one, two)
    shared = first.shared[ours] * (one == value) + second.shared[theirs] * (two == value)
    drawn = first.drawn[ours] + second.drawn[theirs]
    return Sample(
        first.used[ours] | second.used[theirs],
        value,
        shared.astype(np.uint8),
        drawn,
        Weights(first.weights.dealt + second.weights.dealt, np.ones(_MOST_DRAWN + 1)),
    )
