"""Finds where a hand ends and what follows it: other text, and hands without a header, which are also found above hands.

A hand ends with its summary. A hand without a header is quarantined by itself, and the hand above it stays whole. Lines
of all games are recognized, because only the header names the game. Nothing here parses a hand.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from badugi_hh.history.dialects import dialect_of
from badugi_hh.history.hand_starts import MARGIN, find_room
from badugi_hh.history.header import GAME
from badugi_hh.history.lines import NO_FORM

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

_OF_A_SUMMARY = re.compile(
    rf"{re.escape(_MARKER)}|{_POT}|Seat [0-9]{{1,3}}: |(?:(?:FIRST|SECOND) )?Board:? \[|Hand was run |Duration [0-9]"
)
_CUT = re.compile(
    r"S(?:e(?:a(?:t(?: (?:[0-9]{1,3}:?)?)?)?)?)?|T(?:o(?:t(?:a(?:l(?: (?:p(?:o(?:t(?: \S?)?)?)?)?)?)?)?)?)?"
)
"""A line of a summary that is cut off before it says whose it is."""

_USUAL_END = re.compile(
    rf"{re.escape(_MARKER)}[ \t]*+{_NEWLINE}[ \t]*+{_POT}[^\r\n]*+(?:{_NEWLINE}[ \t]*+Seat [0-9]{{1,3}}: [^\r\n]*+)++\s*+\Z"
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
    return list(_Text(text).split())


class _Line(NamedTuple):
    """A line that is not blank: its place in the text, itself without its margins, and the blank lines above it."""

    start: int
    end: int
    text: str
    blank: int


class _Text:
    """A text that begins with a hand, as lines."""

    def __init__(self, text: str) -> None:
        self.size = len(text)
        self.lines = list(_list_lines(text))
        header = self.lines[0].text if self.lines else ""
        self.known = find_room(header) is not None
        self.dialect = dialect_of(header)
        self.other_game = self.dialect.read_game(self.dialect.grammar.read(header)) not in {GAME, None}
        self.seats = {seat[1]: seat[2] for line in self.lines if (seat := _SEAT.match(line.text))}
        summary = self.find_summary(0, len(self.lines))
        widest = max((line.blank for line in self.lines[1 : summary or 1]), default=0)
        self.gap = max(_GAP, widest + 1)

    def split(self) -> Iterator[Piece]:
        first, start = 0, 0  # the next line, and where its hand begins
        while first < len(self.lines):
            last = self.find_end(first)
            torn = self.find_torn(last)
            end = self.lines[last - 1].end
            below = self.lines[torn].start if torn < len(self.lines) else self.size
            yield start, end, True
            yield end, below, False
            first, start = torn, below

    def find_summary(self, first: int, end: int) -> int | None:
        """Return the first line of the summary of the hand from `first` on, None if it has none."""
        texts = [line.text for line in self.lines[first:end]]
        markers = [n for n, text in enumerate(texts) if text == _MARKER]
        whole = [n for n in markers if re.match(_POT, "".join(texts[n + 1 : n + 2]))]
        pots = [n for n, text in enumerate(texts) if re.match(_POT, text)]
        return next((first + n for n in (*whole, *markers, *pots)), None)

    def find_end(self, first: int) -> int:
        """Return the line below the last one of the hand from `first` on."""
        if not self.known:  # of another room: its lines are not known
            below = len(self.lines)
            while below > first + 1 and SEPARATOR.match(self.lines[below - 1].text):
                below -= 1
            return below
        stretch = len(self.lines) if not first else self.end_of_stretch(first)
        summary = self.find_summary(first, stretch)
        if summary is None:
            separators = (n for n in range(first + 1, stretch) if SEPARATOR.match(self.lines[n].text))
            return next(separators, stretch)
        stretch = self.end_of_stretch(summary)
        last = max(n for n in range(summary, stretch) if n == summary or self.is_of_hand(self.lines[n]))
        while last + 1 < stretch and self.may_belong(summary, last + 1):
            last += 1
        return last + 1

    def find_torn(self, first: int) -> int:
        """Return the first line of the next hand without a header from a line on, or the number of lines."""
        end = first
        while end < len(self.lines):
            if SEPARATOR.match(self.lines[end].text):
                end += 1
                continue
            start, end = end, self.end_of_stretch(end)
            begins = start > first or self.begins_stretch(start)
            if begins and any(map(self.is_of_hand, self.lines[start:end])):
                return start
        return end

    def begins_stretch(self, n: int) -> bool:
        return self.lines[n].blank >= self.gap or SEPARATOR.match(self.lines[n - 1].text) is not None

    def end_of_stretch(self, first: int) -> int:
        """Return the line below the lines from `first` on that neither a gap nor a separator divides."""
        for n in range(first + 1, len(self.lines)):
            if self.lines[n].blank >= self.gap or SEPARATOR.match(self.lines[n].text):
                return n
        return len(self.lines)

    def is_of_hand(self, line: _Line) -> bool:
        """Return whether a line may be a line of a hand, of its summary or of its play, whoever the player is."""
        if _OF_A_SUMMARY.match(line.text) or _OF_A_HAND.match(line.text):
            return True
        play = not self.other_game and _PLAY.search(line.text)
        return bool(play) and self.dialect.grammar.find_unseated_name(line.text) is not None

    def may_belong(self, summary: int, n: int) -> bool:
        """Return whether a line directly below the summary, which is no line of a summary, may be one of the hand.

        It is table talk, the beginning of a line that is cut off, or a damaged line of a player without a line.
        """
        line = self.lines[n]
        if line.blank or self.other_game:
            return not line.blank
        form = self.dialect.grammar.read(line.text)
        if form is not NO_FORM and form.kind != "SAID":
            return True
        named = {
            match[0] for each in self.lines[summary:n] if (match := re.match(r"Seat [0-9]{1,3}", each.text))
        }
        left = [name for seat, name in self.seats.items() if f"Seat {seat}" not in named]
        said = form is not NO_FORM and line.text.startswith(tuple(self.seats.values()))
        return said or _CUT.fullmatch(line.text) is not None or any(name in line.text for name in left)


def _list_lines(text: str) -> Iterator[_Line]:
    """Yield the lines of a text that are not blank."""
    last = 0
    for line in _LINE.finditer(text):
        margin = _MARGIN.match(line[0])
        if written := line[0][margin.end() if margin else 0 :].rstrip(" \t"):
            between = text[last : line.start()]
            ends = between.count("\n") + between.count("\r") - between.count("\r\n")
            yield _Line(line.start(), line.end(), written, max(ends - 1, 0))
            last = line.end()
