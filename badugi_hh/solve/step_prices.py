"""Prices of the steps of played hands: what each option costs, how often good play takes it, and how uncertain that is."""

from dataclasses import dataclass, replace

import numpy as np

from badugi_hh.solve.hand_decisions import OUTSIDE, RARE, UNSURE
from badugi_hh.solve.known import COMMON, HIGHEST_ERROR
from badugi_hh.solve.played_hands import CODES, NO_REASON, Flags, Floats, Numbers


@dataclass(frozen=True, slots=True)
class StepPrices:
    """Prices of the steps of `rows`, a value for each of them, or one for each option.

    `reason` is -1, or the place of the reason why nothing is claimed; all other values count only where it is -1. `words` has the word
    of each option, -1 where it is impossible. `cost` is in big bets against the best option, infinite where it is impossible; `share` is
    the part of the hands of good play that take an option, not a number where it never has the hand there. `taken` is the option taken,
    and `error` the standard error of its cost. `exact` says that the prices are of the equilibrium of a game of two.
    """

    rows: Numbers
    reason: Numbers
    words: Numbers
    cost: Floats
    share: Floats
    taken: Numbers
    error: Floats
    exact: Flags

    def lost(self) -> Floats:
        """Return what the options taken lose: nothing where good play takes them often and the cost is within its error.

        Good play mixes options that are equal, so that such a cost is error alone.
        """
        every = np.arange(len(self.rows))
        cost = self.cost[every, self.taken]
        equal = (self.share[every, self.taken] >= COMMON) & (cost <= self.error)
        return np.asarray(np.where(equal, 0.0, cost))


@dataclass(frozen=True, slots=True)
class Errors:
    """The standard error of costs, in big bets, not a number where good play comes too rarely; and what comes to it.

    That is `rough`, and `coarse` in parts of a cost; both are no reason for silence.
    """

    unsure: Floats
    rough: Floats | float = 0.0
    coarse: Floats | float = 0.0


def judged(found: StepPrices, errors: Errors) -> StepPrices:
    """Return prices with their errors, and the reasons why some are none: the action is no option, or its cost is too uncertain."""
    every = np.arange(len(found.rows))
    outside = (found.taken < 0) | (found.words[every, found.taken] < 0)
    rare, unsure = np.isnan(errors.unsure), errors.unsure >= HIGHEST_ERROR
    uncertain = np.where(rare, CODES[RARE], np.where(unsure, CODES[UNSURE], NO_REASON))
    uncertain = np.where(outside, CODES[OUTSIDE], uncertain)
    cost = np.where(outside, 0.0, found.cost[every, found.taken])
    return replace(
        found,
        reason=np.where(found.reason >= 0, found.reason, uncertain),
        error=np.hypot(np.hypot(errors.unsure, errors.rough), errors.coarse * cost),
    )
