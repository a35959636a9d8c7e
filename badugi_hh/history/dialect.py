"""What differs between rooms in their histories: one value of `Dialect` for each room.

A room has a grammar in `grammars/`, one module with its value, and one that writes its lines. From events on, all rooms
are alike. CONTRIBUTING.md has the recipe for another room.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from badugi_hh.history import events as ev
from badugi_hh.history.convert import Maker
from badugi_hh.history.header import Header, TableLine
from badugi_hh.history.lines import Form, Grammar, grammar
from badugi_hh.history.money import MoneyUnit
from badugi_hh.history.names import NameForms
from badugi_hh.problems import Code, Part

ReportHeader: TypeAlias = Callable[[Code, str, str, Part], None]
"""Reports an invalid field of a header: the code, the message, the text and its part."""


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of a hand whose lines are all valid: their numbers, the players named in them, and their forms.

    `seats` and `events` are what they state, in the order of the lines. `report` gets the code, the line, the message,
    and what was due and found.
    """

    placed: Sequence[tuple[int, str, Form]]
    seats: list[ev.Seat]
    events: list[ev.ANY_EVENT]
    header: Header
    report: Callable[..., None]


Arranged: TypeAlias = tuple[list[ev.Seat], list[ev.ANY_EVENT]]


@dataclass(frozen=True, slots=True, eq=False)
class Dialect:
    """How one room writes hands.

    Attributes:
        site: the room's name in `Hand.site`.
        grammar_name: the file in `grammars/`, without its ending.
        names: the texts around names.
        endings: what can complete a line of the summary, the shortest first.
        button_example: the line that names the button, for messages.
        makers: makes the event or the seat of each kind of line, None for a line that only repeats others; raises
            `AmountError` or `CardsError` for an amount or for cards that are not valid.
        parts: the number of the group that holds each part of a line, by the kind of the line.
        read_game: returns the game that a header names, or None where it is unknown or the line is no header.
        find_game: returns the text in place of the game in the first line of a hand that is no header of the grammar, or
            None where it names none.
        read_header: returns the fields of a header.
        read_table: returns the fields of the line that names the button; a room may have some of them in the header.
        read_amount: returns an amount of a hand, in cents or chips; raises `AmountError`.
        no_commas: whether the client writes no commas in amounts, so that only a converter does.
        arrange: returns the seats and events of all lines in the order and the words of events; None where the lines have
            them.
    """

    site: str
    grammar_name: str
    names: NameForms
    endings: Sequence[str]
    button_example: str
    makers: Mapping[str, Maker]
    parts: Mapping[str, Mapping[Part, int]]
    read_game: Callable[[Form], str | None]
    find_game: Callable[[str], str | None]
    read_header: Callable[[Form, ReportHeader], Header]
    read_table: Callable[[Form, Header], TableLine]
    read_amount: Callable[[str, MoneyUnit], int]
    no_commas: bool = False
    arrange: Callable[[Lines], Arranged] | None = None

    @property
    def grammar(self) -> Grammar:
        """Return the room's grammar."""
        return grammar(self.grammar_name)
