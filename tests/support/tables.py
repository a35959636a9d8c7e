"""Reads and copies the whole state of a table, for tests that try an operation and compare before and after."""

from typing import Any

from badugi_hh.engine.table import Table


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
