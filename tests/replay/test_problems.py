"""The list of problem codes: complete in itself, used, and printed as `file:line:column`."""

import ast
import re

import pytest

from badugi_hh import problems
from badugi_hh.engine.violation import Violation
from badugi_hh.problems import CODES, Code, Place, Problem, Severity
from badugi_hh.replay.problem_report import CODE_OF

pytestmark = pytest.mark.quick

CONSTANTS = {name: thing for name, thing in vars(problems).items() if isinstance(thing, Code)}


def test_every_code_is_listed_once_under_its_own_number():
    assert [code.id for code in CODES.values()] == list(CODES)
    assert sorted(CONSTANTS.values(), key=lambda code: code.id) == sorted(
        CODES.values(), key=lambda code: code.id
    )
    assert len({code.title for code in CODES.values()}) == len(CODES)


@pytest.mark.parametrize("code", CODES.values(), ids=CODES.keys())
def test_a_code_is_reported_in_whole_sentences(code):
    assert re.fullmatch(r"[TGHRCMSX]\d\d", code.id)
    assert code.title[0].islower()
    assert not code.title.endswith(".")
    for text in (code.why, code.values, code.advice):
        assert text.endswith(".")
        assert text[0].isupper() or text[0] == "`"


def test_every_violation_of_the_rules_has_a_code():
    assert CODE_OF.keys() == set(Violation)


def test_an_example_has_whole_lines():
    for code in CODES.values():
        lines = code.example.split("\n")
        assert lines[-1].strip("… ")
        assert all(line == line.rstrip() and len(line) <= 100 for line in lines)


def test_every_code_is_used(root):
    named = set()
    for path in (root / "badugi_hh").rglob("*.py"):
        if path.parent.name == "problems":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute):
                named.add(node.attr)
            elif isinstance(node, ast.Name):
                named.add(node.id)
    assert sorted(CONSTANTS.keys() - named) == [], "codes that nothing reports"


def test_a_problem_is_printed_with_place_severity_and_code():
    problem = Problem(problems.WRONG_POT, Place("a.txt", 7), "the pot says 5, the players put in 6")
    assert str(problem) == "a.txt:7: M02 error: the pot says 5, the players put in 6"
    assert str(Place("a.txt")) == "a.txt"
    assert problem.severity is Severity.ERROR
    assert Problem(problems.ODD_RAKE, Place("a.txt"), "x").severity is Severity.WARNING
