"""Defines problems and their places: `Severity`, `Code`, `Place`, `Part`, `Problem`.

A problem is a value, not an exception: functions return lists of problems. `problems` declares the codes.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

SHOWN = 80
"""The number of characters of a text in `found`."""


class Severity(StrEnum):
    """The effect of a problem on its hand: an error quarantines it, a warning stores it with the status `warned`.

    An error across hands belongs to their table and quarantines no hand.
    """

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of problem: its number, a short title, why it is a problem, and what the user can do about it.

    `values` describes the fields `expected` and `found` of such a problem; `example` is a short excerpt of a history
    that has it.
    """

    id: str
    severity: Severity
    title: str
    why: str
    values: str
    advice: str
    example: str


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a problem: a file, and the line in it, from 1; 0 is the whole file."""

    file: str
    line: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.line else self.file


Span: TypeAlias = tuple[int, int]
"""A column, from 1, and a length, both in characters of a line of the file."""


class Part(StrEnum):
    """The part of a line that a problem is about; `badugi_hh.history.spans` finds its characters."""

    LINE = "line"
    PLAYER = "player"
    SEAT = "seat"  # with the word before the number
    SEAT_NUMBER = "seat number"
    AMOUNT = "amount"  # of a raise the total; of a seat line the stack; of the pot's line the total
    RAISE = "raise"  # the amount of a raise above the bet
    ALL_IN = "all-in"
    COUNT = "count"
    CARDS = "cards"  # of a draw the kept cards
    DRAWN = "drawn"
    DESCRIPTION = "description"
    POT = "pot"
    POTS = "pots"
    RAKE = "rake"
    FEE = "fee"
    OUTCOME = "outcome"
    TAGS = "tags"
    GAME = "game"
    TABLE = "table"
    TABLE_SIZE = "table size"
    BUTTON = "button"
    STAKES = "stakes"
    LOW_STAKE = "low stake"
    HIGH_STAKE = "high stake"
    CAP = "cap"
    TIME = "time"
    ZONE = "zone"
    TIME_AND_ZONE = "time and zone"
    EASTERN_TIME = "eastern time"
    MOMENT = "moment"  # all times of the header


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem at one place; `hand` is the site's number of the hand as text, None where it is unknown.

    `expected` and `found` are described by `Code.values`. `after` is the line of an earlier problem of the hand that
    may be the cause of this one. `part` is the part of the line that is wrong, None where that is not one part. `text` has
    the lines of T03, which are in no hand.
    """

    code: Code
    place: Place
    message: str
    hand: str | None = None
    expected: str | None = None
    found: str | None = None
    after: int | None = None
    part: Part | None = None
    text: str | None = None

    @property
    def severity(self) -> Severity:
        """Return the severity of the problem's code."""
        return self.code.severity

    @property
    def words(self) -> str:
        """Return the message, followed by the expected and the found value where the message does not contain them."""
        expected, found, text = self.expected, self.found, self.message
        if expected is not None and found is not None and not (expected in text and found in text):
            text = f"{text} (expected: {expected}; found: {found})"
        return text if self.after is None else f"{text} (may follow from line {self.after})"

    def as_json(self, *keys: str) -> dict[str, Any]:
        """Return some parts of the problem as JSON values: its fields, or `file`, `line` and `severity`."""
        parts = {
            "file": self.place.file,
            "line": self.place.line,
            "code": self.code.id,
            "severity": str(self.severity),
        }
        return {key: parts[key] if key in parts else getattr(self, key) for key in keys}

    def __str__(self) -> str:
        return f"{self.place}: {self.code.id} {self.severity}: {self.words}"
