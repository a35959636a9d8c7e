"""The types that describe the database: columns, tables and junk dimensions.

The tables themselves are declared in `badugi_hh.facts.columns`. Nothing here creates or fills a table.
"""

from dataclasses import dataclass, field

HAND_KEY = "hand_key INTEGER key of the hand"
SEAT = "seat TINYINT seat number at the table"
PLAYER = "player VARCHAR screen name"
"""Columns of several tables: name, type and meaning."""


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


def table(name: str, meaning: str, columns: str, *junk_dimensions: JunkDimension) -> Table:
    """Return a table; its columns are a text, see `read_columns`."""
    return Table(name, meaning, read_columns(columns), junk_dimensions=junk_dimensions)


def read_columns(text: str) -> tuple[Column, ...]:
    """Return the columns of a text: a line for each, with its name, its type and its meaning."""
    return tuple(Column(*line.split(maxsplit=2)) for line in text.strip().splitlines())
