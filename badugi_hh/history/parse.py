"""One block of text → one `Hand`, or the problems that keep it from being one.

The header alone decides what a block is: a Badugi hand, a hand of another game, or nothing that can be read. Every
non-blank line of a Badugi hand becomes exactly one event, seat or header fact, or one problem; a hand with a problem
is not returned.
"""

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

from badugi_hh import problems as codes
from badugi_hh.engine.rules import Betting
from badugi_hh.history import events as ev
from badugi_hh.history.convert import MAKERS, CardsError, Context
from badugi_hh.history.headers import foreign
from badugi_hh.history.lines import Grammar, grammar
from badugi_hh.history.money import AmountError, currency_of, read_amount
from badugi_hh.history.names import Names, unescape
from badugi_hh.history.source import Block
from badugi_hh.history.times import read_moment
from badugi_hh.problems import Code, Place, Problem

_BETTING = {
    "Limit": Betting.FIXED,
    "Pot Limit": Betting.POT,
    "Half Pot Limit": Betting.HALF_POT,
    "No Limit": Betting.NO_LIMIT,
}

MOST_SEATS = 10
"""Seats of the largest table that any room has, where the text does not say how many there are."""


class Kind(StrEnum):
    """What the header says a block is."""

    BADUGI = "badugi"
    OTHER_GAME = "other game"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read of one block; `hand` is set only where every line of a Badugi hand was read."""

    block: Block
    kind: Kind
    hand_id: str | None = None
    hand: ev.Hand | None = None
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class _Header:
    """What a Badugi header says."""

    id: str
    kind: str
    game: str
    stakes: ev.Stakes
    sign: str | None  # the currency that the sign of the amounts stands for
    moment: ev.Moment
    tournament: ev.Tournament | None
    club: str | None
    mix: str | None
    room_id: str | None


def parse(block: Block) -> Reading:
    """Read one block. Never raises: what cannot be read is a problem with its line."""
    lines = block.text.split("\n")
    header = lines[0]
    if stranger := foreign(header):
        code, name = stranger
        what = f"this hand is in {name}" if code is codes.LOCALIZED else f"this is a hand of {name}"
        problem = Problem(code, Place(block.file, block.line), what, found=header.strip()[:80])
        return Reading(block, Kind.UNREADABLE, problems=(problem,))
    return _Reader(block, lines, grammar()).read()


class _Reader:
    """Reads one block of PokerStars text."""

    def __init__(self, block: Block, lines: list[str], grammar: Grammar) -> None:
        self.block = block
        self.lines = lines
        self.grammar = grammar
        self.hand_id: str | None = None
        self.problems: list[Problem] = []

    def problem(
        self, code: Code, line: int, message: str, *, expected: str | None = None, found: str | None = None
    ) -> None:
        place = Place(self.block.file, self.block.line + line - 1)
        self.problems.append(Problem(code, place, message, self.hand_id, expected, found))

    def read(self) -> Reading:
        header = self.lines[0] + "\n"
        cash = self.grammar.forms["CASH_HEADER"].fullmatch(header)
        tournament = None if cash else self.grammar.forms["TOURNAMENT_HEADER"].fullmatch(header)
        found = cash or tournament
        number = header.partition("#")[2].partition(":")[0]
        self.hand_id = number if number.isdecimal() else None
        if not found:
            self.problem(codes.BAD_HEADER, 1, "the header cannot be read", found=header.strip()[:120])
            return Reading(self.block, Kind.UNREADABLE, self.hand_id, problems=tuple(self.problems))
        game = found[5] if cash else found[7]
        if game != "Badugi":
            return Reading(self.block, Kind.OTHER_GAME, self.hand_id)
        hand = self.read_hand()
        return Reading(
            self.block, Kind.BADUGI, self.hand_id, None if self.problems else hand, tuple(self.problems)
        )

    def read_hand(self) -> ev.Hand | None:
        names = Names(self.lines)
        marked = names.mark_lines(self.lines, self.grammar.is_form)
        tokens = self.grammar.parse("\n".join(marked) + "\n")
        first = tokens[0]
        if first.type not in {"CASH_HEADER", "TOURNAMENT_HEADER"}:
            self.problem(codes.BAD_HEADER, 1, "the header cannot be read", found=self.lines[0][:120])
            return None
        header = self.read_header(first.type)
        context = Context(names.names, header.sign)
        seats: list[ev.Seat] = []
        events: list[ev.ANY_EVENT] = []
        table: tuple[str | None, ...] | None = None
        summary = False
        for token in tokens[1:]:
            kind, line = token.type, token.line or 0
            if kind == "UNKNOWN":
                self.explain_unknown(line, marked[line - 1])
                continue
            match = self.grammar.forms[kind].fullmatch(token)
            groups = match.groups() if match else ()
            if kind == "TABLE":
                table = groups
                continue
            summary |= kind == "SUMMARY"
            context.line, context.original = line, self.lines[line - 1]
            try:
                if kind == "SEAT":
                    seats.append(self.read_seat(context, groups))
                else:
                    events.append(MAKERS[kind](context, groups))
            except AmountError as error:
                self.problem(codes.BAD_AMOUNT, line, str(error), found=context.original.strip())
            except CardsError as error:
                self.problem(codes.BAD_CARDS, line, str(error), found=context.original.strip())
        if not summary:
            self.problem(
                codes.CUT_OFF, len(self.lines), "the hand ends before its summary", expected="*** SUMMARY ***"
            )
        if table is None:
            if not self.problems:
                self.problem(codes.CUT_OFF, 1, "the hand has no table line", expected="Table '…'")
            return None
        self.check_seats(seats, table)
        if self.problems:
            return None
        return ev.Hand(
            site="PokerStars",
            id=header.id,
            kind=header.kind,
            game=header.game,
            stakes=header.stakes,
            moment=header.moment,
            tournament=header.tournament,
            club=header.club,
            mix=header.mix,
            room_id=header.room_id,
            table=table[0] or "",
            max_seats=int(table[1]) if table[1] else None,
            play_money=bool(table[2]),
            button=int(table[3] or 0),
            seats=tuple(seats),
            events=tuple(events),
            layout=ev.Layout(
                newline=self.block.newline,
                indent=self.block.indent,
                trailing_blanks=any(line.endswith(" in chips) ") for line in self.lines),
                header=self.lines[0],
            ),
        )

    def read_header(self, kind: str) -> _Header:
        """Return the facts of the header; the groups are those of the grammar's terminals."""
        match = self.grammar.forms[kind].fullmatch(self.lines[0] + "\n")
        groups = match.groups() if match else ()
        tournament = None
        if kind == "CASH_HEADER":
            word, number, club, mix, game, limit, low, high, iso, room, local, zone, eastern = groups
            currency = iso or currency_of(low)
        else:
            (
                word,
                number,
                club,
                id_,
                buy_in,
                mix,
                game,
                limit,
                round_,
                level,
                low,
                high,
                room,
                local,
                zone,
                eastern,
            ) = groups
            currency = None
            tournament = ev.Tournament(id_, level, buy_in.strip() if buy_in else None, round_)
        stakes = self.read_stakes(_BETTING[limit], low, high, currency)
        try:
            moment = read_moment(local, zone, eastern)
        except ValueError as error:
            self.problem(codes.BAD_TIME, 1, f"the time cannot be read: {error}", found=eastern or local)
            moment = ev.Moment(None, local, zone)
        return _Header(number, word, game, stakes, currency_of(low), moment, tournament, club, mix, room)

    def read_stakes(self, betting: Betting, low: str, high: str, currency: str | None) -> ev.Stakes:
        sign = currency_of(low)
        try:
            amounts = read_amount(low, sign), read_amount(high, sign)
            problem = None if all(amounts) else f"the stakes {low}/{high} are nothing"
        except AmountError as error:
            amounts, problem = (1, 2), str(error)
        if problem:
            self.problem(codes.BAD_AMOUNT, 1, problem, found=f"{low}/{high}")
        return ev.Stakes(betting, *amounts, currency)

    def read_seat(self, context: Context, groups: tuple[str, ...]) -> ev.Seat:
        seat, name, stack, bounty, sitting_out, out_of_hand = groups
        return ev.Seat(
            int(seat),
            unescape(name),
            context.amount(stack),
            bounty or None,
            bool(sitting_out),
            out_of_hand,
            line=context.line,
        )

    def check_seats(self, seats: list[ev.Seat], table: tuple[str | None, ...]) -> None:
        most = int(table[1] or MOST_SEATS)
        button = int(table[3] or 0)
        for what, number, bound in (
            ("seats of the table", most, MOST_SEATS),
            ("seat of the button", button, most),
        ):
            if number > bound:
                self.problem(
                    codes.BAD_SEATS,
                    2,
                    f"the {what}: {number}",
                    expected=f"at most {bound}",
                    found=str(number),
                )
        numbers = Counter(seat.seat for seat in seats)
        names = Counter(seat.player for seat in seats)
        for seat in seats:
            if numbers[seat.seat] > 1 or names[seat.player] > 1:
                twice = f"seat {seat.seat}" if numbers[seat.seat] > 1 else seat.player
                self.problem(codes.BAD_SEATS, seat.line, f"{twice} stands twice among the seats")
            elif not 1 <= seat.seat <= most:
                self.problem(
                    codes.BAD_SEATS,
                    seat.line,
                    f"{seat.player} has seat {seat.seat} at a table of {most}",
                    expected=f"1 to {most}",
                    found=str(seat.seat),
                )

    def explain_unknown(self, line: int, marked: str) -> None:
        """Say of a line that was not read whether its form is unknown, or its place, or its player."""
        original = self.lines[line - 1]
        shown = original.strip()[:200]
        form = self.grammar.form_of(marked)
        if form is not None:
            self.problem(
                codes.MISPLACED_LINE, line, "this line cannot stand in this part of a hand", found=shown
            )
        elif self.grammar.acts_for_nobody(marked):
            self.problem(codes.UNKNOWN_NAME, line, "this line acts for a player who has no seat", found=shown)
        elif line == 1:
            self.problem(codes.BAD_HEADER, line, "the header cannot be read", found=shown)
        else:
            self.problem(codes.UNKNOWN_LINE, line, "this line has no known form", found=shown)
