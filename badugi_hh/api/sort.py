"""The orders in which hands are listed; help and completion need the names without a library."""

from enum import StrEnum


class Sort(StrEnum):
    """The order of a list of hands: newest first, or highest first in big bets of the hand."""

    PLAYED = "played"
    NET = "net"
    POT = "pot"
    LOSS = "loss"
