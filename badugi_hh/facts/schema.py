"""The types that describe the database: columns and tables.

The tables themselves are declared in `badugi_hh.facts.columns`. Nothing here creates or fills a table.
"""

from dataclasses import dataclass, field

from badugi_hh.facts.junk_dimensions import JunkDimension

HAND_KEY = ("hand_key", "INTEGER", "key of the hand")
SEAT = ("seat", "TINYINT", "seat number at the table")
"""Columns of several tables: name, type and meaning."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its name, DuckDB type and meaning."""

    name: str
    type: str
    meaning: str


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


def table(
    name: str,
    meaning: str,
    *columns: tuple[str, str, str],
    junk_dimensions: tuple[JunkDimension, ...] = (),
) -> Table:
    """Return a table from the names, types and meanings of its columns."""
    return Table(
        name,
        meaning,
        tuple(Column(*column) for column in columns),
        junk_dimensions=junk_dimensions,
    )
