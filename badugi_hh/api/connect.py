"""Opens the database of `Hands`, and waits while another process uses it."""

from logging import getLogger
from pathlib import Path

import duckdb

from badugi_hh.store.database import DatabaseInUseError, open_database
from badugi_hh.store.waiting import when_free


def open_when_free(path: Path | None, *, read_only: bool, no_wait: bool) -> duckdb.DuckDBPyConnection:
    """Open the database at `path`, or one in memory for None.

    Raises:
        DatabaseError: it cannot be opened; with `no_wait` also if another process uses it.
    """

    def enter() -> duckdb.DuckDBPyConnection:
        return open_database(path, read_only=read_only)

    return enter() if no_wait else when_free(enter, _announce)


def _announce(busy: DatabaseInUseError) -> None:
    """Log what is waited for; without a configuration of `logging`, Python prints a warning to standard error."""
    getLogger("badugi_hh").warning(
        "waiting for %s, which uses %s; no_wait=True raises an error instead", busy.holder, busy.path
    )
