"""Problems as text: those of `validate` with their lines and carets, those of an import in a line each.

Of several problems that may follow from one line of a file, both print the first few and the number of the others.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

import typer

from badugi_hh import problems as codes
from badugi_hh.cli.console import note, printed, styled, terminal_width, visible
from badugi_hh.cli.tables import width_of
from badugi_hh.problems import Code, Problem, Severity, Span

if TYPE_CHECKING:
    from badugi_hh.history.spans import Located

ADVICE = "`badugi-hh explain CODE` says what a problem means and what to do"
"""The line below printed problems."""

_SHOWN = 40  # lines about the problems of an import
_FOLLOWING = 3  # problems that may follow from one line, printed one by one
GUTTER = "    | "
_CUT = "…"
_TAB = "    "
_COLOURS = {Severity.ERROR: typer.colors.RED, Severity.WARNING: typer.colors.YELLOW}
_NOTE = GUTTER.replace("|", "=")


def _fold_following(problems: "Iterable[Located]") -> "Iterator[Located | str]":
    """Yield the problems, or lines about several that follow each other and may follow from one line of one file."""

    def cause_of(located: "Located") -> tuple[str, int] | None:
        problem = located[0]
        return None if problem.after is None else (problem.place.file, problem.after)

    for cause, following in groupby(problems, cause_of):
        codes = []
        for nth, each in enumerate(following):
            if cause is None or nth < _FOLLOWING:
                yield each
            else:
                codes.append(each[0].code.id)
        if cause is not None and codes:
            file, line = cause
            names = ", ".join(sorted(set(codes)))
            yield f"{file}:{line}: {len(codes):,} more of {names} may follow from this line; --json prints all"


def note_problems(
    problems: Sequence[Problem],
    rest: str = "`badugi-hh validate PATHS` prints them all, and `badugi-hh report --kind validation` has a table of the files",
    *,
    always: Collection[Problem] = (),
    advice: bool = True,
) -> None:
    """Print to standard error what an import has found in each file: the first problem of each code, errors before warnings.

    Those that are in `always` are printed before them, however many. `rest` is a sentence about problems that are not
    printed. With `advice`, a last line says what explains a code.
    """
    note(*map(str, always))
    alike: dict[tuple[str, Code], list[Problem]] = {}
    for problem in problems:
        if problem not in always:
            alike.setdefault((problem.place.file, problem.code), []).append(problem)
    groups = sorted(alike.values(), key=lambda group: group[0].severity is not Severity.ERROR)
    for first, *others in groups[:_SHOWN]:
        note(f"{first} (and {len(others):,} more of {first.code.id} in this file)" if others else str(first))
    left = sum(map(len, groups[_SHOWN:]))
    if left:
        note(f"and {left:,} more")
    if left or len(groups) < len(problems) - len(always):
        note(rest)
    if problems and advice:
        note(ADVICE)


def located_json(located: "Located") -> dict[str, Any]:
    """Return a problem as `validate --json` prints it; column and length are 0 if they are unknown."""
    problem, _, span = located
    column, length = span or (0, 0)
    rest = problem.as_json("code", "severity", "message", "hand", "expected", "found", "after")
    return {**problem.as_json("file", "line"), "column": column, "length": length, **rest}


def say_problems(problems: "Iterable[Located]") -> None:
    """Print problems like a compiler: place, code and message, then the line with carets below the wrong part."""
    coloured, width = styled(), terminal_width()

    def style(text: str, **how: Any) -> str:
        return typer.style(text, **how) if coloured else text

    for each in _fold_following(problems):
        if isinstance(each, str):
            typer.echo(visible(each))
            continue
        problem, line, span = each
        colour = _COLOURS[problem.severity]
        place = f"{problem.place}:{span[0]}:" if span else f"{problem.place}:"
        severity = style(f"{problem.code.id} {problem.severity}:", fg=colour, bold=True)
        typer.echo(f"{style(visible(place), bold=True)} {severity} {visible(problem.message)}")
        if drawn := draw(problem, line, span, width):
            typer.echo(drawn[0])
            typer.echo(GUTTER + style(drawn[1].removeprefix(GUTTER), fg=colour, bold=True))
        if values := _values(problem, span):
            typer.echo(f"{_NOTE}{visible(values)}")
        if problem.after is not None:
            typer.echo(f"{_NOTE}may follow from line {problem.after}")


def _values(problem: Problem, span: Span | None) -> str:
    """Return the expected and the found value, unless the message or the carets contain them."""
    expected, found = problem.expected, problem.found
    if expected is None and span:
        return ""
    if None not in {expected, found} and all(str(value) in problem.message for value in (expected, found)):
        return ""
    parts = (("expected", expected), ("found", found))
    return "; ".join(f"{word} {value}" for word, value in parts if value is not None)


def draw(problem: Problem, line: str | None, span: Span | None, width: int) -> tuple[str, str] | None:
    """Return the line and the carets below it, both with the gutter and at most `width` columns; None without a line.

    The result is also None for a hand in another language or of another site, where no part is wrong. If the span is
    unknown, one caret is below the first character that is not a space. Unprintable characters are escaped and wide ones
    take two terminal columns, so carets are placed by columns.
    """
    if line is None or not line.strip() or problem.code in {codes.LOCALIZED, codes.OTHER_SITE}:
        return None
    column, length = span or (len(line) - len(line.lstrip()) + 1, 1)
    start = column - 1
    end = start + max(length, 1)
    room = max(width - len(GUTTER), 10)
    # Almost every character takes at least one column, so no more characters than these can fit.
    before = _printed(line[max(start - 4 * room, 0) : start])
    part = _printed(line[start : min(end, start + 4 * room)])
    after = _printed(line[end : end + 4 * room])
    lead = _keep_end(before, max(room - width_of(part), room // 3))
    part = _keep_start(part, room - width_of(lead))
    tail = _keep_start(after, room - width_of(lead) - width_of(part))
    carets = " " * width_of(lead) + "^" * max(width_of(part), 1)
    return f"{GUTTER}{lead}{part}{tail}".rstrip(), GUTTER + carets


def _printed(text: str) -> str:
    return visible(text.replace("\t", _TAB))


def _keep_start(text: str, columns: int) -> str:
    """Return as much of the beginning as fits, with a mark if the rest was cut off."""
    if width_of(text) <= columns:
        return text
    kept = text[: max(columns, 0)]
    mark = printed(_CUT)
    while kept and width_of(kept) > columns - len(mark):
        kept = kept[:-1]
    return kept + mark if columns > 0 else ""


def _keep_end(text: str, columns: int) -> str:
    """Return as much of the end as fits, with a mark if the rest was cut off."""
    return _keep_start(text[::-1], columns)[::-1]
