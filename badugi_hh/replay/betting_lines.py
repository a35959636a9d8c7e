"""Plays one betting line at the engine's table, and checks the numbers that the line names.

After a line that the rules do not allow the hand goes on where they leave only one way to do so: a wrong amount is
replaced by the right one, impossible cards become unknown, and a line that changes nothing is skipped. After an action
out of turn, or a part of the hand that begins too early, what happened is unknown, and the replay ends.
"""

from badugi_hh.engine.rules import Betting
from badugi_hh.engine.table import Phase, Table
from badugi_hh.engine.turns import verify_actor
from badugi_hh.engine.violation import RuleError, Violation, attempt
from badugi_hh.history import events as ev
from badugi_hh.replay.problem_report import ProblemReport
from badugi_hh.replay.records import Act

ACT_OF: dict[type[ev.Act], Act] = {
    ev.Folded: "fold",
    ev.Checked: "check",
    ev.Called: "call",
    ev.Bet: "bet",
    ev.Raised: "raise",
}
_CARDS = {Violation.CARD_TWICE, Violation.NOT_HELD, Violation.OWN_DISCARD, Violation.WRONG_COUNT}


def play_action(table: Table, seat: int, event: ev.Act, report: ProblemReport) -> None:
    """Play a betting action of a seat.

    Rooms differ on what reopens the betting: a raise that does not is noted, and played.

    Raises:
        RuleError: the rules do not allow the action, or its line names another amount than they give.
    """
    match event:
        case ev.Folded():
            table.fold(seat)
        case ev.Checked():
            table.check(seat)
        case ev.Called():
            price = table.price(seat)
            if event.amount != price:
                table.verify_call(seat)
                raise RuleError(
                    Violation.WRONG_AMOUNT, "calls a wrong amount", expected=price, found=event.amount
                )
            table.call(seat)
        case ev.Bet():
            if table.level:
                verify_actor(table, seat, "bets", Phase.BETTING)
                raise RuleError(
                    Violation.ILLEGAL, "bets into a bet", expected="call, raise or fold", found="bet"
                )
            _bet_to(table, seat, event, event.amount, report)
        case ev.Raised():
            verify_actor(table, seat, "raises", Phase.BETTING)
            if not table.level:
                raise RuleError(
                    Violation.ILLEGAL, "raises without a bet", expected="check or bet", found="raise"
                )
            by = event.to - table.level
            if event.by != by:
                table.verify_bet_to(seat, event.to, reopen=True)  # a wrong total is the problem to note
                raise RuleError(
                    Violation.WRONG_RAISE, "raises by a wrong amount", expected=by, found=event.by
                )
            _bet_to(table, seat, event, event.to, report)


def _bet_to(table: Table, seat: int, event: ev.Bet | ev.Raised, to: int, report: ProblemReport) -> None:
    try:
        table.bet_to(seat, to)
    except RuleError as error:
        if error.violation is not Violation.NOT_REOPENED:
            raise
        report.add_violation(error, event.line, event.player)
        table.bet_to(seat, to, reopen=True)


def resume(table: Table, seat: int | None, event: ev.ANY_EVENT, error: RuleError) -> bool:
    """Change the table to what it must be after the line; return whether that is known.

    Args:
        table: the table; untouched where the answer is False.
        seat: the seat of the player in the line, if any.
        event: the line.
        error: why the rules do not allow it.
    """
    violation = error.violation
    if isinstance(event, ev.DeckReshuffled):
        return violation is Violation.BAD_RESHUFFLE
    if isinstance(event, ev.UncalledReturned):
        table.return_uncalled()
        return violation is Violation.WRONG_UNCALLED
    if seat is None:
        return False
    match event:
        case ev.Posted() if violation is Violation.BAD_BLIND and isinstance(error.expected, int):
            return attempt(table.post, seat, event.post, min(error.expected, table.stacks[seat]))
        case ev.Called() if violation is Violation.WRONG_AMOUNT:
            table.call(seat)
            return True
        case ev.Bet() | ev.Raised() if violation in {Violation.WRONG_AMOUNT, Violation.WRONG_RAISE}:
            return _bet(table, seat, event)
        case ev.Discarded() | ev.StoodPat():
            return _draw(table, seat, event, violation)
        case ev.Folded():
            return violation in _CARDS  # the fold itself was carried out
        case ev.Showed() | ev.Collected() | ev.Mucked() | ev.NotShown():
            return violation in _CARDS or violation is Violation.ILLEGAL
    return False


def _bet(table: Table, seat: int, event: ev.Bet | ev.Raised) -> bool:
    """Bet what was due in fixed limit, otherwise the total in the text if that is legal."""
    bounds = table.bet_bounds(seat)
    if bounds is None:
        return False
    to = event.to if isinstance(event, ev.Raised) else event.amount
    if table.rules.betting is Betting.FIXED:
        to = bounds[0]
    return attempt(table.bet_to, seat, to)


def _draw(table: Table, seat: int, event: ev.Discarded | ev.StoodPat, violation: Violation) -> bool:
    """Draw as many cards as the text states, without their names; reshuffle if the deck has too few."""
    count = event.count if isinstance(event, ev.Discarded) else 0
    if violation not in _CARDS and not (violation is Violation.BAD_RESHUFFLE and attempt(table.reshuffle)):
        return False
    if not count:
        table.cards.hands[seat] = None  # the player stands pat on other cards than the known ones
    return attempt(table.draw, seat, count)
