"""Problems as text: those of `validate` with their lines and carets, those of an import in a line each.

Of several problems that may follow from one line of a file, both print the first few and the number of the others.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, TypeVar

import typer

from badugi_hh.cli.carets import GUTTER, LocatedProblem, draw
from badugi_hh.cli.console import note, styled, terminal_width, visible
from badugi_hh.problems import Problem, Severity

ADVICE = "`badugi-hh explain CODE` says what a problem means and what to do"
"""The line below printed problems."""

_SHOWN = 10  # lines about the problems of an import
_FOLLOWING = 3  # problems that may follow from one line, printed one by one
_COLOURS = {Severity.ERROR: typer.colors.RED, Severity.WARNING: typer.colors.YELLOW}
_NOTE = GUTTER.replace("|", "=")

Each = TypeVar("Each")


def fold_following(
    problems: Iterable[Each], problem_of: Callable[[Each], Problem], rest: str
) -> Iterator[Each | str]:
    """Yield the problems, or lines about several that follow each other and may follow from one line of one file.

    `rest` says how to see those that are not yielded.
    """

    def cause_of(each: Each) -> tuple[str, int] | None:
        problem = problem_of(each)
        return None if problem.after is None else (problem.place.file, problem.after)

    for cause, following in groupby(problems, cause_of):
        codes = []
        for nth, each in enumerate(following):
            if cause is None or nth < _FOLLOWING:
                yield each
            else:
                codes.append(problem_of(each).code.id)
        if cause is not None and codes:
            file, line = cause
            names = ", ".join(sorted(set(codes)))
            yield f"{file}:{line}: {len(codes):,} more of {names} may follow from this line; {rest}"


def note_problems(
    problems: Sequence[Problem],
    rest: str = "`badugi-hh validate --json PATHS` prints them all",
    *,
    advice: bool = True,
) -> None:
    """Print the first problems of an import to standard error; `rest` is a sentence about the others.

    With `advice`, a last line says what explains a code.
    """
    lines = [str(each) for each in fold_following(problems, lambda problem: problem, rest)]
    for line in lines[:_SHOWN]:
        note(line)
    if len(lines) > _SHOWN:
        note(f"and {len(lines) - _SHOWN:,} more; {rest}")
    if problems and advice:
        note(ADVICE)


def say_problems(problems: Iterable[LocatedProblem]) -> None:
    """Print problems like a compiler: place, code and message, then the line with carets below the wrong part."""
    coloured, width = styled(), terminal_width()

    def style(text: str, **how: Any) -> str:
        return typer.style(text, **how) if coloured else text

    for each in fold_following(problems, lambda located: located.problem, "--json prints all"):
        if isinstance(each, str):
            typer.echo(visible(each))
            continue
        problem, colour = each.problem, _COLOURS[each.severity]
        severity = style(f"{problem.code.id} {each.severity}:", fg=colour, bold=True)
        typer.echo(f"{style(f'{visible(each.place)}:', bold=True)} {severity} {visible(problem.message)}")
        if drawn := draw(each, width):
            line, carets = drawn
            typer.echo(line)
            typer.echo(GUTTER + style(carets.removeprefix(GUTTER), fg=colour, bold=True))
        if values := _values(each):
            typer.echo(f"{_NOTE}{visible(values)}")
        if problem.after is not None:
            typer.echo(f"{_NOTE}may follow from line {problem.after}")


def _values(located: LocatedProblem) -> str:
    """Return the expected and the found value, unless the message or the carets contain them."""
    problem = located.problem
    expected, found = problem.expected, problem.found
    if expected is None and located.column:
        return ""
    if (
        expected is not None
        and found is not None
        and expected in problem.message
        and found in problem.message
    ):
        return ""
    parts = (("expected", expected), ("found", found))
    return "; ".join(f"{word} {value}" for word, value in parts if value is not None)
