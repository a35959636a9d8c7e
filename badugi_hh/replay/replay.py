"""Holds a history against the rules of a room.

The replayer is the only place where text and rules meet. It repairs nothing: what the rules do not allow is a problem
that says what was due.
"""

from badugi_hh import problems as codes
from badugi_hh.engine.rules import POKERSTARS, Rules
from badugi_hh.history import events as ev
from badugi_hh.history.events import Hand
from badugi_hh.problems import Part, Place
from badugi_hh.replay.claims import check_claims
from badugi_hh.replay.follow import follow
from badugi_hh.replay.records import DRAW_OF, Replay, Result
from badugi_hh.replay.report import Findings
from badugi_hh.replay.stakes import rules_of

_NOWHERE = Place("")


def replay(hand: Hand, *, rules: Rules = POKERSTARS, place: Place = _NOWHERE) -> Replay:
    """Play a hand again by the rules and compare every claim of its text with what they give.

    Args:
        hand: the hand as parsed.
        rules: the room's rules; the stakes are taken from the hand.
        place: file and first line of the hand, for the problems.
    """
    cancelled = next((event for event in hand.events if isinstance(event, ev.HandCancelled)), None)
    if cancelled:
        return _replay_cancelled(hand, rules_of(hand, rules), place, cancelled)
    return follow(hand, rules, place)


def _replay_cancelled(hand: Hand, rules: Rules, place: Place, event: ev.HandCancelled) -> Replay:
    """Return the result of a hand that the room gave back: nobody put anything in, and the play is not followed.

    The text is still held against itself, and nobody may have won anything.
    """
    findings = Findings(place, hand)
    findings.add(codes.CANCELLED, event.line, "the room cancelled the hand")
    _check_nothing_won(hand, findings)
    check_claims(hand, findings, played=False)
    results = {
        seat.seat: Result(seat.seat, put_in=0, won=0, left=None, showdown=False, shown=None, shared=0)
        for seat in hand.seats
        if seat.dealt
    }
    begun, rounds = 0, []
    for each in hand.events:
        if isinstance(each, ev.SectionBegan):
            begun = DRAW_OF.get(each.section, begun)
        rounds.append(begun)
    nothing = tuple(0 for _ in rounds)
    return Replay(
        hand, rules, None, (), (), tuple(rounds), nothing, results, 0, 0, True, tuple(findings.problems)
    )


def _check_nothing_won(hand: Hand, findings: Findings) -> None:
    """Note where a cancelled hand gives chips to somebody."""
    for event in hand.events:
        match event:
            case ev.Collected():
                code, amount, what = codes.WRONG_COLLECTED, event.amount, f"{event.player} collects"
            case ev.PotSummary():
                code, amount, what = codes.WRONG_POT, event.total, "there is a pot"
            case ev.SeatSummary():
                code, amount = codes.WRONG_SEAT_SUMMARY, event.amount or 0
                what = f"the summary of {event.player} has him win"
            case _:
                continue
        if amount:
            findings.add(
                code,
                event.line,
                f"{what} in a cancelled hand",
                expected=0,
                found=amount,
                part=Part.AMOUNT,
                by_text=True,
            )
