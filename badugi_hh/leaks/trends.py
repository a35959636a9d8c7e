"""What became of each habit in the latest hands: the comparison of two periods, for a player who does not name a date."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC

import duckdb

from badugi_hh.leaks.changes import Change, compare_periods
from badugi_hh.leaks.check_counts import count, count_hands
from badugi_hh.leaks.checks import FREQUENCY_CHECKS
from badugi_hh.leaks.finder import judge_frequencies
from badugi_hh.leaks.population import count_population
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.stats.selection.rows import fetch, row_set

LATEST = 1_000
"""So many hands are the later period; hands of the same moment as the first of them belong to it too."""


def find_trends(con: duckdb.DuckDBPyConnection, hand_filter: Filter) -> Mapping[str, Change]:
    """Return by id of a grade B check how its frequency in the player's latest hands differs from that in the hands before.

    It is empty with no more than `LATEST` hands that have a date, and of several players, whose hands are not in one order. The
    other players of both periods together extend the baselines, as in `compare_leaks`. The findings have no costs.

    Raises:
        FilterError: as `find`.
    """
    rows, parameters = row_set("seats", hand_filter)
    query = f"""
        SELECT count(DISTINCT player) AS players, any_value(player) AS player, min(played_at) AS first,
               (SELECT played_at FROM selected WHERE played_at IS NOT NULL ORDER BY played_at DESC
                LIMIT 1 OFFSET {LATEST - 1}) AS moment
        FROM selected
    """
    ((found),) = fetch(con, hand_filter, f"WITH selected AS MATERIALIZED ({rows}) {query}", parameters)
    if found["players"] != 1 or found["moment"] is None or found["first"] >= found["moment"]:
        return {}
    player, moment = found["player"], found["moment"]
    key = f"CASE WHEN played_at < TIMESTAMP '{moment}' THEN 'until' WHEN played_at IS NOT NULL THEN 'since' END AS period"
    checks = [replace(check, cost=None) for check in FREQUENCY_CHECKS.values()]
    population = count_population(con, hand_filter, checks)
    hands, counts = count_hands(con, hand_filter, key), count(con, hand_filter, checks, key)
    before, since = (
        judge_frequencies(
            con,
            replace(hand_filter, **{period: moment.replace(tzinfo=UTC)}),
            checks,
            population,
            {player: hands[period]},
            {id_: {player: shares[period]} for id_, shares in counts.items()},
        )
        for period in ("until", "since")
    )
    return {change.since.leak.id: change for change in compare_periods(before, since)}
