"""Opens the database of a command and waits while another program uses it, and checks the file of its output.

The wait is reported on standard error only, so that standard output stays valid JSON.
"""

from collections.abc import Iterable
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from badugi_hh.cli.console import note

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import duckdb

    from badugi_hh.outputs import OutputFile
    from badugi_hh.store.database import DatabaseInUseError


Answer = TypeVar("Answer")


@contextmanager
def opened(
    path: Path | None, *, read_only: bool = True, create: bool = False, wait: bool = True
) -> "Iterator[duckdb.DuckDBPyConnection]":
    """Open the database at `path`, the user's own for None, as `when_free` does; only `create` creates a missing one.

    A database that was created is removed again if nothing of use was stored in it.
    """
    from badugi_hh.store import database
    from badugi_hh.store.file_errors import remove_attempt

    path = path or database.default_path()
    absent = not database.has_database(path)
    read_only = not create and (read_only or absent)  # an error for a missing one
    with ExitStack() as stack:
        left: list[Path] = []  # Windows removes no open file
        stack.callback(lambda: list(map(remove_attempt, left)))
        con = when_free(lambda: stack.enter_context(database.opened(path, read_only=read_only)), wait=wait)
        if absent and create:
            stack.callback(_remove_unused, con, path, left)
        yield con


def _remove_unused(con: "duckdb.DuckDBPyConnection", path: Path, left: list[Path]) -> None:
    """Remove a database that is open and of no use, or add it to `left` if it must be closed first.

    While it is open, no other program uses it.
    """
    from badugi_hh.store.database import is_unused
    from badugi_hh.store.file_errors import remove_attempt

    if is_unused(con):
        try:
            remove_attempt(path)
        except PermissionError:
            left.append(path)


def when_free(action: "Callable[[], Answer]", *, wait: bool) -> Answer:
    """Return the answer of an action that opens a database, as soon as no other program uses the database.

    A line on standard error names the program. Without `wait` the error is raised at once.

    Raises:
        DatabaseInUseError: another program uses the database, and `wait` is false.
    """
    from badugi_hh.store import database

    return database.when_free(action, _announce) if wait else action()


def _announce(busy: "DatabaseInUseError") -> None:
    note(
        f"waiting for {busy.holder}, which uses {busy.path}; Ctrl-C ends the wait, and --no-wait does not wait"
    )


def checked_output(
    out: Path,
    database: Path | None,
    *,
    force: bool,
    inputs: Iterable[Path] = (),
    option: str = "--out",
) -> "OutputFile":
    """Return the file of an output after the check that it may be written; `database` is the user's own for None.

    Raises:
        OutputError: the file must not be replaced, or cannot be written.
    """
    from badugi_hh.outputs import OutputFile
    from badugi_hh.store.database import default_path

    output = OutputFile(
        out,
        inputs=tuple(inputs),
        database=database or default_path(),
        force=force,
        option=option,
    )
    output.check()
    return output
