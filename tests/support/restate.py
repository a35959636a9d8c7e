"""Turns simulated hands into hands of Full Tilt: what its client does not write is left out."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from badugi_hh.engine.values import describe, value
from badugi_hh.history import events as ev
from badugi_hh.history.full_tilt import SITE

_TALK = {
    ev.Talk.SAID: None, ev.Talk.TIMED_OUT: "has timed out", ev.Talk.RETURNED: "has returned",
    ev.Talk.SITTING_OUT: "is sitting out", ev.Talk.JOINED: "sits down", ev.Talk.LEFT: "stands up",
    ev.Talk.CONNECTED: "has reconnected", ev.Talk.DISCONNECTED: "has been disconnected",
}  # fmt: skip
"""The client's words for the kinds of table talk that it has, None for any words."""


def as_full_tilt(hands: Iterable[ev.Hand]) -> Iterator[ev.Hand]:
    """Yield the hands as Full Tilt would have stated them, without those in which the deck was reshuffled.

    No line of its client is known that states a reshuffle.
    """
    return (_restate_hand(hand) for hand in hands if not hand.of(ev.DeckReshuffled))


def _restate_hand(hand: ev.Hand) -> ev.Hand:
    tournament = hand.tournament
    if tournament is not None:
        buy_in = (tournament.buy_in or "").removesuffix(" USD") or None
        tournament = replace(tournament, level=None, match_round=None, buy_in=buy_in)
    return replace(
        hand,
        site=SITE,
        kind="Game",
        events=tuple(event for event in map(_restate, hand.events) if event is not None),
        tournament=tournament,
    )


def _restate(event: ev.ANY_EVENT) -> ev.ANY_EVENT | None:
    """Return an event in the client's words, None where it has none."""
    match event:
        case ev.BettingCapped() | ev.Finished() | ev.WonTournament():
            return None
        case ev.Talked() if event.kind not in _TALK:
            return None
        case ev.Talked():
            return replace(event, text=_TALK[event.kind] or event.text)
        case ev.SeatSummary(outcome=ev.Outcome.MUCKED) if event.cards is not None:
            return replace(event, description=describe(value(event.cards)))
        case _:
            return event
