"""Parses one block of text into one `Hand`, or into the problems that prevent it.

The header alone decides what a block is: a Badugi hand, a hand of another game, or unreadable. Every non-blank line of
a Badugi hand becomes exactly one event, seat or header field, or one problem; a hand with a problem is not returned.
`replay` checks whether the lines are true.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

from badugi_hh import problems as codes
from badugi_hh.history import events as ev
from badugi_hh.history.blocks import Block
from badugi_hh.history.convert import CardsError, Context, Item
from badugi_hh.history.dialect import Dialect, Lines
from badugi_hh.history.dialects import SITES, dialect_of
from badugi_hh.history.encoding import straighten
from badugi_hh.history.hand_starts import find_foreign, find_hand_starts
from badugi_hh.history.header import GAME, Header, TableLine, known_other_game, names_other_game
from badugi_hh.history.lines import DRAW_SECTIONS, MARK, NO_FORM, Form, is_cut, is_header
from badugi_hh.history.money import AmountError
from badugi_hh.history.names import Names
from badugi_hh.history.spans import find_part
from badugi_hh.problems import Code, Part, Place, Problem

MOST_SEATS = 10
"""The seats of the largest table of any room, for texts without the size of the table."""

_SUMMARY = "*** SUMMARY ***"

SHOWN = 200
"""The number of characters of a line that a problem shows."""


class BlockKind(StrEnum):
    """The kind of a block, by its header."""

    BADUGI = "badugi"
    OTHER_GAME = "other game"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Reading:
    """The result of parsing one block; `hand` is set only if every line of a Badugi hand was parsed."""

    block: Block
    kind: BlockKind
    hand_id: str | None = None
    hand: ev.Hand | None = None
    problems: tuple[Problem, ...] = ()


def parse(block: Block) -> Reading:
    """Parse one block. Never raises: a line that cannot be parsed becomes a problem."""
    lines = straighten(block.text).split("\n")
    dialect = dialect_of(lines[0])
    first = dialect.grammar.read(lines[0])
    if not is_header(first) and (foreign := find_foreign(lines[0])):
        code, name = foreign
        if code is codes.LOCALIZED and names_other_game(lines[0]):
            return Reading(block, BlockKind.OTHER_GAME)
        what = (
            f"this hand is in {name}; set the client's hand-history language to English and request it again"
            if code is codes.LOCALIZED
            else f"this is a hand of {name}; only histories of {' and '.join(SITES)} are read"
        )
    elif not is_header(first) and not find_hand_starts(lines[0]):
        code, what = codes.CUT_OFF, "the header of this hand is missing"
    else:
        return _Reader(block, lines, dialect).read(first)
    place = Place(block.file, block.line)
    problem = Problem(code, place, what, found=lines[0].strip()[:SHOWN], part=Part.LINE)
    return Reading(block, BlockKind.UNREADABLE, problems=(problem,))


_Placed: TypeAlias = tuple[int, tuple[str, str], Form, Form]
"""A line of a hand: its number, the marked line and the name, its form, and its form if it can appear there."""


class _Reader:
    """Parses one block of a room's text."""

    def __init__(self, block: Block, lines: list[str], dialect: Dialect) -> None:
        self.dialect = dialect
        self.block = block
        self.lines = lines
        self.hand_id: str | None = None
        self.players: Collection[str] = ()
        self.problems: list[Problem] = []
        self.first_unseated: int | None = None
        self.first_misplaced: int | None = None

    def add_problem(
        self,
        code: Code,
        line: int,
        message: str,
        *,
        expected: str | None = None,
        found: str | None = None,
        part: Part | None = None,
    ) -> None:
        place = Place(self.block.file, self.block.line + line - 1)
        shown = found.strip()[:SHOWN] if found is not None else None
        after = None
        if code is codes.UNKNOWN_NAME:  # one wrong seat line leaves all lines of its player without a seat
            after = self.first_unseated
            self.first_unseated = after or place.line
        elif (
            code is codes.MISPLACED_LINE and expected is None
        ):  # one line out of order can put others out of order
            after = self.first_misplaced
            self.first_misplaced = after or place.line
        self.problems.append(Problem(code, place, message, self.hand_id, expected, shown, after, part))

    def read(self, first: Form) -> Reading:
        line = self.lines[0]
        number = line.partition("#")[2].partition(":")[0]
        self.hand_id = number if number.isascii() and number.isdecimal() else None
        game = self.dialect.read_game(first)
        if game is None and not is_header(first):
            game = known_other_game(self.dialect.find_game(line))
        if game is None:
            what = "the header names an unknown game" if is_header(first) else "the header cannot be read"
            self.add_problem(codes.BAD_HEADER, 1, what, found=line, part=Part.LINE)
            return Reading(self.block, BlockKind.UNREADABLE, self.hand_id, problems=tuple(self.problems))
        if game != GAME:
            return Reading(self.block, BlockKind.OTHER_GAME, self.hand_id)
        header = self.dialect.read_header(
            first,
            lambda code, message, found, part: self.add_problem(code, 1, message, found=found, part=part),
        )
        hand = self.read_hand(header, first)
        return Reading(self.block, BlockKind.BADUGI, self.hand_id, hand, tuple(self.problems))

    def read_hand(self, header: Header, first: Form) -> ev.Hand | None:
        """Return the hand below a header, whose form is `first`, or None where there is a problem."""
        numbers = [
            number for number, line in enumerate(self.lines[1:], start=2) if line and not line.isspace()
        ]
        grammar = self.dialect.grammar
        names = Names(self.lines, self.dialect.names, grammar.read)
        self.players = names.names
        marked = names.mark_lines([self.lines[number - 1] for number in numbers])
        known = [grammar.read(line) for line, _ in marked]
        forms = grammar.place([first, *known])[1:]
        context = Context(names.names, header.unit, read_amount=self.dialect.read_amount)
        table: TableLine | None = None
        button_at = 2
        seats: list[ev.Seat] = []
        events: list[ev.ANY_EVENT] = []
        placed = list(zip(numbers, marked, known, forms, strict=True))
        for index, (number, (_, name), _, form) in enumerate(placed):
            if form is NO_FORM or form.missing:
                self.report_order(index, placed)
            if form is NO_FORM:
                continue
            if form.kind == "TABLE":
                table, button_at = self.dialect.read_table(form, header), number
                continue
            context.drawing |= form.kind in DRAW_SECTIONS
            context.player, context.original, context.line = name, self.lines[number - 1], number
            item = self.make_item(context, form)
            if isinstance(item, ev.Seat):
                seats.append(item)
            elif item is not None:
                events.append(item)
        if not _has_summary(forms):
            what = "the hand ends before its summary"
            last = numbers[-1] if numbers else 1
            self.add_problem(codes.CUT_OFF, last, what, expected=grammar.markers["SUMMARY"])
        if table is None and not self.problems:
            what = "the hand has no table line"
            deals = (number for number, _, _, form in placed if header.table and form.kind == "DEALING")
            self.add_problem(codes.CUT_OFF, next(deals, 2), what, expected=self.dialect.button_example)
        if table is not None:
            self.check_seats(seats, table, 1 if header.table else button_at, button_at)
        if table is None or self.problems:
            return None
        if self.dialect.arrange is not None:
            lines = [(number, name, form) for number, (_, name), _, form in placed]
            seats, events = self.dialect.arrange(Lines(lines, seats, events, header, self.add_problem))
        away = _find_away(seats, events, cash=header.tournament is None)
        if away:
            seats = [replace(seat, away=seat.player in away) for seat in seats]
        unusual = [(1, what) for what in header.unusual]
        if self.dialect.no_commas and context.first_comma:
            unusual.append((context.first_comma, "commas in amounts"))
        return ev.Hand(
            site=self.dialect.site,
            id=header.id,
            kind=header.kind,
            game=header.game,
            stakes=header.stakes,
            moment=header.moment,
            table=table.table,
            button=table.button,
            seats=tuple(seats),
            events=tuple(events),
            tournament=header.tournament,
            max_seats=table.max_seats,
            play_money=table.play_money,
            club=header.club,
            mix=header.mix,
            room_id=header.room_id,
            button_line=button_at,
            unusual=tuple(unusual),
        )

    def make_item(self, context: Context, form: Form) -> Item | None:
        """Return the event or the seat of a line, None where an amount or the cards are not valid, which is reported."""
        try:
            return self.dialect.makers[form.kind](context, form.groups)
        except (AmountError, CardsError) as error:
            code = codes.BAD_AMOUNT if isinstance(error, AmountError) else codes.BAD_CARDS
            part = find_part(self.dialect, form, error.found)
            self.add_problem(code, context.line, str(error), found=error.found, part=part)
            return None

    def report_order(self, index: int, placed: Sequence[_Placed]) -> None:
        """Report why a line was not parsed, or the marker lines that are missing before it."""
        number, marked, read, form = placed[index]
        if form is not NO_FORM:
            # The first of them was reported with the line before, if that is a marker line that was not parsed.
            reported = index > 0 and placed[index - 1][3] is NO_FORM and _is_marker(placed[index - 1])
            for missing in form.missing[reported:]:
                what, found = f"{missing} is missing before this line", self.lines[number - 1]
                self.add_problem(
                    codes.MISPLACED_LINE, number, what, expected=missing, found=found, part=Part.LINE
                )
            return
        after = [form.missing for _, _, _, form in placed[index + 1 : index + 2]]
        if not after and read is NO_FORM and not _has_summary([form for _, _, _, form in placed]):
            return  # the line is cut off, which the missing summary reports
        if (
            not after
            and read is NO_FORM
            and is_cut(marked[0], self.players, self.dialect.grammar, self.dialect.endings)
        ):
            what = "the hand ends within a line of its summary"
            self.add_problem(codes.CUT_OFF, number, what, found=self.lines[number - 1], part=Part.LINE)
            return
        due = None
        if after and after[0] and _is_marker(placed[index]):
            due = after[0][0]
        self.report_unread(number, *marked, read.kind, due)

    def check_seats(self, seats: Sequence[ev.Seat], table: TableLine, size_at: int, button_at: int) -> None:
        """Report the seats that contradict each other or the size of the table, whose size and button are in these lines."""
        most = table.max_seats or MOST_SEATS
        for what, part, at, number, bound in (
            ("seats of the table", Part.TABLE_SIZE, size_at, most, MOST_SEATS),
            ("seat of the button", Part.BUTTON, button_at, table.button, most),
        ):
            if number > bound:
                message = f"the {what}: {number}"
                due = f"at most {bound}"
                self.add_problem(codes.BAD_SEATS, at, message, expected=due, found=str(number), part=part)
        taken = {seat.seat for seat in seats if 1 <= seat.seat <= most}
        if len(taken) == len({seat.player for seat in seats}) == len(seats):
            return
        numbers = Counter(seat.seat for seat in seats)
        names = Counter(seat.player for seat in seats)
        for seat in seats:
            if numbers[seat.seat] > 1 or names[seat.player] > 1:
                twice = f"seat {seat.seat}" if numbers[seat.seat] > 1 else seat.player
                self.add_problem(codes.BAD_SEATS, seat.line, f"{twice} has two seat lines")
            elif not 1 <= seat.seat <= most:
                what = f"{seat.player} has seat {seat.seat} at a table of {most}"
                self.add_problem(
                    codes.BAD_SEATS,
                    seat.line,
                    what,
                    expected=f"1 to {most}",
                    found=str(seat.seat),
                    part=Part.SEAT_NUMBER,
                )

    def report_unread(self, number: int, marked: str, name: str, kind: str, due: str | None) -> None:
        """Report why a line was not parsed: its place, its player, or its form.

        `name` is the name that is marked, and `due` the section line that is expected there.
        """
        if kind != NO_FORM.kind:
            code, what = codes.MISPLACED_LINE, "this line cannot appear in this part of a hand"
        elif unseated_name := self.dialect.grammar.find_unseated_name(marked):
            who = unseated_name.replace(MARK, name)[:SHOWN]
            code, what = codes.UNKNOWN_NAME, f"this line acts for {who}, who has no seat"
        else:
            code, what = codes.UNKNOWN_LINE, "this line has no known form"
        if code is codes.UNKNOWN_LINE and marked.startswith("Seat ") and self.first_unseated is None:
            self.first_unseated = (
                self.block.line + number - 1
            )  # the problems of this player's lines follow from it
        self.add_problem(code, number, what, expected=due, found=self.lines[number - 1], part=Part.LINE)


def _find_away(seats: Sequence[ev.Seat], events: Sequence[ev.ANY_EVENT], *, cash: bool) -> set[str]:
    """Return the players who are not dealt in, by the text alone.

    No line shows that they post, play or are dealt cards, and their summary line has nothing but the name. At a cash table
    a missing summary line means the same, except in a cancelled hand, where the client does not write all of them.
    """
    playing = {event.player for event in events if isinstance(event, ev.PlayerEvent) and _plays(event)}
    silent = [seat for seat in seats if seat.player not in playing]
    if not silent:
        return set()
    named = {event.player for event in events if isinstance(event, ev.SeatSummary)}
    timed_out = {
        event.player for event in events if isinstance(event, ev.Talked) and event.kind is ev.Talk.TIMED_OUT
    }
    needed = not cash or any(isinstance(event, ev.HandCancelled) for event in events)
    return {
        seat.player
        for seat in silent
        if (cash and seat.sitting_out)
        or (seat.player not in timed_out and (seat.player in named or not needed))
    }


def _plays(event: ev.PlayerEvent) -> bool:
    """Return whether only a player who is dealt in has such an event."""
    return not isinstance(event, ev.Talked) and getattr(event, "outcome", None) is not ev.Outcome.NOT_DEALT


def _is_marker(line: _Placed) -> bool:
    """Return whether a line begins like the marker line of a section."""
    return line[1][0].startswith("*** ")


def _has_summary(forms: Sequence[Form]) -> bool:
    return any(form.kind == "SUMMARY" or _SUMMARY in form.missing for form in reversed(forms))
