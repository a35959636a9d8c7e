"""Parses the first two lines of a hand: the header with number, game, stakes and time, and the table line.

The fields are the groups of the terminals CASH_HEADER, TOURNAMENT_HEADER and TABLE of the grammar, in order.
`hand_starts` finds the headers in a file.
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
from badugi_hh.problems import Code, Part

GAME = "Badugi"
"""The game that is parsed; hands of other games are recognized by their headers and skipped."""

HEADERS = ("CASH_HEADER", "TOURNAMENT_HEADER")
"""The kinds of headers."""

_OTHER_GAMES = re.compile(
    r"\b(?:Hold'em|Omaha|Courchevel|Stud|Razz|Draw|Lowball|Fusion|HORSE|HOSE)(?!\w)", re.IGNORECASE
)
_LIKE_BADUGI = re.compile(r"bad|dugi|бад|дуги", re.IGNORECASE)
_OTHER_GAMES_IN_RUSSIAN = re.compile(r"\bХолдем\b", re.IGNORECASE)
_CLUB = re.compile(r"\{.*\}")

_BETTING = {
    "Limit": Betting.FIXED,
    "Pot Limit": Betting.POT,
    "Half Pot Limit": Betting.HALF_POT,
    "No Limit": Betting.NO_LIMIT,
}


@dataclass(frozen=True, slots=True)
class Header:
    """The fields of a header, named as in `Hand`."""

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
    """The fields of the table line, named as in `Hand`."""

    table: str
    max_seats: int | None
    play_money: bool
    button: int


def game_of(form: Form) -> str | None:
    """Return the game that a header names, or None where the line is not a header or the game is unknown.

    A name other than Badugi is a known game if it contains a word from the names of the site's other games: `6 Card
    Omaha`, `Triple Draw 2-7 Lowball`, `Tempest Hold'em`. New variants of these games are therefore skipped as other
    games. A misspelled or unknown name is an error: the hand is reported and quarantined with its text, and a later
    version that knows the name can parse it.
    """
    match form.kind:
        case "CASH_HEADER":
            game = form.groups[4]
        case "TOURNAMENT_HEADER":
            game = form.groups[6]
        case _:
            return None
    known = game == GAME or (_OTHER_GAMES.search(game) and not _LIKE_BADUGI.search(game))
    return game if known else None


def names_other_game(header: str) -> bool:
    """Return whether the header of a hand in another language names another known game.

    Other languages keep the English names of games, except Russian, of which one name is known from files. A name of a club
    is no game.
    """
    text = _CLUB.sub("", header)
    known = _OTHER_GAMES.search(text) or _OTHER_GAMES_IN_RUSSIAN.search(text)
    return known is not None and not _LIKE_BADUGI.search(text)


def read_header(form: Form, report: Callable[[Code, str, str, Part], None]) -> Header:
    """Return the fields of a header; `report` gets the code, the message, the text and the part of each invalid field."""
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
        part = {cap: Part.CAP, high: Part.HIGH_STAKE, low: Part.LOW_STAKE}.get(error.found, Part.STAKES)
        report(codes.BAD_AMOUNT, f"the stakes cannot be read: {error}", error.found, part)
        stakes = Stakes(_BETTING[limit], 1, 2, currency_of(low))
    try:
        moment = read_moment(local, zone, eastern)
    except ValueError as wrong:
        part = Part.EASTERN_TIME if eastern else Part.TIME
        report(codes.BAD_TIME, f"the time cannot be read: {wrong}", eastern or local, part)
        moment = Moment(None, local, zone, eastern)
    return Header(number, kind, game, stakes, moment, tournament, club, mix, room)


def _read_stakes(betting: Betting, low: str, high: str, cap: str | None, iso: str | None) -> Stakes:
    currency = currency_of(low)
    if iso is not None and iso != currency:
        raise AmountError(f"{low} is not in {iso}, the currency in the header", low)
    amounts = read_amount(low, currency), read_amount(high, currency)
    if not all(amounts):
        raise AmountError(f"{low}/{high} has a stake of zero", f"{low}/{high}")
    return Stakes(betting, *amounts, currency, cap=read_amount(cap, currency) if cap else None)


def read_table(form: Form) -> TableLine:
    """Return the fields of a table line."""
    table, max_seats, play_money, button = form.groups
    return TableLine(table, int(max_seats) if max_seats else None, bool(play_money), int(button))
