"""What a problem is, and where it stands: `Severity`, `Code`, `Place`, `Problem`.

A problem is a value, never an exception: rooms above return lists of them.
"""

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """What a problem does to its hand: an error quarantines it, a warning stores it marked `warned`.

    An error across hands belongs to their table and keeps none of them out.
    """

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of problem: its number, a short title, why it is one, and what a user can do about it.

    `values` says what `expected` and `found` of such a problem hold; `example` is a short piece of a history with it.
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
    """Where a problem stands: a file, its line and column (both from 1; 0 = the whole file or line)."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return ":".join([self.file, *(str(part) for part in (self.line, self.column) if part)])


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem at one place; `hand` is the site's number of the hand as text, where there is one.

    `after` is the line of an earlier problem of the hand that this one may follow from.
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
        """Return the message, with what was expected and found where it does not hold them already."""
        expected, found, words = self.expected, self.found, self.message
        if expected is not None and found is not None and not (expected in words and found in words):
            words = f"{words} (expected: {expected}; found: {found})"
        return words if self.after is None else f"{words} (may follow from line {self.after})"

    def __str__(self) -> str:
        return f"{self.place}: {self.code.id} {self.severity}: {self.words}"
