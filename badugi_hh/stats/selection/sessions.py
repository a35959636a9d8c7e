"""Sessions, the dated hands of a person without a pause of a given length between them, and the sequence of hands.

A session runs over all tables at which a person sits, under all of their screen names, and over all of their hands,
whichever a filter selects. The first dated hand of a person starts a session, and every hand after a pause of the
given length. An undated hand belongs to no session. All of it is SQL.
"""

from badugi_hh.stats.selection.persons import COUNTED, PERSON

_IN_ORDER = "ORDER BY played_at NULLS LAST, hand_key, seat"
_OF_PERSON = f"PARTITION BY person {_IN_ORDER}"

COUNTED_HANDS = f"""
    SELECT {PERSON} AS person, seats.hand_key, seats.seat, hands.played_at
    FROM seats JOIN hands ON hands.hand_key = seats.hand_key WHERE {COUNTED}
"""
"""A query for all hands that count."""


def sessions_query(hands: str, gap: int | str) -> str:
    """Return a query for each dated hand of a query: `hand_key`, `seat`, the start of its `session`, and `seconds`.

    The query has the columns of `COUNTED_HANDS`. A pause of `gap` minutes, a number or SQL, ends a session. `seconds` is the time since the
    previous hand of the session, NULL for its first hand.
    """
    starts = f"pause IS NULL OR pause >= 60::BIGINT * {gap}"
    return f"""
        SELECT hand_key, seat, CASE WHEN pause < 60::BIGINT * {gap} THEN pause END AS seconds,
               max(CASE WHEN {starts} THEN played_at END) OVER ({_OF_PERSON} ROWS UNBOUNDED PRECEDING) AS session
        FROM (
            SELECT *, date_diff('second', lag(played_at) OVER ({_OF_PERSON}), played_at) AS pause
            FROM ({hands}) WHERE played_at IS NOT NULL
        )
    """


def hand_sequence_query(selected: str, hands: str, gap: int) -> str:
    """Return a query for the selected hands with the columns of `hand_sequence` in `row_sets`, and `session`.

    `selected` is a query with the columns `hand_key`, `seat`, `played_at`, `big_bets`, `player_part`, which numbers the parts
    of a person, in each of which a session has a first hand, and `run`, which numbers what one running result consists of;
    other columns are kept, and a hand may have several rows. `hands` is a query for all hands of the selected persons, as
    for `sessions_query`.
    """
    return f"""
        SELECT * EXCLUDE (total), greatest(max(total) OVER (PARTITION BY run {_IN_ORDER}), 0) - total AS below_peak,
               session IS NOT NULL AND session IS DISTINCT FROM lag(session) OVER (PARTITION BY player_part {_IN_ORDER})
               AS session_first
        FROM (
            SELECT *, sum(coalesce(big_bets, 0)) OVER (PARTITION BY run {_IN_ORDER} ROWS UNBOUNDED PRECEDING) AS total
            FROM ({selected}) LEFT JOIN ({sessions_query(hands, gap)}) USING (hand_key, seat)
        )
    """
