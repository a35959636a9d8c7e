"""Cuts the text of a file into blocks, one for each hand, so that no line is lost and none is in two blocks.

A block begins at a header and ends before the next one. The lines that a mailed archive puts between its hands, and
its first line, belong to no hand. Nothing here reads what a hand says.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, pairwise

from badugi_hh import problems as codes
from badugi_hh.history.hand_starts import MARGIN, MARKS, continues, hand_starts
from badugi_hh.problems import Place, Problem

SHOWN = 80
"""How many characters of stray text a problem shows."""

_LINE_END = re.compile(r"\r\n|\r|\n")
_MARGIN = re.compile(MARGIN)
_BLANKS = " \t\r\n\ufeff"
# `*********** # 1 **************`, in Russian `№1` and in Spanish `n. 1`, and `Transcript for your last 100 hands requested by …`
_LAYOUT = re.compile(
    r"[\ufeff \t]*(?:\*{5,}+ ?(?:[#№]|n\.) ?[0-9]++ ?\*{5,}+[ \t]*$|Transcript for your last [0-9]++ hands requested by )"
)
_LAYOUT_MARKS = ("*****", "Transcript for your last ")


@dataclass(frozen=True, slots=True)
class Block:
    """The text of one hand as it stands in a file.

    `line` is the first line's number in the file, from 1. `text` has its lines joined with a line feed, without
    `indent` and without blank lines at its end; a layout line of an archive is blank in it. `newline` is the end of
    the first line in the file; `indent` is what stands before the header and is taken off every line.
    """

    file: str
    line: int
    text: str
    newline: str
    indent: str

    def lines(self) -> dict[int, str]:
        """Return the lines by their numbers in the file, as the file has them but for the layout lines."""
        return {number: self.indent + line for number, line in enumerate(self.text.split("\n"), self.line)}


def cut(file: str, pieces: Iterable[str]) -> Iterator[Block | Problem]:
    """Yield the blocks of a file's text in order, each as soon as it is whole, and what is wrong with the file.

    The pieces of the text may end anywhere; no more is held than the hand at hand and as much again. The problems are
    T02 where the text has no header, T03, before the first block, where other text stands before its header, and
    T01, before its block, where zero bytes stand below a hand.
    """
    rest, line = "", 1  # what is not cut yet, and the number of its first line
    scanned = 0  # so much of it is whole lines that were looked at
    before: str | None = None  # the line of the last header; `rest` begins with a header once there is one
    empty = True
    stray: Problem | None = None
    waiting: list[str] = []
    size = 0
    for piece, last in chain(((piece, False) for piece in pieces), [("", True)]):
        waiting.append(piece)
        size += len(piece)
        if not last and size < len(rest):
            continue  # a long hand is not copied for each of its pieces
        rest += "".join(waiting)
        waiting, size = [], 0
        end = len(rest) if last else _find_whole_lines(rest, scanned)
        begun, starts = before is not None, []
        for start, header in _find_headers(rest, scanned, end):
            if before is None or not continues(before, header):
                starts.append(start)
            before = header
        scanned = end
        if not begun:
            first = starts[0] if starts else end
            empty = empty and not rest[:first].strip(_BLANKS)
            stray = stray or _find_stray(file, line, rest[:first])
            if stray and starts:
                yield stray
            line += _count_line_ends(rest, 0, first)
        bounds = [0, *starts] if begun else starts or [end]
        for start, stop in pairwise(bounds):
            yield from _read_block(file, line, rest[start:stop])
            line += _count_line_ends(rest, start, stop)
        rest, scanned = rest[bounds[-1] :], scanned - bounds[-1]
    if before is not None:
        yield from _read_block(file, line, rest)
    else:
        message = "the file is empty" if empty else "no line of the file is the header of a hand"
        yield Problem(codes.NO_HANDS, Place(file), message)


def _find_whole_lines(text: str, start: int) -> int:
    """Return where the last whole line from `start` on ends; a carriage return at the very end may be half an end."""
    last = len(text) - text.endswith("\r")
    return max(text.rfind("\n", start), text.rfind("\r", start, last), start - 1) + 1


def _find_headers(text: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    """Yield where headers begin, each with its line. Only lines with a mark are looked at; the work is linear."""
    for first in sorted(_find_marked_lines(text, start, end)):
        match = _LINE_END.search(text, first, end)
        line = text[first : match.start() if match else end]
        for offset in hand_starts(line):
            yield first + offset, line


def _find_marked_lines(text: str, start: int, end: int) -> set[int]:
    """Return where the lines begin that have one of the marks in them."""
    lines = set()
    for mark in MARKS:
        searched = start
        while (found := text.find(mark, searched, end)) >= 0:
            # Looking back no further than the last line searched keeps the whole linear.
            line_end = max(text.rfind("\n", searched, found), text.rfind("\r", searched, found))
            lines.add(line_end + 1 if line_end >= 0 else searched)
            match = _LINE_END.search(text, found, end)
            if match is None:
                break
            searched = match.end()
    return lines


def _read_block(file: str, line: int, raw: str) -> Iterator[Block | Problem]:
    """Yield the block of a hand, and before it the problem of zero bytes at its end, which are no part of it.

    A crash leaves them there; zeros between two lines of a hand stay in it, so that it is not taken for whole.
    """
    if "\0" in raw:
        end = raw.find("\0", len(raw.rstrip(_BLANKS + "\0")))
        if end >= 0:
            place = Place(file, line + _count_line_ends(raw, 0, end))
            message = f"zero bytes stand in the place of text: {raw.count(chr(0), end):,}"
            yield Problem(codes.BINARY, place, message)
            raw = raw[:end]
    yield _make_block(file, line, raw)


def _make_block(file: str, line: int, raw: str) -> Block:
    match = _LINE_END.search(raw)
    margin = _MARGIN.match(raw)
    width = margin.end() if margin else 0
    indent = raw[:width].replace("\ufeff", "")
    text = _join_lines(raw[width:])
    if any(mark in text for mark in _LAYOUT_MARKS):
        text = "\n".join("" if _LAYOUT.match(each) else each for each in text.split("\n"))
    if indent:
        text = text.replace("\n" + indent, "\n")
    # The blank at the end of the last line is part of it; the blank lines below are not.
    last = len(text.rstrip(_BLANKS))
    end = text.find("\n", last)
    return Block(file, line, text if end < 0 else text[:end], match.group() if match else "\n", indent)


def _find_stray(file: str, first: int, text: str) -> Problem | None:
    """Return the problem of text before the first header, if there is any but layout; its first line has a number."""
    if not text.strip(_BLANKS):
        return None
    for number, line in enumerate(_join_lines(text).split("\n"), first):
        stray = line.strip(_BLANKS)
        if stray and not _LAYOUT.match(line):
            message = "text stands before the first hand of the file"
            return Problem(codes.STRAY_TEXT, Place(file, number), message, found=stray[:SHOWN])
    return None


def _join_lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _count_line_ends(text: str, start: int, end: int) -> int:
    lone = text.count("\n", start, end) + text.count("\r", start, end)
    return lone - text.count("\r\n", start, end)
