"""Saves a solver that runs for hours, so that it can be continued.

A checkpoint is a file: a line of JSON that says what it belongs to, then the regrets and the summed strategies. A save
replaces it when the new one is whole.
"""

import json
from pathlib import Path

from badugi_hh.solve.solver import Solver
from badugi_hh.user_error import SolveError

_LONGEST_HEADER = 1000  # bytes


def save_checkpoint(solver: Solver, file: Path, game: str) -> None:
    """Write the solver's iterations and arrays to a file, in place of the checkpoint that it holds."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(file.name + ".part")
    header = {"game": game, "iterations": solver.iterations, "slots": solver.setup.slots}
    with part.open("wb") as out:
        out.write(json.dumps(header).encode() + b"\n")
        for array in (solver.regrets, solver.sums):
            array.tofile(out)
    part.replace(file)


def load_checkpoint(solver: Solver, file: Path, game: str) -> None:
    """Continue from a checkpoint; after an error the solver is of no use.

    Raises:
        SolveError: the file is no whole checkpoint, or one of another game or other buckets.
    """
    try:
        with file.open("rb") as saved:
            header = json.loads(saved.readline(_LONGEST_HEADER))
            is_own = (header["game"], header["slots"]) == (game, solver.setup.slots)
            solver.iterations = int(header["iterations"])
            read = [saved.readinto(array.data) == array.nbytes for array in (solver.regrets, solver.sums)]
            is_whole = all(read) and not saved.read(1)
    except (OSError, ValueError, KeyError, TypeError):
        is_own, is_whole = True, False
    if not is_own:
        raise SolveError(f"the checkpoint {file} is of another game or of other buckets; name another file")
    if not is_whole:
        raise SolveError(f"{file} is no checkpoint, or a damaged one; delete it, or name another file")
