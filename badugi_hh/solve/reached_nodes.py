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
from badugi_hh.solve.walks import Floats, shares_of, with_slips


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
    """A decision after a line: its row, the state, the ranges of both players there, and the least share of an action that each has taken.

    A share is that of the player's hands at that point of the line, before slips; 1 if the player has not acted.
    """

    row: int
    state: PublicState
    reach: list[NDArray[np.float64]]
    least: list[float]


def reached(tree: PublicTree, solver: Solver, line: str, nth: int = 0) -> Reached:
    """Return the decision after a possible line, however rare it is, of the `nth` of several games that are solved together."""
    base = nth * len(tree.nodes)
    row, state, least = base, tree.start, [1.0, 1.0]
    reach = [np.atleast_2d(held)[nth].astype(np.float64) for held in solver.setup.ranges]
    for word in line.split():
        moves, actor = tree.game.moves(state), state.actor or 0
        taken = [name for name, _ in moves].index(word)
        mix, held = strategy_of_classes(solver, row), float(reach[actor].sum())
        least[actor] = min(least[actor], float(reach[actor] @ mix[taken]) / held if held else 0.0)
        reach[actor] = reach[actor] * with_slips(mix, solver.slip)[taken]
        if state.drawing:
            reach[actor] = drawn_to(reach[actor], int(word), sum(state.drawn[actor]))
        row, state = base + tree.children(row - base)[taken], moves[taken][1]
    return Reached(row, state, reach, least)


def strategy_of_classes(solver: Solver, row: int) -> NDArray[np.float64]:
    """Return the average strategy of a decision, by action and class."""
    mix, buckets = average_strategy(solver, row), _buckets(solver, row)
    return mix if buckets is None else mix[:, buckets]


def average_strategy(solver: Solver, row: int) -> NDArray[np.float64]:
    """Return the average strategy of a decision, a row for each action, by class or bucket."""
    return shares_of(_sums(solver, row)).astype(np.float64)


def is_held(solver: Solver, row: int) -> NDArray[np.bool_]:
    """Return which classes, or buckets, have a strategy at a decision: the player ever came there with them."""
    return np.asarray((_sums(solver, row) > 0).any(axis=0))


def _sums(solver: Solver, row: int) -> Floats:
    count, begin = (int(solver.setup.nodes[name][row]) for name in ("count", "offset"))
    buckets = _buckets(solver, row)
    size = CLASSES if buckets is None else int(buckets[-1]) + 1
    return solver.sums[begin : begin + count * size].reshape(count, size)


def _buckets(solver: Solver, row: int) -> Buckets | None:
    return solver.setup.buckets if solver.setup.nodes["last"][row] else solver.setup.early
