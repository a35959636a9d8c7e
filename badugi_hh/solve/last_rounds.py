"""Solves many last betting rounds of two players together.

Rounds with the same actions differ only in the pot and the ranges, so that one walk solves them side by side: most of the time of
a small tree is not arithmetic.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from badugi_hh.solve.classes import CLASSES, Buckets, Vector, strength_buckets
from badugi_hh.solve.game import Game
from badugi_hh.solve.make_table import costs_of
from badugi_hh.solve.public_tree import PublicTree, build_tree
from badugi_hh.solve.reached_nodes import Reached, is_held, reached, strategy_of_classes
from badugi_hh.solve.solver import FAST, Setup, Solver
from badugi_hh.solve.transitions import usual_end

ITERATIONS, MORE_ITERATIONS = 50, 150
"""More of them where a line has two raises. A cost is then 0.06 big bets from that after 600 with all classes, on average."""
BUCKETS = 100
"""So many groups of hands have strategies of their own; costs are those of each class."""
TOGETHER = 140
"""So many rounds are solved together: more take more time each."""


@dataclass(frozen=True, slots=True)
class LastRound:
    """A game that begins with the last betting round, the ranges of the players who act first and last, and the lines that are asked for."""

    game: Game
    ranges: tuple[Vector, Vector]
    lines: tuple[str, ...]


class LineCosts(NamedTuple):
    """The player's actions after a line of a round.

    `mix` and `cost`, in big bets, have a row for each action, by class; a class that the player never has there has a mix of zeros.
    `least` is the least share of an action that the opponent has taken, as in `Reached`.
    """

    actions: tuple[str, ...]
    mix: NDArray[np.float64]
    cost: NDArray[np.float64]
    least: float


def solve_rounds(rounds: Sequence[LastRound], slip: float) -> list[dict[str, LineCosts]]:
    """Return for each round the strategies after its lines; both players take the share `slip` of their actions at random.

    A line that is impossible or ends the hand has none.
    """
    sizes = (CLASSES, int(_buckets()[-1]) + 1)
    trees = [build_tree(each.game, sizes=sizes) for each in rounds]
    alike: dict[tuple[bytes, bytes, bool], list[int]] = {}
    for nth, (tree, each) in enumerate(zip(trees, rounds, strict=True)):
        deep = any(line.count("raise") > 1 for line in each.lines)
        kind = tree.nodes["kind"].tobytes(), tree.nodes["count"].tobytes(), deep
        alike.setdefault(kind, []).append(nth)
    found: list[dict[str, LineCosts]] = [{} for _ in rounds]
    for (*_, deep), numbers in alike.items():
        for begin in range(0, len(numbers), TOGETHER):
            part = numbers[begin : begin + TOGETHER]
            solver = _solved([trees[nth] for nth in part], [rounds[nth].ranges for nth in part], slip)
            solver.iterate(MORE_ITERATIONS if deep else ITERATIONS)
            answers = _answers(solver, [(trees[nth], rounds[nth].lines) for nth in part])
            for nth, answer in zip(part, answers, strict=True):
                found[nth] = answer
    return found


def _solved(trees: Sequence[PublicTree], ranges: Sequence[tuple[Vector, Vector]], slip: float) -> Solver:
    """Return the solver of games of the same shape, whose nodes stand one after the other."""
    size, slots = len(trees[0].nodes), trees[0].slots
    nodes = np.concatenate([tree.nodes for tree in trees])
    number = np.repeat(np.arange(len(trees)), size)
    nodes["end"] += (number * size).astype(np.int32)
    nodes["offset"] += number * slots
    setup = Setup(
        nodes,
        slots * len(trees),
        (np.stack([first for first, _ in ranges]), np.stack([last for _, last in ranges])),
        _buckets(),
        roots=np.arange(len(trees)) * size,
    )
    return Solver(setup, FAST, slip)


def _answers(solver: Solver, asked: Sequence[tuple[PublicTree, Sequence[str]]]) -> list[dict[str, LineCosts]]:
    """Return for each tree that is solved the strategies after its lines."""
    nodes = [
        {line: reached(tree, solver, line, nth) for line in lines if _is_decision(tree.game, line)}
        for nth, (tree, lines) in enumerate(asked)
    ]
    rows = [at.row for of_tree in nodes for at in of_tree.values()]
    values = solver.respond(0, wanted=rows)[1] | solver.respond(1, wanted=rows)[1]
    return [
        {line: _costs(tree.game, solver, at, values[at.row]) for line, at in of_tree.items()}
        for (tree, _), of_tree in zip(asked, nodes, strict=True)
    ]


def _is_decision(game: Game, line: str) -> bool:
    try:
        return game.after(game.root, line).actor is not None
    except ValueError:
        return False


def _costs(game: Game, solver: Solver, at: Reached, values: NDArray[np.float32]) -> LineCosts:
    opponent = 1 - (at.state.actor or 0)
    names = tuple(name for name, _ in game.moves(at.state))
    held = is_held(solver, at.row)[solver.setup.buckets]
    mix = np.where(held, strategy_of_classes(solver, at.row), 0.0)
    return LineCosts(names, mix, costs_of(values, float(at.reach[opponent].sum())), at.least[opponent])


@cache
def _buckets() -> Buckets:
    return strength_buckets(BUCKETS, usual_end() ** 0.5)
