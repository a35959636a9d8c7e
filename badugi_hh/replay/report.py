"""Collects the problems of one replay, and turns the engine's breaches into problem codes."""

import re

from badugi_hh import problems as codes
from badugi_hh.engine.breach import Breach, Due, RuleError
from badugi_hh.engine.cards import Card
from badugi_hh.history.events import Hand, PlayerEvent
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
    integers amounts of the hand's money. Once the play went on after a problem, `resumed` is that problem's line in
    the file, and what is found by the table afterwards may follow from it.
    """

    def __init__(self, place: Place, hand: Hand) -> None:
        self._place = place
        self._hand = hand
        self._names = {str(seat.seat): seat.player for seat in hand.seats}
        self._sign = "" if hand.tournament else SIGNS.get(hand.stakes.currency or "", "")
        self.problems: list[Problem] = []
        self.resumed: int | None = None

    def amount(self, amount: int) -> str:
        """Return an amount as the hand's own text would write it."""
        return write_amount(amount, self._sign)

    def name(self, seat: int | None) -> str:
        """Return the name of the player in a seat."""
        return self._names.get(str(seat), f"seat {seat}")

    def resume(self, line: int) -> None:
        """Remember that the play goes on after a problem at this line of the hand."""
        if self.resumed is None:
            self.resumed = self.line_in_file(line)

    def _shown(self, due: Due | None) -> str | None:
        match due:
            case int():
                return self.amount(due)
            case (least, most):
                return f"{self.amount(least)} to {self.amount(most)}"
        return due

    def _named(self, due: Due | None) -> Due | None:
        """Return a text of the engine with names for its seats."""
        if not isinstance(due, str):
            return due
        return _SEAT.sub(lambda seat: self._names.get(seat[1], seat[0]), due)

    def add(
        self,
        code: Code,
        line: int,
        message: str,
        *,
        expected: Due | None = None,
        found: Due | None = None,
        by_text: bool = False,
    ) -> None:
        """Note a problem at a line of the hand (from 1; 0 = the hand as a whole).

        `by_text` says that the text alone shows it, so that it follows from nothing that was played before.
        """
        self.problems.append(
            Problem(
                code,
                Place(self._place.file, self.line_in_file(line)),
                message,
                self._hand.id,
                self._shown(expected),
                self._shown(found),
                None if by_text else self.resumed,
            )
        )

    def line_in_file(self, line: int) -> int:
        """Return a line's number in the file; the hand begins at its first line."""
        start = self._place.line
        return start + max(line, 1) - 1 if start else line

    def add_breach(self, error: RuleError, line: int, player: str | None) -> None:
        """Note a breach of the rules; the player's name goes before words that name nobody."""
        message = str(self._named(str(error)))
        if player and not _SEAT.match(str(error)):
            message = f"{player}: {message}"
        if error.card is not None and (other := self._told(error.card, line, player)):
            who = "" if other.player in message else f" by {other.player}"
            message += f"{who} (line {self.line_in_file(other.line)})"
        self.add(
            _CODE_OF[error.breach],
            line,
            message,
            expected=self._named(error.expected),
            found=self._named(error.found),
        )

    def _told(self, card: Card, line: int, player: str | None) -> PlayerEvent | None:
        """Return the last event before a line that tells of this card, of another player than this one."""
        for event in reversed(self._hand.events):
            if isinstance(event, PlayerEvent) and event.line < line and event.player != player:
                told = (getattr(event, name, None) or () for name in ("cards", "kept", "drawn"))
                if any(card in cards for cards in told):
                    return event
        return None
