"""The state that all simulated games of one client share: random numbers, the clock, hand numbers, the players.

A `World` changes as hands are played. Two worlds with the same seed produce the same hands.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from badugi_hh.engine.rules import POKERSTARS, Rules
from badugi_hh.history.events import Hand, Moment, Stakes
from badugi_hh.history.times import read_moment
from badugi_hh.simulate.chance import Chance
from badugi_hh.simulate.styles import HERO, POOL, StyledPlayer

_ZONES = {"ET": "America/New_York", "CET": "Europe/Berlin", "WET": "Europe/Lisbon", "MSK": "Europe/Moscow"}
_EPOCH = datetime(2024, 3, 12, 18, 0, tzinfo=UTC)


@dataclass(slots=True)
class World:
    """The client of `hero` in a room with these rules.

    It holds the current time, the last hand number and the pool of opponents. With `open_cards` the histories show the
    cards of all players.
    """

    chance: Chance
    room: Rules = POKERSTARS
    hero: StyledPlayer = HERO
    pool: Sequence[StyledPlayer] = POOL
    now: datetime = _EPOCH
    hand_number: int = 249_000_000_000
    open_cards: bool = False

    def title(self, stakes: Stakes, zone: str, table: str, button: int, max_seats: int) -> Hand:
        """Return a new hand without seats and events; numbers are skipped, as a room deals other hands in between."""
        self.hand_number += self.chance.between(200, 60_000)
        return Hand(
            site="PokerStars",
            id=str(self.hand_number),
            kind="Hand",
            game="Badugi",
            stakes=stakes,
            moment=self._moment(zone),
            table=table,
            button=button,
            seats=(),
            events=(),
            max_seats=max_seats,
        )

    def pass_time(self, seconds: int) -> None:
        """Advance the clock."""
        self.now += timedelta(seconds=seconds)

    def _moment(self, zone: str) -> Moment:
        """Return the current time as a header states it: Eastern time, or local time with Eastern in brackets."""
        eastern = _clock_text(self.now, "ET")
        if zone == "ET":
            return read_moment(eastern, zone, None)
        return read_moment(_clock_text(self.now, zone), zone, eastern)


def _clock_text(moment: datetime, zone: str) -> str:
    """Return `2024/03/12 9:05:00`; the client does not pad the hour."""
    local = moment.astimezone(ZoneInfo(_ZONES[zone]))
    return f"{local:%Y/%m/%d} {local.hour}:{local:%M:%S}"
