"""Solves the last betting round from the ranges of a line, with all classes, where a table has no strategy for it.

The ranges are those of the stored strategies up to the last draw, so they are as good as the table. The round is solved
with all 1,092 classes; NumPy takes some 0.3 seconds for it, numba 0.03. Earlier rounds are not solved.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from badugi_hh.solve.classes import no_buckets
from badugi_hh.solve.cost_errors import disagreement, kind_of, total_error
from badugi_hh.solve.game import Game, PublicState
from badugi_hh.solve.look_up import HAND_OVER, Answer, find_ranges, find_state, look_up, with_cheapest
from badugi_hh.solve.make_table import action_values, costs_of
from badugi_hh.solve.public_tree import PublicTree, build_tree
from badugi_hh.solve.reached_nodes import ReachedNodes, average_strategy, reached_nodes
from badugi_hh.solve.solve_error import SolveError
from badugi_hh.solve.solved_table import CLASSES_OF_ERROR, RARE, Table
from badugi_hh.solve.solver import Setup, Solver, no_draw

ITERATIONS, FURTHER = 100, 50
RARE_SHARE = 0.001
"""Nothing is claimed about a line that less than this share of the opponent's hands plays in the last betting round."""


@dataclass(frozen=True, slots=True)
class River:
    """A solved last betting round: the line before it, and the strategies of its decisions by what follows."""

    start: str
    answers: dict[str, Answer]

    def answer(self, line: str) -> Answer:
        """Return the strategy after a line that begins with `start`.

        Raises:
            SolveError: the opponent hardly ever plays the line.
        """
        found = self.answers.get(" ".join(line.split()).removeprefix(self.start).strip())
        if found is None:
            raise SolveError(
                "an opponent who plays the equilibrium of this betting round hardly ever comes to this line; "
                "nothing is claimed about it"
            )
        return found


def answer_line(table: Table, line: str) -> Answer:
    """Return the strategy after a line: that of the table, or else that of its last betting round, which is solved.

    Raises:
        SolveError: the line is impossible, ends the hand, or is rare before the last betting round.
    """
    words = line.split()
    start = river_start(table.game, line)
    if " ".join(words) in table.lines or start is None:
        return look_up(table, line)
    if find_state(table.game, line).actor is None:
        raise SolveError(HAND_OVER)
    return solve_river(table, start).answer(line)


def river_start(game: Game, line: str) -> str | None:
    """Return the part of a line before its last betting round; None if it is impossible or ends before that round."""
    state, words = game.root, line.split()
    for place, word in enumerate(words):
        if _is_last(game, state):
            return " ".join(words[:place])
        moves = dict(game.moves(state))
        if word not in moves:
            return None
        state = moves[word]
    return " ".join(words) if _is_last(game, state) else None


def _is_last(game: Game, state: PublicState) -> bool:
    return state.actor is not None and not state.drawing and state.round == len(game.bets) - 1


def solve_river(table: Table, start: str) -> River:
    """Return the last betting round after `start`, solved from the ranges of the stored strategies.

    Raises:
        SolveError: a decision before it is rarer than the table holds, or a player has no hand there.
    """
    state, reach = find_ranges(table, start)
    sums = (float(reach[0].sum()), float(reach[1].sum()))
    if min(sums) <= 0:
        raise SolveError("no hand of the stored strategies comes to this line; nothing is claimed about it")
    tree = build_tree(table.game, state)
    ranges = ((reach[0] / sums[0]).astype(np.float32), (reach[1] / sums[1]).astype(np.float32))
    none = no_draw()
    setup = Setup(tree.nodes, tree.slots, tree.depth, ranges, no_buckets(), none, none, table.game.dead)
    solver = Solver(setup)
    solver.iterate(ITERATIONS)
    found, costs = _costs(tree, solver)
    shares = [average_strategy(tree, solver, row) for row in found.rows]
    solver.sums[:] = 0
    solver.iterate(FURTHER)
    _, again = _costs(tree, solver)
    answers = {}
    for place, (line, at, mine) in enumerate(zip(found.lines, found.states, found.mine, strict=True)):
        actor = at.actor or 0
        if found.theirs[place] < RARE_SHARE:
            continue
        cost, other = costs[place], again[place]
        off = disagreement(cost, other, mine)
        removal = table.header["removal"].get(kind_of(at), (0.0,) * len(CLASSES_OF_ERROR))
        errors = np.repeat(total_error(off, removal), CLASSES_OF_ERROR).astype(np.float32)
        held = mine.astype(np.float64) * sums[actor]
        answers[line] = Answer(
            f"{start} {line}".strip(),
            table.game.players[actor],
            tuple(name for name, _ in table.game.moves(at)),
            held,
            with_cheapest(shares[place].astype(np.float32), cost, held),
            cost,
            float(np.average(errors, weights=held if held.any() else None)),
            errors,
            live=True,
        )
    return River(start, answers)


def _costs(tree: PublicTree, solver: Solver) -> tuple[ReachedNodes, list[NDArray[np.float32]]]:
    """Return the decisions of a tree and the cost of each action there."""
    found = reached_nodes(tree, solver)
    values, _ = action_values(tree, solver, found.rows, best=True)
    costs = [
        np.asarray(costs_of(each, max(theirs, RARE)), np.float32)
        for each, theirs in zip(values, found.theirs, strict=True)
    ]
    return found, costs
