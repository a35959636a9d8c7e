"""The results of the hands before each hand, for the check of play after losses.

No stored column has them: they depend on which hands are selected, and on the order of a player's hands. Nothing here judges.
"""

RECENT = "recent"
"""A column that checks over seats may name: big bets won in the `HANDS_BEFORE` hands before.

It is NULL unless the first of them was played at most `MINUTES` before, so that all belong to one session.
"""
HANDS_BEFORE, MINUTES = 20, 60


def add_recent(seats: str) -> str:
    """Return a query for seats with the column `RECENT`; the rows have `player`, `played_at`, `net` and `big_bet`."""
    return f"""
        SELECT *, CASE WHEN date_diff('second', lag(played_at, {HANDS_BEFORE}) OVER own, played_at) <= {60 * MINUTES}
                       THEN sum(net * 1.0 / nullif(big_bet, 0))
                            OVER (own ROWS BETWEEN {HANDS_BEFORE} PRECEDING AND 1 PRECEDING) END AS {RECENT}
        FROM ({seats}) WINDOW own AS (PARTITION BY player ORDER BY played_at, hand_key, seat)
    """
