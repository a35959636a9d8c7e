"""Rounds the strategies and costs of a solver to a table, and writes a table as the bytes of a file.

Nodes are selected by the reach of the quantized strategies, so that a look-up, which plays the line again, finds the
same reach. Costs are those of best responses to the quantized strategies: what an action loses against the best one
if the player continues as well as possible.
"""

import hashlib
import io
import json
import zipfile
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from badugi_hh.solve.action_costs import CUT, action_values, costs_of
from badugi_hh.solve.classes import CLASSES, no_buckets
from badugi_hh.solve.game import BIG_BET
from badugi_hh.solve.known import Flags
from badugi_hh.solve.player_ranges import Reach
from badugi_hh.solve.public_tree import PublicTree
from badugi_hh.solve.reached_nodes import ReachedNode, average_strategy, reached_nodes
from badugi_hh.solve.solved_table import (
    COST_STEP,
    FORMAT,
    HEADER,
    LEVELS,
    LINES,
    PIECE,
    REACH,
    REASON,
    Bytes,
    SolvedTable,
)
from badugi_hh.solve.solver import Solver

_SHARE = 0.01  # a smaller part of a strategy, in levels, is rounded to none
_WRITTEN = (2000, 1, 1, 0, 0, 0)  # the same table is the same file


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


def rounded_table(tree: PublicTree, solver: Solver) -> SolvedTable:
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
    return SolvedTable(
        tree.game,
        header,
        lines,
        nodes,
        np.concatenate(mixes),
        np.concatenate(costs),
        np.stack(buckets),
        pack_flags(np.zeros((len(nodes), CLASSES), np.bool_)),
    )


def _is_stored(node: ReachedNode) -> bool:
    return float(node.at.reach[0].sum() * node.at.reach[1].sum()) > REACH


def cost_steps(lost: NDArray[np.floating[Any]]) -> NDArray[np.uint8]:
    """Return costs in steps, each class as the difference from the one before it, which takes less space."""
    steps = np.minimum(np.rint(lost / COST_STEP), 255).astype(np.uint8)
    return np.asarray(np.diff(steps, axis=1, prepend=np.uint8(0)), np.uint8)


def pack_flags(flags: Flags) -> Bytes:
    """Return flags with a column for each class as `SolvedTable.unsure`."""
    return np.packbits(flags, axis=1)


def _pack(parts: Bytes) -> bytes:
    """Return numbers of four bits, two in a byte."""
    even = np.append(parts, np.uint8(0)) if len(parts) % 2 else parts
    return (even[::2] << 4 | even[1::2]).astype(np.uint8).tobytes()


def table_bytes(table: SolvedTable) -> bytes:
    """Return a table as a file; the same table gives the same bytes."""
    mix, cost = table.mix[:], table.cost[:]
    parts = {
        LINES: "\n".join(table.lines).encode(),
        "nodes": table.nodes.T.astype("<i4").tobytes(),
        **{f"mix-{at // PIECE}": _pack(mix[at : at + PIECE]) for at in range(0, len(mix), PIECE)},
        **{f"cost-{at // PIECE}": cost[at : at + PIECE].tobytes() for at in range(0, len(cost), PIECE)},
        "buckets": table.buckets.astype("<i2").tobytes(),
        "unsure": table.unsure.tobytes(),
    }
    header = {
        "format": FORMAT,
        "game": asdict(table.game),
        **table.header,
        "nodes": len(table.nodes),
        "parts": len(mix),
        "sha256": _hash(parts),
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in {HEADER: (json.dumps(header, indent=1) + "\n").encode(), **parts}.items():
            archive.writestr(zipfile.ZipInfo(name, _WRITTEN), data, zipfile.ZIP_DEFLATED, 9)
    return out.getvalue()


def _hash(parts: dict[str, bytes]) -> str:
    made = hashlib.sha256()
    for data in parts.values():
        made.update(data)
    return made.hexdigest()
