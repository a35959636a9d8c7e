"""Cuts the text of a file into blocks, one for each hand, so that no line is lost and none is in two blocks.

A block begins at a header and ends before the next one. The lines that a mailed archive puts between its hands, and
its first line, belong to no hand. Nothing here reads what a hand says.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from badugi_hh import problems as codes
from badugi_hh.history.headers import MARGIN, MARKS, continues, hand_starts
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


def cut_blocks(file: str, text: str) -> tuple[list[Block], list[Problem]]:
    """Return the blocks of a file's text in order, and what is wrong with the file as a whole.

    The problems are T02 where the text has no header, and T03 where other text stands before the first header.
    """
    starts = list(_find_starts(text))
    if not starts:
        empty = not text.strip(_BLANKS)
        message = "the file is empty" if empty else "no line of the file is the header of a hand"
        return [], [Problem(codes.NO_HANDS, Place(file), message)]
    stray = _find_stray(file, text[: starts[0]])
    blocks = []
    line, counted = 1, 0
    for start, end in pairwise([*starts, len(text)]):
        line += _count_line_ends(text, counted, start)
        counted = start
        blocks.append(_make_block(file, line, text[start:end]))
    return blocks, stray


def _find_starts(text: str) -> Iterator[int]:
    """Yield where hands begin. Only lines with a mark are looked at; the work is linear in the text's length."""
    before = ""
    for start in sorted(_find_marked_lines(text)):
        match = _LINE_END.search(text, start)
        line = text[start : match.start() if match else len(text)]
        for offset in hand_starts(line):
            if not continues(before, line):
                yield start + offset
            before = line


def _find_marked_lines(text: str) -> set[int]:
    """Return where the lines begin that have one of the marks in them."""
    lines = set()
    for mark in MARKS:
        searched = 0
        while (found := text.find(mark, searched)) >= 0:
            # Looking back no further than the last line searched keeps the whole linear.
            line_end = max(text.rfind("\n", searched, found), text.rfind("\r", searched, found))
            lines.add(line_end + 1 if line_end >= 0 else searched)
            match = _LINE_END.search(text, found)
            if match is None:
                break
            searched = match.end()
    return lines


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


def _find_stray(file: str, text: str) -> list[Problem]:
    """Return the problem of the text before the first header, if there is any but layout."""
    if not text.strip(_BLANKS):
        return []
    for number, line in enumerate(_join_lines(text).split("\n"), start=1):
        stray = line.strip(_BLANKS)
        if stray and not _LAYOUT.match(line):
            message = "text stands before the first hand of the file"
            return [Problem(codes.STRAY_TEXT, Place(file, number), message, found=stray[:SHOWN])]
    return []


def _join_lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _count_line_ends(text: str, start: int, end: int) -> int:
    lone = text.count("\n", start, end) + text.count("\r", start, end)
    return lone - text.count("\r\n", start, end)
