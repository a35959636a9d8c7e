"""Makes the table of a solver: selects the nodes, and quantizes strategies and costs.

Nodes are selected by the reach of the quantized strategies, so that a look-up, which plays the line again, finds the
same reach. Costs are those of best responses to the quantized strategies: what an action loses against the best one
if the player continues as well as possible.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from badugi_hh.solve.classes import CLASSES, Buckets, no_buckets
from badugi_hh.solve.game import BIG_BET
from badugi_hh.solve.loops import Floats, round_in_turn
from badugi_hh.solve.player_ranges import Ranges, Reach
from badugi_hh.solve.public_tree import PublicTree
from badugi_hh.solve.reached_nodes import average_strategy, ranges_of
from badugi_hh.solve.solved_table import (
    COST_STEP,
    LEVELS,
    REACH,
    REASON,
    Table,
    no_flags,
)
from badugi_hh.solve.solver import Solver

CUT = 1e-9
"""What the opponent plays with at most this probability is left out of best responses: worth less than 0.0001 big bets."""


@dataclass(slots=True)
class _Node:
    row: int
    line: str
    actor: int
    parts: NDArray[np.uint8]
    theirs: float
    last: int


@dataclass(slots=True)
class _Selection:
    """The selected nodes in depth-first order."""

    tree: PublicTree
    solver: Solver
    buckets: tuple[Buckets, Buckets]
    found: list[_Node] = field(default_factory=list)

    def visit(self, row: int, line: tuple[str, ...], at: Ranges) -> None:
        """Add a node and those below it that are reached often enough."""
        if at.state.actor is None or at.reach[0].sum() * at.reach[1].sum() <= REACH:
            return
        last = int(self.tree.nodes["last"][row])
        bucket = self.buckets[last]
        held = np.bincount(bucket, at.mine, int(bucket[-1]) + 1).astype(np.float64)
        parts = quantize(average_strategy(self.tree, self.solver, row), held)
        self.found.append(_Node(row, " ".join(line), at.actor, parts, at.theirs, last))
        share = parts[:, bucket].astype(np.float64) / LEVELS
        for place, ((name, after), child) in enumerate(
            zip(self.tree.game.moves(at.state), self.tree.children(row), strict=True)
        ):
            self.visit(child, (*line, name), at.after(name, after, share[place]))


def quantize(mix: NDArray[np.float64], held: Reach) -> NDArray[np.uint8]:
    """Return the parts of `LEVELS` of each action, rows of `mix`, which add up to `LEVELS` for each class.

    What rounding takes from an action of one class is given to it in the next classes, so that the whole range plays
    each action as often as before. Classes that are not `held` have the last action.
    """
    parts = np.zeros(mix.shape, np.uint8)
    round_in_turn(mix * LEVELS, held, LEVELS, parts)
    return parts


def make_table(tree: PublicTree, solver: Solver) -> Table:
    """Return the table of a solved game; the header has the exploitability before and after quantizing.

    The strategies of the solver are quantized in place at the nodes of the table. Errors of costs are 0, see `cost_errors`, and
    every answer is given, see `mark_known`.
    """
    ranges = solver.setup.ranges
    before = solver.exploitability(CUT)
    value = float(ranges[0].astype(np.float64) @ solver.respond(0, best=False, cut=CUT))
    buckets = (no_buckets(), solver.setup.buckets)
    selection = _Selection(tree, solver, buckets)
    selection.visit(0, (), ranges_of(tree, solver))
    found = selection.found
    for node in found:
        begin = int(tree.nodes["offset"][node.row])
        solver.sums[begin : begin + node.parts.size] = node.parts.ravel()
    values, gained = action_values(tree, solver, [node.row for node in found], best=True)
    nodes = np.zeros((len(found), REASON + 1), np.int32)
    mixes, costs = [], []
    mix_at = cost_at = 0
    for place, (node, worth) in enumerate(zip(found, values, strict=True)):
        steps = cost_steps(costs_of(worth, node.theirs))
        nodes[place, :5] = (node.actor, len(steps), mix_at, cost_at, node.last)
        mixes.append(node.parts[:-1].ravel())
        costs.append(steps.ravel())
        mix_at += mixes[-1].size
        cost_at += steps.size
    header = {
        "spot": tree.game.name,
        "iterations": solver.iterations,
        "buckets": int(solver.setup.buckets[-1]) + 1,
        "value": round(value / BIG_BET, 5),
        "exploitability": round(before / BIG_BET, 5),
        "exploitability_quantized": round((gained - solver.setup.total) / 2 / BIG_BET, 5),
    }
    lines = {node.line: place for place, node in enumerate(found)}
    return Table(
        tree.game,
        header,
        lines,
        nodes,
        np.concatenate(mixes),
        np.concatenate(costs),
        np.stack(buckets),
        no_flags(len(nodes)),
    )


def action_values(
    tree: PublicTree, solver: Solver, rows: Sequence[int], *, best: bool
) -> tuple[list[Floats], float]:
    """Return the value of each action of the nodes `rows`, by class, times the reach of the opponent.

    The player follows with the best response to the opponent's average strategy, or with their own average strategy.
    The second result is what both players win together from the root on. Values are in the unit of the tree.
    """
    gained = 0.0
    result: list[Floats] = [np.zeros((0, 0), np.float32)] * len(rows)
    for player in (0, 1):
        places = [place for place, row in enumerate(rows) if tree.nodes["kind"][row] == player]
        counts = [int(tree.nodes["count"][rows[place]]) for place in places]
        starts = np.cumsum([0, *counts])
        marks = np.full(len(tree.nodes), -1, np.int32)
        marks[[rows[place] for place in places]] = starts[:-1]
        values = np.zeros((int(starts[-1]), CLASSES), np.float32)
        whole = solver.respond(player, best=best, cut=CUT, marks=marks, found=values)
        gained += float(solver.setup.ranges[player].astype(np.float64) @ whole)
        for place, start, count in zip(places, starts, counts, strict=False):
            result[place] = values[start : start + count]
    return result, gained


def costs_of(values: Floats, theirs: float) -> NDArray[np.float64]:
    """Return what each action loses against the best one in big bets, from its values times the opponent's reach."""
    exact = values.astype(np.float64)
    return np.asarray((exact.max(axis=0) - exact) / (theirs * BIG_BET))


def cost_steps(lost: NDArray[np.floating[Any]]) -> NDArray[np.uint8]:
    """Return costs in steps, each class as the difference from the one before it, which takes less space."""
    steps = np.minimum(np.rint(lost / COST_STEP), 255).astype(np.uint8)
    return np.asarray(np.diff(steps, axis=1, prepend=np.uint8(0)), np.uint8)
