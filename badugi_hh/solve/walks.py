"""The walk over a public tree, which improves a player's strategy or responds to the opponent's.

Subtrees of the same shape are walked together: `rows` are their roots, and vectors have a row for each of them. They come
from draws of several numbers after which the same draws are left, so that a batch grows until the last betting round.
Values and reaches are float32 arrays of subtrees by classes; what players know is no part of the tree, see `public_tree`.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from badugi_hh.solve.public_tree import CHANCE, FIXED, SHOWDOWN, Nodes
from badugi_hh.solve.transitions import Draws

Floats = NDArray[np.float32]
Rows = NDArray[np.int64]


def shares_of(weights: Floats) -> Floats:
    """Return the strategies proportional to what is positive, uniform where nothing is; actions are the last axis but one."""
    positive = np.maximum(weights, 0)
    total = positive.sum(axis=-2, keepdims=True)
    even = np.full_like(positive, 1 / weights.shape[-2])
    return np.asarray(np.divide(positive, total, out=even, where=total > 0))


class Blocks:
    """A flat array of blocks of actions by classes, one for each decision, which are read and written by where they begin."""

    def __init__(self, array: Floats) -> None:
        self._array = array
        self._views: dict[int, Floats] = {}

    def read(self, starts: Rows, count: int, size: int) -> Floats:
        """Return copies of blocks of `count` actions by `size` classes."""
        return self._of_width(count * size)[starts].reshape(-1, count, size)

    def write(self, starts: Rows, blocks: Floats) -> None:
        """Replace blocks."""
        self._of_width(blocks[0].size)[starts] = blocks.reshape(len(starts), -1)

    def _of_width(self, width: int) -> Floats:
        """Return a view that has at each place the block that begins there."""
        if width not in self._views:
            view = np.lib.stride_tricks.sliding_window_view(self._array, width, writeable=True)
            self._views[width] = view
        return self._views[width]


@dataclass(slots=True)
class Walk(ABC):
    """A walk for one player.

    Actions that the opponent takes with at most the probability `least` are left out. `matrices` has payoffs by player and
    terminal of `MATRIX` nodes.
    """

    nodes: Nodes
    draws: Draws
    matrices: Floats
    player: int
    least: float

    def values(self, rows: Rows, reach: Floats, size: int) -> Floats:
        """Return the values of the player's `size` classes at the roots `rows`, by the opponent's reach there."""
        kind, count = (int(self.nodes[name][rows[0]]) for name in ("kind", "count"))
        if kind >= FIXED:
            return self._end(kind, rows, reach, size)
        children = [rows + 1]
        for _ in range(count - 1):
            children.append(self.nodes["end"][children[-1]].astype(np.int64))
        if kind == self.player:
            return self.act(rows, self._values_of_actions(children, reach, size))
        total = np.zeros((len(rows), size), np.float32)
        played = np.repeat(reach[:, None], count, axis=1) if kind == CHANCE else self.play(rows, reach)
        kept = played.sum(axis=2) > self.least
        for actions in self._alike(children):
            places = [(a, of) for a in actions if len(of := np.flatnonzero(kept[:, a]))]
            if not places:
                continue
            below = [children[a][of] for a, of in places]
            follows = [self._after(to, played[of, a]) for to, (a, of) in zip(below, places, strict=True)]
            after = self.values(np.concatenate(below), np.concatenate(follows), size)
            begin = 0
            for _, of in places:
                total[of] += after[begin : begin + len(of)]
                begin += len(of)
        return total

    def _values_of_actions(self, children: Sequence[Rows], reach: Floats, size: int) -> Floats:
        """Return the values of the player's actions, as subtrees by actions by classes."""
        values = np.empty((len(reach), len(children), size), np.float32)
        for actions in self._alike(children):
            below = np.concatenate([children[a] for a in actions])
            enters = int(self.nodes["enters"][below[-1]])
            after = self.values(
                below, np.tile(reach, (len(actions), 1)), size if enters < 0 else self.draws.size(enters)
            )
            for place, a in enumerate(actions):
                part = after[place * len(reach) : (place + 1) * len(reach)]
                values[:, a] = self._before(children[a], part)
        return values

    @abstractmethod
    def act(self, rows: Rows, values: Floats) -> Floats:
        """Return the values at decisions of the player from those of their actions, as subtrees by actions by classes."""

    @abstractmethod
    def play(self, rows: Rows, reach: Floats) -> Floats:
        """Return the opponent's reach after each action at their decisions, as subtrees by actions by classes."""

    def _alike(self, children: Sequence[Rows]) -> list[list[int]]:
        """Return the actions in groups whose children are walked together.

        After draws and chance these are subtrees of one size: what differs between them is how many draws are left.
        """
        if self.nodes["enters"][children[-1][0]] < 0 and self.nodes["kind"][children[0][0] - 1] != CHANCE:
            return [[a] for a in range(len(children))]
        groups: dict[int, list[int]] = {}
        for a, (child, *_) in enumerate(children):
            groups.setdefault(int(self.nodes["end"][child] - child), []).append(a)
        return list(groups.values())

    def _after(self, rows: Rows, reach: Floats) -> Floats:
        """Return the opponent's reach at `rows` after the draw, if any, that leads there."""
        enters = self.nodes["enters"][rows]
        return reach if enters[0] < 0 else self.draws.spread(enters, reach)

    def _before(self, rows: Rows, values: Floats) -> Floats:
        """Return the values of the player's classes before the draw, if any, that leads to `rows`."""
        enters = self.nodes["enters"][rows]
        return values if enters[0] < 0 else self.draws.average(enters, values)

    def _end(self, kind: int, rows: Rows, reach: Floats, size: int) -> Floats:
        win, lose = (self.nodes[name][rows, self.player][:, None] for name in ("win", "lose"))
        if kind == FIXED:
            return np.repeat(win * reach.sum(axis=1, keepdims=True), size, axis=1)
        if kind == SHOWDOWN:
            better = np.cumsum(reach, axis=1)
            return np.asarray(win * better[:, -1:] + (lose - win) * (better - reach / 2), np.float32)
        return np.asarray(
            np.einsum("ncd,nd->nc", self.matrices[self.player, self.nodes["offset"][rows]], reach)
        )


@dataclass(slots=True)
class Improvement(Walk):
    """A walk that adds the regrets of the player's actions, and what the opponent plays to the summed strategies.

    Earlier regrets are multiplied by `gain` where positive and by `loss` where negative; strategies have the weight `weight`.
    """

    regrets: Blocks
    sums: Blocks
    gain: float
    loss: float
    weight: float

    def act(self, rows: Rows, values: Floats) -> Floats:
        """Return the values of the current strategy, and add the regrets of the actions."""
        starts = self.nodes["offset"][rows]
        regrets = self.regrets.read(starts, *values.shape[1:])
        total = (shares_of(regrets) * values).sum(axis=1)
        regrets *= np.where(regrets > 0, np.float32(self.gain), np.float32(self.loss))
        regrets += values - total[:, None]
        self.regrets.write(starts, regrets)
        return np.asarray(total)

    def play(self, rows: Rows, reach: Floats) -> Floats:
        """Return the reach after each action of the current strategy, and add it to the summed strategy."""
        starts, shape = self.nodes["offset"][rows], (int(self.nodes["count"][rows[0]]), reach.shape[1])
        played = shares_of(self.regrets.read(starts, *shape)) * reach[:, None]
        self.sums.write(starts, self.sums.read(starts, *shape) + np.float32(self.weight) * played)
        return played


@dataclass(slots=True)
class Response(Walk):
    """A walk against the opponent's average strategy.

    The player plays their own average strategy in the rows before `first`, and the best response from it on. `buckets` maps
    the classes before the last betting round and in it to those of the summed strategies. `found` gets the values of the
    actions at the player's nodes that are `wanted`, by row.
    """

    sums: Blocks
    buckets: tuple[NDArray[np.int16], NDArray[np.int16]]
    first: int
    wanted: frozenset[int]
    found: dict[int, Floats] = field(default_factory=dict)

    def average_strategy(self, rows: Rows) -> Floats:
        """Return the average strategies of decisions, by class."""
        count, last = (int(self.nodes[name][rows[0]]) for name in ("count", "last"))
        bucket = self.buckets[last]
        sums = self.sums.read(self.nodes["offset"][rows], count, int(bucket[-1]) + 1)
        return shares_of(sums)[:, :, bucket]

    def act(self, rows: Rows, values: Floats) -> Floats:
        """Return the values of the best actions, or of the player's own strategy."""
        for place in range(len(rows)):
            if int(rows[place]) in self.wanted:
                self.found[int(rows[place])] = values[place].copy()
        if rows[0] >= self.first:
            return np.asarray(values.max(axis=1))
        return np.asarray((self.average_strategy(rows) * values).sum(axis=1))

    def play(self, rows: Rows, reach: Floats) -> Floats:
        """Return the reach after each action of the opponent's average strategy."""
        return self.average_strategy(rows) * reach[:, None]
