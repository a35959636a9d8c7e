"""The strategies of a table on a part of its game, beside those solved again from the same ranges."""

import numpy as np

from badugi_hh.solve.game import PublicState
from badugi_hh.solve.look_up import find_ranges
from badugi_hh.solve.public_tree import PublicTree, build_tree
from badugi_hh.solve.solved_table import SolvedTable
from badugi_hh.solve.solver import Solver, setup_of


def find_node(tree: PublicTree, line: str) -> tuple[int, PublicState]:
    """The node and the state after a line from the start of a tree."""
    node, state = 0, tree.start
    for word in line.split():
        after = tree.game.after(state, word)
        node = tree.children(node)[tree.game.moves(state).index((word, after))]
        state = after
    return node, state


def sub_game_exploitability(table: SolvedTable, line: str, iterations: int = 120) -> tuple[float, float]:
    """Of the strategies after a line: solved again from the ranges of the line, and as stored; in shares of the pot.

    Where the table ends players follow the strategies solved again.
    """
    state, reach, _ = find_ranges(table, line)
    ranges = [(each / each.sum()).astype(np.float32) for each in reach]
    tree = build_tree(table.game, state)
    solver = Solver(setup_of(tree, (ranges[0], ranges[1])))
    solver.iterate(iterations)
    fresh = solver.exploitability()
    for stored, node in table.lines.items():
        if stored == line or stored.startswith(line + " "):
            row, _ = find_node(tree, stored.removeprefix(line).strip())
            begin, mix = int(tree.nodes["offset"][row]), table.mixes(node)
            solver.sums[begin : begin + mix.size] = mix.ravel()
    pot = sum(state.paid) + table.game.dead
    return fresh / pot, solver.exploitability() / pot
