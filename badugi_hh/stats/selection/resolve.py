"""Resolves the names and values of a filter in a database, and explains why a resolved filter selects no hand.

A name or value that no hand has is an error that lists similar ones, or those that exist. A filter is resolved once, where
a question comes in (`badugi_hh.api`); everything behind takes it as it is.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import duckdb

from badugi_hh.facts.schema import SEATS
from badugi_hh.history.money import AmountError, read_amount
from badugi_hh.stats.definitions.row_sets import ROW_SETS
from badugi_hh.stats.selection.dimensions import (
    DIMENSIONS,
    UNKNOWN,
    Dimension,
    size_of_stakes,
    typed,
)
from badugi_hh.stats.selection.filters import Filter, FilterError, kept_values
from badugi_hh.stats.selection.persons import PERSON, persons_of
from badugi_hh.stats.selection.rows import fetch, row_set
from badugi_hh.stats.selection.statistic_names import selected_stats
from badugi_hh.stats.selection.time_zones import UTC_NAME, to_zone
from badugi_hh.stats.selection.user_input import MOST
from badugi_hh.store.tags import UNTAGGED
from badugi_hh.suggest import alike, did_you_mean

_AMOUNTS = re.compile(r"[0-9.,]+/[0-9.,]+$")
_NO_HERO = "no hand has a hero; --player NAME selects one player, --all every player"
LAST = "last"
"""Names the last session."""
_EXACT = ("stakes", "betting", "game", "position", "tag")


def resolve(
    con: duckdb.DuckDBPyConnection, hand_filter: Filter, names: Sequence[str] | str | None = None
) -> Filter:
    """Return the filter with each name and value as the database writes it.

    Case and the digits of stakes do not matter. Stakes may lack their currency, if there are such stakes in one currency
    only. A session may be named by its number, see `session_starts`, by `last`, or by its day, if the players have one on
    that day.

    An opponent may be named by any screen name that is assigned to the person.

    Raises:
        FilterError: there is no such player, dimension or value; or the database has no hand; or one of the statistics
            `names` counts rows that a dimension of `only` says nothing of.
    """
    for dimension, _ in kept_values(hand_filter):
        for stat in () if names is None else selected_stats(names):
            if not dimension.has(stat.rows):
                raise FilterError(
                    f"{stat.name} counts {stat.rows}, and {dimension.name} is known of {' and '.join(dimension.within)} "
                    "only; ask without one of the two"
                )
    kept = tuple((dimension.name, value) for dimension, value in kept_values(hand_filter))
    if hand_filter.player is None and not kept and all(getattr(hand_filter, name) is None for name in _EXACT):
        return hand_filter
    if (nothing := _without_hands(con)) is not None:
        raise FilterError(nothing)
    player = None if hand_filter.player is None else resolve_player(con, hand_filter.player)
    exact: dict[str, Any] = {
        name: _written(con, hand_filter, DIMENSIONS[name], value)
        for name in _EXACT
        if (value := getattr(hand_filter, name)) is not None
    }
    only = tuple((name, _written(con, hand_filter, DIMENSIONS[name], value)) for name, value in kept)
    return replace(hand_filter, **exact, player=player, only=only)


def explain_no_hands(con: duckdb.DuckDBPyConnection, hand_filter: Filter, *, min_hands: int = 1) -> str:
    """Return one line that explains why a resolved filter selects no hand.

    Raises:
        FilterError: its own SQL cannot be used.
    """
    if (nothing := _without_hands(con)) is not None:
        return nothing
    anybody = _of_everybody(hand_filter)
    values = {name: getattr(hand_filter, name) for name in ("since", "until", *_EXACT, "where")}
    criteria = {
        f"{name}={value}".removesuffix(" 00:00:00"): replace(anybody, **{name: value})
        for name, value in values.items()
        if value is not None
    } | {f"{name}={value}": replace(anybody, only=((name, value),)) for name, value in hand_filter.only}
    for criterion, alone in criteria.items():
        if not _counts(con, alone):
            return f"no hand fits {criterion}{_span(con, hand_filter.tz) if criterion.startswith(('since', 'until')) else ''}"
    nobody = hand_filter.is_of_user
    if nobody and not _counts(con, Filter()):
        return _NO_HERO
    if (most := max(_counts(con, hand_filter), default=0)) and most < min_hands:
        return f"nobody has {min_hands:,} hands of this kind; the most are {most:,}"
    whose = _whose(hand_filter)
    if len(criteria) == 1:
        return f"no hand{whose} fits {next(iter(criteria))}, but those of other players do"
    if not criteria:
        return f"no hand{whose} is counted: cancelled hands, and hands without cards dealt, are not"
    return f"no hand{whose} fits all of these together: {', '.join(criteria)}"


def explain_unknown_luck(con: duckdb.DuckDBPyConnection, hand_filter: Filter) -> str | None:
    """Return one line that explains for which hands of a resolved filter luck is unknown, None if it is known for all.

    Raises:
        FilterError: its own SQL cannot be used.
    """
    rows, parameters = row_set(SEATS.name, hand_filter, prices=True)
    query = f"""
        SELECT count(*) AS hands, count(*) FILTER (WHERE priced.hand_key IS NULL) AS unpriced, count(draw_luck) AS known
        FROM ({rows}) AS selected LEFT JOIN priced_hands AS priced ON priced.hand_key = selected.hand_key
        WHERE big_bet > 0
    """
    (counts,) = fetch(con, hand_filter, query, parameters)
    hands, unpriced, known = counts["hands"], counts["unpriced"], counts["known"]
    if known == hands:
        return None
    if unpriced == hands:
        return "luck is unknown, because none of the hands has prices; badugi-hh db price computes them"
    luck = f"luck is unknown for {hands - known:,} of {hands:,} hands"
    if unpriced:
        return f"{luck}, {unpriced:,} of them without prices; badugi-hh db price computes prices"
    return f"{luck}, in which not all cards of the player were dealt openly"


def session_starts(con: duckdb.DuckDBPyConnection, hand_filter: Filter) -> list[str]:
    """Return the starts of all sessions of the players of a filter, whichever hands it selects; the first is number 1."""
    return _dated(_values(con, hand_filter, DIMENSIONS["session"]))


def _dated(sessions: Sequence[str]) -> list[str]:
    return [start for start in sessions if start != UNKNOWN]


def _of_everybody(hand_filter: Filter) -> Filter:
    """Return the filter of all hands of all players, with the sessions and the time zone of another filter."""
    return Filter(every_player=True, session_gap=hand_filter.session_gap, tz=hand_filter.tz)


def _span(con: duckdb.DuckDBPyConnection, tz: str | None) -> str:
    """Return the dates of the first and the last hand."""
    ((first, last),) = con.execute("SELECT min(played_at), max(played_at) FROM hands").fetchall()
    if first is None:
        return "; no hand has a date"
    first, last = (f"{to_zone(moment, tz):%Y-%m-%d}" for moment in (first, last))
    return f"; the hands are of {first} to {last}, {tz or UTC_NAME}"


def _counts(con: duckdb.DuckDBPyConnection, hand_filter: Filter) -> list[int]:
    """Return the number of hands of each player that a filter selects."""
    kept = kept_values(hand_filter)
    table = next((name for name in _TABLES if all(one.has(name) for one, _ in kept)), None)
    if table is None:
        return []
    rows, parameters = row_set(table, hand_filter)
    query = f"SELECT count(DISTINCT hand_key) AS hands FROM ({rows}) GROUP BY player"
    return [row["hands"] for row in fetch(con, hand_filter, query, parameters)]


_TABLES = (
    SEATS.name,
    *(table for table in ROW_SETS if any(table in one.within for one in DIMENSIONS.values())),
)


def _without_hands(con: duckdb.DuckDBPyConnection) -> str | None:
    """Return why the database has no hands at all, or None if it has some."""
    ((stored, kept),) = con.execute(
        "SELECT (SELECT count(*) FROM hands), (SELECT count(*) FROM quarantine)"
    ).fetchall()
    if stored:
        return None
    if kept:
        return f"every hand of the database, {kept:,} in all, is in the quarantine; badugi-hh hands --quarantined lists them"
    return "the database has no hand yet; badugi-hh import FOLDER imports hands"


def resolve_player(con: duckdb.DuckDBPyConnection, name: str) -> str:
    """Return a name of a player or person as the database writes it; case does not matter where one name is meant.

    Raises:
        FilterError: there is no such name, or several that differ in case; it lists similar names.
    """
    known = f"SELECT 1 FROM seats WHERE player = ? OR {PERSON} = ? UNION ALL SELECT 1 FROM aliases WHERE person = ? LIMIT 1"
    if con.execute(known, [name] * 3).fetchall():
        return name
    people = con.execute("SELECT player FROM seats UNION SELECT person FROM aliases").fetchall()
    same: list[str] = [player for (player,) in people if player.casefold() == name.casefold()]
    if len(same) == 1:
        return str(same[0])
    question = did_you_mean(sorted(same)[:MOST] or alike(name, [player for (player,) in people]), show=repr)
    hint = f"; {question}" if question else ", as no hand has this name"
    if name.casefold() == "hero":
        hint = "; without a name, the hero is selected"
    raise FilterError(f"there is no player {name!r}{hint}")


def _written(con: duckdb.DuckDBPyConnection, hand_filter: Filter, dimension: Dimension, value: str) -> str:
    """Return a value of a dimension as the database writes it."""
    if dimension.name == "opponent":
        persons = persons_of(con, value)
        value = persons.pop() if len(persons) == 1 else value
    if (known := {typed(listed): listed for listed in dimension.order}.get(typed(value))) is not None:
        return known
    values = _values(con, hand_filter, dimension)
    if value in values:
        return value
    if dimension.name == "tag":
        values = [tag for tag in values if tag != UNTAGGED]
        if not values:
            raise FilterError("no hand has a tag; badugi-hh tag HAND TAG gives it one")
    if dimension.name == "session" and (value.isdecimal() or (value == LAST and _dated(values))):
        return _numbered(_dated(values), value, _whose(hand_filter))
    same = [other for other in values if _is_same(dimension, other, value)]
    same = same or [other for other in values if _has_amounts(dimension, other, value)]
    if len(same) == 1:
        return same[0]
    what = dimension.name.replace("_", "-")
    whose = _whose(hand_filter) if dimension.name == "session" else ""
    if not values:
        raise FilterError(
            _NO_HERO if whose and hand_filter.is_of_user else f"no hand{whose} has a known {what}"
        )
    if question := did_you_mean(same[:MOST] or alike(value, values), show=repr):
        lost = dimension.name == "stakes" and "/" in value and "$" not in value and not _AMOUNTS.match(value)
        hint = " A shell replaces $1 between double quotes; use single ones" if lost else ""
        raise FilterError(f"no hand{whose} has {what} {value!r}; {question}{hint}")
    more = f" and {len(values) - MOST:,} more" if len(values) > MOST else ""
    there = "there are" if len(values) > 1 else "there is only"
    raise FilterError(f"no hand{whose} has {what} {value!r}; {there} {', '.join(values[:MOST])}{more}")


def _numbered(starts: Sequence[str], number: str, whose: str) -> str:
    """Return the start of the session of a number, or of the last one."""
    if number == LAST:
        return starts[-1]
    if not 1 <= int(number) <= len(starts):
        last = f"; the last one is {len(starts):,}" if starts else ""
        raise FilterError(f"there is no session {number}{whose}{last}")
    return starts[int(number) - 1]


def _is_same(dimension: Dimension, written: str, value: str) -> bool:
    """Return whether a value is written in another way: in another case, amounts with other digits, a session by its day."""
    if written.casefold() == value.casefold():
        return True
    if dimension.name == "stakes":
        return "," not in value and size_of_stakes(written)[:-1] == size_of_stakes(_with_code(value))[:-1]
    return dimension.name == "session" and written.startswith(f"{value} ")


def _with_code(stakes: str) -> str:
    """Return stakes as the database writes them where they have the sign and the code of a header: `$0.25/$0.50 CAD`."""
    from badugi_hh.facts.hand_rows import write_stakes  # loads what replays hands

    low, _, rest = stakes.partition("/")
    high, _, code = rest.upper().partition(" ")
    try:
        return write_stakes(read_amount(low, code), read_amount(high, code), code) if code else stakes
    except AmountError:
        return stakes


def _has_amounts(dimension: Dimension, written: str, value: str) -> bool:
    """Return whether a value is the amounts of these stakes without a currency."""
    if dimension.name != "stakes" or "," in value:
        return False
    _, without_currency, _, amounts, _ = size_of_stakes(value)
    return without_currency and bool(amounts) and amounts == size_of_stakes(written)[3]


def _whose(hand_filter: Filter) -> str:
    """Return whose hands count, as in `no hand of yours`."""
    if hand_filter.is_of_user:
        return " of yours"
    return "" if hand_filter.player is None else f" of {hand_filter.player!r}"


def _values(con: duckdb.DuckDBPyConnection, hand_filter: Filter, dimension: Dimension) -> list[str]:
    """Return the values that a dimension has in all hands, in the dimension's order: sessions of the players whose hands
    count, other values of all players.
    """
    anybody = _of_everybody(hand_filter)
    if dimension.name == "session":
        anybody = replace(
            anybody,
            player=hand_filter.player,
            every_player=hand_filter.every_player,
            others=hand_filter.others,
        )
    values: set[str] = set()
    for table in dimension.within or (SEATS.name,):
        rows, parameters = row_set(table, anybody, [dimension])
        query = f"SELECT DISTINCT by_{dimension.name} AS value FROM ({rows})"
        values.update(row["value"] for row in fetch(con, anybody, query, parameters))
    return sorted(values, key=dimension.rank)
