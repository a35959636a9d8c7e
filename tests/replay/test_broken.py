"""One broken file per problem code: each shows its problem, and harms neither of its neighbours."""

import re
from pathlib import Path

import pytest

from badugi_hh import problems as codes
from badugi_hh.engine.rules import POKERSTARS
from badugi_hh.history.parse import BlockKind
from badugi_hh.history.source import find_sources, read_blocks
from badugi_hh.problems import CODES, Place, Severity
from badugi_hh.replay import TableContinuity, read_entry
from badugi_hh.store.hand_checks import Views, check_block, summarize

pytestmark = pytest.mark.quick

BROKEN = Path(__file__).resolve().parents[2] / "sample_histories" / "broken"
WITHOUT_HANDS = {codes.BINARY.id, codes.NO_HANDS.id}
OF_THE_TABLE = {codes.BLINDS_DIFFER.id}  # errors that keep no hand out
SHARED_NUMBER = {codes.VIEWS_DISAGREE.id, codes.NUMBER_TWICE.id}


def check(path):
    """The problems of a file and of its table, and how many of its hands are whole."""
    (source,) = find_sources([path])
    blocks, problems = read_blocks(source)
    whole, tables = 0, TableContinuity()
    for block in blocks:
        checked = check_block(block, POKERSTARS)
        assert checked.reading.kind is not BlockKind.OTHER_GAME
        problems += checked.problems
        if checked.replay is not None:
            whole += checked.ok
            tables.add(read_entry(checked.replay, Place(block.file, block.line)))
    return problems + tables.check(), whole


def problems_in(path):
    """The problems of a file, those between views of a hand too."""
    (source,) = find_sources([path])
    views = Views(POKERSTARS)
    compared = (
        views.compare(summarize(check_block(block, POKERSTARS)), block) for block in read_blocks(source)[0]
    )
    return [*check(path)[0], *filter(None, compared)]


def test_every_code_has_its_file():
    assert {path.name.partition("-")[0] for path in BROKEN.iterdir()} == set(CODES)


@pytest.mark.parametrize("code", sorted(set(CODES) - SHARED_NUMBER))
def test_a_broken_file_shows_its_code_and_no_other(code):
    (path,) = BROKEN.glob(f"{code}-*.txt")
    problems, whole = check(path)
    assert {problem.code.id for problem in problems} == {code}
    if code == codes.STRAY_TEXT.id:
        assert whole == 1
    elif code not in WITHOUT_HANDS:
        assert whole == (2 if CODES[code].severity is Severity.ERROR and code not in OF_THE_TABLE else 3)


@pytest.mark.parametrize("code", sorted(SHARED_NUMBER))
def test_hands_that_share_a_number_are_whole_each(code):
    (path,) = BROKEN.glob(f"{code}-*.txt")
    assert check(path) == ([], 2)


@pytest.mark.parametrize("code", CODES)
def test_the_example_of_a_code_is_a_piece_of_its_file(code):
    """The lines are there in this order, and the line of the problem is one of them."""
    (path,) = BROKEN.glob(f"{code}-*.txt")
    text = path.read_bytes().decode("utf-8", "backslashreplace")
    file = [line.rstrip(" ").encode("unicode_escape").decode() for line in text.splitlines()]
    if code == codes.BINARY.id:
        assert text.encode("unicode_escape").decode().startswith(CODES[code].example)
        return
    (problem,) = (found for found in problems_in(path) if found.code.id == code and found.after is None)
    shown = set()
    at = 0 if problem.code.id in SHARED_NUMBER else max(problem.place.line - 60, 0)
    for line in CODES[code].example.split("\n"):
        if line == "…":
            continue
        form = ".*".join(re.escape(part.encode("unicode_escape").decode()) for part in line.split("…"))
        at = next(number for number in range(at, len(file)) if re.fullmatch(form, file[number])) + 1
        shown.add(at)
    assert not problem.place.line or problem.place.line in shown


@pytest.mark.parametrize("code", CODES)
def test_a_code_says_what_its_values_hold(code):
    (path,) = BROKEN.glob(f"{code}-*.txt")
    for problem in problems_in(path):
        if problem.code.id == code:
            neither = CODES[code].values == "No values are reported."
            assert neither == (problem.expected is None and problem.found is None)
