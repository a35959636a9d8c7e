"""Checks a hand against the rules of a room.

Only the replay compares a text with the rules. It corrects nothing: what the rules do not allow is a problem that names what
was due.
"""

from badugi_hh import problems as codes
from badugi_hh.engine.rules import POKERSTARS, Rules
from badugi_hh.history import events as ev
from badugi_hh.history.events import Hand
from badugi_hh.problems import Part, Place
from badugi_hh.replay.consistency import check_consistency
from badugi_hh.replay.follow import follow
from badugi_hh.replay.problem_report import ProblemReport
from badugi_hh.replay.records import DRAW_OF, Replay, Result
from badugi_hh.replay.stakes import rules_of

_NO_PLACE = Place("")


def replay(
    hand: Hand,
    *,
    rules: Rules = POKERSTARS,
    place: Place = _NO_PLACE,
) -> Replay:
    """Replay a hand by the rules and compare every statement of its text with what they give.

    Args:
        hand: the hand as parsed.
        rules: the room's rules; the stakes are taken from the hand.
        place: file and first line of the hand, for the problems.
    """
    cancelled = hand.of(ev.HandCancelled)
    if cancelled:
        return _replay_cancelled(hand, rules_of(hand, rules), place, cancelled[0])
    return follow(hand, rules, place)


def _replay_cancelled(hand: Hand, rules: Rules, place: Place, event: ev.HandCancelled) -> Replay:
    """Return the replay of a hand that the site cancelled: no player put chips in, and no event is played.

    The text is still checked for contradictions, and no player may have won chips.
    """
    report = ProblemReport(place, hand)
    report.add(codes.CANCELLED, event.line, "the site cancelled the hand")
    _check_nothing_won(hand, report)
    check_consistency(hand, report, played=False)
    results = {
        seat.seat: Result(seat.seat, put_in=0, won=0, left=None, showdown=False, shown=None, shared=0)
        for seat in hand.seats
        if seat.dealt
    }
    begun, rounds = 0, []
    for item in hand.events:
        if isinstance(item, ev.SectionBegan):
            begun = DRAW_OF.get(item.section, begun)
        rounds.append(begun)
    nothing = tuple(0 for _ in rounds)
    return Replay(
        hand,
        rules,
        None,
        (),
        (),
        tuple(rounds),
        nothing,
        (),
        results,
        0,
        0,
        True,
        tuple(report.problems),
    )


def _check_nothing_won(hand: Hand, report: ProblemReport) -> None:
    """Note each line of a cancelled hand that gives chips to a player."""
    for event in hand.events:
        match event:
            case ev.Collected():
                code, amount, what = codes.WRONG_COLLECTED, event.amount, f"{event.player} collects"
            case ev.PotSummary():
                code, amount, what = codes.WRONG_POT, event.total, "there is a pot"
            case ev.SeatSummary():
                code, amount = codes.WRONG_SEAT_SUMMARY, event.amount or 0
                what = f"the summary of {event.player} has them win"
            case _:
                continue
        if amount:
            report.add(
                code,
                event.line,
                f"{what} in a cancelled hand",
                expected=0,
                found=amount,
                part=Part.AMOUNT,
                by_text=True,
            )
