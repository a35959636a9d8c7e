"""The dimensions by which results can be split, each declared once: of a hand, of a player in it, or of one row.

A dimension of decisions or draws splits only statistics over these rows. Nothing here counts.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any

from badugi_hh.engine.cards import RANKS
from badugi_hh.engine.values import value_of
from badugi_hh.facts.schema import DECISIONS, DRAWS
from badugi_hh.facts.views import VERDICTS
from badugi_hh.stats.definitions.row_sets import ENTRIES
from badugi_hh.stats.selection.persons import PERSON
from badugi_hh.stats.selection.sessions import COUNTED_HANDS, sessions_query
from badugi_hh.stats.selection.time_zones import by_clock, local_sql, minute_sql
from badugi_hh.stats.selection.user_input import split_names, unknown_value
from badugi_hh.store.tags import UNTAGGED

DECISION_ROWS = DECISIONS.name
DRAW_ROWS = DRAWS.name
UNKNOWN = "unknown"
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_DIGITS = re.compile(r"(\d+)")


Parameter = str | datetime


@dataclass(frozen=True, slots=True)
class Dimension:
    """A dimension by which results can be split: an SQL expression, and the order of its values.

    `sql` is over `hands`, `seats` and the tables that `join` adds, in which `{predicate}` stands for that of the filter and
    `{gap}` for the minutes that end a session; a dimension without it belongs to single rows, and `within` has its SQL for
    each table that has it. `moment` is a column with a time; in `sql`, `{local}` stands for that
    time by the clocks of a time zone, and `{minute}` for its text to the minute. `overlapping` states that one hand can
    have several values. `of_cards` states that the value of other players is known only where they showed their cards,
    which is a biased sample. `of_tournament` states that the tournaments of a player are in one part each: all hands of a
    tournament have one value, or its last hand decides. `size` returns a sort key for values that have no fixed order.
    """

    name: str
    title: str
    sql: str = ""
    order: tuple[str, ...] = ()
    join: str = ""
    moment: str = ""
    within: Mapping[str, str] = field(default_factory=dict)
    overlapping: bool = False
    of_cards: bool = False
    of_tournament: bool = False
    size: Callable[[str], tuple[Any, ...]] | None = None

    def rank(self, value: str) -> tuple[Any, ...]:
        """Return a key that sorts values by size or in the dimension's order, and other values after it by name.

        Numbers within names are sorted by size, and names that begin with a number come first.
        """
        if self.size is not None:
            return self.size(value)
        return (self.order.index(value) if value in self.order else len(self.order)), _by_number(value)

    def sql_in(self, tz: str | None) -> str:
        """Return the SQL expression of a dimension of hands or seats, by the clocks of a time zone."""
        if not self.moment:
            return self.sql
        return self.sql.format(local=local_sql(self.moment, tz), minute=minute_sql(self.moment, tz))

    @property
    def apart(self) -> bool:
        """Return whether every hand has one value only, so that the hands of all values add up."""
        return not (self.within or self.overlapping)

    @property
    def of(self) -> str:
        """Return the rows that it splits: `all`, `all but tournaments`, or the names of the tables that have it."""
        return " and ".join(self.within) or ("all" if self.of_tournament else "all but tournaments")

    def has(self, table: str) -> bool:
        """Return whether the rows of a row set have a value of it, so that a filter can keep one."""
        return not self.within or table in self.within

    def splits(self, table: str) -> bool:
        """Return whether the rows of a row set can be split by it."""
        return self.has(table) and (table != ENTRIES or self.of_tournament)


def _by_number(text: str) -> list[Any]:
    return [int(part) if part.isdecimal() else part for part in _DIGITS.split(text)]


# Only players with a selected hand are looked at.
_HANDS = (
    f"SELECT * FROM ({COUNTED_HANDS}) WHERE person IN (SELECT {PERSON} FROM seats JOIN hands "
    "ON hands.hand_key = seats.hand_key WHERE {predicate})"
)
_SESSIONS = (
    f"LEFT JOIN ({sessions_query(_HANDS, '{gap}')}) AS sessions "
    "ON sessions.hand_key = seats.hand_key AND sessions.seat = seats.seat"
)
_OTHERS = (
    f"JOIN (SELECT DISTINCT hand_key AS opponent_hand, {PERSON} AS opponent FROM seats WHERE dealt) "
    f"AS opponents ON opponents.opponent_hand = seats.hand_key AND opponents.opponent <> {PERSON}"
)


def _known(sql: str) -> str:
    return f"coalesce({sql}, '{UNKNOWN}')"


def size_of_stakes(stakes: str) -> tuple[bool, bool, str, list[Decimal], str]:
    """Return a key that sorts stakes by currency and then by size, chips (`20/40`) after money, and unknown stakes last."""
    numbers = [Decimal(number.replace(",", "")) for number in _NUMBER.findall(stakes)]
    currency = _NUMBER.sub("", stakes)
    return not numbers, currency == "/", currency, numbers, stakes


SIZES = {4: "badugi", 3: "three-card", 2: "two-card", 1: "one-card"}
STREETS = ("b0", "d1", "b1", "d2", "b2", "d3", "b3")
_POSITIONS = ("EP", "MP", "HJ", "CO", "BTN", "SB", "BB")
PLAYED = "hands.played_at"
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_LATE = "('CO', 'BTN', 'SB')"
# The worst hand of each class and highest card: the ranks right below that card.
_WORST = {
    f"{SIZES[size]} {RANKS[high]}": value_of(tuple(range(high, high - size, -1)))
    for size in SIZES
    for high in range(size - 1, len(RANKS))
}


def _class(column: str) -> str:
    worst = {SIZES[size]: value_of(tuple(range(12, 12 - size, -1))) for size in SIZES}
    return _up_to(column, worst)


def _up_to(column: str, worst: Mapping[str, int]) -> str:
    whens = " ".join(f"WHEN {column} <= {value} THEN '{label}'" for label, value in worst.items())
    return f"CASE {whens} ELSE '{UNKNOWN}' END"


def _by_clock(name: str, title: str, sql: str, order: tuple[str, ...] = ()) -> Dimension:
    return Dimension(name, title, _known(sql), order, moment=PLAYED, of_tournament=True)


_OPPONENTS = "CASE WHEN live <= 2 THEN '1' WHEN live = 3 THEN '2' ELSE '3 and more' END"

_DIMENSIONS = (
    Dimension(
        "position",
        "position at the table; EP are all seats before MP, at tables of seven and more",
        _known("seats.position"),
        _POSITIONS,
    ),
    Dimension(
        "late",
        "whether the player is in a steal position: cut-off, button or small blind",
        f"CASE WHEN seats.position IN {_LATE} THEN 'late' WHEN seats.position IS NOT NULL THEN 'not late' "
        f"ELSE '{UNKNOWN}' END",
        ("late", "not late"),
    ),
    Dimension("stakes", "stakes as written", _known("hands.stakes"), size=size_of_stakes),
    Dimension(
        "betting",
        "limit type",
        _known("hands.betting"),
        ("fixed", "half-pot", "pot", "no-limit"),
        of_tournament=True,
    ),
    Dimension(
        "game",
        "cash games, tournaments or play money",
        _known("hands.game"),
        ("cash", "tournament", "play money"),
        of_tournament=True,
    ),
    Dimension(
        "table_size",
        "players dealt in",
        "CASE WHEN hands.players <= 2 THEN '2' WHEN hands.players <= 4 THEN '3-4' "
        "WHEN hands.players <= 6 THEN '5-6' WHEN hands.players > 6 THEN '7 and more' "
        f"ELSE '{UNKNOWN}' END",
        ("2", "3-4", "5-6", "7 and more"),
    ),
    _by_clock("day", "day in the time zone of --tz", "strftime({local}, '%Y-%m-%d')"),
    _by_clock(
        "week",
        "week in the time zone of --tz, by its Monday",
        "strftime(date_trunc('week', {local}), '%Y-%m-%d')",
    ),
    _by_clock("month", "month in the time zone of --tz", "strftime({local}, '%Y-%m')"),
    _by_clock("weekday", "day of the week in the time zone of --tz", "dayname({local})", _WEEKDAYS),
    _by_clock(
        "hour",
        "hour of the day in the time zone of --tz, in which the hand began: 0 to 23",
        "CAST(hour({local}) AS VARCHAR)",
        tuple(map(str, range(24))),
    ),
    Dimension(
        "session",
        "start of the session in the time zone of --tz; a pause of 30 minutes or as set ends one, whatever the tables. "
        "Tables of the command line number the sessions, and --only session=12 selects one by its number",
        _known("{minute}"),
        join=_SESSIONS,
        moment="sessions.session",
        size=by_clock,
        of_tournament=True,
    ),
    Dimension(
        "opponent",
        "another player dealt in; a hand counts once for each of them",
        "opponents.opponent",
        join=_OTHERS,
        overlapping=True,
    ),
    Dimension(
        "tag",
        "tag that you have given the hand, see `badugi-hh tag`; a hand counts once for each of its tags",
        f"coalesce(tags.tag, '{UNTAGGED}')",
        join="LEFT JOIN tags ON tags.site = seats.site AND tags.hand_id = seats.hand_id",
        overlapping=True,
    ),
    Dimension("draw_line", "cards drawn at each draw taken", "coalesce(seats.draw_line, 'no draw')"),
    Dimension(
        "starting_class",
        "class of the cards dealt",
        _known("seats.starting_class"),
        tuple(SIZES.values()),
        of_cards=True,
    ),
    Dimension(
        "starting_hand",
        "class and highest counting card of the cards dealt",
        _up_to("seats.value_0", _WORST),
        tuple(_WORST),
        of_cards=True,
    ),
    Dimension(
        "tournament",
        "number of the tournament; `cash games` are all hands outside of one",
        f"coalesce(hands.tournament_id, CASE hands.game WHEN 'cash' THEN 'cash games' WHEN 'play money' THEN 'play money' ELSE '{UNKNOWN}' END)",
        of_tournament=True,
    ),
    Dimension(
        "street",
        "betting before the first draw (b0) and after each (b1 to b3), and the draws (d1 to d3)",
        order=STREETS,
        within={DECISION_ROWS: "'b' || round", DRAW_ROWS: "'d' || draw", VERDICTS.name: "street"},
    ),
    Dimension(
        "draw_state",
        "the player's last draw compared with that of the best live opponent; ahead means fewer cards",
        order=("ahead", "even", "behind", "no draw yet"),
        within={
            DECISION_ROWS: "CASE WHEN own_draw < best_opponent_draw THEN 'ahead' WHEN own_draw = best_opponent_draw "
            "THEN 'even' WHEN own_draw > best_opponent_draw THEN 'behind' ELSE 'no draw yet' END"
        },
    ),
    Dimension(
        "cards_drawn",
        "cards drawn: at this draw, or at the last one by the player and by the best live opponent",
        within={
            DECISION_ROWS: "CASE WHEN own_draw IS NULL OR best_opponent_draw IS NULL THEN 'no draw yet' "
            "ELSE own_draw || ' against ' || best_opponent_draw END",
            DRAW_ROWS: _known("CAST(drawn AS VARCHAR)"),
        },
    ),
    Dimension(
        "relative_position",
        "whether the player acts last of all who can act in the round",
        order=("last", "not last"),
        within={DECISION_ROWS: "CASE WHEN last_to_act THEN 'last' ELSE 'not last' END"},
    ),
    Dimension(
        "opponents_live",
        "opponents who have not folded",
        order=("1", "2", "3 and more"),
        within={DECISION_ROWS: _OPPONENTS, DRAW_ROWS: _OPPONENTS},
    ),
    Dimension(
        "opener",
        "position of the player who made the first raise before the first draw, so far in the hand; none if nobody has",
        order=(*_POSITIONS, "none"),
        within=dict.fromkeys((DECISION_ROWS, DRAW_ROWS), "coalesce(opener, 'none')"),
    ),
    Dimension(
        "hand_class",
        "class of the player's hand at the moment, where known",
        order=tuple(SIZES.values()),
        within={DECISION_ROWS: _class("value"), DRAW_ROWS: _class("value_before")},
        of_cards=True,
    ),
    Dimension(
        "high_card",
        "class and highest counting card of the player's hand at the moment, where known",
        order=tuple(_WORST),
        within={DECISION_ROWS: _up_to("value", _WORST), DRAW_ROWS: _up_to("value_before", _WORST)},
        of_cards=True,
    ),
    Dimension(
        "knowledge",
        "how the player's hand at the moment is known: dealt in the player's own file, shown, or inferred backwards from "
        "the shown hand (back); shown hands are a biased sample and not comparable with dealt hands",
        order=("dealt", "shown", "back"),
        within=dict.fromkeys((DECISION_ROWS, DRAW_ROWS), _known("knowledge")),
    ),
)

DIMENSIONS: dict[str, Dimension] = {dimension.name: dimension for dimension in _DIMENSIONS}


def dimensions(names: Sequence[str] | str) -> tuple[Dimension, ...]:
    """Return the named dimensions, each once: a sequence of names, or names separated by commas.

    Case does not matter, and hyphens equal underscores.

    Raises:
        FilterError: there is no such dimension.
    """
    named = []
    for name in split_names(names):
        dimension = DIMENSIONS.get(name)
        if dimension is None:
            raise unknown_value(
                f"there is no dimension {name!r}", name, list(DIMENSIONS), most=len(DIMENSIONS)
            )
        named.append(dimension)
    return tuple(named)


def typed(value: str) -> str:
    """Return a fixed value as the user may write it: in any case, with hyphens in place of blanks."""
    return value.casefold().replace(" ", "-")


def check_value(dimension: Dimension, value: str, known: Sequence[str]) -> None:
    """Refuse a value that a dimension with fixed values cannot have; see `typed`.

    Raises:
        FilterError: it is none of the `known` values.
    """
    if dimension.order and typed(value) not in map(typed, known):
        raise unknown_value(f"{dimension.name} has no value {value!r}", value, known)
