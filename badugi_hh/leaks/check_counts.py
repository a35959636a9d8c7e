"""Counts for all checks: one query for each row set counts the checks of all selected players.

The counting is that of the statistics, `stats.engine.counting`. Only the rows that a finding shows, and those that a
grade A check has to confirm, are read one by one. Nothing here judges.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import duckdb

from badugi_hh.facts.columns import SEATS
from badugi_hh.leaks.frequency_check import FrequencyCheck, all_of
from badugi_hh.leaks.leak import WORST_HANDS, Instance
from badugi_hh.leaks.mistake_check import MistakeCheck
from badugi_hh.leaks.row_details import (
    CARD_COLUMNS,
    COST_COLUMNS,
    Key,
    add_cards,
    add_winnable_pots,
    event_column,
    fetch_rows,
)
from badugi_hh.stats.definitions.kinds import Aggregate
from badugi_hh.stats.engine.counting import (
    columns_read,
    counting_query,
    parse_expressions,
    query_with_conditions,
    values_of,
)
from badugi_hh.stats.engine.predicates import columns_of
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.stats.selection.rows import fetch
from badugi_hh.stats.selection.selected_seats import JUNK_DIMENSIONS, Selection, select_seats

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
    """The counts of all checks by player, the player with the most hands first, and the rows behind them."""

    con: duckdb.DuckDBPyConnection
    selection: Selection
    by_player: Mapping[str, Counts]

    def mistakes(self, check: MistakeCheck) -> dict[str, Mistakes]:
        """Return the opportunities and the mistakes of a grade A check by player."""
        sure, candidates = self._keys(check)
        rows = fetch_rows(
            self.con, check.rows, [key for key, *_ in candidates], only=CARD_COLUMNS[check.rows]
        )
        add_cards(self.con, check.rows, rows)
        confirmed = [one for one in candidates if check.confirm is not None and check.confirm(rows[one[0]])]
        chances: dict[str, int] = {}
        if check.confirm is None:
            name = f"{check.leak.name}__chances"
            chances = {player: counts[name] for player, counts in self.by_player.items()}
        else:
            for _, player, _ in (*sure, *confirmed):
                chances[player] = chances.get(player, 0) + 1
        made = [(key, player) for key, player, is_made in sorted((*sure, *confirmed)) if is_made]
        costs = fetch_rows(self.con, check.rows, (key for key, _ in made), only=COST_COLUMNS[check.rows])
        add_winnable_pots(self.con, costs)
        mistakes: dict[str, dict[Key, tuple[int, float | None]]] = {}
        for key, player in made:
            mistakes.setdefault(player, {})[key] = costs[key]["seat"], check.cost(costs[key])
        return {player: Mistakes(number, mistakes.get(player, {})) for player, number in chances.items()}

    def unpriced(self, check: MistakeCheck) -> dict[str, int]:
        """Return by player the cases that a check excludes in hands that are not priced yet."""
        rows, parameters = self.selection.rows(check.rows)
        query = (
            f"SELECT player, count(*) AS number FROM ({rows}) AS found WHERE {all_of(check.scope)} "
            f"AND NOT coalesce({all_of(check.limits)}, false) "
            "AND hand_key NOT IN (SELECT hand_key FROM priced_hands) GROUP BY player"
        )
        found = fetch(self.con, self.selection.hand_filter, query, parameters)
        return {row["player"]: row["number"] for row in found}

    def describe(self, check: MistakeCheck, mistakes: Mapping[str, Mistakes]) -> dict[str, list[Instance]]:
        """Return by player the mistakes of a check that cost most, each with its hand and a line about it."""
        worst = {player: found.worst() for player, found in mistakes.items()}
        rows = fetch_rows(self.con, check.rows, (key for keys in worst.values() for key in keys))
        add_cards(self.con, check.rows, rows)
        return {
            player: [
                Instance(
                    rows[key]["site"],
                    rows[key]["hand_id"],
                    player,
                    check.note(rows[key]),
                    mistakes[player].made[key][1],
                    rows[key].get("n"),
                )
                for key in keys
            ]
            for player, keys in worst.items()
        }

    def _keys(self, check: MistakeCheck) -> tuple[list[_Found], list[_Found]]:
        """Return the rows that are surely opportunities, only the mistakes if all are, and those to be confirmed."""
        rows, parameters = self.selection.rows(check.rows)
        chances, made = all_of(check.chances), all_of(check.made)
        sure = "true" if check.confirm is None else f"({check.sure})"
        wanted = made if check.confirm is None else f"({check.sure} OR {check.possible})"
        query = (
            f"SELECT player, hand_key, {event_column(check.rows)} AS event, coalesce({made}, false) AS made, "
            f"{sure} AS sure FROM ({rows}) AS found WHERE {chances} AND {wanted}"
        )
        found: tuple[list[_Found], list[_Found]] = ([], [])
        for row in fetch(self.con, self.selection.hand_filter, query, parameters):
            key = row["hand_key"], row["event"]
            found[0 if row["sure"] else 1].append((key, row["player"], row["made"]))
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
        rows, parameters = self.selection.rows(table)
        event = event_column(table)
        against = [check.counted_against for check in checks]
        parsed = columns_of(check.worst for check in checks)
        sorted_by = {column for check in checks for column in parsed[check.worst]}
        keys = list(dict.fromkeys(("player", "hand_key", event, *sorted(sorted_by))))
        rows, conditions = query_with_conditions(rows, keys, against, JUNK_DIMENSIONS[table])
        bad = " UNION ALL ".join(
            f"SELECT player, {nth} AS nth, hand_key, {event} AS event, CAST({check.worst} AS DOUBLE) AS score "
            f"FROM candidates WHERE {condition}"
            for nth, (check, condition) in enumerate(zip(checks, conditions, strict=True))
        )
        query = f"""
            WITH candidates AS MATERIALIZED ({rows}), bad AS ({bad})
            SELECT player, nth, hand_key, event,
                   row_number() OVER (PARTITION BY player, nth ORDER BY score DESC NULLS LAST, hand_key, event) AS place
            FROM bad QUALIFY place <= {WORST_HANDS} ORDER BY player, nth, place
        """
        picked = [
            (row["player"], row["nth"], (row["hand_key"], row["event"]))
            for row in fetch(self.con, self.selection.hand_filter, query, parameters)
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
    """Count all checks, and keep the selected seats until the end of a `with` block.

    Raises:
        FilterError: the filter's own SQL cannot be used.
    """
    checks = tuple(checks)
    wanted: dict[str, dict[str, Aggregate]] = {SEATS.name: dict(_OF_SEATS)}
    for check in checks:
        own = wanted.setdefault(check.rows, {})
        own |= {f"{check.leak.name}__{name}": each for name, each in check.aggregates().items()}
    every = [each for own in wanted.values() for each in own.values()]
    parse_expressions(every)
    read = {
        column
        for table, own in wanted.items()
        for column in columns_read(own.values(), JUNK_DIMENSIONS[table])
    }
    # The rows behind the counts are found by the same predicates, which then read these columns themselves.
    texts = {predicate for each in every for predicate in each.where}
    rates = [check for check in checks if isinstance(check, FrequencyCheck)]
    texts |= {text for check in rates for text in (check.worst, *check.missed)}
    parsed = columns_of(texts)
    read |= {column for text in texts for column in parsed[text]}
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
        yield Counting(
            con, selection, dict(sorted(found.items(), key=lambda item: (-item[1][HANDS], item[0])))
        )
