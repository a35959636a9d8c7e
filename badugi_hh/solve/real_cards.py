"""Plays strategies with cards dealt from one deck, which the solver's model leaves out, in compiled loops.

The model ignores that a card of one player cannot be held by the other, and averages over suits and dead cards. Here
both players hold four real cards, keep those that count, and draw from what is left of the deck. Two measurements use
it: the value of a strategy with duplicate deals, each dealt once more with the hands exchanged, and how far the values
of actions differ from the model's (`removal`). There is no betting logic: public states are rows of a tree.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from badugi_hh.engine import values
from badugi_hh.solve.classes import CLASSES
from badugi_hh.solve.compiled import jit
from badugi_hh.solve.game import BIG_BET
from badugi_hh.solve.loops import Floats
from badugi_hh.solve.public_tree import FIXED, SHOWDOWN, PublicTree
from badugi_hh.solve.solved_table import Table
from badugi_hh.solve.solver import Solver

DEALT = 22
"""The cards of a deal: four for each player, and seven more for each, as many as they can draw."""
STRATEGY, RAISES, CALLS, TIGHT = 0, 1, 2, 3
STYLES = ("the strategy", "always raises", "always calls", "folds all but good hands")
_FIXED, _SHOWDOWN = FIXED, SHOWDOWN
_GOOD = 250 + 715  # the worst three-card class that a tight player does not fold


class Strategy(NamedTuple):
    """What players do: for each row of a tree the first of its shares, -1 for none, as in `Solver.sums`.

    `buckets` has a row for the nodes before the last betting round and one for those in it, `sizes` their numbers.
    """

    starts: NDArray[np.int64]
    shares: Floats
    buckets: NDArray[np.int32]
    sizes: NDArray[np.int64]


class Hands(NamedTuple):
    """The cards of both players during a hand: those held, which of them count, the classes, and the cards to draw.

    Player p draws from row p of `stubs`, from place `drawn[p]` on.
    """

    held: NDArray[np.int8]
    counts: NDArray[np.bool_]
    numbers: NDArray[np.int64]
    stubs: NDArray[np.int8]
    drawn: NDArray[np.int64]


def strategy_of(solver: Solver) -> Strategy:
    """Return the average strategy of a solver."""
    buckets = solver.setup.buckets.astype(np.int32)
    return Strategy(
        np.where(solver.setup.nodes["kind"] < 2, solver.setup.nodes["offset"], -1),
        solver.sums,
        np.stack([np.arange(CLASSES, dtype=np.int32), buckets]),
        np.array([CLASSES, int(buckets[-1]) + 1]),
    )


def strategy_of_table(tree: PublicTree, table: Table) -> Strategy:
    """Return the strategy of a table for the tree of its game; nodes that it does not hold have no shares."""
    starts = np.full(len(tree.nodes), -1, np.int64)
    shares: list[Floats] = []
    end = 0
    open_nodes = [(0, tree.start, "")]
    while open_nodes:
        row, state, line = open_nodes.pop()
        node = table.lines.get(line)
        if node is None:
            continue
        starts[row] = end
        shares.append(table.mixes(node).ravel())
        end += shares[-1].size
        for (name, after), child in zip(table.game.moves(state), tree.children(row), strict=True):
            open_nodes.append((child, after, f"{line} {name}".strip()))
    every = np.arange(CLASSES, dtype=np.int32)
    return Strategy(starts, np.concatenate(shares), np.stack([every, every]), np.array([CLASSES, CLASSES]))


@cache
def class_of_ranks() -> NDArray[np.int16]:
    """Return the class of each set of ranks, as bits."""
    found = np.zeros(1 << 13, np.int16)
    for number in range(CLASSES):
        found[sum(1 << rank for rank in values.ranks(number + 1))] = number
    return found


def empty_hands() -> Hands:
    """Return room for the hands of a deal."""
    return Hands(
        np.zeros((2, 4), np.int8),
        np.zeros((2, 4), np.bool_),
        np.zeros(2, np.int64),
        np.zeros((2, 7), np.int8),
        np.zeros(2, np.int64),
    )


@jit
def count_hand(hand: NDArray[np.int8], classes: NDArray[np.int16], counts: NDArray[np.bool_]) -> int:
    """Return the class of four cards, and mark in `counts` those that count."""
    best_class, best_set = 10_000, 0
    for subset in range(1, 16):
        ranks = suits = 0
        for place in range(4):
            if subset >> place & 1:
                rank, suit = 1 << (hand[place] >> 2), 1 << (hand[place] & 3)
                if ranks & rank or suits & suit:
                    ranks = 0
                    break
                ranks |= rank
                suits |= suit
        if ranks and classes[ranks] < best_class:
            best_class, best_set = int(classes[ranks]), subset
    for place in range(4):
        counts[place] = best_set >> place & 1 == 1
    return best_class


@jit
def deal_to(hands: Hands, cards: NDArray[np.int8], exchanged: int, classes: NDArray[np.int16]) -> None:
    """Give each player four of the dealt cards and the stub that belongs to them; `exchanged` is 0 or 1."""
    for player in range(2):
        place = player ^ exchanged
        for card in range(4):
            hands.held[player, card] = cards[4 * place + card]
        for card in range(7):
            hands.stubs[player, card] = cards[8 + 7 * place + card]
        hands.drawn[player] = 0
        hands.numbers[player] = count_hand(hands.held[player], classes, hands.counts[player])


@jit
def draw_cards(hands: Hands, player: int, number: int, classes: NDArray[np.int16]) -> None:
    """Replace `number` cards of a player: first those that do not count, then the highest."""
    held, counts = hands.held[player], hands.counts[player]
    gone = np.zeros(4, np.bool_)
    for _ in range(number):
        worst, at = -1, 0
        for place in range(4):
            rank = 100 + held[place] if not counts[place] else held[place]
            if not gone[place] and rank > worst:
                worst, at = rank, place
        gone[at] = True
    for place in range(4):
        if gone[place]:
            held[place] = hands.stubs[player, hands.drawn[player]]
            hands.drawn[player] += 1
    hands.numbers[player] = count_hand(held, classes, counts)


@jit
def select_action(style: int, nodes: Any, node: int, strategy: Strategy, hands: Hands, draws: bool) -> int:
    """Return the action of the player at a node.

    A class without shares takes each action as often; at a node without any the player calls with good hands.
    """
    count = nodes[node]["count"]
    player = nodes[node]["kind"]
    number = hands.numbers[player]
    begin = strategy.starts[node]
    if style == 0 and begin >= 0:
        last = nodes[node]["last"]
        size, b = strategy.sizes[last], strategy.buckets[last, number]
        total = 0.0
        for a in range(count):
            total += strategy.shares[begin + a * size + b]
        if total == 0:
            return int(np.random.randint(0, count))  # noqa: NPY002 -- compiled
        left = np.random.random() * total  # noqa: NPY002 -- compiled
        for a in range(count - 1):
            left -= strategy.shares[begin + a * size + b]
            if left < 0:
                return a
        return int(count - 1)
    if draws:
        missing = 0
        for place in range(4):
            missing += not hands.counts[player, place]
        return int(min(missing, count - 1))
    facing = nodes[node + 1]["kind"] == _FIXED
    if style == 1 or (style == 3 and number < 715):
        return int(count - 1)
    if style != 2 and facing and number > _GOOD:
        return 0
    return 1 if facing and count > 1 else 0


@jit
def is_draw(nodes: Any, node: int) -> bool:
    """Return whether a decision is a draw: its second action leads to other classes."""
    if nodes[node]["count"] < 2:
        return False
    return bool(nodes[nodes[node + 1]["end"]]["enters"] >= 0)


@jit
def child_of(nodes: Any, node: int, action: int) -> int:
    """Return the row that an action leads to."""
    child = node + 1
    for _ in range(action):
        child = nodes[child]["end"]
    return int(child)


@jit
def result_of(nodes: Any, node: int, hands: Hands) -> float:
    """Return what player 0 wins at the end of the hand, in the unit of the tree."""
    win, lose = nodes[node]["win"][0], nodes[node]["lose"][0]
    if nodes[node]["kind"] == _SHOWDOWN and hands.numbers[0] >= hands.numbers[1]:
        return float(lose) if hands.numbers[0] > hands.numbers[1] else float(win + lose) / 2
    return float(win)


@jit
def play_on(
    nodes: Any,
    node: int,
    styles: NDArray[np.int64],
    strategy: Strategy,
    hands: Hands,
    classes: NDArray[np.int16],
    path: NDArray[np.int8],
) -> float:
    """Play a hand from a node to its end, and return what player 0 wins; the actions are written to `path`."""
    step = 0
    while nodes[node]["kind"] < _FIXED:
        player = nodes[node]["kind"]
        draws = is_draw(nodes, node)
        action = select_action(styles[player], nodes, node, strategy, hands, draws)
        if draws and action:
            draw_cards(hands, player, action, classes)
        if step < len(path):
            path[step] = action
            step += 1
        node = child_of(nodes, node, action)
    if step < len(path):
        path[step] = -1
    return result_of(nodes, node, hands)


@jit
def new_decks() -> NDArray[np.int8]:
    """Return two decks in order."""
    decks = np.zeros((2, 52), np.int8)
    for card in range(52):
        decks[0, card] = decks[1, card] = card
    return decks


@jit
def shuffle(deck: NDArray[np.int8]) -> None:
    """Shuffle the first cards of a deck, as many as are dealt."""
    for place in range(22):
        other = place + np.random.randint(0, 52 - place)  # noqa: NPY002 -- compiled
        deck[place], deck[other] = deck[other], deck[place]


@jit
def deal_cards(decks: NDArray[np.int8], separate: bool, cards: NDArray[np.int8]) -> None:
    """Deal to both players from one deck, or from a `separate` deck each, which is what the model assumes."""
    shuffle(decks[0])
    for place in range(22):
        cards[place] = decks[0, place]
    if separate:
        shuffle(decks[1])
        for place in range(4):
            cards[4 + place] = decks[1, place]
        for place in range(7):
            cards[15 + place] = decks[1, 4 + place]


@jit
def play_deals(
    deals: int,
    seed: int,
    separate: bool,
    nodes: Any,
    styles: NDArray[np.int64],
    strategy: Strategy,
    hands: Hands,
    classes: NDArray[np.int16],
    cards: NDArray[np.int8],
    paths: NDArray[np.int8],
) -> tuple[float, float]:
    """Play each deal twice, with the hands exchanged; return the sum of player 0's mean results, and of their squares.

    The cards and actions of the first deals are written to `cards` and `paths`, as many as those have rows.
    """
    np.random.seed(seed)  # noqa: NPY002 -- compiled
    decks = new_decks()
    dealt = np.zeros(22, np.int8)
    nothing = np.zeros(0, np.int8)
    total = squares = 0.0
    for deal in range(deals):
        deal_cards(decks, separate, dealt)
        result = 0.0
        for exchanged in range(2):
            deal_to(hands, dealt, exchanged, classes)
            if deal < len(paths):
                cards[deal] = dealt
                result += play_on(nodes, 0, styles, strategy, hands, classes, paths[deal, exchanged]) / 2
            else:
                result += play_on(nodes, 0, styles, strategy, hands, classes, nothing) / 2
        total += result
        squares += result * result
    return total, squares


class Played(NamedTuple):
    """The value of a seat with real cards in big bets per hand, its standard error, and the first deals.

    `cards` has a row of `DEALT` cards for each recorded deal, and `paths` the actions of both of its hands, by place
    among the actions of their node, up to -1.
    """

    value: float
    error: float
    cards: NDArray[np.int8]
    paths: NDArray[np.int8]


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
    """Play `deals` duplicate deals, two hands each, and return what player 0 wins; the first are `recorded`.

    With `separate` each player has a deck of their own, so that no card blocks the opponent's.
    """
    cards = np.zeros((recorded, DEALT), np.int8)
    paths = np.full((recorded, 2, 64), -1, np.int8)
    total, squares = play_deals(
        deals, seed, separate, tree.nodes, np.array(styles), strategy, empty_hands(), class_of_ranks(),
        cards, paths,
    )  # fmt: skip
    mean = total / deals
    error = float(np.sqrt(max(0.0, squares / deals - mean * mean) / deals))
    return Played(mean / BIG_BET, error / BIG_BET, cards, paths)
