"""What another small blind changes: the costs of games of one draw, solved with small blinds of other parts of a small bet."""

from collections import defaultdict
from dataclasses import replace

import numpy as np
import pytest

from badugi_hh.solve.action_costs import action_values
from badugi_hh.solve.classes import deal
from badugi_hh.solve.game import HEADS_UP, SB_BB, Game
from badugi_hh.solve.public_tree import build_tree
from badugi_hh.solve.reached_nodes import reached_nodes
from badugi_hh.solve.solved_table import REACH
from badugi_hh.solve.solver import Solver, setup_of

pytestmark = pytest.mark.long
SMALL_BET = 30
BIG_BET = 2 * SMALL_BET
DEAD_BLIND = Game("dead-blind", ("opener", "big blind"), posted=(0, 2), dead=1, limp=False)


def with_blind(game, blind):
    """The game of one draw whose small blind is `blind` thirtieths of a small bet."""
    posted, dead = (0, SMALL_BET), blind
    if not game.dead:
        posted, dead = (blind, SMALL_BET), 0
    return replace(game, posted=posted, dead=dead, bets=(SMALL_BET, BIG_BET), draws=(3,))


class Solved:
    """A game with its costs by line, and how often both players come there with each class."""

    def __init__(self, game, solver=None):
        tree = build_tree(game)
        fresh = Solver(setup_of(tree, (deal(), deal())))
        if solver is None:
            fresh.iterate(120)
        else:  # the strategies of another game
            fresh.sums[:] = solver.sums
        self.solver = fresh
        nodes = [node for node in reached_nodes(tree, fresh) if node.at.mine.sum() * node.at.theirs > REACH]
        values, _ = action_values(tree, fresh, [node.row for node in nodes], best=True)
        self.costs, self.weights, self.kinds = {}, {}, {}
        for row, line, at in nodes:
            value = values[row]
            self.costs[line] = (value.max(axis=0) - value) / (at.theirs * BIG_BET)
            self.weights[line] = at.mine * at.theirs
            self.kinds[line] = (at.state.round, at.state.drawing, not line)


@pytest.mark.parametrize("game", [HEADS_UP, SB_BB, DEAD_BLIND], ids=lambda game: game.name)
def test_costs_change_by_less_than_the_stated_error(game):
    """Against the same opponent no cost changes by more; in equilibrium their root mean square does not, in any round."""
    usual = Solved(with_blind(game, SMALL_BET // 2))
    for blind in (SMALL_BET * 2 // 5, SMALL_BET // 3):
        off = abs(blind - SMALL_BET / 2) / BIG_BET
        same = Solved(with_blind(game, blind), usual.solver)
        for line, costs in usual.costs.items():
            held = usual.weights[line] > usual.weights[line].max() * 1e-3
            assert np.abs(costs - same.costs[line])[:, held].max() < off + 1e-3, line
        other = Solved(with_blind(game, blind))
        squares, weights = defaultdict(float), defaultdict(float)
        for line in usual.costs.keys() & other.costs.keys():
            kind, weight = usual.kinds[line], usual.weights[line]
            squares[kind] += float((weight * (usual.costs[line] - other.costs[line]) ** 2).sum())
            weights[kind] += float(weight.sum()) * len(usual.costs[line])
        changed = {kind: (squares[kind] / weights[kind]) ** 0.5 for kind in squares}
        assert max(changed.values()) < off, changed
        assert max(changed.values()) > off / 5, changed  # it is no empty claim
