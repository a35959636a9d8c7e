"""Opens the database of `Hands`: waits while another process uses it, and upgrades an older schema."""

from logging import getLogger
from pathlib import Path

import duckdb

from badugi_hh.store.database import DatabaseInUseError, OlderDatabaseError, open_database
from badugi_hh.store.importer import Progress
from badugi_hh.store.waiting import when_free


def open_current(
    path: Path | None, *, read_only: bool, no_wait: bool, progress: Progress | None
) -> duckdb.DuckDBPyConnection:
    """Open the database at `path`, or one in memory for None.

    Raises:
        DatabaseError: it cannot be opened; with `no_wait` also if another process uses it.
    """

    def enter() -> duckdb.DuckDBPyConnection:
        try:
            return open_database(path, read_only=read_only)
        except OlderDatabaseError as older:
            if read_only:
                raise
            from badugi_hh.store.upgrade import upgrade

            upgrade(older.path, progress)
            return open_database(path)

    return enter() if no_wait else when_free(enter, _announce)


def _announce(busy: DatabaseInUseError) -> None:
    """Log what is waited for; without a configuration of `logging`, Python prints a warning to standard error."""
    getLogger("badugi_hh").warning(
        "waiting for %s, which uses %s; no_wait=True raises an error instead", busy.holder, busy.path
    )
