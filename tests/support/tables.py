"""Carries out operations at a table, and reads and copies its whole state."""

import re
from collections.abc import Callable
from typing import Any

from badugi_hh.engine.table import Table
from badugi_hh.engine.violation import RuleError

_ACTS = {"f": "fold", "k": "check", "c": "call", "b": "bet_to", "d": "draw"}


def go(table: Table, acts: str) -> None:
    """Carry out operations such as `4f 1c 3k 2d2 3b40`: seat 4 folds, 1 calls, 3 checks, 2 draws two, 3 bets to 40."""
    for act in acts.split():
        seat, letter, amount = re.fullmatch(r"(\d+)([a-z])(\d*)", act).groups()
        getattr(table, _ACTS[letter])(int(seat), *([int(amount)] if amount else []))


def allowed(verify: Callable[[], None]) -> bool:
    """Return whether `verify` raises no `RuleError`."""
    try:
        verify()
    except RuleError:
        return False
    return True


def attributes_of(thing: object) -> tuple[str, ...]:
    """Return the names of all attributes of an object, also of one with slots."""
    return tuple(getattr(type(thing), "__slots__", ()) or vars(thing))


def copy_table(table: Table) -> Table:
    """Return an independent copy of a table; the rules, which never change, are shared."""
    other = Table(table.rules, dict.fromkeys(table.order, 1), table.button)
    _copy_attributes(table, other, skip="cards")
    _copy_attributes(table.cards, other.cards)
    return other


def state_of(table: Table) -> dict[str, Any]:
    """Return a copy of everything that the table contains."""
    state = {name: _copy(getattr(table, name)) for name in attributes_of(table) if name != "cards"}
    cards = table.cards
    return state | {f"cards.{name}": _copy(getattr(cards, name)) for name in attributes_of(cards)}


def _copy_attributes(old: object, new: object, skip: str | None = None) -> None:
    for name in attributes_of(old):
        if name != skip:
            setattr(new, name, _copy(getattr(old, name)))


def _copy(value: Any) -> Any:
    """Return an independent copy of a container; other values are never changed."""
    if isinstance(value, dict):
        return {key: _copy(inner) for key, inner in value.items()}
    if isinstance(value, list | set):
        return type(value)(value)
    return value
