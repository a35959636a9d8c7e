"""Makes the table of a solver: selects the nodes, and quantizes strategies and costs.

Nodes are selected by the reach of the quantized strategies, so that a look-up, which plays the line again, finds the
same reach. Costs are those of best responses to the quantized strategies: what an action loses against the best one
if the player continues as well as possible.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from badugi_hh.solve.classes import CLASSES, no_buckets
from badugi_hh.solve.game import BIG_BET
from badugi_hh.solve.player_ranges import Reach
from badugi_hh.solve.public_tree import PublicTree
from badugi_hh.solve.reached_nodes import ReachedNode, average_strategy, reached_nodes
from badugi_hh.solve.solved_table import (
    COST_STEP,
    LEVELS,
    REACH,
    REASON,
    Table,
    no_flags,
)
from badugi_hh.solve.solver import Solver
from badugi_hh.solve.walks import Floats

CUT = 1e-9
"""What the opponent plays with at most this probability is left out of best responses: worth less than 0.0001 big bets."""
_SHARE = 0.01  # a smaller part of a strategy, in levels, is rounded to none


def quantize(mix: NDArray[np.float64], held: Reach) -> NDArray[np.uint8]:
    """Return the parts of `LEVELS` of each action, rows of `mix`, which add up to `LEVELS` for each class.

    What rounding takes from an action of one class is given to it in the next classes, so that the whole range plays
    each action as often as before. Classes that are not `held` have the last action.
    """
    parts = np.zeros(mix.shape, np.uint8)
    parts[-1] = LEVELS
    owed = [0.0] * len(mix)
    exact, weights = (mix * LEVELS).T.tolist(), held.tolist()
    for place in np.flatnonzero(held > 0).tolist():
        rounded = _rounded(exact[place], [debt / weights[place] for debt in owed])
        parts[:, place] = rounded
        for action, (share, part) in enumerate(zip(exact[place], rounded, strict=True)):
            owed[action] += weights[place] * (share - part)
    return parts


def _rounded(exact: Sequence[float], owed: Sequence[float]) -> list[int]:
    """Return whole numbers near `exact` and what is owed, which add up to `LEVELS`; actions without a share get nothing."""
    wanted = [
        0.0
        if share <= _SHARE
        else max(share + min(max(debt, -0.99), 0.99), 0.0)
        if share < LEVELS - _SHARE
        else share
        for share, debt in zip(exact, owed, strict=True)
    ]
    parts = [int(share + 1e-6) for share in wanted]
    while sum(parts) < LEVELS:
        most = max(
            (place for place, share in enumerate(exact) if share > _SHARE),
            key=lambda place: wanted[place] - parts[place],
        )
        parts[most] += 1
    while sum(parts) > LEVELS:
        least = min(
            (place for place, part in enumerate(parts) if part),
            key=lambda place: wanted[place] - parts[place],
        )
        parts[least] -= 1
    return parts


def make_table(tree: PublicTree, solver: Solver) -> Table:
    """Return the table of a solved game; the header has the exploitability before and after quantizing.

    The strategies of the solver are quantized in place at the nodes of the table. Errors of costs are 0, see `cost_errors`, and
    every answer is given, see `finish_table`.
    """
    before = solver.exploitability(CUT)
    value = solver.value(0, best=False, cut=CUT)
    buckets = (no_buckets(), solver.setup.buckets)
    stored: list[ReachedNode] = []
    quantized: list[NDArray[np.uint8]] = []
    for node in reached_nodes(tree, solver, _is_stored):
        bucket = buckets[tree.nodes["last"][node.row]]
        held = np.bincount(bucket, node.at.mine, int(bucket[-1]) + 1).astype(np.float64)
        stored.append(node)
        quantized.append(quantize(average_strategy(solver, node.row), held))
        begin = int(tree.nodes["offset"][node.row])
        solver.sums[begin : begin + quantized[-1].size] = quantized[-1].ravel()
    values, gained = action_values(tree, solver, [node.row for node in stored], best=True)
    nodes = np.zeros((len(stored), REASON + 1), np.int32)
    mixes, costs = [], []
    mix_at = cost_at = 0
    for place, (node, parts) in enumerate(zip(stored, quantized, strict=True)):
        steps = cost_steps(costs_of(values[node.row], node.at.theirs))
        nodes[place, :5] = (node.at.actor, len(steps), mix_at, cost_at, tree.nodes["last"][node.row])
        mixes.append(parts[:-1].ravel())
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
    lines = {node.line: place for place, node in enumerate(stored)}
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


def _is_stored(node: ReachedNode) -> bool:
    return float(node.at.reach[0].sum() * node.at.reach[1].sum()) > REACH


def action_values(
    tree: PublicTree, solver: Solver, rows: Sequence[int], *, best: bool, cut: float = CUT
) -> tuple[dict[int, Floats], float]:
    """Return the value of each action of the nodes `rows`, by row and class, times the reach of the opponent.

    The player follows with the best response to the opponent's average strategy, or with their own average strategy.
    Actions that the opponent takes with at most the probability `cut` are left out. The second result is what both players win together from the root on. Values are in the unit of the tree.
    """
    gained = 0.0
    result = {row: np.zeros((int(tree.nodes["count"][row]), CLASSES), np.float32) for row in rows}
    for player in (0, 1):
        wanted = [row for row in rows if tree.nodes["kind"][row] == player]
        whole, values = solver.respond(player, best=best, cut=cut, wanted=wanted)
        gained += float(solver.setup.ranges[player].astype(np.float64) @ whole)
        result |= values
    return result, gained


def costs_of(values: Floats, theirs: float) -> NDArray[np.float64]:
    """Return what each action loses against the best one in big bets, from its values times the opponent's reach."""
    exact = values.astype(np.float64)
    return np.asarray((exact.max(axis=0) - exact) / (theirs * BIG_BET))


def cost_steps(lost: NDArray[np.floating[Any]]) -> NDArray[np.uint8]:
    """Return costs in steps, each class as the difference from the one before it, which takes less space."""
    steps = np.minimum(np.rint(lost / COST_STEP), 255).astype(np.uint8)
    return np.asarray(np.diff(steps, axis=1, prepend=np.uint8(0)), np.uint8)
