"""The forms in which `validate` tells problems: for people, for programs, and for the checks of a code host."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, Protocol

import typer

from badugi_hh.cli.carets import GUTTER, Pointed, draw
from badugi_hh.cli.console import say, say_json, styled, visible
from badugi_hh.cli.sarif import sarif_log
from badugi_hh.cli.tables import terminal_width
from badugi_hh.problems import Severity

_COLOURS = {Severity.ERROR: typer.colors.RED, Severity.WARNING: typer.colors.YELLOW}
_FOLLOWING = 3  # problems that may follow from one line, told one by one
_NOTE = GUTTER.replace("|", "=")


class Format(StrEnum):
    """How `validate` tells problems."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"
    SARIF = "sarif"


class Reporter(Protocol):
    """Tells problems to standard output, each as it comes or all at the end."""

    def report(self, pointed: Pointed) -> None:
        """Tell one problem."""

    def end(self, unreadable: Sequence[str]) -> None:
        """Tell what has not been told; `unreadable` has one line for each file that cannot be read."""


class TextReporter:
    """Tells problems as a compiler does: place, code and message, then the line and a caret below what is wrong.

    Of those with one code that may follow from one line, the first few are told, and of the others their number.
    """

    def __init__(self) -> None:
        self._coloured = styled()
        self._following: tuple[str, str, int] | None = None  # file, code, the line that they may follow from
        self._count = 0
        self._width = terminal_width()

    def report(self, pointed: Pointed) -> None:
        """Print one problem."""
        problem, colour = pointed.problem, _COLOURS[pointed.severity]
        following = None if problem.after is None else (problem.place.file, problem.code.id, problem.after)
        if following is None or following != self._following:
            self._tell_others()
            self._following = following
        self._count += following is not None
        if self._count > _FOLLOWING:
            return
        severity = self._style(f"{problem.code.id} {pointed.severity}:", fg=colour, bold=True)
        place = self._style(f"{visible(pointed.place)}:", bold=True)
        lines = [f"{place} {severity} {visible(problem.message)}"]
        if drawn := draw(pointed, self._width):
            line, carets = drawn
            lines += [line, GUTTER + self._style(carets.removeprefix(GUTTER), fg=colour, bold=True)]
        if values := _values(pointed):
            lines.append(f"{_NOTE}{visible(values)}")
        if problem.after is not None:
            lines.append(f"{_NOTE}may follow from line {problem.after}")
        typer.echo("\n".join(lines))

    def end(self, unreadable: Sequence[str]) -> None:  # noqa: ARG002 - told elsewhere
        """Tell what is left to tell."""
        self._tell_others()

    def _tell_others(self) -> None:
        """Tell how many problems that follow from one line were not told one by one."""
        if self._following is not None and self._count > _FOLLOWING:
            file, code, line = self._following
            place = self._style(f"{visible(file)}:{line}:", bold=True)
            typer.echo(
                f"{place} {self._count - _FOLLOWING} more of {code} may follow from this line; --json tells all"
            )
        self._following, self._count = None, 0

    def _style(self, text: str, **style: Any) -> str:
        if not self._coloured:
            return text
        blanks = len(text) - len(text.lstrip(" "))
        return text[:blanks] + typer.style(text[blanks:], **style)


def _values(pointed: Pointed) -> str:
    """Return what was expected and found, but for what the message or the carets say already."""
    problem = pointed.problem
    due, found = problem.expected, problem.found
    if due is not None and found is not None and due in problem.message and found in problem.message:
        return ""
    if due is None and pointed.column:
        return ""
    parts = (("expected", due), ("found", found))
    return "; ".join(f"{word} {value}" for word, value in parts if value is not None)


class JsonReporter:
    """Tells each problem as one JSON object on a line of its own; column and length are 0 where they are not known."""

    def report(self, pointed: Pointed) -> None:
        """Print one problem."""
        problem = pointed.problem
        say_json(
            {
                "file": problem.place.file,
                "line": problem.place.line,
                "column": pointed.column,
                "length": pointed.length,
                "code": problem.code.id,
                "severity": str(pointed.severity),
                "message": problem.message,
                "hand": problem.hand,
                "expected": problem.expected,
                "found": problem.found,
                "after": problem.after,
            },
            lines=True,
        )

    def end(self, unreadable: Sequence[str]) -> None:
        """Do nothing: all is told."""


class GithubReporter:
    """Tells problems as workflow commands, which GitHub shows beside the lines of a change.

    Source: GitHub's documentation of workflow commands; the escapes are those of its `actions/toolkit`.
    """

    def report(self, pointed: Pointed) -> None:
        """Print one problem."""
        problem = pointed.problem
        fields: dict[str, object] = {"file": problem.place.file}
        if problem.place.line:
            fields["line"] = problem.place.line
        if pointed.column:
            fields |= {"col": pointed.column, "endColumn": pointed.column + pointed.length}
        fields["title"] = f"{problem.code.id} {problem.code.title}"
        properties = ",".join(f"{name}={_escape(str(value))}" for name, value in fields.items())
        say(f"::{pointed.severity} {properties}::{_escape_data(problem.words)}")

    def end(self, unreadable: Sequence[str]) -> None:
        """Tell the files that cannot be read, which have no line to stand at."""
        for reason in unreadable:
            say(f"::error title=unreadable::{_escape_data(reason)}")


def _escape_data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape(text: str) -> str:
    return _escape_data(text).replace(":", "%3A").replace(",", "%2C")


class SarifReporter:
    """Tells all problems at the end, as one SARIF log."""

    def __init__(self) -> None:
        self._told: list[Pointed] = []

    def report(self, pointed: Pointed) -> None:
        """Keep one problem for the end."""
        self._told.append(pointed)

    def end(self, unreadable: Sequence[str]) -> None:
        """Print the log."""
        say_json(sarif_log(self._told, unreadable))


REPORTERS: dict[Format, type[Reporter]] = {
    Format.TEXT: TextReporter,
    Format.JSON: JsonReporter,
    Format.GITHUB: GithubReporter,
    Format.SARIF: SarifReporter,
}
