"""Makes a hand anonymous: pseudonyms instead of screen names, and no chat.

Cards, amounts, times, the site's hand number and the table name of a public table are kept.
"""

from collections.abc import Callable
from dataclasses import replace

from badugi_hh.history.events import ANY_EVENT, BountyWon, Hand, PlayerEvent, Talk, Talked

PRIVATE_CLUB = "Private club"
"""The name that replaces the name of a home game's club."""


def anonymize(hand: Hand, rename: Callable[[str], str]) -> Hand:
    """Return the hand with every screen name replaced, and every line of free text removed: chat and bounties.

    The names of a private club and of its
    cash tables are replaced, and the regulator's number of the session is removed.

    Args:
        hand: the hand.
        rename: returns the pseudonym of a screen name, always the same for the same name.
    """
    table = hand.table if hand.club is None or hand.tournament else PRIVATE_CLUB
    events = (event for event in hand.events if not _is_free_text(event))
    return replace(
        hand,
        seats=tuple(replace(seat, player=rename(seat.player)) for seat in hand.seats),
        events=tuple(_rename(event, rename) for event in events),
        table=table,
        club=None if hand.club is None else PRIVATE_CLUB,
        room_id=None,
    )


def _is_free_text(event: ANY_EVENT) -> bool:
    """Return whether a line can have names anywhere in it: chat, and bounties, which do not change the hand.

    In every other line the only names are the player's own.
    """
    return isinstance(event, BountyWon) or (isinstance(event, Talked) and event.kind is Talk.SAID)


def _rename(event: ANY_EVENT, rename: Callable[[str], str]) -> ANY_EVENT:
    if not isinstance(event, PlayerEvent):
        return event
    return replace(event, player=rename(event.player))
