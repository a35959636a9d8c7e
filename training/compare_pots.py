"""Compares the prices of a table of a pot with those of a finer solution: `python training/compare_pots.py --pot co-bb`.

The pot is solved again with more groups of hands after the last draw; with `--line` it is another line that the table claims, with its own
ranges and money, and with `--stack` players have fewer big bets left. Each decision counts as often as good players come there, and as players do who take every action alike against them.
"""

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
from compare_blueprint import HIGHEST_COST, TAKEN, print_phase
from make_pots import POTS, claimed, game_of, ranges_of
from make_table import solved
from numpy.typing import NDArray
from pot_lines import Met

from badugi_hh.ring.pots_of_two import ENDING, claims_of
from badugi_hh.solve.action_costs import action_values, costs_of
from badugi_hh.solve.game import BIG_BET
from badugi_hh.solve.known import HIGHEST_ERROR, Reason
from badugi_hh.solve.player_ranges import Ranges
from badugi_hh.solve.reached_nodes import reached_nodes
from badugi_hh.solve.solved_table import SolvedTable, read_table


class Exact(NamedTuple):
    """The costs of a decision by the finer solution, by action and class, and which actions one hand in fifty takes there."""

    costs: NDArray[np.float64]
    often: NDArray[np.bool_]


def finer(table: SolvedTable, met: Met, stack: float, buckets: int, iterations: int) -> dict[str, Exact]:
    """Return the decisions of a line that a table claims, solved with so many groups after the last draw, by the line since the first draw."""
    game = replace(game_of(table.game.name, met), stack=BIG_BET * stack)
    tree, solver = solved(game, ranges_of(met), iterations, buckets, None)
    nodes = list(reached_nodes(tree, solver, lambda node: node.line in table.lines))
    values, _ = action_values(tree, solver, [node.row for node in nodes], best=True)
    found = {}
    for node in nodes:
        mix = table.mixes(table.lines[node.line])
        if len(mix) != len(values[node.row]):
            continue
        costs = costs_of(values[node.row], max(node.at.theirs, 1e-9))
        found[node.line] = Exact(costs, (mix @ node.at.mine) / max(node.at.mine.sum(), 1e-12) >= TAKEN)
    return found


def met_by(table: SolvedTable, player: int, *, loose: bool) -> Iterator[tuple[str, Ranges]]:
    """Yield the decisions of a player with the ranges there; a loose player takes every action alike."""
    lines = [("", table.start)]
    while lines:
        line, at = lines.pop()
        if at.state.actor is None or line not in table.lines:
            continue
        moves, mixes = table.game.moves(at.state), table.mixes(table.lines[line])
        if at.actor == player:
            yield line, at
            if loose:
                mixes = np.full_like(mixes, 1 / len(moves))
        for (word, state), share in zip(moves, mixes, strict=True):
            lines.append((f"{line} {word}".strip(), at.after(word, state, share)))


def main() -> None:
    """Solve and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pot", choices=POTS, required=True)
    parser.add_argument("--line", type=int, default=0, help="which line of those that the table claims")
    parser.add_argument("--stack", type=float, default=10, help="the big bets that each has left")
    parser.add_argument("--tables", type=Path, default=Path("tables"))
    parser.add_argument("--buckets", type=int, default=200)
    parser.add_argument("--iterations", type=int, default=150)
    options = parser.parse_args()
    table = read_table(options.tables / f"{options.pot}{ENDING}")
    claim = claims_of(table.header)[options.line]
    met = claimed()[options.pot][options.line]
    exact = finer(table, met, options.stack, options.buckets, options.iterations)
    for loose in (False, True):
        found: dict[int, list[NDArray[np.float64]]] = {}
        for player in (0, 1):
            for line, at in met_by(table, player, loose=loose):
                node, phase = table.lines[line], 2 * at.state.round - 1 - at.state.drawing
                if line not in exact:
                    continue
                cost, errors = table.costs(node), np.hypot(table.errors(node), claim.errors[phase])
                counts = (table.reasons(node) == Reason.NONE) & (errors < HIGHEST_ERROR)
                counts = counts & (cost < HIGHEST_COST) & ((cost > 0) | (exact[line].costs > 0.01))
                counts &= exact[line].often[:, None] | loose
                weight = np.broadcast_to(at.mine * at.theirs, cost.shape)[counts]
                errors = np.broadcast_to(errors, cost.shape)[counts]
                far = (cost - exact[line].costs)[counts]
                found.setdefault(phase, []).append(np.stack([far, cost[counts], errors, weight]))
        print("loose players" if loose else "good players")
        for phase, parts in sorted(found.items()):
            print_phase(phase + 1, np.concatenate(parts, axis=1), part=0.0)


if __name__ == "__main__":
    main()
