"""Plays whole hands of a solved game with real cards, and fixed styles against its strategy.

A deal is played twice, once with the hands exchanged. With a separate deck for each player no card blocks the opponent's.
"""

from typing import NamedTuple

import numpy as np
from real_cards import (
    Hands,
    Rows,
    Strategy,
    deal_cards,
    deal_hands,
    is_draw,
    results_at,
    select_actions,
    take,
)

from badugi_hh.solve.classes import CLASSES
from badugi_hh.solve.game import BIG_BET
from badugi_hh.solve.public_tree import FIXED, Nodes, PublicTree
from badugi_hh.solve.solved_table import SolvedTable

STRATEGY, RAISES, CALLS, TIGHT = 0, 1, 2, 3
STYLES = ("the strategy", "always raises", "always calls", "folds all but good hands")
_LONGEST = 64  # actions of a hand, and an end
_BADUGIS = 715
_GOOD = 250 + _BADUGIS  # the worst three-card class that a tight player does not fold
_AT_ONCE = 20_000


def strategy_of_table(tree: PublicTree, table: SolvedTable) -> Strategy:
    """Return the strategy of a table for the tree of its game; nodes that it does not hold have no shares."""
    rows = [_row_of(tree, line) for line in table.lines]
    mixes = [table.mixes(node).ravel() for node in table.lines.values()]
    starts = np.full(len(tree.nodes), -1, np.int64)
    starts[rows] = np.cumsum([0, *map(len, mixes)])[:-1]
    every = np.arange(CLASSES, dtype=np.int16)
    return Strategy(starts, np.concatenate(mixes), np.stack([every, every]), np.array([CLASSES, CLASSES]))


def _row_of(tree: PublicTree, line: str) -> int:
    row, state = 0, tree.start
    for word in line.split():
        moves = tree.game.moves(state)
        place = [name for name, _ in moves].index(word)
        row, state = tree.children(row)[place], moves[place][1]
    return row


def separate_cards(random: np.random.Generator, deals: int) -> np.ndarray:
    """Deals like those of `deal_cards`, with a deck for each player."""
    cards, other = deal_cards(random, deals), deal_cards(random, deals)
    cards[:, 4:8], cards[:, 15:] = other[:, :4], other[:, 4:11]
    return cards


def _plain_actions(nodes: Nodes, rows: Rows, styles: Rows, hands: Hands) -> Rows:
    """Return what simple rules do; where the strategy ends, players call with good hands and fold the others."""
    every, players = np.arange(len(rows)), nodes["kind"][rows].astype(np.int64)
    classes, most = hands.classes[every, players], nodes["count"][rows].astype(np.int64) - 1
    counting = np.bitwise_count(hands.counting[every, players]).astype(np.int64)
    facing = nodes["kind"][rows + 1] == FIXED
    plain = np.where(facing & (styles != CALLS) & (classes > _GOOD), 0, np.minimum(facing, most))
    plain = np.where((styles == RAISES) | ((styles == TIGHT) & (classes < _BADUGIS)), most, plain)
    return np.where(is_draw(nodes, rows), np.minimum(4 - counting, most), plain)


class Played(NamedTuple):
    """The value of a seat in big bets per hand, its standard error, and the first deals with the actions of both hands.

    Actions are places among those of their node, up to -1.
    """

    value: float
    error: float
    cards: np.ndarray
    paths: np.ndarray


def play_real_cards(
    tree: PublicTree,
    strategy: Strategy,
    deals: int,
    *,
    seed: int = 1,
    styles: tuple[int, int] = (STRATEGY, STRATEGY),
    recorded: int = 0,
    separate: bool = False,
) -> Played:
    """Play `deals` duplicate deals, two hands each; the first are `recorded`."""
    random = np.random.default_rng(seed)
    results, all_cards, all_paths = [], [], []
    for begin in range(0, deals, _AT_ONCE):
        cards = (separate_cards if separate else deal_cards)(random, min(_AT_ONCE, deals - begin))
        paths = np.full((2, len(cards), _LONGEST), -1, np.int8)
        both = [
            _play(tree.nodes, styles, strategy, deal_hands(cards, exchanged), random, paths[exchanged])
            for exchanged in (0, 1)
        ]
        results.append((both[0] + both[1]) / 2 / BIG_BET)
        wanted = max(recorded - begin, 0)
        all_cards.append(cards[:wanted])
        all_paths.append(paths[:, :wanted].swapaxes(0, 1))
    won = np.concatenate(results)
    return Played(
        float(won.mean()), float(won.std() / deals**0.5), np.concatenate(all_cards), np.concatenate(all_paths)
    )


def _play(
    nodes: Nodes,
    styles: tuple[int, int],
    strategy: Strategy,
    hands: Hands,
    random: np.random.Generator,
    paths: np.ndarray,
) -> np.ndarray:
    rows, step = np.zeros(len(hands.classes), np.int64), 0
    while len(places := np.flatnonzero(nodes["kind"][rows] < FIXED)):
        here, part = rows[places], hands.part(places)
        style = np.array(styles)[nodes["kind"][here]]
        solved = select_actions(nodes, here, strategy, part, random)
        plain = _plain_actions(nodes, here, style, part)
        actions = np.where((style == STRATEGY) & (strategy.starts[here] >= 0), solved, plain)
        take(nodes, rows, places, actions, hands)
        paths[places, step] = actions
        step += 1
    return results_at(nodes, rows, hands)
