"""SQL expressions for the person of a seat: the meaning of the table `aliases` in every query over `seats` and `hands`.

Nothing here selects hands; a filter does.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    import duckdb


@dataclass(frozen=True, slots=True)
class Persons:
    """Two SQL expressions over `seats`: the `person` of a seat, and whether the seat is `mine`."""

    person: str
    mine: str


_SAME_NAME = "aliases.site = seats.site AND aliases.player = seats.player"
PERSONS = Persons(
    f"coalesce((SELECT aliases.person FROM aliases WHERE {_SAME_NAME}), CASE WHEN seats.player IN "
    "(SELECT aliases.person FROM aliases) THEN seats.player || ' (' || seats.site || ')' ELSE seats.player END)",
    "(CASE WHEN EXISTS (FROM aliases WHERE aliases.is_me) "
    f"THEN EXISTS (FROM aliases WHERE aliases.is_me AND {_SAME_NAME}) ELSE seats.hero END)",
)
"""The person is the one to whom the screen name is assigned in `aliases`, or the screen name itself.

A screen name without an assignment that equals the name of a person has its site appended. Seats of the persons marked as
me are mine; where nobody is marked, the seats of heroes.
"""
SCREEN_NAMES = Persons("seats.player", "seats.hero")
"""What `PERSONS` computes where `aliases` has no row, in less time."""

COUNTED = "seats.dealt AND NOT hands.cancelled"
"""SQL over `seats` and `hands`: the seats that may count at all."""


def simplest_persons(con: "duckdb.DuckDBPyConnection") -> Persons:
    """Return the simplest expressions that are right for the aliases of a database."""
    return SCREEN_NAMES if con.execute("SELECT count(*) FROM aliases").fetchall() == [(0,)] else PERSONS


def persons_of(con: "duckdb.DuckDBPyConnection", name: str) -> set[str]:
    """Return the persons to whom a screen name is assigned, at one site or several; empty without an assignment."""
    found = con.execute("SELECT DISTINCT person FROM aliases WHERE player = ?", [name]).fetchall()
    return {person for (person,) in found}


def others(con: "duckdb.DuckDBPyConnection", players: "Iterable[str]") -> set[str]:
    """Return the persons of these that are not the user: who is marked as me, or else a hero of an imported history."""
    persons = simplest_persons(con)
    mine = con.execute(f"SELECT DISTINCT {persons.person} FROM seats WHERE {persons.mine}").fetchall()
    return set(players) - {person for (person,) in mine}
