"""Splits the text of a file into blocks, one for each hand, and the text outside hands; no line is lost.

A block starts at a header and ends with the summary of its hand. A hand without a header is a block too. Text above,
between and below hands is a summary of a tournament, a separator line, or other text, which is a problem of the file.
Nothing here parses a hand.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, pairwise, repeat
from typing import TypeAlias

from badugi_hh import problems as codes
from badugi_hh.history.encoding import straighten, unbroken
from badugi_hh.history.hand_ends import SEPARATOR, find_line_of_hand, split_hand
from badugi_hh.history.hand_starts import MARGIN, MARKS, find_hand_starts, is_continued
from badugi_hh.history.summary import SummaryText, is_of_another_room, read_text_outside
from badugi_hh.problems import SHOWN, Place, Problem

LONGEST = 16_000_000
"""The number of characters of a hand, or of the text above the first one, above which a file is refused."""

_LINE_END = re.compile(r"[\r\n]")
_NEAR = 512  # characters within which a line usually ends
_ABOVE = 60  # lines of a torn hand above the first one that only a hand has: actions, and a line that is cut
_MARGIN = re.compile(MARGIN)
_BLANKS = " \t\r\n\ufeff"
_COPIED = {
    "quoted": "the lines are quoted: the marks before them are left out",
    "curly": "the quotation marks are curly, and read as straight ones",
    "blanks": "there are no-break blanks, and they are read as blanks",
}
_QUOTED = re.compile(r"^[ \t]*>[> \t]*", re.MULTILINE)

Item: TypeAlias = "Block | SummaryText | Problem"


class HandTooLongError(ValueError):
    """A hand or the text above the first one is longer than `LONGEST` characters; the message is the reason, and what to do."""


@dataclass(frozen=True, slots=True)
class Block:
    """The text of one hand in a file.

    `line` is the number of its first line in the file, from 1. `text` has the lines joined with a line feed, without
    `indent` and without blank lines at the end. `indent` is what precedes the header, white space or the marks of quoted
    lines (`> `), and is removed from every line.
    """

    file: str
    line: int
    text: str
    indent: str = ""

    def lines(self) -> dict[int, str]:
        """Return the lines by their numbers in the file, as in the file; each has the marks of the first before it."""
        return {number: self.indent + line for number, line in enumerate(self.text.split("\n"), self.line)}


def split_blocks(file: str, pieces: Iterable[str]) -> Iterator[Item]:
    """Yield the blocks of a file's text in order, each as soon as it is complete, and the text outside them.

    The pieces of the text may end anywhere. Text outside hands is a summary of a tournament, or T03 for other lines than separators, in the order of
    the file. Further problems are T02 for a text without a hand and a summary, T01 for zero bytes below a hand, and T07 for
    the first hand that copying has changed; both are yielded before its block.

    Raises:
        HandTooLongError: a hand, or the text above the first one, is too long to be read.
    """
    rest = ""  # the text that is not split yet
    scanned = 0  # the length of the part of `rest` that was searched, whole lines only
    # The line of the last header, empty for a hand without one; `rest` begins with a hand once there is one.
    before: str | None = None
    above = ""
    hands = _Hands(file)
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
        for start, header in _find_headers(unbroken(rest), scanned, end):
            if before is None or not is_continued(before, header):
                starts.append(start)
            before = header
        bounds = [0, *filter(None, starts)] if begun else starts
        if not begun:
            first = starts[0] if starts else end
            torn = find_line_of_hand(unbroken(rest), scanned, first)
            if torn is not None:
                before = before or ""
                bounds = [_find_first_above(rest, torn), *starts]
            elif not starts:  # the last lines may be of a torn hand
                bounds = [end if last else _find_first_above(rest, end)]
            above += rest[: bounds[0]]
            if before is not None:
                yield from hands.pass_by(above)
        scanned = end
        for start, stop in pairwise(bounds):
            yield from hands.read(rest[start:stop])
        rest, scanned = rest[bounds[-1] :], scanned - bounds[-1]
        if len(rest) + (0 if before is not None else len(above)) > LONGEST:
            what = "the text above the first hand" if before is None else f"the hand from line {hands.line}"
            most = f"{LONGEST // 10**6} million characters"
            raise HandTooLongError(f"{what} is longer than {most}; remove what is not a history")
    if before is not None:
        yield from hands.read(rest)
    else:
        yield from _read_without_hands(file, above)


def _zero_bytes(file: str, line: int, number: int) -> Problem:
    return Problem(codes.BINARY, Place(file, line), f"zero bytes instead of text: {number:,}")


def _read_without_hands(file: str, text: str) -> Iterator[Item]:
    """Yield the summaries of a text without a hand, and its other text; T02 if there is no summary."""
    found = list(read_outside(file, 1, _join_lines(text)))
    if any(isinstance(item, SummaryText) for item in found):
        yield from found
        return
    message = "there is no hand in this file" if text.strip(_BLANKS) else "the file is empty"
    if is_of_another_room(text):
        message = "a tournament summary of another room or form, which is not read"
    yield Problem(codes.NO_HANDS, Place(file), message)


def read_outside(file: str, line: int, text: str) -> Iterator[SummaryText | Problem]:
    """Yield the summaries in a text outside hands that begins in this line of the file, and T03 for other text.

    Separators are no other text. `Problem.text` has the lines from the first to the last of them.
    """
    lines = text.split("\n")
    for item in read_text_outside(file, line, unbroken(_QUOTED.sub("", text))):
        if isinstance(item, SummaryText):
            yield item
            continue
        first, other = item
        unquoted = other.split("\n")
        left = [
            n for n, each in enumerate(unquoted, first) if each.strip(_BLANKS) and not SEPARATOR.match(each)
        ]
        if left:
            kept = lines[left[0] - line : left[-1] + 1 - line]
            many = "1 line" if len(left) == 1 else f"{len(left):,} lines, the last is line {left[-1]}"
            yield Problem(
                codes.STRAY_TEXT,
                Place(file, left[0]),
                f"text that belongs to no hand: {many}",
                found=kept[0].strip(_BLANKS)[:SHOWN],
                text="\n".join(kept),
            )


class _Hands:
    """The place in a file whose hands are read one after the other."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.line = 1
        self.copied: set[str] = set()  # how copying has changed the text so far

    def pass_by(self, text: str) -> Iterator[SummaryText | Problem]:
        """Yield what a text outside hands has, and go to its end.

        Zero bytes in it, as a crash leaves them, were hands.
        """
        text = _join_lines(text)
        if "\0" in text:
            at = self.line + text.count("\n", 0, text.index("\0"))
            yield _zero_bytes(self.file, at, text.count("\0"))
        yield from read_outside(self.file, self.line, text.replace("\0", ""))
        self.line += text.count("\n")

    def read(self, text: str) -> Iterator[Item]:
        """Yield the block of a hand and what is below it, and go to the end of the text.

        Zero bytes at the end of the text, as a crash leaves them, are a problem, which comes first. Those between two lines
        remain in the hand, which is then not valid.
        """
        lines = _join_lines(text)
        below = self.line + lines.count("\n")
        if "\0" in text:
            end = text.find("\0", len(text.rstrip(_BLANKS + "\0")))
            if end >= 0:
                lines = _join_lines(text[:end])
                yield _zero_bytes(self.file, self.line + lines.count("\n"), text.count("\0", end))
                text = text[:end]
        for start, stop, is_hand in split_hand(unbroken(text)):
            # Nearly every text is one hand.
            part = lines if stop - start == len(text) else _join_lines(text[start:stop])
            if is_hand:
                block = _make_block(self.file, self.line, part)
                yield from self.find_copied(self.line, quoted=">" in block.indent)
                straight = straighten(block.text)
                if straight != block.text:
                    pairs = enumerate(zip(block.text, straight, strict=True))
                    changed = {written: n for n, (written, read) in reversed(list(pairs)) if written != read}
                    line = self.line + straight.count("\n", 0, min(changed.values()))
                    blanks = {written for written in changed if unbroken(written) != written}
                    yield from self.find_copied(line, blanks=bool(blanks), curly=changed.keys() > blanks)
                yield block
                self.line += part.count("\n")
            else:
                yield from self.pass_by(part)
        self.line = below

    def find_copied(self, line: int, **ways: bool) -> Iterator[Problem]:
        """Yield a problem for each way in which copying has changed the text at a line, if it is the first in the file."""
        for way, here in ways.items():
            if here and way not in self.copied:
                self.copied.add(way)
                yield Problem(codes.COPIED, Place(self.file, line), _COPIED[way])


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


def _find_line_end(text: str, start: int, end: int) -> int:
    """Return the offset of the first line end of a part of a text, or `end`."""
    feed = text.find("\n", start, min(end, start + _NEAR))
    if feed < 0:  # a long line, or lines that end with a carriage return
        match = _LINE_END.search(text, start, end)
        return match.start() if match else end
    end_of_line = text.find("\r", start, feed)
    return end_of_line if end_of_line >= 0 else feed


def _make_block(file: str, line: int, raw: str) -> Block:
    margin = _MARGIN.match(raw)
    width = margin.end() if margin else 0
    indent = raw[:width].replace("\ufeff", "")
    text = raw[width:]
    if ">" in indent:
        text = re.sub(rf"\n[ \t]*(?:> ?){{1,{indent.count('>')}}}", "\n", text)
    elif indent:
        text = text.replace("\n" + indent, "\n")
    # Blanks at the end of the last line are part of it; blank lines after it are not.
    last = len(text.rstrip(_BLANKS))
    end = text.find("\n", last)
    return Block(file, line, text if end < 0 else text[:end], indent)


def _join_lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
