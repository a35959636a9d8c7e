"""SQL expressions for the person of a seat: the meaning of the table `aliases` in every query over `seats` and `hands`.

Nothing here selects hands; a filter does.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    import duckdb

_SAME_NAME = "aliases.site = seats.site AND aliases.player = seats.player"
PERSON = (
    f"coalesce((SELECT aliases.person FROM aliases WHERE {_SAME_NAME}), CASE WHEN seats.player IN "
    "(SELECT aliases.person FROM aliases) THEN seats.player || ' (' || seats.site || ')' ELSE seats.player END)"
)
"""SQL over `seats`: the person to whom the screen name is assigned in `aliases`, or the screen name itself.

A screen name without an assignment that equals the name of a person has its site appended.
"""

MINE = (
    "(CASE WHEN EXISTS (FROM aliases WHERE aliases.is_me) "
    f"THEN EXISTS (FROM aliases WHERE aliases.is_me AND {_SAME_NAME}) ELSE seats.hero END)"
)
"""SQL over `seats`: the seats of the persons marked as me; where nobody is marked, the seats of heroes."""

COUNTED = "seats.dealt AND NOT hands.cancelled"
"""SQL over `seats` and `hands`: the seats that may count at all."""


def persons_of(con: "duckdb.DuckDBPyConnection", name: str) -> set[str]:
    """Return the persons to whom a screen name is assigned, at one site or several; empty without an assignment."""
    rows = con.execute("SELECT DISTINCT person FROM aliases WHERE player = ?", [name]).fetchall()
    return {person for (person,) in rows}


def others(con: "duckdb.DuckDBPyConnection", players: "Iterable[str]") -> set[str]:
    """Return the persons of these that are not the user: who is marked as me, or else a hero of an imported history."""
    mine = con.execute(f"SELECT DISTINCT {PERSON} FROM seats WHERE {MINE}").fetchall()
    return set(players) - {person for (person,) in mine}
