"""Collects the problems of one replay, and turns the engine's breaches into problem codes."""

from badugi_hh import problems as codes
from badugi_hh.engine.breach import Breach, RuleError
from badugi_hh.problems import Code, Place, Problem

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

    `place` is where the hand begins in its file; event lines count from there.
    """

    def __init__(self, place: Place, hand_id: str) -> None:
        self._place = place
        self._hand_id = hand_id
        self.problems: list[Problem] = []

    def add(
        self, code: Code, line: int, message: str, *, expected: object = None, found: object = None
    ) -> None:
        """Note a problem at a line of the hand (from 1; 0 = the hand as a whole)."""
        start = self._place.line
        self.problems.append(
            Problem(
                code,
                Place(self._place.file, start + max(line, 1) - 1 if start else line),
                message,
                self._hand_id,
                None if expected is None else str(expected),
                None if found is None else str(found),
            )
        )

    def add_breach(self, error: RuleError, line: int, player: str | None) -> None:
        """Note a breach of the rules; the player's name goes before the engine's words."""
        message = f"{player}: {error}" if player else str(error)
        self.add(_CODE_OF[error.breach], line, message, expected=error.expected, found=error.found)
