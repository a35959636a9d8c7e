"""How far the values of actions are from those with real cards, against simulated samples and separate decks."""

from pathlib import Path

import numpy as np
import pytest
import removal
from finish_table import model_errors
from real_play import separate_cards
from removal import errors_of

from badugi_hh.solve.classes import deal
from badugi_hh.solve.public_tree import build_tree
from badugi_hh.solve.reached_nodes import reached_nodes
from badugi_hh.solve.solved_table import read_table
from badugi_hh.solve.solver import Solver, setup_of

GOLDEN = Path(__file__).parents[1] / "golden" / "one-draw.table"


def test_noise_is_no_error_of_real_cards():
    """Two kinds with three groups of 20,000 results of a standard deviation of 2: one is right, the other is off."""
    random = np.random.default_rng(5)
    off = np.array([[[0.0], [0.0], [0.0]], [[0.3], [-0.2], [0.1]]])
    results = random.normal(off[..., None], 2, (2, 3, 1, 20_000))
    sums = np.stack([results.sum(axis=-1), (results**2).sum(axis=-1), np.full((2, 3, 1), 20_000.0)])
    found = errors_of(["right", "wrong"], sums, np.array([0, 0, 1]))
    assert found["right"][0] < 0.03
    assert found["wrong"][0] == pytest.approx((0.3**2 / 2 + 0.2**2 / 2) ** 0.5, abs=0.04)
    assert found["wrong"][1] == pytest.approx(0.1, abs=0.05)
    few = errors_of(
        ["right", "wrong"], sums / np.array([200, 200, 200])[:, None, None, None], np.array([0, 0, 1])
    )
    assert few["right"] == few["wrong"]  # too few to tell them apart


@pytest.mark.long
def test_separate_decks_have_smaller_errors_after_the_last_draw(monkeypatch):
    """Without card removal less than half of the mean square is left: approximations of draws, and noise."""
    table = read_table(GOLDEN)
    tree = build_tree(table.game)
    solver = Solver(setup_of(tree, (deal(), deal())))
    solver.iterate(80)
    nodes = list(reached_nodes(tree, solver, lambda node: node.line in table.lines))
    kinds = ("round 1 facing a bet against a drawer", "round 1 facing a bet against a pat hand")
    one = model_errors(tree, solver, nodes, 200_000)
    monkeypatch.setattr(removal, "deal_cards", separate_cards)
    two = model_errors(tree, solver, nodes, 200_000)
    one, two = (sum(np.square(errors[kind]).sum() for kind in kinds) for errors in (one, two))
    assert two < one / 2
