"""Undoes what copying does to a hand: forums and mail programs turn straight quotation marks into curly ones.

Only the marks that the client itself writes are turned back, never those in a name or in what a player said. Every
character keeps its place, so that carets point at the right one.
"""

import re

NO_BREAK_BLANKS = "\u00a0\u2007\u202f"
"""The blanks that copying puts in the place of blanks; no client writes them."""

_CURLY = "\u2018\u2019\u201c\u201d"
_STRAIGHT = str.maketrans(_CURLY, "''\"\"")
_ANY_CURLY = re.compile(f"[{_CURLY}]")
_SEAT = re.compile(r"^Seat [0-9]{1,3}: (.*) \(\S+ in chips", re.MULTILINE)
_SAID = re.compile(r'( said, ")(.*)("[ \t]*)$')


def straighten(text: str) -> str:
    """Return the text of a hand with straight quotation marks, except in names and in what players said."""
    if text.isascii() or not _ANY_CURLY.search(text):
        return text
    straight = text.translate(_STRAIGHT)
    names = {text[seat.start(1) : seat.end(1)] for seat in _SEAT.finditer(straight)}
    lines = [
        _keep_said(line, written)
        for line, written in zip(straight.split("\n"), text.split("\n"), strict=True)
    ]
    straight = "\n".join(lines)
    for name in sorted(filter(_ANY_CURLY.search, names), key=len, reverse=True):
        straight = straight.replace(name.translate(_STRAIGHT), name)
    return straight


def _keep_said(line: str, written: str) -> str:
    """Return a straightened line with what a player said as it is written."""
    said = _SAID.search(line)
    return (
        line
        if said is None
        else line[: said.start(2)] + written[said.start(2) : said.end(2)] + line[said.end(2) :]
    )
