"""The fields of the first lines of a hand, and which games are known; each room reads its own lines into them.

`hand_starts` finds the headers in a file.
"""

import re
from dataclasses import dataclass

from badugi_hh.history.events import Moment, Stakes, Tournament
from badugi_hh.history.money import MoneyUnit, currency_of_buy_in, sign_of

GAME = "Badugi"
"""The game that is parsed; hands of other games are recognized by their headers and skipped."""

_OTHER_GAMES = re.compile(
    r"\b(?:Hold ?['’]?em|Omaha|Courchevel|Stud|Razz|Draw|Lowball|Fusion|HORSE|HOSE)(?!\w)", re.IGNORECASE
)
_LIKE_BADUGI = re.compile(r"bad|dugi|бад|дуги", re.IGNORECASE)
_OTHER_GAMES_IN_RUSSIAN = re.compile(r"\bХолдем\b", re.IGNORECASE)
_CLUB = re.compile(r"\{.*\}")


@dataclass(frozen=True, slots=True)
class Header:
    """The fields of a header, named as in `Hand`; `table` and `max_seats` only where the header has them.

    `unusual` are its wordings that only converters write.
    """

    id: str
    kind: str
    game: str
    stakes: Stakes
    moment: Moment
    tournament: Tournament | None
    club: str | None = None
    mix: str | None = None
    room_id: str | None = None
    table: str = ""
    max_seats: int | None = None
    unusual: tuple[str, ...] = ()

    @property
    def unit(self) -> MoneyUnit:
        """Return what the amounts of the hand are in."""
        code = currency_of_buy_in(self.tournament.buy_in) if self.tournament else self.stakes.currency
        return MoneyUnit(code, sign_of(self.stakes.sign))


@dataclass(frozen=True, slots=True)
class TableLine:
    """The fields of the line that names the button, named as in `Hand`."""

    table: str
    max_seats: int | None
    play_money: bool
    button: int


def known_game(name: str) -> str | None:
    """Return the name of a game, None where the game is unknown.

    A name other than Badugi is a known game if it contains a word from the names of the sites' other games: `6 Card
    Omaha`, `Triple Draw 2-7 Lowball`, `Tempest Hold'em`. New variants of these games are therefore skipped as other
    games. A misspelled or unknown name is an error: the hand is reported and quarantined with its text, and a later
    version that knows the name can parse it.
    """
    known = name == GAME or (_OTHER_GAMES.search(name) and not _LIKE_BADUGI.search(name))
    return name if known else None


def known_other_game(name: str | None) -> str | None:
    """Return the name of a known game other than Badugi, None for any other text.

    For headers that cannot be read: their stakes or their time have an unknown form, so that a hand of Badugi below them
    is not read either.
    """
    known = known_game(name or "")
    return None if known == GAME else known


def names_other_game(header: str) -> bool:
    """Return whether the header of a hand in another language names another known game.

    Other languages keep the English names of games, except Russian, of which one name is known from files. A name of a club
    is no game.
    """
    text = _CLUB.sub("", header)
    known = _OTHER_GAMES.search(text) or _OTHER_GAMES_IN_RUSSIAN.search(text)
    return known is not None and not _LIKE_BADUGI.search(text)
