"""Defines problems and their places: `Severity`, `Code`, `Place`, `Problem`.

A problem is a value, not an exception: functions return lists of problems. `problems` declares the codes.
"""

from dataclasses import dataclass
from enum import StrEnum


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
    """The place of a problem: a file, and the line and column in it (both from 1; 0 = the whole file or line)."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return ":".join([self.file, *(str(part) for part in (self.line, self.column) if part)])


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem at one place; `hand` is the site's number of the hand as text, None where it is unknown.

    `expected` and `found` are described by `Code.values`. `after` is the line of an earlier problem of the hand that
    may be the cause of this one.
    """

    code: Code
    place: Place
    message: str
    hand: str | None = None
    expected: str | None = None
    found: str | None = None
    after: int | None = None

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

    def __str__(self) -> str:
        return f"{self.place}: {self.code.id} {self.severity}: {self.words}"
