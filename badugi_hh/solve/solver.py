"""Discounted counterfactual regret minimization on a public tree, with the exact best response to its result.

Players improve in turn. Regrets and summed strategies are `[node][action][class]` in two float32 arrays; the last
betting round may have buckets in place of classes, but exploitability always counts all classes. Card removal between
the players is ignored, except by terminals with a matrix.

Source: Brown and Sandholm, Solving imperfect-information games via discounted regret minimization (2019); alpha, beta
and gamma are those of `Weights`.
"""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from badugi_hh.solve.classes import Buckets, Vector, group, no_buckets
from badugi_hh.solve.public_tree import Nodes, PublicTree
from badugi_hh.solve.transitions import Draws, GroupedDraws
from badugi_hh.solve.walks import Blocks, Floats, Improvement, Response, Walk


class Weights(NamedTuple):
    """The powers of the iteration by which positive regrets, negative ones and strategies count."""

    alpha: float = 1.5
    beta: float = 0.0
    gamma: float = 4.0


TABLES = Weights(gamma=2.0)
FAST = Weights(beta=-0.5)
"""For a single answer: 0.5% of the pot after three quarters of the iterations."""
NEVER = 1e-5
"""Iteration t leaves out what the opponent plays with a probability of less than this divided by t."""


@dataclass(slots=True)
class Setup:
    """What a solver needs: nodes, and what each player can hold at the start.

    `ranges` are probabilities of classes; each sums to 1, unless terminals are matrices, which hold the deal.
    `buckets` maps classes to those that the strategies of the last betting round distinguish. `total` is what both players
    win together. `early` maps classes to those that strategies distinguish before the last betting round, by default all.
    """

    nodes: Nodes
    slots: int
    ranges: tuple[Vector, Vector]
    buckets: Buckets
    total: float = 0.0
    matrices: Floats = field(default_factory=lambda: np.zeros((2, 0, 0, 0), np.float32))
    early: Buckets | None = None


def setup_of(
    tree: PublicTree,
    ranges: tuple[Vector, Vector],
    buckets: Buckets | None = None,
    early: Buckets | None = None,
) -> Setup:
    """Return what a solver needs for a tree of Badugi; ranges are of classes."""
    buckets = no_buckets() if buckets is None else buckets
    return Setup(tree.nodes, tree.slots, ranges, buckets, tree.game.dead, early=early)


class Solver:
    """The regrets and strategies of a game, and the number of iterations done.

    Both players take the share `slip` of their actions at random, best responses as well. Strategies and sums are without slips.
    """

    def __init__(self, setup: Setup, weights: Weights = TABLES, slip: float = 0.0) -> None:
        self._weights = weights
        self.slip = slip
        self.setup = setup
        self.iterations = 0
        self.regrets = np.zeros(setup.slots, np.float32)
        self.sums = np.zeros(setup.slots, np.float32)
        self._blocks = Blocks(self.regrets), Blocks(self.sums)
        self._every = np.arange(len(setup.buckets), dtype=np.int16)
        self._all_draws = Draws(self._every)
        self._draws: Draws | GroupedDraws = Draws(setup.buckets)
        self._ranges = setup.ranges
        if setup.early is not None:
            mass = setup.ranges[0] + setup.ranges[1]
            self._draws = GroupedDraws(setup.early, setup.buckets, mass)
            self._ranges = (group(setup.ranges[0], setup.early), group(setup.ranges[1], setup.early))
        if setup.nodes["last"][0] and int(setup.buckets[-1]) + 1 < len(setup.buckets):
            raise ValueError("a tree that begins in the last betting round is solved with all classes")

    def _from_root(self, walk: Walk) -> Floats:
        """Return the values of a player's classes at the root."""
        ranges = self.setup.ranges if walk.draws is self._all_draws else self._ranges
        mine, theirs = ranges[walk.player], ranges[1 - walk.player]
        return np.asarray(walk.values(np.zeros(1, np.int64), theirs[None], len(mine))[0])

    def iterate(self, count: int = 1) -> None:
        """Improve both players `count` times."""
        for _ in range(count):
            done = float(self.iterations)
            positive, negative = (done**power if done else 0.0 for power in self._weights[:2])
            for player in (0, 1):
                walk = Improvement(
                    self.setup.nodes,
                    self._draws,
                    self.setup.matrices,
                    player,
                    NEVER / (done + 1),
                    self.slip,
                    *self._blocks,
                    gain=positive / (positive + 1),
                    loss=negative / (negative + 1),
                    weight=(done + 1) ** self._weights.gamma,
                )
                self._from_root(walk)
            self.iterations += 1

    def respond(
        self, player: int, *, best: bool = True, cut: float = 0.0, wanted: Collection[int] = ()
    ) -> tuple[Floats, dict[int, Floats]]:
        """Return the value of each of the player's classes against the opponent's average strategy.

        The player plays the best response, or else their average strategy. The second result has the values of the actions of
        the player's nodes that are `wanted`, by row. Actions that the opponent takes with at most the probability `cut` are
        left out.
        """
        setup = self.setup
        walk = Response(
            setup.nodes,
            self._all_draws,
            setup.matrices,
            player,
            cut,
            self.slip,
            self._blocks[1],
            (self._every if setup.early is None else setup.early, setup.buckets),
            best=best,
            wanted=frozenset(wanted),
        )
        return self._from_root(walk), walk.found

    def value(self, player: int, *, best: bool, cut: float = 0.0) -> float:
        """Return the value of `respond` over the player's range."""
        values, _ = self.respond(player, best=best, cut=cut)
        return float(self.setup.ranges[player].astype(np.float64) @ values)

    def exploitability(self, cut: float = 0.0, *, grouped: bool = False) -> float:
        """Return what best responses to both players gain, halved, in the unit of the tree.

        If `grouped`, they distinguish only the buckets that strategies distinguish, which is quicker.
        """
        if grouped and self.setup.early is not None:
            gained = sum(self._grouped_value(player) for player in (0, 1))
        else:
            gained = sum(self.value(player, best=True, cut=cut) for player in (0, 1))
        return (gained - self.setup.total) / 2

    def _grouped_value(self, player: int) -> float:
        """Return the value of the best response that distinguishes only buckets."""
        own, last = (
            np.arange(len(each), dtype=np.int16) for each in (self._ranges[0], np.unique(self.setup.buckets))
        )
        walk = Response(
            self.setup.nodes,
            self._draws,
            self.setup.matrices,
            player,
            0.0,
            self.slip,
            self._blocks[1],
            (own, last),
            best=True,
            wanted=frozenset(),
        )
        return float(self._ranges[player].astype(np.float64) @ self._from_root(walk))
