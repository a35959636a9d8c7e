"""Makes the table of a solver: selects the nodes, and quantizes strategies and costs.

Nodes are selected by the reach of the quantized strategies, so that a look-up, which plays the line again, finds the
same reach. Costs are those of best responses to the quantized strategies: what an action loses against the best one
if the player continues as well as possible.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from badugi_hh.solve.classes import CLASSES, Buckets, no_buckets
from badugi_hh.solve.game import BIG_BET, Spot
from badugi_hh.solve.loops import round_in_turn
from badugi_hh.solve.public_tree import PublicTree
from badugi_hh.solve.solved_table import COST_STEP, ERROR_STEP, LEVELS, REACH, Table, without_rare
from badugi_hh.solve.solver import Solver
from badugi_hh.solve.transitions import after_draw_of

CUT = 1e-9
"""What the opponent plays with at most this probability is left out of best responses: worth less than 0.0001 big bets."""

Reach = NDArray[np.float64]


@dataclass(slots=True)
class _Node:
    row: int
    line: str
    spot: Spot
    parts: NDArray[np.uint8]
    mine: Reach
    theirs: float
    last: int


@dataclass(slots=True)
class _Selection:
    """The selected nodes in depth-first order."""

    tree: PublicTree
    solver: Solver
    buckets: tuple[Buckets, Buckets]
    found: list[_Node] = field(default_factory=list)

    def visit(self, row: int, spot: Spot, line: tuple[str, ...], reach: tuple[Reach, Reach]) -> None:
        """Add a node and those below it that are reached often enough."""
        if spot.actor is None or reach[0].sum() * reach[1].sum() <= REACH:
            return
        actor, nodes = spot.actor, self.tree.nodes
        last, count = int(nodes["last"][row]), int(nodes["count"][row])
        bucket = self.buckets[last]
        mine = without_rare(reach[actor])
        held = np.bincount(bucket, mine, int(bucket[-1]) + 1).astype(np.float64)
        parts = quantize(self._average(row, count, last), held)
        self.found.append(_Node(row, " ".join(line), spot, parts, mine, float(reach[1 - actor].sum()), last))
        share = parts[:, bucket].astype(np.float64) / LEVELS
        for place, ((name, after), child) in enumerate(
            zip(self.tree.game.moves(spot), self.tree.children(row), strict=True)
        ):
            played = mine * share[place]
            if spot.drawing:
                played = after_draw_of(played, int(name), sum(spot.drawn[actor]))
            new = (played, reach[1]) if actor == 0 else (reach[0], played)
            self.visit(child, after, (*line, name), new)

    def _average(self, row: int, count: int, last: int) -> NDArray[np.float64]:
        """Return the average strategy of a node by bucket."""
        begin, size = int(self.tree.nodes["offset"][row]), int(self.buckets[last][-1]) + 1
        sums = self.solver.sums[begin : begin + count * size].reshape(count, size)
        total = sums.sum(axis=0)
        return np.where(total > 0, sums / np.where(total > 0, total, 1), 1 / count).astype(np.float64)


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

    The strategies of the solver are quantized in place at the nodes of the table.
    """
    ranges = solver.problem.ranges
    before = solver.exploitability(CUT)
    value = float(ranges[0].astype(np.float64) @ solver.respond(0, best=False, cut=CUT))
    buckets = (no_buckets(), solver.problem.buckets)
    selection = _Selection(tree, solver, buckets)
    selection.visit(0, tree.start, (), (ranges[0].astype(np.float64), ranges[1].astype(np.float64)))
    found = selection.found
    for node in found:
        begin = int(tree.nodes["offset"][node.row])
        solver.sums[begin : begin + node.parts.size] = node.parts.ravel()
    maps = np.stack(buckets)
    rows, gained = _costs(tree, solver, found)
    nodes = np.zeros((len(found), 6), np.int32)
    mixes, costs = [], []
    mix_at = cost_at = 0
    for place, (node, lost) in enumerate(zip(found, rows, strict=True)):
        actor = node.spot.actor or 0
        share = node.parts[:, maps[node.last]].astype(np.float64) / LEVELS
        error = (node.mine * (share * lost).sum(axis=0)).sum() / node.mine.sum()
        steps = _steps(lost)
        nodes[place] = (actor, len(share), mix_at, cost_at, node.last, round(error / ERROR_STEP))
        mixes.append(node.parts[:-1].ravel())
        costs.append(steps.ravel())
        mix_at += mixes[-1].size
        cost_at += steps.size
    header = {
        "spot": tree.game.name,
        "iterations": solver.iterations,
        "buckets": int(solver.problem.buckets[-1]) + 1,
        "value": round(value / BIG_BET, 5),
        "exploitability": round(before / BIG_BET, 5),
        "exploitability_quantized": round((gained - solver.problem.total) / 2 / BIG_BET, 5),
    }
    lines = {node.line: place for place, node in enumerate(found)}
    return Table(tree.game, header, lines, nodes, np.concatenate(mixes), np.concatenate(costs), maps)


def _costs(tree: PublicTree, solver: Solver, found: list[_Node]) -> tuple[list[NDArray[np.float64]], float]:
    """Return what each action of each node loses against the best, in big bets, by class.

    The second result is what best responses win from both seats together, in the unit of the tree.
    """
    gained = 0.0
    result: list[NDArray[np.float64]] = [np.zeros((0, 0))] * len(found)
    for player in (0, 1):
        places = [place for place, node in enumerate(found) if node.spot.actor == player]
        counts = [len(found[place].parts) for place in places]
        starts = np.cumsum([0, *counts])
        marks = np.full(len(tree.nodes), -1, np.int32)
        marks[[found[place].row for place in places]] = starts[:-1]
        values = np.zeros((int(starts[-1]), CLASSES), np.float32)
        best = solver.respond(player, cut=CUT, marks=marks, found=values)
        gained += float(solver.problem.ranges[player].astype(np.float64) @ best)
        for place, start, count in zip(places, starts, counts, strict=False):
            block = values[start : start + count].astype(np.float64)
            result[place] = (block.max(axis=0) - block) / (found[place].theirs * BIG_BET)
    return result, gained


def _steps(lost: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Return costs in steps, each class as the difference from the one before it, which takes less space."""
    steps = np.minimum(np.rint(lost / COST_STEP), 255).astype(np.uint8)
    return np.diff(steps, axis=1, prepend=np.uint8(0))
