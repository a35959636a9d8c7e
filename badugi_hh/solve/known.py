"""What is known of an answer of a solved game, and the reasons why an answer is not given.

An equilibrium says nothing certain after an action that its opponent hardly ever takes, and nothing where two solutions
contradict each other. Such an answer is a reason in place of shares and costs.
"""

from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

LEAST_SHARE = 0.01
"""An action of the opponent in the line has at least this share of the opponent's hands there."""
HIGHEST_ERROR = 0.3
"""The standard error of a cost is below this, in big bets."""
COMMON = 0.2
"""An action with this share costs no more than twice the error of its cost."""

Flags = NDArray[np.bool_]


class Reason(IntEnum):
    """Why no answer is given; `NONE` if one is."""

    NONE = 0
    RARE = 1
    UNSURE = 2

    def __str__(self) -> str:
        """Return the reason in words."""
        return _WORDS[self]


_WORDS = {
    Reason.NONE: "",
    Reason.RARE: "good play comes here too rarely",
    Reason.UNSURE: "the cost is too uncertain",
}


def unsure(mix: NDArray[Any], cost: NDArray[Any], errors: NDArray[Any], held: Flags) -> Flags:
    """Return the classes whose costs have too large an error, or contradict the mix with which the class is played.

    `mix` and `cost` have a row for each action; costs and `errors` are in big bets. A class that is not `held` has no mix.
    """
    contradicted = ((mix >= COMMON - 1e-6) & (cost > 2 * errors)).any(axis=0)
    return np.asarray((errors >= HIGHEST_ERROR) | (contradicted & held))
