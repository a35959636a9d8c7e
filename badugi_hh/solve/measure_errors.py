"""Measures the errors of the costs of a table: with further iterations of its solver, and with real cards.

What the errors consist of is in `cost_errors`. The measurement needs numba, and as long as a quarter of the solution.
"""

from dataclasses import replace

import numpy as np

from badugi_hh.solve.cost_errors import UNKNOWN, Errors, disagreement, kind_of, total_error
from badugi_hh.solve.make_table import action_values, costs_of
from badugi_hh.solve.player_ranges import LEAST_REACH
from badugi_hh.solve.public_tree import PublicTree
from badugi_hh.solve.reached_nodes import ReachedNodes, reached_nodes
from badugi_hh.solve.real_cards import strategy_of
from badugi_hh.solve.removal import measure_removal
from badugi_hh.solve.solved_table import ERROR_STEP, ERRORS, Table
from badugi_hh.solve.solver import Solver


def with_errors(table: Table, tree: PublicTree, solver: Solver, *, further: int, deals: int) -> Table:
    """Return a table with the errors of its costs; the solver has the stored strategies, and loses them.

    `further` is the number of iterations whose average is compared, `deals` that of the duplicate deals with real cards.
    """
    stored = reached_nodes(tree, solver, table.lines)
    if len(stored.rows) != len(table.lines):
        raise ValueError("the table is not that of the solver")
    removal = _measure_removal(tree, solver, stored, deals)
    solver.sums[:] = 0
    solver.iterate(further)
    again = reached_nodes(tree, solver, table.lines)
    values, _ = action_values(tree, solver, stored.rows, best=True)
    nodes = table.nodes.copy()
    for node, (state, mine, worth, theirs) in enumerate(
        zip(stored.states, stored.mine, values, again.theirs, strict=True)
    ):
        off = (
            UNKNOWN
            if theirs <= LEAST_REACH
            else disagreement(table.costs(node), costs_of(worth, theirs), mine)
        )
        nodes[node, ERRORS] = np.rint(total_error(off, removal[kind_of(state)]) / ERROR_STEP)
    header = {
        **table.header,
        "compared": f"{further} further iterations",
        "removal": {name: list(each) for name, each in removal.items()},
    }
    return replace(table, header=header, nodes=nodes)


def _measure_removal(tree: PublicTree, solver: Solver, reached: ReachedNodes, deals: int) -> Errors:
    values, _ = action_values(tree, solver, reached.rows, best=False)
    marks = np.full(len(tree.nodes), -1, np.int32)
    marks[reached.rows] = np.cumsum([0, *(len(each) for each in values)])[:-1]
    worth = np.concatenate(
        [each / np.float32(theirs) for each, theirs in zip(values, reached.theirs, strict=True)]
    )
    states = dict(zip(reached.rows, reached.states, strict=True))
    return measure_removal(tree, strategy_of(solver), states, marks, worth, deals)
