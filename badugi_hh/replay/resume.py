"""How a play goes on after a line that the rules do not allow, as far as that is honest.

What the line must have meant is known where the rules leave one way to go on: a wrong amount becomes the right one,
cards that cannot be become unknown, a line that changes nothing is passed over. Where somebody acts who was not due,
or a part of the hand begins too early, nobody knows what happened, and the play ends.
"""

from badugi_hh.engine.breach import Breach, RuleError, allowed
from badugi_hh.engine.rules import Betting
from badugi_hh.engine.table import Table
from badugi_hh.history import events as ev

_CARDS = {Breach.CARD_TWICE, Breach.NOT_HELD, Breach.OWN_DISCARD, Breach.WRONG_COUNT}


def resume(table: Table, seat: int | None, event: ev.ANY_EVENT, error: RuleError) -> bool:
    """Move the table on as after what the line must have meant; return whether that is known.

    Args:
        table: the table; untouched where the answer is False.
        seat: the seat of the player whom the line speaks of, if any.
        event: the line.
        error: what the rules have against it.
    """
    breach = error.breach
    if isinstance(event, ev.DeckReshuffled):
        return breach is Breach.BAD_RESHUFFLE
    if isinstance(event, ev.UncalledReturned):
        table.return_uncalled()
        return breach is Breach.WRONG_UNCALLED
    if seat is None:
        return False
    match event:
        case ev.Posted() if breach is Breach.BAD_BLIND and isinstance(error.expected, int):
            due = min(error.expected, table.stacks[seat])
            return _do(table.can_post(seat, event.post, due), lambda: table.post(seat, event.post, due))
        case ev.Called() if breach is Breach.WRONG_AMOUNT:
            table.call(seat)
            return True
        case ev.Bet() | ev.Raised() if breach is Breach.WRONG_AMOUNT:
            return _bet(table, seat, event)
        case ev.Discarded() | ev.StoodPat():
            return _draw(table, seat, event, breach)
        case ev.Folded():
            return breach in _CARDS  # the fold itself was carried out
        case ev.Showed() | ev.Collected() | ev.Mucked() | ev.NotShown():
            return breach in _CARDS or breach is Breach.ILLEGAL
    return False


def _do(can: bool, operation: object) -> bool:
    if can and callable(operation):
        operation()
    return can


def _bet(table: Table, seat: int, event: ev.Bet | ev.Raised) -> bool:
    """Bet what was due in fixed limit, else the total of the text if that alone is legal."""
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


def _draw(table: Table, seat: int, event: ev.Discarded | ev.StoodPat, breach: Breach) -> bool:
    """Draw as many cards as the text says, without saying which; reshuffle if the deck is too short."""
    count = event.count if isinstance(event, ev.Discarded) else 0
    if breach is Breach.BAD_RESHUFFLE and not table.can_draw(seat, count) and table.can_reshuffle():
        table.reshuffle()
    elif breach not in _CARDS:
        return False
    if not allowed(lambda: table.verify_draw(seat, count)):
        return False
    if not count:
        table.cards.hands[seat] = None  # he stands pat, on other cards than those that are known
    table.draw(seat, count)
    return True
