"""Points at what is wrong: a problem with its line of the file, and a caret below the part that it speaks of.

Nothing of a file reaches a terminal but characters that print, so what is shown can be longer than the line, and a
wide character takes two cells; the caret is set by cells. A line of any length is cut to fit.
"""

from dataclasses import dataclass

from badugi_hh import problems as codes
from badugi_hh.cli.console import printed, visible
from badugi_hh.problems import Problem, Severity, Span

GUTTER = "    | "
_CUT = "…"
_TAB = "    "


@dataclass(frozen=True, slots=True)
class Pointed:
    """A problem as it is shown.

    `line` is the line of the file without its end, None where the problem is about the whole file. `span` is the part
    of it that is wrong, None where that is unknown or the whole line.
    """

    problem: Problem
    severity: Severity
    line: str | None = None
    span: Span | None = None

    @property
    def column(self) -> int:
        """Return the column of the part that is wrong, from 1; 0 where there is none."""
        return self.span[0] if self.span else 0

    @property
    def length(self) -> int:
        """Return the length of the part that is wrong, in characters; 0 where there is none."""
        return self.span[1] if self.span else 0

    @property
    def place(self) -> str:
        """Return `file:line:column`, as far as they are known."""
        place = self.problem.place
        numbers = (number for number in (place.line, self.column) if number)
        return ":".join([place.file, *map(str, numbers)])


def draw(pointed: Pointed, width: int) -> tuple[str, str] | None:
    """Return the line and the carets below it, both with the gutter and at most `width` cells; None without a line.

    There is none either for a hand in another language or of another site: nothing in it is wrong. Where the part is
    not known, one caret stands below the first character that is no blank.
    """
    from rich.cells import cell_len

    line = pointed.line
    if line is None or not line.strip() or pointed.problem.code in {codes.LOCALIZED, codes.OTHER_SITE}:
        return None
    start = pointed.column - 1 if pointed.column else len(line) - len(line.lstrip())
    end = start + max(pointed.length, 1)
    room = max(width - len(GUTTER), 10)
    # Every character takes a cell at least, but for the few that combine: no more than these can be shown.
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


def _keep_start(text: str, cells: int) -> str:
    """Return as much of the beginning as fits, with a mark where something was cut off."""
    from rich.cells import cell_len

    if cell_len(text) <= cells:
        return text
    kept = text[: max(cells, 0)]
    mark = printed(_CUT)
    while kept and cell_len(kept) > cells - len(mark):
        kept = kept[:-1]
    return kept + mark if cells > 0 else ""


def _keep_end(text: str, cells: int) -> str:
    """Return as much of the end as fits, with a mark where something was cut off."""
    from rich.cells import cell_len

    if cell_len(text) <= cells:
        return text
    kept = text[-cells:]
    mark = printed(_CUT)
    while kept and cell_len(kept) > cells - len(mark):
        kept = kept[1:]
    return mark + kept
