"""Splits the text of a file into blocks, one for each hand; every line is in at most one block, and no line is lost.

A block starts at a header and ends before the next header. A hand without a header is a block too. The separator lines
between the hands of an email, and its first line, belong to no hand. Nothing here parses a hand.
"""

import re
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, pairwise, repeat

from badugi_hh import problems as codes
from badugi_hh.history.hand_starts import MARGIN, MARKS, find_hand_starts, is_continued
from badugi_hh.history.torn_hands import SEPARATOR, find_hands_below, find_line_of_hand
from badugi_hh.problems import Place, Problem

SHOWN = 80
"""The number of characters of stray text that a problem shows."""

LONGEST = 16_000_000
"""The number of characters of a hand, or of a line outside a hand, above which a file is refused."""

_LINE_END = re.compile(r"[\r\n]")
_NEAR = 512  # characters within which a line usually ends
_ABOVE = 60  # lines of a torn hand above the first one that only a hand has: actions, and a line that is cut
_MARGIN = re.compile(MARGIN)
_BLANKS = " \t\r\n\ufeff"
_SEPARATOR_MARKS = ("*****", "Transcript for your last ")


class _StrayText:
    """The lines of text before the first header, other than separators."""

    def __init__(self) -> None:
        self.lines = 0
        self._first, self._last, self._found = 0, 0, ""

    def add(self, first: int, text: str) -> None:
        """Add the next piece of the text; `first` is the number of its first line."""
        if not text.strip(_BLANKS):
            return
        for number, line in enumerate(_join_lines(text).split("\n"), first):
            stray = line.strip(_BLANKS)
            if stray and not SEPARATOR.match(line):
                if not self.lines:
                    self._first, self._found = number, stray[:SHOWN]
                self.lines += 1
                self._last = number

    def problem(self, file: str) -> Problem:
        """Return the problem of the lines, at the first of them."""
        many = f"{self.lines:,} lines, the last is line {self._last}" if self.lines > 1 else "1 line"
        message = f"the file has other text before its first hand: {many}"
        return Problem(codes.STRAY_TEXT, Place(file, self._first), message, found=self._found)


class HandTooLongError(ValueError):
    """A hand or a line is longer than `LONGEST`; the message is the reason, and what to do."""


@dataclass(frozen=True, slots=True)
class Block:
    """The text of one hand in a file.

    `line` is the number of its first line in the file, from 1. `text` has the lines joined with a line feed, without
    `indent` and without blank lines at the end; a separator line of an email is blank in it. `indent` is the white space before the header, which is removed from every line. `offset` is
    the number of characters of the file's text before the block. `in_line` is true if the block begins within a line,
    after other text.
    """

    file: str
    line: int
    text: str
    indent: str = ""
    offset: int = 0
    in_line: bool = False

    def lines(self) -> dict[int, str]:
        """Return the lines by their numbers in the file, as in the file except for the separator lines."""
        return {number: self.indent + line for number, line in enumerate(self.text.split("\n"), self.line)}


def split_blocks(
    file: str, pieces: Iterable[str], *, line: int = 1, offset: int = 0
) -> Iterator[Block | Problem]:
    """Yield the blocks of a file's text in order, each as soon as it is complete, and the problems of the file.

    The pieces of the text may end anywhere. Memory use is at most twice the largest hand, and a
    hand has at most `LONGEST` characters. The problems are T02 for a
    text without a hand, T03 for other text before the first hand (yielded before the first block), and T01 for
    zero bytes after a hand (yielded before its block). `line` is the number of the first line of the text in the file, and
    `offset` the number of characters before it; a text with characters before it begins with a hand.

    Raises:
        HandTooLongError: a hand or a line is too long to be read.
    """
    rest = ""  # the text that is not split yet; it begins with this line, after this offset
    scanned = 0  # the length of the part of `rest` that was searched, whole lines only
    # The line of the last header, empty for a hand without one; `rest` begins with a hand once there is one.
    before: str | None = "" if offset else None
    in_line = False  # whether that hand begins within a line
    empty = True
    stray = _StrayText()
    pending: list[str] = []
    size = 0
    for piece, last in chain(zip(pieces, repeat(False), strict=False), [("", True)]):
        pending.append(piece)
        size += len(piece)
        if not last and size < len(rest):
            continue  # avoids copying a long hand for each of its pieces
        rest += "".join(pending)
        pending, size = [], 0
        end = len(rest) if last else _find_whole_lines(rest, scanned)
        begun, starts = before is not None, []
        for start, header in _find_headers(rest, scanned, end):
            if before is None or not is_continued(before, header):
                starts.append(start)
            before = header
        bounds = [0, *filter(None, starts)] if begun else starts
        if not begun:
            first = starts[0] if starts else end
            empty = empty and not rest[:first].strip(_BLANKS)
            torn = find_line_of_hand(rest, scanned, first)
            if torn is not None:
                before = before or ""
                bounds = [_find_first_above(rest, torn), *starts]
            elif not starts:  # the last lines may be of a torn hand
                bounds = [end if last else _find_first_above(rest, end)]
            stray.add(line, rest[: bounds[0]])
            if stray.lines and before is not None:
                yield stray.problem(file)
            line += _join_lines(rest[: bounds[0]]).count("\n")
            in_line = _is_in_line(rest, bounds[0])
        scanned = end
        for start, stop in pairwise(bounds):
            line = yield from _read_hands(file, line, rest[start:stop], offset + start, in_line)
            in_line = _is_in_line(rest, stop)
        rest, scanned, offset = rest[bounds[-1] :], scanned - bounds[-1], offset + bounds[-1]
        if len(rest) > LONGEST:
            above = _join_lines(rest[:scanned]).count("\n")
            what = f"the hand from line {line}" if before is not None else f"line {line + above}"
            raise HandTooLongError(
                f"{what} is longer than {LONGEST // 10**6} million characters; remove what is not a history"
            )
    if before is not None:
        yield from _read_hands(file, line, rest, offset, in_line)
    else:
        message = "the file is empty" if empty else "no line of the file is a hand header"
        yield Problem(codes.NO_HANDS, Place(file), message)


def _find_first_above(text: str, start: int) -> int:
    """Return the offset of the first line of those above a line, at most `_ABOVE`, without a blank line between."""
    for _ in range(_ABOVE):
        end = start - (2 if text.endswith("\r\n", 0, start) else 1)
        above = max(text.rfind("\n", 0, end), text.rfind("\r", 0, end)) + 1
        line = text[above:end]
        if not start or not line.strip(_BLANKS) or SEPARATOR.match(line):
            break
        start = above
    return start


def _find_whole_lines(text: str, start: int) -> int:
    """Return the end of the last whole line from `start` on; a carriage return at the end may be half a line end."""
    last = len(text) - text.endswith("\r")
    return max(text.rfind("\n", start), text.rfind("\r", start, last), start - 1) + 1


def _find_headers(text: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    """Yield the offset of each header, with its line. Only lines with a mark are searched; the time is linear."""
    for first in sorted(_find_marked_lines(text, start, end)):
        line = text[first : _find_line_end(text, first, end)]
        for offset in find_hand_starts(line):
            yield first + offset, line


def _find_marked_lines(text: str, start: int, end: int) -> set[int]:
    """Return the offsets of the lines that contain one of the marks."""
    lines = set()
    for mark in MARKS:
        searched = start
        while (at := text.find(mark, searched, end)) >= 0:
            # Looking back no further than the last searched line keeps the time linear.
            line_end = max(text.rfind("\n", searched, at), text.rfind("\r", searched, at))
            lines.add(line_end + 1 if line_end >= 0 else searched)
            searched = _find_line_end(text, at, end)
    return lines


def _is_in_line(text: str, start: int) -> bool:
    """Return whether an offset is within a line of a text that begins with a line."""
    return start > 0 and text[start - 1] not in "\r\n"


def _find_line_end(text: str, start: int, end: int) -> int:
    """Return the offset of the first line end of a part of a text, or `end`."""
    feed = text.find("\n", start, min(end, start + _NEAR))
    if feed < 0:  # a long line, or lines that end with a carriage return
        match = _LINE_END.search(text, start, end)
        return match.start() if match else end
    end_of_line = text.find("\r", start, feed)
    return end_of_line if end_of_line >= 0 else feed


def _read_hands(
    file: str, line: int, text: str, offset: int, in_line: bool
) -> Generator[Block | Problem, None, int]:
    """Yield the block of a hand and those of the hands below it that have no header; return the number of the next line."""
    for start, stop in pairwise([0, *find_hands_below(text), len(text)]):
        lines = _join_lines(text[start:stop])
        yield from _read_block(file, line, lines, offset + start, in_line and not start)
        line += lines.count("\n")
    return line


def _read_block(file: str, line: int, raw: str, offset: int, in_line: bool) -> Iterator[Block | Problem]:
    """Yield the block of a hand. Zero bytes at its end, as a crash leaves them, are not part of it: they yield a problem.

    `raw` has the lines joined with line feeds. The problem comes first.
    Zero bytes between two lines remain in the hand, which is then not valid.
    """
    if "\0" in raw:
        end = raw.find("\0", len(raw.rstrip(_BLANKS + "\0")))
        if end >= 0:
            place = Place(file, line + raw.count("\n", 0, end))
            message = f"zero bytes instead of text: {raw.count(chr(0), end):,}"
            yield Problem(codes.BINARY, place, message)
            raw = raw[:end]
    yield _make_block(file, line, raw, offset, in_line)


def _make_block(file: str, line: int, raw: str, offset: int, in_line: bool) -> Block:
    margin = _MARGIN.match(raw)
    width = margin.end() if margin else 0
    indent = raw[:width].replace("\ufeff", "")
    text = raw[width:]
    if _SEPARATOR_MARKS[0] in text or _SEPARATOR_MARKS[1] in text:
        text = "\n".join("" if SEPARATOR.match(text_line) else text_line for text_line in text.split("\n"))
    if indent:
        text = text.replace("\n" + indent, "\n")
    # Blanks at the end of the last line are part of it; blank lines after it are not.
    last = len(text.rstrip(_BLANKS))
    end = text.find("\n", last)
    return Block(file, line, text if end < 0 else text[:end], indent, offset, in_line)


def _join_lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
