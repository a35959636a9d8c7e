"""Collects the problems of one replay, and converts violations of the rules into problem codes."""

from badugi_hh import problems as codes
from badugi_hh.engine.cards import Card
from badugi_hh.engine.violation import Due, RuleError, Turn, Violation, name_seat
from badugi_hh.history.events import Hand, PlayerEvent
from badugi_hh.history.money import write_amount
from badugi_hh.problems import Code, Part, Place, Problem

CODE_OF = {
    Violation.OUT_OF_TURN: codes.OUT_OF_TURN,
    Violation.ILLEGAL: codes.ILLEGAL_ACTION,
    Violation.WRONG_AMOUNT: codes.WRONG_AMOUNT,
    Violation.WRONG_RAISE: codes.WRONG_AMOUNT,
    Violation.OVER_CAP: codes.OVER_CAP,
    Violation.NOT_REOPENED: codes.NOT_REOPENED,
    Violation.UNFINISHED: codes.UNFINISHED_ROUND,
    Violation.BAD_BLIND: codes.BAD_BLIND,
    Violation.BAD_DRAW: codes.BAD_DRAW,
    Violation.BAD_RESHUFFLE: codes.BAD_RESHUFFLE,
    Violation.CARD_TWICE: codes.CARD_TWICE,
    Violation.NOT_HELD: codes.NOT_HELD,
    Violation.OWN_DISCARD: codes.OWN_DISCARD,
    Violation.WRONG_COUNT: codes.WRONG_COUNT,
    Violation.WRONG_UNCALLED: codes.WRONG_UNCALLED,
}
"""The problem code of each violation of the rules."""

_PART_OF = {
    Violation.WRONG_AMOUNT: Part.AMOUNT,
    Violation.WRONG_RAISE: Part.RAISE,
    Violation.OVER_CAP: Part.AMOUNT,
    Violation.BAD_BLIND: Part.AMOUNT,
    Violation.BAD_DRAW: Part.COUNT,
    Violation.NOT_HELD: Part.CARDS,
    Violation.WRONG_UNCALLED: Part.AMOUNT,
}
"""The part of the line that a violation is about, where the error has a found value."""


class ProblemReport:
    """The problems of one hand, in the order in which they are found.

    `place` is where the hand begins in its file; the lines of events count from there. Seats become names here, and
    integers become amounts of the hand's money. `resumed` is the line in the file of the first problem after which the
    replay went on: later problems may follow from it.
    """

    def __init__(self, place: Place, hand: Hand) -> None:
        self._place = place
        self._hand = hand
        self._names = {seat.seat: seat.player for seat in hand.seats}
        self._sign = "" if hand.tournament else hand.stakes.sign
        self.problems: list[Problem] = []
        self.resumed: int | None = None

    def amount(self, amount: int) -> str:
        """Return an amount as the text of the hand has it."""
        return write_amount(amount, self._sign)

    def name(self, seat: int | None) -> str:
        """Return the name of the player in a seat; `seat 3` where it has no player."""
        if seat is None:
            return "nobody"
        return self._names[seat] if seat in self._names else name_seat(seat)

    def resume(self, line: int) -> None:
        """Record that the replay goes on after a problem at this line of the hand."""
        if self.resumed is None:
            self.resumed = self.line_in_file(line)

    def _write_value(self, due: Due | None) -> str | None:
        match due:
            case int():
                return self.amount(due)
            case (least, most):
                return f"{self.amount(least)} to {self.amount(most)}"
            case Turn():
                return f"{self.name(due.seat)} {due.act}"
        return due

    def add(
        self,
        code: Code,
        line: int,
        message: str,
        *,
        expected: Due | None = None,
        found: Due | None = None,
        part: Part | None = None,
        by_text: bool = False,
    ) -> None:
        """Note a problem at a line of the hand (from 1; 0 = the hand as a whole).

        `part` is the part of the line that is wrong. `by_text` marks a problem that the
        text alone shows, so that it does not follow from an earlier one.
        """
        self.problems.append(
            Problem(
                code,
                Place(self._place.file, self.line_in_file(line)),
                message,
                self._hand.id,
                self._write_value(expected),
                self._write_value(found),
                None if by_text else self.resumed,
                part,
            )
        )

    def line_in_file(self, line: int) -> int:
        """Return a line's number in the file; the hand begins at its first line."""
        start = self._place.line
        return start + max(line, 1) - 1 if start else line

    def add_violation(self, error: RuleError, line: int, player: str | None) -> None:
        """Note a violation of the rules; a message without a seat gets the name of the player before it."""
        message = error.describe(self.name)
        if player is not None and error.seat is None:
            message = f"{player}: {message}"
        if error.card is not None and (other := self._find_card(error.card, line, player)):
            named = error.other is not None and self.name(error.other) == other.player
            message += f"{'' if named else f' by {other.player}'} (line {self.line_in_file(other.line)})"
        part = None if error.found is None else _PART_OF.get(error.violation)
        self.add(
            CODE_OF[error.violation],
            line,
            message,
            expected=error.expected,
            found=error.found,
            part=part,
        )

    def _find_card(self, card: Card, line: int, player: str | None) -> PlayerEvent | None:
        """Return the last event before a line that has this card, of another player than this one."""
        for event in reversed(self._hand.events):
            if isinstance(event, PlayerEvent) and event.line < line and event.player != player:
                shown = (getattr(event, name, None) or () for name in ("cards", "kept", "drawn"))
                if any(card in cards for cards in shown):
                    return event
        return None
