"""Finds the layout of a hand: the details that writing it back byte for byte needs, such as unusual wordings.

`write` has the client's usual wording; this module compares it with the lines that were read. Marked lines recur from
hand to hand, so the comparison of each line is cached.
"""

from collections.abc import Sequence
from functools import cache, lru_cache, reduce
from operator import and_

from badugi_hh.engine.rules import Betting
from badugi_hh.history.blocks import Block
from badugi_hh.history.convert import Context, make_item
from badugi_hh.history.events import Hand, Layout, Moment, Seat, Stakes
from badugi_hh.history.lines import CACHE_SIZE, grammar
from badugi_hh.history.names import MARKS
from badugi_hh.history.write import event_line, seat_line, table_line

_USUAL, _STRIPPED = 1, 2
"""Flags of a line: worded as usual; worded as usual without the blanks at the end. Most lines have both flags."""


def find_layout(hand: Hand, block: Block, header: str, lines: Sequence[tuple[int, str]]) -> Layout:
    """Return the layout of a hand that was parsed from a block.

    Args:
        hand: the hand.
        block: its text.
        header: the first line of the block.
        lines: the number and the marked text of every other line that is not blank, the table line first.
    """
    currency = hand.stakes.currency
    table = _compare(lines[0][1], table_line(hand))
    wordings = [table, *[_find_wording(line, currency) for _, line in lines[1:]]]
    every = reduce(and_, wordings)
    blanks = _find_blanks(block.text) if lines[-1][0] > len(lines) + 1 else ()
    if every:
        usual = bool(every & _USUAL)
        return Layout(block.newline, block.indent, trailing_blanks=usual, header=header, blanks=blanks)
    originals = block.text.split("\n")
    unusual = tuple(
        (number, originals[number - 1])
        for (number, _), wording in zip(lines, wordings, strict=True)
        if not wording & _USUAL
    )
    return Layout(block.newline, block.indent, header=header, wordings=unusual, blanks=blanks)


def _find_blanks(text: str) -> tuple[tuple[int, str], ...]:
    return tuple((number, line) for number, line in enumerate(text.split("\n"), start=1) if not line.strip())


def _compare(line: str, usual: str) -> int:
    return _USUAL * (line == usual) | _STRIPPED * (line == usual.rstrip(" "))


@lru_cache(maxsize=CACHE_SIZE)
def _find_wording(line: str, currency: str | None) -> int:
    """Return the flags of a marked line, with the marks as names."""
    context = Context(MARKS, currency, original=line)
    item, hand = make_item(context, grammar().read(line)), _hand_in(currency)
    usual = seat_line(hand, item) if isinstance(item, Seat) else event_line(hand, item)
    return _compare(line, usual)


@cache
def _hand_in(currency: str | None) -> Hand:
    """Return a placeholder hand with a currency."""
    stakes, moment = Stakes(Betting.FIXED, 1, 2, currency), Moment(None, "", "")
    return Hand("", "", "", "", stakes, moment, "", 0, (), ())
