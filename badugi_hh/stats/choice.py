"""The chosen seats, numbered and kept in temporary tables while statistics are counted over them.

Texts make bad keys where millions of rows are counted, so every group gets a number: `chosen_parts` has a row for each
person, part of a split and purse, `chosen_seats` one for each chosen seat, with the number of its part and whatever
other rows need of it. `chosen_course` has the seats in the order of play with running figures. Nothing here counts.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import duckdb

from badugi_hh.facts.columns import DECISIONS, DRAWS, SEATS
from badugi_hh.facts.table import Facet
from badugi_hh.facts.views import ENTRIES as TOURNAMENT_ENTRIES
from badugi_hh.stats.dimensions import Dimension, session_rows
from badugi_hh.stats.filters import PERSON, Filter, Parameter
from badugi_hh.stats.kinds import TOURNAMENT_CHIPS
from badugi_hh.stats.rows import (
    COURSE,
    ENTRIES,
    HAND_COLUMNS,
    OWN,
    SITTINGS,
    asked,
    beside_rows,
    seats_query,
)

_PARTS, _SEATS, _COURSE = "chosen_parts", "chosen_seats", "chosen_course"
_ALWAYS = ("played_at", "net", "big_bet")
_BIG_BETS = "net * 1.0 / nullif(big_bet, 0)"

FACETS: dict[str, tuple[Facet, ...]] = {
    SEATS.name: SEATS.facets,
    DECISIONS.name: DECISIONS.facets + SEATS.facets,
    DRAWS.name: DRAWS.facets + SEATS.facets,
    COURSE: SEATS.facets,
    SITTINGS: (),
    ENTRIES: (),
}
"""The facets whose keys the rows of each row set have."""

Key = tuple[str, ...]
"""A group: the player, then the value of each dimension."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The chosen seats of one question; `cells` are the group and the purse of each number `cell`."""

    chosen: Filter
    by: tuple[Dimension, ...]
    together: bool
    columns: tuple[str, ...]
    cells: dict[int, tuple[Key, str]]

    def keys(self, table: str) -> tuple[str, ...]:
        """Return the columns that tell groups and purses of the rows of a row set apart; `group` reads them."""
        if table == ENTRIES:  # their purse is that of the buy-in
            return ("player", *(f"by_{dimension.name}" for dimension in self.by), "purse")
        return ("cell", *(f"by_{dimension.name}" for dimension in self.by if dimension.within))

    def group(self, row: Mapping[str, Any]) -> tuple[Key, str]:
        """Return the group and the purse of a row that has `keys`."""
        if "cell" not in row:
            return (row["player"], *(row[f"by_{dimension.name}"] for dimension in self.by)), row["purse"]
        (player, *of_hands), purse = self.cells[row["cell"]]
        told = iter(of_hands)
        parts = (next(told) if dimension.sql else row[f"by_{dimension.name}"] for dimension in self.by)
        return (player, *parts), purse

    def rows(self, table: str) -> tuple[str, list[Parameter]]:
        """Return a query for the rows of a row set, with the columns that `keys` names and the keys of its facets."""
        match table:
            case "seats":
                return self._seats(), []
            case "course":
                return f"SELECT * FROM {_COURSE}", []
            case "sittings":
                return _SITTINGS, []
            case "entries":
                return self._entries()
        return beside_rows(table, self._seats(OWN[table]), self.chosen, self.by)

    def _seats(self, without: Iterable[str] = ()) -> str:
        names = ["hand_key", "seat", *(name for name in self.columns if name not in without), "cell"]
        return f"SELECT {', '.join(names)} FROM {_SEATS} JOIN {_PARTS} USING (part)"

    def _entries(self) -> tuple[str, list[Parameter]]:
        """Return the tournaments entered: all that their hands say, whichever of their hands were chosen.

        A tournament is in every part of a split in which one of its chosen hands is.
        """
        seats, parameters = seats_query(self.chosen, self.by)
        who = "'' AS player" if self.together else "entered.player"
        parts = "".join(f", by_{dimension.name}" for dimension in self.by)
        query = f"""
            SELECT entered.* EXCLUDE (player), {who},
                   told.hands, told.pool, told.bounty, told.fee, told.place, told.bounties,
                   CASE WHEN told.currency IS NULL OR prize_currency IS NULL OR prize_currency = told.currency
                        THEN prize END AS prize,
                   coalesce(coalesce(told.currency, prize_currency) || ' cents', 'play chips') AS purse
            FROM (SELECT DISTINCT site, player, screen_name, tournament_id{parts} FROM ({seats})
                  WHERE tournament_id IS NOT NULL) AS entered
            JOIN {TOURNAMENT_ENTRIES.name} AS told
              ON told.site = entered.site AND told.tournament_id = entered.tournament_id
             AND told.player = entered.screen_name
        """
        return query, parameters


@contextmanager
def choice(
    con: duckdb.DuckDBPyConnection,
    chosen: Filter,
    by: Sequence[Dimension] = (),
    *,
    columns: Iterable[str] = (),
    course: bool = False,
    together: bool = False,
) -> Iterator[Choice]:
    """Keep the chosen seats for a `with` block.

    `columns` are those of `seats` and `hands` that will be asked for, `course` says whether the rows in the order of play
    will be. `together` counts all players as one, who has no name.

    Raises:
        FilterError: the filter keeps a part of a dimension that does not exist, or its own SQL cannot be used.
    """
    seats, parameters = seats_query(chosen, by)
    parts = [f"by_{dimension.name}" for dimension in by if dimension.sql]
    own = ["player", *parts]
    counted = parts if together else own
    kept = {*columns, *_ALWAYS} - {"hand_key", "seat", *own}
    carried = tuple(
        name for name in dict.fromkeys((*SEATS.names, *HAND_COLUMNS)) if name in kept or name in SEATS.keys
    )
    same = " AND ".join(f"chosen.{name} = parts.{name}" for name in (*own, "purse"))
    with asked(chosen):
        con.execute(
            f"""
            CREATE OR REPLACE TEMP TABLE {_PARTS} AS
            SELECT row_number() OVER () AS part, {_number(*counted, "purse")} AS cell, {_number(*counted)} AS line,
                   {_number(*own)} AS own, {_number("player")} AS person, *
            FROM (SELECT DISTINCT {", ".join([*own, "purse"])} FROM ({seats}))
            """,
            parameters,
        )
        con.execute(
            f"""
            CREATE OR REPLACE TEMP TABLE {_SEATS} AS
            SELECT {", ".join(f"chosen.{name}" for name in ("hand_key", "seat", *carried))}, part
            FROM ({seats}) AS chosen JOIN {_PARTS} AS parts ON {same}
            """,
            parameters,
        )
        if course:
            con.execute(_course(chosen))
    try:
        numbers = con.execute(
            f"SELECT DISTINCT cell, {', '.join([*counted, 'purse'])} FROM {_PARTS}"
        ).fetchall()
        cells = {
            cell: ((("", *group) if together else tuple(group)), purse) for cell, *group, purse in numbers
        }
        yield Choice(chosen, tuple(by), together, carried, cells)
    finally:
        for table in (_COURSE, _SEATS, _PARTS):
            con.execute(f"DROP TABLE IF EXISTS temp.{table}")


def _number(*columns: str) -> str:
    """Return SQL that gives rows of the same values the same number; all rows have the same where there are no columns."""
    return f"CAST(dense_rank() OVER (ORDER BY {', '.join(columns)}) AS INTEGER)" if columns else "1"


def _course(chosen: Filter) -> str:
    """Return the statement that keeps the seats in the order of play with their running figures, each part by itself."""
    persons = f"SELECT DISTINCT player, person FROM {_PARTS}"
    dated = f"""
        SELECT person AS who, hand_key, seat, played_at
        FROM (SELECT {PERSON} AS player, seats.hand_key, seats.seat, hands.played_at
              FROM seats JOIN hands ON hands.hand_key = seats.hand_key
              WHERE seats.dealt AND NOT hands.cancelled AND hands.played_at IS NOT NULL)
        JOIN ({persons}) USING (player)
    """
    order = "ORDER BY played_at NULLS LAST, hand_key, seat"
    window = f"OVER (PARTITION BY line {order} ROWS UNBOUNDED PRECEDING)"
    return f"""
        CREATE OR REPLACE TEMP TABLE {_COURSE} AS
        SELECT cell, own, chips, {", ".join(SEATS.keys)}, session, seconds, session_first, big_bets,
               CASE WHEN chips THEN greatest(0, max(tournaments) {window}) - tournaments
                    ELSE greatest(0, max(cash) {window}) - cash END AS below_peak
        FROM (
            SELECT *, coalesce(sum(CASE WHEN chips THEN big_bets END) {window}, 0) AS tournaments,
                   coalesce(sum(CASE WHEN chips THEN NULL ELSE big_bets END) {window}, 0) AS cash,
                   session IS NOT NULL AND session IS DISTINCT FROM lag(session) OVER (PARTITION BY own {order})
                       AS session_first
            FROM (
                SELECT seats.*, {_BIG_BETS} AS big_bets, cell, line, own, purse = '{TOURNAMENT_CHIPS}' AS chips,
                       session, seconds
                FROM {_SEATS} AS seats JOIN {_PARTS} USING (part)
                LEFT JOIN ({session_rows(dated, chosen.session_gap)}) AS sessions USING (hand_key, seat)
            )
        )
    """


# The sessions of each player, each part of a split and each game by itself.
_SITTINGS = f"""
    SELECT min(cell) AS cell, session, count(big_bets) AS hands, coalesce(sum(big_bets), 0) AS won
    FROM {_COURSE} WHERE session IS NOT NULL GROUP BY own, session, chips
"""
