"""Plays one betting line at the engine's table, and checks the numbers that the line names."""

from badugi_hh.engine.table import Phase, Table
from badugi_hh.engine.turns import verify_actor
from badugi_hh.engine.violation import RuleError, Violation
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
