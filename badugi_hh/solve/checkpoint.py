"""Saves a solver that runs for hours, so that it can be continued: two arrays, and what they belong to.

A checkpoint is a folder NAME. A save writes NAME.part, moves the last checkpoint to NAME.old, moves the new one to NAME,
and deletes the old one: a whole checkpoint exists at any time. Folders with any other file are never deleted.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np

from badugi_hh.solve.solve_error import SolveError
from badugi_hh.solve.solver import Solver

_HEADER = "solve.json"
_ARRAYS = ("regrets", "sums")
_ARRAY_FILES = tuple(f"{name}.npy" for name in _ARRAYS)


def has_checkpoint(folder: Path) -> bool:
    """Return whether there is a folder to continue from, after completing a save that was interrupted.

    Raises:
        SolveError: a folder that a save would replace has other files.
    """
    folder = folder.resolve()
    for beside in _beside(folder):
        _check_own(beside)
    if not folder.exists():
        whole = next((beside for beside in _beside(folder) if _read_header(beside)), None)
        if whole is not None:
            whole.rename(folder)
    return folder.exists()


def save_checkpoint(solver: Solver, folder: Path, game: str) -> None:
    """Write the solver's arrays to a folder, in place of the checkpoint that it holds.

    Raises:
        SolveError: a folder that would be replaced has other files.
    """
    has_checkpoint(folder)
    folder = folder.resolve()
    _check_own(folder)
    part, old = _beside(folder)
    _delete(part)
    part.mkdir(parents=True)
    (part / _HEADER).touch()  # empty until the arrays are whole
    for name, file in zip(_ARRAYS, _ARRAY_FILES, strict=True):
        np.save(part / file, getattr(solver, name))
    header = {"game": game, "iterations": solver.iterations, "slots": solver.setup.slots}
    (part / _HEADER).write_text(json.dumps(header) + "\n", encoding="utf-8")
    if folder.exists():
        _delete(old)
        folder.rename(old)
    part.rename(folder)
    _delete(old)


def load_checkpoint(solver: Solver, folder: Path, game: str) -> None:
    """Continue from a checkpoint.

    Raises:
        SolveError: the folder holds none, a damaged one, or one of another game or other buckets.
    """
    has_checkpoint(folder)
    header = _read_header(folder)
    if not header:
        raise SolveError(f"{folder} holds no checkpoint; name another folder")
    if (header.get("game"), header.get("slots")) != (game, solver.setup.slots):
        raise SolveError(
            f"the checkpoint in {folder} is of another game or of other buckets; name another folder"
        )
    try:
        saved = {name: np.load(folder / f"{name}.npy", mmap_mode="r") for name in _ARRAYS}
        iterations = int(header["iterations"])
    except (OSError, ValueError, EOFError, KeyError, TypeError):
        saved, iterations = {}, 0
    if not saved or any((each.shape, each.dtype) != ((solver.setup.slots,), "f4") for each in saved.values()):
        raise SolveError(f"the checkpoint in {folder} is damaged; delete it, or name another folder")
    for name, each in saved.items():
        np.copyto(getattr(solver, name), each)
    solver.iterations = iterations


def _beside(folder: Path) -> tuple[Path, Path]:
    """Return the folders of a save that is under way: the new checkpoint and the old one."""
    return folder.with_name(folder.name + ".part"), folder.with_name(folder.name + ".old")


def _read_header(folder: Path) -> dict[str, Any]:
    """Return the header of a checkpoint; empty if the folder holds no whole one."""
    try:
        header = json.loads((folder / _HEADER).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return header if isinstance(header, dict) else {}


def _check_own(folder: Path) -> None:
    """Check that a folder is a checkpoint, empty, or not there, so that it can be deleted.

    Raises:
        SolveError: it has other files, or is a file.
    """
    try:
        names = {each.name for each in folder.iterdir()}
    except FileNotFoundError:
        return
    except NotADirectoryError:
        names = {folder.name}
    if names and not {_HEADER} <= names <= {_HEADER, *_ARRAY_FILES}:
        raise SolveError(
            f"{folder} would be replaced, but has files that are no checkpoint; name another folder"
        )


def _delete(folder: Path) -> None:
    """Delete a folder of this module, its header last: an interrupted deletion leaves one that can be deleted."""
    _check_own(folder)
    if folder.exists():
        for name in (*_ARRAY_FILES, _HEADER):
            (folder / name).unlink(missing_ok=True)
        folder.rmdir()
