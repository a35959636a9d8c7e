"""Looks up a public line in a table: who acts, what they hold there, their strategy, and the cost of every action.

The line is played from its start, so that the reach of each class is that of the stored strategies. Nothing is computed
that the table does not hold: a rare or impossible line is an error.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from badugi_hh.solve.classes import deal
from badugi_hh.solve.game import Game, PublicState
from badugi_hh.solve.solve_error import SolveError
from badugi_hh.solve.solved_table import REACH, Table, without_rare
from badugi_hh.solve.transitions import after_draw_of

Reach: TypeAlias = NDArray[np.float64]

HAND_OVER = "the line ends the hand, and nobody acts after it; leave out its last action"


@dataclass(frozen=True, slots=True)
class Answer:
    """The strategy of the player who acts after a line.

    `reach` has for each class the probability that the player is dealt and drawn to it and plays the line, if the
    opponent does; at the start it sums to 1. `mix` and `cost` have a row for each action. Costs are in big bets against
    the best action; `errors` are their standard errors by class, and `error` is the mean error over the player's hands.
    `live` says that the last betting round was solved for this answer, see `live_river`.
    """

    line: str
    player: str
    actions: tuple[str, ...]
    reach: NDArray[np.float64]
    mix: NDArray[np.float32]
    cost: NDArray[np.float32]
    error: float
    errors: NDArray[np.float32]
    live: bool = False


@dataclass(frozen=True, slots=True)
class Costs:
    """The costs of the actions after a line, without strategies; the fields are those of `Answer`."""

    line: str
    player: str
    actions: tuple[str, ...]
    cost: NDArray[np.float32]
    errors: NDArray[np.float32]


def find_state(game: Game, line: str) -> PublicState:
    """Return the state after a line of actions.

    Raises:
        SolveError: the line is impossible.
    """
    try:
        return game.after(game.root, line)
    except ValueError as error:
        raise SolveError(f"{error}; see docs/solve.md for lines") from None


def find_ranges(table: Table, line: str) -> tuple[PublicState, tuple[Reach, Reach]]:
    """Return the state after a line, and for both players how they reach it with each class, see `Answer.reach`.

    Raises:
        SolveError: the line is impossible, or goes on after a decision that is rarer than the table holds.
    """
    find_state(table.game, line)
    at, words = _start(table), line.split()
    for place in range(len(words)):
        at = _follow(table, words[: place + 1], at)
    state, reach = at
    return state, (without_rare(reach[0]), without_rare(reach[1]))


_At: TypeAlias = tuple[PublicState, tuple[Reach, Reach]]
"""A public state, and how both players reach it with each class."""


def _start(table: Table) -> _At:
    return table.game.root, (deal().astype(np.float64), deal().astype(np.float64))


def _follow(table: Table, words: Sequence[str], at: _At) -> _At:
    """Return where the last action of a line leads to, from where the actions before it have led."""
    *before, word = words
    (state, reach), node = at, find_node(table, before)
    actor = state.actor or 0
    moves = table.game.moves(state)
    names = [name for name, _ in moves]
    played = without_rare(reach[actor]) * table.mixes(node)[names.index(word)]
    if state.drawing:
        played = after_draw_of(played, int(word), sum(state.drawn[actor]))
    return moves[names.index(word)][1], ((played, reach[1]) if actor == 0 else (reach[0], played))


def find_node(table: Table, words: Sequence[str]) -> int:
    """Return the node of a line in a table.

    Raises:
        SolveError: the line is rarer than the table holds.
    """
    node = table.lines.get(" ".join(words))
    if node is None:
        raise SolveError(
            f"players who play the stored strategies come to this line less than once in {1 / REACH:,.0f} hands; "
            "nothing is claimed about it"
        )
    return node


def look_up(table: Table, line: str) -> Answer:
    """Return the strategy after a line of actions, separated by blanks.

    Classes that the player does not hold there have the action of the lowest cost as their strategy.

    Raises:
        SolveError: the line is impossible, ends the hand, or is rarer than the table holds.
    """
    state, reach = find_ranges(table, line)
    if state.actor is None:
        raise SolveError(HAND_OVER)
    return _answer(table, line.split(), state, reach[state.actor])


def look_up_all(table: Table, lines: Iterable[str]) -> Iterator[Answer]:
    """Yield the strategies after lines of `table.lines` as `look_up` returns them, in an order of its own.

    Lines that begin alike share the walk of their beginning.
    """
    path = [_start(table)]
    done: list[str] = []
    for words in sorted({tuple(line.split()) for line in lines}):
        same = 0
        while same < min(len(done), len(words)) and done[same] == words[same]:
            same += 1
        del path[same + 1 :]
        for place in range(same, len(words)):
            path.append(_follow(table, words[: place + 1], path[-1]))
        done = list(words)
        state, reach = path[-1]
        yield _answer(table, words, state, without_rare(reach[state.actor or 0]))


def look_up_costs(table: Table, lines: Iterable[str]) -> Iterator[Costs]:
    """Yield the costs after lines of `table.lines`, in their order: a fraction of the work of `look_up_all`."""
    for line in lines:
        node, state = table.lines[line], _state_after(table.game, line)
        yield Costs(
            line,
            table.game.players[state.actor or 0],
            tuple(name for name, _ in table.game.moves(state)),
            table.costs(node),
            table.errors(node),
        )


@lru_cache(maxsize=20_000)
def _state_after(game: Game, line: str) -> PublicState:
    """Return the state after a possible line."""
    if not line:
        return game.root
    before, _, word = line.rpartition(" ")
    return game.after(_state_after(game, before), word)


def _answer(table: Table, words: Sequence[str], state: PublicState, mine: Reach) -> Answer:
    node = find_node(table, words)
    mix, cost, errors = table.mixes(node), table.costs(node), table.errors(node)
    return Answer(
        " ".join(words),
        table.game.players[state.actor or 0],
        tuple(name for name, _ in table.game.moves(state)),
        mine,
        with_cheapest(mix, cost, mine),
        cost,
        float(np.average(errors, weights=mine if mine.any() else None)),
        errors,
    )


def with_cheapest(mix: NDArray[np.float32], cost: NDArray[np.float32], mine: Reach) -> NDArray[np.float32]:
    """Return a mix in which classes that are not held take the action of the lowest cost."""
    cheapest = np.zeros_like(mix)
    cheapest[cost.argmin(axis=0), np.arange(len(mine))] = 1
    return np.where(mine > 0, mix, cheapest)
