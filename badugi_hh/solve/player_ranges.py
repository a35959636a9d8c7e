"""The ranges of both players at a public state: with which probability each is dealt and drawn to a class, and plays there."""

from functools import cache
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from badugi_hh.solve.classes import no_buckets
from badugi_hh.solve.game import PublicState
from badugi_hh.solve.transitions import Draws, draw_id

Reach: TypeAlias = NDArray[np.float64]

LEAST_REACH = 1e-9
"""A class that a player reaches less often has no strategy of its own."""


class Ranges(NamedTuple):
    """A public state, the reach of both players by class, and the least share of an action that each has taken.

    A share is that of the player's hands at that point of the line; 1 if the player has not acted.
    """

    state: PublicState
    reach: tuple[Reach, Reach]
    least: tuple[float, float] = (1.0, 1.0)

    @property
    def actor(self) -> int:
        """The player who acts, 0 at the end of the hand."""
        return self.state.actor or 0

    @property
    def mine(self) -> Reach:
        """The reach of the player who acts, without classes that are too rare for a strategy."""
        return without_rare(self.reach[self.actor])

    @property
    def theirs(self) -> float:
        """The probability of the opponent's actions."""
        return float(self.reach[1 - self.actor].sum())

    def after(self, action: str, state: PublicState, share: NDArray[np.floating]) -> "Ranges":
        """Return the ranges after an action that leads to `state`, and that each class takes with the probability `share`."""
        mine, actor = self.mine, self.actor
        played = mine * share
        held = float(mine.sum())
        least = min(self.least[actor], float(played.sum()) / held if held else 0.0)
        if self.state.drawing:
            played = drawn_to(played, int(action), sum(self.state.drawn[actor]))
        if actor:
            return Ranges(state, (self.reach[0], played), (self.least[0], least))
        return Ranges(state, (played, self.reach[1]), (least, self.least[1]))


def drawn_to(reach: Reach, drawn: int, before: int | NDArray[np.integer]) -> Reach:
    """Return the reach after a draw of `drawn` cards by a player who drew `before` cards earlier, of one range or a row for each."""
    rows = np.atleast_2d(reach)
    numbers = np.full(len(rows), draw_id(drawn, 0, last=False)) + before
    return np.asarray(np.maximum(_all_draws().spread(numbers, rows), 0)).reshape(reach.shape)


@cache
def _all_draws() -> Draws:
    return Draws(no_buckets(), np.float64)


def without_rare(reach: Reach) -> Reach:
    """Return the reach of each class, with 0 for classes that are too rare for a strategy of their own."""
    return np.where(reach < LEAST_REACH, 0.0, reach)
