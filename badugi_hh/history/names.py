"""Finds who a line speaks of, from the hand's seat lines alone, before the grammar sees the line.

A name may hold anything: blanks, colons, brackets, `: folds`, ` said, "`, or be the beginning of another name. So
names are never recognised by what follows them; each line's seated name is replaced by a mark with its number
(the terminal PLAYER), longest name first, and where two readings of a line are possible the one that the grammar
can read is taken.
"""

import re
from collections.abc import Callable

SEAT_LINE = re.compile(
    r"Seat (\d+): (.+) \([^()\s]+ in chips(?:, [^)]+ bounty)?\)(?: is sitting out)?(?: out of hand \(.*\))?[ \t]*"
)
_SUMMARY_LINE = re.compile(r"Seat (\d+): ")


def escape(text: str) -> str:
    """Return the text without the characters of the marks, one to one."""
    if "\x01" in text or "\x03" in text:
        return text.replace("\x03", "\x03b").replace("\x01", "\x03a")
    return text


def unescape(text: str) -> str:
    """Return the text that was escaped."""
    return text.replace("\x03a", "\x01").replace("\x03b", "\x03")


def mark(index: int) -> str:
    """Return the mark that stands for the name with this number."""
    return f"\x01{index}\x02"


class Names:
    """The names at one table, from the seat lines before the deal."""

    def __init__(self, lines: list[str]) -> None:
        self.names: list[str] = []
        self._by_seat: dict[str, int] = {}
        for line in lines:
            if line.startswith("*** "):
                break
            if line.startswith("Seat ") and (found := SEAT_LINE.fullmatch(line)):
                self._by_seat.setdefault(found[1], len(self.names))
                self.names.append(found[2])
        self._escaped = [escape(name) for name in self.names]
        self._index = {name: index for index, name in enumerate(self._escaped)}
        self._longest = sorted(self._index, key=len, reverse=True)
        self._plain = not any(": " in name for name in self.names)

    def mark_lines(self, lines: list[str], is_form: Callable[[str], bool]) -> list[str]:
        """Return the lines with every seated name that opens a line, or is due in it, replaced by its mark.

        Args:
            lines: the lines of the hand.
            is_form: whether the grammar has a form for a marked line; asked only where readings compete.
        """
        return [self._mark_line(escape(line), is_form) for line in lines]

    def _mark_line(self, line: str, is_form: Callable[[str], bool]) -> str:
        if self._plain:
            name, colon, rest = line.partition(": ")
            if colon and (index := self._index.get(name)) is not None and not name.startswith("Seat "):
                return f"\x01{index}\x02: {rest}"
        if line.startswith("Seat "):
            if SEAT_LINE.fullmatch(line):
                return line
            if (found := _SUMMARY_LINE.match(line)) and (index := self._by_seat.get(found[1])) is not None:
                name = self._escaped[index]
                if line.startswith(name, found.end()) and line[found.end() + len(name) :][:1] in {" ", ""}:
                    return f"{found[0]}{mark(index)}{line[found.end() + len(name) :]}"
        if line.startswith("Uncalled bet ("):
            amount, returned, name = line.partition(") returned to ")
            index = self._index.get(name, self._index.get(name.rstrip(" \t")))
            if returned and index is not None:
                return f"{amount}{returned}{mark(index)}"
        starts = (0, len("Dealt to ")) if line.startswith("Dealt to ") else (0,)
        readings = [
            f"{line[:start]}{mark(self._index[name])}{line[start + len(name) :]}"
            for name in self._longest
            for start in starts
            if line.startswith(name, start) and line[start + len(name) :][:1] in {" ", ":"}
        ]
        if not readings:
            return line
        return next((reading for reading in (*readings, line) if is_form(reading)), readings[0])
