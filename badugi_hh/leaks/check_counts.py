"""Counts for all checks: the rows of each row set are read once, and the checks of all selected players counted over them.

A temporary table has for each row of a row set which predicates of the checks are true, by `stats.engine.counting`; the
counts, the sums and the rows behind them come from this table. Only the rows that a finding shows, and those that a grade A
check has to confirm, are read one by one. Nothing here judges.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import duckdb

from badugi_hh.facts.columns import SEATS
from badugi_hh.facts.price_columns import PRICED_HANDS
from badugi_hh.leaks.frequency_check import FrequencyCheck
from badugi_hh.leaks.leak import WORST_HANDS, Instance
from badugi_hh.leaks.mistake_check import MistakeCheck
from badugi_hh.leaks.recent_results import RECENT, add_recent
from badugi_hh.leaks.row_details import (
    CARD_COLUMNS,
    COST_COLUMNS,
    Key,
    add_cards,
    add_winnable_pots,
    event_column,
    fetch_rows,
)
from badugi_hh.stats.definitions.kinds import Aggregate, Conjunction
from badugi_hh.stats.engine.counting import MarkedRows, columns_read, mark_rows
from badugi_hh.stats.engine.predicates import columns_of
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.stats.selection.rows import fetch, user_condition
from badugi_hh.stats.selection.selected_seats import JUNK_DIMENSIONS, select_seats

Counts = Mapping[str, Any]
"""The values of aggregates by name, `NAME__AGGREGATE` with the name of the check; of the seats `HANDS`, `RAKE`, `POTS`."""
Check = FrequencyCheck | MistakeCheck

_Found = tuple[Key, str, bool]
"""The key of a row, its player, and whether the player made the mistake."""

HANDS, RAKE, POTS = "hands", "rake", "pots"
_KNOWN_POT = ("big_bet > 0", "total_pot > 0")
_OF_SEATS = {
    HANDS: Aggregate(HANDS, ("dealt",)),
    # In big bets, which are equal across currencies.
    RAKE: Aggregate(RAKE, _KNOWN_POT, "CAST(rake AS DOUBLE) / big_bet"),
    POTS: Aggregate(POTS, _KNOWN_POT, "CAST(total_pot AS DOUBLE) / big_bet"),
}


@dataclass(frozen=True, slots=True)
class Mistakes:
    """The result of a grade A check for one player: the opportunities, and the mistakes by key of their rows.

    A mistake has its seat, and its cost in big bets, None where it is unknown.
    """

    chances: int = 0
    made: Mapping[Key, tuple[int, float | None]] = field(default_factory=dict)

    def worst(self) -> list[Key]:
        """Return the keys of the mistakes that cost most, at most `WORST_HANDS`."""
        return sorted(self.made, key=lambda key: (-(self.made[key][1] or 0.0), key))[:WORST_HANDS]


@dataclass(frozen=True, slots=True)
class Counting:
    """The counts of all checks by player, the player with the most hands first, and the rows behind them.

    `marked` has the rows of each row set, which lie in the temporary table `checked_NAME`.
    """

    con: duckdb.DuckDBPyConnection
    hand_filter: Filter
    marked: Mapping[str, MarkedRows]
    by_player: Mapping[str, Counts]

    def mistakes(self, checks: Sequence[MistakeCheck]) -> dict[str, dict[str, Mistakes]]:
        """Return the opportunities and the mistakes of grade A checks by id and player."""
        found: dict[str, dict[str, Mistakes]] = {}
        for table in dict.fromkeys(check.rows for check in checks):
            found |= self._mistakes_of_table(table, [check for check in checks if check.rows == table])
        return found

    def _mistakes_of_table(
        self, table: str, checks: Sequence[MistakeCheck]
    ) -> dict[str, dict[str, Mistakes]]:
        sure, candidates = self._keys(table, checks)
        keys = {key for own in candidates.values() for key, *_ in own}
        rows = fetch_rows(self.con, table, keys, only=CARD_COLUMNS[table])
        add_cards(self.con, table, rows)
        counted: dict[str, list[_Found]] = {}
        for check in checks:
            confirmed = (each for each in candidates[check.leak.id] if check.is_confirmed(rows[each[0]]))
            counted[check.leak.id] = sorted((*sure[check.leak.id], *confirmed))
        made = {key for own in counted.values() for key, _, is_made in own if is_made}
        costs = fetch_rows(self.con, table, made, only=COST_COLUMNS[table])
        add_winnable_pots(self.con, costs)
        found: dict[str, dict[str, Mistakes]] = {}
        for check in checks:
            own = counted[check.leak.id]
            chances = Counter(player for _, player, _ in own)
            if check.confirm is None:
                name = f"{check.leak.name}__chances"
                chances = Counter({player: counts[name] for player, counts in self.by_player.items()})
            mistakes: dict[str, dict[Key, tuple[int, float | None]]] = {}
            for key, player, is_made in own:
                if is_made:
                    mistakes.setdefault(player, {})[key] = costs[key]["seat"], check.cost(costs[key])
            found[check.leak.id] = {
                player: Mistakes(number, mistakes.get(player, {})) for player, number in chances.items()
            }
        return found

    def errors_of(
        self, checks: Sequence[MistakeCheck], mistakes: Mapping[str, Mapping[str, Mistakes]]
    ) -> dict[tuple[str, Key], float]:
        """Return the errors of the costs of mistakes against the solved game, by row set and key."""
        found: dict[tuple[str, Key], float] = {}
        for table in dict.fromkeys(check.rows for check in checks):
            own = [mistakes[check.leak.id] for check in checks if check.rows == table]
            keys = {key for of_check in own for each in of_check.values() for key in each.made}
            rows = fetch_rows(self.con, table, keys, only=("hand_key", "n", "solver_error"))
            found |= {(table, key): row["solver_error"] for key, row in rows.items()}
        return found

    def unpriced(self, check: MistakeCheck) -> dict[str, int]:
        """Return by player the cases that a check excludes in hands that are not priced yet."""
        marked = self.marked[check.rows]
        query = (
            f"SELECT player, count(*) AS number FROM {_table_of(check.rows)} "
            f"WHERE {marked.condition(check.scope)} AND NOT ({marked.condition(check.limits)}) "
            f"AND hand_key NOT IN (SELECT hand_key FROM {PRICED_HANDS.name}) GROUP BY player"
        )
        return {row["player"]: row["number"] for row in fetch(self.con, self.hand_filter, query, ())}

    def compare_within(self, check: FrequencyCheck) -> dict[str, dict[str, int]]:
        """Return by player `chances` and `made`, and `others` and `others_made` of the rows to compare, weighted as `check.within`.

        Opportunities without a row to compare that has the same values are not counted. The weighted rows count as fewer equal
        ones, the square of the sum of their weights divided by the sum of the squares. Source: Kish 1965, Survey Sampling.
        """
        marked = self.marked[check.rows]
        chances, others = marked.condition(check.chances), marked.condition(check.compared)
        made = marked.condition((*check.chances, *check.made))
        others_made = marked.condition((*check.compared, *check.made))
        query = f"""
            SELECT player, CAST(sum(chances) AS BIGINT) AS chances, CAST(sum(made) AS BIGINT) AS made,
                   pow(sum(chances), 2) / sum(pow(chances, 2) / others) AS others,
                   sum(chances * others_made / others) / sum(chances) AS share
            FROM (
                SELECT player, count(*) FILTER (WHERE {chances}) AS chances, count(*) FILTER (WHERE {made}) AS made,
                       count(*) FILTER (WHERE {others}) AS others, count(*) FILTER (WHERE {others_made}) AS others_made
                FROM {_table_of(check.rows)} GROUP BY player, group_number, {", ".join(check.within)}
            ) WHERE chances > 0 AND others > 0 GROUP BY player
        """
        found = {}
        for row in fetch(self.con, self.hand_filter, query, ()):
            number = int(row["others"] + 1e-9)  # a sum of floats has rounding errors
            counts = {name: row[name] for name in ("chances", "made")}
            found[row["player"]] = counts | {"others": number, "others_made": round(row["share"] * number)}
        return found

    def describe(
        self, checks: Sequence[MistakeCheck], mistakes: Mapping[str, Mapping[str, Mistakes]]
    ) -> dict[tuple[str, str], tuple[Instance, ...]]:
        """Return by player and id of a check the mistakes that cost most, each with its hand and a line about it."""
        found: dict[tuple[str, str], tuple[Instance, ...]] = {}
        for table in dict.fromkeys(check.rows for check in checks):
            own = [check for check in checks if check.rows == table]
            worst = [
                (check, player, key)
                for check in own
                for player, each in mistakes[check.leak.id].items()
                for key in each.worst()
            ]
            rows = fetch_rows(self.con, table, (key for *_, key in worst))
            add_cards(self.con, table, rows)
            for check, player, key in worst:
                row = rows[key]
                cost = mistakes[check.leak.id][player].made[key][1]
                instance = Instance(row["site"], row["hand_id"], player, check.note(row), cost, row.get("n"))
                found[player, check.leak.id] = (*found.get((player, check.leak.id), ()), instance)
        return found

    def _keys(
        self, table: str, checks: Sequence[MistakeCheck]
    ) -> tuple[dict[str, list[_Found]], dict[str, list[_Found]]]:
        """Return by id of a check the rows that are surely opportunities, only the mistakes if all are, and those to confirm."""
        marked = self.marked[table]
        queries: dict[str, list[str]] = {}
        for nth, check in enumerate(checks):
            made, chances = marked.condition(check.made), marked.condition(check.chances)
            sure = "true" if check.confirm is None else marked.condition((check.sure,))
            wanted = f"{chances} AND {made}" if check.confirm is None else chances
            queries.setdefault(check.possible, []).append(
                f"SELECT {nth} AS nth, player, hand_key, seat, event, ({made}) AS made, ({sure}) AS sure "
                f"FROM {_table_of(table)} WHERE {wanted}"
            )
        union = " UNION ALL ".join(
            f"SELECT * EXCLUDE (seat) FROM ({' UNION ALL '.join(own)}) AS found WHERE sure OR {possible}"
            for possible, own in queries.items()
        )
        found: tuple[dict[str, list[_Found]], dict[str, list[_Found]]] = (
            {check.leak.id: [] for check in checks},
            {check.leak.id: [] for check in checks},
        )
        for row in fetch(self.con, self.hand_filter, union, ()):
            key = row["hand_key"], row["event"]
            found[0 if row["sure"] else 1][checks[row["nth"]].leak.id].append(
                (key, row["player"], row["made"])
            )
        return found

    def worst_hands(self, checks: Sequence[FrequencyCheck]) -> dict[tuple[str, str], tuple[Instance, ...]]:
        """Return by player and id of a check the worst hands, from one query for each row set and one for their rows."""
        found: dict[tuple[str, str], tuple[Instance, ...]] = {}
        for table in dict.fromkeys(check.rows for check in checks):
            found |= self._worst_of_table(table, [check for check in checks if check.rows == table])
        return found

    def _worst_of_table(
        self, table: str, checks: Sequence[FrequencyCheck]
    ) -> dict[tuple[str, str], tuple[Instance, ...]]:
        marked = self.marked[table]
        bad = " UNION ALL ".join(
            f"SELECT player, {nth} AS nth, hand_key, event, CAST({check.worst} AS DOUBLE) AS score "
            f"FROM {_table_of(table)} WHERE {marked.condition(check.counted_against)}"
            for nth, check in enumerate(checks)
        )
        query = f"""
            SELECT player, nth, hand_key, event,
                   row_number() OVER (PARTITION BY player, nth ORDER BY score DESC NULLS LAST, hand_key, event) AS place
            FROM ({bad}) QUALIFY place <= {WORST_HANDS} ORDER BY player, nth, place
        """
        picked = [
            (row["player"], row["nth"], (row["hand_key"], row["event"]))
            for row in fetch(self.con, self.hand_filter, query, ())
        ]
        # Not every missed row is a mistake, only those beyond the baseline.
        costs = ["NULL" if check.missed or check.cost is None else check.cost for check in checks]
        details = fetch_rows(self.con, table, (key for _, _, key in picked), costs)
        found: dict[tuple[str, str], tuple[Instance, ...]] = {}
        for player, nth, key in picked:
            row, check = details[key], checks[nth]
            cost = None if row[f"x_{nth}"] is None else max(0.0, row[f"x_{nth}"])
            instance = Instance(row["site"], row["hand_id"], player, check.note(row), cost, row.get("n"))
            found[player, check.leak.id] = (*found.get((player, check.leak.id), ()), instance)
        return found


@contextmanager
def counted(
    con: duckdb.DuckDBPyConnection, hand_filter: Filter, checks: Iterable[Check]
) -> Iterator[Counting]:
    """Count all checks, and keep their rows until the end of a `with` block.

    Raises:
        FilterError: the filter's own SQL cannot be used.
    """
    checks = tuple(checks)
    wanted: dict[str, dict[str, Aggregate]] = {SEATS.name: dict(_OF_SEATS)}
    for check in checks:
        own = wanted.setdefault(check.rows, {})
        own |= {f"{check.leak.name}__{name}": each for name, each in check.aggregates().items()}
    conjunctions = {table: _conjunctions(table, own, checks) for table, own in wanted.items()}
    texts = {each.amount for own in wanted.values() for each in own.values() if each.amount is not None}
    texts |= {check.worst for check in checks if isinstance(check, FrequencyCheck)}
    columns_of({*texts, *(text for every in conjunctions.values() for where in every for text in where)})
    amounts = {table: _amounts(table, own, checks) for table, own in wanted.items()}
    read = {column for columns in amounts.values() for column in columns}
    for table, every in conjunctions.items():
        read |= columns_read([Aggregate("", where) for where in every], JUNK_DIMENSIONS[table])
    nothing = {name: 0 for own in wanted.values() for name in own}
    found: dict[str, dict[str, Any]] = {}
    marked: dict[str, MarkedRows] = {}
    try:
        with select_seats(con, hand_filter, columns=read) as selection:
            for table, every in conjunctions.items():
                rows, parameters = selection.rows(table)
                if table == SEATS.name and RECENT in read:
                    rows = add_recent(rows)
                event = event_column(table)
                keys = dict.fromkeys(("group_number", "player", "hand_key", "seat", event, *amounts[table]))
                marked[table] = mark_rows(rows, list(keys), every, JUNK_DIMENSIONS[table])
                query = f"SELECT *, {event} AS event FROM ({marked[table].query})"
                with user_condition(hand_filter):
                    con.execute(f"CREATE OR REPLACE TEMP TABLE {_table_of(table)} AS {query}", parameters)
            groups = selection.groups
        for table, aggregates in wanted.items():
            for group, values in _values(con, table, marked[table], aggregates):
                (player, *_), _ = groups[group]
                sums = found.setdefault(player, dict(nothing))
                for name, value in values.items():  # each currency has a group
                    sums[name] += value
        by_player = dict(sorted(found.items(), key=lambda item: (-item[1][HANDS], item[0])))
        yield Counting(con, hand_filter, marked, by_player)
    finally:
        with suppress(duckdb.TransactionException):  # a failed transaction removes the tables itself
            for table in conjunctions:
                con.execute(f"DROP TABLE IF EXISTS temp.{_table_of(table)}")


def _table_of(rows: str) -> str:
    """Return the name of the temporary table with the rows of a row set."""
    return f"checked_{rows}"


def _conjunctions(
    table: str, aggregates: Mapping[str, Aggregate], checks: Iterable[Check]
) -> list[Conjunction]:
    """Return all conjunctions over a row set that a counting needs."""
    found = [each.where for each in aggregates.values()]
    for check in checks:
        if check.rows == table and isinstance(check, FrequencyCheck):
            found.append(check.counted_against)
        elif check.rows == table and isinstance(check, MistakeCheck):
            found += [check.scope, check.limits, check.made, (check.sure,)]
    return list(dict.fromkeys(found))


def _amounts(table: str, aggregates: Mapping[str, Aggregate], checks: Iterable[Check]) -> list[str]:
    """Return the columns over a row set that amounts, the order of the worst hands and weights read."""
    texts = [each.amount for each in aggregates.values() if each.amount is not None]
    rates = [check for check in checks if check.rows == table and isinstance(check, FrequencyCheck)]
    texts += [check.worst for check in rates]
    parsed = columns_of(texts)
    found = {column for text in texts for column in parsed[text]}
    return sorted(found.union(*(check.within for check in rates)))


def _values(
    con: duckdb.DuckDBPyConnection, table: str, marked: MarkedRows, aggregates: Mapping[str, Aggregate]
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the values of aggregates by name, for each group; what is not there is 0."""
    counts = {name: each.where for name, each in aggregates.items() if each.amount is None}
    names, found = list(counts), _table_of(table)
    for group, of_group in con.execute(
        marked.counting_query(found, ["group_number"], list(counts.values()))
    ).fetchall():
        yield group, {names[nth]: n for nth, n in of_group.items()}
    # The amounts of few rows are needed: a query for each is faster than one that computes all amounts of every row.
    sums = list(dict.fromkeys((each.where, each.amount) for each in aggregates.values() if each.amount))
    if not sums:
        return
    queries = (
        f"SELECT group_number, {nth} AS nth, CAST(sum({amount}) AS DOUBLE) AS sum, count({amount}) AS known "
        f"FROM {found} WHERE {marked.condition(where)} GROUP BY group_number"
        for nth, (where, amount) in enumerate(sums)
    )
    of_sum: dict[int, list[tuple[str, str]]] = {nth: [] for nth in range(len(sums))}
    for name, each in aggregates.items():
        if each.amount is not None:
            of_sum[sums.index((each.where, each.amount))].append((name, each.how))
    for group, nth, total, known in con.execute(" UNION ALL ".join(queries)).fetchall():
        yield group, {name: known if how == "known" else total or 0 for name, how in of_sum[nth]}
