"""The blueprint that comes with the program: by spot and group of hands the mix of actions, what each costs, and the error.

A file of NumPy arrays. For each phase there are the spots in ascending order, and for each spot and group the parts of
`LEVELS` of each action, its cost in steps of `COST_STEP`, the error of the costs in steps of `ERROR_STEP`, and which part of
the hands that come to the spot are of the group. Each class has its group, and its part of the group.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from badugi_hh.installation import data_folder, mark_of
from badugi_hh.outputs.kept import kept_arrays
from badugi_hh.ring.table_spots import PHASES, SPOTS
from badugi_hh.solve.known import COMMON

LEVELS = 255
COST_STEP = 0.02
ERROR_STEP = 0.01
"""In big bets."""
UNKNOWN = 255
"""The error of a group of which too little is known; the greatest other one says that costs are too uncertain to be stored."""
SLIPS = 0.005
"""The share of actions that players of the training take at random, loose tables included."""
COARSE = 0.5
SHARED = (0.0, 0.0, 0.3, 0.05, 0.05, 0.1, 0.15)
"""Standard errors of costs from the first draw on that all trainings share, in parts of the costs, and by phase in big bets: hands and
lines are taken together. They are no reason for silence. With them 95% of the costs lie within two errors of those of pots of two that are
solved from the ranges of the line (`training/compare_blueprint.py`)."""
NAME = "full-table.npz"
_ARRAYS = ("spots", "groups", "within", "mix", "cost", "error")
_NAMES = tuple(f"{name}_{phase}" for phase in range(PHASES) for name in _ARRAYS)

Bytes = NDArray[np.uint8]


def contradiction(costs: NDArray[Any], shares: NDArray[Any], axis: int) -> NDArray[Any]:
    """Return half of what the dearest common action costs, along an axis of actions: those that good play mixes should cost the same.

    So much is the error of the costs at least.
    """
    return np.asarray(np.where(shares >= COMMON, np.nan_to_num(costs), 0.0).max(axis=axis) / 2)


@dataclass(frozen=True, slots=True)
class PhaseSpots:
    """The spots of a phase. `rows` has the row of each spot in the other arrays, -1 for none.

    `mix` and `cost` are spots by groups by actions, `error` and `reach` spots by groups; `reach` is read when it is called. A cost of 255
    is unknown, or the action impossible. `groups` has the
    group of each class, `within` the part of the group that the class usually is.
    """

    groups: Bytes
    within: NDArray[np.float32]
    rows: NDArray[np.int32]
    mix: Bytes
    cost: Bytes
    error: Bytes
    reach: Callable[[], NDArray[np.float16]]


@dataclass(frozen=True, slots=True)
class Blueprint:
    """The phases of a blueprint."""

    phases: tuple[PhaseSpots, ...]

    def row(self, phase: int, spot: int) -> int:
        """Return the row of a spot, -1 if the blueprint does not have it."""
        return int(self.phases[phase].rows[spot])

    def costs(self, phase: int, row: int, number: int) -> tuple[list[float], float | None]:
        """Return what each action costs a class at a row in big bets, and the error but for `COARSE` and `SHARED`; None where too little is known."""
        of = self.phases[phase]
        group = of.groups[number]
        error = int(of.error[row, group])
        costs = (of.cost[row, group] * COST_STEP).tolist()
        return costs, None if error == UNKNOWN else error * ERROR_STEP

    def mix(self, phase: int, row: int, number: int) -> list[float] | None:
        """Return how often a class takes each action at a row, None if it never came there."""
        of = self.phases[phase]
        parts = of.mix[row, of.groups[number]]
        total = int(parts.sum())
        return (parts / total).tolist() if total else None


@cache
def shipped_blueprint() -> Blueprint | None:
    """Return the blueprint that comes with the program, None if there is none."""
    path = blueprint_file()
    if path is None:
        return None
    return _blueprint_of(kept_arrays("blueprint", mark_of(path), lambda: _read(path, _NAMES)), path)


def blueprint_file() -> Path | None:
    """Return the file of the blueprint that comes with the program, None if there is none."""
    try:
        path = data_folder("tables") / NAME
    except FileNotFoundError:
        return None
    return path if path.is_file() else None


def _blueprint_of(arrays: Mapping[str, NDArray[Any]], path: Path) -> Blueprint:
    """Return the blueprint of the arrays `_NAMES` of a file."""
    phases = []
    for phase in range(PHASES):
        spots, *others = (arrays[f"{name}_{phase}"] for name in _ARRAYS)
        groups, within, mix, cost, error = others
        rows = np.full(SPOTS[phase], -1, np.int32)
        rows[spots] = np.arange(len(spots))
        phases.append(PhaseSpots(groups, within, rows, mix, cost, error, cache(partial(_reach, path, phase))))
    return Blueprint(tuple(phases))


def _reach(path: Path, phase: int) -> NDArray[np.float16]:
    (reach,) = _read(path, [f"reach_{phase}"]).values()
    return reach


def _read(path: Path, names: Iterable[str]) -> dict[str, NDArray[Any]]:
    with np.load(path) as arrays:
        return {name: arrays[name] for name in names}
