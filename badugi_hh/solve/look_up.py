"""Looks up a public line in a table: who acts, what they hold there, their strategy, and the cost of every action.

The line is played from its start, so that the reach of each class is that of the stored strategies. Nothing is computed
that the table does not hold: a rare or impossible line is an error.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from badugi_hh.solve.classes import deal
from badugi_hh.solve.game import Game, Spot
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
    the best action; `error` is what the stored strategy itself loses here, on average over the player's hands.
    """

    line: str
    player: str
    actions: tuple[str, ...]
    reach: NDArray[np.float64]
    mix: NDArray[np.float32]
    cost: NDArray[np.float32]
    error: float


def find_spot(game: Game, line: str) -> Spot:
    """Return the spot after a line of actions.

    Raises:
        SolveError: the line is impossible.
    """
    try:
        return game.after(game.root, line)
    except ValueError as error:
        raise SolveError(f"{error}; see docs/solve.md for lines") from None


def find_ranges(table: Table, line: str) -> tuple[Spot, tuple[Reach, Reach]]:
    """Return the spot after a line, and for both players how they reach it with each class, see `Answer.reach`.

    Raises:
        SolveError: the line is impossible, or goes on after a decision that is rarer than the table holds.
    """
    find_spot(table.game, line)
    game, spot = table.game, table.game.root
    reach = [deal().astype(np.float64), deal().astype(np.float64)]
    words = line.split()
    for place, word in enumerate(words):
        node = find_node(table, words[:place])
        actor = spot.actor or 0
        moves = game.moves(spot)
        names = [name for name, _ in moves]
        played = without_rare(reach[actor]) * table.mixes(node)[names.index(word)]
        if spot.drawing:
            played = after_draw_of(played, int(word), sum(spot.drawn[actor]))
        reach[actor] = played
        spot = moves[names.index(word)][1]
    return spot, (without_rare(reach[0]), without_rare(reach[1]))


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
    spot, reach = find_ranges(table, line)
    if spot.actor is None:
        raise SolveError(HAND_OVER)
    node = find_node(table, line.split())
    mine = reach[spot.actor]
    mix, cost = table.mixes(node), table.costs(node)
    cheapest = np.zeros_like(mix)
    cheapest[cost.argmin(axis=0), np.arange(len(mine))] = 1
    return Answer(
        " ".join(line.split()),
        table.game.players[spot.actor],
        tuple(name for name, _ in table.game.moves(spot)),
        mine,
        np.where(mine > 0, mix, cheapest),
        cost,
        table.error(node),
    )
