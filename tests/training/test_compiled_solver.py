"""The compiled solver does what the solver of the package does."""

from dataclasses import replace

import numpy as np
import pytest
from compiled_solver import CompiledSolver
from support.small_games import kuhn

from badugi_hh.solve.classes import deal, strength_buckets
from badugi_hh.solve.game import HEADS_UP
from badugi_hh.solve.public_tree import build_tree
from badugi_hh.solve.solver import Solver, setup_of
from badugi_hh.solve.transitions import usual_end

GAME = replace(HEADS_UP, bets=(2, 4), draws=(1,), cap=1, limp=True)


@pytest.mark.parametrize("early", [14, None])
def test_a_compiled_solver_finds_the_same(early):
    first = None if early is None else strength_buckets(early, usual_end())
    last = strength_buckets(20, usual_end())
    tree = build_tree(GAME, sizes=(len(deal()) if first is None else int(first[-1]) + 1, int(last[-1]) + 1))
    solvers = [
        kind(setup_of(tree, (deal(), deal()), last, early=first), slip=0.01)
        for kind in (Solver, CompiledSolver)
    ]
    for solver in solvers:
        solver.iterate(3)
    one, other = solvers
    assert other.regrets == pytest.approx(one.regrets, abs=1e-4)
    assert other.sums == pytest.approx(one.sums, abs=1e-4)
    assert other.exploitability() == pytest.approx(one.exploitability(), abs=1e-4)
    assert other.value(0, best=False) == pytest.approx(one.value(0, best=False), abs=1e-4)
    wanted = np.flatnonzero(tree.nodes["kind"] == 1)[:4].tolist()
    (values, found), (same, also) = (solver.respond(1, wanted=wanted) for solver in solvers)
    assert same == pytest.approx(values, abs=1e-4)
    assert sorted(also) == sorted(found)
    for node in wanted:
        assert also[node] == pytest.approx(found[node], abs=1e-4)


def test_other_games_are_not_compiled():
    with pytest.raises(ValueError, match="only trees of Badugi"):
        CompiledSolver(kuhn())
