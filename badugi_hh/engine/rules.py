"""What differs between games and rooms, as one value: `Rules`, and the known rooms.

`Rules` includes the stakes. A room is a `Rules` value without stakes; `dataclasses.replace(POKERSTARS, small_bet=…)`
completes it. Amounts are integers in the smallest unit.

Sources: real hands of 2010 and PokerStars' page on reshuffling in draw games; the WSOP tournament rules and live-action
rules of 2023, by number; for the home game three public descriptions of Badugi (English, Italian, Russian).
"""

from dataclasses import dataclass, replace
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


class Uncapped(StrEnum):
    """When the cap of fixed limit is lifted for two players."""

    NEVER = "never"
    ROUND_BEGAN = "the round began with two players who could bet"
    TWO_DEALT_IN = "two players are dealt in"


class FirstToShow(StrEnum):
    """Which player shows first; where nobody has bet, the first one left of the button."""

    LAST_ROUND = "the last player to bet or raise after the third draw"
    WHOLE_HAND = "the last player to bet or raise in the hand"
    ANYONE = "no rule"


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one table: the stakes, and the rules that the room sets. Defaults are those of PokerStars.

    Betting, fixed limit:

    - `cap`: the number of full bets in a round, None for no cap; `uncapped`: when two players play without a cap.
    - `blind_counts`: the big blind is the first bet of the round before the draw, as in every known room.
    - `half_bet_counts`: an all-in raise of at least half a bet is a full bet, and the next raise is a full bet above
      it. Otherwise the next raise completes a short all-in to a full bet, and the all-in does not count toward the cap.
    - `reopen_half_bet`: a player who has acted may raise again when they face at least half a bet more than before.
    - `half_blind`: the small blind is half the small bet, except at the stakes listed in `_SMALL_BLINDS`; False: no size
      is usual. The posted amount always counts.

    The deck, when it has too few cards for a draw:

    - `deal_out_first`: the rest is dealt before the discards are shuffled; otherwise it is shuffled with them.
    - `keep_last_card`: the last card is dealt only to the last player who draws.
    - `reshuffle_this_draw`: the new deck includes the discards of the current draw.
    - `own_discards_return`: a player can be dealt a card that they discarded in an earlier draw. A discard never
      returns to its player in the same draw.
    - `burn`: a card is burnt before each draw, if the deck has one; the new deck includes burnt cards.

    Seats and showdown:

    - `dead_button`: the big blind moves to the next player and the small blind and the button follow it, if necessary
      to an empty seat. Otherwise the button moves to the next player and the blinds follow it.
    - `first_to_show`: which player shows first; the others follow clockwise.
    - `odd_chip_left`: odd chips of a split pot go to the first winners left of the button; False where
      there is no rule.
    """

    betting: Betting = Betting.FIXED
    small_blind: int = 0
    big_blind: int = 0
    ante: int = 0
    small_bet: int = 0
    big_bet: int = 0
    cap: int | None = 4
    uncapped: Uncapped = Uncapped.NEVER
    blind_counts: bool = True
    half_bet_counts: bool = False
    reopen_half_bet: bool = True
    half_blind: bool = True
    deal_out_first: bool = False
    keep_last_card: bool = False
    reshuffle_this_draw: bool = True
    own_discards_return: bool = False
    burn: bool = False
    dead_button: bool = False
    first_to_show: FirstToShow = FirstToShow.LAST_ROUND
    odd_chip_left: bool = False

    def bet_size(self, round_: int) -> int:
        """Return the fixed bet of a betting round (0 = before the draw … 3 = after the third draw)."""
        return self.small_bet if round_ < 2 else self.big_bet

    @property
    def min_bet(self) -> int:
        """Return the smallest bet where bets are not fixed: the big blind, or the small bet if there are no blinds."""
        return self.big_blind or self.small_bet


_SMALL_BLINDS = {
    5: 2,
    25: 10,
    300: 100,
    500: 200,
    1500: 1000,
    2500: 1000,
    7500: 5000,
    25000: 10000,
}  # small bet -> small blind, in cents, where it is not half


def small_blind(small_bet: int, *, money: bool) -> int:
    """Return the small blind of a fixed-limit game by `Rules.half_blind`, or 0 where half a bet is no whole amount.

    `small_bet` is in cents where the game is for `money`, else in chips.
    """
    if money and small_bet in _SMALL_BLINDS:
        return _SMALL_BLINDS[small_bet]
    return 0 if small_bet % 2 else small_bet // 2


POKERSTARS = Rules()
"""PokerStars, compared with 186 real hands of 2010.

Betting: four bets in a round, of which the big blind is the first, also with two players. No real round has more, and
five rounds with two players have four. The next raiser completes a short all-in (seen several times). Each short all-in
that reopened the betting was at least half a bet.

Deck: when the stub has too few cards for the next player, the stub and all discards, those of this draw included, make
the new deck. No player is dealt a card that they discarded (the room's page). No card is burnt: in real triple-draw
hands two reshuffles came after exactly 52 cards.

Seats and showdown: the button moves to the next player, also when a blind has left. The last bettor showed first in 52
of 52 hands. There is no published rule for odd cents.

Small blind: half the small bet at every level of a tournament, and $0.10 at $0.25. The other exceptions in cash games
come from other programs that read such hands.
"""

FULL_TILT = replace(POKERSTARS, first_to_show=FirstToShow.WHOLE_HAND)
"""Full Tilt until 2016, before it used the software of PokerStars: the rules of PokerStars except for the showdown.

After a last round without a bet, the last player to bet or raise in an earlier round showed first in 7 of 7 public hands.
Hands of Full Tilt are checked by these rules where those of PokerStars are chosen, so they are not in `ROOMS`.
"""

WSOP_TOURNAMENT = Rules(
    cap=5,
    uncapped=Uncapped.TWO_DEALT_IN,
    half_bet_counts=True,
    half_blind=False,
    deal_out_first=True,
    keep_last_card=True,
    reshuffle_this_draw=False,
    own_discards_return=True,
    dead_button=True,
    odd_chip_left=True,
)
"""World Series of Poker, tournaments.

Betting: one bet and four raises, also with two players in the hand. Rule 100b lifts the limit when two
players are left in the tournament. A hand does not state this, so it is lifted when two are dealt in. Half a bet or more counts as a full bet
(live-action rule 129).

Deck: the last card is dealt only if it completes all draws. Otherwise it is shuffled with the discards of earlier draws,
never with those of this one. Players can be dealt their own discards of earlier draws.

Seats and showdown: dead button (86); heads-up the button has the small blind (87). The last bettor shows first, without
a bet the first player left of the button (72); odd chips go to the left of the button (73).
"""

WSOP_LIVE = Rules(
    cap=5,
    uncapped=Uncapped.ROUND_BEGAN,
    half_bet_counts=True,
    half_blind=False,
    deal_out_first=True,
    reshuffle_this_draw=False,
    own_discards_return=True,
    burn=True,
    dead_button=True,
    odd_chip_left=True,
)
"""World Series of Poker, live action.

Betting: one bet and four raises with three or more players who are not all-in. The number of raises is unlimited in a
round that began with two players. The cap stays in a round in which all but two fold (rules 126, 127, 273). Half a bet or
more reopens the betting and counts as a full bet, less does not (129). After an all-in for less than the blind the full
blind is due (150).

Deck: burnt cards, folded hands and discards of earlier draws make the new deck.

Showdown: the order of rule 145; odd chips go to the left of the button (149).
"""

HOME = Rules(
    cap=None,
    half_blind=False,
    deal_out_first=True,
    own_discards_return=True,
    first_to_show=FirstToShow.ANYONE,
)
"""A home game, by three public descriptions of Badugi.

They name no cap, no order of showing and no rule for odd chips, so none is checked. Discards are reshuffled only when
the deck is empty, if necessary in the middle of a draw, and players can be dealt their own discards. The player left of
the dealer is the next dealer. Two to ten players; a player who joins the game posts a big blind out of turn.
"""

ROOMS: dict[str, Rules] = {
    "pokerstars": POKERSTARS,
    "wsop-tournament": WSOP_TOURNAMENT,
    "wsop-live": WSOP_LIVE,
    "home": HOME,
}
"""The rules that commands and the database name, by these names."""
