"""Looks up a public line in a table: who acts, what they hold there, their strategy, and the cost of every action.

The line is played from its start, so that the reach of each class is that of the stored strategies. Nothing is computed
that the table does not hold: a rare or impossible line is an error.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from badugi_hh.solve.game import Game, PublicState
from badugi_hh.solve.known import Reason
from badugi_hh.solve.player_ranges import Ranges, Reach
from badugi_hh.solve.solved_table import SolvedTable
from badugi_hh.user_error import SolveError

HAND_OVER = "the line ends the hand, and nobody acts after it; leave out its last action"


@dataclass(frozen=True, slots=True)
class Answer:
    """The strategy of the player who acts after a line.

    `reach` has for each class the probability that the player is dealt and drawn to it and plays the line, if the
    opponent does; at the start it sums to 1. `mix` and `cost` have a row for each action. Costs are in big bets against
    the best action, and not a number where a class cannot take the action; `errors` are their standard errors by class. At a full
    table `reach` is the share of the player's hands there.
    `reasons` has the `Reason` why nothing is claimed of a class, 0 where its mix and costs are known. `live` says that the
    last betting round was solved for this answer, see `live_river`, and `coarse` that all or some of it is of all lines that look alike to the player.
    """

    line: str
    player: str
    actions: tuple[str, ...]
    reach: NDArray[np.float64]
    mix: NDArray[np.float32]
    cost: NDArray[np.float32]
    errors: NDArray[np.float32]
    reasons: NDArray[np.uint8]
    live: bool = False
    coarse: bool = False

    @property
    def known(self) -> Reach:
        """The reach of the classes whose mix is known."""
        return np.asarray(self.reach * (self.reasons == Reason.NONE))

    @property
    def error(self) -> float:
        """The mean error over the player's hands whose mix is known, over all classes if there are none."""
        weights = self.known
        return float(np.average(self.errors, weights=weights if weights.any() else None))

    @property
    def reason(self) -> Reason:
        """Why nothing is claimed of any hand that the player has there, `Reason.NONE` if something is."""
        held = self.reasons[self.reach > 0] if self.reach.any() else self.reasons
        return Reason(int(held.min()))


def find_state(game: Game, line: str) -> PublicState:
    """Return the state after a line of actions.

    Raises:
        SolveError: the line is impossible.
    """
    try:
        return game.after(game.root, line)
    except ValueError as error:
        raise SolveError(f"{error}; see docs/best-play.md for lines") from None


def find_ranges(table: SolvedTable, line: str) -> Ranges:
    """Return the ranges of both players after a line, see `Answer.reach`.

    Raises:
        SolveError: the line is impossible, or goes on after a decision that is rarer than the table holds.
    """
    find_state(table.game, line)
    at, words = table.start, line.split()
    for end in range(1, len(words) + 1):
        at = follow(table, words[:end], at)
    return at


def follow(table: SolvedTable, words: Sequence[str], at: Ranges) -> Ranges:
    """Return where the last action of a line leads to, from where the actions before it have led.

    Raises:
        SolveError: the line before it is rarer than the table holds.
    """
    *before, word = words
    node, moves = find_node(table, before), table.game.moves(at.state)
    place = [name for name, _ in moves].index(word)
    return at.after(word, moves[place][1], table.mixes(node)[place])


def find_node(table: SolvedTable, words: Sequence[str]) -> int:
    """Return the node of a line in a table.

    Raises:
        SolveError: the line is rarer than the table holds.
    """
    node = table.lines.get(" ".join(words))
    if node is None:
        raise SolveError(
            f"players who play the stored strategies come to this line less than once in {1 / table.least:,.0f} hands; "
            "nothing is claimed about it"
        )
    return node


def look_up(table: SolvedTable, line: str) -> Answer:
    """Return the strategy after a line of actions, separated by blanks.

    Classes that the player does not hold there have the action of the lowest cost as their strategy.

    Raises:
        SolveError: the line is impossible, ends the hand, or is rarer than the table holds.
    """
    at = find_ranges(table, line)
    if at.state.actor is None:
        raise SolveError(HAND_OVER)
    words = line.split()
    node, mine = find_node(table, words), at.mine
    mix, cost = table.mixes(node), table.costs(node)
    return Answer(
        " ".join(words),
        table.game.players[at.actor],
        tuple(name for name, _ in table.game.moves(at.state)),
        mine,
        with_cheapest(mix, cost, mine),
        cost,
        table.errors(node),
        table.reasons(node),
    )


def with_cheapest(mix: NDArray[np.float32], cost: NDArray[np.float32], mine: Reach) -> NDArray[np.float32]:
    """Return a mix in which classes that are not held take the action of the lowest cost."""
    cheapest = np.zeros_like(mix)
    cheapest[cost.argmin(axis=0), np.arange(len(mine))] = 1
    return np.where(mine > 0, mix, cheapest)
