"""Finds hands without a header: at the beginning of a file, and below the total pot of another hand and a gap.

Each of them is quarantined by itself, and the hand above it stays whole. Without a gap, which the client always writes, the
two are one block, which is quarantined. Lines of all games are recognized, because only the header names the game. Nothing
here parses a hand.
"""

import re
from collections.abc import Iterator

from badugi_hh.history.hand_starts import MARGIN

SEPARATOR = re.compile(
    r"[\ufeff \t]*(?:\*{5,}+ ?(?:[#№]|n\.) ?[0-9]++ ?\*{5,}+[ \t]*$|Transcript for your last [0-9]++ hands requested by )"
)
"""A line between the hands of an email, or its first line.

`*********** # 1 **************`, in Russian `№1` and in Spanish `n. 1`, and `Transcript for your last 100 hands requested
by …`
"""

_POT = "Total pot "
_GAP = re.compile(r"(?>\r\n?|\n)(?:[\ufeff \t]*(?>\r\n?|\n)){2,}|\*{5,}[^\r\n]*[\r\n]+")
"""Two blank lines, or a separator."""
_OF_A_HAND = re.compile(
    rf"(?<![^\r\n]){MARGIN}(?:"
    r"Table '[^\r\n]{1,100}' [^\r\n]{0,60}Seat #[0-9]++ is the button[ \t]*+(?![^\r\n])"
    r"|The button is in seat #[0-9]++[ \t]*+(?![^\r\n])"
    r"|Seat [0-9]{1,3}: [^\r\n]{1,100}\(\S{1,40} in chips"
    r"|Seat [0-9]{1,3}: [^\r\n]{1,100}? (?:folded (?:before|after|on) |collected \(|showed \[|mucked(?: \[|[ \t]*+(?![^\r\n])))"
    r"|\*\*\* (?:DEALING HANDS|HOLE CARDS|SUMMARY|(?:(?:FIRST|SECOND|THIRD) )?(?:DRAW|FLOP|TURN|RIVER|SHOW DOWN)|[3-7].. STREET) \*\*\*"
    rf"|{_POT}\S)"
)
"""The beginning of a line that only a hand has. Actions, such as `John: folds too much`, can be notes."""


def find_line_of_hand(text: str, start: int, end: int) -> int | None:
    """Return the offset of the first line of a part of a text that only a hand has, None if there is none."""
    line = _OF_A_HAND.search(text, start, end)
    return None if line is None else line.start()


def find_hands_below(text: str) -> Iterator[int]:
    """Yield the offsets at which hands without a header begin below the hand at the start of a text."""
    line: int | None = text.find(_POT)
    while line is not None and line >= 0 and (gap := _GAP.search(text, line)):
        line = find_line_of_hand(text, gap.end(), len(text))
        if line is not None:
            yield gap.end()
