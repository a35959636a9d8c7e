"""The kinds of reports: which views each has, in their order, and which hands it is about.

A kind selects and orders what `compose` builds; it changes no figure.
"""

from dataclasses import replace
from datetime import UTC
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from badugi_hh.stats.selection.user_input import FilterError
from badugi_hh.wording.catalogue import catalogue

if TYPE_CHECKING:
    import duckdb

    from badugi_hh.stats.selection.filters import Filter

SESSION = "session"
"""The dimension of which a report of a session keeps one value."""


class ReportKind(StrEnum):
    """What a report is for."""

    TRACKER = "tracker"
    SESSION = "session"
    LEAKS = "leaks"
    OPPONENT = "opponent"
    VALIDATION = "validation"


VIEWS: dict[ReportKind, tuple[str, ...]] = {
    ReportKind.TRACKER: (
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
        "best-play",
        "drill",
        "quality",
    ),
    ReportKind.SESSION: ("overview", "hands", "leaks", "draws", "opponents", "statistics", "quality"),
    ReportKind.LEAKS: ("leaks", "hands", "quality"),
    ReportKind.OPPONENT: (
        "leaks",
        "overview",
        "positions",
        "draws",
        "betting",
        "statistics",
        "hands",
        "quality",
    ),
    ReportKind.VALIDATION: ("quality", "problems", "quarantine"),
}
"""The views of each kind; the page opens with the first."""


def check_options(kind: ReportKind, hand_filter: "Filter", *, anonymize: bool) -> None:
    """Refuse what a kind cannot have. It needs no database, so that nothing is imported before.

    Raises:
        FilterError: the filter or the pseudonyms do not fit the kind.
    """
    from badugi_hh.stats.selection.filters import Filter

    if kind is ReportKind.OPPONENT and hand_filter.player is None:
        raise FilterError("a report of kind opponent needs the name of another player: --player NAME")
    if kind is ReportKind.VALIDATION and replace(hand_filter, tz=None) != Filter():
        raise FilterError("a report of kind validation is about all imported hands; omit what selects hands")
    if kind is ReportKind.VALIDATION and anonymize:
        raise FilterError("a report of kind validation has texts as written, and cannot be anonymized")


def filter_of(con: "duckdb.DuckDBPyConnection", kind: ReportKind, hand_filter: "Filter") -> "Filter":
    """Return the filter of the hands of a report: of a session without a start, those of the last session.

    Raises:
        FilterError: no selected hand has a date, so that none is the last.
    """
    if kind is not ReportKind.SESSION or any(name == SESSION for name, _ in hand_filter.only):
        return hand_filter
    return _last_session(con, hand_filter)


def _last_session(con: "duckdb.DuckDBPyConnection", hand_filter: "Filter") -> "Filter":
    """Return the filter of the last session.

    Players who are selected together, such as two own names at one table, each have sessions of their own. The last
    one is then all that was played by any of them since their last pause together, and starts where it did.
    """
    from badugi_hh.stats.engine.evaluate import evaluate
    from badugi_hh.stats.selection.rows import row_set, user_condition

    rows, parameters = row_set("seats", hand_filter)
    query = f"""
        SELECT max(played_at) FILTER (WHERE pause IS NULL OR pause >= {60 * hand_filter.session_gap}), count(*)
        FROM (SELECT played_at, date_diff('second', lag(played_at) OVER (ORDER BY played_at), played_at) AS pause
              FROM (SELECT hands.played_at FROM ({rows}) AS selected JOIN hands USING (hand_key))
              ORDER BY played_at)
    """
    with user_condition(hand_filter):
        since, hands = con.execute(query, parameters).fetchall()[0]
    if not hands:
        return hand_filter
    if since is None:
        raise FilterError("no selected hand has a date, so there is no last session; use another kind")
    together = replace(hand_filter, since=since.replace(tzinfo=UTC))
    starts = [
        each.by[SESSION] for each in evaluate(con, together, names=("hands",), by=(SESSION,), together=True)
    ]
    if len(starts) > 1:
        return together
    return replace(hand_filter, only=(*hand_filter.only, (SESSION, starts[0])))


def words_of(kind: ReportKind, section: str) -> dict[str, Any]:
    """Return the texts of a section, with those that a kind of report replaces."""
    return {**catalogue()[section], **catalogue().get(kind, {}).get(section, {})}
