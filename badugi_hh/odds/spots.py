"""The question about a hand: players, what is known of their cards, and how many draws they have left.

Hot-and-cold equity: nobody bets or folds again, and every player keeps the best cards at every draw unless the spot
says otherwise. A spot only states the question; `enumeration` and `trials` answer it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

import numpy as np

from badugi_hh.engine.cards import Cards, names
from badugi_hh.engine.values import size as value_size
from badugi_hh.odds.ranges import Range, of_hand
from badugi_hh.odds.states import NONE, counts_all, state_of, states
from badugi_hh.user_error import OddsError

Method = Literal["exact", "simulated", "approximate"]
EXACT: Method = "exact"
SIMULATED: Method = "simulated"
APPROXIMATE: Method = "approximate"
"""Not counted and not simulated: `keep_prices` states how much such an equity is wrong."""

DRAWS = 3
PLAYERS = 10


@dataclass(frozen=True, slots=True)
class Player:
    """A player before `draws` draws, who holds a hand of `range`.

    A player of one known hand can keep `keep` at the next draw, which may be the whole hand. A player who is `pat`
    draws no card until the end. `thrown` are the player's earlier discards.
    """

    range: Range
    draws: int
    keep: Cards | None = None
    pat: bool = False
    thrown: Cards = ()

    @property
    def start(self) -> tuple[int, int]:
        """Return the state to which a player of a known hand draws first, and the number of draws before that.

        The state is `NONE` where the kept cards do not all count: these draws are not those of a state.
        """
        hand = self.range.hand
        if hand is None:
            raise ValueError("only a known hand has a first state")
        if self.pat or not self.draws:
            return state_of(hand), self.draws
        if self.keep is None:
            return state_of(hand), 0
        if len(self.keep) == len(hand):
            return state_of(hand), 1
        state = state_of(self.keep)
        return (state if counts_all(self.keep) else NONE), 0


@dataclass(frozen=True, slots=True)
class Spot:
    """Two to ten players, in the order in which they draw, and `dead` cards that nobody can draw.

    Dead cards, like the discards of all players, return when the deck runs out.
    """

    players: tuple[Player, ...]
    dead: Cards = ()

    @property
    def known(self) -> Cards:
        """Return every card whose place is known."""
        found = list(self.dead)
        for player in self.players:
            found += (*(player.range.hand or ()), *player.thrown)
        return tuple(found)

    def keeping(self, keep: Cards | None, place: int = 0) -> "Spot":
        """Return the spot in which the player at `place` keeps these cards."""
        players = list(self.players)
        players[place] = replace(players[place], keep=keep)
        return replace(self, players=tuple(players))


@dataclass(frozen=True, slots=True)
class Equity:
    """The share of the pot of each player, 0 to 1, and the standard error of each share.

    `trials` is the number of trials of a simulation, None where `method` is `exact`; the errors are 0 there.
    """

    method: Method
    trials: int | None
    shares: tuple[float, ...]
    errors: tuple[float, ...]


def mask_of(cards: Iterable[int]) -> np.uint64:
    """Return the mask of cards."""
    return np.uint64(sum([1 << card for card in set(cards)]))


def verify(spot: Spot) -> None:
    """Raise `OddsError` unless the spot can occur."""
    if not 2 <= len(spot.players) <= PLAYERS:
        raise OddsError(f"an equity needs 2 to {PLAYERS} players, not {len(spot.players)}")
    for number, player in enumerate(spot.players, start=1):
        _verify_player(player, number)
    verify_places(spot.known)


def verify_places(known: Cards) -> None:
    """Raise `OddsError` if a card is there twice."""
    for place, card in enumerate(known):
        if card in known[:place]:
            raise OddsError(f"{names((card,))} is named twice; every card is in one place")


def _verify_player(player: Player, number: int) -> None:
    hand = player.range.hand
    if not 0 <= player.draws <= DRAWS:
        raise OddsError(f"player {number} has {player.draws} draws left; there are 0 to {DRAWS}")
    if player.keep is None:
        return
    if hand is None:
        raise OddsError(f"player {number} holds a range; only a player of a known hand can keep given cards")
    if player.pat:
        raise OddsError(f"player {number} stands pat and cannot keep only some cards")
    if len(set(player.keep)) != len(player.keep):
        raise OddsError(f"player {number} keeps a card twice: {names(player.keep)}")
    if missing := [card for card in player.keep if card not in hand]:
        raise OddsError(f"player {number} does not hold {names(missing)}, and so cannot keep it")
    if not player.draws and len(player.keep) != len(hand):
        raise OddsError(f"player {number} has no draw left and keeps the whole hand")


def hand_player(hand: Cards, draws: int, keep: Cards | None = None, *, thrown: Cards = ()) -> Player:
    """Return a player of a known hand of four cards."""
    if len(hand) != 4 or len(set(hand)) != 4:
        raise OddsError(f"a hand has four different cards, and {names(hand) or 'this one'} has not")
    return Player(of_hand(hand), draws, keep, thrown=thrown)


def no_hand(range_: Range) -> str:
    """Return the message that no hand of a range is possible."""
    return f"no hand of the range {range_.name!r} is left without the known cards; make the range wider"


def can_run_out(spot: Spot) -> bool:
    """Return whether the players of a spot can draw more cards than the deck has."""
    needed = len(spot.known)
    for player in spot.players:
        if player.range.hand is None:
            needed += 4 + max(sum(part.line[:-1]) for part in player.range.parts)
        needed += _most_drawn(player)
    return needed > 52


def _most_drawn(player: Player) -> int:
    """Return the largest number of cards that a player can draw; of cards that count, never more than before are drawn."""
    hand = player.range.hand
    if player.pat or not player.draws:
        return 0
    if hand is None:
        return _most_drawn_at_once(player.range) * player.draws
    best = 4 - int(states().size[state_of(hand)])
    if player.keep is None:
        return best * player.draws
    now = 4 - len(player.keep)
    later = best if not now else now if counts_all(player.keep) else 3
    return now + min(later, 3) * (player.draws - 1)


@lru_cache(maxsize=256)
def _most_drawn_at_once(range_: Range) -> int:
    """Return the largest number of cards that a hand of a range draws."""
    return max(
        part.line[-1] if part.line else 4 - value_size(max(part.values)) if part.values else 3
        for part in range_.parts
    )


def schedule(players: Sequence[Player]) -> list[list[tuple[int, int]]]:
    """Return the draws by round: who draws, and how many draws this player has had.

    A player with fewer draws left than others joins at a later draw.
    """
    most = max(player.draws for player in players)
    return [
        [(place, player.draws - left) for place, player in enumerate(players) if player.draws >= left]
        for left in range(most, 0, -1)
    ]
