"""Opens the database of a command and waits while another program uses it.

The wait is reported on standard error only, so that standard output stays valid JSON.
"""

from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from badugi_hh.cli.console import note

if TYPE_CHECKING:
    from collections.abc import Iterator

    from badugi_hh import Hands
    from badugi_hh.store.database import DatabaseInUseError


@contextmanager
def opened(
    path: Path | None,
    *,
    read_only: bool = True,
    create: bool = False,
    wait: bool = True,
    action: str | None = None,
) -> "Iterator[Hands]":
    """Open the database at `path`, the user's own for None; only `create` creates a missing one.

    One that was created is removed again if nothing of use was stored in it. While another program uses the database, a line
    on standard error names that program; without `wait` this is an error. With the name of an `action` of `db`, a
    database of Parquet files is refused.
    """
    from badugi_hh.api.hands import Hands
    from badugi_hh.store.database import default_path, has_database, is_unused, refuse_parquet_database
    from badugi_hh.store.file_errors import remove_attempt

    path = path or default_path()
    if action is not None:
        refuse_parquet_database(path, action)
    absent = not has_database(path)
    read_only = not create and (read_only or absent)  # an error for a missing one
    with ExitStack() as stack:
        hands = stack.enter_context(Hands(path, read_only=read_only, no_wait=not wait, announce=_announce))
        try:
            yield hands
        finally:
            if absent and create and is_unused(hands.con):
                try:
                    remove_attempt(path)  # while it is open, no other program uses it
                except PermissionError:  # Windows removes no open file
                    stack.close()
                    remove_attempt(path)


def _announce(busy: "DatabaseInUseError") -> None:
    note(
        f"waiting for {busy.holder}, which uses {busy.path}; Ctrl-C ends the wait, and --no-wait does not wait"
    )
