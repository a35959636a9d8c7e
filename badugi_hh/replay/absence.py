"""Tracks for whom the site acts: players who sit out, and players whose time is up. It changes no chips.

What a player does before they sit out is their own decision, also in the hand in which they sit out.
"""

from badugi_hh.history import events as ev
from badugi_hh.history.events import Hand, Talk
from badugi_hh.replay.records import Forced

_STATES = {Talk.SITTING_OUT, Talk.SITS_OUT, Talk.RETURNED}


def out_at_start(hand: Hand) -> frozenset[str]:
    """Return the players who are sitting out when the hand begins, by their seat lines and by what follows.

    A line after the deal, that a player sits out, is true from that line on. Without `X has returned` before it the
    player was not out until then: the mark on the seat line comes from this line.
    """
    marked = {seat.player for seat in hand.seats if seat.sitting_out}
    if not marked:
        return frozenset()
    first: dict[str, Talk] = {}
    dealt = False
    for event in hand.events:
        dealt = dealt or isinstance(event, ev.SectionBegan)
        if dealt and isinstance(event, ev.Talked) and event.kind in _STATES:
            first.setdefault(event.player, event.kind)
    return frozenset(player for player in marked if first.get(player, Talk.RETURNED) is Talk.RETURNED)


class Absence:
    """Who is sitting out or out of time at the current line of a hand."""

    def __init__(self, hand: Hand) -> None:
        self._out = set(out_at_start(hand))
        self._timed_out: set[str] = set()

    def note(self, event: ev.Talked) -> None:
        """Take note of a line of table talk."""
        match event.kind:
            case Talk.SITTING_OUT | Talk.SITS_OUT:
                self._out.add(event.player)
            case Talk.RETURNED:
                self._out.discard(event.player)
            case Talk.TIMED_OUT:
                self._timed_out.add(event.player)
            case _:
                pass  # says nothing of who acts

    def forced(self, player: str, disconnected: bool) -> Forced | None:
        """Return why the site acts for the player, None where the player acts.

        Time runs out for one action only: call this once for each.
        """
        timed_out = disconnected
        if player in self._timed_out:
            self._timed_out.remove(player)
            timed_out = True
        if player in self._out:
            return "sitting_out"
        return "timed_out" if timed_out else None
