"""The views of the database: the losses that are added up, and what the hands of each tournament state together. They store nothing.

If the hands of a tournament state different values, the value is NULL: no hand is preferred to another. A player who
finished more than once entered again, and the view has all of these entries together. `docs/schema.md` is generated from
these views and from the tables.
"""

from dataclasses import dataclass

from badugi_hh.facts.schema import DECLARED_VIEWS, TABLES, TableSchema
from badugi_hh.facts.words import WORD


@dataclass(frozen=True, slots=True)
class View(TableSchema):
    """A view: a query over other tables, whose result columns are in the order of `columns`."""

    query: str


def _view(name: str, query: str) -> View:
    declared = DECLARED_VIEWS[name]
    return View(name, declared.meaning, declared.columns, query)


VERDICTS = _view(
    "verdicts",
    f"""
    SELECT hand_key, n, seat, player, 'b' || round AS street, action, best, judge, loss, loss_error, {WORD} AS word
    FROM losses JOIN decisions USING (hand_key, n, seat) WHERE knowledge = 'dealt'
    UNION ALL
    SELECT hand_key, n, seat, player, 'd' || draw AS street, CAST(drawn AS VARCHAR) AS action, best, judge, loss, loss_error, {WORD} AS word
    FROM losses JOIN draws USING (hand_key, n, seat) WHERE knowledge = 'dealt'
    """,
)

BY_NUMBER = "(length(hands.hand_id), hands.hand_id)"
"""SQL that sorts hands of a site by their numbers, which are in the order of play; a hand can be without a date."""


def _same(column: str) -> str:
    """Return SQL for the value of a column if all known values are equal, else NULL."""
    return f"CASE WHEN min({column}) = max({column}) THEN min({column}) END"


def _same_amount(column: str) -> str:
    """Return SQL for a part of the buy-in if all known values are equal and in one currency, else NULL."""
    return f"CASE WHEN count(DISTINCT entry_currency) <= 1 THEN {_same(column)} END"


_GAINED = (
    "coalesce((stack > lag(stack + net) OVER entered OR (stack <> lag(stack + net) OVER entered "
    "AND stack = first_value(stack) OVER entered)) AND NOT lag(place IS NOT NULL) OVER entered, false)"
)
"""SQL for a stack that can be that of a further entry, because hands before it are missing.

The player has more chips than after the hand before, or as many as at the beginning and not those of the hand before.
"""

TOURNAMENTS = _view(
    "tournaments",
    f"""
    SELECT site, tournament_id, {_same("buy_in")} AS buy_in, {_same_amount("entry_pool")} AS pool,
           {_same_amount("entry_bounty")} AS bounty, {_same_amount("entry_fee")} AS fee, {_same("entry_currency")} AS currency,
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

_ONE_CURRENCY = "count(DISTINCT coalesce(prize_currency, 'chips')) FILTER (prize <> 0) <= 1"
"""SQL for whether prizes can be added."""

_OF_HANDS = f"""
    SELECT hands.site, hands.tournament_id, hands.player, count(*) AS hands,
           arg_max(place IS NOT NULL, {BY_NUMBER}) AS has_ended,
           count(place) + CAST(NOT has_ended AS BIGINT) AS entries,
           coalesce(bool_or(rebought), false) AS bought_more, bool_or(gained) AS may_have,
           {_same_amount("entry_pool")} AS pool, {_same_amount("entry_bounty")} AS bounty, {_same_amount("entry_fee")} AS fee,
           {_same("entry_currency")} AS currency, CASE WHEN entries = 1 THEN max(place) END AS place,
           CASE WHEN has_ended AND count(prize) = count(place) AND {_ONE_CURRENCY} THEN CAST(sum(prize) AS BIGINT) END AS prize,
           CASE WHEN has_ended THEN {_same("prize_currency")} END AS prize_currency,
           CASE WHEN count(bounty_won) = count(*) AND NOT (max(entry_bounty) > 0 AND coalesce(min(place) = 1, false))
                THEN CAST(sum(bounty_won) AS BIGINT) END AS bounties
    FROM (
        SELECT hands.site, hands.tournament_id, hands.hand_id, entry_pool, entry_bounty, entry_fee, entry_currency,
               seats.player, rebought, place, prize, prize_currency, bounty_won, {_GAINED} AS gained
        FROM seats JOIN hands ON hands.hand_key = seats.hand_key
        WHERE seats.dealt AND NOT hands.cancelled AND hands.tournament_id IS NOT NULL
        WINDOW entered AS (PARTITION BY hands.site, hands.tournament_id, seats.player ORDER BY {BY_NUMBER})
    ) AS hands
    GROUP BY hands.site, hands.tournament_id, hands.player
"""
"""What the hands state of each player in each tournament."""

_OF_SUMMARIES = f"""
    SELECT site, tournament_id, player, count(*) AS entries, max(spent) AS spent, bool_or(finished) AS finished,
           bool_or(cost_unknown) AS cost_unknown, max(bounties) AS bounties, min(best) AS best,
           {_same("pool")} AS pool, {_same("bounty")} AS bounty, {_same("fee")} AS fee, {_same("currency")} AS currency,
           CASE WHEN count(*) = 1 THEN max(place) END AS place,
           CASE WHEN count(prize) = count(*) AND count(DISTINCT prize_currency) <= 1
                THEN CAST(sum(prize) AS BIGINT) END AS prize,
           CASE WHEN count(prize) = count(*) AND count(DISTINCT prize_currency) <= 1 THEN max(prize_currency) END AS prize_currency
    FROM (
        SELECT site, tournament_id, player, entry, NOT bool_and(playing) AS finished, max(spent) AS spent,
               bool_or(cost_unknown) AS cost_unknown, max(bounties) AS bounties, min(place) AS best,
               {_same("pool")} AS pool, {_same("bounty")} AS bounty, {_same("fee")} AS fee, {_same("currency")} AS currency,
               CASE WHEN count(DISTINCT place) FILTER (NOT playing) = 1 THEN max(place) FILTER (NOT playing) END AS place,
               count(DISTINCT (prize, won.prize_currency)) FILTER (NOT playing) = 1 AS is_one,
               CASE WHEN is_one THEN max(prize) FILTER (NOT playing) END AS prize,
               CASE WHEN is_one THEN max(won.prize_currency) FILTER (NOT playing) END AS prize_currency
        FROM tournament_places AS won JOIN tournament_summaries USING (file_key, line)
        GROUP BY site, tournament_id, player, entry
    )
    GROUP BY site, tournament_id, player
"""
"""What the summaries state of each player in each tournament: of an entry that went on only that there was one."""

_BOTH = f"""
    FROM ({_OF_HANDS}) AS stated LEFT JOIN ({_OF_SUMMARIES}) AS listed
    ON listed.site = stated.site AND listed.tournament_id = stated.tournament_id AND listed.player = stated.player
"""

_SAME_PRIZE = "(stated.prize = listed.prize AND (stated.prize = 0 OR stated.prize_currency IS NOT DISTINCT FROM listed.prize_currency))"


def _agreed(column: str, same: str) -> str:
    """Return SQL for a result that hands and summaries state; `same` is whether they state the same.

    It is that of those with more entries, and with as many that of the only one that states it, or NULL if they differ.
    """
    return (
        f"CASE WHEN listed.player IS NULL OR stated.entries > listed.entries THEN stated.{column} "
        f"WHEN stated.entries < listed.entries THEN listed.{column} WHEN {same} THEN stated.{column} "
        f"WHEN stated.{column.removesuffix('_currency')} IS NULL THEN listed.{column} "
        f"WHEN listed.{column.removesuffix('_currency')} IS NULL THEN stated.{column} END AS {column}"
    )


def _paid(part: str, more: str = "0") -> str:
    """Return SQL for a part of the buy-ins of all entries, and what `more` adds to it for rebuys and add-ons.

    It is NULL if hands and summary state different currencies, if a summary leaves the cost open, and if a player bought
    more chips for an unknown price, or may have entered again in a hand that is missing. A summary answers that if it lists
    further entries, or what the player spent.
    """
    return (
        "CASE WHEN stated.pool > 0 AND listed.pool > 0 AND stated.currency IS DISTINCT FROM listed.currency THEN NULL "
        "WHEN listed.cost_unknown THEN NULL "
        "WHEN listed.spent IS NOT NULL OR coalesce(listed.entries > stated.entries, false) AND NOT bought_more "
        "OR NOT (bought_more OR may_have) "
        f"THEN greatest(stated.entries, listed.entries) * coalesce(stated.{part}, listed.{part}) + {more} END AS {part}"
    )


_BOUNTIES = """
    CASE WHEN listed.bounties IS NULL THEN stated.bounties
         WHEN stated.bounties <= listed.bounties OR stated.bounties IS NULL AND listed.best <> 1
         THEN CASE WHEN stated.currency IS NULL OR stated.currency = listed.currency THEN listed.bounties END END
"""
"""SQL for the bounties won. A summary counts them all; hands can be missing. A winner also keeps their own bounty."""

TOURNAMENT_ENTRIES = _view(
    "tournament_entries",
    f"""
    SELECT stated.site, stated.tournament_id, stated.player, stated.hands,
           greatest(stated.entries, listed.entries) AS entries, greatest(stated.entries, listed.entries) > 1 OR bought_more AS again,
           {_paid("pool", "coalesce(listed.spent, 0)")}, {_paid("bounty")}, {_paid("fee")},
           CASE WHEN stated.pool > 0 THEN stated.currency ELSE coalesce(stated.currency, listed.currency) END AS currency,
           {_agreed("place", "stated.place = listed.place")},
           {_agreed("prize", _SAME_PRIZE)}, {_agreed("prize_currency", _SAME_PRIZE)}, {_BOUNTIES} AS bounties,
           coalesce(listed.finished, false) AS summarized {_BOTH}
    """,
)

TOURNAMENT_CONFLICTS = _view(
    "tournament_conflicts",
    f"""
    SELECT stated.site, stated.tournament_id, stated.player, result,
           CASE result WHEN 'place' THEN stated.place ELSE stated.prize END AS of_hands,
           CASE result WHEN 'place' THEN listed.place ELSE listed.prize END AS of_summary
    {_BOTH} CROSS JOIN (VALUES ('place'), ('prize')) AS results (result)
    WHERE stated.entries = listed.entries AND of_hands IS NOT NULL AND of_summary IS NOT NULL
      AND NOT CASE result WHEN 'place' THEN stated.place = listed.place ELSE {_SAME_PRIZE} END
    """,
)

VIEWS = (VERDICTS, TOURNAMENTS, TOURNAMENT_ENTRIES, TOURNAMENT_CONFLICTS)

_NUMBERS = frozenset({"size", "hands", "entrants", "places", "entries", "of_hands", "of_summary"})
AMOUNTS = (
    frozenset(
        column.name for table in (*TABLES, *VIEWS) for column in table.columns if column.type == "BIGINT"
    )
    - _NUMBERS
)
"""The names of the columns that are amounts, in cents or chips.

These are the BIGINT columns, except those that count bytes, characters, hands, players, places or entries.
"""
