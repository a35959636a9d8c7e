"""Badugi hand histories: parse, replay, measure and report.

import badugi_hh

with badugi_hh.open("hands.duckdb") as hands:
    hands.import_paths("HandHistory")
    print(hands.sql("SELECT count(*) FROM hands"))

`Filter` says which hands and whose. `FilterError`, `DatabaseError`, `AliasError`, `InputError` and `OutputError` are
raised with one line that says what to do.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from badugi_hh.api import Hands
    from badugi_hh.stats.selection.filters import Filter, FilterError
    from badugi_hh.store.database import DatabaseError
    from badugi_hh.store.importer import Progress

__all__ = [
    "AliasError",
    "DatabaseError",
    "Filter",
    "FilterError",
    "InputError",
    "OutputError",
    "__version__",
    "open",
]
__version__ = "0.1.0"


def open(  # noqa: A001 - read as badugi_hh.open
    path: "Path | str | None" = None, *, read_only: bool = False, progress: "Progress | None" = None
) -> "Hands":
    """Open the database at `path`, the user's own for None, and one in memory for `:memory:`.

    A database of an older version is upgraded first, unless `read_only`; see `badugi_hh.api.open_hands`. The libraries
    behind it are loaded by this call, not by the import.

    Raises:
        badugi_hh.store.database.DatabaseError: it is no database of this program, or cannot be opened or upgraded.
    """
    from badugi_hh.api import open_hands

    return open_hands(path, read_only=read_only, progress=progress)


def __dir__() -> list[str]:
    """Return what is meant to be used from here."""
    return list(__all__)


def __getattr__(name: str) -> Any:
    """Return what is loaded only when it is asked for."""
    from importlib import import_module

    home = {
        "Filter": "stats.selection.filters",
        "FilterError": "stats.selection.filters",
        "DatabaseError": "store.database",
        "AliasError": "store.aliases",
        "InputError": "history.source",
        "OutputError": "outputs",
    }.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{home}"), name)
