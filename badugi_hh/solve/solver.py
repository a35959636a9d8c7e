"""Discounted counterfactual regret minimization on a public tree, with the exact best response to its result.

Players improve in turn. Regrets and summed strategies are `[node][action][class]` in two float32 arrays; the last
betting round may have buckets in place of classes, but exploitability always counts all classes. Card removal between
the players is ignored, except by terminals with a matrix.

Source: Brown and Sandholm, Solving imperfect-information games via discounted regret minimization (2019); alpha, beta
and gamma are 1.5, 0 and 2.
"""

from collections.abc import Collection
from dataclasses import dataclass, field

import numpy as np

from badugi_hh.solve.classes import Buckets, Vector, no_buckets
from badugi_hh.solve.public_tree import Nodes, PublicTree
from badugi_hh.solve.transitions import Draws
from badugi_hh.solve.walks import Blocks, Floats, Improvement, Response, Walk

ALPHA, BETA, GAMMA = 1.5, 0.0, 2.0
NEVER = 1e-5
"""Iteration t leaves out what the opponent plays with a probability of less than this divided by t."""


@dataclass(slots=True)
class Setup:
    """What a solver needs: nodes, and what each player can hold at the start.

    `ranges` are probabilities of classes; each sums to 1, unless terminals are matrices, which hold the deal.
    `buckets` maps classes to those that the strategies of the last betting round distinguish. `total` is what both players
    win together. `opening` has the share of each action of the first decision by class, a row for each, where that is
    given and not solved.
    """

    nodes: Nodes
    slots: int
    ranges: tuple[Vector, Vector]
    buckets: Buckets
    total: float = 0.0
    matrices: Floats = field(default_factory=lambda: np.zeros((2, 0, 0, 0), np.float32))
    opening: Floats | None = None


def setup_of(
    tree: PublicTree,
    ranges: tuple[Vector, Vector],
    buckets: Buckets | None = None,
    opening: Floats | None = None,
) -> Setup:
    """Return what a solver needs for a tree of Badugi; ranges are of classes."""
    buckets = no_buckets() if buckets is None else buckets
    return Setup(tree.nodes, tree.slots, ranges, buckets, tree.game.dead, opening=opening)


class Solver:
    """The regrets and strategies of a game, and the number of iterations done."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.iterations = 0
        self.regrets = np.zeros(setup.slots, np.float32)
        self.sums = np.zeros(setup.slots, np.float32)
        self._blocks = Blocks(self.regrets), Blocks(self.sums)
        self._every = np.arange(len(setup.buckets), dtype=np.int16)
        self._draws, self._all_draws = Draws(setup.buckets), Draws(self._every)
        if setup.nodes["last"][0] and int(setup.buckets[-1]) + 1 < len(setup.buckets):
            raise ValueError("a tree that begins in the last betting round is solved with all classes")
        self._set_opening()

    def _set_opening(self) -> None:
        """Play the first decision as it is given: positive regrets are shares."""
        if self.setup.opening is not None:
            self.regrets[: self.setup.opening.size] = self.setup.opening.ravel()

    def _from_root(self, walk: Walk) -> Floats:
        """Return the values of a player's classes at the root."""
        mine, theirs = self.setup.ranges[walk.player], self.setup.ranges[1 - walk.player]
        return np.asarray(walk.values(np.zeros(1, np.int64), theirs[None], len(mine))[0])

    def iterate(self, count: int = 1) -> None:
        """Improve both players `count` times."""
        for _ in range(count):
            done = float(self.iterations)
            for player in (0, 1):
                walk = Improvement(
                    self.setup.nodes,
                    self._draws,
                    self.setup.matrices,
                    player,
                    NEVER / (done + 1),
                    *self._blocks,
                    gain=done**ALPHA / (done**ALPHA + 1),
                    loss=done**BETA / (done**BETA + 1),
                    weight=(done + 1) ** GAMMA,
                )
                self._from_root(walk)
                self._set_opening()
            self.iterations += 1

    def respond(
        self, player: int, *, best: bool = True, cut: float = 0.0, wanted: Collection[int] = ()
    ) -> tuple[Floats, dict[int, Floats]]:
        """Return the value of each of the player's classes against the opponent's average strategy.

        The player plays the best response, or else their average strategy. The second result has the values of the actions of
        the player's nodes that are `wanted`, by row. Actions that the opponent takes with at most the probability `cut` are
        left out. A first decision that is given is played as given.
        """
        setup = self.setup
        walk = Response(
            setup.nodes,
            self._all_draws,
            setup.matrices,
            player,
            cut,
            self._blocks[1],
            (self._every, setup.buckets),
            first=len(setup.nodes) if not best else 0 if setup.opening is None else 1,
            wanted=frozenset(wanted),
        )
        return self._from_root(walk), walk.found

    def value(self, player: int, *, best: bool, cut: float = 0.0) -> float:
        """Return the value of `respond` over the player's range."""
        values, _ = self.respond(player, best=best, cut=cut)
        return float(self.setup.ranges[player].astype(np.float64) @ values)

    def exploitability(self, cut: float = 0.0) -> float:
        """Return what best responses to both players gain, halved, in the unit of the tree."""
        gained = sum(self.value(player, best=True, cut=cut) for player in (0, 1))
        return (gained - self.setup.total) / 2
