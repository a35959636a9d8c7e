"""Problems as a SARIF 2.1.0 log, the format of code hosts and editors for the results of analysis tools.

Source: OASIS, Static Analysis Results Interchange Format (SARIF) Version 2.1.0. The rules are the problem codes.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from badugi_hh.cli.carets import LocatedProblem
from badugi_hh.installation import __version__
from badugi_hh.problems import CODES, Code

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def sarif_log(problems: Iterable[LocatedProblem], unreadable: Sequence[str]) -> dict[str, Any]:
    """Return the log of one run; `unreadable` has one line for each file that could not be read."""
    notifications = [{"level": "error", "message": {"text": reason}} for reason in unreadable]
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "badugi-hh",
                        "version": __version__,
                        "rules": [_rule(code) for code in CODES.values()],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "invocations": [
                    {
                        "executionSuccessful": not unreadable,
                        "toolExecutionNotifications": notifications,
                    }
                ],
                "results": [_result(located) for located in problems],
            }
        ],
    }


def _rule(code: Code) -> dict[str, Any]:
    return {
        "id": code.id,
        "shortDescription": {"text": code.title},
        "fullDescription": {"text": code.why},
        "help": {"text": f"{code.values}\n\n{code.advice}\n\nFor example:\n\n{code.example}"},
        "defaultConfiguration": {"level": str(code.severity)},
    }


def _result(located: LocatedProblem) -> dict[str, Any]:
    problem = located.problem
    place: dict[str, Any] = {"artifactLocation": {"uri": _uri(problem.place.file)}}
    if problem.place.line:
        place["region"] = {"startLine": problem.place.line}
        if located.column:
            place["region"] |= {
                "startColumn": located.column,
                "endColumn": located.column + located.length,
            }
    values = {
        "hand": problem.hand,
        "expected": problem.expected,
        "found": problem.found,
        "after": problem.after,
    }
    return {
        "ruleId": problem.code.id,
        "ruleIndex": list(CODES).index(problem.code.id),
        "level": str(located.severity),
        "message": {"text": problem.words},
        "locations": [{"physicalLocation": place}],
        "properties": {name: value for name, value in values.items() if value is not None},
    }


def _uri(file: str) -> str:
    """Return a file's path as a URI: relative to the working directory if it is below it."""
    path, here = Path(file), Path.cwd()
    if path.is_absolute() and path.is_relative_to(here):
        path = path.relative_to(here)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix())
