"""Finds the player named in a line, from the hand's seat lines alone, before the grammar parses the line.

A name may contain anything: blanks, colons, brackets, `: folds`, ` said, "`, or the start of another name. So the text
after a name never identifies it. Instead, the name of a seated player in a line is replaced by a mark, one character
that represents the player (the terminal PLAYER). Where a line has several readings, the longest name is used with
which the grammar has a form for the line.
"""

import re
from collections.abc import Callable, Iterator, Sequence

from badugi_hh.history.lines import Form

MAX_PLAYERS = 1024
"""The number of marks; no table has more than ten players."""

_FIRST_MARK = 0xD800
MARKS = tuple(chr(_FIRST_MARK + index) for index in range(MAX_PLAYERS))
"""The marks of the players, in seat order: halves of surrogate pairs, which no decoded file contains."""

_LONE_SURROGATE = re.compile(f"[{chr(_FIRST_MARK)}-{chr(0xDFFF)}]")
_SECTION = re.compile(r"\*\*\* (?:DEALING HANDS|SUMMARY) \*\*\*[ \t]*")

# The text after a name without a colon, in lines that only name seated players; and chat and `is sitting out`, which
# follow a name with or without a seat.
_VERBS = (
    " collected ",
    " finished the tournament",
    " wins the tournament ",
    " cashed out the hand for ",
    " is sitting out",
    ' said, "',
)

# At a table with such a name, a line can have several readings; at any other table it has only one.
_MISLEADING = re.compile("|".join((": ", ":$", r"^(?:Seat |Dealt to |Uncalled bet \()", *_VERBS)))


def marked_index(mark: str) -> int:
    """Return the index of the player that a mark represents."""
    return ord(mark) - _FIRST_MARK


def restore_names(text: str, names: Sequence[str]) -> str:
    """Return a part of a marked line as written: with the name of the player in place of each mark."""
    if text.isascii():
        return text
    return _LONE_SURROGATE.sub(lambda mark: names[marked_index(mark[0])], text)


def without_marks(text: str) -> str:
    """Return a text with the characters replaced that could be mistaken for marks."""
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
        if len(self.names) < MAX_PLAYERS:
            self._marks.setdefault(name, MARKS[len(self.names)])
            self._at_seat.setdefault(f"Seat {seat}", name)
            self.names.append(name)

    def mark_lines(self, lines: Sequence[str]) -> list[str]:
        """Return the lines, with the name of the seated player in each line, if any, replaced by their mark."""
        return list(map(self._mark_by_grammar if self._misleading else self._mark, lines))

    def _mark(self, line: str) -> str:
        """Return a marked line of a table where no name looks like another part of a line."""
        name, colon, rest = line.partition(": ")
        if colon and name in self._marks:
            return f"{self._marks[name]}: {rest}"
        return next(self._list_readings(line), line)

    def _mark_by_grammar(self, line: str) -> str:
        return next((each for each in self._list_readings(line) if self._read(each).kind != "UNKNOWN"), line)

    def _list_readings(self, line: str) -> Iterator[str]:
        """Yield the line once for each name that fits where the line can have a name, with that name marked."""
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
        if line.startswith("Uncalled bet ("):  # the client writes no blank after this name, but an editor may
            yield from self._end_with_name(line.rstrip(" \t"), line[len(line.rstrip(" \t")) :])

    def _end_with_name(self, line: str, blanks: str) -> Iterator[str]:
        """Yield a line about an uncalled bet with the name at its end marked."""
        before, returned, name = line.partition(") returned to ")
        if returned and name in self._marks:
            yield f"{before}{returned}{self._marks[name]}{blanks}"
