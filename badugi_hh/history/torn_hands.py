"""Finds hands without a header: below another hand, and at the beginning of a file.

Each of them is quarantined by itself, and the hand above it stays whole. What a hand has once shows where the next one
begins: the table line, the total pot. Lines of all games are recognized, because only the header names the game. Nothing
here parses a hand.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from badugi_hh.history.hand_starts import MARGIN

SEPARATOR = re.compile(
    r"[\ufeff \t]*(?:\*{5,}+ ?(?:[#№]|n\.) ?[0-9]++ ?\*{5,}+[ \t]*$|Transcript for your last [0-9]++ hands requested by )"
)
"""A line between the hands of an email, or its first line.

`*********** # 1 **************`, in Russian `№1` and in Spanish `n. 1`, and `Transcript for your last 100 hands requested
by …`
"""

_TABLE, _SUMMARY, _POT = "Table '", "*** SUMMARY ***", "Total pot "
_GAPS = ("\n\n", "\n\r\n", "\r\r", "*****")  # a blank line or a separator
_FORMS = {
    "table": rf"{_TABLE}.{{1,100}}' .{{0,60}}Seat #[0-9]++ is the button[ \t]*$",
    "seat": r"Seat [0-9]{1,3}: .{1,100}\(\S{1,40} in chips",
    "summary": rf"{re.escape(_SUMMARY)}[ \t]*$",
    "section": r"\*\*\* (?:DEALING HANDS|HOLE CARDS|(?:(?:FIRST|SECOND|THIRD) )?(?:DRAW|FLOP|TURN|RIVER|SHOW DOWN)|[3-7].. STREET) \*\*\*",
    "pot": rf"{_POT}\S",
    "result": r"Seat [0-9]{1,3}: .{1,100}? (?:folded (?:before|after|on) |collected \(|showed \[|mucked(?: \[|[ \t]*$))",
    "play": r"Dealt to .{1,100} \[|Uncalled bet \(|.{1,100}? collected \S{1,40} from (?:main |side )?pot|.{1,100}?: "
    r"(?:posts|folds|checks|calls|bets|raises|discards|stands pat|shows \[|mucks hand|doesn't show hand)\b",
}
"""The kinds of lines that only a hand has; `result` is the line of a seat in the summary."""

_KINDS = re.compile(f"{MARGIN}(?:{'|'.join(f'(?P<{kind}>{form})' for kind, form in _FORMS.items())})")
_BEGINS_IN_SUMMARY = re.compile(rf"[\s\ufeff]*+(?:Seat |{_POT})")
_LINE = re.compile(r"[^\r\n]+")


def find_line_of_hand(text: str, start: int, end: int) -> int | None:
    """Return the offset of the first line of a part of a text that only a hand has, None if there is none.

    Actions alone, such as `John: folds too much`, can be notes.
    """
    first = None
    for line in _LINE.finditer(text, start, end):
        kind = _KINDS.match(line[0])
        if kind is not None:
            first = line.start() if first is None else first
            if kind.lastgroup != "play":
                return first
    return None


def find_hands_below(text: str) -> Iterator[int]:
    """Yield the offsets at which hands without a header begin below the hand at the start of a text."""
    begin = None if _has_nothing_twice(text) else _find_next(text, 0)
    while begin is not None:
        yield begin
        begin = _find_next(text, begin)


def _has_nothing_twice(text: str) -> bool:
    """Return whether a text is one hand, as nearly every text is, by a fast search; False if it need not be one."""
    pot = text.find(_POT)
    if pot < 0 or text.find(_TABLE, max(text.find("*** "), 0)) >= 0 or _BEGINS_IN_SUMMARY.match(text):
        return False
    end = text[pot:].rstrip()
    return end.find(_POT, 1) < 0 and not any(gap in end for gap in _GAPS)


@dataclass(slots=True)
class _Hand:
    """The lines of a hand so far.

    `played` is true below the marker line of a section, and `over` in the summary; `ended` if the summary has its
    total pot, and `last_seat` is the seat of its last line. `below` is where a hand below would begin: at the first line
    below the summary, or below the first gap there. `table` is where a hand with the last table line would begin.
    """

    empty: bool = True
    played: bool = False
    over: bool = False
    ended: bool = False
    last_seat: int = 0
    below: int | None = None
    is_apart: bool = False
    table: int | None = None

    def is_repeated(self, kind: str, seat: int, above: str, *, gap: bool) -> bool:
        """Return whether a line is of a hand below: it follows a further table line, or repeats a line of the summary."""
        is_apart = gap or self.is_apart
        match kind:
            case "seat":
                return self.table is not None
            case "pot":
                return self.ended and (is_apart or above == "summary")
            case "result":
                return self.ended and is_apart and seat <= self.last_seat
        return False

    def add(self, kind: str, seat: int, above: str, start: int, *, gap: bool) -> None:
        """Add a line."""
        is_total = kind == "pot" and (self.empty or above == "summary")
        is_result = kind == "result" and (self.empty or self.over)
        if is_total or is_result or (kind == "summary" and not self.ended):
            self.ended |= is_total or (is_result and self.empty)
            self.over, self.last_seat, self.below, self.is_apart = True, seat, None, False
        elif self.over and (self.below is None or (gap and not self.is_apart)):
            self.below, self.is_apart = start, gap
        if kind in {"section", "summary"}:
            self.played, self.table = True, None
        elif kind == "table" and (self.played or self.over):
            self.table = start if self.below is None else self.below
        self.empty = False


def _find_next(text: str, start: int) -> int | None:
    """Return the offset of the hand below the one at an offset, None if there is none."""
    hand = _Hand()
    above, end = "", start  # the kind and the end of the line above
    for line in _LINE.finditer(text, start):
        if not line[0].strip() or SEPARATOR.match(line[0]):
            continue
        found = _KINDS.match(line[0])
        kind = (found and found.lastgroup) or ""
        seat = int(line[0].partition(":")[0].rpartition(" ")[2]) if kind == "result" else 0
        gap = any(text.find(gap, end, line.start()) >= 0 for gap in _GAPS)
        if hand.is_repeated(kind, seat, above, gap=gap):
            begin = hand.table if kind == "seat" else hand.below
            return line.start() if begin is None else begin
        hand.add(kind, seat, above, line.start(), gap=gap)
        above, end = kind, line.end()
    return None
