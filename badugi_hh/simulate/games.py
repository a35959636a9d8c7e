"""Declares the games that can be simulated: cash tables and one-table tournaments, their stakes and rake.

Tables are named after stars. Tournament numbers are invented. Amounts follow a client of the 2010s.
"""

from dataclasses import dataclass, replace
from typing import TypeAlias

from badugi_hh.engine.rules import Betting, Rules, small_blind
from badugi_hh.simulate.payout import Rake

TABLE_SIZES = (2, 4, 6, 8, 10)
"""How many seats a table can have."""

RAKE = Rake(450, (50, 100, 300))
"""Four and a half percent, at most $0.50 with two players dealt in, $1 with up to four, $3 with more."""

LEVELS = (20, 30, 50, 60, 80, 100, 150, 200, 300, 400, 600, 800, 1000, 1200, 1600, 2000, 3000, 4000, 6000)
"""Small bets of a tournament, level by level; after the last level the bets stay the same."""

ROMAN = tuple(
    tens + ones for tens in ("", "X") for ones in ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
)[1:]
"""I to XIX, as tables and levels are numbered."""


@dataclass(frozen=True, slots=True)
class CashGame:
    """A cash table: `low` and `high` are the small and the big bet in fixed limit, else the blinds, in cents.

    `seats` is the size of the table, `players` the usual number of players, `zone` the client's time zone. Every
    player posts `ante`, in cents; without `blinds` the ante is the only post.
    """

    table: str
    seats: int
    players: int
    low: int
    high: int
    currency: str = "USD"
    betting: Betting = Betting.FIXED
    zone: str = "ET"
    rake: Rake = RAKE
    ante: int = 0
    blinds: bool = True

    def rules(self, room: Rules) -> Rules:
        """Return the room's rules with the stakes of the table."""
        if self.betting is Betting.FIXED:
            small, big = small_blind(self.low, money=True) or self.low // 2, self.low
            small_bet, big_bet = self.low, self.high
        else:
            small, big = self.low, self.high
            small_bet = big_bet = self.high
        return replace(
            room,
            betting=self.betting,
            ante=self.ante,
            small_blind=small * self.blinds,
            big_blind=big * self.blinds,
            small_bet=small_bet,
            big_bet=big_bet,
        )


@dataclass(frozen=True, slots=True)
class SitAndGo:
    """A one-table tournament: `buy_in` and `fee` in cents, `stack` starting chips.

    The level rises every `hands_per_level` hands; `zone` is the client's time zone. The table starts full.
    """

    seats: int
    buy_in: int
    fee: int
    stack: int = 1500
    hands_per_level: int = 10
    zone: str = "ET"
    betting: Betting = Betting.FIXED

    def rules(self, room: Rules, level: int) -> Rules:
        """Return the room's rules with the stakes of a level, counted from 0."""
        low = LEVELS[min(level, len(LEVELS) - 1)]
        big_bet = 2 * low if self.betting is Betting.FIXED else low
        return replace(
            room, betting=self.betting, small_blind=low // 2, big_blind=low, small_bet=low, big_bet=big_bet
        )

    @property
    def players(self) -> int:
        """Return the number of players who enter, which is the number of seats."""
        return self.seats

    @property
    def shares(self) -> tuple[int, ...]:
        """Return the share of the prize pool by place, in percent."""
        return (100,) if self.seats <= 3 else (65, 35) if self.seats <= 6 else (50, 30, 20)

    @property
    def prizes(self) -> tuple[int, ...]:
        """Return the prizes by place, in cents."""
        pool = self.buy_in * self.seats
        return tuple(pool * share // 100 for share in self.shares)


Game: TypeAlias = CashGame | SitAndGo

MIX: tuple[Game, ...] = (
    CashGame("Alcyone IV", 8, 7, 25, 50),
    SitAndGo(6, 500, 50),
    CashGame("Mizar II", 6, 5, 50, 100),
    SitAndGo(8, 200, 20, zone="CET"),
    CashGame("Thuban", 2, 2, 100, 200),
    CashGame("Electra IX", 8, 8, 5, 10, zone="CET"),
    SitAndGo(2, 1000, 50, hands_per_level=8),
    CashGame("Porrima VI", 6, 4, 250, 500),
    SitAndGo(4, 300, 30),
    CashGame("Zaurak III", 4, 3, 200, 400, currency="EUR", zone="CET"),
)
"""Cash tables and tournaments of 2 to 8 players."""


def games(betting: Betting | None = None, players: int | None = None) -> tuple[Game, ...]:
    """Return the mix of games, with the given limit type and number of players at every table.

    Raises:
        ValueError: fewer than 2 or more than 10 players.
    """
    if players is not None and not 2 <= players <= TABLE_SIZES[-1]:
        raise ValueError(f"{players} players; Badugi is for 2 to {TABLE_SIZES[-1]}")
    return tuple(_adapt(game, betting or game.betting, players) for game in MIX)


def table_size(players: int) -> int:
    """Return the size of the smallest table that seats `players` players."""
    return next(size for size in TABLE_SIZES if players <= size)


def _adapt(game: Game, betting: Betting, players: int | None) -> Game:
    if players is None:
        return replace(game, betting=betting)
    match game:
        case CashGame():
            return replace(game, betting=betting, seats=table_size(players), players=players)
        case SitAndGo():
            return replace(game, betting=betting, seats=players)
