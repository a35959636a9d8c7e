"""Opens the database of a command and waits while another program uses it.

The wait is reported on standard error only, so that standard output stays valid JSON.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from badugi_hh.cli.console import note

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from badugi_hh import Hands
    from badugi_hh.store.database import DatabaseInUseError


def opened(
    path: Path | None,
    *,
    read_only: bool = True,
    create: bool = False,
    wait: bool = True,
    action: str | None = None,
) -> "AbstractContextManager[Hands]":
    """Open the database at `path`, the user's own for None; only `create` creates a missing one.

    While another program uses it, a line on standard error names that program; without `wait` this is an error. With the name
    of an `action` of `db`, a database of Parquet files is refused.
    """
    from badugi_hh.api.hands import Hands

    return Hands.of_command(
        path, _announce, read_only=read_only, create=create, no_wait=not wait, action=action
    )


def _announce(busy: "DatabaseInUseError") -> None:
    note(
        f"waiting for {busy.holder}, which uses {busy.path}; Ctrl-C ends the wait, and --no-wait does not wait"
    )
