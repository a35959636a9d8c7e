"""Opens the database of a command: waits while another program uses it, and upgrades an older schema.

Both are reported on standard error only, so that standard output stays valid JSON.
"""

from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from badugi_hh.cli.console import interrupted, is_interruption, note
from badugi_hh.cli.progress import progress_bar
from badugi_hh.report.formats import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import duckdb

    from badugi_hh.store.database import DatabaseInUseError, OlderDatabaseError


Answer = TypeVar("Answer")


@contextmanager
def opened(
    path: Path | None, *, read_only: bool = False, wait: bool = True
) -> "Iterator[duckdb.DuckDBPyConnection]":
    """Open the database like `badugi_hh.store.database.opened`, as `when_free` does; an older schema is upgraded first."""
    from badugi_hh.store import database

    with ExitStack() as stack:

        def enter() -> "duckdb.DuckDBPyConnection":
            return stack.enter_context(database.opened(path, read_only=read_only))

        def enter_upgraded() -> "duckdb.DuckDBPyConnection":
            try:
                return enter()
            except database.OlderDatabaseError as older:
                _upgrade(older)
                return enter()

        yield when_free(enter_upgraded, wait=wait)


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
    """Return `badugi_hh.store.imported_files.is_imported_into`, as `when_free` does."""
    from badugi_hh.store.imported_files import is_imported_into

    return when_free(lambda: is_imported_into(database, file, by_content=by_content), wait=wait)


def _upgrade(older: "OlderDatabaseError") -> None:
    from badugi_hh.store.new_tables import SCHEMA_VERSION
    from badugi_hh.store.upgrade import upgrade

    path = older.path
    note(
        f"upgrading {path} from schema {older.version} to {SCHEMA_VERSION}: all hands are parsed again from "
        "the stored texts, which takes about as long as importing them"
    )
    try:
        with progress_bar() as report_progress:
            done = upgrade(path, report_progress)
    except BaseException as error:
        if not is_interruption(error):
            raise
        interrupted(f"{path} is unchanged, and the next command upgrades it")
    if done is None:
        note(f"{path} was upgraded by another command meanwhile")
        return
    parts = [counted(done.hands, "hand")]
    if done.accepted:
        parts.append(f"{counted(done.accepted, 'hand')} left the quarantine")
    if done.rejected:
        parts.append(f"{counted(done.rejected, 'stored hand')} moved to the quarantine")
    note(
        f"upgraded in {done.seconds:.1f} s: {'; '.join(parts)}; the previous database is kept as {done.copy}"
    )
    for rules, hands in done.retried.items():
        note(
            f"{counted(hands, 'hand')} of the quarantine checked again under the rules {rules}; "
            "badugi-hh retry --rules checks them under others"
        )
