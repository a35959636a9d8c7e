"""Which hands and whose: one `Filter` for statistics, leaks, reports and the command line.

A filter selects seats (a player in a hand) and never changes a definition: statistics run over the rows of the selected
seats.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Any, Self

from badugi_hh.stats.selection.dimensions import (
    DIMENSIONS,
    UNKNOWN,
    Dimension,
    Parameter,
    check_value,
    dimensions,
)
from badugi_hh.stats.selection.persons import COUNTED, MINE, PERSON
from badugi_hh.stats.selection.time_zones import check_zone, selected_zone, to_utc
from badugi_hh.stats.selection.user_input import FilterError as FilterError  # noqa: PLC0414 -- it is known by this place
from badugi_hh.suggest import why_no_answer

TAGGED = "(seats.site, seats.hand_id) IN (SELECT (site, hand_id) FROM tags WHERE tag = ?)"
"""SQL over `seats`: the hands that the user has given a tag."""


@dataclass(frozen=True, slots=True)
class Filter:
    """The hands and players to select; None does not filter.

    `player` is a person, or an exact screen name, which stands for its person if it is assigned to one. None selects
    the persons marked as me, else the heroes (the players whose cards a file shows), unless `every_player`. `others`
    inverts the selection of players. `left_out` are persons that do not count although they are the user, see
    `default_players`. `since` is inclusive and `until` exclusive; a time without a zone is of the zone `tz`. `stakes` are
    as written, `betting` is fixed, half-pot, pot or no-limit, `game` cash, tournament or play money, and `position` one of
    BTN, SB, BB, CO, HJ, MP, EP. `where` is SQL over `hands` and `seats`. `tag` is one that the user has given the hand.
    `only` are pairs of a dimension and the one value of it that counts; a dimension of decisions or draws leaves only
    these rows.
    Cancelled hands and seats that were not dealt in never count.

    Two fields select no hands. A pause of `session_gap` minutes between two hands of a player ends a session. `tz` is the
    time zone by which hands have a day or an hour, and sessions a start: a name of the IANA list, `Europe/Rome`; None is UTC.

    Raises:
        FilterError: `where` is not one condition; `since` or `until` is not a datetime; `betting`, `game` or `position`
            has a value that does not exist; `only` has a dimension or a value that does not exist; or there is no time
            zone `tz`. Only a database
            can say whether a hand has the value, and who `player` is.
    """

    player: str | None = None
    every_player: bool = False
    others: bool = False
    since: datetime | None = None
    until: datetime | None = None
    stakes: str | None = None
    betting: str | None = None
    game: str | None = None
    position: str | None = None
    where: str | None = None
    tag: str | None = None
    only: tuple[tuple[str, str], ...] = ()
    session_gap: int = 30
    tz: str | None = None
    left_out: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name, moment in (("since", self.since), ("until", self.until)):
            if not isinstance(moment, datetime | None):
                raise FilterError(f"{name} is {moment!r}; give a datetime: datetime(2024, 3, 1)")
        for name in ("player", "stakes", "betting", "game", "position", "where", "tag", "tz"):
            text = getattr(self, name)
            if not isinstance(text, str | None):
                raise FilterError(f"{name} is {text!r}; give one text")
        pairs = self.only if isinstance(self.only, tuple) else (None,)
        if not all(
            isinstance(p, tuple) and len(p) == 2 and all(isinstance(t, str) for t in p) for p in pairs
        ):
            raise FilterError(f"only is {self.only!r}; give pairs of texts: (('opener', 'BTN'),)")
        if type(self.session_gap) is not int or self.session_gap < 1:
            raise FilterError(f"session_gap is {self.session_gap!r}; give whole minutes, at least 1")
        if self.tz is not None:
            check_zone(self.tz)
        since, until = self._utc(self.since), self._utc(self.until)
        if since is not None and until is not None and since >= until:
            raise FilterError(
                f"since {self.since} is not before until {self.until}; no hand lies between them"
            )
        if self.player is not None and self.every_player:
            raise FilterError(
                f"player {self.player!r} and every_player contradict each other; give one of them"
            )
        for name in ("betting", "game", "position"):
            if (value := getattr(self, name)) is not None:
                check_value(DIMENSIONS[name], value, DIMENSIONS[name].order)
        for dimension, value in kept_values(self):
            check_value(dimension, value, (*dimension.order, UNKNOWN))
        if self.where is not None:
            _check_condition(self.where)

    @classmethod
    def of_computer(cls, *, tz: str | None = None, **fields: Any) -> Self:
        """Return a filter with these fields whose time zone is that of this computer unless `tz` names one."""
        return cls(tz=selected_zone(tz), **fields)

    @property
    def is_of_user(self) -> bool:
        """Return whether the filter names no players, so that it selects those of the user."""
        return self.player is None and not (self.every_player or self.others)

    def sql(self) -> tuple[str, list[Parameter]]:
        """Return a predicate over the tables `hands` and `seats`, and its parameters in order, for all but `only`."""
        terms, parameters = self.terms()
        return f"{COUNTED} AND {terms}", parameters

    def terms(self) -> tuple[str, list[Parameter]]:
        """Return the same without the condition that cancelled hands and seats not dealt in never count."""
        terms = []
        parameters: list[Parameter] = []
        who = "TRUE" if self.every_player else MINE
        if self.player is not None:
            who = f"{PERSON} IN (SELECT person FROM aliases WHERE player = ? UNION ALL SELECT ?::VARCHAR)"
            parameters += [self.player, self.player]
        elif self.left_out and self.is_of_user:
            who = f"{who} AND {PERSON} NOT IN ({', '.join('?' * len(self.left_out))})"
            parameters += self.left_out
        terms.append(f"NOT coalesce({who}, false)" if self.others else who)
        of_time, moments = self.of_time()
        terms += of_time
        parameters += moments
        for term, value in (
            ("hands.stakes = ?", self.stakes),
            ("hands.betting = ?", self.betting),
            ("hands.game = ?", self.game),
            ("seats.position = ?", None if self.position is None else self.position.upper()),
            (TAGGED, self.tag),
        ):
            if value is not None:
                terms.append(term)
                parameters.append(value)
        if self.where is not None:
            # On lines of its own, so that a comment at its end comments out nothing else.
            terms.append(f"(\n{self.where}\n)")
        return " AND ".join(terms), parameters

    def of_time(self) -> tuple[list[str], list[Parameter]]:
        """Return the conditions of the time of a hand over the table `hands`, and their parameters in order."""
        ends = {"hands.played_at >= ?": self._utc(self.since), "hands.played_at < ?": self._utc(self.until)}
        known = {term: moment for term, moment in ends.items() if moment is not None}
        return list(known), list(known.values())

    def _utc(self, moment: datetime | None) -> datetime | None:
        return None if moment is None else to_utc(moment, self.tz)


def kept_values(hand_filter: Filter) -> tuple[tuple[Dimension, str], ...]:
    """Return the dimensions of which a filter keeps one value, each with that value.

    Raises:
        FilterError: there is no such dimension.
    """
    return tuple((dimensions([name])[0], part) for name, part in hand_filter.only)


def unfit(table: str, by: Sequence[Dimension], hand_filter: Filter) -> Dimension | None:
    """Return a dimension of a split or of a filter that the rows of a row set do not have, None if they have all."""
    kept = (dimension for dimension, _ in kept_values(hand_filter))
    return next(
        chain(
            (dimension for dimension in by if not dimension.splits(table)),
            (dimension for dimension in kept if not dimension.has(table)),
        ),
        None,
    )


def _check_condition(where: str) -> None:
    """Refuse a text that is not one condition, such as `true) OR (true`.

    The condition is put in parentheses within a query. A text that can be parsed with and without parentheses is one
    condition.
    """
    import duckdb

    if not where.strip():
        raise FilterError("the condition is empty; leave it out to look at all hands")
    for query in (f"SELECT 1 WHERE\n{where}\n", f"SELECT 1 WHERE (\n{where}\n)"):
        try:
            statements = duckdb.extract_statements(query)
        except duckdb.Error as error:
            raise FilterError(
                f"the condition {where!r} cannot be used: {why_no_answer(str(error))}"
            ) from error
        if len(statements) != 1:
            raise FilterError(f"the condition {where!r} cannot be used: it is more than one")
