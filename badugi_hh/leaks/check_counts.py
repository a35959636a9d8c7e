"""Counts for the grade B checks: one query for each row set counts all checks of all selected players.

The counting is that of the statistics, `stats.engine.counting`. Nothing here judges.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import duckdb

from badugi_hh.facts.columns import SEATS
from badugi_hh.leaks.frequency_check import FrequencyCheck
from badugi_hh.leaks.leak import WORST_HANDS, Instance
from badugi_hh.stats.definitions.kinds import Aggregate
from badugi_hh.stats.engine.counting import columns_read, counting_query, parse_expressions, values_of
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.stats.selection.rows import fetch, row_set
from badugi_hh.stats.selection.selected_seats import JUNK_DIMENSIONS, select_seats

Counts = Mapping[str, Any]
"""The values of aggregates by name, `NAME__AGGREGATE` with the name of the check; those of the seats are `HANDS`, `RAKE` and `POTS`."""

HANDS, RAKE, POTS = "hands", "rake", "pots"
_KNOWN_POT = ("big_bet > 0", "total_pot > 0")
_OF_SEATS = {
    HANDS: Aggregate(HANDS, ("dealt",)),
    # In big bets, which are equal across currencies.
    RAKE: Aggregate(RAKE, _KNOWN_POT, "CAST(rake AS DOUBLE) / big_bet"),
    POTS: Aggregate(POTS, _KNOWN_POT, "CAST(total_pot AS DOUBLE) / big_bet"),
}


def count(
    con: duckdb.DuckDBPyConnection, hand_filter: Filter, checks: Iterable[FrequencyCheck]
) -> dict[str, Counts]:
    """Return the counts of all checks by player, the player with the most hands first.

    Raises:
        FilterError: the filter's own SQL cannot be used.
    """
    wanted: dict[str, dict[str, Aggregate]] = {SEATS.name: dict(_OF_SEATS)}
    for check in checks:
        own = wanted.setdefault(check.rows, {})
        own |= {f"{check.leak.name}__{name}": each for name, each in check.aggregates().items()}
    parse_expressions(each for own in wanted.values() for each in own.values())
    read = {
        column
        for table, own in wanted.items()
        for column in columns_read(own.values(), JUNK_DIMENSIONS[table])
    }
    nothing = {name: 0 for own in wanted.values() for name in own}
    found: dict[str, dict[str, Any]] = {}
    with select_seats(con, hand_filter, columns=read) as selection:
        for table, aggregates in wanted.items():
            rows, parameters = selection.rows(table)
            query = counting_query(rows, selection.keys(table), aggregates, JUNK_DIMENSIONS[table])
            for row in fetch(con, hand_filter, query, parameters):
                (player, *_), _ = selection.group(row)
                sums = found.setdefault(player, dict(nothing))
                for name, value in values_of(row, aggregates).items():  # each currency has a row
                    sums[name] += value
    return dict(sorted(found.items(), key=lambda item: (-item[1][HANDS], item[0])))


def worst_hands(
    con: duckdb.DuckDBPyConnection, hand_filter: Filter, checks: Sequence[FrequencyCheck]
) -> dict[tuple[str, str], tuple[Instance, ...]]:
    """Return by player and id of a check the worst hands, from one query for each row set and one for their rows."""
    found: dict[tuple[str, str], tuple[Instance, ...]] = {}
    for table in dict.fromkeys(check.rows for check in checks):
        found |= _worst_of_table(con, hand_filter, table, [check for check in checks if check.rows == table])
    return found


def _worst_of_table(
    con: duckdb.DuckDBPyConnection, hand_filter: Filter, table: str, checks: Sequence[FrequencyCheck]
) -> dict[tuple[str, str], tuple[Instance, ...]]:
    rows, parameters = row_set(table, hand_filter)
    event = "seat" if table == SEATS.name else "n"  # identifies the row within its hand
    place = f"row(coalesce(CAST({{}} AS DOUBLE), -1e300), -hand_key, -{event})"
    lists = ", ".join(
        f"max_by(row(hand_key, {event}), {place.format(check.worst)}, {WORST_HANDS}) FILTER (WHERE {check.bad()}) "
        f"AS worst_{nth}"
        for nth, check in enumerate(checks)
    )
    query = f"SELECT player, {lists} FROM ({rows}) GROUP BY player"
    picked = [
        (row["player"], nth, tuple(key))
        for row in fetch(con, hand_filter, query, parameters)
        for nth in range(len(checks))
        for key in row[f"worst_{nth}"] or ()
    ]
    if not picked:
        return {}
    keys = sorted({key for _, _, key in picked})
    costs = ", ".join(f"{check.cost or 'NULL'} AS cost_{nth}" for nth, check in enumerate(checks))
    query = f"""
        SELECT *, {costs} FROM ({rows})
        WHERE (hand_key, {event}) IN (SELECT (unnest(?::BIGINT[]), unnest(?::BIGINT[])))
    """
    wanted = [*parameters, [hand_key for hand_key, _ in keys], [number for _, number in keys]]
    details = {
        (row["player"], row["hand_key"], row[event]): row for row in fetch(con, hand_filter, query, wanted)
    }
    found: dict[tuple[str, str], tuple[Instance, ...]] = {}
    for player, nth, (hand_key, number) in picked:
        row, check = details[player, hand_key, number], checks[nth]
        cost = None if row[f"cost_{nth}"] is None else max(0.0, row[f"cost_{nth}"])
        instance = Instance(row["site"], row["hand_id"], row["player"], check.note(row), cost)
        found[player, check.leak.id] = (*found.get((player, check.leak.id), ()), instance)
    return found
