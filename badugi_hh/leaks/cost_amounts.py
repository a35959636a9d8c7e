"""What leaks have cost in money, by currency, and what became of each in the latest hands: costs are of mistakes the sum of their own costs, of frequencies a share of their rate.

Only cash hands are for money, each with its own big bet. Nothing here judges.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime

import duckdb
import polars as pl

from badugi_hh.leaks.changes import Change, compare_periods
from badugi_hh.leaks.check_counts import HANDS, PLAYER, hands_by
from badugi_hh.leaks.checks import FREQUENCY_CHECKS
from badugi_hh.leaks.finder import Found, judge_frequencies
from badugi_hh.leaks.finding import Finding
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.stats.selection.rows import fetch, row_set

Amounts = dict[str | None, float]
"""Cents by the code of the currency, None where it is unknown."""


MONEY_KEYS = ("currency AS of_currency", "game AS of_game")
"""The keys by which checks are counted for `costs_in_money`, beside the player."""
LATEST = 1_000
"""So many hands are the later period; hands of the same moment as the first of them belong to it too."""


def costs_in_money(findings: Sequence[Finding], found: Found) -> dict[tuple[str, str], Amounts]:
    """Return what the notable findings have cost, by player and id of the check.

    `found` has the rows behind them and the counts by `MONEY_KEYS`. The cost of a frequency is spread evenly over its
    opportunities. A currency is missing in which a check has no row.
    """
    costly = [finding for finding in findings if finding.is_notable and finding.cost]
    return _add_mistakes(costly, found.behind) | _spread_rates(costly, found)


def _add_mistakes(findings: Sequence[Finding], behind: pl.DataFrame) -> dict[tuple[str, str], Amounts]:
    """Return the sums of the costs of mistakes."""
    wanted = {finding.leak.id for finding in findings} - FREQUENCY_CHECKS.keys()
    if not wanted:
        return {}
    known = behind.filter(
        pl.col("id").is_in(wanted) & pl.col("cost").is_not_null() & (pl.col("game") == "cash")
    )
    cents = pl.col("cost") * pl.col("big_bet")
    spent: dict[tuple[str, str], Amounts] = {}
    for player, id_, currency, of_currency in (
        known.group_by("player", "id", "currency").agg(cents.sum()).iter_rows()
    ):
        spent.setdefault((player, id_), {})[currency] = of_currency
    return spent


def _spread_rates(findings: Sequence[Finding], found: Found) -> dict[tuple[str, str], Amounts]:
    """Return the costs of frequencies, of which each opportunity has the same number of big bets."""
    rates = {(each.player, each.leak.id): each.cost or 0.0 for each in findings}
    ids = {leak for _, leak in rates} & FREQUENCY_CHECKS.keys()
    hands = hands_by(found.hands) if ids else {}
    spent: dict[tuple[str, str], Amounts] = {}
    for id_ in ids:
        number: Counter[str] = Counter()
        bets: dict[str, Amounts] = {}
        of_check = found.counts.of_check(FREQUENCY_CHECKS[id_], PLAYER, "of_currency", "of_game")
        for (player, currency, game), counts in of_check:
            number[player] += counts["chances"]
            if (player, id_) in rates and game == "cash" and counts["big_bets"]:
                bets.setdefault(player, {})[currency] = counts["big_bets"]
        for player, of_player in bets.items():
            each = rates[player, id_] / 100 * hands[player][HANDS] / number[player]
            spent[player, id_] = {currency: amount * each for currency, amount in of_player.items()}
    return spent


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


def period_key(moment: datetime) -> str:
    """Return the key by which checks are counted for `find_trends`, beside the player."""
    return f"CASE WHEN played_at < TIMESTAMP '{moment.replace(tzinfo=None)}' THEN 'until' WHEN played_at IS NOT NULL THEN 'since' END AS period"


def find_trends(
    con: duckdb.DuckDBPyConnection, hand_filter: Filter, moment: datetime, found: Found
) -> Mapping[str, Change]:
    """Return by id of a grade B check how its frequency in the hands since a moment differs from that in the hands before.

    `found` has the counts by `period_key`, and is empty without a hand. The other players of both periods together extend
    the baselines, as in `compare_leaks`.
    """
    if not found.findings:
        return {}
    player = found.findings[0].player
    hands, counts = hands_by(found.hands, "period"), found.counts.by("period")
    periods = {"until": replace(hand_filter, until=moment), "since": replace(hand_filter, since=moment)}
    before, since = (
        judge_frequencies(
            con,
            of_period,
            tuple(FREQUENCY_CHECKS.values()),
            found.population,
            {player: hands[period]},
            {id_: {player: shares[period]} for id_, shares in counts.items()},
        )
        for period, of_period in periods.items()
    )
    return {change.since.leak.id: change for change in compare_periods(before, since)}
