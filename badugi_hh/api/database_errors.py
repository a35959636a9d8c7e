"""Turns the errors of DuckDB in the methods of `Hands` into errors of this package, whose messages are one line."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb

from badugi_hh.store.database import DatabaseError, explained
from badugi_hh.store.disk import why_full
from badugi_hh.suggest import why_no_answer


@contextmanager
def errors_as_one_line(path: Path | None) -> Iterator[None]:
    """Turn errors of DuckDB about the database at `path` into one line.

    Raises:
        DatabaseError: the database was closed or changed, is damaged, or a query cannot be run.
    """
    try:
        with explained(path):
            yield
    except duckdb.ConnectionException as error:
        raise DatabaseError("the database is closed; open it again with badugi_hh.open") from error
    except duckdb.Error as error:
        what = f"the database cannot answer: {why_no_answer(str(error))}"
        raise DatabaseError(why_full(error) or what) from error
