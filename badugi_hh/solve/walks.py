"""The two walks over a public tree: one that improves a strategy, and one that responds to it.

They are compiled by numba where it is installed, with the loops of `loops`; without it they run in Python, with the NumPy
functions of `vectors`, which is fast enough for a betting round. Each depth of the tree has seven vectors in `stack`.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from badugi_hh.solve.compiled import jit
from badugi_hh.solve.kernels import (
    add_to,
    average,
    finish,
    improve,
    mix_values,
    play,
    play_average,
    spread,
    total_of,
)
from badugi_hh.solve.loops import DRAW_ROW, REACH_ROW, VALUE_ROW, Draw, Floats

_CHANCE, _FIXED = 2, 3  # see `public_tree`


@jit
def walk(
    node: int,
    player: int,
    step: Floats,
    nodes: Any,
    draw: Draw,
    matrices: Floats,
    regrets: Floats,
    sums: Floats,
    stack: Floats,
    depth: int,
    reach: Floats,
    out: Floats,
) -> None:
    """Set `out` to the values of the player's classes at a node, and improve the player's strategy below it.

    `reach` is the opponent's; what the opponent plays is added to the summed strategy. Actions that the opponent takes
    with less than `step[3]` are left out. `step` also has the weights of earlier positive and negative regrets, and of
    this strategy.
    """
    kind = nodes[node]["kind"]
    if kind >= _FIXED:
        finish(nodes, node, player, matrices, reach, out)
        return
    count = int(nodes[node]["count"])
    mine = stack[depth]
    size = len(out)
    child = node + 1
    if kind == player:
        for a in range(count):
            enters = nodes[child]["enters"]
            value = mine[a, :size]
            if enters < 0:
                if nodes[child]["kind"] >= _FIXED:
                    finish(nodes, child, player, matrices, reach, value)
                else:
                    walk(
                        child,
                        player,
                        step,
                        nodes,
                        draw,
                        matrices,
                        regrets,
                        sums,
                        stack,
                        depth + 1,
                        reach,
                        value,
                    )
            else:
                after = mine[VALUE_ROW, : draw.after[enters]]
                walk(
                    child, player, step, nodes, draw, matrices, regrets, sums, stack, depth + 1, reach, after
                )
                average(draw, enters, after, mine[DRAW_ROW], value)
            child = nodes[child]["end"]
        begin = int(nodes[node]["offset"])
        improve(regrets[begin : begin + count * size], mine, size, count, step[0], step[1], out)
        return
    out[:] = 0
    value = mine[VALUE_ROW, :size]
    other = len(reach)
    if kind != _CHANCE:
        begin = int(nodes[node]["offset"])
        play(regrets[begin : begin + count * other], other, count, reach, mine)
        add_to(sums[begin : begin + count * other], other, count, step[2], mine)
    for a in range(count):
        follows = reach if kind == _CHANCE else mine[a, :other]
        enters = nodes[child]["enters"]
        if total_of(follows) > step[3]:
            if enters >= 0:
                before = follows
                follows = mine[REACH_ROW, : draw.after[enters]]
                spread(draw, enters, before, mine[DRAW_ROW], follows)
            if nodes[child]["kind"] >= _FIXED:
                finish(nodes, child, player, matrices, follows, value)
            else:
                walk(
                    child,
                    player,
                    step,
                    nodes,
                    draw,
                    matrices,
                    regrets,
                    sums,
                    stack,
                    depth + 1,
                    follows,
                    value,
                )
            out += value
        child = nodes[child]["end"]


@jit
def respond(
    node: int,
    player: int,
    first: int,
    cut: np.float32,
    nodes: Any,
    draw: Draw,
    buckets: NDArray[np.int32],
    sizes: NDArray[np.int32],
    matrices: Floats,
    sums: Floats,
    marks: NDArray[np.int32],
    found: Floats,
    stack: Floats,
    depth: int,
    reach: Floats,
    out: Floats,
) -> None:
    """Set `out` to the values of the player's classes at a node against the opponent's average strategy.

    The player plays their own average strategy in the rows before `first`, and the best response from it on. `buckets` has a row for the nodes before
    the last betting round and one for those in it, `sizes` their numbers of buckets. The values of the actions of the
    player's nodes with a mark are written to `found`, from row `marks[node]` on.
    """
    kind = nodes[node]["kind"]
    if kind >= _FIXED:
        finish(nodes, node, player, matrices, reach, out)
        return
    count = int(nodes[node]["count"])
    last = int(nodes[node]["last"])
    mine = stack[depth]
    size = len(out)
    child = node + 1
    if kind == player:
        for a in range(count):
            enters = nodes[child]["enters"]
            value = mine[a, :size]
            if enters < 0:
                respond(
                    child, player, first, cut, nodes, draw, buckets, sizes, matrices, sums, marks, found, stack, depth + 1, reach, value
                )  # fmt: skip
            else:
                after = mine[VALUE_ROW, : draw.after[enters]]
                respond(
                    child, player, first, cut, nodes, draw, buckets, sizes, matrices, sums, marks, found, stack, depth + 1, reach, after
                )  # fmt: skip
                average(draw, enters, after, mine[DRAW_ROW], value)
            child = nodes[child]["end"]
        if len(marks) and marks[node] >= 0:
            for a in range(count):
                found[marks[node] + a, :size] = mine[a, :size]
        if node >= first:
            out[:] = mine[0, :size]
            for a in range(1, count):
                out[:] = np.maximum(out, mine[a, :size])
        else:
            begin = int(nodes[node]["offset"])
            mix_values(
                sums[begin : begin + count * sizes[last]], sizes[last], count, buckets[last], mine, out
            )
        return
    out[:] = 0
    value = mine[VALUE_ROW, :size]
    other = len(reach)
    if kind != _CHANCE:
        begin = int(nodes[node]["offset"])
        play_average(
            sums[begin : begin + count * sizes[last]], sizes[last], count, buckets[last], reach, mine
        )
    for a in range(count):
        follows = reach if kind == _CHANCE else mine[a, :other]
        enters = nodes[child]["enters"]
        if total_of(follows) > cut:
            if enters >= 0:
                before = follows
                follows = mine[REACH_ROW, : draw.after[enters]]
                spread(draw, enters, before, mine[DRAW_ROW], follows)
            respond(
                child, player, first, cut, nodes, draw, buckets, sizes, matrices, sums, marks, found, stack, depth + 1, follows, value
            )  # fmt: skip
            out += value
        child = nodes[child]["end"]
