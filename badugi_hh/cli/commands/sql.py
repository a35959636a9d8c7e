"""`sql`: runs an SQL query on the database.

The command prints rows as DuckDB returns them, not the frame of `Hands.sql`: a frame cannot have two columns of one name
or values of every type.
"""

from collections.abc import Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Annotated, Any

import typer

from badugi_hh.cli.console import fail, json_value, note, say_json, visible
from badugi_hh.cli.databases import opened
from badugi_hh.cli.options import Db, Json, NoWait
from badugi_hh.cli.tables import show_table
from badugi_hh.suggest import why_no_answer

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def sql(
    query: Annotated[str, typer.Argument(metavar="QUERY", help="SQL over the tables of docs/schema.md")],
    db: Db = None,
    no_wait: NoWait = False,
    as_json: Json = False,
) -> None:
    """Run an SQL query on the database. It is opened read-only, and other files are not accessible.

    Amounts such as net, won, total_pot or price are integers: cents in money games, chips in tournaments and play money.
    The columns unit and currency of hands state which. Only amounts with the same denomination can be added.
    """
    if not query.strip():
        fail("no QUERY; `badugi-hh sql --help` shows one")
    import duckdb

    from badugi_hh.store.database import DatabaseError, default_path

    with opened(db, wait=not no_wait) as con:
        try:
            if (db or default_path()).is_dir():
                _refuse_writing(query)
            heads, rows = _run_query(con, query)
        except duckdb.Error as error:
            raise DatabaseError(f"the query cannot be answered: {why_no_answer(str(error))}") from error
    if as_json:
        keys = _unique_names(heads)
        say_json([dict(zip(keys, map(json_value, row), strict=True)) for row in rows])
    elif heads:
        shown = [[visible(cell) if isinstance(cell, str) else cell for cell in row] for row in rows]
        show_table([visible(head) for head in heads], shown, right=_numeric(rows, len(heads)), repeated=0)
        _note_amounts(heads)


def _refuse_writing(query: str) -> None:
    """Refuse statements that could write a file into the folder of a database of Parquet files."""
    import duckdb

    from badugi_hh.api.query import READING
    from badugi_hh.store.database import DatabaseError

    reading = READING - {duckdb.StatementType.EXPLAIN}  # EXPLAIN ANALYZE runs what it explains
    if any(statement.type not in reading for statement in duckdb.extract_statements(query)):
        raise DatabaseError("a database of Parquet files answers queries only; export writes files")


def _note_amounts(heads: Sequence[str]) -> None:
    """Print the unit of the columns that have the name of an amount in the database."""
    from badugi_hh.facts.views import AMOUNTS

    amounts = [head for head in dict.fromkeys(heads) if head in AMOUNTS]
    if amounts:
        note(f"{', '.join(amounts)}: cents in money games, chips in tournaments and play money")


def _run_query(con: "DuckDBPyConnection", query: str) -> tuple[list[str], list[tuple[Any, ...]]]:
    """Return the column names and the rows of a query.

    DuckDB can run for minutes without checking for signals, so the query runs in a second thread and Ctrl-C reaches the
    first.
    """
    from concurrent.futures import ThreadPoolExecutor, wait

    def answer() -> tuple[list[str], list[tuple[Any, ...]]]:
        con.execute(query)
        heads = [column[0] for column in con.description or ()]
        return heads, con.fetchall() if heads else []

    with ThreadPoolExecutor(1) as beside:
        asked = beside.submit(answer)
        try:
            return asked.result()
        except KeyboardInterrupt:
            while not asked.done():  # a query that has not started yet misses a single interrupt
                con.interrupt()
                wait([asked], timeout=0.1)
            raise


def _unique_names(heads: Sequence[str]) -> list[str]:
    """Return unique column names: a repeated name gets a number, as in a subquery of DuckDB."""
    keys: list[str] = []
    for head in heads:
        again = 0
        while (key := f"{head}_{again}" if again else head) in keys:
            again += 1
        keys.append(key)
    return keys


def _numeric(rows: Sequence[Sequence[object]], width: int) -> list[int]:
    return [
        nth
        for nth in range(width)
        if any(isinstance(row[nth], int | float | Decimal) for row in rows)
        and not any(isinstance(row[nth], str) for row in rows)
    ]
