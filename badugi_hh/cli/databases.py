"""Opens the database of a command, and upgrades an older schema first.

The upgrade is reported on standard error only, so that standard output stays valid JSON.
"""

from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from badugi_hh.cli.console import interrupted, is_interruption, note
from badugi_hh.cli.progress import progress_bar
from badugi_hh.report.formats import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    import duckdb

    from badugi_hh.store.database import OlderDatabaseError


@contextmanager
def opened(path: Path | None, *, read_only: bool = False) -> "Iterator[duckdb.DuckDBPyConnection]":
    """Open the database like `badugi_hh.store.database.opened`; an older schema is upgraded first."""
    from badugi_hh.store import database

    with ExitStack() as stack:
        try:
            con = stack.enter_context(database.opened(path, read_only=read_only))
        except database.OlderDatabaseError as older:
            _upgrade(older)
            con = stack.enter_context(database.opened(path, read_only=read_only))
        yield con


def _upgrade(older: "OlderDatabaseError") -> None:
    from badugi_hh.store.database import SCHEMA_VERSION
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
