"""The kinds of lines that the arrays can hold, the groups of each, and the events that they are.

The kinds are terminals of the grammar; a test compares both. A line of any other kind leaves its hand to the careful path.
"""

from collections.abc import Sequence
from enum import IntEnum

from badugi_hh.history import events as ev
from badugi_hh.history.events import Event, Outcome, Section, Talk


class Kind(IntEnum):
    """The kinds of lines that are read here, by their terminals of the grammar; others leave a hand in doubt.

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


UNKNOWN = -1
"""The kind of a line that is not read here."""

BETTING = (Kind.FOLDS, Kind.CHECKS, Kind.CALLS, Kind.BETS, Kind.RAISES)
DRAWING = (Kind.DISCARDS, Kind.STANDS_PAT)

_AMOUNT, _TALK = ("", "amount", "all_in"), ("who", "words")
_TALKS = {
    Kind.SAID: Talk.SAID,
    Kind.JOINS: Talk.JOINED,
    Kind.LEAVES: Talk.LEFT,
    Kind.TIMED_OUT: Talk.TIMED_OUT,
    Kind.CONNECTED: Talk.CONNECTED,
    Kind.DISCONNECTED: Talk.DISCONNECTED,
    Kind.SITS_OUT: Talk.SITS_OUT,
    Kind.SITTING_OUT: Talk.SITTING_OUT,
    Kind.RETURNED: Talk.RETURNED,
    Kind.ALLOWED: Talk.ALLOWED_AFTER_BUTTON,
    Kind.REMOVED: Talk.REMOVED,
    Kind.REBUYS: Talk.REBOUGHT,
    Kind.WINS_ENTRY: Talk.WON_ENTRY,
}
GROUPS: dict[Kind, Sequence[str]] = {
    Kind.FOLDS: ("", "cards", "disconnected"),
    Kind.CHECKS: ("", "disconnected"),
    Kind.CALLS: _AMOUNT,
    Kind.BETS: _AMOUNT,
    Kind.RAISES: ("", "amount", "other", "all_in"),
    Kind.DISCARDS: ("", "count", "noun", "cards", "disconnected"),
    Kind.STANDS_PAT: ("", "cards", "disconnected"),
    Kind.UNCALLED: ("amount", ""),
    Kind.POSTS: ("", "post", "amount", "all_in"),
    Kind.DEALT: ("", "cards"),
    Kind.DEALT_DRAWN: ("", "cards", "drawn"),
    Kind.SHOWS: ("", "cards", "description"),
    Kind.MUCKS: ("",),
    Kind.NO_SHOW: ("",),
    Kind.COLLECTED: ("", "amount", "pot"),
    Kind.FINISHED: ("", "place", "prize"),
    Kind.WINS_TOURNAMENT: ("", "prize"),
    Kind.POT: ("amount", "parts", "other"),
    Kind.SEAT_FOLDED_BEFORE: ("", "", "tags", "", "did_not_bet"),
    Kind.SEAT_FOLDED: ("", "", "tags", "", "count"),
    Kind.SEAT_COLLECTED: ("", "", "tags", "", "amount"),
    Kind.SEAT_WON: ("", "", "tags", "", "cards", "amount", "description", "cashed_out"),
    Kind.SEAT_LOST: ("", "", "tags", "", "cards", "description", "cashed_out"),
    Kind.SEAT_MUCKED: ("", "", "tags", "", "cards"),
    Kind.SAID: ("who",),
    **{kind: _TALK for kind in _TALKS if kind is not Kind.SAID},
}
"""The names of the groups of each kind in the order of the grammar; an empty name is of no use, and other kinds have none.

`other` is the total of a raise, or the rake; `count` is a number of cards, or of draws before a fold.
"""

_OUTCOMES = {
    Kind.SEAT_FOLDED_BEFORE: Outcome.FOLDED,
    Kind.SEAT_FOLDED: Outcome.FOLDED,
    Kind.SEAT_COLLECTED: Outcome.COLLECTED,
    Kind.SEAT_WON: Outcome.SHOWED_WON,
    Kind.SEAT_LOST: Outcome.SHOWED_LOST,
    Kind.SEAT_MUCKED: Outcome.MUCKED,
}
_SECTIONS = dict(zip(range(Kind.DEALING, Kind.SUMMARY + 1), Section, strict=True))
TEXTS: dict[int, str] = {
    int(kind): str(text) for kind, text in (*_TALKS.items(), *_OUTCOMES.items(), *_SECTIONS.items())
}
"""The constant text, or its beginning, that the event of a kind has in its row."""

EVENTS: dict[int, type[Event]] = {
    Kind.FOLDS: ev.Folded,
    Kind.CHECKS: ev.Checked,
    Kind.CALLS: ev.Called,
    Kind.BETS: ev.Bet,
    Kind.RAISES: ev.Raised,
    Kind.DISCARDS: ev.Discarded,
    Kind.STANDS_PAT: ev.StoodPat,
    Kind.UNCALLED: ev.UncalledReturned,
    Kind.POSTS: ev.Posted,
    Kind.DEALT: ev.Dealt,
    Kind.DEALT_DRAWN: ev.Drew,
    Kind.SHOWS: ev.Showed,
    Kind.MUCKS: ev.Mucked,
    Kind.NO_SHOW: ev.NotShown,
    Kind.COLLECTED: ev.Collected,
    Kind.CAPPED: ev.BettingCapped,
    Kind.FINISHED: ev.Finished,
    Kind.WINS_TOURNAMENT: ev.WonTournament,
    Kind.POT: ev.PotSummary,
    Kind.RESHUFFLED: ev.DeckReshuffled,
    Kind.BREAK_SKIPPED: ev.BreakSkipped,
    **dict.fromkeys(_TALKS, ev.Talked),
    **dict.fromkeys(_OUTCOMES, ev.SeatSummary),
    **dict.fromkeys(_SECTIONS, ev.SectionBegan),
}
"""The event that a line of each kind is."""
