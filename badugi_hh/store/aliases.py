"""Reads and changes the table `aliases`, which joins screen names to persons and marks the user's person.

Names are joined only on request, never by similarity. `badugi_hh.stats.selection.persons` describes the effect on
statistics.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import duckdb

from badugi_hh.as_json import AsJson
from badugi_hh.store.connection import transaction
from badugi_hh.suggest import alike, did_you_mean
from badugi_hh.user_error import UserError

_SIDES = frozenset(
    {"hero", "pool"}
)  # as in `badugi_hh.stats.engine.compare`, which needs more than is loaded here


class AliasError(UserError, ValueError):
    """Names that cannot be joined or removed; the message is one line that says what to do."""


@dataclass(frozen=True, slots=True)
class Alias(AsJson):
    """A screen name of a person; `is_me` marks the user."""

    site: str
    player: str
    person: str
    is_me: bool


def list_aliases(con: duckdb.DuckDBPyConnection) -> list[Alias]:
    """Return all joined names, the user's first, then by person and name."""
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
    """Join screen names to a new or known person; `me` sets whether the person is the user, None keeps it.

    `site` is the poker site of the names, needed only for a name that is used on several sites. All names are joined,
    or none.

    Raises:
        AliasError: no hand has a name, it belongs to another person, or it is used on several sites; the person has no
            name yet; or `person` is a screen name of another player, or a word that `--compare` reserves.
    """
    if not person.strip():
        raise AliasError("a person needs a name: badugi-hh alias PERSON NAME")
    if person in _SIDES:
        raise AliasError(
            f"{person!r} cannot be a person's name: in `stats --compare hero pool` the words hero and pool mean you and "
            "all other players; use another name, and --me to say that a person is you"
        )
    with transaction(con):
        for name in names:
            if not isinstance(name, str):
                raise AliasError(f"{name!r} is not a screen name; give each name as one string")
            _join(con, person, name, site)
        marked = con.execute("SELECT bool_or(is_me) FROM aliases WHERE person = ?", [person]).fetchall()[0][0]
        if marked is None:
            raise AliasError(f"there is no person {person!r}; add the screen names after it")
        # New names are stored as not the user's; all names of the person get the mark of the earlier names, or `me`.
        con.execute("UPDATE aliases SET is_me = ? WHERE person = ?", [marked if me is None else me, person])
        others = con.execute(
            "SELECT 1 FROM seats ANTI JOIN aliases ON aliases.site = seats.site AND aliases.player = seats.player "
            "AND aliases.person = ? WHERE seats.player = ? LIMIT 1",
            [person, person],
        ).fetchall()
        if others:
            raise AliasError(
                f"{person!r} is also a screen name; add it to the names too, or give the person another name"
            )


def dealt_together(con: duckdb.DuckDBPyConnection, person: str) -> tuple[int, str | None]:
    """Return the number of hands with several names of a person dealt in, and the number of the first such hand."""
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
    """Remove screen names from their persons; a person without a name is removed. All are removed, or none.

    Raises:
        AliasError: a name is joined to no person, or it is joined on several sites and `site` is None.
    """
    with transaction(con):
        for name in names:
            sites = _sites_of(con, "aliases", name, site)
            if not sites:
                raise AliasError(
                    f"{name!r} is not joined to a person; badugi-hh alias lists the names that are"
                )
            con.execute("DELETE FROM aliases WHERE site = ? AND player = ?", [_only(name, sites), name])


def _join(con: duckdb.DuckDBPyConnection, person: str, name: str, site: str | None) -> None:
    sites = _sites_of(con, "seats", name, site)
    if not sites:
        known = con.execute("SELECT DISTINCT player FROM seats").fetchall()
        question = did_you_mean(alike(name, [player for (player,) in known]), show=repr)
        hint = question or "import the hands of this player first"
        raise AliasError(f"no hand in the database has a player {name!r}; {hint}")
    home = _only(name, sites)
    known = con.execute("SELECT person FROM aliases WHERE site = ? AND player = ?", [home, name]).fetchall()
    if known and known[0][0] != person:
        raise AliasError(
            f"{name!r} belongs to {known[0][0]!r}; remove it first: badugi-hh alias --remove {name!r}"
        )
    other = con.execute("SELECT 1 FROM aliases WHERE person = ? LIMIT 1", [name]).fetchall()
    if other and name != person:
        raise AliasError(
            f"{name!r} is the name of a person; remove their screen names first, or add names to them"
        )
    if not known:
        con.execute("INSERT INTO aliases VALUES (?, ?, ?, false)", [home, name, person])


def _sites_of(con: duckdb.DuckDBPyConnection, table: str, name: str, site: str | None) -> list[str]:
    """Return the sites on which a table has a screen name, only `site` if it is not None."""
    rows = con.execute(f"SELECT DISTINCT site FROM {table} WHERE player = ? ORDER BY site", [name]).fetchall()
    return [where for (where,) in rows if site in {None, where}]


def _only(name: str, sites: Sequence[str]) -> str:
    if len(sites) > 1:
        raise AliasError(f"{name!r} is a name on {' and '.join(sites)}; select one with --site")
    return sites[0]
