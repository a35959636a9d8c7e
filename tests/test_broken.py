"""One broken file per problem code: each shows its problem, and harms neither of its neighbours."""

from pathlib import Path

import pytest

from badugi_hh import problems as codes
from badugi_hh.history.parse import Kind, parse
from badugi_hh.history.source import find_sources, read_blocks
from badugi_hh.problems import CODES, Place, Severity
from badugi_hh.replay import Sessions, replay

BROKEN = Path(__file__).resolve().parent.parent / "sample_histories" / "broken"
WITHOUT_HANDS = {codes.BINARY.id, codes.NO_HANDS.id}


def check(path: Path) -> tuple[set[str], int]:
    """The codes found in a file, and how many of its hands are whole."""
    (source,) = find_sources([path])
    blocks, problems = read_blocks(source)
    found = {problem.code.id for problem in problems}
    whole, sessions = 0, Sessions()
    for block in blocks:
        reading = parse(block)
        assert reading.kind is not Kind.OTHER_GAME
        found |= {problem.code.id for problem in reading.problems}
        if reading.hand:
            result = replay(reading.hand, place=Place(block.file, block.line))
            found |= {problem.code.id for problem in result.problems}
            whole += result.ok
            sessions.add(result, Place(block.file, block.line))
    return found | {problem.code.id for problem in sessions.check()}, whole


def test_every_code_has_its_file():
    assert {path.name.partition("-")[0] for path in BROKEN.iterdir()} == set(CODES)


@pytest.mark.parametrize("code", sorted(set(CODES) - {codes.VIEWS_DISAGREE.id}))
def test_a_broken_file_shows_its_code_and_no_other(code):
    (path,) = BROKEN.glob(f"{code}-*.txt")
    found, whole = check(path)
    assert found == {code}
    if code == codes.STRAY_TEXT.id:
        assert whole == 1
    elif code not in WITHOUT_HANDS:
        assert whole == (2 if CODES[code].severity is Severity.ERROR else 3)


def test_the_views_that_disagree_are_whole_each():
    (path,) = BROKEN.glob(f"{codes.VIEWS_DISAGREE.id}-*.txt")
    assert check(path) == (set(), 2)
