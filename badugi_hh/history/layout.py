"""Finds the layout of a hand: the details that writing it back byte for byte needs, such as unusual wordings.

`write` has the client's usual wording; this module compares it with the lines that were read.
"""

from collections.abc import Sequence
from functools import cache, reduce
from operator import and_

from badugi_hh.engine.rules import Betting
from badugi_hh.history.blocks import Block
from badugi_hh.history.events import ANY_EVENT, Hand, Layout, Moment, Seat, Stakes, TableLine
from badugi_hh.history.write import event_line, seat_line, table_line

_USUAL, _STRIPPED = 1, 2
"""Flags of a line: worded as usual; worded as usual without the blanks at the end. Most lines have both flags."""


def find_layout(block: Block, header: str, numbers: Sequence[int], wordings: Sequence[int]) -> Layout:
    """Return the layout of a hand that was parsed from a block.

    Args:
        block: its text.
        header: the first line of the block.
        numbers: the number of every other line that is not blank.
        wordings: the flags of these lines, from `find_wording`.
    """
    every = reduce(and_, wordings)
    blanks = _find_blanks(block.text) if numbers[-1] > len(numbers) + 1 else ()
    if every:
        usual = bool(every & _USUAL)
        return Layout(block.newline, block.indent, trailing_blanks=usual, header=header, blanks=blanks)
    originals = block.text.split("\n")
    unusual = tuple(
        (number, originals[number - 1])
        for number, wording in zip(numbers, wordings, strict=True)
        if not wording & _USUAL
    )
    return Layout(block.newline, block.indent, header=header, wordings=unusual, blanks=blanks)


def find_wording(line: str, item: ANY_EVENT | Seat | TableLine, currency: str | None) -> int:
    """Return the flags of a line, by what was read from it."""
    if isinstance(item, TableLine):
        usual = table_line(item)
    elif isinstance(item, Seat):
        usual = seat_line(_hand_in(currency), item)
    else:
        usual = event_line(_hand_in(currency), item)
    return _USUAL * (line == usual) | _STRIPPED * (line == usual.rstrip(" "))


def _find_blanks(text: str) -> tuple[tuple[int, str], ...]:
    return tuple((number, line) for number, line in enumerate(text.split("\n"), start=1) if not line.strip())


@cache
def _hand_in(currency: str | None) -> Hand:
    """Return a placeholder hand with a currency."""
    stakes, moment = Stakes(Betting.FIXED, 1, 2, currency), Moment(None, "", "")
    return Hand("", "", "", "", stakes, moment, "", 0, (), ())
