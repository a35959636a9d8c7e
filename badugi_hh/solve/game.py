"""Heads-up fixed-limit games as data: blinds, dead money, cap, draw limits, and who acts when.

Amounts are integers in half small bets: the small blind of the heads-up game is 1, a big bet `BIG_BET`. A game knows
its public states and what is possible in each; it has no cards. `public_tree` writes all states of a game into arrays.
"""

from dataclasses import dataclass
from typing import NamedTuple

BIG_BET = 4
"""A big bet in the unit of the amounts."""

FOLD, CHECK, CALL, BET, RAISE = "fold", "check", "call", "bet", "raise"
OPENER, DEFENDER = 0, 1


class Spot(NamedTuple):
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
    paid: tuple[int, int] = (0, 0)
    drawn: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    folded: int | None = None


@dataclass(frozen=True, slots=True)
class Game:
    """A heads-up game. Player 0 opens; player 1, the big blind, defends.

    `posted` are the blinds of the two, `dead` is the money of others in the pot. `opener_last` says that the opener
    acts and draws last after the first betting round, as the button does. `limp` says that the opener may call the big
    blind. `bets` are the sizes of the rounds, `draws` the most cards of each draw; after a draw of k cards a player
    draws at most max(k, 1).
    """

    name: str
    players: tuple[str, str]
    posted: tuple[int, int] = (1, 2)
    dead: int = 0
    opener_last: bool = True
    limp: bool = True
    bets: tuple[int, ...] = (2, 2, 4, 4)
    cap: int = 4
    draws: tuple[int, ...] = (3, 2, 2)

    @property
    def root(self) -> Spot:
        """The first decision."""
        return Spot(bets=1, paid=self.posted)

    def first_to_act(self) -> int:
        """Return who acts and draws first after the first betting round."""
        return DEFENDER if self.opener_last else OPENER

    def most_drawn(self, spot: Spot) -> int:
        """Return the most cards that the actor may draw."""
        before = spot.drawn[spot.actor or 0]
        most = self.draws[spot.round - 1]
        return min(most, max(before[-1], 1)) if before else most

    def moves(self, spot: Spot) -> list[tuple[str, Spot]]:
        """Return the actions at a spot, with the spot that each leads to; folding comes first, more cards come last."""
        if spot.actor is None:
            return []
        if spot.drawing:
            return [(str(n), self._after_draw(spot, n)) for n in range(self.most_drawn(spot) + 1)]
        actor, size = spot.actor, self.bets[spot.round]
        level = max(spot.paid)
        to_call = level - spot.paid[actor]
        found: list[tuple[str, Spot]] = []
        if to_call:
            found.append((FOLD, spot._replace(actor=None, folded=actor)))
        if not to_call:
            found.append((CHECK, self._after_passive(spot)))
        elif self.limp or spot.round or spot.acted:
            found.append((CALL, self._after_passive(spot._replace(paid=(level, level)))))
        if spot.bets < self.cap:
            paid = (level + size, spot.paid[1]) if actor == OPENER else (spot.paid[0], level + size)
            raised = spot._replace(actor=1 - actor, bets=spot.bets + 1, acted=spot.acted + 1, paid=paid)
            found.append((RAISE if spot.bets else BET, raised))
        return found

    def _after_passive(self, spot: Spot) -> Spot:
        """Return the spot after a check or a call; it ends the round unless it is the first action of it."""
        actor = spot.actor or 0
        if not spot.acted:
            return spot._replace(actor=1 - actor, acted=1)
        if spot.round == len(self.bets) - 1:
            return spot._replace(actor=None)
        return spot._replace(round=spot.round + 1, drawing=True, actor=self.first_to_act(), bets=0, acted=0)

    def _after_draw(self, spot: Spot, number: int) -> Spot:
        actor = spot.actor or 0
        mine = (*spot.drawn[actor], number)
        drawn = (mine, spot.drawn[1]) if actor == OPENER else (spot.drawn[0], mine)
        first = self.first_to_act()
        if actor == first:
            return spot._replace(actor=1 - first, drawn=drawn)
        return spot._replace(actor=first, drawing=False, drawn=drawn)

    def results(self, spot: Spot, player: int) -> tuple[int, int]:
        """Return what the player wins, net of what they put in, if they have the better and the worse hand at the end."""
        won = spot.paid[1 - player] + self.dead
        lost = -spot.paid[player]
        if spot.folded is None:
            return won, lost
        net = lost if spot.folded == player else won
        return net, net

    def after(self, spot: Spot, line: str) -> Spot:
        """Return the spot after a line of actions, separated by blanks.

        Raises:
            ValueError: an action of the line is not possible where it stands.
        """
        for place, word in enumerate(line.split(), 1):
            moves = dict(self.moves(spot))
            if word not in moves:
                who = (
                    "the hand is over"
                    if spot.actor is None
                    else f"{self.players[spot.actor]} can {_either(moves)}"
                )
                raise ValueError(f"action {place} of the line is {word!r}, but {who}")
            spot = moves[word]
        return spot


def _either(moves: dict[str, Spot]) -> str:
    """Return `fold, call or raise`, `draw 0, 1 or 2`."""
    *words, last = moves
    listed = f"{', '.join(words)} or {last}" if words else last
    return f"draw {listed}" if last.isdigit() else listed


HEADS_UP = Game("heads-up", ("button", "big blind"))
_OPENED = ("opener", "big blind")
SB_BB = Game("sb-bb", _OPENED, opener_last=False, limp=False)
BTN_BB = Game("btn-bb", _OPENED, posted=(0, 2), dead=1, limp=False)
CO_BB = Game("co-bb", _OPENED, posted=(0, 2), dead=1, limp=False)
"""Pots of a full table that become heads-up: the opener raises or folds, and only the big blind may call. The cutoff's
game differs from the button's in the cards of those who folded, which are ignored, and so in nothing."""

GAMES = {game.name: game for game in (HEADS_UP, SB_BB, BTN_BB, CO_BB)}
