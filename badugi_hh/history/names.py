"""Finds who a line speaks of, from the hand's seat lines alone, before the grammar sees the line.

A name may hold anything: blanks, colons, brackets, `: folds`, ` said, "`, or be the beginning of another name. So
names are never recognised by what follows them: each line's seated name is replaced by a mark, one character that
stands for the player (the terminal PLAYER). Where the names of a table let a line be read in several ways, the
longest name comes first with which the grammar has a form for the line.
"""

import re
from collections.abc import Callable, Iterator, Sequence

from badugi_hh.history.lines import Form

MOST = 1024
"""How many players have a mark; no table has more than ten."""

_FIRST_MARK = 0xD800
MARKS = tuple(chr(_FIRST_MARK + index) for index in range(MOST))
"""The marks of the players in their order: halves of surrogate pairs, which no decoded file can hold."""

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_SECTION = re.compile(r"\*\*\* (?:DEALING HANDS|SUMMARY) \*\*\*[ \t]*")

# What follows a name without a colon, in the lines that only a seated player can be in; and `is sitting out`, which
# follows a name with or without one.
_VERBS = (
    " collected ",
    " finished the tournament",
    " wins the tournament ",
    " cashed out the hand for ",
    " is sitting out",
)

# A table with such a name is read with care; at any other a line has but one reading.
_MISLEADING = re.compile("|".join((": ", ":$", ' said, "', r"^(?:Seat |Dealt to |Uncalled bet \()", *_VERBS)))


def marked_index(mark: str) -> int:
    """Return the number of the player that a mark stands for."""
    return ord(mark) - _FIRST_MARK


def without_marks(text: str) -> str:
    """Return a text without characters that would be taken for marks."""
    return text if text.isascii() else _LONE_SURROGATE.sub("\ufffd", text)


class Names:
    """The names at one table, from the seat lines before the deal.

    Args:
        lines: the lines of the hand, without marks.
        read: gives the form of a line; a line without one has the kind UNKNOWN.
    """

    def __init__(self, lines: Sequence[str], read: Callable[[str], Form]) -> None:
        self.names: list[str] = []
        self._read = read
        self._marks: dict[str, str] = {}
        self._at_seat: dict[str, str] = {}
        self._seat_lines: set[str] = set()
        for line in lines:
            if line.startswith("Seat "):
                form = read(line)
                if form.kind == "SEAT":
                    self._seat_lines.add(line)
                    self._add(*form.groups[:2])
            elif line.startswith("*** ") and _SECTION.fullmatch(line):
                break
        self._longest_first = sorted(self._marks, key=len, reverse=True)
        self._misleading = any(map(_MISLEADING.search, self.names))

    def _add(self, seat: str, name: str) -> None:
        if len(self.names) < MOST:
            self._marks.setdefault(name, MARKS[len(self.names)])
            self._at_seat.setdefault(f"Seat {seat}", name)
            self.names.append(name)

    def mark_lines(self, lines: Sequence[str]) -> list[str]:
        """Return the lines with the name of the seated player that each speaks of, if any, replaced by his mark."""
        return list(map(self._mark_with_care if self._misleading else self._mark, lines))

    def _mark(self, line: str) -> str:
        """Return a line of a table where no name looks like another part of a line."""
        name, colon, rest = line.partition(": ")
        if colon and name in self._marks:
            return f"{self._marks[name]}: {rest}"
        return next(self._list_readings(line), line)

    def _mark_with_care(self, line: str) -> str:
        return next((each for each in self._list_readings(line) if self._read(each).kind != "UNKNOWN"), line)

    def _list_readings(self, line: str) -> Iterator[str]:
        """Yield the line with each name marked that can stand where the line's form has one."""
        if line.startswith("Seat "):
            if line in self._seat_lines:
                yield line
            seat, _, rest = line.partition(": ")
            for name in (self._at_seat.get(seat, ""), *self._longest_first):
                if name and rest.startswith(f"{name} "):
                    yield f"{seat}: {self._marks[name]}{rest[len(name) :]}"
        elif line.startswith("Dealt to "):
            for name in self._longest_first:
                if line.startswith(f"{name} [", 9):
                    yield f"Dealt to {self._marks[name]}{line[9 + len(name) :]}"
        elif line.startswith("Uncalled bet ("):
            yield from self._end_with_name(line, "")
        for name in self._longest_first:
            if line.startswith(name) and line.startswith((": ", *_VERBS), len(name)):
                yield f"{self._marks[name]}{line[len(name) :]}"
        if line.startswith("Uncalled bet ("):  # the client leaves no blank after this name, but an editor may
            yield from self._end_with_name(line.rstrip(" \t"), line[len(line.rstrip(" \t")) :])

    def _end_with_name(self, line: str, blanks: str) -> Iterator[str]:
        """Yield a line about an uncalled bet with the name at its end marked."""
        before, returned, name = line.partition(") returned to ")
        if returned and name in self._marks:
            yield f"{before}{returned}{self._marks[name]}{blanks}"
