"""The types that describe the database, columns, tables and junk dimensions, and the tables of `badugi_hh/facts/schema.toml`.

Nothing here creates or fills a table.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its name, DuckDB type and meaning."""

    name: str
    type: str
    meaning: str


@dataclass(frozen=True, slots=True)
class JunkDimension:
    """Columns of a table that together have few distinct combinations of values; `names` has them, separated by blanks.

    The dimension table `name` has a row for each combination, numbered in its column `key`; each row of the described
    table has the key of its combination. A condition over such columns is evaluated once per combination instead of once
    per row; decision 0007 explains why that is fast. The tables and their keys are private: their names begin with an
    underscore, `docs/schema.md` does not list them, and they may change in any version.
    """

    name: str
    names: str

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the names of the columns."""
        return tuple(self.names.split())

    @property
    def key(self) -> str:
        """Return the name of the column that numbers the combinations."""
        return f"{self.name}_key"


@dataclass(frozen=True, slots=True)
class Table:
    """One table: its name, what a row is, its documented columns in order, and its junk dimensions."""

    name: str
    meaning: str
    columns: tuple[Column, ...]
    junk_dimensions: tuple[JunkDimension, ...] = field(default=(), kw_only=True)

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the documented columns in order."""
        return tuple(column.name for column in self.columns)

    @property
    def keys(self) -> tuple[str, ...]:
        """Return the names of the columns with the keys of the junk dimensions; they follow the documented columns."""
        return tuple(dimension.key for dimension in self.junk_dimensions)

    @property
    def dimension_tables(self) -> tuple["Table", ...]:
        """Return the private tables of the junk dimensions."""
        return tuple(
            Table(
                dimension.name,
                f"one row per combination of values in some columns of {self.name}",
                (
                    Column(dimension.key, "INTEGER", "key of the combination in this database"),
                    *(column for column in self.columns if column.name in dimension.columns),
                ),
            )
            for dimension in self.junk_dimensions
        )


def _read_columns(text: str, shared: Mapping[str, Column]) -> tuple[Column, ...]:
    """Return the columns of a text: a line for each, with its name, its type and its meaning, or the name of a shared one."""
    return tuple(
        shared[line] if line in shared else Column(*line.split(maxsplit=2))
        for line in text.strip().splitlines()
    )


def _read_tables(kind: str) -> dict[str, Table]:
    """Return the tables or the views by name, in the order of `docs/schema.md`."""
    declared = tomllib.loads(Path(__file__).with_name("schema.toml").read_text(encoding="utf-8"))
    shared = {column.name: column for column in _read_columns(declared["shared"]["columns"], {})}
    return {
        name: Table(
            name,
            table["meaning"],
            _read_columns(table["columns"], shared),
            junk_dimensions=tuple(JunkDimension(*each) for each in table.get("dimensions", {}).items()),
        )
        for name, table in declared[kind].items()
    }


DECLARED, DECLARED_VIEWS = _read_tables("tables"), _read_tables("views")
"""The tables and the views that `badugi_hh/facts/schema.toml` declares, by name."""
