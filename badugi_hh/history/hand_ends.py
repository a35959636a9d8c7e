"""Finds where a hand ends and what follows it: other text, and hands without a header, which are also found above hands.

A hand ends with its summary. A hand without a header is quarantined by itself, and the hand above it stays whole. Lines
of all games are recognized, because only the header names the game. Nothing here parses a hand.
"""

import re
from array import array
from collections.abc import Iterator
from typing import TypeAlias

from badugi_hh.history.dialects import DIALECTS, dialect_of
from badugi_hh.history.hand_starts import MARGIN, find_foreign, find_room
from badugi_hh.history.header import GAME
from badugi_hh.history.lines import NO_FORM
from badugi_hh.history.summary_lines import is_summary_header

SEPARATOR = re.compile(
    r"[\ufeff \t>]*+(?:"
    r"\*{4,}+|[=_~-]{3,}+|[*=_~-]{3,}+ ?(?:Hand |Game )?(?:[#№]|n\.)? ?[0-9]++ ?[*=_~-]{3,}+"
    r"|(?:Hand|Game) [#№]?[0-9]{1,7}+:?"
    r"|BEGIN|END"
    r"|(?:Transcript|Tournament History) for your last [0-9]++ \w++ requested by [^\r\n]*+"
    r")[ \t]*+(?![^\r\n])"
)
"""A line that an export writes between hands, or above the first.

`Hand #1: ` (the archive that players download), `*********** # 1 **************` (the archive by email, in Russian with
`№1`, in Spanish with `n. 1`), a row of asterisks or dashes, `BEGIN` and `END` (a tracker), and the first line of an email.
"""

_GAP = 2  # blank lines between hands, at least; hands whose lines have more between them need one more
_MARKER = "*** SUMMARY ***"
_POT = r"Total pot \S*[0-9]"
_NEWLINE = r"(?>\r\n?|\n)"
_OF_A_HAND = re.compile(
    rf"(?<![^\r\n]){MARGIN}(?:"
    r"Table '[^\r\n]{1,100}' [^\r\n]{0,60}Seat #[0-9]++ is the button[ \t]*+(?![^\r\n])"
    r"|The button is in seat #[0-9]++[ \t]*+(?![^\r\n])"
    r"|Seat [0-9]{1,3}: [^\r\n]{1,100}\(\S{1,40} in chips"
    r"|Seat [0-9]{1,3}: [^\r\n]{1,100}? (?:folded (?:before|after|on) |collected \(|showed \[|mucked(?: \[|[ \t]*+(?![^\r\n])))"
    r"|\*\*\* (?:DEALING HANDS|HOLE CARDS|SUMMARY|(?:(?:FIRST|SECOND|THIRD) )?(?:DRAW|FLOP|TURN|RIVER|SHOW DOWN)|[3-7].. STREET) \*\*\*"
    rf"|{_POT})"
)
"""The beginning of a line that only a hand has. Actions, such as `John: folds too much`, can be notes."""

_OF_A_SUMMARY = r"(?:(?:FIRST|SECOND) )?Board:? \[|Hand was run |Duration [0-9]"
_OF_NO_PLAYER = re.compile(
    rf"{re.escape(_MARKER)}|{_POT}|{_OF_A_SUMMARY}|(?:Betting is capped|The deck is reshuffled|Hand cancelled)\Z"
)
_OF_A_SEAT = re.compile(r"Seat ([0-9]{1,3}):(?: (.*))?")
_CUT = re.compile(
    r"S(?:e(?:a(?:t(?: (?:[0-9]{1,3}:?)?)?)?)?)?|T(?:o(?:t(?:a(?:l(?: (?:p(?:o(?:t(?: \S?)?)?)?)?)?)?)?)?)?"
)
"""A line of a summary that is cut off before it says whose it is."""

_USUAL_END = re.compile(
    rf"{re.escape(_MARKER)}[ \t]*+{_NEWLINE}[ \t]*+{_POT}[^\r\n]*+"
    rf"(?:{_NEWLINE}[ \t]*+(?:Seat [0-9]{{1,3}}: |{_OF_A_SUMMARY})[^\r\n]*+)++\s*+\Z"
)
"""The end of nearly every text: a summary, and nothing below it."""

_PLAY = re.compile(
    r"\b(?:posts|antes|folds|checks|calls|bets|raises|discards|stands pat|shows|mucks|collected|wins|finished|cashed out"
    r"|doesn't show|is dealt|Dealt to|Uncalled bet)\b"
)
"""The words of which every line of play has one."""

_LINE = re.compile(r"[^\r\n]++")
_MARGIN = re.compile(MARGIN)
_SEAT = re.compile(r"Seat ([0-9]{1,3}): (.+) \(\S+(?: in chips)?[,)]")

Piece: TypeAlias = tuple[int, int, bool]
"""A part of a text: where it begins and ends, and whether it is a hand."""


def find_line_of_hand(text: str, start: int, end: int) -> int | None:
    """Return the offset of the first line of a part of a text that only a hand has, None if there is none."""
    line = _OF_A_HAND.search(text, start, end)
    return None if line is None else line.start()


def split_hand(text: str) -> list[Piece]:
    """Return the parts of a text that begins with a hand and has no header below the first line, in order.

    The first part is that hand. It ends with its summary or, if it has none, at a separator. Below it is other text, and
    hands without a header, each of which begins below a gap or a separator. Lines that may be the rest of another hand
    belong to the hand if nothing separates them from it.
    """
    marker = text.find(_MARKER)
    if marker >= 0 and _USUAL_END.match(text, marker):
        return [(0, len(text), True)]
    return list(TextOfHands(text).split())


class TextOfHands:
    """A text that begins with a hand, as the lines in it that are not blank.

    `starts` and `ends` have the place of each, `blanks` the number of blank lines above it.
    """

    def __init__(self, text: str) -> None:
        self.whole = text
        self.starts, self.ends, self.blanks = array("q"), array("q"), array("q")
        self._read_lines()
        header = self.line(0) if self.starts else ""
        self.has_header = find_room(header) is not None
        self.foreign = find_foreign(header) is not None
        dialect = dialect_of(header)
        self.dialects = [dialect] if self.has_header else list(DIALECTS.values())
        self.other_game = dialect.read_game(dialect.grammar.read(header)) not in {GAME, None}
        self.seats: dict[str, str] = {}
        for n in range(1, len(self.starts)):
            line = self.line(n)
            if line.startswith("*** "):
                break
            if seat := _SEAT.match(line):
                self.seats[seat[1]] = seat[2]
        summary = self.find_summary(0, len(self.starts))
        if summary is not None and self.line(summary) == _MARKER and summary + 1 < len(self.starts):
            summary += bool(re.match(_POT, self.line(summary + 1)))  # below which gaps count
        self.usual = max(self.blanks[1 : (summary or 0) + 1], default=0)
        self.gap = max(_GAP, self.usual + 1)

    def _read_lines(self) -> None:
        last = 0
        for found in _LINE.finditer(self.whole):
            if not found[0][_margin(found[0]) :].strip(" \t"):
                continue
            above = self.whole[last : found.start()]
            ends = above.count("\n") + above.count("\r") - above.count("\r\n")
            self.starts.append(found.start())
            self.ends.append(found.end())
            self.blanks.append(max(ends - 1, 0))
            last = found.end()

    def line(self, n: int) -> str:
        """Return a line without its margins."""
        line = self.whole[self.starts[n] : self.ends[n]]
        return line[_margin(line) :].rstrip(" \t")

    def split(self) -> Iterator[Piece]:
        """Yield the parts of the text, see `split_hand`."""
        first, start, lines = 0, 0, len(self.starts)  # the next line, and where its hand begins
        while first < lines:
            last = self.find_end(first)
            torn = self.find_torn(last)
            below = self.starts[torn] if torn < lines else len(self.whole)
            yield start, self.ends[last - 1], True
            yield self.ends[last - 1], below, False
            first, start = torn, below

    def find_summary(self, first: int, end: int) -> int | None:
        """Return the first line of the summary of the hand from `first` on, None if it has none."""
        marker = pot = None
        for n in range(first, end):
            line = self.line(n)
            if line == _MARKER:
                if n + 1 < end and re.match(_POT, self.line(n + 1)):
                    return n
                marker = n if marker is None else marker
            elif pot is None and re.match(_POT, line):
                pot = n
        return pot if marker is None else marker

    def find_end(self, first: int) -> int:
        """Return the line below the last one of the hand from `first` on."""
        if self.foreign and not first:
            return self.find_end_of_foreign()
        stretch = len(self.starts) if self.has_header and not first else self.end_of_stretch(first)
        summary = self.find_summary(first, stretch)
        if summary is None:
            separators = (n for n in range(first + 1, stretch) if SEPARATOR.match(self.line(n)))
            return next(separators, stretch)
        stretch = self.end_of_stretch(summary)
        stretch = next((n for n in range(summary, stretch) if is_summary_header(self.line(n))), stretch)
        last = max(n for n in range(summary, stretch) if n == summary or self.is_of_hand(self.line(n)))
        stated = {seat[1] for n in range(summary, last + 1) if (seat := _OF_A_SEAT.match(self.line(n)))}
        left = [re.escape(name) for seat, name in self.seats.items() if seat not in stated]
        of_others = re.compile(rf"(?<!\w)(?:{'|'.join(left)})(?!\w)") if left else None
        while last + 1 < stretch and self.may_belong(last + 1, of_others, begun=bool(stated)):
            last += 1
        return last + 1

    def find_end_of_foreign(self) -> int:
        """Return the line below a hand of another room or language: all lines but separators at its end, and summaries."""
        below = next(
            (n for n in range(1, len(self.starts)) if is_summary_header(self.line(n))), len(self.starts)
        )
        while below > 1 and SEPARATOR.match(self.line(below - 1)):
            below -= 1
        return below

    def find_torn(self, first: int) -> int:
        """Return the first line of the next hand without a header from a line on, or the number of lines."""
        end = first
        while end < len(self.starts):
            if SEPARATOR.match(self.line(end)):
                end += 1
                continue
            start, end = end, self.end_of_stretch(end)
            begins = start > first or self.blanks[start] >= self.gap or SEPARATOR.match(self.line(start - 1))
            if begins and any(self.is_of_hand(self.line(n)) for n in range(start, end)):
                return start
        return end

    def end_of_stretch(self, first: int) -> int:
        """Return the line below the lines from `first` on that neither a gap nor a separator divides."""
        for n in range(first + 1, len(self.starts)):
            if self.blanks[n] >= self.gap or SEPARATOR.match(self.line(n)):
                return n
        return len(self.starts)

    def is_of_hand(self, line: str) -> bool:
        """Return whether a line may be a line of a hand, of its summary or of its play, for any player."""
        if _OF_NO_PLAYER.match(line) or _OF_A_HAND.match(line):
            return True
        if seat := _OF_A_SEAT.fullmatch(line):
            name = seat[2] or ""
            return any(name.startswith(known) or known.startswith(name) for known in self.seats.values())
        if self.other_game or not _PLAY.search(line):
            return False
        return any(dialect.grammar.find_unseated_name(line) is not None for dialect in self.dialects)

    def may_belong(self, n: int, of_others: re.Pattern[str] | None, *, begun: bool) -> bool:
        """Return whether a line below the summary, which is no line of a summary, may be one of the hand.

        It is table talk, the beginning of a line that is cut off, a damaged line of a player without a line (`of_others`), or
        directly below the first line of a summary that has not begun.
        """
        line, near = self.line(n), self.blanks[n] <= self.usual
        if self.other_game:
            return near
        forms = [dialect.grammar.read(line) for dialect in self.dialects]
        if any(form is not NO_FORM and form.kind != "SAID" for form in forms) or ' said, "' in line:
            return True
        if any(form is not NO_FORM for form in forms) and line.startswith(tuple(self.seats.values())):
            return True
        damaged = of_others is not None and (not begun or of_others.search(line) is not None)
        return near and (damaged or _CUT.fullmatch(line) is not None)


def _margin(line: str) -> int:
    margin = _MARGIN.match(line)
    return margin.end() if margin else 0
