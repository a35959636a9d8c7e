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

    from badugi_hh.api.distribute import hand_numbers as hand_numbers
    from badugi_hh.api.distribute import rows_from as rows_from
    from badugi_hh.api.distribute import write_part as write_part
    from badugi_hh.api.explain import explain as explain
    from badugi_hh.api.hands import Hands as Hands
    from badugi_hh.api.odds import draws as draws
    from badugi_hh.api.odds import equity as equity
    from badugi_hh.api.replay import HandError as HandError
    from badugi_hh.api.simulate import simulate_hands as simulate_hands
    from badugi_hh.api.solve import pot_solution as pot_solution
    from badugi_hh.api.solve import solution as solution
    from badugi_hh.api.validate import Validation as Validation
    from badugi_hh.api.validate import validate as validate
    from badugi_hh.api.watch import Watched as Watched
    from badugi_hh.api.watch import watch as watch
    from badugi_hh.history.source import InputError as InputError
    from badugi_hh.leaks.finding import Finding as Finding
    from badugi_hh.outputs import OutputError as OutputError
    from badugi_hh.problems import Problem as Problem
    from badugi_hh.solve.heads_up_pots import HeadsUpPot as HeadsUpPot
    from badugi_hh.stats.selection.filters import Filter as Filter
    from badugi_hh.stats.selection.filters import FilterError as FilterError
    from badugi_hh.store.aliases import AliasError as AliasError
    from badugi_hh.store.database import DatabaseError as DatabaseError
    from badugi_hh.store.importer import ImportReport as ImportReport
    from badugi_hh.store.tags import TagError as TagError
    from badugi_hh.user_error import OddsError as OddsError
    from badugi_hh.user_error import SolveError as SolveError

_HOMES = {
    name: module
    for module, names in {
        "api.distribute": "hand_numbers rows_from write_part",
        "api.explain": "explain",
        "api.hands": "Hands",
        "api.odds": "draws equity",
        "api.replay": "HandError",
        "api.simulate": "simulate_hands",
        "api.solve": "pot_solution solution",
        "api.validate": "Validation validate",
        "api.watch": "Watched watch",
        "history.source": "InputError",
        "leaks.finding": "Finding",
        "outputs": "OutputError",
        "problems": "Problem",
        "solve.heads_up_pots": "HeadsUpPot",
        "stats.selection.filters": "Filter FilterError",
        "store.aliases": "AliasError",
        "store.database": "DatabaseError",
        "store.importer": "ImportReport",
        "store.tags": "TagError",
        "user_error": "OddsError SolveError",
    }.items()
    for name in names.split()
}
"""The public names, each with its module, which is loaded when the name is first used. The imports above are for type checkers."""

__all__ = [*_HOMES, "__version__", "open"]  # noqa: PLE0604 -- texts


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

    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{home}"), name)
