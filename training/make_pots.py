"""Solves the pots of two players at full tables and writes their tables: `python training/make_pots.py --out tables --states training/states/pots`.

A pot begins with the first draw; its ranges are those of the blueprint, and all money in it is dead. A table is not made again
while the blueprint plays the same before the draw. With `--minutes` the program stops then; started again, it goes on from the saved solvers.
"""

import argparse
import hashlib
import multiprocessing
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path

import numpy as np
from compiled_solver import CompiledSolver
from finish_table import ranges_of_lines
from make_table import DEALS, finished, solved
from pot_lines import Met, met_lines, nearest
from rounded_table import rounded_table, table_bytes

from badugi_hh.ring.blueprint import Blueprint, shipped_blueprint
from badugi_hh.ring.pots_of_two import ENDING, Claim, PotLine
from badugi_hh.solve.action_costs import HIGHEST, action_values, costs_of
from badugi_hh.solve.classes import FIRST_OF_SIZE, Vector
from badugi_hh.solve.game import Game, PublicState
from badugi_hh.solve.public_tree import build_tree
from badugi_hh.solve.reached_nodes import reached_nodes
from badugi_hh.solve.solved_table import SolvedTable, read_header
from badugi_hh.solve.solver import Solver, setup_of

POTS = {
    "btn-bb": PotLine("BB", "BTN", "last", 2),
    "co-bb": PotLine("BB", "CO", "last", 2),
    "hj-bb": PotLine("BB", "HJ", "last", 2),
    "mp-bb": PotLine("BB", "MP", "last", 2),
    "co-sb": PotLine("SB", "CO", "last", 2),
    "hj-btn": PotLine("HJ", "BTN", "first", 2),
    "hj-limp": PotLine("BB", "HJ", "", 1),
    "sb-limp": PotLine("SB", "BB", "", 1),
    "hj-limp-btn": PotLine("HJ", "BTN", "last", 2),
    "co-limp-bb": PotLine("BB", "CO", "first", 2),
    "sb-limp-bb": PotLine("SB", "BB", "last", 2),
    "co-btn-three": PotLine("CO", "BTN", "last", 3),
    "co-bb-three": PotLine("BB", "CO", "first", 3),
    "btn-sb-three": PotLine("SB", "BTN", "first", 3),
    "hj-btn-four": PotLine("HJ", "BTN", "first", 4),
    "co-sb-four": PotLine("SB", "CO", "last", 4),
}
"""The lines that have tables, by the name of the table."""
SB_BB = {PotLine("SB", "BB", raiser, bets) for raiser, bets in (("first", 2), ("last", 3), ("first", 4))}
"""Lines of the table `sb-bb`, which begins with the blinds."""
FEWEST = 0.0005
"""A line that is a smaller part of the pots is not compared with its table, and not claimed."""
LEAST = 5e-5
"""The reach above which a table has a node."""
_PHASES = 6


@dataclass(frozen=True, slots=True)
class Plan:
    """What is made of each pot: the folders, iterations, buckets after the last draw, deals, and when it stops.

    `mark` distinguishes what the blueprint plays before the draw.
    """

    out: Path
    states: Path
    iterations: int
    buckets: int
    deals: int
    least: float
    until: float
    mark: str

    def file(self, name: str) -> Path:
        """Return the file of a table."""
        return self.out / f"{name}{ENDING}"

    def is_made(self, name: str) -> bool:
        """Return whether the table of a pot is that of this blueprint."""
        return self.file(name).is_file() and read_header(self.file(name))["blueprint"] == self.mark


def mark_of(blueprint: Blueprint) -> str:
    """Return what distinguishes the play of a blueprint before the draw, on which the ranges of pots depend."""
    before = blueprint.phases[0]
    strategies = b"".join(each.tobytes() for each in (before.rows, before.groups, before.mix, before.within))
    return hashlib.sha256(strategies).hexdigest()[:16]


def game_of(name: str, of: Met) -> Game:
    """Return the game of a pot; player 0 acts first."""
    start = PublicState(1, drawing=True)
    return Game(name, of.line[:2], dead=of.money, opener_last=False, start=start)


@cache
def claimed() -> dict[str, list[Met]]:
    """Return by table the lines that it claims, its own first; the blueprint is that of the program.

    Raises:
        ValueError: players of the blueprint never come to the line of a table.
    """
    blueprint = shipped_blueprint()
    lines = [] if blueprint is None else met_lines(blueprint)
    lines = [met for met in lines if met.share >= FEWEST and met.line not in SB_BB]
    by_line = {met.line: met for met in lines}
    lacking = [name for name, line in POTS.items() if line not in by_line]
    if lacking:
        raise ValueError(f"the blueprint never comes to {', '.join(lacking)}; take other lines as POTS")
    return nearest(lines, {name: by_line[line] for name, line in POTS.items()})


def make(plan: Plan, name: str) -> bool:
    """Make the table of a pot, and return whether it is done."""
    if plan.is_made(name):
        return True
    if time.monotonic() > plan.until:
        return False
    own, *others = claimed()[name]
    game, ranges = game_of(name, own), ranges_of(own)
    checkpoint = plan.states / f"{name}-{plan.mark}"
    tree, solver = solved(game, ranges, plan.iterations, plan.buckets, checkpoint, plan.until)
    if solver.iterations < plan.iterations:
        return False
    table = rounded_table(tree, solver, plan.least)
    header = {
        **table.header,
        "blueprint": plan.mark,
        "claims": [Claim(own.line, own.money, (0.0,) * _PHASES).as_json()],
    }
    for met in others:
        errors = step_errors(table, solver, met)
        header["claims"].append(Claim(met.line, met.money, errors).as_json())
        print(f"{name}: {said(met, errors)}", flush=True)
    table = finished(replace(table, header=header), tree, solver, plan.deals)
    plan.file(name).write_bytes(table_bytes(table))
    lost, stored = (table.header[key] for key in ("exploitability", "exploitability_quantized"))
    print(
        f"{name}: exploitability {lost:.4f} big bets a pot, {stored:.4f} as stored; {len(table.lines):,} decisions, "
        f"{plan.file(name).stat().st_size / 1e6:.2f} MB; snows {', '.join(f'{part:.1%}' for part in snows(table))}",
        flush=True,
    )
    return True


def ranges_of(met: Met) -> tuple[Vector, Vector]:
    """Return the ranges of a line for a solver."""
    first, last = (each.astype(np.float32) for each in met.ranges)
    return first, last


def said(met: Met, errors: tuple[float, ...]) -> str:
    """Return in words how far a line is from its table."""
    off = ", ".join(f"{error:.2f}" for error in errors)
    return f"claims {' '.join(map(str, met.line))}, {met.share:.2%} of the pots, costs off by {off}"


def step_errors(table: SolvedTable, solver: Solver, met: Met) -> tuple[float, ...]:
    """Return how far costs of a line are from those of the table, by phase from the first draw on: the root mean square.

    Both are costs against the strategies of the table, which the solver has; hands count as often as they come there in the line.
    """
    buckets = solver.setup.buckets
    at_line = build_tree(game_of(table.game.name, met), sizes=(len(buckets), int(buckets[-1]) + 1))
    other = CompiledSolver(setup_of(at_line, ranges_of(met), buckets))
    other.sums = solver.sums
    nodes = list(reached_nodes(at_line, other, lambda node: node.line in table.lines))
    values, _ = action_values(at_line, other, [node.row for node in nodes], best=True)
    squares, weights = np.zeros((2, _PHASES))
    for node in nodes:
        cost = np.minimum(costs_of(values[node.row], max(node.at.theirs, 1e-9)), HIGHEST)
        far = ((cost - table.costs(table.lines[node.line])) ** 2).mean(axis=0)
        state, often = node.at.state, node.at.mine * node.at.theirs
        phase = 2 * state.round - 1 - state.drawing
        squares[phase] += far @ often
        weights[phase] += often.sum()
    return tuple(np.round((squares / np.maximum(weights, 1e-12)) ** 0.5, 3).tolist())


def snows(table: SolvedTable) -> Iterator[float]:
    """Yield for each draw which part of all hands of both players there stands pat without a badugi."""
    pats, every = np.zeros((2, len(table.game.draws)))
    for words, at in ranges_of_lines(table, table.lines):
        if at.state.drawing:
            often = at.mine * at.theirs
            stood = often * table.mixes(table.lines[" ".join(words)])[0]
            pats[at.state.round - 1] += stood[FIRST_OF_SIZE[3] :].sum()
            every[at.state.round - 1] += often.sum()
    yield from (pats / every).tolist()


def main() -> None:
    """Make the tables that are not made yet."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, required=True, help="the folder of the tables")
    parser.add_argument(
        "--states", type=Path, required=True, help="save the solvers in this folder, and go on from it"
    )
    parser.add_argument(
        "--only", nargs="+", choices=POTS, default=list(POTS), metavar="POT", help="make these tables"
    )
    parser.add_argument("--iterations", type=int, default=150)
    parser.add_argument("--buckets", type=int, default=100, help="groups of hands after the last draw")
    parser.add_argument(
        "--deals", type=int, default=DEALS, help="duplicate deals with real cards for the errors"
    )
    parser.add_argument("--least", type=float, default=LEAST, help="the reach above which a node is stored")
    parser.add_argument("--minutes", type=float, default=145, help="begin nothing after so many minutes")
    parser.add_argument("--jobs", type=int, default=2, help="processes of 2 GB each")
    options = parser.parse_args()
    blueprint = shipped_blueprint()
    if blueprint is None:
        parser.error("there is no blueprint in the folder tables; build it first")
    mark = mark_of(blueprint)
    until = time.monotonic() + 60 * options.minutes
    plan = Plan(options.out, options.states, options.iterations, options.buckets, options.deals, options.least, until, mark)  # fmt: skip
    options.out.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(options.jobs, multiprocessing.get_context("spawn")) as workers:
        done = list(workers.map(partial(make, plan), options.only))
    left = [name for name, is_done in zip(options.only, done, strict=True) if not is_done]
    print(f"left: {', '.join(left)}; start the program again" if left else "all tables are made")


if __name__ == "__main__":
    main()
