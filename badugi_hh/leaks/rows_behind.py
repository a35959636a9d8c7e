"""The rows behind a check: from a filter and checks to the rows that count against players, and the worst of them.

Both the worst hands of a finding and the list of all of them come from here. Nothing here judges.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any

import duckdb
import polars as pl

from badugi_hh.facts.schema import DECISIONS, DRAWS, PRICED_HANDS, SEATS
from badugi_hh.leaks.check_counts import rows_of
from badugi_hh.leaks.checks import CHECKS
from badugi_hh.leaks.finding import WORST_HANDS, Instance
from badugi_hh.leaks.leak_check import Check, FrequencyCheck
from badugi_hh.stats.definitions.kinds.kind import all_of
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.stats.selection.rows import fetch, fetch_frame, row_set

if TYPE_CHECKING:
    from badugi_hh.leaks.row_notes import Row

Key = tuple[int, int]
"""The key of a hand, and the event of the row; the seat instead for a row of `seats`."""
Confirmed = Mapping[str, Mapping[Key, str]]
"""The opportunities that no SQL finds: by id of a check the keys of their rows, with the players."""

_EVENT = {SEATS.name: "seat", DECISIONS.name: "n", DRAWS.name: "n"}
_HELD = (
    "(SELECT CASE rows.round WHEN 0 THEN hand_0 WHEN 1 THEN hand_1 WHEN 2 THEN hand_2 ELSE hand_3 END "
    "FROM seats WHERE seats.hand_key = rows.hand_key AND seats.seat = rows.seat)"
)
_THROWN = (
    "(SELECT string_agg(thrown, ' ' ORDER BY draw) FROM draws AS earlier WHERE thrown <> '' "
    "AND earlier.hand_key = rows.hand_key AND earlier.seat = rows.seat AND {})"
)
_CARDS = {
    SEATS.name: ("NULL", "NULL"),
    DRAWS.name: ("hand_before", _THROWN.format("earlier.draw < rows.draw")),
    DECISIONS.name: (_HELD, _THROWN.format("earlier.draw <= rows.round")),
}


Mistake = tuple[int, float | None]
"""The key of the hand of a row behind a check, and its cost in big bets, None where it is unknown."""


def confirm(
    con: duckdb.DuckDBPyConnection, hand_filter: Filter, checks: Sequence[Check]
) -> dict[str, dict[Key, str]]:
    """Return the opportunities of those checks that confirm them one by one."""
    confirming = {
        check.leak.id: (check.confirm, check.situation) for check in checks if check.confirm is not None
    }
    confirmed: dict[str, dict[Key, str]] = {id_: {} for id_ in confirming}
    for table in dict.fromkeys(situation.rows for _, situation in confirming.values()):
        where = {id_: each.chances for id_, (_, each) in confirming.items() if each.rows == table}
        rows, parameters = rows_of(table, hand_filter, chain.from_iterable(where.values()))
        ids = ", ".join(f"CASE WHEN {all_of(chances)} THEN '{id_}' END" for id_, chances in where.items())
        query = f"SELECT player, [{ids}] AS ids, {_with_cards(table)} FROM ({rows}) AS rows WHERE {' OR '.join(map(all_of, where.values()))}"
        for row in fetch(con, hand_filter, query, parameters):
            for id_ in row["ids"] if row["hand"] else ():
                if id_ is not None and confirming[id_][0](row):
                    confirmed[id_][row["hand_key"], row["event"]] = row["player"]
    return confirmed


def rows_behind(
    con: duckdb.DuckDBPyConnection,
    hand_filter: Filter,
    checks: Sequence[Check],
    confirmed: Confirmed | None = None,
) -> tuple[str, list[object]]:
    """Return a query for the rows that count against players, and its parameters.

    It has the columns `id` of the check, `player`, `hand_key`, `seat`, `event`, `cost` in big bets, NULL where it is unknown,
    `score`, which is greatest for the worst row, and of the hand `game`, `currency` and `big_bet`. Not every missed row is a mistake, so such rows have no cost.

    Raises:
        FilterError: the filter keeps a value that the rows do not have.
    """
    confirmed = confirm(con, hand_filter, checks) if confirmed is None else confirmed
    queries: list[str] = []
    parameters: list[object] = []
    for table in dict.fromkeys(check.situation.rows for check in checks):
        of_table = [check for check in checks if check.situation.rows == table]
        texts = {text for check in of_table for text in (*check.against, check.cost, check.worst) if text}
        rows, values = rows_of(table, hand_filter, texts)
        against = {check.leak.id: all_of(check.against) for check in of_table}
        costs = {check.leak.id: _cost(check) for check in of_table}
        scores = {check.leak.id: check.worst for check in of_table}
        ids = ", ".join(f"CASE WHEN {sql} THEN '{id_}' END" for id_, sql in against.items())
        keys = [(id_, *key) for id_ in against for key in confirmed.get(id_, ())]
        queries.append(f"""
            SELECT id, player, hand_key, seat, event, CAST({_by_id(costs)} AS DOUBLE) AS cost,
                   CAST({_by_id(scores)} AS DOUBLE) AS score, game, currency, big_bet
            FROM (SELECT *, {_EVENT[table]} AS event,
                         unnest(list_filter([{ids}], lambda one: one IS NOT NULL)) AS id FROM ({rows}))
            WHERE (NOT list_contains(?::VARCHAR[], id)
                   OR (id, hand_key, event) IN (SELECT unnest(?::VARCHAR[]), unnest(?::BIGINT[]), unnest(?::INTEGER[])))
            """)
        parameters += [*values, [id_ for id_ in against if id_ in confirmed]]
        parameters += [[key[part] for key in keys] for part in range(3)]
    return " UNION ALL ".join(queries), parameters


def fetch_behind(
    con: duckdb.DuckDBPyConnection, hand_filter: Filter, checks: Sequence[Check], confirmed: Confirmed
) -> pl.DataFrame:
    """Return the rows behind checks, at least one, as a frame with the columns of `rows_behind`, in the order of their keys.

    The order of threads would change the last digits of sums.
    """
    query, parameters = rows_behind(con, hand_filter, checks, confirmed)
    return fetch_frame(con, hand_filter, f"{query} ORDER BY id, hand_key, event", parameters)


def mistakes_of(behind: pl.DataFrame, ids: Collection[str]) -> dict[tuple[str, str], list[Mistake]]:
    """Return the rows behind checks of these ids, by player and id."""
    mistakes: dict[tuple[str, str], list[Mistake]] = {}
    rows = behind.filter(pl.col("id").is_in(ids))
    for player, id_, hand_key, cost in rows.select("player", "id", "hand_key", "cost").iter_rows():
        mistakes.setdefault((player, id_), []).append((hand_key, cost))
    return mistakes


def worst_hands(
    con: duckdb.DuckDBPyConnection, hand_filter: Filter, behind: pl.DataFrame, ids: Collection[str]
) -> dict[tuple[str, str], tuple[Instance, ...]]:
    """Return by player and id of a check the worst hands, each with a line about it."""
    worst = (
        behind.filter(pl.col("id").is_in(ids))
        .sort("score", "hand_key", "event", descending=[True, False, False], nulls_last=True)
        .group_by("player", "id", maintain_order=True)
        .head(WORST_HANDS)
        .rows(named=True)
    )
    described: dict[str, dict[Key, Row]] = {}
    for table in _EVENT:
        keys = [(row["hand_key"], row["event"]) for row in worst if CHECKS[row["id"]].situation.rows == table]
        described[table] = _fetch_rows(con, hand_filter, table, keys)
    instances: dict[tuple[str, str], tuple[Instance, ...]] = {}
    for each in worst:
        check = CHECKS[each["id"]]
        row = described[check.situation.rows][each["hand_key"], each["event"]]
        cost = each["cost"]
        if isinstance(check, FrequencyCheck) and cost is not None:
            cost = max(0.0, cost)
        instance = Instance(row["site"], row["hand_id"], each["player"], check.note(row), cost, row.get("n"))
        place = each["player"], each["id"]
        instances[place] = (*instances.get(place, ()), instance)
    return instances


def count_unpriced(con: duckdb.DuckDBPyConnection, hand_filter: Filter, check: Check) -> dict[str, int]:
    """Return by player the cases that a check excludes in hands that are not priced yet."""
    situation = check.situation
    rows, parameters = rows_of(situation.rows, hand_filter, situation.chances)
    query = (
        f"SELECT player, count(*) AS number FROM ({rows}) WHERE {all_of(situation.scope)} "
        f"AND NOT coalesce({all_of(situation.limits.where)}, false) "
        f"AND hand_key NOT IN (SELECT hand_key FROM {PRICED_HANDS.name}) GROUP BY player"
    )
    return {row["player"]: row["number"] for row in fetch(con, hand_filter, query, parameters)}


def _cost(check: Check) -> str:
    missed = isinstance(check, FrequencyCheck) and check.missed
    return "NULL" if missed or check.cost is None else check.cost


def _by_id(expressions: Mapping[str, str]) -> str:
    """Return SQL for the expression of the check whose id is in the column `id`; each expression is planned once."""
    ids: dict[str, list[str]] = {}
    for id_, sql in expressions.items():
        ids.setdefault(sql, []).append(f"'{id_}'")
    cases = (f"WHEN id IN ({', '.join(alike)}) THEN {sql}" for sql, alike in ids.items())
    return f"(CASE {' '.join(cases)} END)"


def _with_cards(table: str) -> str:
    """Return the columns `hand_key` and `event`, and what the player knew of cards: `hand`, `thrown_before`, `reshuffled`."""
    hand, thrown = _CARDS[table]
    return (
        f"hand_key, {_EVENT[table]} AS event, {hand} AS hand, {thrown} AS thrown_before, "
        "EXISTS (FROM events WHERE events.hand_key = rows.hand_key AND kind = 'DeckReshuffled') AS reshuffled"
    )


def _fetch_rows(
    con: duckdb.DuckDBPyConnection, hand_filter: Filter, table: str, keys: Iterable[Key]
) -> dict[Key, dict[str, Any]]:
    """Return the rows of these keys, with all columns of their hand, seat and prices, and the cards."""
    wanted = sorted(set(keys))
    if not wanted:
        return {}
    of_hands = (
        f"hands.hand_key IN ({', '.join(str(hand_key) for hand_key in sorted({key for key, _ in wanted}))})"
    )
    where = of_hands if hand_filter.where is None else f"(\n{hand_filter.where}\n) AND {of_hands}"
    rows, parameters = row_set(table, replace(hand_filter, where=where), prices=True)
    query = f"""
        SELECT rows.*, {_with_cards(table).partition(", ")[2]} FROM ({rows}) AS rows
        WHERE (hand_key, {_EVENT[table]}) IN (SELECT unnest(?::BIGINT[]), unnest(?::INTEGER[]))
    """
    fetched = fetch(con, hand_filter, query, [*parameters, *map(list, zip(*wanted, strict=True))])
    return {(row["hand_key"], row["event"]): row for row in fetched}
