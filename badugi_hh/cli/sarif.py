"""Problems as a SARIF 2.1.0 log, the form that code hosts and editors read the findings of checkers in.

Source: OASIS, Static Analysis Results Interchange Format (SARIF) Version 2.1.0. The rules are the problem codes.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from badugi_hh import __version__
from badugi_hh.cli.carets import Pointed
from badugi_hh.problems import CODES, Code

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def sarif_log(told: Iterable[Pointed], unreadable: Sequence[str]) -> dict[str, Any]:
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
                "results": [_result(pointed) for pointed in told],
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


def _result(pointed: Pointed) -> dict[str, Any]:
    problem = pointed.problem
    place: dict[str, Any] = {"artifactLocation": {"uri": _uri(problem.place.file)}}
    if problem.place.line:
        place["region"] = {"startLine": problem.place.line}
        if pointed.column:
            place["region"] |= {
                "startColumn": pointed.column,
                "endColumn": pointed.column + pointed.length,
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
        "level": str(pointed.severity),
        "message": {"text": problem.words},
        "locations": [{"physicalLocation": place}],
        "properties": {name: value for name, value in values.items() if value is not None},
    }


def _uri(file: str) -> str:
    """Return a file's path as a URI: relative to the working directory where it lies below it."""
    path, here = Path(file), Path.cwd()
    if path.is_absolute() and path.is_relative_to(here):
        path = path.relative_to(here)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix())
