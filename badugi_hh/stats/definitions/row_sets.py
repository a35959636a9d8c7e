"""The row sets that statistics run over: their names and their columns, which predicates may use.

Three are the tables `seats`, `decisions` and `draws`, and one the view `verdicts`, the judged decisions and draws together.
Four more are derived: `hand_losses`, one row for each hand of a player in which one is judged; `hand_sequence`, the seats in
the order in which they were played, with running results; `sessions`, one row for each session of a player; and `entries`, one row for each tournament that a player entered. `badugi_hh.stats.selection` builds their rows.
"""

from badugi_hh.facts.schema import (
    DECISION_PRICES,
    DECISIONS,
    DRAW_PRICES,
    DRAWS,
    LOSSES,
    LUCK,
    SEATS,
    Column,
    TableSchema,
)
from badugi_hh.facts.views import TOURNAMENT_ENTRIES, VERDICTS

HAND_LOSSES = "hand_losses"
HAND_SEQUENCE = "hand_sequence"
SESSIONS = "sessions"
ENTRIES = "entries"
ROW_SETS = (
    SEATS.name,
    DECISIONS.name,
    DRAWS.name,
    VERDICTS.name,
    HAND_LOSSES,
    HAND_SEQUENCE,
    SESSIONS,
    ENTRIES,
)

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
    "denomination",
    "players",
    "total_pot",
    "rake",
)
"""Columns of `hands` that every row set has, unless the table itself has a column of that name."""
SEAT_COLUMNS = ("won", "net", "reach", "result", "showdown", "shown", "snowed")
"""Columns of `seats` that decisions and draws have in addition to their own."""

_STATED = {column.name: column for column in TOURNAMENT_ENTRIES.columns}
_COLUMNS: dict[str, tuple[Column, ...]] = {
    SEATS.name: SEATS.columns,
    DECISIONS.name: DECISIONS.columns,
    DRAWS.name: DRAWS.columns,
    VERDICTS.name: VERDICTS.columns,
    HAND_LOSSES: (
        Column("lost", "DOUBLE", "big bets lost by all judged decisions and draws, against the best actions"),
        *(
            Column(
                f"lost_b{round_}",
                "DOUBLE",
                f"part of lost by betting decisions after {round_} draws, 0 if there is none",
            )
            for round_ in range(4)
        ),
        *(
            Column(f"lost_d{draw}", "DOUBLE", f"part of lost by draw {draw}, 0 if there is none")
            for draw in range(1, 4)
        ),
    ),
    HAND_SEQUENCE: (
        Column("big_bets", "DOUBLE", "net in big bets of the hand; NULL where the hand has none"),
        Column(
            "below_peak",
            "DOUBLE",
            "big bets by which the running result of the hand's game, cash, tournament or play money, lies below its highest point",
        ),
        Column("session_first", "BOOLEAN", "first hand of its session among those counted"),
        Column(
            "seconds",
            "BIGINT",
            "time since the player's previous hand; NULL for the first hand of a session and for undated hands",
        ),
    ),
    SESSIONS: (
        Column("session", "TIMESTAMP", "start of the session, UTC; hands without a date are in none"),
        Column("hands", "BIGINT", "selected hands with a big bet"),
        Column("won", "DOUBLE", "big bets won in them"),
    ),
    ENTRIES: (
        *(_STATED[name] for name in ("hands", "pool", "bounty", "fee", "place")),
        Column(
            "prize",
            "BIGINT",
            "prize of the place; NULL where place is NULL, and in another currency than the buy-in",
        ),
        _STATED["bounties"],
        _STATED["summarized"],
        Column(
            "field",
            "BIGINT",
            "number of entrants; NULL unless one imported hand of the first level has all players of the imported hands, and "
            "their number equals the last finishing place in these hands",
        ),
    ),
}

PRICE_TABLES: dict[str, tuple[TableSchema, ...]] = {
    SEATS.name: (LUCK,),
    DECISIONS.name: (DECISION_PRICES, LOSSES),
    DRAWS.name: (DRAW_PRICES, LOSSES),
}
"""The tables of prices that belong to a row set; they have the same keys, and no row where there is no price."""

OWN_COLUMNS = {table.name: frozenset(table.names) for table in (SEATS, DECISIONS, DRAWS, VERDICTS)}
"""The columns that the rows of a table have themselves."""


def price_columns(table: str) -> tuple[Column, ...]:
    """Return the columns that a row set has from its tables of prices; they are NULL in rows without a price."""
    return tuple(column for prices in PRICE_TABLES.get(table, ()) for column in added_columns(prices, table))


def added_columns(prices: TableSchema, table: str) -> tuple[Column, ...]:
    """Return the columns that a row set has from one of its tables of prices."""
    return tuple(column for column in prices.columns if column.name not in OWN_COLUMNS[table])


def columns_of(table: str) -> tuple[Column, ...]:
    """Return the columns that the rows of a row set have of their own, those of prices included."""
    return (*_COLUMNS[table], *price_columns(table))
