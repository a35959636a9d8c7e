"""Counts checks: from a filter and checks to counts by player, by the query of the statistics.

A population is the same count with every player. Nothing here judges.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import duckdb
import polars as pl

from badugi_hh.facts.columns import SEATS
from badugi_hh.leaks.leak_check import Check
from badugi_hh.leaks.recent_results import RECENT, add_recent
from badugi_hh.stats.definitions.kinds import Aggregate
from badugi_hh.stats.definitions.row_sets import price_columns
from badugi_hh.stats.engine.counting import add_up, group_rows
from badugi_hh.stats.engine.predicates import columns_of
from badugi_hh.stats.selection.dimensions import Parameter
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.stats.selection.rows import fetch_frame, row_set

Counts = Mapping[str, Any]
"""The values of the aggregates of a check by their names."""
Shares = Mapping[str, Counts]
"""The counts of a check by player."""

PLAYER = "player"
HANDS, RAKE, POTS = "hands", "rake", "pots"
_KNOWN_POT = ("big_bet > 0", "total_pot > 0")
_OF_HANDS = {
    HANDS: Aggregate(HANDS, ("dealt",)),
    # In big bets, which are equal across currencies.
    RAKE: Aggregate(RAKE, _KNOWN_POT, "CAST(rake AS DOUBLE) / big_bet"),
    POTS: Aggregate(POTS, _KNOWN_POT, "CAST(total_pot AS DOUBLE) / big_bet"),
}


def rows_of(table: str, hand_filter: Filter, expressions: Iterable[str]) -> tuple[str, list[Parameter]]:
    """Return a query for the selected rows of a row set, with the columns that SQL expressions read, and its parameters.

    Raises:
        FilterError: the filter keeps a value that the rows do not have.
    """
    read = {name for text in expressions for name in columns_of(text)}
    prices = not read.isdisjoint(column.name for column in price_columns(table))
    rows, parameters = row_set(table, hand_filter, prices=prices)
    return (add_recent(rows) if RECENT in read else rows), parameters


def count_hands(con: duckdb.DuckDBPyConnection, hand_filter: Filter, key: str = PLAYER) -> dict[str, Counts]:
    """Return the hands of each selected player, and the sums of their rake and pots; the player with most hands is first.

    `key` is as for `count`.
    """
    by_player = {
        name: counts for (name,), counts in count_by(con, hand_filter, SEATS.name, _OF_HANDS, key=key)
    }
    return dict(sorted(by_player.items(), key=lambda item: (-item[1][HANDS], item[0])))


def count(
    con: duckdb.DuckDBPyConnection, hand_filter: Filter, checks: Sequence[Check], key: str = PLAYER
) -> dict[str, Mapping[str, Counts]]:
    """Return the counts of checks by id and player; a player without a row has zeros.

    Of rows that are compared with weights, only opportunities are counted that have a row to compare with. `key` is SQL
    over a row for the text by which rows are counted in place of players, `expression AS name`; no row counts without one.

    Raises:
        FilterError: the filter's own SQL cannot be used.
    """
    by_id: dict[str, defaultdict[str, Counts]] = {}
    for check in checks:
        zeros = dict.fromkeys(check.aggregates(), 0)
        by_id[check.leak.id] = defaultdict(lambda zeros=zeros: zeros)  # type: ignore[misc]
    for table in dict.fromkeys(check.situation.rows for check in checks):
        of_table = [check for check in checks if check.situation.rows == table and not check.situation.within]
        named = {
            f"{check.leak.name}__{name}": aggregate
            for check in of_table
            for name, aggregate in check.aggregates().items()
        }
        for (player,), counts in count_by(con, hand_filter, table, named, key=key) if named else ():
            for check in of_table:
                by_id[check.leak.id][player] = {
                    name: counts[f"{check.leak.name}__{name}"] for name in check.aggregates()
                }
    for check in checks:
        if check.situation.within:
            by_id[check.leak.id].update(_compare_within(con, hand_filter, check, key))
    return dict(by_id)


def count_by(
    con: duckdb.DuckDBPyConnection,
    hand_filter: Filter,
    table: str,
    aggregates: Mapping[str, Aggregate],
    by: Sequence[str] = (),
    key: str = PLAYER,
) -> Iterator[tuple[tuple[Any, ...], Counts]]:
    """Yield the named aggregates of each player, and of each combination of values of the columns `by`, with these keys.

    `key` is as for `count`.
    """
    texts = {text for each in aggregates.values() for text in (*each.where, each.amount) if text is not None}
    rows, parameters = rows_of(table, hand_filter, texts)
    keys = [key, *(f"{column} AS by_{column}" for column in by)]
    groups = group_rows(rows, keys, aggregates)
    found = fetch_frame(con, hand_filter, groups.query, parameters).filter(
        pl.col(groups.keys[0]).is_not_null()
    )
    yield from add_up(found, groups, aggregates)


def _compare_within(
    con: duckdb.DuckDBPyConnection, hand_filter: Filter, check: Check, key: str
) -> dict[str, Counts]:
    """Return the counts of a check by player, those of the rows to compare weighted as `within`.

    The weighted rows count as fewer equal ones, the square of the sum of their weights divided by the sum of the squares.
    Source: Kish 1965, Survey Sampling.
    """
    by = ("denomination", *check.situation.within)
    alike: dict[str, list[Counts]] = {}
    scope: Counter[str] = Counter()
    for (player, *_), counts in count_by(con, hand_filter, check.situation.rows, check.aggregates(), by, key):
        of_player = alike.setdefault(player, [])
        scope[player] += counts["scope"]
        if counts["chances"] and counts["others"]:
            of_player.append(counts)
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
