"""The views of the database, which combine the hands of each tournament. They store nothing.

If the hands of a tournament state different values, or a player bought in more than once, the value is NULL: no hand is
preferred to another. `docs/schema.md` is generated from these views and from the tables.
"""

from dataclasses import dataclass

from badugi_hh.facts.columns import TABLES
from badugi_hh.facts.schema import Column, Table


@dataclass(frozen=True, slots=True)
class View(Table):
    """A view: a query over other tables, whose result columns are in the order of `columns`."""

    query: str


_SITE = Column("site", "VARCHAR", "the poker site")
_ID = Column("tournament_id", "VARCHAR", "number of the tournament")


def _same(column: str) -> str:
    """Return SQL for the value of a column if all known values are equal, else NULL."""
    return f"CASE WHEN min({column}) = max({column}) THEN min({column}) END"


TOURNAMENTS = View(
    "tournaments",
    "one row per tournament with at least one hand in the database, cancelled hands not counted",
    (
        _SITE,
        _ID,
        Column(
            "buy_in",
            "VARCHAR",
            "buy-in as written; NULL if the hands differ, as in the next four columns",
        ),
        Column("pool", "BIGINT", "part of the buy-in for the prize pool, as hands.entry_pool"),
        Column("bounty", "BIGINT", "part of the buy-in for the bounty, as hands.entry_bounty"),
        Column("fee", "BIGINT", "part of the buy-in that the site keeps, as hands.entry_fee"),
        Column("currency", "VARCHAR", "ISO code of the buy-in; NULL also if it is free or play chips"),
        Column("betting", "VARCHAR", "fixed, pot, half-pot or no-limit; NULL if the hands differ"),
        Column("hands", "BIGINT", "hands of the tournament in the database"),
        Column("first_played_at", "TIMESTAMP", "time of the first of these hands, UTC"),
        Column("last_played_at", "TIMESTAMP", "time of the last of these hands, UTC"),
        Column("entrants", "BIGINT", "number of screen names dealt in, at the tables of these hands"),
        Column("places", "BIGINT", "number of finishing places announced in these hands"),
    ),
    f"""
    SELECT site, tournament_id, {_same("buy_in")} AS buy_in, {_same("entry_pool")} AS pool,
           {_same("entry_bounty")} AS bounty, {_same("entry_fee")} AS fee, {_same("entry_currency")} AS currency,
           {_same("betting")} AS betting, count(*) AS hands, min(played_at) AS first_played_at,
           max(played_at) AS last_played_at, any_value(of_seats.entrants) AS entrants, any_value(of_seats.places) AS places
    FROM hands
    JOIN (
        SELECT hands.site, hands.tournament_id, count(DISTINCT seats.player) AS entrants, count(seats.place) AS places
        FROM seats JOIN hands USING (hand_key)
        WHERE seats.dealt AND NOT hands.cancelled AND hands.tournament_id IS NOT NULL
        GROUP BY hands.site, hands.tournament_id
    ) AS of_seats USING (site, tournament_id)
    WHERE NOT cancelled
    GROUP BY site, tournament_id
    """,
)

TOURNAMENT_ENTRIES = View(
    "tournament_entries",
    "one row per tournament and screen name dealt in, cancelled hands not counted",
    (
        _SITE,
        _ID,
        Column("player", "VARCHAR", "screen name"),
        Column("hands", "BIGINT", "hands in which the player was dealt cards"),
        Column(
            "again",
            "BOOLEAN",
            "rebought, or finished more than once and so re-entered; the total paid is then unknown",
        ),
        Column(
            "pool",
            "BIGINT",
            "part of the buy-in for the prize pool; NULL if the hands do not state it, or if again",
        ),
        Column("bounty", "BIGINT", "part of the buy-in for the bounty; NULL as pool"),
        Column("fee", "BIGINT", "part of the buy-in that the site keeps; NULL as pool"),
        Column("currency", "VARCHAR", "ISO code of the buy-in"),
        Column("place", "INTEGER", "finishing place; NULL if no hand states one, or several do"),
        Column(
            "prize",
            "BIGINT",
            "prize for the place, 0 for none; NULL as place, or if not an amount",
        ),
        Column("prize_currency", "VARCHAR", "ISO code of the prize"),
        Column(
            "bounties",
            "BIGINT",
            "bounties won; NULL if one is unknown, and for a winner, who also keeps their own bounty",
        ),
    ),
    f"""
    SELECT hands.site, hands.tournament_id, seats.player, count(*) AS hands,
           count(place) > 1 OR coalesce(bool_or(rebought), false) AS again,
           CASE WHEN NOT again THEN {_same("entry_pool")} END AS pool,
           CASE WHEN NOT again THEN {_same("entry_bounty")} END AS bounty,
           CASE WHEN NOT again THEN {_same("entry_fee")} END AS fee,
           {_same("entry_currency")} AS currency,
           CASE WHEN count(place) = 1 THEN max(place) END AS place,
           CASE WHEN count(place) = 1 THEN max(prize) END AS prize,
           CASE WHEN count(place) = 1 THEN max(prize_currency) END AS prize_currency,
           CASE WHEN count(bounty_won) = count(*) AND NOT (max(entry_bounty) > 0 AND coalesce(min(place) = 1, false))
                THEN CAST(sum(bounty_won) AS BIGINT) END AS bounties
    FROM seats JOIN hands ON hands.hand_key = seats.hand_key
    WHERE seats.dealt AND NOT hands.cancelled AND hands.tournament_id IS NOT NULL
    GROUP BY hands.site, hands.tournament_id, seats.player
    """,
)

VIEWS = (TOURNAMENTS, TOURNAMENT_ENTRIES)

_NUMBERS = frozenset({"size", "last_offset", "hands", "entrants", "places"})
AMOUNTS = (
    frozenset(
        column.name for table in (*TABLES, *VIEWS) for column in table.columns if column.type == "BIGINT"
    )
    - _NUMBERS
)
"""The names of the columns that are amounts, in cents or chips.

These are the BIGINT columns, except those that count bytes, characters, hands, players or places.
"""
