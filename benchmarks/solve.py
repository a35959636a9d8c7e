"""Plays solved strategies with real cards: what ignoring the opponent's cards costs, and what fixed styles lose.

The solver ignores that the cards of one player cannot be held by the other. Here hands are dealt from one deck, both
players keep the lowest cards that count, and the strategies are those of a checkpoint, or of a small game that is solved
first. The result is the value of the first player in big bets per hand, beside the value in the model.

    .venv/bin/python benchmarks/solve.py --checkpoint solving --hands 16000000
    .venv/bin/python benchmarks/solve.py --one-draw
"""

import argparse
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from badugi_hh.engine import values
from badugi_hh.solve.checkpoint import load_checkpoint
from badugi_hh.solve.classes import CLASSES, deal, strength_buckets
from badugi_hh.solve.compiled import jit
from badugi_hh.solve.game import BIG_BET, GAMES, HEADS_UP
from badugi_hh.solve.loops import Floats
from badugi_hh.solve.public_tree import FIXED, SHOWDOWN, Nodes, PublicTree, build_tree
from badugi_hh.solve.solver import Solver, problem_of
from badugi_hh.solve.transitions import usual_end

STYLES = ("the strategy", "always raises", "always calls", "folds all but good hands")
_FIXED, _SHOWDOWN = FIXED, SHOWDOWN
_GOOD = 250 + 715  # the worst three-card class that the last style does not fold


def class_table() -> NDArray[np.int16]:
    """Return the class of each set of ranks, as bits."""
    found = np.zeros(1 << 13, np.int16)
    for number in range(CLASSES):
        found[sum(1 << rank for rank in values.ranks(number + 1))] = number
    return found


@jit
def count_hand(hand: NDArray[np.int8], table: NDArray[np.int16], counts: NDArray[np.bool_]) -> int:
    """Return the class of four cards, and mark in `counts` those that count."""
    best_class, best_set = 10_000, 0
    for subset in range(1, 16):
        ranks = suits = size = 0
        for place in range(4):
            if subset >> place & 1:
                ranks |= 1 << (hand[place] >> 2)
                suits |= 1 << (hand[place] & 3)
                size += 1
        differing = 0
        for bit in range(13):
            differing += ranks >> bit & 1
        for bit in range(4):
            differing += suits >> bit & 1
        if differing == 2 * size and table[ranks] < best_class:
            best_class, best_set = int(table[ranks]), subset
    for place in range(4):
        counts[place] = best_set >> place & 1 == 1
    return best_class


@jit
def discard(
    hand: NDArray[np.int8], counts: NDArray[np.bool_], drawn: int, deck: NDArray[np.int8], top: int
) -> None:
    """Replace `drawn` cards of a hand by those of the deck from `top` on: dead cards first, then the highest."""
    gone = np.zeros(4, np.bool_)
    for _ in range(drawn):
        worst, at = -1, 0
        for place in range(4):
            rank = 100 + hand[place] if not counts[place] else hand[place]
            if not gone[place] and rank > worst:
                worst, at = rank, place
        gone[at] = True
    for place in range(4):
        if gone[place]:
            hand[place] = deck[top]
            top += 1


@jit
def select_action(
    style: int,
    nodes: Nodes,
    node: int,
    number: int,
    sums: Floats,
    bucket: NDArray[np.int32],
    size: int,
    draws: bool,
    missing: int,
) -> int:
    """Return the action of a player who holds a class; `missing` cards of the hand do not count."""
    count = nodes[node]["count"]
    if style == 0:
        begin, b = nodes[node]["offset"], bucket[number]
        total = 0.0
        for a in range(count):
            total += sums[begin + a * size + b]
        left = np.random.random() * total  # noqa: NPY002 -- compiled
        for a in range(count - 1):
            left -= sums[begin + a * size + b]
            if left < 0:
                return a
        return count - 1
    if draws:
        return min(missing, count - 1)
    facing = nodes[node + 1]["kind"] == _FIXED
    if style == 1 or (style == 3 and number < 715):
        return count - 1
    if style == 3 and facing and number > _GOOD:
        return 0
    return 1 if facing else 0


@jit
def play_hands(
    hands: int,
    seed: int,
    styles: NDArray[np.int64],
    nodes: Nodes,
    sums: Floats,
    buckets: NDArray[np.int32],
    sizes: NDArray[np.int64],
    table: NDArray[np.int16],
) -> tuple[float, float]:
    """Return the sum of the first player's results in units, and of their squares."""
    np.random.seed(seed)  # noqa: NPY002 -- compiled
    deck = np.arange(52).astype(np.int8)
    held = np.zeros((2, 4), np.int8)
    counts = np.zeros((2, 4), np.bool_)
    numbers = np.zeros(2, np.int64)
    total = squares = 0.0
    for _ in range(hands):
        for place in range(30):
            other = place + np.random.randint(0, 52 - place)  # noqa: NPY002 -- compiled
            deck[place], deck[other] = deck[other], deck[place]
        for player in range(2):
            for place in range(4):
                held[player, place] = deck[4 * player + place]
            numbers[player] = count_hand(held[player], table, counts[player])
        top, node = 8, 0
        while nodes[node]["kind"] < _FIXED:
            actor = nodes[node]["kind"]
            second = nodes[node + 1]["end"]
            draws = nodes[node]["count"] > 1 and nodes[second]["enters"] >= 0
            missing = 0
            for place in range(4):
                missing += not counts[actor, place]
            last = nodes[node]["last"]
            action = select_action(
                styles[actor], nodes, node, numbers[actor], sums, buckets[last], sizes[last], draws, missing
            )
            if draws and action:
                discard(held[actor], counts[actor], action, deck, top)
                numbers[actor] = count_hand(held[actor], table, counts[actor])
                top += action
            node += 1
            for _skip in range(action):
                node = nodes[node]["end"]
        win, lose = nodes[node]["win"][0], nodes[node]["lose"][0]
        result = win
        if nodes[node]["kind"] == _SHOWDOWN and numbers[0] >= numbers[1]:
            result = lose if numbers[0] > numbers[1] else (win + lose) / 2
        total += result
        squares += result * result
    return total, squares


def measure(
    tree: PublicTree, solver: Solver, hands: int, seed: int, styles: Sequence[int]
) -> tuple[float, float]:
    """Return the first player's value in big bets per hand, and its standard error."""
    buckets = solver.problem.buckets.astype(np.int32)
    total, squares = play_hands(
        hands,
        seed,
        np.array(styles),
        tree.nodes,
        solver.sums,
        np.stack([np.arange(CLASSES, dtype=np.int32), buckets]),
        np.array([CLASSES, int(buckets[-1]) + 1]),
        class_table(),
    )
    mean = total / hands
    return mean / BIG_BET, float(np.sqrt((squares / hands - mean * mean) / hands)) / BIG_BET


def main() -> None:
    """Run the measurement that the arguments name."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--checkpoint", type=Path, help="the folder of a solver")
    parser.add_argument("--spot", default="heads-up", choices=GAMES)
    parser.add_argument("--buckets", type=int, default=100)
    parser.add_argument("--one-draw", action="store_true", help="solve the game with one draw first")
    parser.add_argument("--hands", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    game = replace(HEADS_UP, bets=(2, 4), draws=(3,)) if options.one_draw else GAMES[options.spot]
    buckets = strength_buckets(options.buckets, usual_end())
    tree = build_tree(game, sizes=(CLASSES, int(buckets[-1]) + 1))
    solver = Solver(problem_of(tree, (deal(), deal()), buckets))
    if options.one_draw:
        solver.iterate(200)
    elif options.checkpoint is None:
        parser.error("name --checkpoint, or --one-draw")
    else:
        load_checkpoint(solver, options.checkpoint, options.spot)
    model = solver.worth(cut=1e-9)
    print(f"{solver.iterations} iterations, exploitability {model.exploitability / BIG_BET:.4f} in the model")
    print(f"{tree.game.players[0]} in the model: {model.values[0] / BIG_BET:+.4f} big bets per hand")
    began = time.process_time()
    for mine, theirs in ((0, 0), *((0, style) for style in (1, 2, 3)), *((style, 0) for style in (1, 2, 3))):
        value, error = measure(tree, solver, options.hands, options.seed, (mine, theirs))
        print(f"real cards, {STYLES[mine]} against {STYLES[theirs]}: {value:+.4f} ± {error:.4f}")
    print(f"{7 * options.hands:,} hands in {time.process_time() - began:.0f} s of CPU time")


if __name__ == "__main__":
    main()
