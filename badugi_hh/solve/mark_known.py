"""Marks the answers of a table that are not known, so that a look-up gives a reason in their place.

The rules are those of `known`. Where the opener's hands are given, costs are compared with the solution in which the opener
plays any hand: how far they differ is part of their error.
"""

from dataclasses import replace

import numpy as np

from badugi_hh.solve.classes import CLASSES
from badugi_hh.solve.cost_errors import UNKNOWN, disagreement
from badugi_hh.solve.known import LEAST_SHARE, Reason, contradicted, unsure
from badugi_hh.solve.look_up import ranges_of_lines
from badugi_hh.solve.player_ranges import Ranges
from badugi_hh.solve.solved_table import COST_STEP, ERROR_STEP, ERRORS, REASON, Table, pack_flags


def with_known(table: Table, free: Table | None = None) -> Table:
    """Return a table with the reasons why answers are not given; its errors are those of solving it.

    `free` is the table of the same game in which the opener's hands are not given.
    """
    nodes = table.nodes.copy()
    table = replace(table, nodes=nodes)
    flags = np.zeros((len(nodes), CLASSES), np.bool_)
    for words, at in ranges_of_lines(table, table.lines):
        node, line = table.lines[" ".join(words)], " ".join(words)
        cost = table.costs(node)
        if free is not None:
            _add_difference(table, free, line, at)
        errors = table.errors(node)
        nodes[node, REASON] = _reason(table, at)
        flags[node] = unsure(table.mixes(node), cost, errors, at.mine > 0)
        if free is not None and line in free.lines:
            flags[node] |= contradicted(cost, free.costs(free.lines[line]), errors)
    return replace(table, unsure=pack_flags(flags))


def _reason(table: Table, at: Ranges) -> Reason:
    """Return why nothing is known of a whole node: its hands are given, or a rare action of the opponent led to it."""
    if table.game.opens is not None and at.state == table.game.root:
        return Reason.GIVEN
    return Reason.RARE if at.least[1 - at.actor] < LEAST_SHARE else Reason.NONE


def _add_difference(table: Table, free: Table, line: str, at: Ranges) -> None:
    """Add to the errors of a node how far its costs are from those of another table, at least a step of costs."""
    node, other = table.lines[line], free.lines.get(line)
    if other is None:
        off = np.full(3, UNKNOWN)
    else:
        off = np.maximum(disagreement(table.costs(node), free.costs(other), at.mine), COST_STEP)
    table.nodes[node, ERRORS] = np.rint(np.hypot(table.nodes[node, ERRORS], off / ERROR_STEP))
