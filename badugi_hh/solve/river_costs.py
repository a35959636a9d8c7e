"""Replaces the costs of the last betting round of a table by those of the round solved with all classes.

The strategies of a table have buckets on the last round, where a tenth as many iterations as the round needs have gone
into answers to rare actions. Costs against them are off by more than two averages of one solver show. Each round is
therefore solved again from the ranges of the stored strategies; the strategies themselves stay as they are.
"""

from dataclasses import replace
from itertools import groupby

import numpy as np

from badugi_hh.solve.all_classes import solve_last_round
from badugi_hh.solve.live_river import river_start
from badugi_hh.solve.look_up import find_ranges
from badugi_hh.solve.make_table import cost_steps
from badugi_hh.solve.solved_table import ERROR_STEP, ERRORS, Table


def with_river_costs(table: Table) -> Table:
    """Return a table with costs of the last betting round that all classes play, and their errors.

    How far the costs are from those of fewer iterations is added to the errors of the table, as squares. It takes 0.1
    seconds for each betting round with numba, four minutes for the whole game.
    """
    nodes, cost = table.nodes.copy(), table.cost.copy()
    lines = sorted(
        (start, line) for line in table.lines if (start := river_start(table.game, line)) is not None
    )
    for start, group in groupby(lines, key=lambda each: each[0]):
        solved = solve_last_round(table.game, find_ranges(table, start))
        for _, line in group:
            found, node = solved[line.removeprefix(start).strip()], table.lines[line]
            begin = int(nodes[node, 3])
            cost[begin : begin + found.cost.size] = cost_steps(found.cost).ravel()
            nodes[node, ERRORS] = np.rint(np.hypot(nodes[node, ERRORS], found.off / ERROR_STEP))
    return replace(
        table, header={**table.header, "rivers": "solved with all classes"}, nodes=nodes, cost=cost
    )
