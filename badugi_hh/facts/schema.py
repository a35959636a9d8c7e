"""The types that describe tables and columns, and the tables that `badugi_hh/facts/schema.toml` declares.

Nothing here creates or fills a table.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its name, DuckDB type and meaning."""

    name: str
    type: str
    meaning: str


@dataclass(frozen=True, slots=True)
class TableSchema:
    """One table: its name, what a row is, and its columns in order."""

    name: str
    meaning: str
    columns: tuple[Column, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the columns in order."""
        return tuple(column.name for column in self.columns)


def _read_columns(text: str, shared: Mapping[str, Column]) -> tuple[Column, ...]:
    """Return the columns of a text: a line for each, with its name, its type and its meaning, or the name of a shared one."""
    return tuple(
        shared[line] if line in shared else Column(*line.split(maxsplit=2))
        for line in text.strip().splitlines()
    )


def _read_tables(kind: str) -> dict[str, TableSchema]:
    """Return the tables or the views by name, in the order of `docs/schema.md`."""
    declared = tomllib.loads(Path(__file__).with_name("schema.toml").read_text(encoding="utf-8"))
    shared = {column.name: column for column in _read_columns(declared["shared"]["columns"], {})}
    return {
        name: TableSchema(name, table["meaning"], _read_columns(table["columns"], shared))
        for name, table in declared[kind].items()
    }


DECLARED, DECLARED_VIEWS = _read_tables("tables"), _read_tables("views")
"""The tables and the views that `badugi_hh/facts/schema.toml` declares, by name."""
