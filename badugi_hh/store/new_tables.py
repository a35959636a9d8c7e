"""Creates the tables and views of a new database, changes those of an older schema, and records the schema version.

The tables come from `badugi_hh.facts.columns`, the views from `badugi_hh.facts.views`. Nothing here opens a database.
"""

from collections.abc import Callable
from datetime import UTC, datetime

import duckdb

from badugi_hh.facts.columns import META, TABLES, TOURNAMENT_PLACES
from badugi_hh.facts.schema import Table
from badugi_hh.facts.views import VIEWS
from badugi_hh.installation import __version__
from badugi_hh.store.computation import MODEL
from badugi_hh.store.connection import transaction


def _read_summaries_again(con: duckdb.DuckDBPyConnection) -> None:
    """Upgrade to schema 2: a summary with a line that is not read is stored, with bounties and what is not certain."""
    from badugi_hh.store.summaries import retry_summaries  # Polars takes a while to load

    for column in ("bounties BIGINT", "cost_unknown BOOLEAN"):
        con.execute(f"ALTER TABLE {TOURNAMENT_PLACES.name} ADD COLUMN {column}")
    _make_views(con)
    retry_summaries(con, every=True)


STEPS: tuple[Callable[[duckdb.DuckDBPyConnection], None], ...] = (_read_summaries_again,)
"""What upgrades a database: the first function changes schema 1 to schema 2, the next one schema 2 to schema 3.

Each change of `badugi_hh/facts/schema.toml` or `facts.views`, or of the values in them, since a released version is a step. The texts of
all hands are in the database, so a step can build the rows of hands again.
"""

SCHEMA_VERSION = 1 + len(STEPS)

_TOOL = f"badugi-hh {__version__}"

_COMPRESSION = {"text": "zstd"}
"""The compression of columns by their names; DuckDB's own selection needs twice the space for the texts of hands."""


def make_tables(con: duckdb.DuckDBPyConnection) -> None:
    """Create all tables and views, without rows."""
    for table in TABLES:
        con.execute(_create_statement(table))
    MODEL.mark(con)
    _make_views(con)


def _make_views(con: duckdb.DuckDBPyConnection) -> None:
    for view in VIEWS:
        con.execute(f"CREATE OR REPLACE VIEW {view.name} AS {view.query}")


def write_meta(con: duckdb.DuckDBPyConnection) -> None:
    """Write the row of `meta`, which marks a complete database of this schema."""
    con.execute(
        f"INSERT INTO {META.name} VALUES (?, ?, ?)",
        [SCHEMA_VERSION, _TOOL, datetime.now(UTC).replace(tzinfo=None)],
    )


def upgrade(con: duckdb.DuckDBPyConnection, version: int) -> None:
    """Change a database of an older schema to this schema, in one transaction."""
    with transaction(con):
        for step in STEPS[version - 1 :]:
            step(con)
        con.execute(f"UPDATE {META.name} SET schema_version = ?, tool = ?", [SCHEMA_VERSION, _TOOL])


def _create_statement(table: Table) -> str:
    columns = [f'"{column.name}" {column.type}{_compression(column.name)}' for column in table.columns]
    return f"CREATE TABLE {table.name} ({', '.join(columns)})"


def _compression(column: str) -> str:
    return f" USING COMPRESSION {_COMPRESSION[column]}" if column in _COMPRESSION else ""
