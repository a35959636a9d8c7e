"""The chosen seats, numbered and kept in temporary tables while statistics are counted over them.

Texts make bad keys where millions of rows are counted, so every group gets a number: `chosen_parts` has a row for each
person, part of a split and denomination, `chosen_seats` one for each chosen seat, with the number of its part and whatever
other rows need of it; `chosen_course` is a frame of the seats in the order of play. Nothing here counts.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

import duckdb
import polars as pl

from badugi_hh.facts.columns import DECISIONS, DRAWS, GAMES, PLAY_CHIPS, SEATS
from badugi_hh.facts.junk_dimensions import JunkDimension
from badugi_hh.facts.views import ENTRIES as ENTRIES_VIEW
from badugi_hh.stats.definitions.row_sets import COURSE, ENTRIES, HAND_COLUMNS, OWN, SITTINGS
from badugi_hh.stats.selection.dimensions import Dimension
from badugi_hh.stats.selection.filters import Filter, Parameter
from badugi_hh.stats.selection.hand_sequence import IN_ORDER, course_of_play
from badugi_hh.stats.selection.persons import PERSON, without_aliases
from badugi_hh.stats.selection.rows import asked, beside_rows, passed_over, seats_query
from badugi_hh.store.append import ArrowStream

_PARTS, _SEATS, _COURSE = "chosen_parts", "chosen_seats", "chosen_course"
_ALWAYS = ("played_at", "net", "big_bet")
_GAME = " ".join(
    (
        "CASE denomination",
        *(f"WHEN '{denomination}' THEN '{game}'" for denomination, game in GAMES.items()),
        "ELSE 'cash' END",
    )
)
_BIG_BETS = "net * 1.0 / nullif(big_bet, 0)"

JUNK_DIMENSIONS: dict[str, tuple[JunkDimension, ...]] = {
    SEATS.name: SEATS.junk_dimensions,
    DECISIONS.name: DECISIONS.junk_dimensions + SEATS.junk_dimensions,
    DRAWS.name: DRAWS.junk_dimensions + SEATS.junk_dimensions,
    COURSE: (),
    SITTINGS: (),
    ENTRIES: (),
}
"""The junk dimensions whose keys the rows of each row set have."""

Key = tuple[str, ...]
"""A group: the player, then the value of each dimension."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The chosen seats of one question; `cells` are the group and the denomination of each number `cell`."""

    chosen: Filter
    by: tuple[Dimension, ...]
    together: bool
    columns: tuple[str, ...]
    cells: dict[int, tuple[Key, str]]
    only_heroes: bool

    def keys(self, table: str) -> tuple[str, ...]:
        """Return the columns that tell groups and denominations of the rows of a row set apart; `group` reads them."""
        if table == ENTRIES:
            return ("cell", "denomination")  # that of the buy-in
        return ("cell", *(f"by_{dimension.name}" for dimension in self.by if dimension.within))

    def group(self, row: Mapping[str, Any]) -> tuple[Key, str]:
        """Return the group and the denomination of a row that has `keys`."""
        (player, *of_hands), denomination = self.cells[row["cell"]]
        told = iter(of_hands)
        parts = (next(told) if dimension.sql else row[f"by_{dimension.name}"] for dimension in self.by)
        return (player, *parts), row.get("denomination", denomination)

    def players(self, con: duckdb.DuckDBPyConnection, least: int) -> set[str]:
        """Return the players with at least so many chosen hands, whatever they are split by."""
        who = "''" if self.together else "player"
        query = f"""
            SELECT {who} AS player FROM (SELECT DISTINCT player, hand_key, seat FROM {_SEATS} JOIN {_PARTS} USING (part))
            GROUP BY 1 HAVING count(*) >= ?
        """
        return {player for (player,) in con.execute(query, [least]).fetchall()}

    def rows(self, table: str) -> tuple[str, list[Parameter]]:
        """Return a query for the rows of a row set, with the columns of `keys` and the keys of its junk dimensions."""
        match table:
            case "seats":
                return self._seats(), []
            case "course":
                return f"SELECT * FROM {_COURSE}", []
            case "sittings":
                return _SITTINGS, []
            case "entries":
                return _ENTRIES, []
        rows, parameters = beside_rows(table, self._seats(OWN[table]), self.chosen, self.by)
        return (f"{rows} AND {table}.hero" if self.only_heroes else rows), parameters  # fewer rows to join

    def _seats(self, without: Iterable[str] = ()) -> str:
        names = ("hand_key", "seat", *(name for name in self.columns if name not in without))
        own = ", ".join(f"{_SEATS}.{name}" for name in names)
        return f"SELECT {own}, {_PARTS}.cell, {_PARTS}.player FROM {_SEATS} JOIN {_PARTS} USING (part)"


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
    joined = con.execute("SELECT count(*) FROM aliases").fetchall() != [(0,)]
    plain = str if joined else without_aliases
    query, parameters = seats_query(chosen, by)
    seats = plain(query)
    parts = [f"by_{dimension.name}" for dimension in by if dimension.sql]
    own = ["player", *parts]
    counted = parts if together else own
    kept = {*columns, *_ALWAYS} - {"hand_key", "seat", *own}
    carried = (
        *(name for name in dict.fromkeys((*SEATS.names, *HAND_COLUMNS)) if name in kept),
        *SEATS.keys,
    )
    try:
        with asked(chosen):
            con.execute(_keep_parts(seats, own, counted), parameters)
            con.execute(_keep_seats(seats, own, carried), parameters)
            if course:
                con.register(_COURSE, ArrowStream(_course(con, chosen, by, plain, together=together)))
        numbers = con.execute(
            f"SELECT DISTINCT cell, {', '.join([*counted, 'denomination'])} FROM {_PARTS}"
        ).fetchall()
        cells = {
            cell: ((("", *group) if together else tuple(group)), denomination)
            for cell, *group, denomination in numbers
        }
        (others,) = con.execute(
            f"SELECT EXISTS (FROM {_SEATS} JOIN {SEATS.junk_dimensions[0].name} USING ({SEATS.keys[0]}) "
            f"WHERE NOT {SEATS.junk_dimensions[0].name}.hero)"
        ).fetchall()
        yield Choice(chosen, tuple(by), together, carried, cells, only_heroes=others == (False,))
    finally:
        with suppress(duckdb.TransactionException):  # one that failed takes everything with it
            if course:
                con.unregister(_COURSE)
            for table in (_SEATS, _PARTS):
                con.execute(f"DROP TABLE IF EXISTS temp.{table}")


def _keep_parts(seats: str, own: Sequence[str], counted: Sequence[str]) -> str:
    """Return what makes the table of parts: `own` tell those of each player, `counted` those that are counted alike."""
    return f"""
        CREATE OR REPLACE TEMP TABLE {_PARTS} AS
        SELECT CAST(row_number() OVER () AS INTEGER) AS part, {_number(*counted, "denomination")} AS cell,
               {_number(*counted, "game")} AS track, {_number(*own)} AS own, {_number("player")} AS person, *
        FROM (SELECT *, {_GAME} AS game FROM (SELECT DISTINCT {", ".join([*own, "denomination"])} FROM ({seats})))
    """


def _keep_seats(seats: str, own: Sequence[str], carried: Sequence[str]) -> str:
    """Return what makes the table of chosen seats, each with its part and the columns `carried`."""
    same = " AND ".join(f"chosen.{name} = parts.{name}" for name in (*own, "denomination"))
    return f"""
        CREATE OR REPLACE TEMP TABLE {_SEATS} AS
        SELECT {", ".join(f"chosen.{name}" for name in ("hand_key", "seat", *carried))}, part
        FROM ({seats}) AS chosen JOIN {_PARTS} AS parts ON {same}
    """


def _number(*columns: str) -> str:
    """Return SQL that gives rows of the same values the same number; all rows have the same where there are no columns."""
    return f"CAST(dense_rank() OVER (ORDER BY {', '.join(columns)}) AS INTEGER)" if columns else "1"


def _course(
    con: duckdb.DuckDBPyConnection,
    chosen: Filter,
    by: Sequence[Dimension],
    plain: Callable[[str], str],
    *,
    together: bool,
) -> pl.DataFrame:
    """Return the chosen seats in the order of play with their running figures.

    Pauses are told by all hands of a person, so that those which were not chosen are there at first.
    """
    others, parameters = passed_over(chosen, by, _SEATS)
    query = f"""
        SELECT person, played_at, hand_key, seat, cell, own, track, {_BIG_BETS} AS big_bets
        FROM {_SEATS} JOIN {_PARTS} USING (part)
        UNION ALL BY NAME
        SELECT person, played_at, hand_key, seat
        FROM ({plain(others)}) JOIN (SELECT DISTINCT player, person FROM {_PARTS}) USING (player)
        ORDER BY {", ".join(f"{column} NULLS LAST" for column in IN_ORDER)}
    """
    with asked(chosen):
        rows = pl.DataFrame(con.sql(query, params=parameters))
    return course_of_play(rows, chosen.session_gap, several=together)


# The sessions of each player, each part of a split and each game by itself.
_SITTINGS = f"""
    SELECT min(cell) AS cell, session, count(big_bets) AS hands, coalesce(sum(big_bets), 0) AS won
    FROM {_COURSE} WHERE session IS NOT NULL GROUP BY own, session, track
"""

# The tournaments that a person entered, under whichever name: all that their hands say, whichever of their hands were
# chosen. One is in every part of a split in which one of its chosen hands is.
_ENTRIES = f"""
    SELECT cell, told.hands, told.pool, told.bounty, told.fee, told.place, told.bounties,
           CASE WHEN told.currency IS NULL OR prize_currency IS NULL OR prize_currency = told.currency
                THEN prize END AS prize,
           coalesce(coalesce(told.currency, prize_currency) || ' cents', '{PLAY_CHIPS}') AS denomination,
           CASE WHEN last_place = met AND (site, tournament_id, met) IN
                (SELECT (site, tournament_id, players) FROM hands WHERE level = 'I') THEN met END AS field
    FROM (
        SELECT DISTINCT {_PARTS}.cell, {_PARTS}.player, hands.site, hands.tournament_id
        FROM {_SEATS} JOIN {_PARTS} USING (part) JOIN hands ON hands.hand_key = {_SEATS}.hand_key
        WHERE hands.tournament_id IS NOT NULL
    ) AS entered
    JOIN (
        SELECT * EXCLUDE (player), {PERSON} AS player, max(place) OVER whole AS last_place, count(*) OVER whole AS met
        FROM {ENTRIES_VIEW.name} AS seats WINDOW whole AS (PARTITION BY site, tournament_id)
    ) AS told USING (site, tournament_id, player)
"""
