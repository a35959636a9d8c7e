"""How an operation can break the rules: `Breach`, and the error that carries it."""

from collections.abc import Callable
from enum import StrEnum
from typing import TypeAlias

from badugi_hh.engine.cards import Card


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


Due: TypeAlias = str | int | tuple[int, int]
"""What was due or found: a short text, an amount of chips, or the least and the most of them."""


class RuleError(ValueError):
    """An operation that the rules do not allow: what was done, and what was due.

    Messages name players by their seat and hold no amounts; these stand in `expected` and `found`, side by side.
    `card` is the one that is in two places.
    """

    def __init__(
        self,
        breach: Breach,
        message: str,
        *,
        expected: Due | None = None,
        found: Due | None = None,
        card: Card | None = None,
    ) -> None:
        super().__init__(message)
        self.breach = breach
        self.expected = expected
        self.found = found
        self.card = card


def allowed(verify: Callable[[], None]) -> bool:
    """Return whether `verify` raises no `RuleError`."""
    try:
        verify()
    except RuleError:
        return False
    return True
