"""How habits changed in the latest hands: the frequencies before them and in them. Nothing here judges."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime

import duckdb

from badugi_hh.leaks.changes import Change, compare_periods
from badugi_hh.leaks.check_counts import count_checks, count_hands
from badugi_hh.leaks.checks import FREQUENCY_CHECKS
from badugi_hh.leaks.finder import Found, judge_frequencies
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.stats.selection.rows import fetch, row_set

LATEST = 1_000
"""So many hands are the later period; hands of the same moment as the first of them belong to it too."""


def latest_moment(con: duckdb.DuckDBPyConnection, hand_filter: Filter) -> datetime | None:
    """Return when the player's latest hands begin.

    None with no more than `LATEST` hands that have a date, and of several players, whose hands are not in one order.

    Raises:
        FilterError: as `find`.
    """
    rows, parameters = row_set("seats", hand_filter)
    query = f"""
        SELECT count(DISTINCT player) AS players, min(played_at) AS first,
               (SELECT played_at FROM selected WHERE played_at IS NOT NULL ORDER BY played_at DESC
                LIMIT 1 OFFSET {LATEST - 1}) AS moment
        FROM selected
    """
    ((found),) = fetch(con, hand_filter, f"WITH selected AS MATERIALIZED ({rows}) {query}", parameters)
    if found["players"] != 1 or found["moment"] is None or found["first"] >= found["moment"]:
        return None
    moment: datetime = found["moment"]
    return moment.replace(tzinfo=UTC)


def find_trends(
    con: duckdb.DuckDBPyConnection, hand_filter: Filter, moment: datetime, found: Found
) -> Mapping[str, Change]:
    """Return by id of a grade B check how its frequency in the hands since a moment differs from that in the hands before.

    `found` is empty without a hand. The other players of both periods together extend the baselines, as in `compare_leaks`.
    """
    if not found.findings:
        return {}
    checks = tuple(FREQUENCY_CHECKS.values())
    before, since = (
        judge_frequencies(
            con, each, checks, found.population, count_hands(con, each), count_checks(con, each, checks)
        )
        for each in (replace(hand_filter, until=moment), replace(hand_filter, since=moment))
    )
    return {change.since.leak.id: change for change in compare_periods(before, since)}
