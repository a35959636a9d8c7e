"""Solves a game of two players and writes its table: `python training/make_table.py --spot heads-up --out heads-up.table`.

It states the memory that it needs, and after every measurement the exploitability. With `--checkpoint` the solver is saved
then, and goes on from there when the program is started again.
"""

import argparse
import time
from pathlib import Path

from checkpoint import load_checkpoint, save_checkpoint
from compiled_solver import CompiledSolver
from finish_table import with_errors, with_known, with_river_costs
from rounded_table import rounded_table, table_bytes

from badugi_hh.solve.classes import CLASSES, deal, strength_buckets
from badugi_hh.solve.game import BIG_BET, GAMES
from badugi_hh.solve.public_tree import PublicTree, build_tree
from badugi_hh.solve.solver import Solver, setup_of
from badugi_hh.solve.transitions import usual_end
from badugi_hh.user_error import SolveError

MEASURED = 25
"""So many iterations pass between two measurements of exploitability."""
FURTHER = 20
"""So many iterations of the solution are followed by one more that measures the errors of costs."""
DEALS = 150_000
"""The duplicate deals with real cards that measure the errors of costs."""


def solved(spot: str, iterations: int, buckets: int, checkpoint: Path | None) -> tuple[PublicTree, Solver]:
    """Return the tree of a game and its solver after so many iterations, some of which a checkpoint may have.

    Raises:
        SolveError: the file is no checkpoint of this game.
    """
    began = time.monotonic()
    grouped = strength_buckets(buckets, usual_end())
    count = int(grouped[-1]) + 1
    tree = build_tree(GAMES[spot], sizes=(CLASSES, count))
    memory = (8 * tree.slots + tree.nodes.nbytes) / 1e9
    print(f"{len(tree.nodes):,} nodes, {count} buckets after the last draw, {memory:.1f} GB of memory")
    solver = CompiledSolver(setup_of(tree, (deal(), deal()), grouped))
    if checkpoint is not None and checkpoint.exists():
        load_checkpoint(solver, checkpoint, spot)
        print(f"continues after iteration {solver.iterations}")
    while solver.iterations < iterations:
        solver.iterate()
        if solver.iterations % MEASURED and solver.iterations != iterations:
            continue
        lost = solver.exploitability() / BIG_BET
        print(
            f"iteration {solver.iterations} of {iterations}: exploitability {lost:.4f} big bets per hand, "
            f"{time.monotonic() - began:,.0f} s",
            flush=True,
        )
        if checkpoint is not None:
            save_checkpoint(solver, checkpoint, spot)
    return tree, solver


def main() -> None:
    """Solve, measure the errors, and write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--spot", default="heads-up", choices=GAMES)
    parser.add_argument("--out", type=Path, required=True, help="the file of the table")
    parser.add_argument("--iterations", type=int, default=200)
    parser.add_argument("--buckets", type=int, default=100, help="groups of hands after the last draw")
    parser.add_argument("--checkpoint", type=Path, help="save the solver here, and go on from it")
    options = parser.parse_args()
    options.out.parent.mkdir(parents=True, exist_ok=True)
    try:
        tree, solver = solved(options.spot, options.iterations, options.buckets, options.checkpoint)
    except SolveError as error:
        parser.error(str(error))
    table = rounded_table(tree, solver)
    further = max(options.iterations // FURTHER, 1)
    print(f"{further} further iterations and {2 * DEALS:,} hands with real cards measure the errors of costs")
    table = with_errors(table, tree, solver, further=further, deals=DEALS)
    print("the last betting rounds are solved again with all classes", flush=True)
    options.out.write_bytes(table_bytes(with_known(with_river_costs(table))))
    lost, stored = (table.header[name] for name in ("exploitability", "exploitability_quantized"))
    print(f"{options.out}: exploitability {lost:.4f} big bets per hand, {stored:.4f} as stored")


if __name__ == "__main__":
    main()
