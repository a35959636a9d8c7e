"""Finds the summaries of tournaments in a text, and reads them: see `summary_reader` for what a summary states.

A summary ends with its last line of a known form. Text of other kinds below it is not part of it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from badugi_hh.history.summary_lines import (
    FOOTER,
    UNKNOWN,
    Line,
    begins_other_summary,
    concerns_player,
    is_footer,
    is_summary_header,
    split_entry,
    split_lines,
)
from badugi_hh.history.summary_reader import read_summary
from badugi_hh.history.tournament_summary import Summary
from badugi_hh.problems import Problem, Severity


@dataclass(frozen=True, slots=True)
class SummaryText:
    """The text of one summary in a file, its first line there, what it says, and its problems in the order of the lines.

    `read` is None if one of the problems is an error.
    """

    file: str
    line: int
    text: str
    read: Summary | None
    problems: tuple[Problem, ...] = ()

    @property
    def errors(self) -> tuple[Problem, ...]:
        """Return why the summary cannot be read; empty if it is."""
        return tuple(problem for problem in self.problems if problem.severity is Severity.ERROR)

    @property
    def code(self) -> str | None:
        """Return the code of the error, or else of the first problem; None if every line was read."""
        return next((problem.code.id for problem in (*self.errors, *self.problems)), None)


def is_of_another_room(text: str) -> bool:
    """Return whether the first line that is not blank begins like the summary of a tournament in another form."""
    first = re.search(r"[^\r\n]*\S[^\r\n]*", text)
    return first is not None and begins_other_summary(first[0])


def read_text_outside(file: str, line: int, text: str) -> Iterator[SummaryText | tuple[int, str]]:
    """Yield the summaries in a text outside hands, and between them the other text with the number of its first line.

    `line` is the number of the first line of the text in the file; lines end with a line feed. A summary ends with its
    last line of a known form, the lines that follow it without a blank line, and lines about what a player of it paid or
    won. Other text that is blank is not yielded, nor are the lines that the room writes below its mails.
    """
    lines = text.split("\n")
    starts = [n for n, each in enumerate(lines) if is_summary_header(each) or begins_other_summary(each)]
    for first, end in pairwise([0, *starts, len(lines)]):
        stop = first
        if first < end and is_summary_header(lines[first]):
            whole = "\n".join(lines[first:end])
            stop += _find_end(split_lines(whole))
            whole = "\n".join(lines[first:stop]).rstrip()
            yield parse_summary(file, line + first, whole, ends_in_line=stop == len(lines))
        other = [n for n in range(stop, end) if lines[n].strip() and not is_footer(lines[n])]
        if other:
            yield line + other[0], "\n".join(lines[other[0] : other[-1] + 1])


def _find_end(lines: list[Line]) -> int:
    """Return the number of the last line of a summary whose lines may have other text below them."""
    end = max(line.last for line in lines if line.kind not in {UNKNOWN, FOOTER} or line is lines[0])
    players = {line.groups[0] for line in lines if line.kind == "DEAR"}
    players |= {entry[0] for line in lines if line.kind == "PLACE" and (entry := split_entry(line.groups[1]))}
    for line in lines:
        if line.kind == UNKNOWN and (
            line.number == end + 1 or (line.number > end and concerns_player(line.text, players))
        ):
            end = line.last
    return end


def parse_summary(file: str, line: int, text: str, *, ends_in_line: bool = False) -> SummaryText:
    """Return the summary of a text that begins with its header, in this line of the file.

    `ends_in_line` is true if the file ends within the last line or directly behind it, so that the line may be cut off.
    """
    return SummaryText(
        file, line, text, *read_summary(file, line, split_lines(text), ends_in_line=ends_in_line)
    )
