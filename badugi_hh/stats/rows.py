"""The rows that statistics run over, and the dimensions they can be split by: each declared once.

A row set is the rows of one table for the seats that a filter chose, with some columns of their hand beside
them, so that a predicate names columns only and never a table. Three more are derived: `course`, the seats in the
order of play with running figures, `sittings`, one row for each session of a player, and `entries`, one for each
tournament that he entered. The `player`
of a row is the person behind the screen name, where it was joined to one. Nothing here counts.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import duckdb

from badugi_hh.facts.columns import DECISIONS, DRAWS, SEATS, Column
from badugi_hh.facts.views import ENTRIES as TOURNAMENT_ENTRIES
from badugi_hh.stats.dimensions import Dimension, narrowed, sessions
from badugi_hh.stats.filters import PERSON, Filter, FilterError, Parameter
from badugi_hh.stats.kinds import TOURNAMENT_CHIPS

COURSE = "course"
SITTINGS = "sittings"
ENTRIES = "entries"
ROW_SETS = (SEATS.name, DECISIONS.name, DRAWS.name, COURSE, SITTINGS, ENTRIES)

HAND_COLUMNS = (
    "site",
    "hand_id",
    "played_at",
    "game",
    "betting",
    "small_bet",
    "big_bet",
    "tournament_id",
    "currency",
    "unit",
    "players",
    "total_pot",
    "rake",
)
"""Columns of `hands` that every row set carries, where the table itself has none of that name."""
# What amounts can be added up with: one currency, or one sort of chips.
_PURSE = (
    f"CASE WHEN hands.unit = 'chip' THEN CASE hands.game WHEN 'tournament' THEN '{TOURNAMENT_CHIPS}' "
    "ELSE 'play chips' END ELSE coalesce(hands.currency || ' ', '') || 'cents' END"
)

SEAT_COLUMNS = ("won", "net", "reach", "result", "showdown", "shown", "snowed")
"""Columns of `seats` that decisions and draws carry beside their own."""

COURSE_COLUMNS = (
    Column("big_bets", "DOUBLE", "net in big bets of the hand; NULL where the hand has none"),
    Column(
        "below_peak",
        "DOUBLE",
        "big bets by which the running result of the hand's game, cash or tournament, lies below its highest point",
    ),
    Column("session_first", "BOOLEAN", "first hand of its session among those counted"),
    Column(
        "seconds",
        "BIGINT",
        "time since the player's hand before; NULL for the first of a session and undated hands",
    ),
)
"""What `course` has beside the columns of `seats`."""

SITTING_COLUMNS = (
    Column("session", "TIMESTAMP", "start of the session, UTC; hands without a date are in none"),
    Column("hands", "BIGINT", "chosen hands with a big bet"),
    Column("won", "DOUBLE", "their big bets won"),
)
"""The columns of `sittings`."""

_TOLD = {column.name: column for column in TOURNAMENT_ENTRIES.columns}
ENTRY_COLUMNS = (
    _TOLD["site"],
    Column("player", "VARCHAR", "person, or screen name that is joined to nobody"),
    Column("screen_name", "VARCHAR", "the name under which he entered"),
    *(_TOLD[name] for name in ("tournament_id", "hands", "pool", "bounty", "fee", "place")),
    Column(
        "prize", "BIGINT", "what came with the place; NULL as place, and in another currency than the buy-in"
    ),
    _TOLD["bounties"],
)
"""The columns of `entries`."""

_BIG_BETS = "net * 1.0 / nullif(big_bet, 0)"


def row_set(
    table: str, chosen: Filter, by: Sequence[Dimension] = (), *, together: bool = False
) -> tuple[str, list[Parameter]]:
    """Return a query for the rows of `table` of the chosen seats, and its parameters.

    Beside the table's columns a row has `HAND_COLUMNS`, `SEAT_COLUMNS`, `screen_name`, `purse`, and `by_<name>` for
    each dimension; `sittings` and `entries` have their own columns, `player`, `purse` and the dimensions. `together` lets the course run over all
    chosen players as one.

    Raises:
        FilterError: the filter keeps a part of a dimension that does not exist or that these rows do not have.
    """
    only = narrowed(chosen)
    for dimension, _ in only:
        if not dimension.splits(table):
            raise FilterError(
                f"{table} have no {dimension.name}, which belongs to {' and '.join(dimension.within)}"
            )
    seats, parameters = _seats(table, chosen, by, only)
    match table:
        case "course":
            return _course(seats, by, together=together), parameters
        case "sittings":
            return _sittings(seats, by), parameters
        case "entries":
            return _entries(seats, by), parameters
        case SEATS.name:
            return seats, parameters
    within = "".join(
        f", {dimension.within[table]} AS by_{dimension.name}" for dimension in by if dimension.within
    )
    rows = [(dimension.within[table], part) for dimension, part in only if dimension.within]
    return (
        f"SELECT {table}.* EXCLUDE (player), chosen.* EXCLUDE (hand_key, seat){within} "
        f"FROM {table} JOIN ({seats}) AS chosen USING (hand_key, seat)"
        f" WHERE {' AND '.join(['true', *(f'{sql} = ?' for sql, _ in rows)])}"
    ), [*parameters, *(part for _, part in rows)]


def columns_of(table: str) -> tuple[Column, ...]:
    """Return the columns that the rows of a row set have of their own."""
    own = {
        COURSE: SEATS.columns + COURSE_COLUMNS,
        SITTINGS: SITTING_COLUMNS,
        ENTRIES: ENTRY_COLUMNS,
        SEATS.name: SEATS.columns,
        DECISIONS.name: DECISIONS.columns,
        DRAWS.name: DRAWS.columns,
    }
    return own[table]


def _seats(
    table: str, chosen: Filter, by: Sequence[Dimension], only: Sequence[tuple[Dimension, str]]
) -> tuple[str, list[Parameter]]:
    """Return a query for the chosen seats, with what rows of `table` need beside their own columns."""
    predicate, parameters = chosen.sql()
    own = ["seats.* EXCLUDE (player)"]
    if table in {DECISIONS.name, DRAWS.name}:
        own = ["seats.hand_key", "seats.seat", *(f"seats.{column}" for column in SEAT_COLUMNS)]
    own += [f"{PERSON} AS player", "seats.player AS screen_name"]
    names = {
        column.name for column in columns_of(table if table in {DECISIONS.name, DRAWS.name} else SEATS.name)
    }
    beside = [f"hands.{column}" for column in HAND_COLUMNS if column not in names]
    beside += [f"{_PURSE} AS purse"]
    beside += [f"{dimension.sql} AS by_{dimension.name}" for dimension in by if dimension.sql]
    kept = [(dimension.sql, part) for dimension, part in only if dimension.sql]
    joined = (*by, *(dimension for dimension, _ in only))
    joins = {dimension.join(chosen) for dimension in joined if dimension.join}
    if table in {COURSE, SITTINGS}:
        joins.add(sessions(chosen))
        beside += ["sessions.session", "sessions.seconds"]
    if sessions(chosen) in joins:
        parameters = parameters + parameters
    query = (
        f"SELECT {', '.join([*own, *beside])} FROM seats JOIN hands ON hands.hand_key = seats.hand_key "
        f"{' '.join(sorted(joins))} WHERE {' AND '.join([predicate, *(f'{sql} = ?' for sql, _ in kept)])}"
    )
    return query, [*parameters, *(part for _, part in kept)]


def _course(seats: str, by: Sequence[Dimension], *, together: bool) -> str:
    """Return the seats in the order of play with their running figures, each part of a split by itself."""
    parts = [f"by_{dimension.name}" for dimension in by]
    order = "ORDER BY played_at NULLS LAST, hand_key, seat"
    line = ", ".join(parts if together else ["player", *parts]) or "NULL"
    # The sessions of a player follow each other. By himself he needs one order only, and DuckDB sorts once for both.
    own = ", ".join(["player", *parts])
    window = f"OVER (PARTITION BY {line} {order} ROWS UNBOUNDED PRECEDING)"
    chips = f"purse = '{TOURNAMENT_CHIPS}'"
    return f"""
        SELECT *, CASE WHEN {chips} THEN greatest(0, max(tournaments) {window}) - tournaments
                       ELSE greatest(0, max(cash) {window}) - cash END AS below_peak
        FROM (
            SELECT *, {_BIG_BETS} AS big_bets,
                   coalesce(sum(CASE WHEN {chips} THEN {_BIG_BETS} END) {window}, 0) AS tournaments,
                   coalesce(sum(CASE WHEN {chips} THEN NULL ELSE {_BIG_BETS} END) {window}, 0) AS cash,
                   session IS NOT NULL AND session IS DISTINCT FROM lag(session) OVER (PARTITION BY {own} {order})
                       AS session_first
            FROM ({seats})
        )
    """


def _sittings(seats: str, by: Sequence[Dimension]) -> str:
    """Return the sessions of each player, each part of a split and each game by itself."""
    keys = ", ".join(["player", *(f"by_{dimension.name}" for dimension in by), "session"])
    return f"""
        SELECT {keys}, min(purse) AS purse, count({_BIG_BETS}) AS hands, coalesce(sum({_BIG_BETS}), 0) AS won
        FROM ({seats}) WHERE session IS NOT NULL GROUP BY {keys}, purse = '{TOURNAMENT_CHIPS}'
    """


def _entries(seats: str, by: Sequence[Dimension]) -> str:
    """Return the tournaments entered: all that their hands say, whichever of their hands were chosen.

    A tournament is in every part of a split in which one of its chosen hands is.
    """
    parts = "".join(f", by_{dimension.name}" for dimension in by)
    return f"""
        SELECT entered.*, told.hands, told.pool, told.bounty, told.fee, told.place, told.bounties,
               CASE WHEN told.currency IS NULL OR prize_currency IS NULL OR prize_currency = told.currency
                    THEN prize END AS prize,
               coalesce(coalesce(told.currency, prize_currency) || ' cents', 'play chips') AS purse
        FROM (SELECT DISTINCT site, player, screen_name, tournament_id{parts} FROM ({seats})
              WHERE tournament_id IS NOT NULL) AS entered
        JOIN {TOURNAMENT_ENTRIES.name} AS told
          ON told.site = entered.site AND told.tournament_id = entered.tournament_id
         AND told.player = entered.screen_name
    """


@contextmanager
def asked(chosen: Filter) -> Iterator[None]:
    """Turn what DuckDB says of the filter's own SQL into one line.

    Raises:
        FilterError: the filter has SQL of its own and the query around it failed.
    """
    try:
        yield
    except duckdb.Error as error:
        if chosen.where is None:
            raise
        raise FilterError(f"the condition {chosen.where!r} cannot be used: {_first_line(error)}") from error


def fetch(
    con: duckdb.DuckDBPyConnection, chosen: Filter, query: str, parameters: Sequence[Any]
) -> list[dict[str, Any]]:
    """Run a query built from `row_set` and return its rows by column name.

    Raises:
        FilterError: the filter has SQL of its own that cannot be used.
    """
    with asked(chosen):
        cursor = con.execute(query, parameters)
        names = [column[0] for column in cursor.description or ()]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0] if str(error) else type(error).__name__
