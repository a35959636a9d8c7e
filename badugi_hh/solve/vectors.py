"""The functions of `loops` with NumPy, for walks without numba; the documentation of each is there."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from badugi_hh.solve.loops import Draw, Floats

_FIXED, _SHOWDOWN = 3, 4  # see `public_tree`
_Buckets = NDArray[np.int32]


def _entries(draw: Draw, number: int) -> tuple[slice, NDArray[np.int64]]:
    """Return the entries of a draw, and the row of each."""
    first, rows = draw.first[number], draw.rows[number]
    begin = draw.begin[first : first + rows + 1]
    return slice(int(begin[0]), int(begin[-1])), np.repeat(np.arange(rows), np.diff(begin))


def spread(draw: Draw, number: int, reach: Floats, rows: Floats, out: Floats) -> None:  # noqa: ARG001
    """Set `out` to the probabilities of the classes after a draw, from those before it."""
    drawn = draw.drawn[number]
    if drawn == 0:
        out[:] = np.bincount(draw.bucket, reach, len(out))
        return
    gathered = np.bincount(draw.row_of[drawn], reach, draw.rows[number])
    entries, row = _entries(draw, number)
    out[:] = np.bincount(draw.to[entries], draw.chance[entries] * gathered[row], len(out))
    swap = draw.swap[number]
    if swap > 0:
        bucket = draw.bucket if len(out) < len(reach) else np.arange(len(reach))
        moved = swap * reach[: len(draw.kept)]
        out -= np.bincount(bucket[: len(moved)], moved, len(out)).astype(np.float32)
        out += np.bincount(bucket[draw.kept], moved, len(out)).astype(np.float32)


def average(draw: Draw, number: int, after: Floats, rows: Floats, out: Floats) -> None:  # noqa: ARG001
    """Set `out` to the values of the classes before a draw, from those after it."""
    drawn = draw.drawn[number]
    if drawn == 0:
        out[:] = after[draw.bucket]
        return
    entries, row = _entries(draw, number)
    totals = np.bincount(row, draw.chance[entries] * after[draw.to[entries]], draw.rows[number])
    out[:] = totals[draw.row_of[drawn]]
    swap = draw.swap[number]
    if swap > 0:
        bucket = draw.bucket if len(after) < len(out) else np.arange(len(out))
        badugis = len(draw.kept)
        out[:badugis] += swap * (after[bucket[draw.kept]] - after[bucket[:badugis]])


def finish(nodes: Any, node: int, player: int, matrices: Floats, reach: Floats, out: Floats) -> None:
    """Set `out` to the values of the player's classes at the end of the hand, by the opponent's reach."""
    kind = nodes[node]["kind"]
    win, lose = nodes[node]["win"][player], nodes[node]["lose"][player]
    if kind == _FIXED:
        out[:] = win * reach.sum()
    elif kind == _SHOWDOWN:
        up_to = np.cumsum(reach)
        out[:] = win * up_to[-1] + (lose - win) * (up_to - reach / 2)
    else:
        out[:] = matrices[player, nodes[node]["offset"]] @ reach


def improve(
    regrets: Floats, mine: Floats, size: int, count: int, gain: float, loss: float, out: Floats
) -> None:
    """Set `out` to the values of the current strategy, and add the regrets of the actions."""
    blocks, values = regrets.reshape(count, size), mine[:count, :size]
    out[:] = (_shares(blocks) * values).sum(axis=0)
    blocks *= np.where(blocks > 0, gain, loss)
    blocks += values - out


def play(regrets: Floats, size: int, count: int, reach: Floats, mine: Floats) -> None:
    """Set the first rows of `mine` to `reach` times the current strategy, which is proportional to positive regrets."""
    mine[:count, :size] = _shares(regrets.reshape(count, size)) * reach


def _shares(blocks: Floats) -> Floats:
    """Return the strategy that is proportional to what is positive, and uniform where nothing is."""
    positive = np.maximum(blocks, 0)
    total = positive.sum(axis=0)
    found: Floats = np.where(total > 0, positive / np.where(total > 0, total, 1), np.float32(1 / len(blocks)))
    return found


def play_average(sums: Floats, size: int, count: int, bucket: _Buckets, reach: Floats, mine: Floats) -> None:
    """Set the first rows of `mine` to `reach` times the average strategy; class c plays as the summed `bucket[c]`."""
    mine[:count, : len(reach)] = _shares(sums.reshape(count, size))[:, bucket] * reach


def mix_values(sums: Floats, size: int, count: int, bucket: _Buckets, mine: Floats, out: Floats) -> None:
    """Set `out` to the first rows of `mine` mixed by the average strategy; class c plays as the summed `bucket[c]`."""
    out[:] = (_shares(sums.reshape(count, size))[:, bucket] * mine[:count, : len(out)]).sum(axis=0)


def add_to(sums: Floats, size: int, count: int, weight: float, played: Floats) -> None:
    """Add the played actions to the summed strategy."""
    sums.reshape(count, size)[:] += weight * played[:count, :size]


def total_of(vector: Floats) -> np.float32:
    """Return the sum of a vector."""
    return np.float32(vector.sum())
