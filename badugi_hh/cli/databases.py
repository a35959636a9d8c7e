"""Opens the database of a command, and waits while another program uses it.

The wait is reported on standard error only, so that standard output stays valid JSON.
"""

from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from badugi_hh.cli.console import note

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import duckdb

    from badugi_hh.store.database import DatabaseInUseError


Answer = TypeVar("Answer")


@contextmanager
def opened(
    path: Path | None, *, read_only: bool = False, wait: bool = True
) -> "Iterator[duckdb.DuckDBPyConnection]":
    """Open the database like `badugi_hh.store.database.opened`, as `when_free` does."""
    from badugi_hh.store import database

    with ExitStack() as stack:
        yield when_free(lambda: stack.enter_context(database.opened(path, read_only=read_only)), wait=wait)


def when_free(action: "Callable[[], Answer]", *, wait: bool) -> Answer:
    """Return the answer of an action that opens a database, as soon as no other program uses the database.

    A line on standard error names the program. Without `wait` the error is raised at once.

    Raises:
        DatabaseInUseError: another program uses the database, and `wait` is false.
    """
    from badugi_hh.store import waiting

    return waiting.when_free(action, _announce) if wait else action()


def _announce(busy: "DatabaseInUseError") -> None:
    note(
        f"waiting for {busy.holder}, which uses {busy.path}; Ctrl-C ends the wait, and --no-wait does not wait"
    )


def is_imported(database: Path, file: Path, /, *, by_content: bool = True, wait: bool = True) -> bool:
    """Return `badugi_hh.store.known_files.is_imported_into`, as `when_free` does."""
    from badugi_hh.store.known_files import is_imported_into

    return when_free(lambda: is_imported_into(database, file, by_content=by_content), wait=wait)
