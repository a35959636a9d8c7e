"""The output formats of `validate`: text, JSON, GitHub annotations and SARIF."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from enum import StrEnum
from typing import Any

import typer

from badugi_hh.cli.carets import GUTTER, LocatedProblem, draw
from badugi_hh.cli.console import problem_json, say, say_json, styled, terminal_width, visible
from badugi_hh.cli.importing import Following
from badugi_hh.cli.sarif import sarif_log
from badugi_hh.problems import Severity

_COLOURS = {Severity.ERROR: typer.colors.RED, Severity.WARNING: typer.colors.YELLOW}
_NOTE = GUTTER.replace("|", "=")


class Format(StrEnum):
    """The output formats of `validate`."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"
    SARIF = "sarif"


class Reporter(ABC):
    """Prints problems to standard output, one by one or all at the end."""

    @abstractmethod
    def report(self, located: LocatedProblem) -> None:
        """Report one problem."""

    def end(self, unreadable: Sequence[str]) -> None:  # noqa: B027 - most have nothing left
        """Print what is not printed yet; `unreadable` has one line for each file that cannot be read."""


class TextReporter(Reporter):
    """Prints problems like a compiler: place, code and message, then the line with carets below the wrong part.

    Of several problems that may follow from one line, the first few and the number of others are printed.
    """

    def __init__(self) -> None:
        self._coloured = styled()
        self._following = Following("--json prints all")
        self._width = terminal_width()

    def report(self, located: LocatedProblem) -> None:
        """Print one problem."""
        problem, colour = located.problem, _COLOURS[located.severity]
        others, shown = self._following.add(problem)
        self._print_others(others)
        if not shown:
            return
        severity = self._style(f"{problem.code.id} {located.severity}:", fg=colour, bold=True)
        place = self._style(f"{visible(located.place)}:", bold=True)
        lines = [f"{place} {severity} {visible(problem.message)}"]
        if drawn := draw(located, self._width):
            line, carets = drawn
            lines += [line, GUTTER + self._style(carets.removeprefix(GUTTER), fg=colour, bold=True)]
        if values := _values(located):
            lines.append(f"{_NOTE}{visible(values)}")
        if problem.after is not None:
            lines.append(f"{_NOTE}may follow from line {problem.after}")
        typer.echo("\n".join(lines))

    def end(self, unreadable: Sequence[str]) -> None:  # noqa: ARG002 - the command prints them
        """Print the number of problems that were not printed."""
        self._print_others(self._following.end())

    def _print_others(self, others: str | None) -> None:
        """Print the line about problems that were not printed, if there is one, with its place in bold."""
        if others is not None:
            place, blank, text = visible(others).partition(": ")
            typer.echo(f"{self._style(place + blank.rstrip(), bold=True)} {text}")

    def _style(self, text: str, **style: Any) -> str:
        if not self._coloured:
            return text
        blanks = len(text) - len(text.lstrip(" "))
        return text[:blanks] + typer.style(text[blanks:], **style)


def _values(located: LocatedProblem) -> str:
    """Return the expected and the found value, unless the message or the carets contain them."""
    problem = located.problem
    expected, found = problem.expected, problem.found
    if (
        expected is not None
        and found is not None
        and expected in problem.message
        and found in problem.message
    ):
        return ""
    if expected is None and located.column:
        return ""
    parts = (("expected", expected), ("found", found))
    return "; ".join(f"{word} {value}" for word, value in parts if value is not None)


class JsonReporter(Reporter):
    """Prints each problem as one JSON object per line; column and length are 0 if they are unknown."""

    def report(self, located: LocatedProblem) -> None:
        """Print one problem."""
        place = problem_json(located.problem, ("file", "line"))
        position = {"column": located.column, "length": located.length}
        code = {"code": located.problem.code.id, "severity": str(located.severity)}
        rest = problem_json(located.problem, ("message", "hand", "expected", "found", "after"))
        say_json(place | position | code | rest, lines=True)


class GithubReporter(Reporter):
    """Prints problems as workflow commands, which GitHub shows beside the lines of a change.

    Source: GitHub's documentation of workflow commands; the escapes are those of its `actions/toolkit`.
    """

    def report(self, located: LocatedProblem) -> None:
        """Print one problem."""
        problem = located.problem
        fields: dict[str, object] = {"file": problem.place.file}
        if problem.place.line:
            fields["line"] = problem.place.line
        if located.column:
            fields |= {"col": located.column, "endColumn": located.column + located.length}
        fields["title"] = f"{problem.code.id} {problem.code.title}"
        properties = ",".join(f"{name}={_escape(str(value))}" for name, value in fields.items())
        say(f"::{located.severity} {properties}::{_escape_data(problem.words)}")

    def end(self, unreadable: Sequence[str]) -> None:
        """Print the files that cannot be read, which have no line."""
        for reason in unreadable:
            say(f"::error title=unreadable::{_escape_data(reason)}")


def _escape_data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape(text: str) -> str:
    return _escape_data(text).replace(":", "%3A").replace(",", "%2C")


class SarifReporter(Reporter):
    """Prints all problems at the end, as one SARIF log."""

    def __init__(self) -> None:
        self._problems: list[LocatedProblem] = []

    def report(self, located: LocatedProblem) -> None:
        """Keep one problem for the end."""
        self._problems.append(located)

    def end(self, unreadable: Sequence[str]) -> None:
        """Print the log."""
        say_json(sarif_log(self._problems, unreadable))


REPORTERS: dict[Format, type[Reporter]] = {
    Format.TEXT: TextReporter,
    Format.JSON: JsonReporter,
    Format.GITHUB: GithubReporter,
    Format.SARIF: SarifReporter,
}
