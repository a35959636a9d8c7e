"""The SQL that shows a folder of Parquet files as a database: a view for each table over the files of all parts.

`badugi_hh.store.parquet_parts` writes such folders.
"""

from collections.abc import Iterator
from pathlib import Path

from badugi_hh.facts.schema import META, TABLES, TableSchema
from badugi_hh.facts.views import VIEWS


def is_parquet_database(path: Path) -> bool:
    """Return whether a path is a folder with at least one part."""
    return path.is_dir() and bool(_finished_parts(path))


def missing_files(folder: Path) -> Iterator[Path]:
    """Yield the files that finished parts should have and have not."""
    parts = _finished_parts(folder)
    return (path for table in TABLES for part in parts if not (path := folder / table.name / part).is_file())


def versions_query(folder: Path) -> str:
    """Return the query for the schema versions of all finished parts."""
    return f"SELECT DISTINCT schema_version FROM {_read_parts(META, folder)} ORDER BY ALL"


def view_statements(folder: Path) -> Iterator[str]:
    """Yield the statements that create the tables and views of a database as views over its finished parts.

    The comment on `meta` is the folder, which `badugi_hh.store.connection.place_of` returns.
    """
    for table in TABLES:
        # A row for each part; the earliest is that of the database.
        one = " ORDER BY created_at LIMIT 1" if table is META else ""
        yield f"CREATE VIEW {table.name} AS SELECT * FROM {_read_parts(table, folder)}{one}"
    folder_text = str(folder).replace("'", "''")
    yield f"COMMENT ON VIEW {META.name} IS '{folder_text}'"
    for view in VIEWS:
        yield f"CREATE VIEW {view.name} AS {view.query}"


def _read_parts(table: TableSchema, folder: Path) -> str:
    """Return SQL for the rows of a table in all finished parts."""
    files = [str(folder.resolve() / table.name / part).replace("'", "''") for part in _finished_parts(folder)]
    listed = "', '".join(files)
    return f"read_parquet(['{listed}'])"


def _finished_parts(folder: Path) -> list[str]:
    """Return the names of the files of all parts that are written completely, in order."""
    return sorted(path.name for path in (folder / META.name).glob("part-*.parquet"))
