"""The inner loops of a solver over vectors of classes, compiled by numba.

They know arrays only: a tree of `public_tree.NODE` rows, the flat arrays of `transitions.Draws` as `Draw`, and float32
arrays of regrets and of summed strategies. `mine` are the seven vectors of a node, of which the first four are those of
its actions; the others are for the opponent's reach after an action, a value before a draw, and the rows of a draw.
Nothing is allocated. `vectors` has the same functions for NumPy.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from badugi_hh.solve.compiled import jit

Floats = NDArray[np.float32]
VECTORS = 7
REACH_ROW, VALUE_ROW, DRAW_ROW = 4, 5, 6
_FIXED, _SHOWDOWN = 3, 4  # see `public_tree`
_SHARE = 0.01  # a smaller part of a strategy is rounded to none


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
    total, plain = mine[DRAW_ROW], mine[REACH_ROW]
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
    share, even = mine[DRAW_ROW], mine[REACH_ROW]
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
    total = mine[DRAW_ROW]
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
def mix_values(
    sums: Floats, size: int, count: int, bucket: NDArray[np.int32], mine: Floats, out: Floats
) -> None:
    """Set `out` to the first rows of `mine` mixed by the average strategy; class c plays as the summed `bucket[c]`."""
    each = np.float32(1) / np.float32(count)
    for c in range(len(out)):
        total = np.float32(0)
        mixed = np.float32(0)
        plain = np.float32(0)
        for a in range(count):
            share = sums[a * size + bucket[c]]
            total += share
            mixed += share * mine[a, c]
            plain += mine[a, c]
        out[c] = mixed / total if total > 0 else plain * each


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
def round_in_turn(
    exact: NDArray[np.float64], held: NDArray[np.float64], levels: int, parts: NDArray[np.uint8]
) -> None:
    """Set `parts` to whole numbers near `exact`, a row for each action, that add up to `levels` in each column.

    What an action lost by rounding, weighted by `held`, is carried to the next columns in which it has a share; it gets
    nothing in the others. Columns that are not held have the last action.
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
            if _SHARE < share < levels - _SHARE:
                share += min(max(owed[a] / held[c], -0.99), 0.99)
            wanted[a] = max(share, 0.0) if exact[a, c] > _SHARE else 0.0
            parts[a, c] = int(wanted[a] + 1e-6)
            left -= int(parts[a, c])
        while left > 0:
            best = -1
            for a in range(count):
                if exact[a, c] > _SHARE and (
                    best < 0 or wanted[a] - parts[a, c] > wanted[best] - parts[best, c]
                ):
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
