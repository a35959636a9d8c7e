"""The rows of hands as columns: for each table that a replay fills, one list of values per column.

A row is added by appending one value to the list of each column. An object for each row would take six times as long,
and the database appends whole columns. A name that `badugi_hh/facts/schema.toml` does not declare is an `AttributeError`; lists
of different lengths, and values of another type, are refused where they become a frame. None is NULL.
"""

from types import SimpleNamespace
from typing import Any

from badugi_hh.facts.columns import DECISIONS, DRAWS, EVENTS, HANDS, SEATS
from badugi_hh.facts.schema import TableSchema


class Columns(SimpleNamespace):
    """The columns of one table: a list for each, by its name."""

    def __init__(self, table: TableSchema) -> None:
        super().__init__(**{name: [] for name in table.names})


class Rows:
    """The rows of any number of hands in the tables that a replay fills."""

    def __init__(self) -> None:
        self.hands = Columns(HANDS)
        self.seats = Columns(SEATS)
        self.events = Columns(EVENTS)
        self.decisions = Columns(DECISIONS)
        self.draws = Columns(DRAWS)

    def columns(self, table: TableSchema) -> dict[str, list[Any]]:
        """Return the columns of a table by name, in their declared order."""
        columns: dict[str, list[Any]] = vars(getattr(self, table.name))
        return columns
