"""What a table of the database is made of: columns, and facets of those that take few values."""

from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its name, DuckDB type and meaning."""

    name: str
    type: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Facet:
    """Columns of a table that take few values together, so that what is asked of them is asked of each combination once.

    The combinations are rows of the table `name`, numbered by `key`; a row of the faceted table has its number.
    """

    name: str
    key: str
    columns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """One table: its name, what a row is, its columns in order, and its facets, whose keys are its last columns."""

    name: str
    meaning: str
    columns: tuple[Column, ...]
    facets: tuple[Facet, ...] = field(default=(), kw_only=True)

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the columns in order."""
        return tuple(column.name for column in self.columns)

    @property
    def keys(self) -> tuple[str, ...]:
        """Return the names of the columns that number combinations."""
        return tuple(facet.key for facet in self.facets)

    @property
    def told(self) -> tuple[Column, ...]:
        """Return the columns that a row comes with; the keys of facets are found when it is stored."""
        return self.columns[: len(self.columns) - len(self.facets)]


def table(name: str, meaning: str, *columns: tuple[str, str, str]) -> Table:
    """Return a table without facets from the names, types and meanings of its columns."""
    return Table(name, meaning, tuple(Column(*column) for column in columns))


def faceted(rows: Table, *facets: Facet) -> Table:
    """Return a table with facets, and with their keys after its own columns."""
    keys = tuple(
        Column(facet.key, "INTEGER", f"its combination of values in {facet.name}") for facet in facets
    )
    return replace(rows, columns=rows.columns + keys, facets=facets)


def combinations(rows: Table) -> tuple[Table, ...]:
    """Return the tables of a table's facets."""
    return tuple(
        Table(
            facet.name,
            f"one row per combination of values in columns of {rows.name}; statistics look at each of them once",
            (
                Column(facet.key, "INTEGER", "the combination, an integer of this database"),
                *(column for column in rows.columns if column.name in facet.columns),
            ),
        )
        for facet in rows.facets
    )
