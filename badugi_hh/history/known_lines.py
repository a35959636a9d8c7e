"""Remembers what a marked line states by itself, because most lines recur from hand to hand.

A marked line has no player's name, so "calls $0.50" is one line for all players; only seat lines keep their names. What
is remembered is its form, and the fields of its event but for the player and the line number. The lines of a hand together are the concern of `parse`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from functools import cache, lru_cache
from typing import Any

from badugi_hh.history import events as ev
from badugi_hh.history.convert import CardsError, Context, Item
from badugi_hh.history.dialect import Dialect
from badugi_hh.history.lines import MARK, NO_FORM, Form, is_header
from badugi_hh.history.money import AmountError, MoneyUnit

MOST_LINES = 1 << 14
"""The number of lines that are remembered."""

LONGEST = 200
"""The length of the longest line that is remembered, in characters; only chat and damaged lines are longer."""


@dataclass(slots=True, eq=False)
class KnownLine:
    """What a marked line states.

    `player_event` makes its event from the player's name, `values` and the line number, and `item` an event or a seat from
    `values` and the line number. Both are None for a line that is not valid, and where more is needed: see `Dialect.by_context`.
    `grouped` is true where an amount has a comma.
    """

    form: Form
    values: tuple[Any, ...] = ()
    player_event: Callable[..., ev.ANY_EVENT] | None = None
    item: Callable[..., Item] | None = None
    grouped: bool = False


def read_lines(dialect: Dialect, lines: Iterable[str], unit: MoneyUnit) -> list[KnownLine]:
    """Return what the marked lines of a hand in a dialect state, with amounts in its unit."""
    return [(recall if len(line) <= LONGEST else read_line)(dialect, line, unit) for line in lines]


def read_line(dialect: Dialect, line: str, unit: MoneyUnit) -> KnownLine:
    """Return what a marked line states."""
    form = dialect.grammar.read(line)
    if form is NO_FORM or is_header(form) or form.kind == "TABLE":
        return KnownLine(form)
    try:
        context = Context((MARK,), unit, MARK, line, read_amount=dialect.read_amount)
        item = dialect.makers[form.kind](context, form.groups)
    except (AmountError, CardsError):
        return KnownLine(form)
    if item is None or form.kind in dialect.by_context:
        return KnownLine(form)
    kind: type = type(item)
    values = tuple([getattr(item, name) for name in _name_values(kind)])
    if isinstance(item, ev.PlayerEvent):
        return KnownLine(form, values, player_event=kind, grouped=context.grouped)
    return KnownLine(form, values, item=kind, grouped=context.grouped)


recall = lru_cache(MOST_LINES)(read_line)
"""Returns what `read_line` returns, and remembers it."""


@cache
def _name_values(kind: type) -> tuple[str, ...]:
    """Return the fields of an event in order without the line number and the player's name, or all others of a seat."""
    given = {"line", "player"} if issubclass(kind, ev.PlayerEvent) else {"line"}
    return tuple(field.name for field in fields(kind) if field.name not in given)
