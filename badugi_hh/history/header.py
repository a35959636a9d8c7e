"""What the first two lines of a hand say: the header's number, game, stakes and time, and the table line.

The fields are the groups of the grammar's CASH_HEADER, TOURNAMENT_HEADER and TABLE, in their order.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from badugi_hh import problems as codes
from badugi_hh.engine.rules import Betting
from badugi_hh.history.events import Moment, Stakes, Tournament
from badugi_hh.history.lines import Form
from badugi_hh.history.money import AmountError, currency_of, read_amount
from badugi_hh.history.times import read_moment
from badugi_hh.problems import Code

GAME = "Badugi"
"""The game that is read; hands of all others are known by their headers and left alone."""

_OTHER_GAMES = re.compile(
    r"\b(?:Hold'em|Omaha|Courchevel|Stud|Razz|Draw|Lowball|Fusion|HORSE|HOSE)(?!\w)", re.IGNORECASE
)
_ALIKE = re.compile(r"bad|dugi", re.IGNORECASE)

_BETTING = {
    "Limit": Betting.FIXED,
    "Pot Limit": Betting.POT,
    "Half Pot Limit": Betting.HALF_POT,
    "No Limit": Betting.NO_LIMIT,
}


@dataclass(frozen=True, slots=True)
class Header:
    """What a header says, in the words of `Hand`."""

    id: str
    kind: str
    game: str
    stakes: Stakes
    moment: Moment
    tournament: Tournament | None
    club: str | None
    mix: str | None
    room_id: str | None


@dataclass(frozen=True, slots=True)
class TableLine:
    """What the table line says, in the words of `Hand`."""

    table: str
    max_seats: int | None
    play_money: bool
    button: int


def game_of(form: Form) -> str | None:
    """Return the game that a header names, or None where the line is no header or the name is none of a game.

    A name that is not Badugi's own is one of another game only by a word that the room's other games are called by:
    `6 Card Omaha`, `Triple Draw 2-7 Lowball`, `Tempest Hold'em`. So a new kind of an old game is left alone as they
    are; but a name that is miswritten, or one that nobody here knows, is an error: whoever played the hand hears of
    it, its text lies in the quarantine, and a later version that knows the name reads it again.
    """
    match form.kind:
        case "CASH_HEADER":
            game = form.groups[4]
        case "TOURNAMENT_HEADER":
            game = form.groups[6]
        case _:
            return None
    known = game == GAME or (_OTHER_GAMES.search(game) and not _ALIKE.search(game))
    return game if known else None


def read_header(form: Form, complain: Callable[[Code, str, str], None]) -> Header:
    """Return what a header says; `complain` gets the code, the message and the text of what cannot be."""
    tournament, cap, iso = None, None, None
    if form.kind == "CASH_HEADER":
        kind, number, club, mix, game, limit, low, high, cap, iso, room, local, zone, eastern = form.groups
    else:
        kind, number, club, entered, buy_in, mix, game, limit, match_round, level, *rest = form.groups
        low, high, room, local, zone, eastern = rest
        tournament = Tournament(entered, level, buy_in.strip() if buy_in else None, match_round)
    try:
        stakes = _read_stakes(_BETTING[limit], low, high, cap, iso)
    except AmountError as error:
        complain(codes.BAD_AMOUNT, f"the stakes cannot be read: {error}", error.found)
        stakes = Stakes(_BETTING[limit], 1, 2, currency_of(low))
    try:
        moment = read_moment(local, zone, eastern)
    except ValueError as error:
        complain(codes.BAD_TIME, f"the time cannot be read: {error}", eastern or local)
        moment = Moment(None, local, zone, eastern)
    return Header(number, kind, game, stakes, moment, tournament, club, mix, room)


def _read_stakes(betting: Betting, low: str, high: str, cap: str | None, iso: str | None) -> Stakes:
    currency = currency_of(low)
    if iso is not None and iso != currency:
        raise AmountError(f"{low} is not in {iso}, which the header names", low)
    amounts = read_amount(low, currency), read_amount(high, currency)
    if not all(amounts):
        raise AmountError(f"{low}/{high} is nothing", f"{low}/{high}")
    return Stakes(betting, *amounts, currency, cap=read_amount(cap, currency) if cap else None)


def read_table(form: Form) -> TableLine:
    """Return what a table line says."""
    table, max_seats, play_money, button = form.groups
    return TableLine(table, int(max_seats) if max_seats else None, bool(play_money), int(button))
