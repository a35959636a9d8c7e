"""What follows when a table is made: its costs in the last betting round, the errors of all costs, and what is known.

What the errors consist of is in `cost_errors`, and when an answer is known in `known`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby

import numpy as np
from real_cards import strategy_of
from removal import Errors, measure_removal
from rounded_table import cost_steps, pack_flags

from badugi_hh.solve.action_costs import UNKNOWN, action_values, costs_of, disagreement, kind_of, total_error
from badugi_hh.solve.all_classes import Effort, solve_last_round
from badugi_hh.solve.classes import CLASSES
from badugi_hh.solve.known import LEAST_SHARE, Reason, unsure
from badugi_hh.solve.live_river import river_start
from badugi_hh.solve.look_up import find_ranges, follow
from badugi_hh.solve.player_ranges import LEAST_REACH, Ranges, dealt
from badugi_hh.solve.public_tree import PublicTree
from badugi_hh.solve.reached_nodes import ReachedNode, reached_nodes
from badugi_hh.solve.solved_table import ERROR_STEP, ERRORS, REASON, SolvedTable
from badugi_hh.solve.solver import Solver

STORED = Effort(100, 900, 1)
"""The iterations of a last betting round."""


def with_errors(
    table: SolvedTable, tree: PublicTree, solver: Solver, *, further: int, deals: int
) -> SolvedTable:
    """Return a table with the errors of its costs; the solver has the stored strategies, and loses them.

    `further` is the number of iterations whose average is compared, `deals` that of the duplicate deals with real cards.
    """
    stored = list(_nodes_of(table, tree, solver))
    if len(stored) != len(table.lines):
        raise ValueError("the table is not that of the solver")
    removal = model_errors(tree, solver, stored, deals)
    solver.sums[:] = 0
    solver.iterate(further)
    again = {node.row: node.at.theirs for node in _nodes_of(table, tree, solver)}
    values, _ = action_values(tree, solver, [node.row for node in stored], best=True)
    nodes = table.nodes.copy()
    for place, node in enumerate(stored):
        theirs = again[node.row]
        off = (
            UNKNOWN
            if theirs <= LEAST_REACH
            else disagreement(table.costs(place), costs_of(values[node.row], theirs), node.at.mine)
        )
        nodes[place, ERRORS] = np.rint(total_error(off, removal[kind_of(node.at.state)]) / ERROR_STEP)
    header = {
        **table.header,
        "compared": f"{further} further iterations",
        "removal": {name: list(errors) for name, errors in removal.items()},
    }
    return replace(table, header=header, nodes=nodes)


def _nodes_of(table: SolvedTable, tree: PublicTree, solver: Solver) -> Iterator[ReachedNode]:
    return reached_nodes(tree, solver, lambda node: node.line in table.lines)


def model_errors(tree: PublicTree, solver: Solver, nodes: list[ReachedNode], deals: int) -> Errors:
    """Return how far the values of actions at `nodes` are from those with real cards, see `removal`."""
    values, _ = action_values(tree, solver, [node.row for node in nodes], best=False)
    worth = {node.row: values[node.row] / np.float32(node.at.theirs) for node in nodes}
    states = {node.row: node.at.state for node in nodes}
    return measure_removal(tree, strategy_of(solver), states, worth, deals)


def with_river_costs(table: SolvedTable) -> SolvedTable:
    """Return a table with costs of the last betting round that all classes play, and their errors.

    Strategies have buckets there, and a tenth as many iterations as the round needs have gone into answers to rare actions.
    Each round is therefore solved again from the ranges of the stored strategies, which stay as they are. How far the costs
    are from those of fewer iterations is added to the errors of the table, as squares.
    """
    nodes, cost = table.nodes.copy(), table.cost[:].copy()
    lines = sorted(
        (start, line) for line in table.lines if (start := river_start(table.game, line)) is not None
    )
    for start, group in groupby(lines, key=lambda pair: pair[0]):
        solved = solve_last_round(table.game, find_ranges(table, start), STORED)
        for _, line in group:
            decision, node = solved[line.removeprefix(start).strip()], table.lines[line]
            begin = int(nodes[node, 3])
            cost[begin : begin + decision.cost.size] = cost_steps(decision.cost).ravel()
            nodes[node, ERRORS] = np.rint(np.hypot(nodes[node, ERRORS], decision.off / ERROR_STEP))
    return replace(
        table, header={**table.header, "rivers": "solved with all classes"}, nodes=nodes, cost=cost
    )


def with_known(table: SolvedTable) -> SolvedTable:
    """Return a table with the reasons why answers are not given; its errors are those of solving it.

    Of a whole node nothing is known if a rare action of the opponent led to it.
    """
    nodes = table.nodes.copy()
    flags = np.zeros((len(nodes), CLASSES), np.bool_)
    for words, at in ranges_of_lines(table, table.lines):
        node = table.lines[" ".join(words)]
        nodes[node, REASON] = Reason.RARE if at.least[1 - at.actor] < LEAST_SHARE else Reason.NONE
        flags[node] = unsure(table.mixes(node), table.costs(node), table.errors(node), at.mine > 0)
    return replace(table, nodes=nodes, unsure=pack_flags(flags))


def ranges_of_lines(table: SolvedTable, lines: Iterable[str]) -> Iterator[tuple[tuple[str, ...], Ranges]]:
    """Yield the words of possible lines with the ranges after them, in an order of its own.

    Lines that begin alike share the walk of their beginning.
    """
    path = [dealt(table.game)]
    done: list[str] = []
    for words in sorted({tuple(line.split()) for line in lines}):
        same = 0
        while same < min(len(done), len(words)) and done[same] == words[same]:
            same += 1
        del path[same + 1 :]
        for place in range(same, len(words)):
            path.append(follow(table, words[: place + 1], path[-1]))
        done = list(words)
        yield words, path[-1]
