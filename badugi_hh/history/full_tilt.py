"""Full Tilt, 2010 to 2013: how the lines of its client become seats and events. `grammars/full-tilt.lark` has their forms.

The client states less than that of PokerStars: no cap of the betting, no reshuffle, no level or place of a tournament. No
event stands for them. What it states in another way becomes the same event: a raise by its total, players who sit out by
their lines in the summary, an uncontested winner who mucks before the pot is theirs.
"""

import re
from dataclasses import replace
from datetime import date

from badugi_hh import problems as codes
from badugi_hh.engine.rules import Betting
from badugi_hh.history import events as ev
from badugi_hh.history import money
from badugi_hh.history.convert import (
    AMOUNT_PARTS,
    PLAYER_PART,
    SHARED,
    SHARED_PARTS,
    SUMMARY_PARTS,
    Context,
    Maker,
    cards_or_none,
    read_cards,
    summary,
    talk,
)
from badugi_hh.history.dialect import Dialect, ReportHeader
from badugi_hh.history.events import Moment, Outcome, Stakes, Talk, Tournament
from badugi_hh.history.full_tilt_hands import arrange
from badugi_hh.history.hand_starts import MARGIN
from badugi_hh.history.header import Header, TableLine, known_game
from badugi_hh.history.lines import MARK, Form, Groups, find_endings
from badugi_hh.history.money import AmountError, MoneyUnit
from badugi_hh.history.names import NameForms
from badugi_hh.history.times import read_moment
from badugi_hh.problems import Part

SITE = "Full Tilt"

_BETTINGS = {
    "Limit": Betting.FIXED,
    "Pot Limit": Betting.POT,
    "No Limit": Betting.NO_LIMIT,
    "FL": Betting.FIXED,
    "PL": Betting.POT,
    "NL": Betting.NO_LIMIT,
}

_CASH = ("kind", "number", "table", "flags")
_EVENT = ("kind", "number", "event", "tournament", "table", "flags")
_TIME = ("time", "clock", "zone", "date", "eastern", "eastern_clock", "eastern_date")
_FIELDS = {
    "CASH_HEADER": (*_CASH, "low", "high", "cap", "limit", "game", *_TIME),
    "TOURNAMENT_HEADER": (*_EVENT, "low", "high", "cap", "limit", "game", *_TIME),
    "NEW_CASH_HEADER": (*_CASH, "limit", "game", "low", "high", *_TIME),
    "NEW_TOURNAMENT_HEADER": (*_EVENT, "limit", "game", "low", "high", *_TIME),
}
"""The groups of each kind of header."""

WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
"""The names in the dates of July 2010, whatever the language of the system."""

_PART = r"(?:(?! - )[^()])*"
_GAME = re.compile(
    rf"{MARGIN}[^#:]+ #[0-9]++: .* - (?:(?![^A-Za-z/]*[KMB]?/)(?P<game>{_PART})"
    rf"|(?P<new_game>(?:\S+ )?(?:NL|PL|FL) {_PART}) - [^A-Za-z/]+[KMB]?/{_PART}) - [0-9]{{1,2}}:[0-9]{{2}}"
)
"""The first line of a hand as far as the time, however the stakes are written: `$5/$10 Ante $1 - $200 Cap Limit Razz`."""

_SIZE = re.compile(r"\((?:([0-9]{1,2}) max|(heads up))[,)]")
_ENTRY = re.compile(r"(\S+) \+ (\S+) ")
_GROUPED = re.compile(r"[^0-9,]*[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]*)?")
_ABBREVIATED = re.compile(r"([^0-9]*[0-9]+)(?:\.([0-9]{1,3}))?([KMB])")
_ZEROS = {"K": 3, "M": 6, "B": 9}
_DESCRIPTION = re.compile(r"an? (Badugi|[1-3]-Card): ([^\n]+)")


def read_amount(text: str, unit: MoneyUnit) -> int:
    """Return an amount of a hand, in cents or chips; commas separate thousands.

    Raises:
        AmountError: the sign is not that of the hand's other amounts, or the digits are not a valid amount.
    """
    return _read_in(text.replace(",", "") if _GROUPED.fullmatch(text) else text, text, unit)


def read_stake(text: str, unit: MoneyUnit) -> int:
    """Return an amount of the stakes, which may be in thousands, millions or billions: `1.5K`, `2M`.

    Raises:
        AmountError: as `read_amount`.
    """
    match = _ABBREVIATED.fullmatch(text)
    if match is None:
        return read_amount(text, unit)
    whole, part, thousands = match.groups(default="")
    return _read_in(whole + part.ljust(_ZEROS[thousands], "0"), text, unit)


def _read_in(plain: str, text: str, unit: MoneyUnit) -> int:
    """Return an amount by its digits alone; an error has it as it is written, `text`."""
    try:
        return money.read_in(plain, unit)
    except AmountError as error:
        raise AmountError(str(error).replace(plain, text), text) from None


def read_date(text: str) -> str:
    """Return a date in the usual form, `2010/07/21`, of that or of `Wed, July 21, 2010`.

    Raises:
        ValueError: the date does not exist, or is another day of the week.
    """
    if "/" in text:
        return text
    weekday, month, day, year = text.replace(",", "").split(" ")
    if month not in MONTHS:
        raise ValueError(f"{month} is no month")
    numbers = int(year), MONTHS.index(month) + 1, int(day)
    due = WEEKDAYS[date(*numbers).weekday()]
    if weekday != due:
        raise ValueError(f"{month} {day}, {year} is no {weekday}, but {due}")
    return "{}/{:02}/{:02}".format(*numbers)


def is_own_software(hand: ev.Hand) -> bool:
    """Return whether Full Tilt's own software wrote a hand, as it did until 2016; that of PokerStars calls it `Hand`."""
    return hand.site == SITE and hand.kind == "Game"


# --- the header and the button


def _fields_of(form: Form) -> dict[str, str | None]:
    return dict(zip(_FIELDS[form.kind], form.groups, strict=True))


def read_game(form: Form) -> str | None:
    """Return the game that a header names, or None where the line is not a header or the game is unknown."""
    return known_game(_fields_of(form)["game"] or "") if form.kind in _FIELDS else None


def find_game(line: str) -> str | None:
    """Return the part of the first line of a hand that has the limit and the game, None where it is not clear.

    It is the part before the time, or the one before the stakes where these are. The name of a table or a tournament is
    never returned, because such names contain words of games.
    """
    match = _GAME.match(line)
    return match and (match["game"] or match["new_game"])


def read_header(form: Form, report: ReportHeader) -> Header:
    """Return the fields of a header; `report` gets the code, the message, the text and the part of each invalid field."""
    field = _fields_of(form)
    text = {name: value or "" for name, value in field.items()}
    betting, low, high = _BETTINGS[text["limit"]], text["low"], text["high"]
    try:
        stakes = _read_stakes(betting, low, high, field.get("cap"))
    except AmountError as error:
        part = {text.get("cap"): Part.CAP, high: Part.HIGH_STAKE, low: Part.LOW_STAKE}.get(error.found)
        report(codes.BAD_AMOUNT, f"the stakes cannot be read: {error}", error.found, part or Part.STAKES)
        stakes = Stakes(betting, 1, 2, _unit_of(low).currency)
    local, eastern = f"{text['date']} {text['clock']}", None
    part, group = Part.TIME, "time"
    try:
        local = f"{read_date(text['date'])} {text['clock']}"
        if field["eastern"]:
            part, group = Part.EASTERN_TIME, "eastern"
            eastern = f"{read_date(text['eastern_date'])} {text['eastern_clock']}"
        moment = read_moment(local, text["zone"], eastern)
    except ValueError as wrong:
        report(codes.BAD_TIME, f"the time cannot be read: {wrong}", text[group], part)
        moment = Moment(None, local, text["zone"], eastern)
    size = _SIZE.search(text["flags"])
    table, tournament = text["table"], None
    if field.get("tournament"):
        entry = _ENTRY.match(text["event"])
        buy_in = f"{entry[1]}+{entry[2]}" if entry else None
        tournament = Tournament(text["tournament"], None, buy_in)
        table = f"{text['tournament']} {table}"
    return Header(
        text["number"],
        text["kind"],
        text["game"],
        stakes,
        moment,
        tournament,
        table=table,
        max_seats=(int(size[1]) if size[1] else 2) if size else None,
    )


def _read_stakes(betting: Betting, low: str, high: str, cap: str | None) -> Stakes:
    unit = _unit_of(low)
    amounts = read_stake(low, unit), read_stake(high, unit)
    if not all(amounts):
        raise AmountError(f"{low}/{high} has a stake of zero", f"{low}/{high}")
    return Stakes(betting, *amounts, unit.currency, cap=read_stake(cap, unit) if cap else None)


def _unit_of(stake: str) -> MoneyUnit:
    number = stake.rstrip("".join(_ZEROS))
    return MoneyUnit(money.currency_of(number), money.sign_of(number))


def _read_table(form: Form, header: Header) -> TableLine:
    return TableLine(header.table, header.max_seats, play_money=False, button=int(form.groups[0]))


# --- the other lines


def _describe(text: str | None) -> str | None:
    """Return the description of a hand in the words of events: `Badugi: 8,4,2,A` for `a Badugi: 8, 4, 2, A`."""
    match = _DESCRIPTION.fullmatch(text or "")
    return f"{match[1].replace('C', 'c')}: {match[2].replace(', ', ',')}" if match else text


def _make_seat(context: Context, groups: Groups) -> ev.Seat:
    seat, name, stack, out = groups
    return ev.Seat(int(seat), name, context.amount(stack), sitting_out=bool(out), line=context.line)


def _pot(context: Context, groups: Groups) -> ev.PotSummary:
    pot = SHARED["POT"](context, groups)
    assert isinstance(pot, ev.PotSummary)  # noqa: S101  # the kind's only event
    return replace(pot, parts=tuple((name.replace(" #", "-"), amount) for name, amount in pot.parts))


def _nothing(_: Context, __: Groups) -> None:
    return None


_MAKERS: dict[str, Maker] = SHARED | {
    "SEAT": _make_seat,
    "POSTS_NEW": SHARED["POSTS"],
    "ANTES": SHARED["POSTS"],
    "DEALT_COUNT": _nothing,
    "STANDS_PAT": lambda c, g: ev.StoodPat(c.player, cards_or_none(g[1]), line=c.line),
    "FOLDS": lambda c, _: ev.Folded(c.player, line=c.line),
    "CHECKS": lambda c, _: ev.Checked(c.player, line=c.line),
    "RAISES": lambda c, g: ev.Raised(c.player, 0, c.amount(g[1]), bool(g[2]), line=c.line),
    "SHOWS": lambda c, g: ev.Showed(c.player, read_cards(g[1]), _describe(g[2]), line=c.line),
    "COLLECTED": lambda c, g: ev.Collected(c.player, c.amount(g[2]), re.sub(r" ?#", "-", g[1]), line=c.line),
    "POT": _pot,
    "SAID": lambda c, g: ev.Talked(c.restore(g[0][:-2]), Talk.SAID, c.restore(g[1]), line=c.line),
    "CLOCK": talk(Talk.CLOCK),
    "FEELS": talk(Talk.FELT),
    "TABLE_CLOCK": _nothing,
    "DURATION": _nothing,
    "SEAT_FOLDED_IDLE": summary(Outcome.FOLDED, draw=3),  # any text but a number: the player did not bet
    "SEAT_WON": summary(Outcome.SHOWED_WON, _describe, cards=4, amount=5, description=6),
    "SEAT_LOST": summary(Outcome.SHOWED_LOST, _describe, cards=4, description=5),
    "SEAT_MUCKED": summary(Outcome.MUCKED, _describe, cards=4, description=5),
    "SEAT_OUT": _nothing,
}

_HEADER_PARTS = {
    Part.GAME: "game",
    Part.LOW_STAKE: "low",
    Part.HIGH_STAKE: "high",
    Part.CAP: "cap",
    Part.TIME: "time",
    Part.ZONE: "zone",
    Part.EASTERN_TIME: "eastern",
    Part.TABLE: "table",
    Part.TABLE_SIZE: "flags",
}
PARTS = SHARED_PARTS | {
    **{
        kind: {part: names.index(name) for part, name in _HEADER_PARTS.items() if name in names}
        for kind, names in _FIELDS.items()
    },
    "TABLE": {Part.BUTTON: 0},
    "POSTS_NEW": SHARED_PARTS["POSTS"],
    "ANTES": SHARED_PARTS["POSTS"],
    **{kind: {Part.AMOUNT: 0} for kind in ("FIRST", "SECOND", "THIRD")},  # the pot so far
    "DEALT_COUNT": {Part.PLAYER: 0, Part.COUNT: 1},
    "FOLDS": PLAYER_PART,
    "RAISES": AMOUNT_PARTS,
    "COLLECTED": {Part.PLAYER: 0, Part.POT: 1, Part.AMOUNT: 2, Part.DESCRIPTION: 3},
    "SEAT_FOLDED_IDLE": SUMMARY_PARTS,
    "SEAT_OUT": {Part.SEAT: 0, Part.SEAT_NUMBER: 0, Part.PLAYER: 1, Part.TAGS: 2},
    "SEAT_MUCKED": {**SUMMARY_PARTS, Part.CARDS: 4, Part.DESCRIPTION: 5},
}
"""The number of the group that holds each part of a line, by the kind of the line."""


# --- names, and the last line of a hand that was cut off within its summary

_TAGS = ("", " (button)", " (small blind)", " (big blind)")
_OUTCOMES = (
    "folded before the Draw (didn't bet)",
    *(f"folded after the {nth} Draw" for nth in ("1st", "2nd", "3rd")),
    "collected ($1.25), mucked",
    "mucked [As 2d 3c 4h] - a Badugi: 4, 3, 2, A",
    "showed [As 2d 3c 4h] and won ($1.25) with a Badugi: 4, 3, 2, A",
    "showed [As 2d 3c 4h] and lost with a Badugi: 4, 3, 2, A",
    "is sitting out",
)
_POTS = (
    "Total pot $1.25 | Rake $0.25",
    "Total pot $1.25 Main pot $1.25. Side pot #1 $1.25. Side pot #2 $1.25. | Rake $0.25",
)

DIALECT = Dialect(
    site=SITE,
    grammar_name="full-tilt",
    names=NameForms(
        after=(" ", ": "),
        uncalled="Uncalled bet of ",
        returned=" returned to ",
        dealing="*** HOLE CARDS ***",
        misleading=re.compile(""),  # a name has only a blank after it, so the grammar decides at every table
    ),
    endings=find_endings(
        [*_POTS, *(f"Seat 1: {MARK}{tag} {outcome}" for tag in _TAGS for outcome in _OUTCOMES)]
    ),
    button_example="The button is in seat #…",
    makers=_MAKERS,
    parts=PARTS,
    read_game=read_game,
    find_game=find_game,
    read_header=read_header,
    read_table=_read_table,
    read_amount=read_amount,
    arrange=arrange,
)
