"""Sessions: the dated hands of a person without a pause of a given length between them. This is their only definition.

A session runs over all tables at which a person sits, under all of their screen names, and over all of their hands,
whichever a filter selects.
"""

from badugi_hh.stats.selection.persons import COUNTED, Persons

_ORDER = "PARTITION BY person ORDER BY played_at NULLS LAST, hand_key, seat"


def counted_hands(persons: Persons) -> str:
    """Return a query for all hands that count: `person`, `hand_key`, `seat` and `played_at`."""
    return f"""
        SELECT {persons.person} AS person, seats.hand_key, seats.seat, hands.played_at
        FROM seats JOIN hands ON hands.hand_key = seats.hand_key WHERE {COUNTED}
    """


def session_starts(hands: str, gap: int) -> str:
    """Return a query that adds `starts`, whether a hand starts a session, and `seconds` to the hands of a query.

    The query has the columns of `counted_hands`. The first dated hand of a person starts a session, and every hand
    after a pause of `gap` minutes. `seconds` is the time since the previous hand, NULL where a session starts. An
    undated hand belongs to no session.
    """
    return f"""
        SELECT person, hand_key, seat, played_at, CASE WHEN pause < {60 * gap} THEN pause END AS seconds,
               played_at IS NOT NULL AND (pause IS NULL OR pause >= {60 * gap}) AS starts
        FROM (SELECT *, date_diff('second', lag(played_at) OVER ({_ORDER}), played_at) AS pause FROM ({hands}))
    """


def sessions_query(hands: str, gap: int) -> str:
    """Return a query for the start of the `session` of each dated hand of a query, with `hand_key` and `seat`."""
    return f"""
        SELECT hand_key, seat,
               max(CASE WHEN starts THEN played_at END) OVER ({_ORDER} ROWS UNBOUNDED PRECEDING) AS session
        FROM ({session_starts(hands, gap)}) WHERE played_at IS NOT NULL
    """
