"""Creates the tables and views of a new database, and marks it with its schema version.

The tables come from `badugi_hh.facts.columns`, the views from `badugi_hh.facts.views`. Nothing here opens a database.
"""

from datetime import UTC, datetime

import duckdb

from badugi_hh import __version__
from badugi_hh.facts.columns import DIMENSION_TABLES, META, TABLES
from badugi_hh.facts.schema import Table
from badugi_hh.facts.views import VIEWS
from badugi_hh.store.price_version import mark_model

SCHEMA_VERSION = 9
"""Increased with every change of `facts.columns`, `facts.views`, or the values in them.

A database of an older version is upgraded; one of a newer version is refused.
"""

UPGRADED = "(upgraded from schema"
"""Follows the version in `meta.tool` of a database that was created by an upgrade."""

_COMPRESSION = {"text": "zstd"}
"""The compression of columns by their names; DuckDB's own selection needs twice the space for the texts of hands."""


def make_tables(con: duckdb.DuckDBPyConnection) -> None:
    """Create all tables and views, without rows."""
    for table in (*TABLES, *DIMENSION_TABLES):
        con.execute(create_statement(table))
    mark_model(con)
    for view in VIEWS:
        con.execute(f"CREATE VIEW {view.name} AS {view.query}")


def write_meta(con: duckdb.DuckDBPyConnection, upgraded_from: int | None = None) -> None:
    """Write the row of `meta`, which marks a complete database of this schema, and the schema before an upgrade."""
    upgraded = "" if upgraded_from is None else f" {UPGRADED} {upgraded_from})"
    con.execute(
        f"INSERT INTO {META.name} VALUES (?, ?, ?)",
        [SCHEMA_VERSION, f"badugi-hh {__version__}{upgraded}", datetime.now(UTC).replace(tzinfo=None)],
    )


def create_statement(table: Table) -> str:
    """Return the statement that creates a table."""
    types = {column.name: column.type for column in table.columns}
    columns = [f'"{name}" {type_}{_compression(name)}' for name, type_ in types.items()]
    columns += [f'"{key}" INTEGER NOT NULL' for key in table.keys]
    columns += [
        f'"{former}" {types[name]} GENERATED ALWAYS AS ("{name}") VIRTUAL'
        for former, name in table.former_names.items()
    ]
    return f"CREATE TABLE {table.name} ({', '.join(columns)})"


def _compression(column: str) -> str:
    return f" USING COMPRESSION {_COMPRESSION[column]}" if column in _COMPRESSION else ""
