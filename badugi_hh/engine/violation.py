"""How an operation can violate the rules: `Violation`, and the error that carries it.

An error has the seats of players and plain amounts as values. The module that reports it adds the names and formats the
amounts.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

from badugi_hh.engine.cards import Card


class Violation(StrEnum):
    """The rule that an operation would violate."""

    OUT_OF_TURN = "out of turn"
    ILLEGAL = "illegal action"
    WRONG_AMOUNT = "wrong amount"
    WRONG_RAISE = "raise that is not the total less the bet"
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


@dataclass(frozen=True, slots=True)
class Turn:
    """A seat and what it does, or may do: `Turn(3, "draws")`."""

    seat: int
    act: str


Due: TypeAlias = str | int | tuple[int, int] | Turn
"""The expected or the found value: a short text, chips, the minimum and the maximum of them, or a player's turn."""


def name_seat(seat: int) -> str:
    """Return the words for a seat whose player has no name here: `seat 3`."""
    return f"seat {seat}"


class RuleError(ValueError):
    """An operation that the rules do not allow: what the player did, and what they could have done.

    Attributes:
        violation: the rule.
        message: with a `seat`, what its player does ("raises after 4 bets"), otherwise a whole clause. The text
            `{other}` in it stands for the seat `other`. It has no amounts.
        seat: the player who violates the rule, None where the message names nobody.
        other: another player whom the message mentions.
        expected: the expected value, None where there is none.
        found: the value found in its place.
        card: the card that is in two places.
    """

    def __init__(
        self,
        violation: Violation,
        message: str,
        *,
        seat: int | None = None,
        other: int | None = None,
        expected: Due | None = None,
        found: Due | None = None,
        card: Card | None = None,
    ) -> None:
        super().__init__(message)
        self.violation = violation
        self.message = message
        self.seat = seat
        self.other = other
        self.expected = expected
        self.found = found
        self.card = card

    def describe(self, name: Callable[[int], str]) -> str:
        """Return the message with the names of the players; `name` returns the name of the player in a seat."""
        text = self.message
        if self.other is not None:
            text = text.replace("{other}", name(self.other))
        return text if self.seat is None else f"{name(self.seat)} {text}"

    def __str__(self) -> str:
        return self.describe(name_seat)


def attempt(operation: Callable[..., None], *arguments: Any) -> bool:
    """Carry out an operation of a table if the rules allow it; return whether they do."""
    try:
        operation(*arguments)
    except RuleError:
        return False
    return True
