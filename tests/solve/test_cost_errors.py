"""The errors of costs: their parts against counts by hand, and those that tables store."""

from pathlib import Path

import numpy as np
import pytest

from badugi_hh.solve.action_costs import HIGHEST, disagreement, kind_of, total_error
from badugi_hh.solve.classes import CLASSES
from badugi_hh.solve.game import HEADS_UP
from badugi_hh.solve.solved_table import COST_STEP, ERROR_STEP, read_table

GOLDEN = Path(__file__).parents[1] / "golden" / "one-draw.table"


@pytest.fixture(scope="module")
def table():
    return read_table(GOLDEN)


@pytest.mark.quick
def test_decisions_have_kinds():
    for line, kind in (
        ("", "round 0"),
        ("raise", "round 0"),
        ("raise call", "draw 1"),
        ("raise call 1", "draw 1 against a drawer"),
        ("raise call 0", "draw 1 against a pat hand"),
        ("raise call 0 1", "round 1 against a drawer"),
        ("raise call 0 1 bet", "round 1 facing a bet against a pat hand"),
        ("raise call 0 1 bet call", "draw 2 against a drawer"),
        ("raise call 0 1 bet call 0 0 check check 0 0 bet raise", "round 3 facing a bet against a pat hand"),
    ):
        assert kind_of(HEADS_UP.after(HEADS_UP.root, line)) == kind, line
    with pytest.raises(ValueError, match="the hand is over"):
        kind_of(HEADS_UP.after(HEADS_UP.root, "fold"))


@pytest.mark.quick
def test_disagreement_is_weighted_by_the_hands_of_each_group():
    stored, again, mine = np.zeros((2, CLASSES)), np.zeros((2, CLASSES)), np.zeros(CLASSES)
    again[1, 0], again[1, 1], mine[0], mine[1] = 0.2, 0.4, 3, 1
    again[:, 715:1001] = 0.1  # no hands: a plain mean
    again[0, 1001:], stored[0, 1001:] = 90, HIGHEST  # both as high as a cost gets
    expected = [((3 * 0.2**2 + 0.4**2) / 4 / 2) ** 0.5, 0.1, 0]
    assert disagreement(stored, again, mine) == pytest.approx(expected)


@pytest.mark.quick
def test_parts_are_added_as_squares():
    rounding = COST_STEP**2 / 12
    expected = [(off**2 + removal**2 + rounding) ** 0.5 for off, removal in ((0, 0), (0.3, 0.4), (0.1, 0))]
    assert total_error(np.array([0, 0.3, 0.1]), (0, 0.4, 0)) == pytest.approx(expected)


def test_a_table_has_an_error_for_each_decision_and_group(table):
    assert table.header["compared"] == "40 further iterations"
    for line, node in table.lines.items():
        errors = table.errors(node)
        removal = table.header["removal"][kind_of(table.game.after(table.game.root, line))]
        least = total_error(0, removal)
        assert errors.shape == (CLASSES,)
        assert (errors[[0, 715, 1001]] >= least - ERROR_STEP).all()
        assert errors[0] == errors[714]
        assert errors[1001] == errors[-1]
    common = [
        table.errors(table.lines[line])[[0, 800]].mean() for line in ("", "raise", "raise call 1 1 check")
    ]
    assert max(common) < 0.08
