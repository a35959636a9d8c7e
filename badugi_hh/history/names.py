"""Finds the player named in a line, from the hand's seat lines alone, before the grammar parses the line.

A name may contain anything: blanks, colons, brackets, `: folds`, ` said, "`, or the start of another name. So the text
after a name never identifies it. Instead, the name of a seated player in a line is replaced by a mark, one character
that stands for the name of any player (the terminal PLAYER), so that the same action of two players is one marked line.
Where a line has several readings, the longest name is used with which the grammar has a form for the line.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from badugi_hh.history.lines import MARK, Form

MAX_PLAYERS = 1024
"""The number of names that are found; no table has more than ten players."""


@dataclass(frozen=True, slots=True)
class NameForms:
    """The texts around names in a room's lines.

    `after` is what can follow a name at the start of a line. The name ends a line that begins with `uncalled` after
    `returned`. `dealing` begins the part of a hand without seat lines. `misleading` finds the names at whose tables a
    line can have several readings; at any other table it has only one.
    """

    after: tuple[str, ...]
    uncalled: str
    returned: str
    dealing: str
    misleading: re.Pattern[str]


def _begins(text: str, name: str) -> bool:
    """Return whether a text is a name, or begins with it and a blank or a tab."""
    return text.startswith(name) and text[len(name) : len(name) + 1] in {"", " ", "\t"}


class Names:
    """The names at one table, from the seat lines before the deal.

    Args:
        lines: the lines of the hand.
        forms: the texts around names in them.
        read: gives the form of a line; a line without one has the kind UNKNOWN.
    """

    def __init__(self, lines: Sequence[str], forms: NameForms, read: Callable[[str], Form]) -> None:
        self.names: list[str] = []
        self._forms = forms
        self._read = read
        self._at_seat: dict[str, str] = {}
        self._seat_lines: set[str] = set()
        for line in lines:
            if line.startswith("Seat "):
                form = read(line)
                if form.kind == "SEAT":
                    self._seat_lines.add(line)
                    self._add(*form.groups[:2])
            elif line.startswith("*** ") and line.rstrip(" \t") in {forms.dealing, "*** SUMMARY ***"}:
                break
        self._longest_first = dict.fromkeys(sorted(self.names, key=len, reverse=True))
        self._misleading = any(map(forms.misleading.search, self.names))

    def _add(self, seat: str, name: str) -> None:
        if len(self.names) < MAX_PLAYERS:
            self._at_seat.setdefault(f"Seat {seat}", name)
            self.names.append(name)

    def mark_lines(self, lines: Sequence[str]) -> list[tuple[str, str]]:
        """Return each line with the name of the seated player in it replaced by the mark, and that name.

        The name is empty where a line names no seated player; the line is then as written.
        """
        return list(map(self._mark_by_grammar if self._misleading else self._mark, lines))

    def _mark(self, line: str) -> tuple[str, str]:
        """Return a marked line of a table where no name looks like another part of a line, and the name."""
        name, colon, rest = line.partition(": ")
        if colon:
            if name in self._longest_first:
                return f"{MARK}: {rest}", name
            seated = self._at_seat.get(name)
            if seated and _begins(rest, seated) and line not in self._seat_lines:
                return f"{name}: {MARK}{rest[len(seated) :]}", seated
        elif line.startswith(("*** ", "Total pot ")):
            return line, ""
        return next(self._list_readings(line), (line, ""))

    def _mark_by_grammar(self, line: str) -> tuple[str, str]:
        readings = self._list_readings(line)
        return next((reading for reading in readings if self._read(reading[0]).kind != "UNKNOWN"), (line, ""))

    def _list_readings(self, line: str) -> Iterator[tuple[str, str]]:
        """Yield the line once for each name that fits where the line can have a name, with that name marked."""
        if line.startswith("Seat "):
            if line in self._seat_lines:
                yield line, ""
            seat, _, rest = line.partition(": ")
            for name in (self._at_seat.get(seat, ""), *self._longest_first):
                if name and _begins(rest, name):
                    yield f"{seat}: {MARK}{rest[len(name) :]}", name
        elif line.startswith("Dealt to "):
            for name in self._longest_first:
                if line.startswith(f"{name} [", 9):
                    yield f"Dealt to {MARK}{line[9 + len(name) :]}", name
        elif line.startswith(self._forms.uncalled):
            yield from self._end_with_name(line, "")
        for name in self._longest_first:
            if line.startswith(name) and line.startswith(self._forms.after, len(name)):
                yield f"{MARK}{line[len(name) :]}", name
        if line.startswith(
            self._forms.uncalled
        ):  # the client writes no blank after this name, but an editor may
            yield from self._end_with_name(line.rstrip(" \t"), line[len(line.rstrip(" \t")) :])

    def _end_with_name(self, line: str, blanks: str) -> Iterator[tuple[str, str]]:
        """Yield a line about an uncalled bet with the name at its end marked."""
        before, returned, name = line.partition(self._forms.returned)
        if returned and name in self._longest_first:
            yield f"{before}{returned}{MARK}{blanks}", name
