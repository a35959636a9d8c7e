"""PokerStars: how the lines of its client become seats and events. `grammars/pokerstars.lark` has their forms."""

import re

from badugi_hh import problems as codes
from badugi_hh.engine.rules import Betting
from badugi_hh.history import events as ev
from badugi_hh.history.convert import (
    CARDS_PARTS,
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
from badugi_hh.history.hand_starts import MARGIN
from badugi_hh.history.header import GAME, Header, TableLine, known_game
from badugi_hh.history.lines import MARK, Form, Groups, find_endings
from badugi_hh.history.money import (
    AmountError,
    Money,
    MoneyUnit,
    currency_of,
    is_in,
    read_in,
    read_money,
    sign_of,
    split_sign,
)
from badugi_hh.history.names import NameForms
from badugi_hh.history.times import read_moment
from badugi_hh.problems import Part

BETTINGS = {
    "Limit": Betting.FIXED,
    "Fixed Limit": Betting.FIXED,
    "Pot Limit": Betting.POT,
    "Half Pot Limit": Betting.HALF_POT,
    "No Limit": Betting.NO_LIMIT,
}
"""The limit type of each name in a header."""

_GROUPED = re.compile(r"[^0-9,]*[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.[0-9]{1,2})?")


def _ungroup(text: str) -> str:
    """Return an amount without the commas that a converter has put between groups of three digits."""
    return text.replace(",", "") if "," in text and _GROUPED.fullmatch(text) else text


def _read_amount(text: str, unit: MoneyUnit) -> int:
    return read_in(_ungroup(text), unit)


_GAME = re.compile(
    rf"{MARGIN}[A-Z][A-Za-z ]+#[0-9]++: +(?:\{{.*\}} +)?+(?!.*[{{}}])(?:(?:Zoom )?Tournament #[0-9]++, +)?+(?:[^(]*+\()??([^(]+?) (?:No |Half Pot |Pot |)Limit\b",
    re.IGNORECASE,
)
"""The first line of a hand as far as the limit, however the stakes are written: `6+ Hold'em No Limit (Button Blind …`.

The name of a club is not part of the game, even if the game is misspelled.
"""


# --- the first two lines


def read_game(form: Form) -> str | None:
    """Return the game that a header names, or None where the line is not a header or the game is unknown."""
    match form.kind:
        case "CASH_HEADER":
            return _read_game_name(form.groups[4], form.groups[5])
        case "TOURNAMENT_HEADER":
            return _read_game_name(form.groups[6], form.groups[7])
        case _:
            return None


def _read_game_name(name: str, limit: str) -> str | None:
    """Return the name of a game, `BADUGI LIMIT` of converters included; None where the game is unknown."""
    return known_game(GAME if limit.isupper() and name == GAME.upper() else name)


def find_game(line: str) -> str | None:
    """Return the text before the limit in the first line of a hand, None without one; in a mixed game that in brackets."""
    match = _GAME.match(line)
    return match and match[1]


def read_header(form: Form, report: ReportHeader) -> Header:
    """Return the fields of a header of Badugi; `report` gets the code, the message, the text and the part of each invalid field."""
    tournament, cap, iso = None, None, None
    if form.kind == "CASH_HEADER":
        kind, number, club, mix, _, limit, low, high, cap, iso, room, local, zone, eastern = form.groups
    else:
        kind, number, club, entered, buy_in, mix, _, limit, match_round, level, *rest = form.groups
        low, high, room, local, zone, eastern = rest
        tournament = Tournament(entered, level, buy_in.strip() if buy_in else None, match_round)
    unusual = [
        what
        for what, there in (
            ("capitals in the header", limit.isupper() or kind.isupper()),
            ("`Fixed Limit` for `Limit`", limit == "Fixed Limit"),
            ("commas in amounts", "," in low + high),
        )
        if there
    ]
    low, high = _ungroup(low), _ungroup(high)
    try:
        stakes = _read_stakes(BETTINGS[limit.title()], low, high, cap, iso)
    except AmountError as error:
        part = {cap: Part.CAP, high: Part.HIGH_STAKE, low: Part.LOW_STAKE}.get(error.found, Part.STAKES)
        report(codes.BAD_AMOUNT, f"the stakes cannot be read: {error}", error.found, part)
        stakes = Stakes(BETTINGS[limit.title()], 1, 2, currency_of(low))
    try:
        moment = read_moment(local, zone, eastern)
    except ValueError as wrong:
        part = Part.EASTERN_TIME if eastern else Part.TIME
        report(codes.BAD_TIME, f"the time cannot be read: {wrong}", eastern or local, part)
        moment = Moment(None, local, zone, eastern)
    return Header(
        number,
        kind.title() if kind.isupper() else kind,
        GAME,
        stakes,
        moment,
        tournament,
        club,
        mix,
        room,
        unusual=tuple(unusual),
    )


def _read_stakes(betting: Betting, low: str, high: str, cap: str | None, iso: str | None) -> Stakes:
    if iso is not None and not is_in(low, iso):
        raise AmountError(f"{low} is not in {iso}, the currency in the header", low)
    unit = MoneyUnit(iso or currency_of(low), sign_of(low))
    amounts = read_in(low, unit), read_in(high, unit)
    if not all(amounts):
        raise AmountError(f"{low}/{high} has a stake of zero", f"{low}/{high}")
    limit = read_in(cap, unit) if cap else None
    return Stakes(betting, *amounts, unit.currency, limit, written_sign=split_sign(low)[0])


def read_table(form: Form, _: Header | None = None) -> TableLine:
    """Return the fields of a table line."""
    table, max_seats, play_money, button = form.groups
    return TableLine(table, int(max_seats) if max_seats else None, bool(play_money), int(button))


# --- the other lines


def _prize(context: Context, text: str | None) -> Money | None:
    return read_money(text, context.unit.code) if text else None


def _said(context: Context, groups: Groups) -> ev.Talked:
    name, _, text = groups[0].partition(
        ' said, "'
    )  # a mark replaces each seated name, so the first match ends the name
    return ev.Talked(context.restore(name), Talk.SAID, context.restore(text), line=context.line)


def _bounty(context: Context, groups: Groups) -> ev.BountyWon:
    """Return a bounty. The eliminated player is the longest seated name that ends at ` and ` or at the end of the line."""
    winners = context.restore(groups[0]).rstrip().split(", ")
    named = context.restore(groups[2]).rstrip(" \t")
    fitting = [name for name in context.names if named == name or named.startswith(f"{name} and ")]
    return ev.BountyWon(
        tuple(winners) if set(winners) <= set(context.names) else (),
        read_money(groups[1], context.unit.code),
        max(fitting, key=len, default=None),
        context.original.rstrip(" \t"),
        line=context.line,
    )


def _finished(context: Context, groups: Groups) -> ev.Finished:
    _, place, prize = groups
    return ev.Finished(
        context.player, int(place) if place else None, _prize(context, prize), line=context.line
    )


def _make_seat(context: Context, groups: Groups) -> ev.Seat:
    seat, name, stack, bounty, sitting_out, out_of_hand = groups
    return ev.Seat(
        int(seat),
        name,
        context.amount(stack),
        bounty,
        bool(sitting_out),
        out_of_hand,
        line=context.line,
    )


_MAKERS: dict[str, Maker] = SHARED | {
    "SEAT": _make_seat,
    "STANDS_PAT": lambda c, g: ev.StoodPat(c.player, cards_or_none(g[1]), bool(g[2]), line=c.line),
    "RESHUFFLED": lambda c, _: ev.DeckReshuffled(line=c.line),
    "FOLDS": lambda c, g: ev.Folded(c.player, cards_or_none(g[1]), bool(g[2]), line=c.line),
    "CHECKS": lambda c, g: ev.Checked(c.player, bool(g[1]), line=c.line),
    "RAISES": lambda c, g: ev.Raised(c.player, c.amount(g[1]), c.amount(g[2]), bool(g[3]), line=c.line),
    "CAPPED": lambda c, _: ev.BettingCapped(line=c.line),
    "SHOWS": lambda c, g: ev.Showed(c.player, read_cards(g[1]), g[2], line=c.line),
    "NO_SHOW": lambda c, _: ev.NotShown(c.player, line=c.line),
    "COLLECTED": lambda c, g: ev.Collected(c.player, c.amount(g[1]), g[2], line=c.line),
    "CASHED_OUT": lambda c, g: ev.CashedOut(
        c.player, c.amount(g[1]), c.amount(g[2]) if g[2] else None, line=c.line
    ),
    "FINISHED": _finished,
    "WINS_TOURNAMENT": lambda c, g: ev.WonTournament(c.player, _prize(c, g[1]), line=c.line),
    "BOUNTY": _bounty,
    "CANCELLED": lambda c, _: ev.HandCancelled(line=c.line),
    "SAID": _said,
    "SITS_OUT": talk(Talk.SITS_OUT, ":"),
    "ALLOWED": talk(Talk.ALLOWED_AFTER_BUTTON),
    "REMOVED": talk(Talk.REMOVED),
    "REBUYS": talk(Talk.REBOUGHT),
    "WINS_ENTRY": talk(Talk.WON_ENTRY),
    "BREAK_SKIPPED": lambda c, _: ev.BreakSkipped(line=c.line),
    "SEAT_WON": summary(Outcome.SHOWED_WON, cards=4, amount=5, description=6, cashed_out=7),
    "SEAT_LOST": summary(Outcome.SHOWED_LOST, cards=4, description=5, cashed_out=6),
    "SEAT_MUCKED": summary(Outcome.MUCKED, cards=4),
    "SEAT_NOT_DEALT": summary(Outcome.NOT_DEALT),
}

PARTS = SHARED_PARTS | {
    "CASH_HEADER": {
        Part.GAME: 4,
        Part.LOW_STAKE: 6,
        Part.HIGH_STAKE: 7,
        Part.CAP: 8,
        Part.TIME: 11,
        Part.ZONE: 12,
        Part.EASTERN_TIME: 13,
    },
    "TOURNAMENT_HEADER": {
        Part.GAME: 6,
        Part.LOW_STAKE: 10,
        Part.HIGH_STAKE: 11,
        Part.TIME: 13,
        Part.ZONE: 14,
        Part.EASTERN_TIME: 15,
    },
    "TABLE": {Part.TABLE: 0, Part.TABLE_SIZE: 1, Part.BUTTON: 3},
    "FOLDS": CARDS_PARTS,
    "RAISES": {Part.PLAYER: 0, Part.RAISE: 1, Part.AMOUNT: 2, Part.ALL_IN: 3},
    "NO_SHOW": PLAYER_PART,
    "COLLECTED": {Part.PLAYER: 0, Part.AMOUNT: 1, Part.POT: 2},
    "CASHED_OUT": {Part.PLAYER: 0, Part.AMOUNT: 1, Part.FEE: 2},
    "SEAT_MUCKED": {**SUMMARY_PARTS, Part.CARDS: 4},
    "SEAT_NOT_DEALT": {Part.SEAT: 0, Part.SEAT_NUMBER: 0, Part.PLAYER: 1, Part.TAGS: 2},
}
"""The number of the group that holds each part of a line, by the kind of the line."""


# --- names, and the last line of a hand that was cut off within its summary

# The text after a name without a colon, in lines that only name seated players; and chat and `is sitting out`, which
# follow a name with or without a seat.
_VERBS = (
    " collected ",
    " finished the tournament",
    " wins the tournament ",
    " cashed out the hand for ",
    " is sitting out",
    ' said, "',
)

NAMES = NameForms(
    after=(": ", *_VERBS),
    uncalled="Uncalled bet (",
    returned=") returned to ",
    dealing="*** DEALING HANDS ***",
    misleading=re.compile(
        "|".join((": ", ":$", r"^(?:Seat |Dealt to |Uncalled bet \(|\*\*\*|Total pot)", *_VERBS))
    ),
)

_POTS = (
    "Total pot $1.25 | Rake $0.25",
    "Total pot $1.25 Main pot $1.25. Side pot-1 $1.25. Side pot-2 $1.25. | Rake $0.25",
)
_TAGS = ("", " (button)", " (small blind)", " (big blind)", " (button) (small blind)")
_OUTCOMES = (
    "folded before the Draw (didn't bet)",
    *(f"folded after the {nth} Draw" for nth in ("1st", "2nd", "3rd")),
    "collected ($1.25)",
    "mucked [As 2d 3c 4h]",
    "showed [As 2d 3c 4h] and won ($1.25) with a Badugi: 4,3,2,A",
    "showed [As 2d 3c 4h] and lost with a Badugi: 4,3,2,A",
)

DIALECT = Dialect(
    site="PokerStars",
    grammar_name="pokerstars",
    names=NAMES,
    endings=find_endings(
        [*_POTS, *(f"Seat 1: {MARK}{tags} {outcome}" for tags in _TAGS for outcome in _OUTCOMES)]
    ),
    button_example="Table '…' Seat #… is the button",
    makers=_MAKERS,
    parts=PARTS,
    read_game=read_game,
    find_game=find_game,
    read_header=read_header,
    read_table=read_table,
    read_amount=_read_amount,
    no_commas=True,
)
