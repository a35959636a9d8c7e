"""The table `aliases`: which screen names are one person, and which person is the user.

Names are joined only as they are named here; no likeness joins anything. What the joining means for statistics is
said in `badugi_hh.stats.selection.persons`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import duckdb

from badugi_hh.store.importer import transaction
from badugi_hh.suggest import alike, did_you_mean

_SIDES = frozenset(
    {"hero", "pool"}
)  # as in `badugi_hh.stats.engine.compare`, which needs more than is loaded here


class AliasError(ValueError):
    """Names that cannot be joined or separated, told in one line that says what to do."""


@dataclass(frozen=True, slots=True)
class Alias:
    """A screen name of a person; `is_me` marks the user."""

    site: str
    player: str
    person: str
    is_me: bool

    def as_json(self) -> dict[str, Any]:
        """Return the row as `alias --json` prints it."""
        return {"site": self.site, "player": self.player, "person": self.person, "is_me": self.is_me}


def list_aliases(con: duckdb.DuckDBPyConnection) -> list[Alias]:
    """Return all names that are joined, the user's first, then by person and name."""
    rows = con.execute(
        "SELECT site, player, person, is_me FROM aliases ORDER BY NOT is_me, person, player, site"
    ).fetchall()
    return [Alias(*row) for row in rows]


def join_names(
    con: duckdb.DuckDBPyConnection,
    person: str,
    names: Sequence[str] = (),
    *,
    me: bool | None = None,
    site: str | None = None,
) -> None:
    """Join screen names to a person, new or known, and mark him as the user where `me` is not None.

    `site` is the room of the names, needed only for one that is played under in several. All is done, or nothing.

    Raises:
        AliasError: no hand has a name, it belongs to somebody else or is one in several rooms; the person has no name
            yet; or `person` is a screen name that is not his, or a word that means somebody else in a comparison.
    """
    if not person.strip():
        raise AliasError("a person needs a name: badugi-hh alias PERSON NAME")
    if person in _SIDES:
        raise AliasError(
            f"{person!r} cannot be a person's name: in `stats --compare hero pool` the words hero and pool mean you and "
            "everybody else; call him otherwise, and --me says that a person is you"
        )
    with transaction(con):
        for name in names:
            if not isinstance(name, str):
                raise AliasError(f"{name!r} is no screen name; give each as a text of its own")
            _join(con, person, name, site)
        own = con.execute("SELECT bool_or(is_me) FROM aliases WHERE person = ?", [person]).fetchall()[0][0]
        if own is None:
            raise AliasError(f"there is no person {person!r}; name his screen names behind it")
        # A name that was added has no mark of its own: the person's is that of the names before, or the one told.
        con.execute("UPDATE aliases SET is_me = ? WHERE person = ?", [own if me is None else me, person])
        stranger = con.execute(
            "SELECT 1 FROM seats ANTI JOIN aliases ON aliases.site = seats.site AND aliases.player = seats.player "
            "AND aliases.person = ? WHERE seats.player = ? LIMIT 1",
            [person, person],
        ).fetchall()
        if stranger:
            raise AliasError(
                f"{person!r} is a screen name itself; join it too by naming it again, or call the person otherwise"
            )


def dealt_together(con: duckdb.DuckDBPyConnection, person: str) -> tuple[int, str | None]:
    """Return in how many hands several of a person's names were dealt in, and the number of the first of them."""
    ((hands, first),) = con.execute(
        """
        SELECT count(*), arg_min(hand_id, hand_key) FROM (
            SELECT seats.hand_key, any_value(seats.hand_id) AS hand_id
            FROM seats JOIN aliases ON aliases.site = seats.site AND aliases.player = seats.player
            WHERE aliases.person = ? AND seats.dealt GROUP BY seats.hand_key HAVING count(*) > 1
        )
        """,
        [person],
    ).fetchall()
    return hands, first


def separate_names(con: duckdb.DuckDBPyConnection, names: Sequence[str], *, site: str | None = None) -> None:
    """Take screen names away from their persons; a person without a name is forgotten. All is done, or nothing.

    Raises:
        AliasError: a name is joined to nobody, or in several rooms and `site` does not say which.
    """
    with transaction(con):
        for name in names:
            rooms = _rooms(con, "aliases", name, site)
            if not rooms:
                raise AliasError(f"{name!r} is joined to nobody; badugi-hh alias lists all names that are")
            con.execute("DELETE FROM aliases WHERE site = ? AND player = ?", [_only(name, rooms), name])


def _join(con: duckdb.DuckDBPyConnection, person: str, name: str, site: str | None) -> None:
    rooms = _rooms(con, "seats", name, site)
    if not rooms:
        known = con.execute("SELECT DISTINCT player FROM seats").fetchall()
        question = did_you_mean(alike(name, [player for (player,) in known]), show=repr)
        hint = question or "import the hands of this player first"
        raise AliasError(f"no hand of the database has a player {name!r}; {hint}")
    room = _only(name, rooms)
    known = con.execute("SELECT person FROM aliases WHERE site = ? AND player = ?", [room, name]).fetchall()
    if known and known[0][0] != person:
        raise AliasError(
            f"{name!r} belongs to {known[0][0]!r}; take it away first: badugi-hh alias --remove {name!r}"
        )
    other = con.execute("SELECT 1 FROM aliases WHERE person = ? LIMIT 1", [name]).fetchall()
    if other and name != person:
        raise AliasError(f"{name!r} is the name of a person; take his screen names away first, or add to him")
    if not known:
        con.execute("INSERT INTO aliases VALUES (?, ?, ?, false)", [room, name, person])


def _rooms(con: duckdb.DuckDBPyConnection, table: str, name: str, site: str | None) -> list[str]:
    """Return the rooms in which a table has a screen name, or of them the one asked for."""
    found = con.execute(
        f"SELECT DISTINCT site FROM {table} WHERE player = ? ORDER BY site", [name]
    ).fetchall()
    return [room for (room,) in found if site in {None, room}]


def _only(name: str, rooms: Sequence[str]) -> str:
    if len(rooms) > 1:
        raise AliasError(f"{name!r} is a name in {' and '.join(rooms)}; say which with --site")
    return rooms[0]
