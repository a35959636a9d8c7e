"""Reads baselines from TOML: those of `baselines/leaks.toml`, and a file of the user that replaces some of them.

A table of the file applies to the check whose id is its name, and to all checks whose ids begin with its name and a
hyphen; the longest name counts. Nothing here reads hands.
"""

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from badugi_hh.installation import data_folder
from badugi_hh.leaks.leak import KINDS, Baseline
from badugi_hh.stats.selection.user_input import FilterError
from badugi_hh.suggest import alike, did_you_mean

_TEXTS = ("kind", "source", "game")
_FIELDS = ("low", "high", *_TEXTS)


def baseline_of(check: str, baselines: Mapping[str, Baseline]) -> Baseline | None:
    """Return the baseline of the check with this id; None if no name is its id or the beginning of it."""
    name = check
    while name:
        if name in baselines:
            return baselines[name]
        name = name.rpartition("-")[0]
    return None


@cache
def packaged() -> Mapping[str, Baseline]:
    """Return the baselines of the package by name."""
    path = data_folder("baselines") / "leaks.toml"
    return {name: _baseline(name, row) for name, row in _tables(path).items()}


def read_baselines(path: Path, checks: Iterable[str]) -> dict[str, Baseline]:
    """Return the baselines of a user's file by name; `checks` are the ids of the checks that have a baseline.

    Raises:
        FilterError: the file cannot be read or is not TOML, a name is neither an id nor the beginning of one, or a
            table lacks a field, has an unknown one, or has a value that cannot be used. The message is one line.
    """
    checks = tuple(checks)
    found = {}
    for name, row in _tables(path).items():
        if not any(check == name or check.startswith(f"{name}-") for check in checks):
            question = did_you_mean(alike(name, checks))
            more = question or "badugi-hh leaks --list lists the checks"
            raise FilterError(f"{path}: no check with a baseline is called {name!r}; {more}")
        try:
            found[name] = _baseline(name, row)
        except FilterError as error:
            raise FilterError(f"{path}: {error}") from error
    return found


def _tables(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise FilterError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise FilterError(f"{path} is not a text in UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        why = str(error).partition("\n")[0]
        raise FilterError(f"{path} is not TOML: {why}") from error


def _baseline(name: str, row: Any) -> Baseline:
    if not isinstance(row, dict):
        raise FilterError(f"{name} is no table; write [{name}] on a line, and below it {', '.join(_FIELDS)}")
    if missing := [field for field in _FIELDS if field not in row]:
        raise FilterError(f"[{name}] has no {missing[0]}; it needs {', '.join(_FIELDS)}")
    if unknown := [field for field in row if field not in _FIELDS]:
        raise FilterError(f"[{name}] has an unknown field {unknown[0]!r}; it may have {', '.join(_FIELDS)}")
    low, high = row["low"], row["high"]
    for field, end in (("low", low), ("high", high)):
        if isinstance(end, bool) or not isinstance(end, int | float) or not 0 <= end <= 1:
            raise FilterError(f"[{name}] {field} is {end!r}; write a share between 0 and 1, for example 0.25")
    if low > high:
        raise FilterError(f"[{name}] low is {low}, which is above high, {high}")
    if bad := next((field for field in _TEXTS if not isinstance(row[field], str) or not row[field]), None):
        raise FilterError(f"[{name}] {bad} is {row[bad]!r}; write a text in quotes")
    if row["kind"] not in KINDS:
        raise FilterError(f"[{name}] kind is {row['kind']!r}; write one of {', '.join(KINDS)}")
    return Baseline(float(low), float(high), row["source"], row["kind"], row["game"])
