"""Counts checks: from a filter and checks to counts by player, by the query of the statistics.

A population is the same count with every player. Nothing here judges.

The results of the hands before each hand, for the check of play after losses, are no stored column: they depend on the order
of a player's hands, and on which screen names are one person. They are about all hands that count, whichever are selected.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import duckdb
import polars as pl

from badugi_hh.facts.schema import DECISIONS, DRAWS, SEATS
from badugi_hh.leaks.leak_check import Check
from badugi_hh.stats.definitions.kinds import Aggregate
from badugi_hh.stats.definitions.kinds.kind import columns_of
from badugi_hh.stats.definitions.row_sets import price_columns
from badugi_hh.stats.engine.counting import Groups, add_up, group_rows
from badugi_hh.stats.selection.dimensions import Parameter
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.stats.selection.rows import fetch_frame, row_set
from badugi_hh.stats.selection.sessions import COUNTED_HANDS

Counts = Mapping[str, Any]
"""The values of the aggregates of a check by their names."""
Shares = Mapping[str, Counts]
"""The counts of a check by player."""

PLAYER = "player"
_TABLES = (SEATS.name, DECISIONS.name, DRAWS.name)
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


@dataclass(frozen=True, slots=True)
class Tally:
    """The groups of some rows, whose named aggregates are added up by any of their keys."""

    groups: Groups
    frame: pl.DataFrame
    aggregates: Mapping[str, Aggregate]

    def by(self, *keys: str) -> Sequence[tuple[tuple[Any, ...], Counts]]:
        """Return the aggregates for each combination of values of these keys; no row counts without a value of the first."""
        known = self.frame.filter(pl.col(keys[0]).is_not_null())
        return add_up(known, replace(self.groups, keys=keys), self.aggregates)


def tally_hands(
    con: duckdb.DuckDBPyConnection, hand_filter: Filter, keys: Sequence[str] = (PLAYER,)
) -> Tally:
    """Return the hands by keys, which are as for `count_checks`, with the sums of their rake and pots."""
    return _tally(con, hand_filter, SEATS.name, _OF_HANDS, keys)


def hands_by(tally: Tally, key: str = PLAYER) -> dict[str, Counts]:
    """Return the hands of `tally_hands` by player, or by another of its keys; those with most hands are first."""
    found = {value: counts for (value,), counts in tally.by(key)}
    return dict(sorted(found.items(), key=lambda item: (-item[1][HANDS], item[0])))


@dataclass(frozen=True, slots=True)
class CheckCounts:
    """The counts of checks, which are added up by player, or by another key with which they were counted.

    `tallies` has the rows of checks by table, and the rows that a check compares with weights by its id.
    """

    checks: Sequence[Check]
    tallies: Mapping[str, Tally]

    def by(self, key: str = PLAYER) -> dict[str, Shares]:
        """Return the counts of checks by id and value of a key; a value without a row has zeros.

        Of rows that are compared with weights, only opportunities are counted that have a row to compare with.
        """
        added = {name: tally.by(key) for name, tally in self.tallies.items() if name in _TABLES}
        by_id: dict[str, Shares] = {}
        for check in self.checks:
            zeros = dict.fromkeys(check.aggregates(), 0)
            found = (
                _compare_within(check, self.tallies[check.leak.id], key)
                if check.situation.within
                else {value: _own(check, counts) for (value,), counts in added[check.situation.rows]}
            )
            by_id[check.leak.id] = defaultdict(lambda zeros=zeros: zeros, found)
        return by_id


def count_checks(
    con: duckdb.DuckDBPyConnection,
    hand_filter: Filter,
    checks: Sequence[Check],
    keys: Sequence[str] = (PLAYER,),
) -> CheckCounts:
    """Return the counts of checks by keys, each SQL over a row with a name: `expression AS name`.

    Raises:
        FilterError: the filter's own SQL cannot be used.
    """
    tallies = {}
    for table in dict.fromkeys(check.situation.rows for check in checks):
        plain = [check for check in checks if check.situation.rows == table and not check.situation.within]
        if plain:
            tallies[table] = _tally(con, hand_filter, table, _named(plain), keys)
    for check in checks:
        if check.situation.within:
            alike = [f"{column} AS by_{column}" for column in _alike(check)]
            table = check.situation.rows
            tallies[check.leak.id] = _tally(con, hand_filter, table, _named([check]), [*keys, *alike])
    return CheckCounts(checks, tallies)


def _tally(
    con: duckdb.DuckDBPyConnection,
    hand_filter: Filter,
    table: str,
    aggregates: Mapping[str, Aggregate],
    keys: Sequence[str],
) -> Tally:
    texts = {text for each in aggregates.values() for text in (*each.where, each.amount) if text is not None}
    rows, parameters = rows_of(table, hand_filter, texts)
    groups = group_rows(rows, keys, aggregates)
    return Tally(groups, fetch_frame(con, hand_filter, groups.query, parameters), aggregates)


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


def _alike(check: Check) -> tuple[str, ...]:
    """Return the columns in which rows are equal that a check compares with weights."""
    return ("denomination", *check.situation.within)


def _compare_within(check: Check, tally: Tally, key: str) -> dict[str, Counts]:
    """Return the counts of a check by a key, those of the rows to compare weighted as `within`.

    The weighted rows count as fewer equal ones, the square of the sum of their weights divided by the sum of the squares.
    Source: Kish 1965, Survey Sampling.
    """
    alike: dict[str, list[Counts]] = {}
    scope: Counter[str] = Counter()
    for (value, *_), named in tally.by(key, *(f"by_{column}" for column in _alike(check))):
        counts = _own(check, named)
        parts = alike.setdefault(value, [])
        scope[value] += counts["scope"]
        if counts["chances"] and counts["others"]:
            parts.append(counts)
    by_value: dict[str, Counts] = {}
    for value, parts in alike.items():
        chances = sum(each["chances"] for each in parts)
        weights = [each["chances"] / each["others"] for each in parts]
        squares = sum(weight * each["chances"] for weight, each in zip(weights, parts, strict=True))
        others_made = sum(weight * each["others_made"] for weight, each in zip(weights, parts, strict=True))
        number = int(chances**2 / squares + 1e-9) if chances else 0  # a sum of floats has rounding errors
        by_value[value] = {
            "scope": scope[value],
            "chances": chances,
            "made": sum(each["made"] for each in parts),
            "others": number,
            "others_made": round(others_made / chances * number) if chances else 0,
        }
    return by_value


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
