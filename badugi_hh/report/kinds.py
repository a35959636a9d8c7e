"""The kinds of reports: which views each has, in their order, and which hands it is about.

A kind selects and orders what `compose` builds; it changes no figure.
"""

from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING

from badugi_hh.stats.selection.user_input import FilterError, unknown_value

if TYPE_CHECKING:
    import duckdb

    from badugi_hh.stats.selection.filters import Filter

SESSION = "session"
"""The dimension of which a report of a session keeps one value."""


class Kind(StrEnum):
    """What a report is for."""

    TRACKER = "tracker"
    SESSION = "session"
    LEAKS = "leaks"
    OPPONENT = "opponent"
    VALIDATION = "validation"


VIEWS: dict[Kind, tuple[str, ...]] = {
    Kind.TRACKER: (
        "overview",
        "positions",
        "draws",
        "betting",
        "starting-hands",
        "opponents",
        "leaks",
        "sessions",
        "statistics",
        "hands",
        "quality",
    ),
    Kind.SESSION: ("overview", "hands", "leaks", "draws", "opponents", "statistics", "quality"),
    Kind.LEAKS: ("leaks", "hands", "quality"),
    Kind.OPPONENT: ("leaks", "overview", "positions", "draws", "betting", "statistics", "hands", "quality"),
    Kind.VALIDATION: ("quality", "problems", "quarantine"),
}
"""The views of each kind; the page opens with the first."""


def kind_of(name: str) -> Kind:
    """Return the kind of this name.

    Raises:
        FilterError: there is no such kind.
    """
    try:
        return Kind(name)
    except ValueError:
        raise unknown_value(f"there is no kind of report {name!r}", name, list(Kind)) from None


def filter_of(con: "duckdb.DuckDBPyConnection", kind: Kind, hand_filter: "Filter") -> "Filter":
    """Return the filter of the hands of a report: of a session without a start, those of the last session.

    Raises:
        FilterError: the filter does not fit the kind.
    """
    from badugi_hh.stats.selection.filters import Filter

    if kind is Kind.OPPONENT and hand_filter.player is None:
        raise FilterError("a report of kind opponent needs the name of another player: --player NAME")
    if kind is Kind.VALIDATION and hand_filter != Filter():
        raise FilterError("a report of kind validation is about all imported hands; omit what selects hands")
    if kind is not Kind.SESSION or any(name == SESSION for name, _ in hand_filter.only):
        return hand_filter
    start = _last_session(con, hand_filter)
    return hand_filter if start is None else replace(hand_filter, only=(*hand_filter.only, (SESSION, start)))


def _last_session(con: "duckdb.DuckDBPyConnection", hand_filter: "Filter") -> str | None:
    """Return the start of the last session of the selected hands, None if no hand has a date."""
    from badugi_hh.stats.engine.evaluate import evaluate
    from badugi_hh.stats.selection.dimensions import UNKNOWN

    groups = evaluate(con, hand_filter, names=("hands",), by=(SESSION,), together=True)
    return max((start for each in groups if (start := each.by[SESSION]) != UNKNOWN), default=None)
