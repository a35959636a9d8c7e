"""Collects the problems of one replay, and turns the engine's breaches into problem codes."""

import re

from badugi_hh import problems as codes
from badugi_hh.engine.breach import Breach, Due, RuleError
from badugi_hh.history.events import Hand
from badugi_hh.history.money import SIGNS, write_amount
from badugi_hh.problems import Code, Place, Problem

_SEAT = re.compile(r"\bseat (\d+)\b")

_CODE_OF = {
    Breach.OUT_OF_TURN: codes.OUT_OF_TURN,
    Breach.ILLEGAL: codes.ILLEGAL_ACTION,
    Breach.WRONG_AMOUNT: codes.WRONG_AMOUNT,
    Breach.OVER_CAP: codes.OVER_CAP,
    Breach.NOT_REOPENED: codes.NOT_REOPENED,
    Breach.UNFINISHED: codes.UNFINISHED_ROUND,
    Breach.BAD_BLIND: codes.BAD_BLIND,
    Breach.BAD_DRAW: codes.BAD_DRAW,
    Breach.BAD_RESHUFFLE: codes.BAD_RESHUFFLE,
    Breach.CARD_TWICE: codes.CARD_TWICE,
    Breach.NOT_HELD: codes.NOT_HELD,
    Breach.OWN_DISCARD: codes.OWN_DISCARD,
    Breach.WRONG_COUNT: codes.WRONG_COUNT,
    Breach.WRONG_UNCALLED: codes.WRONG_UNCALLED,
}


class Findings:
    """The problems found in one hand, in order.

    `place` is where the hand begins in its file; event lines count from there. Seats become names here, and
    integers amounts of the hand's money.
    """

    def __init__(self, place: Place, hand: Hand) -> None:
        self._place = place
        self._hand_id = hand.id
        self._names = {str(seat.seat): seat.player for seat in hand.seats}
        self._sign = "" if hand.tournament else SIGNS.get(hand.stakes.currency or "", "")
        self.problems: list[Problem] = []

    def amount(self, amount: int) -> str:
        """Return an amount as the hand's own text would write it."""
        return write_amount(amount, self._sign)

    def say(self, due: Due) -> str:
        """Return what was due or found in words, with names for seats and money for integers."""
        match due:
            case int():
                return self.amount(due)
            case (least, most):
                return f"{self.amount(least)} to {self.amount(most)}"
        return _SEAT.sub(lambda seat: self._names.get(seat[1], seat[0]), due)

    def add(
        self, code: Code, line: int, message: str, *, expected: Due | None = None, found: Due | None = None
    ) -> None:
        """Note a problem at a line of the hand (from 1; 0 = the hand as a whole)."""
        start = self._place.line
        self.problems.append(
            Problem(
                code,
                Place(self._place.file, start + max(line, 1) - 1 if start else line),
                message,
                self._hand_id,
                None if expected is None else self.say(expected),
                None if found is None else self.say(found),
            )
        )

    def add_breach(self, error: RuleError, line: int, player: str | None) -> None:
        """Note a breach of the rules; the player's name goes before words that name nobody."""
        message = self.say(str(error))
        if player and not _SEAT.match(str(error)):
            message = f"{player}: {message}"
        self.add(_CODE_OF[error.breach], line, message, expected=error.expected, found=error.found)
