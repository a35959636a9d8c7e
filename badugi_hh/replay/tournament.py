"""Holds what a hand tells of its tournament against its end: who won it, and who is out."""

from collections.abc import Mapping

from badugi_hh import problems as codes
from badugi_hh.history import events as ev
from badugi_hh.history.events import Hand
from badugi_hh.replay.records import Result
from badugi_hh.replay.report import Findings


def check_tournament(hand: Hand, results: Mapping[int, Result], findings: Findings) -> None:
    """Note a second winner, a winner who is out, and a bounty for a player who has chips left.

    Who leaves may have chips left: a satellite ends before all but one have lost theirs.

    Args:
        hand: the hand as parsed.
        results: the result of each seat, empty where the play could not be followed.
        findings: where problems are noted.
    """
    if hand.tournament is None:
        return
    out = {event.player for event in hand.events if isinstance(event, ev.Finished)}
    winner: str | None = None
    for event in hand.events:
        match event:
            case ev.WonTournament():
                what = None
                if winner is not None:
                    what = f"{event.player} wins the tournament, which {winner} has won"
                elif event.player in out:
                    what = f"{event.player} wins the tournament and leaves it in another place"
                winner = event.player
                if what:
                    findings.add(codes.MISPLACED_LINE, event.line, what, by_text=True)
            case ev.BountyWon():
                _check_bounty(hand, event, results, findings)
            case _:
                pass


def _check_bounty(hand: Hand, event: ev.BountyWon, results: Mapping[int, Result], findings: Findings) -> None:
    """Note a bounty for a player who has chips left."""
    for seat in hand.seats:
        if seat.player != event.eliminated:
            continue
        result = results.get(seat.seat)
        left = seat.stack - result.put_in + result.won if result else 0
        if left:
            message = f"{seat.player} is eliminated with chips left"
            findings.add(codes.STILL_IN, event.line, message, expected=0, found=left)
