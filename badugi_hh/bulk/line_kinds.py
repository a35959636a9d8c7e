"""The kinds of lines that the arrays can hold, the groups of each, and the events that they are.

The kinds are terminals of the grammar; a test compares both. A line of any other kind leaves its hand to the full check.
The patterns are those of the grammar, with a mark for a name that Polars can hold.
"""

from collections.abc import Sequence
from enum import IntEnum, StrEnum
from functools import cache, lru_cache

from badugi_hh.history import lines
from badugi_hh.history.events import Outcome, Section, Talk

UNKNOWN = -1
"""The kind of a line that is not read here."""
MARK = "\ue000"
"""The character for a player's name; a text that contains it is left to the full check."""

LineKind = IntEnum(
    "LineKind",
    "FOLDS CHECKS CALLS BETS RAISES DISCARDS STANDS_PAT UNCALLED RESHUFFLED POSTS DEALT DEALT_DRAWN SHOWS MUCKS NO_SHOW "
    "COLLECTED CAPPED FINISHED WINS_TOURNAMENT DEALING FIRST SECOND THIRD SHOW_DOWN SUMMARY POT SEAT_FOLDED_BEFORE "
    "SEAT_FOLDED SEAT_COLLECTED SEAT_WON SEAT_LOST SEAT_MUCKED SAID JOINS LEAVES TIMED_OUT CONNECTED DISCONNECTED SITS_OUT "
    "SITTING_OUT RETURNED ALLOWED REMOVED REBUYS WINS_ENTRY BREAK_SKIPPED",
    start=0,
)
"""The kinds of lines that are read here, by their terminals of the grammar; others leave a hand unproved.

Betting comes first, then draws, the bet that nobody called and the reshuffle: these are the steps of a hand. Talk is last.
"""

_KINDS = """
FOLDS Folded _ cards disconnected
CHECKS Checked _ disconnected
CALLS Called _ amount all_in
BETS Bet _ amount all_in
RAISES Raised _ amount other all_in
DISCARDS Discarded _ count noun cards disconnected
STANDS_PAT StoodPat _ cards disconnected
UNCALLED UncalledReturned amount _
RESHUFFLED DeckReshuffled
POSTS Posted _ post amount all_in
DEALT Dealt _ cards
DEALT_DRAWN Drew _ cards drawn
SHOWS Showed _ cards description
MUCKS Mucked _
NO_SHOW NotShown _
COLLECTED Collected _ amount pot
CAPPED BettingCapped
FINISHED Finished _ place prize
WINS_TOURNAMENT WonTournament _ prize
DEALING SectionBegan:DEALING
FIRST SectionBegan:FIRST_DRAW
SECOND SectionBegan:SECOND_DRAW
THIRD SectionBegan:THIRD_DRAW
SHOW_DOWN SectionBegan:SHOW_DOWN
SUMMARY SectionBegan:SUMMARY
POT PotSummary amount parts other
SEAT_FOLDED_BEFORE SeatSummary:FOLDED _ _ tags _ did_not_bet
SEAT_FOLDED SeatSummary:FOLDED _ _ tags _ count
SEAT_COLLECTED SeatSummary:COLLECTED _ _ tags _ amount
SEAT_WON SeatSummary:SHOWED_WON _ _ tags _ cards amount description cashed_out
SEAT_LOST SeatSummary:SHOWED_LOST _ _ tags _ cards description cashed_out
SEAT_MUCKED SeatSummary:MUCKED _ _ tags _ cards
SAID Talked:SAID who
JOINS Talked:JOINED who words
LEAVES Talked:LEFT who words
TIMED_OUT Talked:TIMED_OUT who words
CONNECTED Talked:CONNECTED who words
DISCONNECTED Talked:DISCONNECTED who words
SITS_OUT Talked:SITS_OUT who words
SITTING_OUT Talked:SITTING_OUT who words
RETURNED Talked:RETURNED who words
ALLOWED Talked:ALLOWED_AFTER_BUTTON who words
REMOVED Talked:REMOVED who words
REBUYS Talked:REBOUGHT who words
WINS_ENTRY Talked:WON_ENTRY who words
BREAK_SKIPPED BreakSkipped
"""
"""Each kind with the event that its lines are, and the constant of it; and the groups of the grammar in order, `_` for one of no use.

`other` is the total of a raise, or the rake; `count` is a number of cards, or of draws before a fold.
"""
_CONSTANTS: dict[str, type[StrEnum]] = {"Talked": Talk, "SeatSummary": Outcome, "SectionBegan": Section}

EVENTS: dict[LineKind, str] = {}
"""The name of the event that a line of each kind is."""
TEXTS: dict[LineKind, str] = {}
"""The constant text, or its beginning, that the event of a kind has in its row."""
GROUPS: dict[LineKind, Sequence[str]] = {}
"""The names of the groups of each kind in the order of the grammar; an empty name is of no use."""
for _name, _event, *_groups in map(str.split, _KINDS.strip().splitlines()):
    _kind = LineKind[_name]
    EVENTS[_kind], _, _constant = _event.partition(":")
    GROUPS[_kind] = [group.strip("_") for group in _groups]
    if _constant:
        TEXTS[_kind] = str(_CONSTANTS[EVENTS[_kind]][_constant])


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
