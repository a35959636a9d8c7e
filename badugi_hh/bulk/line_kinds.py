"""The kinds of lines that the arrays can hold, the groups of each, and the events that they are.

The kinds are terminals of the grammar; a test compares both. A line of any other kind leaves its hand to the full check.
The patterns are those of the grammar, with a mark for a name that Polars can hold.
"""

from collections.abc import Sequence
from enum import IntEnum
from functools import cache, lru_cache

from badugi_hh.history import events as ev
from badugi_hh.history import lines
from badugi_hh.history.events import Event, Outcome, Section, Talk

UNKNOWN = -1
"""The kind of a line that is not read here."""
_AMOUNT, _TALK = ("", "amount", "all_in"), ("who", "words")
MARK = "\ue000"
"""The character for a player's name; a text that contains it is left to the full check."""


class LineKind(IntEnum):
    """The kinds of lines that are read here, by their terminals of the grammar; others leave a hand unproved.

    Betting comes first, then draws, the bet that nobody called and the reshuffle: these are the steps of a hand. Talk is last.
    """

    FOLDS = 0
    CHECKS = 1
    CALLS = 2
    BETS = 3
    RAISES = 4
    DISCARDS = 5
    STANDS_PAT = 6
    UNCALLED = 7
    RESHUFFLED = 8
    POSTS = 9
    DEALT = 10
    DEALT_DRAWN = 11
    SHOWS = 12
    MUCKS = 13
    NO_SHOW = 14
    COLLECTED = 15
    CAPPED = 16
    FINISHED = 17
    WINS_TOURNAMENT = 18
    DEALING = 19
    FIRST = 20
    SECOND = 21
    THIRD = 22
    SHOW_DOWN = 23
    SUMMARY = 24
    POT = 25
    SEAT_FOLDED_BEFORE = 26
    SEAT_FOLDED = 27
    SEAT_COLLECTED = 28
    SEAT_WON = 29
    SEAT_LOST = 30
    SEAT_MUCKED = 31
    SAID = 32
    JOINS = 33
    LEAVES = 34
    TIMED_OUT = 35
    CONNECTED = 36
    DISCONNECTED = 37
    SITS_OUT = 38
    SITTING_OUT = 39
    RETURNED = 40
    ALLOWED = 41
    REMOVED = 42
    REBUYS = 43
    WINS_ENTRY = 44
    BREAK_SKIPPED = 45


BETTING = (LineKind.FOLDS, LineKind.CHECKS, LineKind.CALLS, LineKind.BETS, LineKind.RAISES)
DRAWING = (LineKind.DISCARDS, LineKind.STANDS_PAT)

_TALKS = {
    LineKind.SAID: Talk.SAID,
    LineKind.JOINS: Talk.JOINED,
    LineKind.LEAVES: Talk.LEFT,
    LineKind.TIMED_OUT: Talk.TIMED_OUT,
    LineKind.CONNECTED: Talk.CONNECTED,
    LineKind.DISCONNECTED: Talk.DISCONNECTED,
    LineKind.SITS_OUT: Talk.SITS_OUT,
    LineKind.SITTING_OUT: Talk.SITTING_OUT,
    LineKind.RETURNED: Talk.RETURNED,
    LineKind.ALLOWED: Talk.ALLOWED_AFTER_BUTTON,
    LineKind.REMOVED: Talk.REMOVED,
    LineKind.REBUYS: Talk.REBOUGHT,
    LineKind.WINS_ENTRY: Talk.WON_ENTRY,
}
GROUPS: dict[LineKind, Sequence[str]] = {
    LineKind.FOLDS: ("", "cards", "disconnected"),
    LineKind.CHECKS: ("", "disconnected"),
    LineKind.CALLS: _AMOUNT,
    LineKind.BETS: _AMOUNT,
    LineKind.RAISES: ("", "amount", "other", "all_in"),
    LineKind.DISCARDS: ("", "count", "noun", "cards", "disconnected"),
    LineKind.STANDS_PAT: ("", "cards", "disconnected"),
    LineKind.UNCALLED: ("amount", ""),
    LineKind.POSTS: ("", "post", "amount", "all_in"),
    LineKind.DEALT: ("", "cards"),
    LineKind.DEALT_DRAWN: ("", "cards", "drawn"),
    LineKind.SHOWS: ("", "cards", "description"),
    LineKind.MUCKS: ("",),
    LineKind.NO_SHOW: ("",),
    LineKind.COLLECTED: ("", "amount", "pot"),
    LineKind.FINISHED: ("", "place", "prize"),
    LineKind.WINS_TOURNAMENT: ("", "prize"),
    LineKind.POT: ("amount", "parts", "other"),
    LineKind.SEAT_FOLDED_BEFORE: ("", "", "tags", "", "did_not_bet"),
    LineKind.SEAT_FOLDED: ("", "", "tags", "", "count"),
    LineKind.SEAT_COLLECTED: ("", "", "tags", "", "amount"),
    LineKind.SEAT_WON: ("", "", "tags", "", "cards", "amount", "description", "cashed_out"),
    LineKind.SEAT_LOST: ("", "", "tags", "", "cards", "description", "cashed_out"),
    LineKind.SEAT_MUCKED: ("", "", "tags", "", "cards"),
    LineKind.SAID: ("who",),
    **{kind: _TALK for kind in _TALKS if kind is not LineKind.SAID},
}
"""The names of the groups of each kind in the order of the grammar; an empty name is of no use, and other kinds have none.

`other` is the total of a raise, or the rake; `count` is a number of cards, or of draws before a fold.
"""

_OUTCOMES = {
    LineKind.SEAT_FOLDED_BEFORE: Outcome.FOLDED,
    LineKind.SEAT_FOLDED: Outcome.FOLDED,
    LineKind.SEAT_COLLECTED: Outcome.COLLECTED,
    LineKind.SEAT_WON: Outcome.SHOWED_WON,
    LineKind.SEAT_LOST: Outcome.SHOWED_LOST,
    LineKind.SEAT_MUCKED: Outcome.MUCKED,
}
_SECTIONS = dict(zip(range(LineKind.DEALING, LineKind.SUMMARY + 1), Section, strict=True))
TEXTS: dict[int, str] = {
    int(kind): str(text) for kind, text in (*_TALKS.items(), *_OUTCOMES.items(), *_SECTIONS.items())
}
"""The constant text, or its beginning, that the event of a kind has in its row."""

EVENTS: dict[int, type[Event]] = {
    LineKind.FOLDS: ev.Folded,
    LineKind.CHECKS: ev.Checked,
    LineKind.CALLS: ev.Called,
    LineKind.BETS: ev.Bet,
    LineKind.RAISES: ev.Raised,
    LineKind.DISCARDS: ev.Discarded,
    LineKind.STANDS_PAT: ev.StoodPat,
    LineKind.UNCALLED: ev.UncalledReturned,
    LineKind.POSTS: ev.Posted,
    LineKind.DEALT: ev.Dealt,
    LineKind.DEALT_DRAWN: ev.Drew,
    LineKind.SHOWS: ev.Showed,
    LineKind.MUCKS: ev.Mucked,
    LineKind.NO_SHOW: ev.NotShown,
    LineKind.COLLECTED: ev.Collected,
    LineKind.CAPPED: ev.BettingCapped,
    LineKind.FINISHED: ev.Finished,
    LineKind.WINS_TOURNAMENT: ev.WonTournament,
    LineKind.POT: ev.PotSummary,
    LineKind.RESHUFFLED: ev.DeckReshuffled,
    LineKind.BREAK_SKIPPED: ev.BreakSkipped,
    **dict.fromkeys(_TALKS, ev.Talked),
    **dict.fromkeys(_OUTCOMES, ev.SeatSummary),
    **dict.fromkeys(_SECTIONS, ev.SectionBegan),
}
"""The event that a line of each kind is."""


@cache
def pattern_of(kind: str) -> str:
    """Return the pattern of a whole line of a kind; its first group is the line, and the grammar's groups follow."""
    pattern = lines.grammar().patterns[kind].replace(lines.MARK, MARK).removesuffix("[ \t]*\n")
    return f"^({pattern})$"


@lru_cache(maxsize=1 << 14)
def kind_of(line: str) -> str:
    """Return the kind of a marked line, UNKNOWN for none."""
    return lines.grammar().read(line.replace(MARK, lines.MARK)).kind


@cache
def allowed_kinds() -> tuple[frozenset[str], ...]:
    """Return the kinds of lines that may appear in each section, from its number."""
    grammar = lines.grammar()
    begun = ["CASH_HEADER", "TABLE"]
    allowed = []
    for marker in ("", "DEALING", "FIRST", "SECOND", "THIRD", "SHOW_DOWN", "SUMMARY"):
        begun += [marker] if marker else []
        before = [lines.Form(kind) for kind in begun]
        lists = {kind: [*before, lines.Form(kind)] for kind in grammar.patterns}
        allowed.append(frozenset(kind for kind, forms in lists.items() if grammar.place(forms) is forms))
    return tuple(allowed)
