"""Undoes what copying does to a hand: curly quotation marks and no-break blanks in the places where the client writes others.

Names, the names of tables and clubs, and what players said stay as they are written. Every character keeps its place, so
that carets point at the right one.
"""

import re

_BLANKS = "\u00a0\u2007\u202f"
_MARKS = f"{_BLANKS}\u2018\u2019\u201c\u201d"
_TABLE = re.compile(
    "^([ \t]*Table )['\u2018\u2019]([^\n]*)['\u2018\u2019](?= [^\n]*Seat #[0-9]+ is the button)", re.MULTILINE
)
_SAID = re.compile('( said, )["\u201c\u201d]([^\n]*)["\u201c\u201d](?=[ \t]*$)', re.MULTILINE)
_NOT = re.compile("(?<=doesn)\u2019(?=t show hand)|(?<=didn)\u2019(?=t bet)")
_CLUB = re.compile(r"\{[^}\n]*\}")
_SEAT = re.compile(r"^Seat [0-9]{1,3}: ([^\n]+) \(\S+(?: in chips)?[,)]", re.MULTILINE)
_MOST_NAMES = 100  # no table has more


def unbroken(text: str) -> str:
    """Return a text with blanks in place of no-break blanks, of the same length."""
    if text.isascii():
        return text
    for blank in _BLANKS:  # faster than `translate`, which looks at each character
        text = text.replace(blank, " ")
    return text


def straighten(text: str) -> str:
    """Return the text of a hand with the marks and blanks that the client writes."""
    if not _is_marked(text):
        return text
    plain = unbroken(text)
    plain = _TABLE.sub(r"\1'\2'", plain)
    plain = _NOT.sub("'", _SAID.sub(r'\1"\2"', plain))
    spans = [match.span(2) for pattern in (_TABLE, _SAID) for match in pattern.finditer(plain)]
    spans += [club.span() for club in _CLUB.finditer(plain, 0, plain.find("\n"))]
    seats = list(_SEAT.finditer(plain))[:_MOST_NAMES]
    names = {text[seat.start(1) : seat.end(1)] for seat in seats}
    if marked := sorted(filter(_is_marked, names), key=len, reverse=True):
        spans += [name.span() for name in re.finditer("|".join(map(re.escape, marked)), text)]
    characters = list(plain)
    for start, end in spans:
        characters[start:end] = text[start:end]
    return "".join(characters)


def _is_marked(text: str) -> bool:
    """Return whether a text has one of the marks or blanks; a search for each is faster than one for all."""
    return not text.isascii() and any(mark in text for mark in _MARKS)
