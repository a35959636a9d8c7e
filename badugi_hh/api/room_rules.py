"""The rules of a room, by the room's name."""

from badugi_hh.engine.rules import ROOMS, Rules
from badugi_hh.suggest import alike, did_you_mean


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
