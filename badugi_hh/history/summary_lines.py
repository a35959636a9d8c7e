"""Splits the text of a tournament summary into its lines, each of one kind; `grammars/pokerstars-summary.lark` has them.

No line is lost: what has no known form is of the kind `UNKNOWN`. What the lines mean is up to `summary_reader`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from lark import Lark, Token

from badugi_hh.installation import data_folder

UNKNOWN = "UNKNOWN"
FOOTER = "FOOTER"
LONGEST_LINE = 1000
"""The number of characters of a line beyond which it is of no known form; names and countries are far shorter."""

_HEADER = re.compile(r"(?:PokerStars|Full Tilt) Tournament #[0-9]+, ")
_OTHER = re.compile(r"(?!Target )[A-Za-z][^\n]{0,40} Tournament (?:Summary |#[0-9]+[,:])")
_COUNTRY = re.compile(r" \((.*)\),(?: (.*))?$")
_NAME = re.compile(r"(.+?)(?: \[([2-9]|[1-9][0-9]{1,2})\])?")
_BLANKS = "".join(char for char in map(chr, range(1, 0x3001)) if char.isspace() or char < " ") + "\ufeff"
"""What is stripped from a line: white space and control characters, of which some files have one before a header."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line: its kind, its text, the numbers of its first and its last line, and the groups of its terminal."""

    kind: str
    text: str
    number: int
    last: int
    groups: tuple[str | Any, ...]


def is_summary_header(line: str) -> bool:
    """Return whether a line is the first one of a summary that can be read."""
    return "Tournament #" in line and _HEADER.match(line.lstrip(_BLANKS)) is not None


def is_footer(line: str) -> bool:
    """Return whether a line is one that the room writes below its mails."""
    return _grammar()[1][FOOTER].fullmatch(line.strip(_BLANKS)) is not None


def begins_other_summary(line: str) -> bool:
    """Return whether a line begins like the summary of a tournament in another form, as other rooms write it."""
    return _OTHER.match(line.lstrip(_BLANKS)) is not None and not is_summary_header(line)


def split_lines(text: str) -> list[Line]:
    """Return the lines of a text that are not blank, numbered from 1."""
    lark, patterns = _grammar()
    plain = "\n".join(line.strip(_BLANKS) for line in text.split("\n")) + "\n"
    lines = []
    for token in lark.parse(plain).scan_values(lambda node: isinstance(node, Token)):
        match = patterns[token.type].fullmatch(token)
        assert match is not None  # noqa: S101 -- Lark found the token by this expression
        first, written = token.line or 1, token.rstrip("\n")
        kind, groups = (token.type, match.groups()) if len(written) <= LONGEST_LINE else (UNKNOWN, (written,))
        lines.append(Line(kind, written, first, first + written.count("\n"), groups))
    return lines


@cache
def _grammar() -> tuple[Lark, Mapping[str, re.Pattern[str]]]:
    text = (data_folder("grammars") / "pokerstars-summary.lark").read_text(encoding="utf-8")
    lark = Lark(text, parser="lalr", lexer="basic")
    return lark, {terminal.name: re.compile(terminal.pattern.to_regexp()) for terminal in lark.terminals}


def split_entry(text: str) -> tuple[str, int, str, str] | None:
    """Return the name, the number of the entry, the country and the end of a line of the list; None unless one split leaves the parentheses of the country in pairs.

    Both may have parentheses: `TH(The age) (Antwerpen),` and `chelsearule5 (herne bay kent (uk)),`.
    """
    splits = (
        (text[: start.start()], match[1], match[2] or "")
        for start in re.finditer(r" \(", text)
        if (match := _COUNTRY.match(text, start.start())) and _is_paired(match[1])
    )
    first, second = next(splits, None), next(splits, None)
    if first is None or second is not None or not first[0]:
        return None
    named, country, end = first
    name = _NAME.fullmatch(named)
    assert name is not None  # noqa: S101 -- the expression matches every text that is not empty
    return name[1], int(name[2] or 1), country, end


def _is_paired(text: str) -> bool:
    depth = 0
    for char in text:
        depth += (char == "(") - (char == ")")
        if depth < 0:
            return False
    return depth == 0
