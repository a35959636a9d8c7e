"""Draws the line of a problem with carets below the part that is wrong.

Unprintable characters are escaped, so the drawn line can be longer than the line of the file, and a wide character
takes two terminal columns; carets are placed by columns. Long lines are cut to fit.
"""

from dataclasses import dataclass
from typing import Any

from badugi_hh import problems as codes
from badugi_hh.cli.console import printed, problem_json, visible
from badugi_hh.problems import Problem, Severity, Span

GUTTER = "    | "
_CUT = "…"
_TAB = "    "


@dataclass(frozen=True, slots=True)
class LocatedProblem:
    """A problem with its line.

    `line` is the line of the file without its line end, None if the problem is about the whole file. `span` is the part
    of the line that is wrong, None if it is unknown or the whole line.
    """

    problem: Problem
    severity: Severity
    line: str | None = None
    span: Span | None = None

    @property
    def column(self) -> int:
        """Return the column of the part that is wrong, from 1; 0 without a span."""
        return self.span[0] if self.span else 0

    @property
    def length(self) -> int:
        """Return the length of the part that is wrong, in characters; 0 without a span."""
        return self.span[1] if self.span else 0

    @property
    def place(self) -> str:
        """Return `file:line:column`, as far as they are known."""
        place = self.problem.place
        numbers = (number for number in (place.line, self.column) if number)
        return ":".join([place.file, *map(str, numbers)])

    def as_json(self) -> dict[str, Any]:
        """Return the problem as `validate --json` prints it; column and length are 0 if they are unknown."""
        parts = problem_json(
            self.problem, ("file", "line", "code", "message", "hand", "expected", "found", "after")
        )
        before = {"file": parts["file"], "line": parts["line"], "column": self.column, "length": self.length}
        return {**before, "code": parts["code"], "severity": str(self.severity), **parts}


def draw(located: LocatedProblem, width: int) -> tuple[str, str] | None:
    """Return the line and the carets below it, both with the gutter and at most `width` columns; None without a line.

    The result is also None for a hand in another language or of another site, where no part is wrong. If the span is
    unknown, one caret is below the first character that is not a space.
    """
    from rich.cells import cell_len

    line = located.line
    if line is None or not line.strip() or located.problem.code in {codes.LOCALIZED, codes.OTHER_SITE}:
        return None
    start = located.column - 1 if located.column else len(line) - len(line.lstrip())
    end = start + max(located.length, 1)
    room = max(width - len(GUTTER), 10)
    # Almost every character takes at least one column, so no more characters than these can fit.
    before = _printed(line[max(start - 4 * room, 0) : start])
    part = _printed(line[start : min(end, start + 4 * room)])
    after = _printed(line[end : end + 4 * room])
    lead = _keep_end(before, max(room - cell_len(part), room // 3))
    part = _keep_start(part, room - cell_len(lead))
    tail = _keep_start(after, room - cell_len(lead) - cell_len(part))
    carets = " " * cell_len(lead) + "^" * max(cell_len(part), 1)
    return f"{GUTTER}{lead}{part}{tail}".rstrip(), GUTTER + carets


def _printed(text: str) -> str:
    return visible(text.replace("\t", _TAB))


def _keep_start(text: str, columns: int) -> str:
    """Return as much of the beginning as fits, with a mark if the rest was cut off."""
    from rich.cells import cell_len

    if cell_len(text) <= columns:
        return text
    kept = text[: max(columns, 0)]
    mark = printed(_CUT)
    while kept and cell_len(kept) > columns - len(mark):
        kept = kept[:-1]
    return kept + mark if columns > 0 else ""


def _keep_end(text: str, columns: int) -> str:
    """Return as much of the end as fits, with a mark if the rest was cut off."""
    return _keep_start(text[::-1], columns)[::-1]
