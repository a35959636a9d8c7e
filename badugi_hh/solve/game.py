"""Heads-up fixed-limit games as data: blinds, dead money, cap, draw limits, and who acts when.

Amounts are in half small bets: the small blind of the heads-up game is 1, a big bet `BIG_BET`. A game knows
its public states and what is possible in each; it has no cards. `public_tree` writes all states of a game into arrays.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

BIG_BET = 4
"""A big bet in the unit of the amounts."""

FOLD, CHECK, CALL, BET, RAISE = "fold", "check", "call", "bet", "raise"
OPENER, DEFENDER = 0, 1


class PublicState(NamedTuple):
    """A public state: a decision of `actor`, or the end of the hand if `actor` is None.

    `round` counts betting rounds from 0; `drawing` says that the actor draws before that round. `bets` is the number
    of bets in the round, `acted` the number of actions. `paid` is what each player has put in; `drawn` the cards that
    each has drawn so far, draw by draw. At the end `folded` is the player who folded, None at a showdown.
    """

    round: int = 0
    drawing: bool = False
    actor: int | None = OPENER
    bets: int = 0
    acted: int = 0
    paid: tuple[float, float] = (0, 0)
    drawn: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    folded: int | None = None


@dataclass(frozen=True, slots=True)
class Game:
    """A heads-up game. Player 0 opens; player 1, the big blind, defends.

    `posted` are the blinds of the two, `dead` is the money of others in the pot. `opener_last` says that the opener
    acts and draws last after the first betting round, as the button does. `limp` says that the opener may call the big
    blind. `bets` are the sizes of the rounds, `draws` the most cards of each draw; after a draw of k cards a player
    draws at most max(k, 1). `stack` is the most that a player can put in, None if that is no limit; a player who has put
    in as much is all-in, checks no more and still draws. `start` is the first decision, None for the blinds.
    """

    name: str
    players: tuple[str, str]
    posted: tuple[int, int] = (1, 2)
    dead: float = 0
    opener_last: bool = True
    limp: bool = True
    bets: tuple[int, ...] = (2, 2, 4, 4)
    cap: int = 4
    draws: tuple[int, ...] = (3, 2, 2)
    stack: float | None = None
    start: PublicState | None = None

    @property
    def root(self) -> PublicState:
        """The first decision."""
        return PublicState(bets=1, paid=self.posted) if self.start is None else self.start

    def first_to_act(self) -> int:
        """Return who acts and draws first after the first betting round."""
        return DEFENDER if self.opener_last else OPENER

    def most_drawn(self, state: PublicState) -> int:
        """Return the most cards that the actor may draw."""
        before = state.drawn[state.actor or 0]
        most = self.draws[state.round - 1]
        return min(most, max(before[-1], 1)) if before else most

    def moves(self, state: PublicState) -> list[tuple[str, PublicState]]:
        """Return the actions at a state, with the state that each leads to; folding comes first, more cards come last."""
        if state.actor is None:
            return []
        if state.drawing:
            return [(str(n), self._after_draw(state, n)) for n in range(self.most_drawn(state) + 1)]
        actor, size = state.actor, self.bets[state.round]
        level = max(state.paid)
        to_call = level - state.paid[actor]
        moves: list[tuple[str, PublicState]] = []
        if to_call:
            moves.append((FOLD, state._replace(actor=None, folded=actor)))
        if not to_call:
            moves.append((CHECK, self._after_passive(state)))
        elif self.limp or state.round or state.acted:
            moves.append((CALL, self._after_passive(state._replace(paid=(level, level)))))
        most = level + size if self.stack is None else min(level + size, self.stack)
        if state.bets < self.cap and most > level:
            paid = (most, state.paid[1]) if actor == OPENER else (state.paid[0], most)
            raised = state._replace(actor=1 - actor, bets=state.bets + 1, acted=state.acted + 1, paid=paid)
            moves.append((RAISE if state.bets else BET, raised))
        return moves

    def _after_passive(self, state: PublicState) -> PublicState:
        """Return the state after a check or a call; it ends the round unless it is the first action of it."""
        actor = state.actor or 0
        if not state.acted:
            return state._replace(actor=1 - actor, acted=1)
        return self._after_round(state)

    def _after_round(self, state: PublicState) -> PublicState:
        """Return the state after a betting round."""
        if state.round == len(self.bets) - 1:
            return state._replace(actor=None)
        return state._replace(round=state.round + 1, drawing=True, actor=self.first_to_act(), bets=0, acted=0)

    def all_in(self, state: PublicState) -> PublicState:
        """Return the state after a betting round in which nobody has chips left."""
        return self._after_round(state)

    def _after_draw(self, state: PublicState, number: int) -> PublicState:
        actor = state.actor or 0
        mine = (*state.drawn[actor], number)
        drawn = (mine, state.drawn[1]) if actor == OPENER else (state.drawn[0], mine)
        first = self.first_to_act()
        if actor == first:
            return state._replace(actor=1 - first, drawn=drawn)
        after = state._replace(actor=first, drawing=False, drawn=drawn)
        return self._after_round(after) if max(state.paid) == self.stack else after

    def results(self, state: PublicState, player: int) -> tuple[float, float]:
        """Return what the player wins, net of what they put in, if they have the better and the worse hand at the end."""
        won = state.paid[1 - player] + self.dead
        lost = -state.paid[player]
        if state.folded is None:
            return won, lost
        net = lost if state.folded == player else won
        return net, net

    def after(self, state: PublicState, line: str) -> PublicState:
        """Return the state after a line of actions, separated by blanks.

        Raises:
            ValueError: an action of the line is not possible where it stands.
        """
        for place, word in enumerate(line.split(), 1):
            moves = dict(self.moves(state))
            if word not in moves:
                who = (
                    "the hand is over"
                    if state.actor is None
                    else f"the {self.players[state.actor]} can {either(moves)}"
                )
                raise ValueError(f"action {place} of the line is {word!r}, but {who}")
            state = moves[word]
        return state


def either(words: Iterable[str]) -> str:
    """Return the words of actions as a choice: `fold, call or raise`, `draw 0, 1 or 2`."""
    *first, last = words
    listed = f"{', '.join(first)} or {last}" if first else last
    return f"draw {listed}" if last.isdigit() else listed


HEADS_UP = Game("heads-up", ("button", "big blind"))
SB_BB = Game("sb-bb", ("opener", "big blind"), opener_last=False, limp=False)
"""The pot of a full table in which all others fold before the small blind, who raises or folds."""

TABLES = tuple(f"table-{players}" for players in range(3, 9))
"""The games of more players, which the blueprint of `badugi_hh.ring` plays."""
GAMES = {game.name: game for game in (HEADS_UP, SB_BB)}
"""The games that can be solved, by name; their tables come with the program."""
