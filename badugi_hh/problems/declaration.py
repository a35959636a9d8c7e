"""Declares problem codes, each once; `badugi_hh.problems.problem` defines what a problem is."""

import copyreg

from badugi_hh.problems.examples import EXAMPLES
from badugi_hh.problems.problem import Code, Severity

CODES: dict[str, Code] = {}
"""All codes by number, in the order of their declaration."""

REPORT_HAND = (
    "If the file is as the client wrote it, please report the hand; until then it stays quarantined."
)
HAND_EDITED = (
    "The hand was edited, damaged in copying, or played under other rules. Export it again from the client; "
    "if it is as the client wrote it, please report the hand."
)

NO_VALUES = "No values are reported."


def declare(id_: str, severity: Severity, title: str, why: str, values: str, advice: str) -> Code:
    """Add a code with its example to `CODES`.

    Raises:
        ValueError: the number is declared twice.
        KeyError: the code has no example.
    """
    code = Code(id_, severity, title, why, values, advice, EXAMPLES[id_])
    if id_ in CODES:
        raise ValueError(f"the code {id_} is declared twice")
    CODES[id_] = code
    return code


def code_of(id_: str) -> Code:
    """Return the code with this number.

    Raises:
        KeyError: there is no such code.
    """
    return CODES[id_]


# Codes are compared by identity, so a problem from another process has the codes of this one.
copyreg.pickle(Code, lambda code: (code_of, (code.id,)))
