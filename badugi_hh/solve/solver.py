"""Discounted counterfactual regret minimization on a public tree, with the exact best response to its result.

Players improve in turn. Regrets and summed strategies are `[node][action][class]` in two float32 arrays; the last
betting round may have buckets in place of classes, but exploitability always counts all classes. Card removal between
the players is ignored, except by terminals with a matrix.

Source: Brown and Sandholm, Solving imperfect-information games via discounted regret minimization (2019); alpha, beta
and gamma are 1.5, 0 and 2.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from badugi_hh.solve.classes import CLASSES, Buckets, Vector, no_buckets
from badugi_hh.solve.loops import VECTORS, Draw, Floats
from badugi_hh.solve.public_tree import Nodes, PublicTree
from badugi_hh.solve.threads import ThreadedWalk, subtrees_of
from badugi_hh.solve.transitions import build_draws
from badugi_hh.solve.walks import respond, walk

ALPHA, BETA, GAMMA = 1.5, 0.0, 2.0
NEVER = 1e-5
"""Iteration t leaves out what the opponent plays with a probability of less than this divided by t."""

DENSE = 300
"""The number of buckets up to which the last draw is a matrix."""


class Worth(NamedTuple):
    """What a strategy is worth, in the unit of the tree: to each player, and what a best response gains, on average."""

    values: tuple[float, float]
    responses: tuple[float, float]

    @property
    def exploitability(self) -> float:
        """What the best responses to both players gain, halved: the average over the two seats."""
        return (sum(self.responses) - sum(self.values)) / 2


def as_draw(buckets: Buckets) -> Draw:
    """Return all draws for the loops; the last one leads to `buckets`."""
    made = build_draws(buckets)
    count = int(buckets[-1]) + 1
    number = np.arange(len(made.rows))
    last = number >= len(number) // 2
    after = np.where(last, count, CLASSES).astype(np.int32)
    drawn = (number // (len(number) // 8) % 4).astype(np.int32)
    slot = np.full(len(number), -1, np.int32)
    matrices: dict[int, Floats] = {}  # by the first row: draws of the same chances share them
    for place in np.flatnonzero(last & (drawn > 0) & (count <= DENSE)).tolist():
        first, rows = int(made.first[place]), int(made.rows[place])
        if first not in matrices:
            begin = made.begin[first : first + rows + 1]
            entries = slice(int(begin[0]), int(begin[-1]))
            matrix = np.zeros((int(made.rows.max()), count), np.float32)
            matrix[np.repeat(np.arange(rows), np.diff(begin)), made.to[entries]] = made.chance[entries]
            matrices[first] = matrix
        slot[place] = list(matrices).index(first)
    dense = np.stack(list(matrices.values())) if matrices else np.zeros((0, 0, 0), np.float32)
    return Draw(
        made.rows, made.first, made.begin, made.to, made.chance, made.swap,
        made.row_of, made.kept, made.bucket, drawn, after, slot, dense,
    )  # fmt: skip


def no_draw() -> Draw:
    """Return the draws of a game without any."""
    none, wide = np.zeros(0, np.int32), np.zeros(0, np.int64)
    floats = np.zeros(0, np.float32)
    return Draw(
        none,
        wide,
        wide,
        none,
        floats,
        floats,
        np.zeros((4, 0), np.int32),
        none,
        none,
        none,
        none,
        none,
        np.zeros((0, 0, 0), np.float32),
    )


@dataclass(slots=True)
class Setup:
    """What a solver needs: nodes, what each player can hold at the start, and what draws and buckets do.

    `ranges` are probabilities of classes; each sums to 1, unless terminals are matrices, which hold the deal.
    `buckets` maps classes to those that the strategies of the last betting round distinguish. `total` is what both players
    win together, `subtrees` can be walked by threads. `opening` has the share of each action of the first decision by
    class, a row for each, where that is given and not solved.
    """

    nodes: Nodes
    slots: int
    depth: int
    ranges: tuple[Vector, Vector]
    buckets: Buckets
    draw: Draw
    full_draw: Draw
    total: float = 0.0
    subtrees: frozenset[int] = frozenset()
    matrices: Floats = field(default_factory=lambda: np.zeros((2, 0, 0, 0), np.float32))
    opening: Floats | None = None


def setup_of(
    tree: PublicTree,
    ranges: tuple[Vector, Vector],
    buckets: Buckets | None = None,
    opening: Floats | None = None,
) -> Setup:
    """Return what a solver needs for a tree of Badugi; ranges are of classes."""
    full = as_draw(no_buckets())
    draw = full if buckets is None else as_draw(buckets)
    buckets = no_buckets() if buckets is None else buckets
    return Setup(
        tree.nodes,
        tree.slots,
        tree.depth,
        ranges,
        buckets,
        draw,
        full,
        tree.game.dead,
        subtrees_of(tree),
        opening=opening,
    )


class Solver:
    """The regrets and strategies of a game, and the number of iterations done."""

    def __init__(self, setup: Setup, threads: int = 1) -> None:
        self.setup = setup
        self.iterations = 0
        self.regrets = np.zeros(setup.slots, np.float32)
        self.sums = np.zeros(setup.slots, np.float32)
        widest = max(len(setup.ranges[0]), len(setup.ranges[1]))
        self._stack = np.zeros((setup.depth, VECTORS, max(widest, 400)), np.float32)
        first_in_last = bool(setup.nodes["last"][0])
        self._starts = setup.ranges
        self._threaded: ThreadedWalk | None = None
        if threads > 1 and setup.subtrees:
            self._threaded = ThreadedWalk(
                setup.nodes, setup.draw, setup.matrices, self.regrets, self.sums,
                setup.depth, setup.subtrees, threads,
            )  # fmt: skip
        if first_in_last and int(setup.buckets[-1]) + 1 < len(setup.buckets):
            raise ValueError("a tree that begins in the last betting round is solved with all classes")
        self._set_opening()

    def _set_opening(self) -> None:
        """Play the first decision as it is given: positive regrets are shares."""
        if self.setup.opening is not None:
            self.regrets[: self.setup.opening.size] = self.setup.opening.ravel()

    def iterate(self, count: int = 1) -> None:
        """Improve both players `count` times."""
        setup = self.setup
        for _ in range(count):
            done = float(self.iterations)
            gain = done**ALPHA / (done**ALPHA + 1)
            loss = done**BETA / (done**BETA + 1)
            step = np.array([gain, loss, (done + 1) ** GAMMA, NEVER / (done + 1)], np.float32)
            for player in (0, 1):
                mine, theirs = self._starts[player], self._starts[1 - player]
                out = np.zeros(len(mine), np.float32)
                if self._threaded is not None:
                    self._threaded.run(player, step, theirs, out)
                else:
                    walk(
                        0, player, step, setup.nodes, setup.draw, setup.matrices,
                        self.regrets, self.sums, self._stack, 0, theirs, out,
                    )  # fmt: skip
                self._set_opening()
            self.iterations += 1

    def respond(
        self,
        player: int,
        *,
        best: bool = True,
        cut: float = 0.0,
        marks: NDArray[np.int32] | None = None,
        found: Floats | None = None,
    ) -> Floats:
        """Return the value of each of the player's classes against the opponent's average strategy.

        The player plays the best response, or else their average strategy. The values of the actions of marked nodes
        are written to `found`; actions that the opponent takes with at most the probability `cut` are left out. A first
        decision that is given is played as given.
        """
        setup = self.setup
        mine, theirs = setup.ranges[player], setup.ranges[1 - player]
        out = np.zeros(len(mine), np.float32)
        same = np.arange(len(setup.buckets), dtype=np.int32)
        first = len(setup.nodes) if not best else 0 if setup.opening is None else 1
        respond(
            0, player, first, np.float32(cut), setup.nodes, setup.full_draw,
            np.stack([same, setup.buckets.astype(np.int32)]),
            np.array([len(setup.buckets), int(setup.buckets[-1]) + 1], np.int32),
            setup.matrices, self.sums,
            np.zeros(0, np.int32) if marks is None else marks,
            np.zeros((0, 0), np.float32) if found is None else found,
            self._stack, 0, theirs, out,
        )  # fmt: skip
        return out

    def worth(self, cut: float = 0.0) -> Worth:
        """Return the values of the average strategies and of the best responses to them, with all classes."""
        ranges = self.setup.ranges
        values = [
            tuple(
                float(ranges[player].astype(np.float64) @ self.respond(player, best=best, cut=cut))
                for player in (0, 1)
            )
            for best in (False, True)
        ]
        return Worth((values[0][0], values[0][1]), (values[1][0], values[1][1]))

    def exploitability(self, cut: float = 0.0) -> float:
        """Return what best responses to both players gain, halved, in the unit of the tree; half the time of `worth`."""
        ranges = self.setup.ranges
        gained = sum(
            float(ranges[player].astype(np.float64) @ self.respond(player, cut=cut)) for player in (0, 1)
        )
        return (gained - self.setup.total) / 2
