"""What leaks have cost in money, by currency: of mistakes the sum of their own costs, of frequencies a share of their rate.

Only cash hands are for money, each with its own big bet. Nothing here judges.
"""

from collections import Counter
from collections.abc import Sequence

import polars as pl

from badugi_hh.leaks.check_counts import HANDS, PLAYER, hands_by
from badugi_hh.leaks.checks import FREQUENCY_CHECKS
from badugi_hh.leaks.finder import Found
from badugi_hh.leaks.finding import Finding

Amounts = dict[str | None, float]
"""Cents by the code of the currency, None where it is unknown."""


MONEY_KEYS = ("currency AS of_currency", "game AS of_game")
"""The keys by which checks are counted for `costs_in_money`, beside the player."""


def costs_in_money(findings: Sequence[Finding], found: Found) -> dict[tuple[str, str], Amounts]:
    """Return what the notable findings have cost, by player and id of the check.

    `found` has the rows behind them and the counts by `MONEY_KEYS`. The cost of a frequency is spread evenly over its
    opportunities. A currency is missing in which a check has no row.
    """
    costly = [finding for finding in findings if finding.is_notable and finding.cost]
    return _add_mistakes(costly, found.behind) | _spread_rates(costly, found)


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
