"""Plays strategies with cards dealt from one deck, which the solver's model leaves out.

The model ignores that a card of one player cannot be held by the other, and averages over suits and dead cards. Here
both players hold four real cards, keep those that count, and draw from what is left of the deck. Many hands are played at
once, each at its own row of a tree; `removal` measures how far the values of actions differ from the model's.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from badugi_hh.odds.states import (
    BITS,
    best_of_four,
    card_sets,
    set_masks,
    set_numbers,
    states,
    values_of_hands,
)
from badugi_hh.solve.classes import CLASSES, Vector
from badugi_hh.solve.public_tree import FIXED, SHOWDOWN, Nodes
from badugi_hh.solve.solver import Solver
from badugi_hh.solve.walks import Floats

DEALT = 22
"""The cards of a deal: four for each player, and seven more for each, as many as they can draw."""
_MOST_ACTIONS = 4

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


def deal_cards(random: Generator, deals: int) -> NDArray[np.uint8]:
    """Return rows of `DEALT` cards, each from one deck."""
    deck = np.tile(np.arange(52, dtype=np.uint8), (deals, 1))
    return random.permuted(deck, axis=1)[:, :DEALT]


def deal_from(random: Generator, ranges: tuple[Vector, Vector], deals: int) -> NDArray[np.uint8]:
    """Return rows of `DEALT` cards, each from one deck, in which the players hold their classes as often as `ranges` have them.

    Pairs of hands that share a card are left out, so a class is rarer the more of its hands the opponent blocks.
    """
    classes = values_of_hands().astype(np.int64) - 1
    each = np.maximum(np.bincount(classes, minlength=CLASSES), 1)
    chances = [(held / each)[classes].astype(np.float64) for held in ranges]
    sums = [np.cumsum(part) for part in chances]
    up_to = [part / part[-1] for part in sums]
    held = np.zeros((0, 2), np.int64)
    while len(held) < deals:
        both = np.stack(
            [np.searchsorted(part, random.random(2 * deals), side="right") for part in up_to], axis=1
        )
        masks = set_masks(4)[both]
        held = np.concatenate([held, both[masks[:, 0] & masks[:, 1] == 0]])[:deals]
    cards = card_sets(4)[held].reshape(deals, 8)
    deck = random.permuted(np.tile(np.arange(52, dtype=np.uint8), (deals, 1)), axis=1)
    taken = np.bitwise_or.reduce(set_masks(4)[held], axis=1)[:, None] & BITS[deck] > 0
    left = np.argsort(taken, axis=1, kind="stable")[:, : DEALT - 8]
    return np.concatenate([cards, np.take_along_axis(deck, left, axis=1)], axis=1)


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


def select_actions(nodes: Nodes, rows: Rows, strategy: Strategy, hands: Hands, random: Generator) -> Rows:
    """Return the actions of the players at decisions, one for each hand; a class without shares takes each as often."""
    count, players, last = (nodes[name][rows].astype(np.int64) for name in ("count", "kind", "last"))
    classes = hands.classes[np.arange(len(rows)), players]
    begin = strategy.starts[rows]
    actions = np.arange(_MOST_ACTIONS)
    at = begin[:, None] + actions * strategy.sizes[last][:, None] + strategy.buckets[last, classes][:, None]
    held = (begin >= 0)[:, None] & (actions < count[:, None])
    shares = np.where(held, strategy.shares[np.where(held, at, 0)], 0.0)
    shares[~shares.any(axis=1)] = 1
    shares[~(actions < count[:, None])] = 0
    up_to = np.cumsum(shares, axis=1)
    drawn = (random.random(len(rows))[:, None] * up_to[:, -1:] >= up_to).sum(axis=1)
    return np.asarray(np.minimum(drawn, count - 1))


def play_on(
    nodes: Nodes, rows: Rows, strategy: Strategy, hands: Hands, random: Generator
) -> NDArray[np.float64]:
    """Play hands from `rows` to their ends, and return what player 0 wins, in the unit of the tree."""
    rows = rows.copy()
    while len(open_ := np.flatnonzero(nodes["kind"][rows] < FIXED)):
        act(nodes, rows, open_, strategy, hands, random)
    return results_at(nodes, rows, hands)


def results_at(nodes: Nodes, ends: Rows, hands: Hands) -> NDArray[np.float64]:
    """Return what player 0 wins at the ends of hands, in the unit of the tree."""
    win, lose = (nodes[name][ends, 0].astype(np.float64) for name in ("win", "lose"))
    order = np.sign(hands.classes[:, 0] - hands.classes[:, 1])
    shown = np.choose(order + 1, [win, (win + lose) / 2, lose])
    return np.asarray(np.where(nodes["kind"][ends] == SHOWDOWN, shown, win))


def act(nodes: Nodes, rows: Rows, places: Rows, strategy: Strategy, hands: Hands, random: Generator) -> None:
    """Play one action of the hands at `places`: change their rows and cards."""
    here = rows[places]
    take(nodes, rows, places, select_actions(nodes, here, strategy, hands.part(places), random), hands)


def take(nodes: Nodes, rows: Rows, places: Rows, actions: Rows, hands: Hands) -> None:
    """Play these actions of the hands at `places`: change their rows and cards."""
    here = rows[places]
    draw_for(nodes, here, actions, hands, places)
    rows[places] = children_of(nodes, here, actions)


def draw_for(nodes: Nodes, rows: Rows, actions: Rows, hands: Hands, places: Rows) -> None:
    """Draw the cards of those actions at `rows` that are draws; `places` are the hands."""
    draws = np.flatnonzero(is_draw(nodes, rows) & (actions > 0))
    if len(draws):
        hands.draw(places[draws], nodes["kind"][rows[draws]].astype(np.int64), actions[draws])
