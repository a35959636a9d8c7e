"""Badugi hand histories: parse, replay, measure and report.

import badugi_hh

with badugi_hh.open("hands.duckdb") as hands:
    hands.import_paths("HandHistory")
    print(hands.sql("SELECT count(*) FROM hands"))

`Filter` selects hands and players. `watch` imports while a client writes. `validate`, `explain`, `simulate_hands`,
`rows_from`, `equity`, `draws` and `solution` need no database. `FilterError`, `DatabaseError`, `AliasError`, `HandError`,
`InputError`, `OddsError`, `OutputError`, `SolveError` and `TagError` have a message of one line that says what to do.
"""

from typing import TYPE_CHECKING, Any

from badugi_hh.installation import __version__

if TYPE_CHECKING:
    from pathlib import Path

    from badugi_hh.api.distribute import hand_numbers, rows_from, write_part
    from badugi_hh.api.explain import explain
    from badugi_hh.api.hands import Hands
    from badugi_hh.api.odds import draws, equity
    from badugi_hh.api.replay import HandError
    from badugi_hh.api.simulate import simulate_hands
    from badugi_hh.api.solve import pot_solution, solution
    from badugi_hh.api.validate import Validation, validate
    from badugi_hh.api.watch import Watched, watch
    from badugi_hh.history.source import InputError
    from badugi_hh.outputs import OutputError
    from badugi_hh.solve.heads_up_pots import HeadsUpPot
    from badugi_hh.stats.selection.filters import Filter, FilterError
    from badugi_hh.store.aliases import AliasError
    from badugi_hh.store.database import DatabaseError
    from badugi_hh.store.tags import TagError
    from badugi_hh.user_error import OddsError, SolveError

__all__ = [
    "AliasError",
    "DatabaseError",
    "Filter",
    "FilterError",
    "HandError",
    "Hands",
    "HeadsUpPot",
    "InputError",
    "OddsError",
    "OutputError",
    "SolveError",
    "TagError",
    "Validation",
    "Watched",
    "__version__",
    "draws",
    "equity",
    "explain",
    "hand_numbers",
    "open",
    "pot_solution",
    "rows_from",
    "simulate_hands",
    "solution",
    "validate",
    "watch",
    "write_part",
]


def open(  # noqa: A001 - read as badugi_hh.open
    path: "Path | str | None" = None,
    *,
    read_only: bool = False,
    no_wait: bool = False,
) -> "Hands":
    """Open the database at `path`, the user's own for None, and one in memory for `:memory:`.

    A database of another schema is refused; with `read_only` no file is changed.

    While another process uses the database, this waits until it is free: a process that writes has it alone, and several
    can read it. A warning of the logger `badugi_hh` names the process. The libraries behind it are loaded by this call,
    not by the import.

    Raises:
        DatabaseError: it is no database of this program, is damaged, or has another schema; with `no_wait` also if
            another process uses it.
    """
    from pathlib import Path

    from badugi_hh.api.hands import Hands
    from badugi_hh.store.database import default_path

    file = None if path == ":memory:" else default_path() if path is None else Path(path)
    return Hands(file, read_only=read_only, no_wait=no_wait)


def __dir__() -> list[str]:
    """Return the public names."""
    return list(__all__)


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used."""
    from importlib import import_module

    home = {
        "Filter": "stats.selection.filters",
        "FilterError": "stats.selection.filters",
        "DatabaseError": "store.database",
        "AliasError": "store.aliases",
        "TagError": "store.tags",
        "HandError": "api.replay",
        "Hands": "api.hands",
        "InputError": "history.source",
        "Validation": "api.validate",
        "explain": "api.explain",
        "hand_numbers": "api.distribute",
        "rows_from": "api.distribute",
        "write_part": "api.distribute",
        "simulate_hands": "api.simulate",
        "HeadsUpPot": "solve.heads_up_pots",
        "pot_solution": "api.solve",
        "solution": "api.solve",
        "SolveError": "user_error",
        "validate": "api.validate",
        "Watched": "api.watch",
        "watch": "api.watch",
        "OddsError": "user_error",
        "OutputError": "outputs",
        "draws": "api.odds",
        "equity": "api.odds",
    }.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{home}"), name)
