"""Walks the subtrees of a game in several threads: those that begin after the first draw.

An iteration for one player goes down to the subtrees without changing anything, walks each of them in a thread, and goes
down again with their values. Threads share no node, so the result is that of one thread, up to rounding. The compiled loops
release Python's lock; without numba this is slower than one walk.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np

from badugi_hh.solve.kernels import add_to, average, finish, improve, play, spread, total_of
from badugi_hh.solve.loops import VECTORS, Draw, Floats
from badugi_hh.solve.public_tree import CHANCE, FIXED, Nodes, PublicTree
from badugi_hh.solve.walks import walk

Subtree = Callable[[int, Floats, Floats], None]
"""Sets the values at the root of a subtree, from the opponent's reach."""


def cores() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def subtrees_of(tree: PublicTree) -> frozenset[int]:
    """Return the nodes at which a betting round begins after the first draw of a tree; none if it has no draw."""
    found = []
    open_states = [(0, tree.start)]
    while open_states:
        node, state = open_states.pop()
        if state.actor is None:
            continue
        if (
            node
            and not state.drawing
            and state.round > tree.start.round - tree.start.drawing
            and not state.acted
        ):
            found.append(node)
            continue
        moves = tree.game.moves(state)
        open_states += [(child, after) for child, (_, after) in zip(tree.children(node), moves, strict=True)]
    return frozenset(found)


@dataclass(slots=True)
class ThreadedWalk:
    """One iteration for one player, with `subtrees` walked in `count` threads."""

    nodes: Nodes
    draw: Draw
    matrices: Floats
    regrets: Floats
    sums: Floats
    depth: int
    subtrees: frozenset[int]
    count: int
    _stacks: list[Floats] = field(default_factory=list)

    def run(self, player: int, step: Floats, reach: Floats, out: Floats) -> None:
        """Do what `walks.walk` does from the root on."""
        width = max(len(reach), len(out), 400)
        if not self._stacks:
            self._stacks = [np.zeros((self.depth, VECTORS, width), np.float32) for _ in range(self.count)]
        jobs: dict[int, tuple[Floats, Floats]] = {}

        def collect(node: int, reached: Floats, values: Floats) -> None:
            jobs[node] = (reached.copy(), np.zeros_like(values))
            values[:] = 0

        self._top(0, player, step, reach, out, collect, change=False)
        free = list(range(self.count))

        def work(node: int) -> None:
            place = free.pop()
            reached, values = jobs[node]
            walk(
                node, player, step, self.nodes, self.draw, self.matrices,
                self.regrets, self.sums, self._stacks[place], 0, reached, values,
            )  # fmt: skip
            free.append(place)

        largest_first = sorted(jobs, key=lambda node: node - int(self.nodes["end"][node]))
        with ThreadPoolExecutor(self.count) as pool:
            list(pool.map(work, largest_first))

        def recall(node: int, _reached: Floats, values: Floats) -> None:
            values[:] = jobs[node][1]

        self._top(0, player, step, reach, out, recall, change=True)

    def _top(
        self,
        node: int,
        player: int,
        step: Floats,
        reach: Floats,
        out: Floats,
        subtree: Subtree,
        *,
        change: bool,
    ) -> None:
        """Walk the nodes above the subtrees, as `walks.walk` does; without `change` no strategy is touched."""
        if node in self.subtrees:
            subtree(node, reach, out)
            return
        row = self.nodes[node]
        kind, count, begin = int(row["kind"]), int(row["count"]), int(row["offset"])
        if kind >= FIXED:
            finish(self.nodes, node, player, self.matrices, reach, out)
            return
        size, other = len(out), len(reach)
        mine = np.zeros((VECTORS, max(size, other, 400)), np.float32)
        if kind not in {player, CHANCE}:
            blocks = slice(begin, begin + count * other)
            play(self.regrets[blocks], other, count, reach, mine)
            if change:
                add_to(self.sums[blocks], other, count, step[2], mine)
        if kind != player:
            out[:] = 0
        child = node + 1
        for place in range(count):
            enters = int(self.nodes["enters"][child])
            if kind == player:
                value = mine[place, :size]
                after = value if enters < 0 else np.zeros(int(self.draw.after[enters]), np.float32)
                self._top(child, player, step, reach, after, subtree, change=change)
                if enters >= 0:
                    average(self.draw, enters, after, np.zeros(len(mine[0]), np.float32), value)
            else:
                follows = reach if kind == CHANCE else mine[place, :other]
                if total_of(follows) > step[3]:
                    if enters >= 0:
                        before = follows
                        follows = np.zeros(int(self.draw.after[enters]), np.float32)
                        spread(self.draw, enters, before, np.zeros(len(mine[0]), np.float32), follows)
                    value = np.zeros(size, np.float32)
                    self._top(child, player, step, follows, value, subtree, change=change)
                    out += value
            child = int(self.nodes["end"][child])
        if kind == player and change:
            blocks = slice(begin, begin + count * size)
            improve(self.regrets[blocks], mine, size, count, step[0], step[1], out)
