"""What leaks have cost in money, by currency: of mistakes the sum of their own costs, of frequencies a share of their rate.

Only cash hands are for money, each with its own big bet. Nothing here judges.
"""

from collections.abc import Sequence

import duckdb
import polars as pl

from badugi_hh.leaks.check_counts import HANDS, count_by, count_hands
from badugi_hh.leaks.checks import FREQUENCY_CHECKS
from badugi_hh.leaks.finding import Finding
from badugi_hh.stats.definitions.kinds import Aggregate
from badugi_hh.stats.selection.filters import Filter

Amounts = dict[str | None, float]
"""Cents by the code of the currency, None where it is unknown."""


def costs_in_money(
    con: duckdb.DuckDBPyConnection, hand_filter: Filter, findings: Sequence[Finding], behind: pl.DataFrame
) -> dict[tuple[str, str], Amounts]:
    """Return what the notable findings of these hands have cost, by player and id of the check.

    `behind` are the rows behind them. The cost of a frequency is spread evenly over its opportunities. A currency is missing
    in which a check has no row.
    """
    costly = [finding for finding in findings if finding.is_notable and finding.cost]
    return _add_mistakes(costly, behind) | _spread_rates(con, hand_filter, costly)


def _add_mistakes(findings: Sequence[Finding], behind: pl.DataFrame) -> dict[tuple[str, str], Amounts]:
    """Return the sums of the costs of mistakes, those of a solver less their errors, as `judge_losses` adds them."""
    wanted = {finding.leak.id for finding in findings} - FREQUENCY_CHECKS.keys()
    if not wanted:
        return {}
    known = behind.filter(
        pl.col("id").is_in(wanted) & pl.col("cost").is_not_null() & (pl.col("game") == "cash")
    )
    cents = (pl.col("cost") - pl.col("error").fill_null(0)) * pl.col("big_bet")
    spent: dict[tuple[str, str], Amounts] = {}
    for player, id_, currency, of_currency in (
        known.group_by("player", "id", "currency").agg(cents.sum()).iter_rows()
    ):
        spent.setdefault((player, id_), {})[currency] = of_currency
    return spent


def _spread_rates(
    con: duckdb.DuckDBPyConnection, hand_filter: Filter, findings: Sequence[Finding]
) -> dict[tuple[str, str], Amounts]:
    """Return the costs of frequencies, of which each opportunity has the same number of big bets."""
    rates = {(each.player, each.leak.id): each.cost or 0.0 for each in findings}
    checks = [check for id_, check in FREQUENCY_CHECKS.items() if any(id_ == leak for _, leak in rates)]
    hands = count_hands(con, hand_filter) if checks else {}
    spent: dict[tuple[str, str], Amounts] = {}
    for table in dict.fromkeys(check.situation.rows for check in checks):
        chances = {
            check.leak.id: check.situation.chances for check in checks if check.situation.rows == table
        }
        named = {f"{id_} all": Aggregate(id_, where) for id_, where in chances.items()}
        named |= {
            f"{id_} bets": Aggregate(id_, (*where, "game = 'cash'"), "big_bet")
            for id_, where in chances.items()
        }
        number: dict[tuple[str, str], int] = {}
        for (player, currency), counts in count_by(con, hand_filter, table, named, ("currency",)):
            for id_ in chances:
                own = player, id_
                number[own] = number.get(own, 0) + counts[f"{id_} all"]
                if own in rates and counts[f"{id_} bets"]:
                    spent.setdefault(own, {})[currency] = counts[f"{id_} bets"]
        for own in number.keys() & spent.keys():
            each = rates[own] / 100 * hands[own[0]][HANDS] / number[own]
            spent[own] = {currency: bets * each for currency, bets in spent[own].items()}
    return spent
