"""The names that several arguments take, from fixed lists; help and completion need them without a library."""

from enum import StrEnum

from badugi_hh.engine.rules import ROOMS, Betting, Rules
from badugi_hh.suggest import alike, did_you_mean

ROOM_NAMES = tuple(ROOMS)
"""The rooms whose rules are known."""
LIMITS = tuple(map(str, Betting))
"""The limit types."""


class Sort(StrEnum):
    """The order of a list of hands: newest first, or highest first in big bets of the hand."""

    PLAYED = "played"
    NET = "net"
    POT = "pot"
    LOSS = "loss"


def find_rules(name: str) -> Rules:
    """Return the rules of a room.

    Raises:
        LookupError: there is no such room.
    """
    if name not in ROOMS:
        question = did_you_mean(alike(name, ROOMS))
        raise LookupError(
            f"there are no rules {name!r}; there are {', '.join(ROOMS)}{question and f'; {question}'}"
        )
    return ROOMS[name]
