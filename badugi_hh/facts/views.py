"""The views of the database: what several hands of a tournament say together, derived and never stored.

Where hands of one tournament tell different things, or a player bought in more than once, nothing is chosen among them:
the answer is NULL. `docs/schema.md` is derived from here as from the tables.
"""

from dataclasses import dataclass

from badugi_hh.facts.columns import TABLES
from badugi_hh.facts.schema import Column, Table


@dataclass(frozen=True, slots=True)
class View(Table):
    """A table that is a query over others; its columns come in the order of the query."""

    query: str


_SITE = Column("site", "VARCHAR", "the room")
_ID = Column("tournament_id", "VARCHAR", "number of the tournament")


def _same(column: str) -> str:
    """Return SQL for the value that all hands tell which tell one, NULL where they differ."""
    return f"CASE WHEN min({column}) = max({column}) THEN min({column}) END"


TOURNAMENTS = View(
    "tournaments",
    "one row per tournament of which a hand is there, from what its hands say; cancelled hands do not count",
    (
        _SITE,
        _ID,
        Column(
            "buy_in",
            "VARCHAR",
            "buy-in as written; NULL where the hands differ, here and in the four that follow",
        ),
        Column("pool", "BIGINT", "part of the buy-in for the prizes, as hands.entry_pool"),
        Column("bounty", "BIGINT", "part of the buy-in that is the bounty"),
        Column("fee", "BIGINT", "part of the buy-in that the room keeps"),
        Column("currency", "VARCHAR", "ISO code of the buy-in; NULL also where it is free or play chips"),
        Column("betting", "VARCHAR", "fixed, pot, half-pot or no-limit; NULL where it changes"),
        Column("hands", "BIGINT", "its hands in the database, which need not be all"),
        Column("first_played_at", "TIMESTAMP", "when the first of these was played, in UTC"),
        Column("last_played_at", "TIMESTAMP", "when the last of these was played"),
        Column("entrants", "BIGINT", "screen names dealt in, at the tables that the hands are from"),
        Column(
            "places", "BIGINT", "places told: how many of those have left, or won, before the eyes of a file"
        ),
    ),
    f"""
    SELECT site, tournament_id, {_same("buy_in")} AS buy_in, {_same("entry_pool")} AS pool,
           {_same("entry_bounty")} AS bounty, {_same("entry_fee")} AS fee, {_same("entry_currency")} AS currency,
           {_same("betting")} AS betting, count(*) AS hands, min(played_at) AS first_played_at,
           max(played_at) AS last_played_at, any_value(told.entrants) AS entrants, any_value(told.places) AS places
    FROM hands
    JOIN (
        SELECT hands.site, hands.tournament_id, count(DISTINCT seats.player) AS entrants, count(seats.place) AS places
        FROM seats JOIN hands USING (hand_key)
        WHERE seats.dealt AND NOT hands.cancelled AND hands.tournament_id IS NOT NULL
        GROUP BY hands.site, hands.tournament_id
    ) AS told USING (site, tournament_id)
    WHERE NOT cancelled
    GROUP BY site, tournament_id
    """,
)

ENTRIES = View(
    "tournament_entries",
    "one row per tournament and screen name dealt in there, from what the hands of the tournament say",
    (
        _SITE,
        _ID,
        Column("player", "VARCHAR", "screen name"),
        Column("hands", "BIGINT", "hands in which he was dealt cards, cancelled ones left out"),
        Column(
            "again",
            "BOOLEAN",
            "bought chips again, or left more than once and so came back: what he paid is not known then",
        ),
        Column(
            "pool", "BIGINT", "part of his buy-in for the prizes; NULL where the hands do not say, or again"
        ),
        Column("bounty", "BIGINT", "part of his buy-in for the bounty; NULL as pool"),
        Column("fee", "BIGINT", "part of his buy-in that the room keeps; NULL as pool"),
        Column("currency", "VARCHAR", "ISO code of the buy-in"),
        Column("place", "INTEGER", "place in which he left; NULL where no hand says so, or several do"),
        Column(
            "prize",
            "BIGINT",
            "what came with the place, 0 for nothing; NULL as place, or where it is no amount",
        ),
        Column("prize_currency", "VARCHAR", "ISO code of the prize"),
        Column(
            "bounties",
            "BIGINT",
            "bounties won; NULL where one cannot be told, and for a winner, who keeps his own",
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

VIEWS = (TOURNAMENTS, ENTRIES)

_NUMBERS = frozenset({"size", "hands", "entrants", "places"})
AMOUNTS = (
    frozenset(
        column.name for table in (*TABLES, *VIEWS) for column in table.columns if column.type == "BIGINT"
    )
    - _NUMBERS
)
"""The columns that hold an amount: cents in money games, chips in tournaments and play money.

A large integer is an amount, unless it counts bytes, hands, players or places.
"""
