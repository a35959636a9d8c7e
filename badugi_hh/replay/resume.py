"""Goes on after a line that the rules do not allow, where the rules leave only one way to do so.

A wrong amount is replaced by the right one, impossible cards become unknown, and a line that changes nothing is skipped.
After an action out of turn, or a part of the hand that begins too early, what happened is unknown, and the replay ends.
"""

from badugi_hh.engine.rules import Betting
from badugi_hh.engine.table import Table
from badugi_hh.engine.violation import RuleError, Violation
from badugi_hh.history import events as ev

_CARDS = {Violation.CARD_TWICE, Violation.NOT_HELD, Violation.OWN_DISCARD, Violation.WRONG_COUNT}


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
            due = min(error.expected, table.stacks[seat])
            if not table.can_post(seat, event.post, due):
                return False
            table.post(seat, event.post, due)
            return True
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
    if not table.can_bet_to(seat, to):
        return False
    table.bet_to(seat, to)
    return True


def _draw(table: Table, seat: int, event: ev.Discarded | ev.StoodPat, violation: Violation) -> bool:
    """Draw as many cards as the text states, without their names; reshuffle if the deck has too few."""
    count = event.count if isinstance(event, ev.Discarded) else 0
    if violation is Violation.BAD_RESHUFFLE and not table.can_draw(seat, count) and table.can_reshuffle():
        table.reshuffle()
    elif violation not in _CARDS:
        return False
    if not table.can_draw(seat, count):
        return False
    if not count:
        table.cards.hands[seat] = None  # the player stands pat on other cards than the known ones
    table.draw(seat, count)
    return True
