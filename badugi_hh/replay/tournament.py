"""Checks the tournament lines of a hand against its results: winner, finishing places and bounties."""

from collections.abc import Mapping

from badugi_hh import problems as codes
from badugi_hh.history import events as ev
from badugi_hh.history.events import Hand
from badugi_hh.replay.problem_report import ProblemReport
from badugi_hh.replay.records import Result


def check_tournament(hand: Hand, results: Mapping[int, Result], report: ProblemReport) -> None:
    """Note a second winner, a winner with another place, and a bounty for a player who has chips left.

    A player who leaves can have chips left: a satellite ends while several players have chips.

    Args:
        hand: the hand as parsed.
        results: the result of each seat, empty where the hand was not replayed to its end.
        report: where problems are noted.
    """
    winners, bounties = hand.of(ev.WonTournament), hand.of(ev.BountyWon)
    if hand.tournament is None or not (winners or bounties):
        return
    out = {event.player for event in hand.of(ev.Finished)}
    winner: str | None = None
    for event in hand.events:
        match event:
            case ev.WonTournament():
                what = None
                if winner is not None:
                    what = f"{event.player} wins the tournament, but {winner} has won it already"
                elif event.player in out:
                    what = f"{event.player} wins the tournament and leaves it in another place"
                winner = event.player
                if what:
                    report.add(codes.MISPLACED_LINE, event.line, what, by_text=True)
            case ev.BountyWon():
                _check_bounty(hand, event, results, report)
            case _:
                pass


def _check_bounty(
    hand: Hand, event: ev.BountyWon, results: Mapping[int, Result], report: ProblemReport
) -> None:
    """Note a bounty for a player who has chips left."""
    for seat in hand.seats:
        if seat.player != event.eliminated:
            continue
        result = results.get(seat.seat)
        left = seat.stack - result.put_in + result.won if result else 0
        if left:
            message = f"{seat.player} is eliminated with chips left"
            report.add(codes.STILL_IN, event.line, message, expected=0, found=left)
