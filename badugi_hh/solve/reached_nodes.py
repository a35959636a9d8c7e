"""The decisions of a tree in depth-first order, with the hands that players of a solver's strategies have there."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from badugi_hh.solve.classes import CLASSES
from badugi_hh.solve.player_ranges import Ranges
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
    shares = average_strategy(tree, solver, row)
    buckets = solver.setup.buckets if tree.nodes["last"][row] else solver.setup.early
    if buckets is not None:
        shares = shares[:, buckets]
    moves = tree.game.moves(at.state)
    played = with_slips(shares, solver.slip)
    for (name, after), child, share in zip(moves, tree.children(row), played, strict=True):
        yield from _below(
            tree, solver, ReachedNode(child, f"{line} {name}".strip(), at.after(name, after, share)), wanted
        )


def average_strategy(tree: PublicTree, solver: Solver, row: int) -> NDArray[np.float64]:
    """Return the average strategy of a node, a row for each action, by class or bucket."""
    last, count, begin = (int(tree.nodes[name][row]) for name in ("last", "count", "offset"))
    buckets = solver.setup.buckets if last else solver.setup.early
    size = CLASSES if buckets is None else int(buckets[-1]) + 1
    return shares_of(solver.sums[begin : begin + count * size].reshape(count, size)).astype(np.float64)
