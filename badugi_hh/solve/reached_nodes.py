"""The decisions of a tree in depth-first order, with the hands that players of a solver's strategies have there."""

from collections.abc import Container
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from badugi_hh.solve.classes import CLASSES
from badugi_hh.solve.game import PublicState
from badugi_hh.solve.public_tree import PublicTree
from badugi_hh.solve.solved_table import without_rare
from badugi_hh.solve.solver import Solver
from badugi_hh.solve.transitions import after_draw_of

Reach = NDArray[np.float64]


@dataclass(slots=True)
class ReachedNodes:
    """Decisions by place: row, state, line from the start, the actor's reach by class, and the opponent's in all.

    With `wanted` only the decisions with these lines are visited, and those below them.
    """

    tree: PublicTree
    solver: Solver
    wanted: Container[str] | None = None
    rows: list[int] = field(default_factory=list)
    states: list[PublicState] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    mine: list[NDArray[np.float32]] = field(default_factory=list)
    theirs: list[float] = field(default_factory=list)

    def visit(self, row: int, state: PublicState, line: str, reach: tuple[Reach, Reach]) -> None:
        """Add a decision and those below it, if both players play their average strategies."""
        if state.actor is None or (self.wanted is not None and line not in self.wanted):
            return
        mine = without_rare(reach[state.actor])
        self.rows.append(row)
        self.states.append(state)
        self.lines.append(line)
        self.mine.append(mine.astype(np.float32))
        self.theirs.append(float(reach[1 - state.actor].sum()))
        shares = average_strategy(self.tree, self.solver, row)
        if self.tree.nodes["last"][row]:
            shares = shares[:, self.solver.setup.buckets]
        moves = self.tree.game.moves(state)
        for (name, after), child, share in zip(moves, self.tree.children(row), shares, strict=True):
            new = reach_after(state, reach, mine * share, name)
            self.visit(child, after, f"{line} {name}".strip(), new)


def reached_nodes(tree: PublicTree, solver: Solver, wanted: Container[str] | None = None) -> ReachedNodes:
    """Return the decisions of a tree, those with the lines `wanted` if given."""
    found = ReachedNodes(tree, solver, wanted)
    first, second = (each.astype(np.float64) for each in solver.setup.ranges)
    found.visit(0, tree.start, "", (first, second))
    return found


def average_strategy(tree: PublicTree, solver: Solver, row: int) -> NDArray[np.float64]:
    """Return the average strategy of a node, a row for each action, by class or bucket."""
    last, count, begin = (int(tree.nodes[name][row]) for name in ("last", "count", "offset"))
    size = int(solver.setup.buckets[-1]) + 1 if last else CLASSES
    sums = solver.sums[begin : begin + count * size].reshape(count, size)
    total = sums.sum(axis=0)
    return np.where(total > 0, sums / np.where(total > 0, total, 1), 1 / count).astype(np.float64)


def reach_after(
    state: PublicState, reach: tuple[Reach, Reach], played: Reach, action: str
) -> tuple[Reach, Reach]:
    """Return the reach of both players after an action that the actor takes with the probabilities `played`."""
    if state.drawing:
        played = after_draw_of(played, int(action), sum(state.drawn[state.actor or 0]))
    return (played, reach[1]) if state.actor == 0 else (reach[0], played)
