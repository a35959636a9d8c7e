"""The walk over a public tree, which improves a player's strategy or responds to the opponent's.

Subtrees of the same shape are walked together: `rows` are their roots, and vectors have a row for each of them. They come
from all lines of a betting round, and from draws of several numbers after which the same draws are left.
Values and reaches are float32 arrays of subtrees by classes; what players know is no part of the tree, see `public_tree`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from badugi_hh.solve.public_tree import CHANCE, FIXED, SHOWDOWN, Nodes
from badugi_hh.solve.transitions import Draws, GroupedDraws

Floats = NDArray[np.float32]
Rows = NDArray[np.int64]

_Real = TypeVar("_Real", bound=np.floating[Any])

_AT_ONCE = 20_000
"""So many values are walked together, as many as stay in the cache of a processor."""


def shares_of(weights: Floats) -> Floats:
    """Return the strategies proportional to what is positive, uniform where nothing is; actions are the last axis but one."""
    positive = np.maximum(weights, 0)
    total = positive.sum(axis=-2, keepdims=True)
    nothing = total <= 0
    if nothing.any():
        positive += nothing
        total += nothing * np.float32(weights.shape[-2])
    positive /= total
    return positive


def with_slips(shares: NDArray[_Real], slip: float) -> NDArray[_Real]:
    """Return strategies of which the share `slip` is taken at random; actions are the last axis but one."""
    return shares * (1 - slip) + slip / shares.shape[-2] if slip else shares


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
class _Waiting:
    """Subtrees after a draw or chance, to be walked with others of their shape: their roots, the opponent's reach there, and
    the number of the player's classes; then their values.
    """

    rows: Rows
    reach: Floats
    size: int
    values: Floats = field(default_factory=lambda: np.zeros((0, 0), np.float32))


@dataclass(slots=True)
class Walk(ABC):
    """A walk for one player.

    Actions that the opponent takes with at most the probability `least` are left out. Both players take the share `slip` of
    their actions at random. `matrices` has payoffs by player and terminal of `MATRIX` nodes.
    """

    nodes: Nodes
    draws: Draws | GroupedDraws
    matrices: Floats
    player: int
    least: float
    slip: float

    def values(self, rows: Rows, reach: Floats, size: int) -> Floats:
        """Return the values of the player's `size` classes at the roots `rows`, by the opponent's reach there.

        A betting round is walked to its ends first. What follows the draws after all of its lines is then walked together.
        """
        most = max(_AT_ONCE // size, 1)
        if len(rows) > most:
            parts = [slice(begin, begin + most) for begin in range(0, len(rows), most)]
            return np.concatenate([self.values(rows[part], reach[part], size) for part in parts])
        waiting: list[_Waiting] = []
        finish = self._enter(rows, reach, size, waiting)
        alike: dict[bytes, list[_Waiting]] = {}
        for each in waiting:
            alike.setdefault(self._shape(each), []).append(each)
        for group in alike.values():
            together = self.values(
                np.concatenate([each.rows for each in group]),
                np.concatenate([each.reach for each in group]),
                group[0].size,
            )
            begin = 0
            for each in group:
                each.values = together[begin : begin + len(each.rows)]
                begin += len(each.rows)
        return finish()

    def _enter(self, rows: Rows, reach: Floats, size: int, waiting: "list[_Waiting]") -> Callable[[], Floats]:
        """Walk to the ends of the betting round; the result gives the values once those of `waiting` are known."""
        kind, count = (int(self.nodes[name][rows[0]]) for name in ("kind", "count"))
        if kind >= FIXED:
            values = self._end(kind, rows, reach, size)
            return lambda: values
        children = [rows + 1]
        for _ in range(count - 1):
            children.append(self.nodes["end"][children[-1]].astype(np.int64))
        if kind == self.player:
            actions = [self._decided(child, reach, size, waiting) for child in children]
            return lambda: self.act(rows, np.stack([action() for action in actions], axis=1))
        played = np.repeat(reach[:, None], count, axis=1) if kind == CHANCE else self.play(rows, reach)
        kept = played.sum(axis=2) > self.least
        parts = [
            (of, self._met(child[of], played[of, a], size, waiting, wait=kind == CHANCE))
            for a, child in enumerate(children)
            if len(of := np.flatnonzero(kept[:, a]))
        ]

        def add() -> Floats:
            total = np.zeros((len(rows), size), np.float32)
            for of, part in parts:
                total[of] += part()
            return total

        return add

    def _decided(
        self, rows: Rows, reach: Floats, size: int, waiting: "list[_Waiting]"
    ) -> Callable[[], Floats]:
        """Walk below an action of the player, which may be a draw."""
        enters = self.nodes["enters"][rows]
        if enters[0] < 0:
            return self._enter(rows, reach, size, waiting)
        below = _Waiting(rows, reach, self.draws.size(int(enters[0])))
        waiting.append(below)
        return lambda: self.draws.average(enters, below.values)

    def _met(
        self, rows: Rows, reach: Floats, size: int, waiting: "list[_Waiting]", *, wait: bool
    ) -> Callable[[], Floats]:
        """Walk below an action of the opponent, which may be a draw, or below one of chance."""
        enters = self.nodes["enters"][rows]
        if enters[0] < 0 and not wait:
            return self._enter(rows, reach, size, waiting)
        below = _Waiting(rows, reach if enters[0] < 0 else self.draws.spread(enters, reach), size)
        waiting.append(below)
        return lambda: below.values

    def _shape(self, below: "_Waiting") -> bytes:
        """Return what subtrees that are walked together have in common."""
        first = int(below.rows[0])
        subtree = self.nodes[first : int(self.nodes["end"][first])]
        widths = f"{below.size} {below.reach.shape[1]} ".encode()
        return widths + subtree["kind"].tobytes() + subtree["count"].tobytes()

    @abstractmethod
    def act(self, rows: Rows, values: Floats) -> Floats:
        """Return the values at decisions of the player from those of their actions, as subtrees by actions by classes."""

    @abstractmethod
    def play(self, rows: Rows, reach: Floats) -> Floats:
        """Return the opponent's reach after each action at their decisions, as subtrees by actions by classes."""

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

    Earlier regrets are multiplied by `gain` where positive and by `loss`, which is not higher, where negative; strategies have the weight `weight`.
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
        shares = shares_of(regrets)
        total = (shares * values).sum(axis=1)
        regrets = np.maximum(regrets * np.float32(self.gain), regrets * np.float32(self.loss))
        regrets += values - total[:, None]
        self.regrets.write(starts, regrets)
        return np.asarray((with_slips(shares, self.slip) * values).sum(axis=1)) if self.slip else total

    def play(self, rows: Rows, reach: Floats) -> Floats:
        """Return the reach after each action of the current strategy, and add it to the summed strategy."""
        starts, shape = self.nodes["offset"][rows], (int(self.nodes["count"][rows[0]]), reach.shape[1])
        shares = shares_of(self.regrets.read(starts, *shape))
        played = shares * reach[:, None]
        self.sums.write(starts, self.sums.read(starts, *shape) + np.float32(self.weight) * played)
        return with_slips(shares, self.slip) * reach[:, None] if self.slip else played


@dataclass(slots=True)
class Response(Walk):
    """A walk against the opponent's average strategy.

    The player plays the best response, or without `best` their own average strategy, both with slips. `buckets` maps the classes before the
    last betting round and in it to those of the summed strategies. `found` gets the values of the
    actions at the player's nodes that are `wanted`, by row.
    """

    sums: Blocks
    buckets: tuple[NDArray[np.int16], NDArray[np.int16]]
    best: bool
    wanted: frozenset[int]
    found: dict[int, Floats] = field(default_factory=dict)

    def average_strategy(self, rows: Rows) -> Floats:
        """Return the average strategies of decisions, by class, with slips."""
        count, last = (int(self.nodes[name][rows[0]]) for name in ("count", "last"))
        bucket = self.buckets[last]
        sums = self.sums.read(self.nodes["offset"][rows], count, int(bucket[-1]) + 1)
        return with_slips(shares_of(sums), self.slip)[:, :, bucket]

    def act(self, rows: Rows, values: Floats) -> Floats:
        """Return the values of the best actions, or of the player's own strategy."""
        for place in range(len(rows)):
            if int(rows[place]) in self.wanted:
                self.found[int(rows[place])] = values[place].copy()
        if self.best:
            return np.asarray((1 - self.slip) * values.max(axis=1) + self.slip * values.mean(axis=1))
        return np.asarray((self.average_strategy(rows) * values).sum(axis=1))

    def play(self, rows: Rows, reach: Floats) -> Floats:
        """Return the reach after each action of the opponent's average strategy."""
        return self.average_strategy(rows) * reach[:, None]
