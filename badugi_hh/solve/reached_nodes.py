"""The decisions of a tree in depth-first order, with the hands that players of a solver's strategies have there."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from badugi_hh.solve.classes import CLASSES, Buckets
from badugi_hh.solve.game import PublicState
from badugi_hh.solve.player_ranges import Ranges, drawn_to
from badugi_hh.solve.public_tree import PublicTree
from badugi_hh.solve.solver import Solver
from badugi_hh.solve.walks import shares_of, with_slips


class ReachedNode(NamedTuple):
    """A decision: its row in the tree, the line from the start, and the ranges of both players."""

    row: int
    line: str
    at: Ranges


def reached_nodes(
    tree: PublicTree, solver: Solver, wanted: Callable[[ReachedNode], bool] = lambda _: True
) -> Iterator[ReachedNode]:
    """Yield the decisions of a tree that are `wanted`, if those before them are too.

    Both players play their average strategies, with the slips of the solver. A strategy may be changed at a decision when that is yielded.
    """
    first, second = (reach.astype(np.float64) for reach in solver.setup.ranges)
    return _below(tree, solver, ReachedNode(0, "", Ranges(tree.start, (first, second))), wanted)


def _below(
    tree: PublicTree, solver: Solver, node: ReachedNode, wanted: Callable[[ReachedNode], bool]
) -> Iterator[ReachedNode]:
    row, line, at = node
    if at.state.actor is None or not wanted(node):
        return
    yield node
    moves = tree.game.moves(at.state)
    played = with_slips(strategy_of_classes(solver, row), solver.slip)
    for (name, after), child, share in zip(moves, tree.children(row), played, strict=True):
        yield from _below(
            tree, solver, ReachedNode(child, f"{line} {name}".strip(), at.after(name, after, share)), wanted
        )


class Reached(NamedTuple):
    """A decision after a line: its row, the state, and the ranges of both players there."""

    row: int
    state: PublicState
    reach: list[NDArray[np.float64]]


def reached(tree: PublicTree, solver: Solver, line: str) -> Reached:
    """Return the decision after a possible line, however rare it is."""
    row, state = 0, tree.start
    reach = [held.astype(np.float64) for held in solver.setup.ranges]
    for word in line.split():
        moves, actor = tree.game.moves(state), state.actor or 0
        taken = [name for name, _ in moves].index(word)
        shares = with_slips(strategy_of_classes(solver, row), solver.slip)
        reach[actor] = reach[actor] * shares[taken]
        if state.drawing:
            reach[actor] = drawn_to(reach[actor], int(word), sum(state.drawn[actor]))
        row, state = tree.children(row)[taken], moves[taken][1]
    return Reached(row, state, reach)


def strategy_of_classes(solver: Solver, row: int) -> NDArray[np.float64]:
    """Return the average strategy of a decision, by action and class."""
    mix, buckets = average_strategy(solver, row), _buckets(solver, row)
    return mix if buckets is None else mix[:, buckets]


def average_strategy(solver: Solver, row: int) -> NDArray[np.float64]:
    """Return the average strategy of a decision, a row for each action, by class or bucket."""
    count, begin = (int(solver.setup.nodes[name][row]) for name in ("count", "offset"))
    buckets = _buckets(solver, row)
    size = CLASSES if buckets is None else int(buckets[-1]) + 1
    return shares_of(solver.sums[begin : begin + count * size].reshape(count, size)).astype(np.float64)


def _buckets(solver: Solver, row: int) -> Buckets | None:
    return solver.setup.buckets if solver.setup.nodes["last"][row] else solver.setup.early
