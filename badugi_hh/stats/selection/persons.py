"""Who sits in a seat: what the table `aliases` means to every query, as SQL over `seats` and `hands`.

Nothing here says whose hands are looked at; a filter does.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import duckdb

_OF_SEAT = "aliases.site = seats.site AND aliases.player = seats.player"
PERSON = (
    f"coalesce((SELECT aliases.person FROM aliases WHERE {_OF_SEAT}), CASE WHEN seats.player IN "
    "(SELECT aliases.person FROM aliases) THEN seats.player || ' (' || seats.site || ')' ELSE seats.player END)"
)
"""SQL over `seats`: the person of a seat, or the screen name that is joined to nobody.

A screen name that equals the name of a person to whom it is not joined has its room behind it.
"""
MINE = (
    "(CASE WHEN EXISTS (FROM aliases WHERE aliases.is_me) "
    f"THEN EXISTS (FROM aliases WHERE aliases.is_me AND {_OF_SEAT}) ELSE seats.hero END)"
)
"""SQL over `seats`: a seat of the persons marked as me; where nobody is marked, a seat of a hero."""


def persons_of(con: "duckdb.DuckDBPyConnection", name: str) -> set[str]:
    """Return the persons that a screen name is joined to, in one room or several; empty where it is joined to nobody."""
    found = con.execute("SELECT DISTINCT person FROM aliases WHERE player = ?", [name]).fetchall()
    return {person for (person,) in found}


def without_aliases(query: str) -> str:
    """Return a query as it reads where no name is joined to a person: quicker, with the same rows."""
    return query.replace(PERSON, "seats.player").replace(MINE, "seats.hero")


COUNTED = "seats.dealt AND NOT hands.cancelled"
"""SQL over `seats` and `hands`: what may count at all."""
