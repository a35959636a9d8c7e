"""Reads the summary of one tournament: what it cost, who finished where, and who won what.

`grammars/pokerstars-summary.lark` has the form of each line. A summary is read whole or not at all: a line of no known
form, an amount or a time that is none, or a line without one split into name and country is a problem.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

from lark import Lark, Token, UnexpectedInput

from badugi_hh import problems as codes
from badugi_hh.history.blocks import SHOWN
from badugi_hh.history.events import Moment
from badugi_hh.history.hand_starts import find_hand_starts
from badugi_hh.history.money import SIGNS, AmountError, Money, currency_of, read_amount
from badugi_hh.history.times import read_moment
from badugi_hh.installation import data_folder
from badugi_hh.problems import Code, Place, Problem

SITE = "PokerStars"

_HEADER = re.compile(r"[ \t]*PokerStars Tournament #[0-9]+, ")

_OTHER = re.compile(r"[^\n]{0,40}\bTournament (?:Summary |#[0-9])")
_COUNTRY = re.compile(r" \((.*)\),(?: (.*))?$")
_NAME = re.compile(r"(.+?)(?: \[([2-9]|[1-9][0-9]{1,2})\])?")
_END = re.compile(
    r"(?P<playing>still playing)|(?P<prize>.*?)(?: \([0-9.]+%\))? ?(?P<qualified>\(qualified for the target tournament\))?"
)
_POINTS = {"FPP", "SC"}  # the room's own points are no money
_GROUPED = re.compile(r"[^0-9,.]*(?:[0-9]+|[0-9]{1,3}(?:,[0-9]{3})+)(?:\.[0-9]{1,2})?")
_CHIPS_IN_PARTS = re.compile(r"[0-9,]+\.[0-9]{1,2}")  # play money divided among several
_WORD = re.compile(r"[^\W\d_]{2,}")  # a ticket and points have one, an amount of money has none
_ONCE = {"OWN_PLACE", "MORE_CHIPS", "BOUNTIES", "NOT_PLAYED", "DEAR"}


@dataclass(frozen=True, slots=True)
class Finisher:
    """A line of the list of players: the place, or the rank of one who was still playing when the summary was written.

    `entry` is 1, or the number of the further entry that came here. `prize` is None where the line names none.
    """

    place: int
    player: str
    entry: int
    country: str
    prize: Money | None
    playing: bool
    qualified: bool
    line: int


@dataclass(frozen=True, slots=True)
class Summary:
    """One summary. Amounts of the buy-in are in its own currency, None where a summary does not state them.

    `player` is the person to whom the summary was sent, known in an email only, and `own_place` and `own_prize` are theirs.
    `spent` is what they paid for rebuys and add-ons.
    """

    site: str
    id: str
    game: str
    entrants: int
    started: Moment
    finished: Moment | None
    buy_in: str | None
    pool: Money | None
    bounty: Money | None
    fee: Money | None
    prize_pool: Money | None
    finishers: tuple[Finisher, ...]
    player: str | None = None
    own_place: int | None = None
    own_prize: Money | None = None
    spent: Money | None = None


class _LineError(ValueError):
    """A line that cannot be used; `found` is its wrong part."""

    def __init__(self, code: Code, message: str, found: str, line: int) -> None:
        super().__init__(message)
        self.code, self.found, self.line = code, found, line


@dataclass(frozen=True, slots=True)
class SummaryText:
    """The text of one summary in a file, its first line there, and what it says, or the problem that prevents reading it."""

    file: str
    line: int
    text: str
    read: Summary | Problem


def begins_with_summary(text: str) -> bool:
    """Return whether the first line that is not blank is the header of a summary."""
    return _HEADER.match(_first_line(text)) is not None


def _first_line(text: str) -> str:
    line = re.search(r"[^\r\n]*\S[^\r\n]*", text)
    return line[0] if line else ""


def find_first_hand(text: str) -> int:
    """Return where the first hand below the summaries of a text begins, or its length."""
    return next(
        (line.start() for line in re.finditer(r"[^\r\n]+", text) if find_hand_starts(line[0])), len(text)
    )


def is_of_another_room(text: str) -> bool:
    """Return whether the first line that is not blank begins like the summary of a tournament in another form."""
    return _OTHER.match(_first_line(text)) is not None


def split_summaries(file: str, text: str) -> Iterator[SummaryText]:
    """Yield the summaries of a text that begins with one."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    starts = [n for n, line in enumerate(lines) if _HEADER.match(line)]
    for first, end in pairwise([*starts, len(lines)]):
        whole = "\n".join(lines[first:end]).rstrip()
        yield SummaryText(file, first + 1, whole, parse_summary(file, first + 1, whole))


def parse_summary(file: str, line: int, text: str) -> Summary | Problem:
    """Return the summary of a text that begins with its header, in this line of the file, or the first problem."""
    text += "\n"
    place = Place(file, line)
    try:
        return _Reader(_lines(text)).read()
    except UnexpectedInput as error:
        lines = text.split("\n")
        number = min(max(error.line, 1), len(lines))
        code, message = codes.UNKNOWN_LINE, "this line of a tournament summary has no known form"
        token = getattr(error, "token", None)
        if token is not None and token.type == "$END":
            code, message = codes.CUT_OFF, "the tournament summary ends before the line of its start"
        elif token is not None:
            code, message = codes.MISPLACED_LINE, "this line cannot stand here in a tournament summary"
        return _problem(place, code, number, message, lines[number - 1].strip())
    except _LineError as error:
        return _problem(place, error.code, error.line, str(error), error.found)


def _problem(place: Place, code: Code, line: int, message: str, found: str) -> Problem:
    return Problem(code, Place(place.file, place.line + line - 1), message, found=found[:SHOWN] or None)


@dataclass(frozen=True, slots=True)
class _Line:
    """A line: its kind, its number, and the groups of its terminal."""

    kind: str
    number: int
    groups: tuple[str | Any, ...]


def _lines(text: str) -> list[_Line]:
    lark, patterns = _grammar()
    tokens = lark.parse(text).scan_values(lambda node: isinstance(node, Token))
    lines = []
    for token in tokens:
        match = patterns[token.type].fullmatch(token)
        assert match is not None  # noqa: S101 -- Lark found the token by this expression
        lines.append(_Line(token.type, token.line or 1, match.groups()))
    return lines


@cache
def _grammar() -> tuple[Lark, Mapping[str, re.Pattern[str]]]:
    text = (data_folder("grammars") / "pokerstars-summary.lark").read_text(encoding="utf-8")
    lark = Lark(text, parser="lalr", lexer="contextual")
    return lark, {terminal.name: re.compile(terminal.pattern.to_regexp()) for terminal in lark.terminals}


class _Reader:
    """Converts the lines of one summary."""

    def __init__(self, lines: list[_Line]) -> None:
        self._lines: dict[str, _Line] = {}
        for line in lines:
            if line.kind in _ONCE and line.kind in self._lines:
                message = "a tournament summary has this line once"
                raise _LineError(codes.MISPLACED_LINE, message, "", line.number)
            self._lines[line.kind] = line
        self._places = [line for line in lines if line.kind == "PLACE"]

    def read(self) -> Summary:
        number, game = self._lines["HEADER"].groups
        buy_in, parts = self._buy_in()
        line = self._lines.get("OWN_PLACE")
        dear = self._lines.get("DEAR")
        started = self._moment("STARTED")
        assert started is not None  # noqa: S101 -- the grammar requires the line
        return Summary(
            site=SITE,
            id=number,
            game=game,
            entrants=int(self._lines["PLAYERS"].groups[0]),
            started=started,
            finished=self._moment("FINISHED"),
            buy_in=buy_in,
            pool=parts[0],
            bounty=parts[1],
            fee=parts[2],
            prize_pool=self._money("PRIZE_POOL"),
            finishers=self._finishers(),
            player=None if dear is None else dear.groups[0],
            own_place=None if line is None else int(line.groups[0]),
            own_prize=None if line is None or line.groups[2] is None else _with_iso(line.groups[2], line),
            spent=None
            if (more := self._lines.get("MORE_CHIPS")) is None
            else _with_iso(more.groups[2], more),
        )

    def _finishers(self) -> tuple[Finisher, ...]:
        finishers = tuple(map(_finisher, self._places))
        seen: set[tuple[str, int]] = set()
        for finisher in finishers:
            if (finisher.player, finisher.entry) in seen:
                message = "the summary lists this entry of the player twice"
                raise _LineError(codes.MISPLACED_LINE, message, finisher.player, finisher.line)
            seen.add((finisher.player, finisher.entry))
        return finishers

    def _buy_in(self) -> tuple[str | None, tuple[Money | None, Money | None, Money | None]]:
        """Return the text of the buy-in, and its parts: for the prize pool, for the bounty, and for the site."""
        line = self._lines.get("BUY_IN")
        if line is None:
            return None, (None, None, None)
        *written, iso = line.groups
        parts = [part for part in written if part is not None]
        text = "/".join(parts) + (f" {iso}" if iso else "")
        if text == "Freeroll":
            return text, (Money(text, 0, None),) * 3
        if iso in _POINTS:
            return text, (Money(text, None, None), None, None)
        amounts = [_amount(part, iso or currency_of(parts[0]), line) for part in parts]
        none = Money("", 0, amounts[0].currency)
        bounty = amounts[1] if len(amounts) == 3 else none
        return text, (amounts[0], bounty, amounts[-1] if len(amounts) > 1 else none)

    def _money(self, kind: str) -> Money | None:
        line = self._lines.get(kind)
        if line is None:
            return None
        text, iso = line.groups
        return Money(f"{text} {iso}", None, None) if iso in _POINTS else _prize(text, line)

    def _moment(self, kind: str) -> Moment | None:
        line = self._lines.get(kind)
        if line is None:
            return None
        local, zone, eastern = line.groups
        try:
            return read_moment(local.replace(" - ", " "), zone, eastern)
        except ValueError as wrong:
            message = f"the time cannot be read: {wrong}"
            raise _LineError(codes.BAD_TIME, message, local, line.number) from wrong


def _finisher(line: _Line) -> Finisher:
    place, text = line.groups
    parts = _split(text)
    if parts is None:
        message = "it is not clear where the name of the player ends and the country begins"
        raise _LineError(codes.UNKNOWN_LINE, message, text, line.number)
    named, country, ending = parts
    name, end = _NAME.fullmatch(named), _END.fullmatch(ending)
    assert name is not None  # noqa: S101 -- the expression matches every text that is not empty
    assert end is not None  # noqa: S101
    return Finisher(
        int(place),
        name[1],
        int(name[2] or 1),
        country,
        _prize(end["prize"], line) if end["prize"] else None,
        bool(end["playing"]),
        bool(end["qualified"]),
        line.number,
    )


def _split(text: str) -> tuple[str, str, str] | None:
    """Return the name, the country and the end of a line; None unless one split leaves the parentheses of the country in pairs.

    Both may have parentheses: `TH(The age) (Antwerpen),` and `chelsearule5 (herne bay kent (uk)),`.
    """
    splits = [
        (text[: start.start()], match[1], match[2] or "")
        for start in re.finditer(r" \(", text)
        if (match := _COUNTRY.match(text, start.start())) and _is_paired(match[1])
    ]
    return splits[0] if len(splits) == 1 else None


def _is_paired(text: str) -> bool:
    depth = 0
    for char in text:
        depth += (char == "(") - (char == ")")
        if depth < 0:
            return False
    return depth == 0


def _prize(text: str, line: _Line) -> Money:
    """Return a prize. A ticket, points, and play chips with decimals are no amount."""
    currency = currency_of(text)
    if _WORD.search(text) or _CHIPS_IN_PARTS.fullmatch(text):
        return Money(text, None, None)
    return _amount(text, currency, line)


def _with_iso(text: str, line: _Line) -> Money:
    """Return an amount with the code of its currency before it: `EUR 0.90`."""
    iso, _, digits = text.partition(" ")
    return Money(
        text, _amount(f"{SIGNS.get(iso, '')}{digits}", iso if iso in SIGNS else None, line).amount, iso
    )


def _amount(text: str, currency: str | None, line: _Line) -> Money:
    """Return an amount of a currency, or of chips; thousands have a comma, `$30,511.94`."""
    if currency_of(text) != currency or not _GROUPED.fullmatch(text):
        message = f"{text} is not an amount in {currency or 'chips'}"
        raise _LineError(codes.BAD_AMOUNT, message, text, line.number)
    try:
        return Money(text, read_amount(text.replace(",", ""), currency), currency)
    except AmountError as error:
        raise _LineError(codes.BAD_AMOUNT, str(error), error.found, line.number) from error
