"""All rows of a database, so that two databases of the same histories can be compared."""

from typing import Any, TypeAlias

import duckdb

from badugi_hh.facts.schema import TABLES

Rows: TypeAlias = dict[str, list[tuple[Any, ...]]]

ITS_OWN = ("hand_key", "file_key", "imported_at")
"""The columns that differ between databases of the same histories."""
BY_THE_USER = ("meta", "aliases", "pseudonyms")
OF_PLACES = ("path", "size", "sha256", "line", "stored", "duplicates")
"""The columns that differ between databases of the same hands in other files."""


def content(con: duckdb.DuckDBPyConnection, *, places: bool = True) -> Rows:
    """All rows of the documented tables, with the number of the hand and the path of the file in the place of keys.

    Without `places` they say nothing of files and lines; some messages name a line, or the place of the first hand with a number.
    """
    found = {}
    for table in TABLES:
        if table.name in BY_THE_USER or (table.name == "files" and not places):
            continue
        names = [f"t.{name}" for name in table.names if name not in ITS_OWN + OF_PLACES * (not places)]
        if "t.message" in names and not places:
            names[names.index("t.message")] = (
                r"regexp_replace(t.message, '(\S+:|line )\d+', 'another line', 'g')"
            )
        joins = ""
        if "hand_key" in table.names and table.name != "hands":
            names += ["h.site", "h.hand_id"]
            joins += " LEFT JOIN hands h ON h.hand_key = t.hand_key"
        if places and "file_key" in table.names and table.name != "files":
            names.append("f.path")
            joins += " JOIN files f ON f.file_key = t.file_key"
        query = f"SELECT {', '.join(names)} FROM {table.name} t{joins} ORDER BY ALL"
        found[table.name] = con.execute(query).fetchall()
    return found


def everything(con: duckdb.DuckDBPyConnection) -> Rows:
    """All rows of a database, keys included, without the time of the import."""
    rows = {}
    for table in TABLES:
        if table.name != "meta":
            columns = "* EXCLUDE (imported_at)" if "imported_at" in table.names else "*"
            rows[table.name] = con.execute(f"SELECT {columns} FROM {table.name} ORDER BY ALL").fetchall()
    return rows
