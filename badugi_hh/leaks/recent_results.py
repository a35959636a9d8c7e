"""The results of the hands before each hand, for the check of play after losses.

No stored column has them: they depend on the order of a player's hands, and on which screen names are one person. Like a
session, they are about all hands of the player that count, whichever a filter selects. Nothing here judges.
"""

from badugi_hh.stats.selection.sessions import COUNTED_HANDS

RECENT = "recent"
"""A column that checks over seats may name: big bets won in the `HANDS_BEFORE` hands before.

It is NULL unless the first of them was played at most `MINUTES` before, so that all belong to one session.
"""
HANDS_BEFORE, MINUTES = 20, 60


def add_recent(seats: str) -> str:
    """Return a query for selected seats with the column `RECENT`; the rows have `hand_key`, `seat` and `player`."""
    return f"""
        WITH selected AS MATERIALIZED ({seats})
        SELECT selected.*, {RECENT} FROM selected JOIN (
            SELECT hand_key, seat,
                   CASE WHEN date_diff('second', lag(played_at, {HANDS_BEFORE}) OVER own, played_at) <= {60 * MINUTES}
                        THEN sum(net * 1.0 / nullif(big_bet, 0))
                             OVER (own ROWS BETWEEN {HANDS_BEFORE} PRECEDING AND 1 PRECEDING) END AS {RECENT}
            FROM (
                SELECT person, hand_key, seat, counted.played_at, net, big_bet
                FROM ({COUNTED_HANDS}) AS counted JOIN seats USING (hand_key, seat) JOIN hands USING (hand_key)
                WHERE person IN (SELECT player FROM selected)
            ) WINDOW own AS (PARTITION BY person ORDER BY played_at, hand_key, seat)
        ) USING (hand_key, seat)
    """
