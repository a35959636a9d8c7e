"""The players that `stats`, `leaks` and `report` show by default: the user's names, without those with hardly any hands.

A name under which a few hands of somebody else were saved would turn one table into a grid, and a few hands at high
stakes would change the sign of a result. Only a filter that names no players is changed.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from badugi_hh.stats.selection.persons import COUNTED, MINE, PERSON

if TYPE_CHECKING:
    import duckdb

    from badugi_hh.stats.selection.filters import Filter

RARE = 0.01
"""The share of the user's hands below which names are left out, all of them together."""


def rare_names(con: "duckdb.DuckDBPyConnection") -> tuple[str, ...]:
    """Return the names that together have less than 1 % of the user's hands; none where a person is marked as me.

    The hands of the whole database decide, so that all periods and stakes have the same players.
    """
    if _is_somebody_me(con):
        return ()
    hands = con.execute(
        f"SELECT {PERSON} AS person, count(*) AS hands FROM seats JOIN hands USING (hand_key) "
        f"WHERE {COUNTED} AND {MINE} GROUP BY ALL ORDER BY hands, person"
    ).fetchall()
    most = RARE * sum(number for _, number in hands)
    rare: list[str] = []
    together = 0
    for person, number in hands:
        together += number
        if together >= most:
            break
        rare.insert(0, person)
    return tuple(rare)


def selects_heroes(con: "duckdb.DuckDBPyConnection", hand_filter: "Filter") -> bool:
    """Return whether a filter selects the heroes of the files: it names no players, and no person is marked as me.

    It leaves out the hands that a hero has in the file of another one, which a filter with the name of the hero selects.
    """
    return hand_filter.is_of_user and not _is_somebody_me(con)


def _is_somebody_me(con: "duckdb.DuckDBPyConnection") -> bool:
    return con.execute("SELECT EXISTS (FROM aliases WHERE is_me)").fetchall() == [(True,)]


def leave_out_rare(con: "duckdb.DuckDBPyConnection", hand_filter: "Filter") -> "Filter":
    """Return the filter without the names of `rare_names`, in `left_out`.

    A filter of named or of all players stays as it is, and so does any filter where a person is marked as me: these were
    named by the user.
    """
    return replace(hand_filter, left_out=rare_names(con)) if hand_filter.is_of_user else hand_filter


def count_left_out(con: "duckdb.DuckDBPyConnection", hand_filter: "Filter") -> int:
    """Return how many hands of the names in `left_out` a resolved filter would select with them; its `only` is not considered."""
    if not hand_filter.left_out:
        return 0
    predicate, parameters = replace(hand_filter, left_out=()).sql()
    ((hands,),) = con.execute(
        f"SELECT count(*) FROM seats JOIN hands USING (hand_key) WHERE {predicate} AND {PERSON} "
        "IN (SELECT unnest(?::VARCHAR[]))",
        [*parameters, list(hand_filter.left_out)],
    ).fetchall()
    return int(hands)
