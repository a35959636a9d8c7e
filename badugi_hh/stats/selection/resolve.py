"""What a filter's words mean in a database: values as they are written there, and why a choice leaves nothing.

Names and values that no hand has are refused with those that are written nearly so, or with what there is.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import duckdb

from badugi_hh.facts.columns import SEATS
from badugi_hh.stats.definitions.row_sets import ROW_SETS
from badugi_hh.stats.selection.dimensions import DIMENSIONS, Dimension, narrowed
from badugi_hh.stats.selection.filters import Filter, FilterError
from badugi_hh.stats.selection.persons import PERSON, persons_of
from badugi_hh.stats.selection.rows import fetch, row_set
from badugi_hh.stats.selection.statistic_names import selected_stats
from badugi_hh.stats.selection.user_input import MOST
from badugi_hh.suggest import alike, did_you_mean

_EXACT = ("stakes", "betting", "game", "position")


def settle(
    con: duckdb.DuckDBPyConnection, chosen: Filter, names: Sequence[str] | str | None = None
) -> Filter:
    """Return a filter whose values are written as the database writes them: capitals do not matter in `only`.

    An opponent may be named by any screen name that is joined to him.

    Raises:
        FilterError: there is no such player, dimension or value; or the database has no hand; or one of the statistics
            `names` counts rows that a dimension of `only` says nothing of.
    """
    for dimension, _ in narrowed(chosen):
        for stat in () if names is None else selected_stats(names):
            if not dimension.splits(stat.rows):
                raise FilterError(
                    f"{stat.name} counts {stat.rows}, and {dimension.name} is known of {' and '.join(dimension.within)} "
                    "only; ask without one of the two"
                )
    kept = tuple((dimension.name, value) for dimension, value in narrowed(chosen))
    if chosen.player is None and not kept and all(getattr(chosen, name) is None for name in _EXACT):
        return chosen
    if (nothing := _without_hands(con)) is not None:
        raise FilterError(nothing)
    _check_player(con, chosen.player)
    exact: dict[str, Any] = {
        name: _written(con, chosen, DIMENSIONS[name], value)
        for name in _EXACT
        if (value := getattr(chosen, name)) is not None
    }
    only = tuple((name, _written(con, chosen, DIMENSIONS[name], value)) for name, value in kept)
    return replace(chosen, **exact, only=only)


def why_nothing(con: duckdb.DuckDBPyConnection, chosen: Filter, *, min_hands: int = 1) -> str:
    """Return one line on why no hand is left by a filter, which is settled.

    Raises:
        FilterError: the filter's own SQL cannot be used.
    """
    if (nothing := _without_hands(con)) is not None:
        return nothing
    anybody = Filter(every_player=True, session_gap=chosen.session_gap)
    asked = {name: getattr(chosen, name) for name in ("since", "until", *_EXACT, "where")}
    criteria = {
        f"{name}={value}".removesuffix(" 00:00:00"): replace(anybody, **{name: value})
        for name, value in asked.items()
        if value is not None
    } | {f"{name}={value}": replace(anybody, only=((name, value),)) for name, value in chosen.only}
    for told, alone in criteria.items():
        if not _counts(con, alone):
            return f"no hand fits {told}{_span(con) if told.startswith(('since', 'until')) else ''}"
    nobody = chosen.player is None and not (chosen.every_player or chosen.others)
    if nobody and not _counts(con, Filter()):
        return "no hand shows whose it is; --player NAME looks at one player, --all at every one"
    if (most := max(_counts(con, chosen), default=0)) and most < min_hands:
        return f"nobody has {min_hands:,} hands of this kind; the most are {most:,}"
    whose = " of yours" if nobody else "" if chosen.player is None else f" of {chosen.player!r}"
    if len(criteria) == 1:
        return f"no hand{whose} fits {next(iter(criteria))}, but those of other players do"
    if not criteria:
        return f"no hand{whose} is counted: cancelled hands, and hands without cards dealt, are not"
    return f"no hand{whose} fits all of these together: {', '.join(criteria)}"


def _span(con: duckdb.DuckDBPyConnection) -> str:
    """Return from when to when the hands are."""
    ((first, last),) = con.execute(
        "SELECT strftime(min(played_at), '%Y-%m-%d'), strftime(max(played_at), '%Y-%m-%d') FROM hands"
    ).fetchall()
    return "; no hand has a date" if first is None else f"; the hands are of {first} to {last}, UTC"


def _counts(con: duckdb.DuckDBPyConnection, chosen: Filter) -> list[int]:
    """Return the hands of each player that a filter leaves."""
    kept = narrowed(chosen)
    table = next((each for each in _TABLES if all(one.splits(each) for one, _ in kept)), None)
    if table is None:
        return []
    rows, parameters = row_set(table, chosen)
    query = f"SELECT count(DISTINCT hand_key) AS hands FROM ({rows}) GROUP BY player"
    return [row["hands"] for row in fetch(con, chosen, query, parameters)]


_TABLES = (
    SEATS.name,
    *(table for table in ROW_SETS if any(table in one.within for one in DIMENSIONS.values())),
)


def _without_hands(con: duckdb.DuckDBPyConnection) -> str | None:
    """Return why there is nothing at all to look at, or None where there are hands."""
    ((stored, kept),) = con.execute(
        "SELECT (SELECT count(*) FROM hands), (SELECT count(*) FROM quarantine)"
    ).fetchall()
    if stored:
        return None
    if kept:
        return f"every hand of the database, {kept:,} in all, is in the quarantine; badugi-hh hands --quarantined lists them"
    return "the database has no hand yet; badugi-hh import FOLDER brings some in"


def _check_player(con: duckdb.DuckDBPyConnection, name: str | None) -> None:
    """Refuse a name that neither a player nor a person has; names that are written nearly so are told."""
    known = f"SELECT 1 FROM seats WHERE player = ? OR {PERSON} = ? UNION ALL SELECT 1 FROM aliases WHERE person = ? LIMIT 1"
    if name is None or con.execute(known, [name] * 3).fetchall():
        return
    people = con.execute("SELECT player FROM seats UNION SELECT person FROM aliases").fetchall()
    question = did_you_mean(alike(name, [player for (player,) in people]), show=repr)
    hint = f"; {question}" if question else ", as no hand has this name"
    if name.casefold() == "hero":
        hint = "; the hero is looked at where nobody is named"
    raise FilterError(f"there is no player {name!r}{hint}")


def _written(con: duckdb.DuckDBPyConnection, chosen: Filter, dimension: Dimension, value: str) -> str:
    """Return a value of a dimension as it is written there."""
    if dimension.name == "opponent":
        persons = persons_of(con, value)
        value = persons.pop() if len(persons) == 1 else value
    folded = {each.casefold(): each for each in dimension.order}
    if value.casefold() in folded:
        return folded[value.casefold()]
    found = _values(con, chosen, dimension)
    if value in found:
        return value
    same = [each for each in found if each.casefold() == value.casefold()]
    if len(same) == 1:
        return same[0]
    what = dimension.name.replace("_", "-")
    if question := did_you_mean(alike(value, found), show=repr):
        raise FilterError(f"no hand has {what} {value!r}; {question}")
    more = f" and {len(found) - MOST:,} more" if len(found) > MOST else ""
    raise FilterError(f"no hand has {what} {value!r}; there are {', '.join(found[:MOST])}{more}")


def _values(con: duckdb.DuckDBPyConnection, chosen: Filter, dimension: Dimension) -> list[str]:
    """Return the values that a dimension has in all hands of all players, in its order."""
    anybody = Filter(every_player=True, session_gap=chosen.session_gap)
    found: set[str] = set()
    for table in dimension.within or (SEATS.name,):
        rows, parameters = row_set(table, anybody, [dimension])
        query = f"SELECT DISTINCT by_{dimension.name} AS value FROM ({rows})"
        found.update(row["value"] for row in fetch(con, anybody, query, parameters))
    return sorted(found, key=dimension.rank)
