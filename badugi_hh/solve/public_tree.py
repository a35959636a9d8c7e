"""All public states of a game as one flat array in depth-first order.

A node is a row of `NODE`. Its first child is the next row; the sibling of a node begins where its subtree ends. What
the players know is no part of the tree: nodes hold offsets into the arrays of a solver, one block of actions by classes
for each decision. Payoffs may be those of hand classes (`SHOWDOWN`, the lower class wins), the same for all classes
(`FIXED`), or any matrix of two private cards (`MATRIX`), which other games than Badugi use.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from badugi_hh.solve.game import Game, PublicState
from badugi_hh.solve.transitions import draw_id

CHANCE, FIXED, SHOWDOWN, MATRIX = 2, 3, 4, 5
"""Kinds of nodes; 0 and 1 are decisions of the players."""

NODE = np.dtype(
    [
        ("kind", "i1"),
        ("count", "i1"),
        ("enters", "i1"),
        ("last", "i1"),
        ("end", "i4"),
        ("offset", "i8"),
        ("win", "f4", (2,)),
        ("lose", "f4", (2,)),
    ]
)
"""`count` children; `enters` is the draw of the parent's actor on the way here, -1 for none; `last` marks the last
betting round; `end` is the row after the subtree; `win` and `lose` are what each player wins, in the game's unit."""

Nodes = NDArray[Any]


@dataclass(frozen=True, slots=True)
class PublicTree:
    """The nodes of a game from a state on; `slots` is the size of a solver's arrays."""

    game: Game
    start: PublicState
    nodes: Nodes
    slots: int

    def children(self, node: int) -> list[int]:
        """Return the rows of the children of a node."""
        children, child = [], node + 1
        for _ in range(int(self.nodes["count"][node])):
            children.append(child)
            child = int(self.nodes["end"][child])
        return children


def build_tree(
    game: Game, start: PublicState | None = None, sizes: tuple[int, int] = (1092, 1092)
) -> PublicTree:
    """Return the tree of a game from `start` on, by default from its root.

    `sizes` are the numbers of classes that strategies distinguish before the last betting round and in it.
    """
    start = game.root if start is None else start
    in_last = start.round == len(game.bets) - 1 and not start.drawing
    nodes = _grow_whole(game, start) if in_last else _Builder(game).build(start)
    return PublicTree(game, start, nodes, set_offsets(nodes, sizes))


def set_offsets(nodes: Nodes, sizes: tuple[int, int]) -> int:
    """Set the offsets of the decisions in the order of the nodes, and return the total size of their blocks."""
    decides = nodes["kind"] < CHANCE
    size = np.where(
        decides, nodes["count"].astype(np.int64) * np.array(sizes)[nodes["last"].astype(np.int64)], 0
    )
    ends = np.cumsum(size)
    nodes["offset"][decides] = (ends - size)[decides]
    return int(ends[-1]) if len(ends) else 0


def _grow_whole(game: Game, start: PublicState) -> Nodes:
    """Return the nodes from a state on, one by one."""
    nodes = np.array(list(_preorder(game, start)), NODE)
    set_ends(nodes)
    return nodes


def _preorder(game: Game, state: PublicState, enters: int = -1) -> Iterator[tuple[Any, ...]]:
    last = state.round == len(game.bets) - 1 and not state.drawing
    if state.actor is None:
        results = [game.results(state, player) for player in (0, 1)]
        kind = SHOWDOWN if state.folded is None else FIXED
        yield (kind, 0, enters, last, 0, 0, tuple(r[0] for r in results), tuple(r[1] for r in results))
        return
    moves = game.moves(state)
    yield (state.actor, len(moves), enters, last, 0, 0, (0, 0), (0, 0))
    for name, after in moves:
        yield from _preorder(game, after, _draw_of(game, state, name))


def _draw_of(game: Game, state: PublicState, name: str) -> int:
    if not state.drawing:
        return -1
    before = sum(state.drawn[state.actor or 0])
    return draw_id(int(name), before, last=state.round == len(game.bets) - 1)


def set_ends(nodes: Nodes) -> None:
    """Fill in `end` from the number of children, from the last node to the first."""
    count, end = nodes["count"].tolist(), [0] * len(nodes)
    for node in range(len(nodes) - 1, -1, -1):
        child = node + 1
        for _ in range(count[node]):
            child = end[child]
        end[node] = child
    nodes["end"] = end


class _Builder:
    """Grows the nodes before the last betting round one by one, and copies that round, which depends only on what each player
    has put in before it.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        round_ = len(game.bets) - 1
        self._begin = PublicState(round=round_, actor=game.first_to_act())
        self._last: dict[float, Nodes] = {}  # by what each player has put in
        self._rows: list[tuple[Any, ...]] = []
        self._roots: dict[float, list[tuple[int, int]]] = {}  # place and enters, likewise
        self._length = 0

    def build(self, start: PublicState) -> Nodes:
        places: list[int] = []
        self._grow(start, -1, places)
        nodes = np.zeros(self._length, NODE)
        nodes[places] = np.array(self._rows, NODE)
        for paid, found in self._roots.items():
            last, roots = self._last[paid], np.array(found, np.int64)
            at = (roots[:, :1] + np.arange(len(last))).ravel()
            nodes[at] = np.tile(last, len(roots))
            nodes["end"][at] += np.repeat(roots[:, 0], len(last)).astype(np.int32)
            nodes["enters"][roots[:, 0]] = roots[:, 1]
        return nodes

    def _grow(self, state: PublicState, enters: int, places: list[int]) -> None:
        game = self._game
        if state.round == len(game.bets) - 1 and not state.drawing:
            paid = state.paid[0]
            if paid not in self._last:
                begin = self._begin._replace(paid=state.paid)
                self._last[paid] = _grow_whole(
                    game, begin if state.actor is not None else begin._replace(actor=None)
                )
            self._roots.setdefault(paid, []).append((self._length, enters))
            self._length += len(self._last[paid])
            return
        places.append(self._length)
        index = len(self._rows)
        self._length += 1
        if state.actor is None:
            results = [game.results(state, player) for player in (0, 1)]
            win, lose = tuple(r[0] for r in results), tuple(r[1] for r in results)
            self._rows.append((FIXED, 0, enters, 0, self._length, 0, win, lose))
            return
        self._rows.append(())
        moves = game.moves(state)
        for name, after in moves:
            self._grow(after, _draw_of(game, state, name), places)
        self._rows[index] = (state.actor, len(moves), enters, 0, self._length, 0, (0, 0), (0, 0))
