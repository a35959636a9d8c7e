"""Counts checks: from a filter and checks to counts by player, by the query of the statistics.

A population is the same count with every player. Nothing here judges.

The results of the hands before each hand, for the check of play after losses, are no stored column: they depend on the order
of a player's hands, and on which screen names are one person. They are about all hands that count, whichever are selected.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import duckdb

from badugi_hh.facts.schema import SEATS
from badugi_hh.leaks.leak_check import Check
from badugi_hh.stats.definitions.kinds import Aggregate
from badugi_hh.stats.definitions.kinds.kind import columns_of
from badugi_hh.stats.definitions.row_sets import price_columns
from badugi_hh.stats.engine.counting import add_up, group_rows
from badugi_hh.stats.selection.dimensions import Parameter
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.stats.selection.rows import fetch_frame, row_set
from badugi_hh.stats.selection.sessions import COUNTED_HANDS

Counts = Mapping[str, Any]
"""The values of the aggregates of a check by their names."""
Shares = Mapping[str, Counts]
"""The counts of a check by player."""

HANDS, RAKE, POTS = "hands", "rake", "pots"
_KNOWN_POT = ("big_bet > 0", "total_pot > 0")
_OF_HANDS = {
    HANDS: Aggregate(HANDS, ("dealt",)),
    # In big bets, which are equal across currencies.
    RAKE: Aggregate(RAKE, _KNOWN_POT, "CAST(rake AS DOUBLE) / big_bet"),
    POTS: Aggregate(POTS, _KNOWN_POT, "CAST(total_pot AS DOUBLE) / big_bet"),
}
RECENT = "recent"
"""A column that checks over seats may name: big bets won in the `HANDS_BEFORE` hands before.

It is NULL unless the first of them was played at most `MINUTES` before, so that all belong to one session.
"""
HANDS_BEFORE, MINUTES = 20, 60


def rows_of(table: str, hand_filter: Filter, expressions: Iterable[str]) -> tuple[str, list[Parameter]]:
    """Return a query for the selected rows of a row set, with the columns that SQL expressions read, and its parameters.

    Raises:
        FilterError: the filter keeps a value that the rows do not have.
    """
    read = {name for text in expressions for name in columns_of(text)}
    prices = not read.isdisjoint(column.name for column in price_columns(table))
    rows, parameters = row_set(table, hand_filter, prices=prices)
    return (add_recent(rows) if RECENT in read else rows), parameters


def count_hands(con: duckdb.DuckDBPyConnection, hand_filter: Filter) -> dict[str, Counts]:
    """Return the hands by player, with the sums of their rake and pots; players with most hands are first."""
    found = {player: counts for (player,), counts in _count(con, hand_filter, SEATS.name, _OF_HANDS)}
    return dict(sorted(found.items(), key=lambda item: (-item[1][HANDS], item[0])))


def count_checks(
    con: duckdb.DuckDBPyConnection, hand_filter: Filter, checks: Sequence[Check]
) -> dict[str, Shares]:
    """Return the counts of checks by id and player; a player without a row has zeros.

    Of rows that are compared with weights, only opportunities are counted that have a row to compare with.

    Raises:
        FilterError: the filter's own SQL cannot be used.
    """
    found: dict[str, dict[str, Counts]] = {check.leak.id: {} for check in checks}
    for table in dict.fromkeys(check.situation.rows for check in checks):
        plain = [check for check in checks if check.situation.rows == table and not check.situation.within]
        for (player,), counts in _count(con, hand_filter, table, _named(plain)) if plain else ():
            for check in plain:
                found[check.leak.id][player] = _own(check, counts)
    for check in checks:
        if check.situation.within:
            found[check.leak.id] = _compare_within(con, hand_filter, check)
    zeros = {check.leak.id: dict.fromkeys(check.aggregates(), 0) for check in checks}
    return {id_: defaultdict(zeros[id_].copy, of_check) for id_, of_check in found.items()}


def _count(
    con: duckdb.DuckDBPyConnection,
    hand_filter: Filter,
    table: str,
    aggregates: Mapping[str, Aggregate],
    keys: Sequence[str] = (),
) -> list[tuple[tuple[Any, ...], dict[str, Any]]]:
    """Return the player and further keys of each group of rows of a row set, and the values of the aggregates."""
    texts = {text for each in aggregates.values() for text in (*each.where, each.amount) if text is not None}
    rows, parameters = rows_of(table, hand_filter, texts)
    groups = group_rows(rows, ("player", *keys), aggregates)
    return add_up(fetch_frame(con, hand_filter, groups.query, parameters), groups, aggregates)


def _named(checks: Iterable[Check]) -> dict[str, Aggregate]:
    """Return the aggregates of checks, by names that differ between checks."""
    return {
        f"{check.leak.id}__{name}": aggregate
        for check in checks
        for name, aggregate in check.aggregates().items()
    }


def _own(check: Check, counts: Counts) -> Counts:
    """Return the counts of a check by their own names."""
    return {name: counts[f"{check.leak.id}__{name}"] for name in check.aggregates()}


def _compare_within(con: duckdb.DuckDBPyConnection, hand_filter: Filter, check: Check) -> dict[str, Counts]:
    """Return the counts of a check by player, those of the rows to compare weighted as `within`.

    The weighted rows count as fewer equal ones, the square of the sum of their weights divided by the sum of the squares.
    Source: Kish 1965, Survey Sampling.
    """
    keys = [f"{column} AS by_{column}" for column in ("denomination", *check.situation.within)]
    tally = _count(con, hand_filter, check.situation.rows, _named([check]), keys)
    alike: dict[str, list[Counts]] = {}
    scope: Counter[str] = Counter()
    for (player, *_), named in tally:
        counts = _own(check, named)
        parts = alike.setdefault(player, [])
        scope[player] += counts["scope"]
        if counts["chances"] and counts["others"]:
            parts.append(counts)
    by_player: dict[str, Counts] = {}
    for player, parts in alike.items():
        chances = sum(each["chances"] for each in parts)
        weights = [each["chances"] / each["others"] for each in parts]
        squares = sum(weight * each["chances"] for weight, each in zip(weights, parts, strict=True))
        others_made = sum(weight * each["others_made"] for weight, each in zip(weights, parts, strict=True))
        number = int(chances**2 / squares + 1e-9) if chances else 0  # a sum of floats has rounding errors
        by_player[player] = {
            "scope": scope[player],
            "chances": chances,
            "made": sum(each["made"] for each in parts),
            "others": number,
            "others_made": round(others_made / chances * number) if chances else 0,
        }
    return by_player


def mean(counts: Counts, name: str) -> float | None:
    """Return the mean of a cost or price over the opportunities where it is known."""
    return counts[name] / counts[f"{name}_known"] if counts.get(f"{name}_known") else None


def add_recent(seats: str) -> str:
    """Return a query for selected seats with the column `RECENT`; the rows have `hand_key`, `seat` and `player`."""
    return f"""
        WITH selected AS MATERIALIZED ({seats})
        SELECT selected.*, {RECENT} FROM selected JOIN (
            SELECT hand_key, seat,
                   CASE WHEN date_diff('second', lag(played_at, {HANDS_BEFORE}) OVER own, played_at) <= {60 * MINUTES}
                        THEN sum(net * 1.0 / nullif(big_bet, 0))
                             OVER (own ROWS BETWEEN {HANDS_BEFORE} PRECEDING AND 1 PRECEDING) END AS {RECENT}
            FROM (
                SELECT person, hand_key, seat, counted.played_at, net, big_bet
                FROM ({COUNTED_HANDS}) AS counted JOIN seats USING (hand_key, seat) JOIN hands USING (hand_key)
                WHERE person IN (SELECT player FROM selected)
            ) WINDOW own AS (PARTITION BY person ORDER BY played_at, hand_key, seat)
        ) USING (hand_key, seat)
    """
