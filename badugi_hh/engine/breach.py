"""How an operation can break the rules: `Breach`, and the error that carries it."""

from collections.abc import Callable
from enum import StrEnum


class Breach(StrEnum):
    """The rule that an operation would break."""

    OUT_OF_TURN = "out of turn"
    ILLEGAL = "illegal action"
    WRONG_AMOUNT = "wrong amount"
    OVER_CAP = "over the cap"
    NOT_REOPENED = "not reopened"
    UNFINISHED = "unfinished round"
    BAD_BLIND = "bad blind"
    BAD_DRAW = "bad draw"
    BAD_RESHUFFLE = "bad reshuffle"
    CARD_TWICE = "card twice"
    NOT_HELD = "card not held"
    OWN_DISCARD = "own discard returned"
    WRONG_COUNT = "wrong number of cards"
    WRONG_UNCALLED = "wrong uncalled bet"


class RuleError(ValueError):
    """An operation that the rules do not allow: what was done, and what was due.

    `expected` and `found` are short texts, where the two can be set side by side.
    """

    def __init__(
        self, breach: Breach, message: str, *, expected: str | None = None, found: str | None = None
    ) -> None:
        super().__init__(message)
        self.breach = breach
        self.expected = expected
        self.found = found


def allowed(verify: Callable[[], None]) -> bool:
    """Return whether `verify` raises no `RuleError`."""
    try:
        verify()
    except RuleError:
        return False
    return True
