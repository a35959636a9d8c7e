"""Plays strategies with cards dealt from one deck, which the solver's model leaves out.

The model ignores that a card of one player cannot be held by the other, and averages over suits and dead cards. Here
both players hold four real cards, keep those that count, and draw from what is left of the deck. Two measurements use
it: the value of a strategy with duplicate deals, each dealt once more with the hands exchanged, and how far the values
of actions differ from the model's (`removal`). Many hands are played at once, each at its own row of a tree.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from badugi_hh.odds.states import BITS, best_of_four, set_numbers, states
from badugi_hh.solve.classes import CLASSES
from badugi_hh.solve.game import BIG_BET
from badugi_hh.solve.public_tree import FIXED, SHOWDOWN, Nodes, PublicTree
from badugi_hh.solve.solved_table import Table
from badugi_hh.solve.solver import Solver
from badugi_hh.solve.walks import Floats

DEALT = 22
"""The cards of a deal: four for each player, and seven more for each, as many as they can draw."""
STRATEGY, RAISES, CALLS, TIGHT = 0, 1, 2, 3
STYLES = ("the strategy", "always raises", "always calls", "folds all but good hands")
_MOST_ACTIONS = 4
_LONGEST = 64  # actions of a hand, and an end
_BADUGIS = 715
_GOOD = 250 + _BADUGIS  # the worst three-card class that a tight player does not fold
_AT_ONCE = 20_000

Rows = NDArray[np.int64]


class Strategy(NamedTuple):
    """What players do: for each row of a tree the first of its shares, -1 for none, as in `Solver.sums`.

    `buckets` has a row for the nodes before the last betting round and one for those in it, `sizes` their numbers.
    """

    starts: NDArray[np.int64]
    shares: Floats
    buckets: NDArray[np.int16]
    sizes: NDArray[np.int64]


def strategy_of(solver: Solver) -> Strategy:
    """Return the average strategy of a solver."""
    buckets = solver.setup.buckets
    return Strategy(
        np.where(solver.setup.nodes["kind"] < 2, solver.setup.nodes["offset"], -1),
        solver.sums,
        np.stack([np.arange(CLASSES, dtype=np.int16), buckets]),
        np.array([CLASSES, int(buckets[-1]) + 1]),
    )


def strategy_of_table(tree: PublicTree, table: Table) -> Strategy:
    """Return the strategy of a table for the tree of its game; nodes that it does not hold have no shares."""
    rows = [tree.find(line)[0] for line in table.lines]
    mixes = [table.mixes(node).ravel() for node in table.lines.values()]
    starts = np.full(len(tree.nodes), -1, np.int64)
    starts[rows] = np.cumsum([0, *map(len, mixes)])[:-1]
    every = np.arange(CLASSES, dtype=np.int16)
    return Strategy(starts, np.concatenate(mixes), np.stack([every, every]), np.array([CLASSES, CLASSES]))


@dataclass(slots=True)
class Hands:
    """The cards of both players in many hands: those held, and the cards to draw.

    Arrays are hands by players by cards. Player p draws from row p of `stubs`, from place `drawn[p]` on. `classes` are those
    of the held cards, `counting` are masks of the cards that count.
    """

    held: NDArray[np.uint8]
    stubs: NDArray[np.uint8]
    drawn: NDArray[np.int64]
    classes: NDArray[np.int64]
    counting: NDArray[np.uint64]

    def part(self, places: Rows) -> "Hands":
        """Return a copy of some hands."""
        return Hands(
            self.held[places],
            self.stubs[places],
            self.drawn[places],
            self.classes[places],
            self.counting[places],
        )

    def draw(self, places: Rows, players: Rows, numbers: Rows) -> None:
        """Replace `numbers` cards of players: first those that do not count, then the highest."""
        held = self.held[places, players]
        counts = (self.counting[places, players][:, None] & BITS[held]) > 0
        worst_first = np.argsort(held - 100 * counts.astype(np.int64), axis=1)[:, ::-1]
        for step in range(_MOST_ACTIONS - 1):
            more = np.flatnonzero(numbers > step)
            at, who = places[more], players[more]
            self.held[at, who, worst_first[more, step]] = self.stubs[at, who, self.drawn[at, who]]
            self.drawn[at, who] += 1
        self.classes[places, players], self.counting[places, players] = _counted(self.held[places, players])


def _counted(held: NDArray[np.uint8]) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
    """Return the classes of rows of four cards, and masks of the cards that count."""
    state = best_of_four()[set_numbers(np.sort(held, axis=1))]
    return states().value[state].astype(np.int64) - 1, states().mask[state]


def deal_hands(cards: NDArray[np.uint8], exchanged: int) -> Hands:
    """Return the hands of rows of `DEALT` cards; `exchanged` is 0 or 1."""
    held = cards[:, :8].reshape(-1, 2, 4)
    stubs = cards[:, 8:].reshape(-1, 2, 7)
    if exchanged:
        held, stubs = held[:, ::-1], stubs[:, ::-1]
    classes, counting = _counted(held.reshape(-1, 4))
    return Hands(
        held.copy(),
        stubs,
        np.zeros((len(cards), 2), np.int64),
        classes.reshape(-1, 2),
        counting.reshape(-1, 2),
    )


def deal_cards(random: Generator, deals: int, *, separate: bool) -> NDArray[np.uint8]:
    """Return rows of `DEALT` cards from one deck, or from a `separate` deck for each player, which is what the model assumes."""
    deck = np.tile(np.arange(52, dtype=np.uint8), (deals, 1))
    cards = random.permuted(deck, axis=1)[:, :DEALT]
    if separate:
        other = random.permuted(deck, axis=1)
        cards[:, 4:8], cards[:, 15:] = other[:, :4], other[:, 4:11]
    return cards


def is_draw(nodes: Nodes, rows: Rows) -> NDArray[np.bool_]:
    """Return which decisions are draws: their second action leads to other classes."""
    second = np.minimum(nodes["end"][np.minimum(rows + 1, len(nodes) - 1)], len(nodes) - 1)
    return np.asarray((nodes["count"][rows] > 1) & (nodes["enters"][second] >= 0))


def children_of(nodes: Nodes, rows: Rows, actions: Rows) -> Rows:
    """Return the rows that actions lead to."""
    children = rows + 1
    for action in range(_MOST_ACTIONS - 1):
        later = actions > action
        children[later] = nodes["end"][children[later]]
    return children


def select_actions(
    nodes: Nodes, rows: Rows, styles: Rows, strategy: Strategy, hands: Hands, random: Generator
) -> Rows:
    """Return the actions of the players at decisions, one for each hand.

    A class without shares takes each action as often; at a node without any the player calls with good hands.
    """
    count, players, last = (nodes[name][rows].astype(np.int64) for name in ("count", "kind", "last"))
    every = np.arange(len(rows))
    classes = hands.classes[every, players]
    begin = strategy.starts[rows]
    actions = np.arange(_MOST_ACTIONS)
    at = begin[:, None] + actions * strategy.sizes[last][:, None] + strategy.buckets[last, classes][:, None]
    held = (begin >= 0)[:, None] & (actions < count[:, None])
    shares = np.where(held, strategy.shares[np.where(held, at, 0)], 0.0)
    shares[~shares.any(axis=1)] = 1
    shares[~(actions < count[:, None])] = 0
    up_to = np.cumsum(shares, axis=1)
    drawn = (random.random(len(rows))[:, None] * up_to[:, -1:] >= up_to).sum(axis=1)

    counting = np.bitwise_count(hands.counting[every, players]).astype(np.int64)
    facing = nodes["kind"][rows + 1] == FIXED
    plain = np.where(facing & (styles != CALLS) & (classes > _GOOD), 0, np.minimum(facing, count - 1))
    raises = (styles == RAISES) | ((styles == TIGHT) & (classes < _BADUGIS))
    plain = np.where(raises, count - 1, plain)
    plain = np.where(is_draw(nodes, rows), np.minimum(4 - counting, count - 1), plain)
    return np.where((styles == STRATEGY) & (begin >= 0), np.minimum(drawn, count - 1), plain)


def play_on(
    nodes: Nodes,
    rows: Rows,
    styles: tuple[int, int],
    strategy: Strategy,
    hands: Hands,
    random: Generator,
    paths: NDArray[np.int8] | None = None,
) -> NDArray[np.float64]:
    """Play hands from `rows` to their ends, and return what player 0 wins, in the unit of the tree.

    The actions are written to `paths`, a row for each hand.
    """
    rows = rows.copy()
    step = 0
    while len(open_ := np.flatnonzero(nodes["kind"][rows] < FIXED)):
        actions = act(nodes, rows, open_, styles, strategy, hands, random)
        if paths is not None:
            paths[open_, step] = actions
        step += 1
    win, lose = (nodes[name][rows, 0].astype(np.float64) for name in ("win", "lose"))
    order = np.sign(hands.classes[:, 0] - hands.classes[:, 1])
    shown = np.choose(order + 1, [win, (win + lose) / 2, lose])
    return np.asarray(np.where(nodes["kind"][rows] == SHOWDOWN, shown, win))


def act(
    nodes: Nodes,
    rows: Rows,
    places: Rows,
    styles: tuple[int, int],
    strategy: Strategy,
    hands: Hands,
    random: Generator,
) -> Rows:
    """Play one action of the hands at `places`: change their rows and cards, and return the actions."""
    here = rows[places]
    actions = select_actions(
        nodes, here, np.array(styles)[nodes["kind"][here]], strategy, hands.part(places), random
    )
    draw_for(nodes, here, actions, hands, places)
    rows[places] = children_of(nodes, here, actions)
    return actions


def draw_for(nodes: Nodes, rows: Rows, actions: Rows, hands: Hands, places: Rows) -> None:
    """Draw the cards of those actions at `rows` that are draws; `places` are the hands."""
    draws = np.flatnonzero(is_draw(nodes, rows) & (actions > 0))
    if len(draws):
        hands.draw(places[draws], nodes["kind"][rows[draws]].astype(np.int64), actions[draws])


class Played(NamedTuple):
    """The value of a seat with real cards in big bets per hand, its standard error, and the first deals.

    `cards` has a row of `DEALT` cards for each recorded deal, and `paths` the actions of both of its hands, by place
    among the actions of their node, up to -1.
    """

    value: float
    error: float
    cards: NDArray[np.uint8]
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
    random = np.random.default_rng(seed)
    results, all_cards, all_paths = [], [], []
    for begin in range(0, deals, _AT_ONCE):
        cards = deal_cards(random, min(_AT_ONCE, deals - begin), separate=separate)
        paths = np.full((2, len(cards), _LONGEST), -1, np.int8)
        root = np.zeros(len(cards), np.int64)
        both = [
            play_on(
                tree.nodes, root, styles, strategy, deal_hands(cards, exchanged), random, paths[exchanged]
            )
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
