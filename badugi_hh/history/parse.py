"""Parses one block of text into one `Hand`, or into the problems that prevent it.

The header alone decides what a block is: a Badugi hand, a hand of another game, or unreadable. Every non-blank line of
a Badugi hand becomes exactly one event, seat or header field, or one problem; a hand with a problem is not returned.
`replay` checks whether the lines are true.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from badugi_hh import problems as codes
from badugi_hh.history import events as ev
from badugi_hh.history.blocks import Block
from badugi_hh.history.convert import CardsError, Context, make_item
from badugi_hh.history.hand_starts import find_foreign
from badugi_hh.history.header import GAME, Header, TableLine, game_of, read_header, read_table
from badugi_hh.history.layout import find_layout
from badugi_hh.history.lines import NO_FORM, SECTIONS, Form, grammar
from badugi_hh.history.money import AmountError
from badugi_hh.history.names import Names, without_marks
from badugi_hh.history.spans import find_part
from badugi_hh.problems import Code, Part, Place, Problem

MOST_SEATS = 10
"""The seats of the largest table of any room, for texts without the size of the table."""

SHOWN = 200
"""The number of characters of a line that a problem shows."""


class Kind(StrEnum):
    """The kind of a block, by its header."""

    BADUGI = "badugi"
    OTHER_GAME = "other game"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Reading:
    """The result of parsing one block; `hand` is set only if every line of a Badugi hand was parsed."""

    block: Block
    kind: Kind
    hand_id: str | None = None
    hand: ev.Hand | None = None
    problems: tuple[Problem, ...] = ()


def parse(block: Block) -> Reading:
    """Parse one block. Never raises: a line that cannot be parsed becomes a problem."""
    lines = without_marks(block.text).split("\n")
    if foreign := find_foreign(lines[0]):
        code, name = foreign
        what = (
            f"this hand is in {name}; set the client's hand-history language to English and request it again"
            if code is codes.LOCALIZED
            else f"this is a hand of {name}; only PokerStars-style histories are read"
        )
        problem = Problem(
            code, Place(block.file, block.line), what, found=lines[0].strip()[:SHOWN], part=Part.LINE
        )
        return Reading(block, Kind.UNREADABLE, problems=(problem,))
    return _Reader(block, lines).read()


class _Reader:
    """Parses one block of PokerStars text."""

    def __init__(self, block: Block, lines: list[str]) -> None:
        self.block = block
        self.lines = lines
        self.hand_id: str | None = None
        self.problems: list[Problem] = []
        self.first_unseated: int | None = None
        self.first_misplaced: int | None = None
        self.in_section = False  # a marker line of a section was read

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
        if (
            code is codes.MISPLACED_LINE and expected is None
        ):  # one line out of order can put others out of order
            after = self.first_misplaced
            self.first_misplaced = after or place.line
        self.problems.append(Problem(code, place, message, self.hand_id, expected, shown, after, part))

    def read(self) -> Reading:
        first = self.lines[0]
        number = first.partition("#")[2].partition(":")[0]
        self.hand_id = number if number.isascii() and number.isdecimal() else None
        form = grammar().read(first)
        game = game_of(form)
        if game is None:
            what = "the header cannot be read" if form is NO_FORM else "the header names an unknown game"
            self.add_problem(codes.BAD_HEADER, 1, what, found=first, part=Part.LINE)
            return Reading(self.block, Kind.UNREADABLE, self.hand_id, problems=tuple(self.problems))
        if game != GAME:
            return Reading(self.block, Kind.OTHER_GAME, self.hand_id)
        header = read_header(
            form,
            lambda code, message, found, part: self.add_problem(code, 1, message, found=found, part=part),
        )
        hand = self.read_hand(header)
        return Reading(self.block, Kind.BADUGI, self.hand_id, hand, tuple(self.problems))

    def read_hand(self, header: Header) -> ev.Hand | None:
        """Return the hand below a header, or None where there is a problem."""
        numbers = [number for number, line in enumerate(self.lines, start=1) if line and not line.isspace()]
        names = Names(self.lines, grammar().read)
        marked = names.mark_lines([self.lines[number - 1] for number in numbers[1:]])
        forms = grammar().parse(self.lines[:1] + marked)[1:]
        context = Context(names.names, header.stakes.currency)
        table: TableLine | None = None
        seats: list[ev.Seat] = []
        events: list[ev.ANY_EVENT] = []
        instead: str | None = None  # the missing section line that the unread line before this one replaces
        for index, (number, line, form) in enumerate(zip(numbers[1:], marked, forms, strict=True)):
            context.line, context.original = number, self.lines[number - 1]
            self.in_section |= form.kind in SECTIONS
            for missing in form.missing:
                if missing != instead:
                    what, found = f"{missing} is missing before this line", context.original
                    self.add_problem(
                        codes.MISPLACED_LINE, number, what, expected=missing, found=found, part=Part.LINE
                    )
            unread_section = form is NO_FORM and line.startswith("*** ")
            instead = (
                next(iter(forms[index + 1].missing), None) if unread_section and forms[index + 1 :] else None
            )
            if form.kind == "TABLE":
                table = read_table(form)
                continue
            if form is NO_FORM:
                if not (index == len(forms) - 1 and self.is_cut(line, forms)):
                    self.report_unread(number, line, instead)
                continue
            try:
                item = make_item(context, form)
            except (AmountError, CardsError) as error:
                code = codes.BAD_AMOUNT if isinstance(error, AmountError) else codes.BAD_CARDS
                part = find_part(form, error.found)
                self.add_problem(code, number, str(error), found=error.found, part=part)
            else:
                if isinstance(item, ev.Seat):
                    seats.append(item)
                else:
                    events.append(item)
        if not _has_summary(forms):
            what = "the hand ends before its summary"
            self.add_problem(codes.CUT_OFF, numbers[-1], what, expected=SECTIONS["SUMMARY"])
        if table is None and not self.problems:
            what = "the hand has no table line"
            self.add_problem(codes.CUT_OFF, 2, what, expected="Table '…' Seat #… is the button")
        if table is not None:
            self.check_seats(seats, table)
        if table is None or self.problems:
            return None
        if header.tournament is None:
            playing = {
                event.player
                for event in events
                if isinstance(event, ev.PlayerEvent) and not isinstance(event, ev.Talked)
            }
            seats = [replace(seat, away=seat.sitting_out and seat.player not in playing) for seat in seats]
        hand = ev.Hand(
            site="PokerStars",
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
        )
        layout = find_layout(hand, self.block, self.lines[0], list(zip(numbers[1:], marked, strict=True)))
        return replace(hand, layout=layout)

    def is_cut(self, line: str, forms: Sequence[Form]) -> bool:
        """Return whether the last line of a hand without a summary is cut off, which the missing summary reports."""
        return grammar().read(line) is NO_FORM and not _has_summary(forms)

    def check_seats(self, seats: Sequence[ev.Seat], table: TableLine) -> None:
        """Report the seats that contradict each other or the size of the table."""
        most = table.max_seats or MOST_SEATS
        for what, part, number, bound in (
            ("seats of the table", Part.TABLE_SIZE, most, MOST_SEATS),
            ("seat of the button", Part.BUTTON, table.button, most),
        ):
            if number > bound:
                message = f"the {what}: {number}"
                due = f"at most {bound}"
                self.add_problem(codes.BAD_SEATS, 2, message, expected=due, found=str(number), part=part)
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

    def report_unread(self, number: int, marked: str, due: str | None) -> None:
        """Report why a line was not parsed: its place, its player, or its form.

        `due` is the section line that is expected there.
        """
        kind = grammar().read(marked).kind
        if kind == "TABLE" and self.in_section:
            code, what = codes.MISPLACED_LINE, "the header of a hand is missing before this line"
        elif kind != NO_FORM.kind:
            code, what = codes.MISPLACED_LINE, "this line cannot appear in this part of a hand"
        elif unseated_name := grammar().find_unseated_name(marked):
            code, what = codes.UNKNOWN_NAME, f"this line acts for {unseated_name[:SHOWN]}, who has no seat"
        else:
            code, what = codes.UNKNOWN_LINE, "this line has no known form"
        if code is codes.UNKNOWN_LINE and marked.startswith("Seat ") and self.first_unseated is None:
            self.first_unseated = (
                self.block.line + number - 1
            )  # the problems of this player's lines follow from it
        self.add_problem(code, number, what, expected=due, found=self.lines[number - 1], part=Part.LINE)


def _has_summary(forms: Sequence[Form]) -> bool:
    return any(form.kind == "SUMMARY" or SECTIONS["SUMMARY"] in form.missing for form in forms)
