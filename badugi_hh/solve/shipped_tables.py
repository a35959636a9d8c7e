"""The tables of solved games that come with the program, and any other table by its path.

A table that comes with the program is read once in a process.
"""

from functools import cache
from pathlib import Path

from badugi_hh.installation import data_folder
from badugi_hh.solve.game import GAMES, TABLES
from badugi_hh.solve.solved_table import SolvedTable, read_table
from badugi_hh.suggest import alike, did_you_mean
from badugi_hh.user_error import SolveError


def find_table(spot: str, table: Path | str | None = None) -> SolvedTable:
    """Return a table of a spot, by default the one that comes with the program.

    Raises:
        SolveError: there is no such spot or table, or the table is of another spot.
    """
    check_spot(spot)
    read = _shipped(shipped_table(spot)) if table is None else read_table(Path(table))
    if read.game.name != spot:
        raise SolveError(f"{table} is a table of {read.game.name}; name it with --spot {read.game.name}")
    return read


_shipped = cache(read_table)


def shipped_table(spot: str) -> Path:
    """Return the place of the table of a spot that comes with the program.

    Raises:
        SolveError: this version comes without one.
    """
    name = f"{spot}.table"
    try:
        path = data_folder("tables") / name
    except FileNotFoundError:
        path = Path(name)
    if not path.is_file():
        raise SolveError(f"this version comes without a table of {spot}; name one with --table")
    return path


def check_spot(spot: str) -> None:
    """Check that a spot can be solved.

    Raises:
        SolveError: there is no such spot.
    """
    names = (*GAMES, *TABLES)
    if spot not in names:
        question = did_you_mean(alike(spot, names))
        raise SolveError(
            f"there is no spot {spot!r}; there are {', '.join(names)}{question and f'; {question}'}"
        )
