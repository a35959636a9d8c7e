"""The inner loops of a solver over vectors of classes, and its two walks over a public tree.

The loops are compiled by numba. They know arrays only: a tree of `public_tree.NODE` rows, the flat arrays of
`transitions.Draws` as `Draw`, and two float32 arrays of regrets and of summed strategies. Nothing is allocated: each
depth of the tree has seven vectors in `stack`, of which the first four are those of the actions, then the opponent's
reach after an action, a value before a draw, and the rows of a draw.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from badugi_hh.solve.compiled import jit

Floats = NDArray[np.float32]
VECTORS = 7
_REACH, _VALUE, _ROWS = 4, 5, 6
_CHANCE, _FIXED, _SHOWDOWN = 2, 3, 4  # see `public_tree`


class Draw(NamedTuple):
    """The fields of `transitions.Draws`, and by draw the number of cards and of classes after it.

    A draw with a `slot` from 0 on has its chances as a matrix in `dense`, which is faster where it leads to few buckets.
    """

    rows: NDArray[np.int32]
    first: NDArray[np.int64]
    begin: NDArray[np.int64]
    to: NDArray[np.int32]
    chance: Floats
    swap: Floats
    row_of: NDArray[np.int32]
    kept: NDArray[np.int32]
    bucket: NDArray[np.int32]
    drawn: NDArray[np.int32]
    after: NDArray[np.int32]
    slot: NDArray[np.int32]
    dense: NDArray[np.float32]


@jit
def spread(draw: Draw, number: int, reach: Floats, rows: Floats, out: Floats) -> None:
    """Set `out` to the probabilities of the classes after a draw, from those before it."""
    out[:] = 0
    drawn = draw.drawn[number]
    if drawn == 0:
        for c in range(len(reach)):
            out[draw.bucket[c]] += reach[c]
        return
    count = draw.rows[number]
    for r in range(count):
        rows[r] = 0
    row_of = draw.row_of[drawn]
    for c in range(len(reach)):
        rows[row_of[c]] += reach[c]
    first = draw.first[number]
    slot = draw.slot[number]
    for r in range(count):
        amount = rows[r]
        if amount == 0:
            continue
        if slot >= 0:
            row = draw.dense[slot, r]
            for b in range(len(out)):
                out[b] += amount * row[b]
        else:
            for e in range(draw.begin[first + r], draw.begin[first + r + 1]):
                out[draw.to[e]] += draw.chance[e] * amount
    swap = draw.swap[number]
    if swap > 0:
        river = len(out) < len(reach)
        for c in range(len(draw.kept)):
            amount = swap * reach[c]
            to = draw.kept[c]
            if river:
                out[draw.bucket[c]] -= amount
                out[draw.bucket[to]] += amount
            else:
                out[c] -= amount
                out[to] += amount


@jit
def average(draw: Draw, number: int, after: Floats, rows: Floats, out: Floats) -> None:
    """Set `out` to the values of the classes before a draw, from those after it."""
    drawn = draw.drawn[number]
    if drawn == 0:
        for c in range(len(out)):
            out[c] = after[draw.bucket[c]]
        return
    first = draw.first[number]
    slot = draw.slot[number]
    for r in range(draw.rows[number]):
        total = np.float32(0)
        if slot >= 0:
            row = draw.dense[slot, r]
            for b in range(len(after)):
                total += row[b] * after[b]
        else:
            for e in range(draw.begin[first + r], draw.begin[first + r + 1]):
                total += draw.chance[e] * after[draw.to[e]]
        rows[r] = total
    row_of = draw.row_of[drawn]
    for c in range(len(out)):
        out[c] = rows[row_of[c]]
    swap = draw.swap[number]
    if swap > 0:
        river = len(after) < len(out)
        for c in range(len(draw.kept)):
            to = draw.kept[c]
            if river:
                out[c] += swap * (after[draw.bucket[to]] - after[draw.bucket[c]])
            else:
                out[c] += swap * (after[to] - after[c])


@jit
def finish(nodes: Any, node: int, player: int, matrices: Floats, reach: Floats, out: Floats) -> None:
    """Set `out` to the values of the player's classes at the end of the hand, by the opponent's reach."""
    kind = nodes[node]["kind"]
    win, lose = nodes[node]["win"][player], nodes[node]["lose"][player]
    size = len(out)
    if kind == _FIXED:
        total = np.float32(0)
        for c in range(len(reach)):
            total += reach[c]
        total *= win
        for c in range(size):
            out[c] = total
    elif kind == _SHOWDOWN:
        # The better classes and half of the own one; the rest of the reach is worse.
        better = np.float32(0)
        for c in range(size):
            half = np.float32(0.5) * reach[c]
            out[c] = better + half
            better += reach[c]
        most = win * better
        step = lose - win
        for c in range(size):
            out[c] = most + step * out[c]
    else:
        matrix = matrices[player, nodes[node]["offset"]]
        for c in range(size):
            total = np.float32(0)
            for d in range(len(reach)):
                total += matrix[c, d] * reach[d]
            out[c] = total


@jit
def improve(
    regrets: Floats, mine: Floats, size: int, count: int, gain: float, loss: float, out: Floats
) -> None:
    """Set `out` to the values of the current strategy, and add the regrets of the actions.

    Earlier regrets are multiplied by `gain` where positive and by `loss` where negative. `regrets` are `count` blocks of
    `size` classes; the first rows of `mine` are the values of the actions.
    """
    total, plain = mine[_ROWS], mine[_REACH]
    zero = np.float32(0)
    for c in range(size):
        total[c] = zero
        plain[c] = zero
        out[c] = zero
    for a in range(count):
        block, value = regrets[a * size : (a + 1) * size], mine[a]
        for c in range(size):
            regret = max(zero, block[c])
            total[c] += regret
            out[c] += regret * value[c]
            plain[c] += value[c]
    each = np.float32(1) / np.float32(count)
    for c in range(size):
        out[c] = out[c] / total[c] if total[c] > zero else plain[c] * each
    for a in range(count):
        block, value = regrets[a * size : (a + 1) * size], mine[a]
        for c in range(size):
            block[c] = block[c] * (gain if block[c] > zero else loss) + value[c] - out[c]


@jit
def play(regrets: Floats, size: int, count: int, reach: Floats, mine: Floats) -> None:
    """Set the first rows of `mine` to `reach` times the current strategy, which is proportional to positive regrets."""
    share, even = mine[_ROWS], mine[_REACH]
    zero = np.float32(0)
    for c in range(size):
        share[c] = zero
    for a in range(count):
        block = regrets[a * size : (a + 1) * size]
        for c in range(size):
            share[c] += max(zero, block[c])
    each = np.float32(1) / np.float32(count)
    for c in range(size):
        even[c] = zero if share[c] > zero else reach[c] * each
        share[c] = reach[c] / share[c] if share[c] > zero else zero
    for a in range(count):
        block, row = regrets[a * size : (a + 1) * size], mine[a]
        for c in range(size):
            row[c] = share[c] * (max(zero, block[c])) + even[c]


@jit
def play_average(
    sums: Floats, size: int, count: int, bucket: NDArray[np.int32], reach: Floats, mine: Floats
) -> None:
    """Set the first rows of `mine` to `reach` times the average strategy; class c plays as the summed `bucket[c]`."""
    total = mine[_ROWS]
    zero = np.float32(0)
    each = np.float32(1) / np.float32(count)
    for c in range(len(reach)):
        total[c] = zero
    for a in range(count):
        block = sums[a * size : (a + 1) * size]
        for c in range(len(reach)):
            total[c] += block[bucket[c]]
    for a in range(count):
        block, row = sums[a * size : (a + 1) * size], mine[a]
        for c in range(len(reach)):
            row[c] = reach[c] * (block[bucket[c]] / total[c] if total[c] > zero else each)


@jit
def add_to(sums: Floats, size: int, count: int, weight: float, played: Floats) -> None:
    """Add the played actions to the summed strategy."""
    for a in range(count):
        block = sums[a * size : (a + 1) * size]
        row = played[a]
        for c in range(size):
            block[c] += weight * row[c]


@jit
def total_of(vector: Floats) -> np.float32:
    """Return the sum of a vector."""
    total = np.float32(0)
    for c in range(len(vector)):
        total += vector[c]
    return total


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
    count = nodes[node]["count"]
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
                after = mine[_VALUE, : draw.after[enters]]
                walk(
                    child, player, step, nodes, draw, matrices, regrets, sums, stack, depth + 1, reach, after
                )
                average(draw, enters, after, mine[_ROWS], value)
            child = nodes[child]["end"]
        begin = nodes[node]["offset"]
        improve(regrets[begin : begin + count * size], mine, size, count, step[0], step[1], out)
        return
    out[:] = 0
    value = mine[_VALUE, :size]
    other = len(reach)
    if kind != _CHANCE:
        begin = nodes[node]["offset"]
        play(regrets[begin : begin + count * other], other, count, reach, mine)
        add_to(sums[begin : begin + count * other], other, count, step[2], mine)
    for a in range(count):
        follows = reach if kind == _CHANCE else mine[a, :other]
        enters = nodes[child]["enters"]
        if total_of(follows) > step[3]:
            if enters >= 0:
                before = follows
                follows = mine[_REACH, : draw.after[enters]]
                spread(draw, enters, before, mine[_ROWS], follows)
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
            for c in range(size):
                out[c] += value[c]
        child = nodes[child]["end"]


@jit
def respond(
    node: int,
    player: int,
    best: bool,
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

    The player plays the `best` response, or else their own average strategy. `buckets` has a row for the nodes before
    the last betting round and one for those in it, `sizes` their numbers of buckets. The values of the actions of the
    player's nodes with a mark are written to `found`, from row `marks[node]` on.
    """
    kind = nodes[node]["kind"]
    if kind >= _FIXED:
        finish(nodes, node, player, matrices, reach, out)
        return
    count = nodes[node]["count"]
    last = nodes[node]["last"]
    mine = stack[depth]
    size = len(out)
    child = node + 1
    if kind == player:
        for a in range(count):
            enters = nodes[child]["enters"]
            value = mine[a, :size]
            if enters < 0:
                respond(
                    child, player, best, cut, nodes, draw, buckets, sizes, matrices, sums, marks, found, stack, depth + 1, reach, value
                )  # fmt: skip
            else:
                after = mine[_VALUE, : draw.after[enters]]
                respond(
                    child, player, best, cut, nodes, draw, buckets, sizes, matrices, sums, marks, found, stack, depth + 1, reach, after
                )  # fmt: skip
                average(draw, enters, after, mine[_ROWS], value)
            child = nodes[child]["end"]
        if len(marks) and marks[node] >= 0:
            for a in range(count):
                found[marks[node] + a, :size] = mine[a, :size]
        if best:
            for c in range(size):
                highest = mine[0, c]
                for a in range(1, count):
                    highest = max(highest, mine[a, c])
                out[c] = highest
        else:
            begin = nodes[node]["offset"]
            blocks = sums[begin : begin + count * sizes[last]]
            for c in range(size):
                b = buckets[last, c]
                total = np.float32(0)
                mixed = np.float32(0)
                plain = np.float32(0)
                for a in range(count):
                    total += blocks[a * sizes[last] + b]
                    mixed += blocks[a * sizes[last] + b] * mine[a, c]
                    plain += mine[a, c]
                out[c] = mixed / total if total > 0 else plain / np.float32(count)
        return
    out[:] = 0
    value = mine[_VALUE, :size]
    other = len(reach)
    if kind != _CHANCE:
        begin = nodes[node]["offset"]
        play_average(
            sums[begin : begin + count * sizes[last]], sizes[last], count, buckets[last], reach, mine
        )
    for a in range(count):
        follows = reach if kind == _CHANCE else mine[a, :other]
        enters = nodes[child]["enters"]
        if total_of(follows) > cut:
            if enters >= 0:
                before = follows
                follows = mine[_REACH, : draw.after[enters]]
                spread(draw, enters, before, mine[_ROWS], follows)
            respond(
                child, player, best, cut, nodes, draw, buckets, sizes, matrices, sums, marks, found, stack, depth + 1, follows, value
            )  # fmt: skip
            for c in range(size):
                out[c] += value[c]
        child = nodes[child]["end"]


@jit
def round_in_turn(
    exact: NDArray[np.float64], held: NDArray[np.float64], levels: int, parts: NDArray[np.uint8]
) -> None:
    """Set `parts` to whole numbers near `exact`, a row for each action, that add up to `levels` in each column.

    What an action lost by rounding, weighted by `held`, is carried to the next columns in which it has a share. Columns
    that are not held have the last action.
    """
    count, size = exact.shape
    owed = np.zeros(count)
    wanted = np.zeros(count)
    for c in range(size):
        if held[c] <= 0:
            parts[count - 1, c] = levels
            continue
        left = levels
        for a in range(count):
            share = exact[a, c]
            if 0.01 < share < levels - 0.01:
                share += min(max(owed[a] / held[c], -0.99), 0.99)
            wanted[a] = max(share, 0.0)
            parts[a, c] = int(wanted[a] + 1e-6)
            left -= int(parts[a, c])
        while left > 0:
            best = 0
            for a in range(1, count):
                if wanted[a] - parts[a, c] > wanted[best] - parts[best, c]:
                    best = a
            parts[best, c] += 1
            left -= 1
        while left < 0:
            worst = -1
            for a in range(count):
                if parts[a, c] > 0 and (
                    worst < 0 or wanted[a] - parts[a, c] < wanted[worst] - parts[worst, c]
                ):
                    worst = a
            parts[worst, c] -= 1
            left += 1
        for a in range(count):
            owed[a] += held[c] * (exact[a, c] - parts[a, c])
