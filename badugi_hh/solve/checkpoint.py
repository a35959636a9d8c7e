"""Saves a solver that runs for hours, so that it can be continued: two arrays, and what they belong to.

A checkpoint is a folder. Each save writes beside it and is moved into place, so that an interrupted save leaves the
last one whole.
"""

import json
import shutil
from pathlib import Path

import numpy as np

from badugi_hh.solve.solve_error import SolveError
from badugi_hh.solve.solver import Solver

_HEADER = "solve.json"


def save_checkpoint(solver: Solver, folder: Path, game: str) -> None:
    """Write the solver's arrays to a folder, in place of the checkpoint that it holds."""
    beside = folder.with_name(folder.name + ".part")
    if beside.exists():
        shutil.rmtree(beside)
    beside.mkdir(parents=True)
    np.save(beside / "regrets.npy", solver.regrets)
    np.save(beside / "sums.npy", solver.sums)
    header = {"game": game, "iterations": solver.iterations, "slots": solver.problem.slots}
    (beside / _HEADER).write_text(json.dumps(header) + "\n", encoding="utf-8")
    if folder.exists():
        shutil.rmtree(folder)
    beside.rename(folder)


def load_checkpoint(solver: Solver, folder: Path, game: str) -> None:
    """Continue from a checkpoint.

    Raises:
        SolveError: the folder holds none, or one of another game or other buckets.
    """
    try:
        header = json.loads((folder / _HEADER).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise SolveError(f"{folder} holds no checkpoint; name another folder") from None
    if (header.get("game"), header.get("slots")) != (game, solver.problem.slots):
        raise SolveError(
            f"the checkpoint in {folder} is of another game or of other buckets; name another folder"
        )
    for name in ("regrets", "sums"):
        saved = np.load(folder / f"{name}.npy", mmap_mode="r")
        np.copyto(getattr(solver, name), saved)
    solver.iterations = int(header["iterations"])
