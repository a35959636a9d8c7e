"""Plays solved strategies with real cards: what the model leaves out, and what fixed styles lose.

The solver ignores that the cards of one player cannot be held by the other, and averages over suits. Here hands are dealt
from one deck, each deal once more with the hands exchanged, and once from a separate deck for each player, which shows what
card removal adds. Strategies are those of a table, which players leave for simple rules where it ends, or the whole ones of
a checkpoint. Results are the value of the first player in big bets per hand, beside the value in the model.

    .venv/bin/python training/measure_table.py --spot heads-up --deals 1000000
    .venv/bin/python training/measure_table.py --spot heads-up --checkpoint training/states/heads-up --deals 4000000
"""

import argparse
import time
from pathlib import Path

import numpy as np
from real_cards import Strategy
from real_play import CALLS, RAISES, STRATEGY, STYLES, TIGHT, play_real_cards, strategy_of_table

from badugi_hh.solve.classes import CLASSES, strength_buckets
from badugi_hh.solve.game import GAMES
from badugi_hh.solve.public_tree import PublicTree, build_tree
from badugi_hh.solve.shipped_tables import find_table
from badugi_hh.solve.transitions import usual_end


def read_checkpoint(spot: str, file: Path, count: int) -> tuple[PublicTree, Strategy]:
    """Return the tree of a game and the strategy of a checkpoint, which stays on disk."""
    buckets = strength_buckets(count, usual_end()).astype(np.int32)
    sizes = (CLASSES, int(buckets[-1]) + 1)
    tree = build_tree(GAMES[spot], sizes=sizes)
    starts = np.where(tree.nodes["kind"] < 2, tree.nodes["offset"], -1)
    every = np.arange(CLASSES, dtype=np.int32)
    sums = np.memmap(file, np.float32, "r", file.stat().st_size - 4 * tree.slots)  # the second of two arrays
    return tree, Strategy(starts, sums, np.stack([every, buckets]), np.array(sizes))


def main() -> None:
    """Run the measurement that the arguments name."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--spot", default="heads-up", choices=GAMES)
    parser.add_argument("--table", type=Path, help="default: the one that comes with the program")
    parser.add_argument("--checkpoint", type=Path, help="the file of a solver, in place of a table")
    parser.add_argument("--buckets", type=int, default=100, help="those of the checkpoint")
    parser.add_argument("--deals", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    table = None if options.checkpoint else find_table(options.spot, options.table)
    if table is None:
        tree, strategy = read_checkpoint(options.spot, options.checkpoint, options.buckets)
    else:
        tree = build_tree(table.game)
        strategy = strategy_of_table(tree, table)
        print(f"{tree.game.players[0]} in the model: {table.header['value']:+.4f} big bets per hand")
    began, hands = time.process_time(), 0
    one, each = (
        play_real_cards(tree, strategy, options.deals, seed=options.seed, separate=separate)
        for separate in (False, True)
    )
    hands += 4 * options.deals
    print(f"one deck: {one.value:+.4f} ± {one.error:.4f}")
    print(f"a deck each: {each.value:+.4f} ± {each.error:.4f}")
    print(f"card removal: {one.value - each.value:+.4f} ± {(one.error**2 + each.error**2) ** 0.5:.4f}")
    for style in (RAISES, CALLS, TIGHT):
        for styles in ((STRATEGY, style), (style, STRATEGY)):
            deals = options.deals // 10
            played = play_real_cards(tree, strategy, deals, seed=options.seed, styles=styles)
            hands += 2 * deals
            print(
                f"{STYLES[styles[0]]} against {STYLES[styles[1]]}: {played.value:+.4f} ± {played.error:.4f}"
            )
    print(f"{hands:,} hands in {time.process_time() - began:.0f} s of CPU time")


if __name__ == "__main__":
    main()
