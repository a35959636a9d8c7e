"""What differs between games and rooms, as one value: `Rules`.

The stakes are part of it; a room is a `Rules` value without stakes, to be completed with
`dataclasses.replace(POKERSTARS, small_bet=…)`. Amounts are integers in the smallest unit.
"""

from dataclasses import dataclass
from enum import StrEnum


class Betting(StrEnum):
    """The limit type of a game."""

    FIXED = "fixed"
    POT = "pot"
    HALF_POT = "half-pot"
    NO_LIMIT = "no-limit"


class Post(StrEnum):
    """What a player posts before the deal."""

    ANTE = "ante"
    SMALL_BLIND = "small blind"
    BIG_BLIND = "big blind"
    BOTH_BLINDS = "small & big blinds"


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one table.

    Defaults are those of PokerStars fixed limit, held against 186 real hands of 2010:

    - `cap`: bets per round counted by amount, the big blind being the first of the round before the draw;
      four, with no exception when two players are left.
    - `reopen_half_bet`: an all-in raise of at least half a bet lets players who have acted raise again.
    - `own_discards_return`: whether a player can be dealt a card that he has thrown away after a reshuffle
      (never at PokerStars, by its page on reshuffling).
    - `reshuffle_this_draw`: whether discards of the current draw go back into the new deck (at PokerStars yes).
    """

    betting: Betting = Betting.FIXED
    small_blind: int = 0
    big_blind: int = 0
    ante: int = 0
    small_bet: int = 0
    big_bet: int = 0
    cap: int | None = 4
    reopen_half_bet: bool = True
    own_discards_return: bool = False
    reshuffle_this_draw: bool = True

    def bet_size(self, round_: int) -> int:
        """Return the fixed bet of a betting round (0 = before the draw … 3 = after the third draw)."""
        return self.small_bet if round_ < 2 else self.big_bet


POKERSTARS = Rules()
"""PokerStars, fixed limit: cap of four bets in every round, no exception heads-up."""

ROOMS: dict[str, Rules] = {"pokerstars": POKERSTARS}
"""Every room whose rules a hand can be checked under, by the name that commands and the database use."""
