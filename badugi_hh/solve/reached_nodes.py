"""The decisions of a tree in depth-first order, with the hands that players of a solver's strategies have there."""

from collections.abc import Container
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from badugi_hh.solve.classes import CLASSES
from badugi_hh.solve.game import PublicState
from badugi_hh.solve.player_ranges import Ranges
from badugi_hh.solve.public_tree import PublicTree
from badugi_hh.solve.solver import Solver


@dataclass(slots=True)
class ReachedNodes:
    """Decisions by place: row, state, line from the start, the actor's reach by class, and the opponent's in all.

    `least` is the least share of an action that the opponent has taken since the start, of the hands they had there. With
    `wanted` only the decisions with these lines are visited, and those below them.
    """

    tree: PublicTree
    solver: Solver
    wanted: Container[str] | None = None
    rows: list[int] = field(default_factory=list)
    states: list[PublicState] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    mine: list[NDArray[np.float32]] = field(default_factory=list)
    theirs: list[float] = field(default_factory=list)
    least: list[float] = field(default_factory=list)

    def visit(self, row: int, line: str, at: Ranges) -> None:
        """Add a decision and those below it, if both players play their average strategies."""
        if at.state.actor is None or (self.wanted is not None and line not in self.wanted):
            return
        self.rows.append(row)
        self.states.append(at.state)
        self.lines.append(line)
        self.mine.append(at.mine.astype(np.float32))
        self.theirs.append(at.theirs)
        self.least.append(at.least[1 - at.actor])
        shares = average_strategy(self.tree, self.solver, row)
        if self.tree.nodes["last"][row]:
            shares = shares[:, self.solver.setup.buckets]
        moves = self.tree.game.moves(at.state)
        for (name, after), child, share in zip(moves, self.tree.children(row), shares, strict=True):
            self.visit(child, f"{line} {name}".strip(), at.after(name, after, share))


def reached_nodes(tree: PublicTree, solver: Solver, wanted: Container[str] | None = None) -> ReachedNodes:
    """Return the decisions of a tree, those with the lines `wanted` if given."""
    found = ReachedNodes(tree, solver, wanted)
    found.visit(0, "", ranges_of(tree, solver))
    return found


def ranges_of(tree: PublicTree, solver: Solver) -> Ranges:
    """Return the ranges with which the players of a solver begin."""
    first, second = (each.astype(np.float64) for each in solver.setup.ranges)
    return Ranges(tree.start, (first, second))


def average_strategy(tree: PublicTree, solver: Solver, row: int) -> NDArray[np.float64]:
    """Return the average strategy of a node, a row for each action, by class or bucket."""
    last, count, begin = (int(tree.nodes[name][row]) for name in ("last", "count", "offset"))
    size = int(solver.setup.buckets[-1]) + 1 if last else CLASSES
    sums = solver.sums[begin : begin + count * size].reshape(count, size)
    total = sums.sum(axis=0)
    return np.where(total > 0, sums / np.where(total > 0, total, 1), 1 / count).astype(np.float64)
