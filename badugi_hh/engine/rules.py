"""What differs between games and rooms, as one value: `Rules`, and the known rooms.

The stakes are part of it; a room is a `Rules` value without stakes, to be completed with
`dataclasses.replace(POKERSTARS, small_bet=…)`. Amounts are integers in the smallest unit.

Sources: real hands of 2010 and PokerStars' page on reshuffling in draw games; the WSOP's tournament rules and its
live-action rules of 2023, by number; three public descriptions of the game (English, Italian, Russian) for the
home game.
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


class Uncapped(StrEnum):
    """When the cap of fixed limit is lifted for two players."""

    NEVER = "never"
    ROUND_BEGAN = "the round began with two players who could bet"
    LAST_TWO = "two players are left in the game"


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one table: the stakes, then what the room decides. Defaults are those of PokerStars.

    Betting, fixed limit:

    - `cap`: full bets per round, None for no cap; `uncapped`: when it is lifted for two players.
    - `blind_counts`: the big blind is the first bet of the round before the draw (in every room that is known).
    - `half_bet_counts`: an all-in raise of at least half a bet is a full bet, and the next raise comes on top of
      it; otherwise any short all-in is completed to the next full bet and adds none toward the cap.
    - `reopen_half_bet`: facing at least half a bet more than before, a player who has acted may raise again.
    - `half_blind`: the small blind is usually half the small bet, at some money stakes a round amount near it
      (`small_blind`); False where no size is usual. What a hand posts is its small blind either way.

    The deck, when it cannot serve a draw:

    - `deal_out_first`: what is left is dealt before the discards are shuffled; else it is shuffled in with them.
    - `keep_last_card`: the last card is dealt only to the last player who draws.
    - `reshuffle_this_draw`: discards of the current draw go back into the new deck.
    - `own_discards_return`: a player can be dealt a card that they discarded in an earlier draw. A discard never
      returns to its player in the same draw.
    - `burn`: a card is burnt before each draw, if there is one; burnt cards go back with the discards.

    Seats and showdown:

    - `dead_button`: blinds move one player at a time and the button follows them, onto an empty seat if need be;
      else the button moves to the next player and the blinds follow it.
    - `last_bettor_shows`: the last to bet or raise after the third draw shows first, else the first left of the
      button; False where there is no rule.
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
    last_bettor_shows: bool = True
    odd_chip_left: bool = False

    def bet_size(self, round_: int) -> int:
        """Return the fixed bet of a betting round (0 = before the draw … 3 = after the third draw)."""
        return self.small_bet if round_ < 2 else self.big_bet

    @property
    def min_bet(self) -> int:
        """Return the least first bet of a round where bets are not fixed: the big blind, or the bet without blinds."""
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

Four bets a round, the big blind being the first of them, with no exception for two players (no round went further,
five of them with two players). A short all-in is completed by the next raiser (seen several times); every one that
reopened the betting was of at least half a bet. The stub and all discards, those of this draw too, make the new
deck before a player whom the stub cannot serve; no player is dealt a card that they discarded (the room's page; two
reshuffles in real triple-draw hands, after exactly 52 cards: none is burnt). The button goes to the next player,
also where a blind has left. The last bettor showed first in 52 of 52 hands. Odd cents: no rule is published. The small
blind was half the small bet at every level of a tournament and $0.10 of $0.25; where else it is not half in cash
games is from other programs that read such hands.
"""

WSOP_TOURNAMENT = Rules(
    cap=5,
    uncapped=Uncapped.LAST_TWO,
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

One bet and four raises, also with two players in the hand; no limit of raises only when two are left in the whole
tournament (rule 100b), here: when two are dealt in. Half a bet or more counts as a full bet (live-action rule 129).
The last card of the deck goes back with the discards of earlier draws, never those of this one, unless it completes
all draws; own discards of earlier draws can come back. Dead button (86); heads-up the button has the small blind
(87). The last bettor shows first, else the first left of the button (72); odd chips go to the left of it (73).
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

One bet and four raises with three or more players who are not all-in; no limit of raises where the round began with
two, and the cap stays where it came down to two (rules 126, 127, 273). Half a bet or more reopens and counts as a
full bet, less does not (129). Burnt cards, folded hands and discards of earlier draws make the new deck. Showdown
order by rule 145, odd chips to the left of the button (149); after a short blind all-in the full blind is due (150).
"""

HOME = Rules(
    cap=None,
    half_blind=False,
    deal_out_first=True,
    own_discards_return=True,
    last_bettor_shows=False,
)
"""A home game by three public descriptions of Badugi.

They name no cap, no order of showing and no rule for odd chips, so none is checked. Discards are reshuffled only
when the deck is used up, in the middle of a draw if need be, and a player can be dealt their own discards. The
player left of the dealer is the next dealer. Two to ten players; a player who joins the game posts a big blind out of turn.
"""

ROOMS: dict[str, Rules] = {
    "pokerstars": POKERSTARS,
    "wsop-tournament": WSOP_TOURNAMENT,
    "wsop-live": WSOP_LIVE,
    "home": HOME,
}
"""Every room with known rules, by the name that commands and the database use."""
