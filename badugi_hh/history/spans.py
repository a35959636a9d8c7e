"""Finds where the part of a line that a problem is about begins and ends, for carets and for editors.

A problem names the part (`Part`); the grammar says which characters of the line it is. This happens only when a problem
is shown: events and problems carry no columns. Nothing here searches a line for a text.
"""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from badugi_hh.history.blocks import Block
from badugi_hh.history.dialect import Dialect
from badugi_hh.history.dialects import dialect_of
from badugi_hh.history.lines import MARK, Form
from badugi_hh.history.names import Names
from badugi_hh.problems import Part, Problem, Span

Located: TypeAlias = tuple[Problem, str | None, Span | None]
"""A problem, the text of its line, and the column (from 1) and length of the part of it that is wrong."""

LONGEST = 200
"""The number of characters of a whole line that a span has at most."""

_RANGES = {
    Part.STAKES: (Part.LOW_STAKE, Part.HIGH_STAKE),
    Part.TIME_AND_ZONE: (Part.TIME, Part.ZONE),
    Part.MOMENT: (Part.TIME, Part.ZONE),
}
_LISTS = {Part.CARDS, Part.DRAWN, Part.POTS}


def find_part(dialect: Dialect, form: Form, text: str) -> Part | None:
    """Return the part of a line that is this text, or a list that has it as an item; None where no part is."""
    parts = dialect.parts.get(form.kind, {})
    exact = (part for part, group in parts.items() if form.groups[group] == text)
    lists = (
        part
        for part, group in parts.items()
        if part in _LISTS and _find_items(form.groups[group] or "", text)
    )
    return next(exact, next(lists, None))


def find_spans(block: Block, problems: Sequence[Problem]) -> Iterator[Located]:
    """Yield each problem of a hand with its line as in the file, and the span of the part that is wrong."""
    if problems:
        lines, hand = block.lines(), _Hand(block)
        for problem in problems:
            yield problem, lines.get(problem.place.line), hand.find_span(problem)


class _Hand:
    """The lines of one hand, and the names in them."""

    def __init__(self, block: Block) -> None:
        self._block = block
        self._lines = block.text.split("\n")
        self._dialect = dialect_of(self._lines[0])
        self._names = Names(self._lines, self._dialect.names, self._dialect.grammar.read)

    def find_span(self, problem: Problem) -> Span | None:
        """Return the span of the part that is wrong, None where the problem or the line has no such part."""
        index = problem.place.line - self._block.line
        if problem.part is None or not 0 <= index < len(self._lines):
            return None
        line = self._lines[index]
        if problem.part is Part.LINE:
            start, end = len(line) - len(line.lstrip()), len(line.rstrip())
            end = min(end, start + LONGEST)
        else:
            span = self._find_part(index, problem.part, problem.found)
            if span is None:
                return None
            start, end = span
        return len(self._block.indent) + start + 1, end - start

    def _find_part(self, index: int, part: Part, text: str | None) -> tuple[int, int] | None:
        """Return the start and the end of a part of a line; of a list those of the items that are `text`."""
        line = self._lines[index]
        marked, name = (line, "") if index == 0 else self._names.mark_lines([line])[0]
        kind, groups = self._dialect.grammar.find_groups(marked)
        numbers = self._dialect.parts.get(kind, {})
        first, last = _RANGES.get(part, (part, part))
        if first not in numbers or last not in numbers:
            return None
        start, end = groups[numbers[first]][0], max(groups[numbers[first]][1], groups[numbers[last]][1])
        if start < 0 or end <= start:
            return None  # this line leaves it out, or has nothing there
        start += len(marked[start:end]) - len(marked[start:end].lstrip(" "))
        if part is Part.SEAT:
            start = 0  # with the word before the number
        if part is Part.MOMENT:
            end = len(marked.rstrip())  # with the bracket of the Eastern time
        if part in _LISTS and (items := _find_items(marked[start:end], text or "")):
            start, end = start + items[0], start + items[1]
        written = [offset + (len(name) - 1) * marked.count(MARK, 0, offset) for offset in (start, end)]
        return written[0], written[1]


def _find_items(text: str, items: str) -> tuple[int, int] | None:
    """Return where a list of words has these words one after the other, None where it has not."""
    words, wanted = text.split(" "), items.split(" ")
    bare = [word.rstrip(".") for word in words]
    for first in range(len(words) - len(wanted) + 1 if items else 0):
        if bare[first : first + len(wanted)] == wanted:
            start = sum(len(word) + 1 for word in words[:first])
            return start, start + len(items)
    return None
