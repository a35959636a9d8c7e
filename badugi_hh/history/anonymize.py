"""A hand without the people in it: pseudonyms for screen names, no chat.

What makes a hand a hand stays: cards, amounts, times, the site's number of the hand, the table.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from badugi_hh.history.events import ANY_EVENT, BountyWon, Hand, Layout, PlayerEvent, Talk, Talked

PRIVATE_CLUB = "Private club"
"""What the name of a home game's club becomes."""


def anonymize(hand: Hand, rename: Callable[[str], str]) -> Hand:
    """Return the hand with every screen name changed and every line of chat dropped.

    The layout keeps only the line ends, since unusual wordings hold names; the club's name and the regulator's
    number of the session are left out.

    Args:
        hand: the hand.
        rename: gives a pseudonym for a screen name, always the same for the same name.
    """
    events = (event for event in hand.events if not (isinstance(event, Talked) and event.kind is Talk.SAID))
    return replace(
        hand,
        seats=tuple(replace(seat, player=rename(seat.player)) for seat in hand.seats),
        events=tuple(_rename(event, hand, rename) for event in events),
        club=None if hand.club is None else PRIVATE_CLUB,
        room_id=None,
        layout=Layout(newline=hand.layout.newline),
    )


def _rename(event: ANY_EVENT, hand: Hand, rename: Callable[[str], str]) -> ANY_EVENT:
    if isinstance(event, PlayerEvent):
        return replace(event, player=rename(event.player))
    if isinstance(event, BountyWon):
        names = sorted((seat.player for seat in hand.seats), key=len, reverse=True)
        return replace(
            event, text=re.sub("|".join(map(re.escape, names)), partial(_renamed, rename), event.text)
        )
    return event


def _renamed(rename: Callable[[str], str], match: re.Match[str]) -> str:
    return rename(match.group())
