"""What is declared of a leak check in words, its baseline, and the verdicts.

A grade A check is provable from the cards and the public facts known to the player: one instance is a mistake. A grade
B check compares a frequency with a baseline, and needs a sample.

A table of `baselines/leaks.toml`, and of a file of the user that replaces some of them, applies to the check whose id is its
name, and to all checks whose ids begin with its name and a hyphen; the longest name counts.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, Self

from badugi_hh.as_json import AsJson
from badugi_hh.installation import data_folder
from badugi_hh.stats.selection.user_input import FilterError
from badugi_hh.suggest import alike, did_you_mean

GRADES = {
    "A": "provable: by the cards and public facts known to the player, one instance is a mistake",
    "B": "a frequency: compared with a baseline, which needs a sample of hands",
}
"""What each grade of a leak check means."""
HEURISTIC, POPULATION, SOLVER = "heuristic", "population", "solver"
KINDS = ("theory", SOLVER, "author", POPULATION, HEURISTIC)
"""The kinds of baselines, by their source."""
UNPROVEN = frozenset({HEURISTIC, POPULATION})
"""A heuristic has no numeric source; a population shows what is usual, not what is right. Neither proves a leak."""
_TEXTS = ("kind", "source", "game")
_FIELDS = ("low", "high", *_TEXTS)


class Verdict(StrEnum):
    """The result of a check for one player."""

    FLAG = "flag"
    WATCH = "watch"
    FINE = "fine"
    TOO_FEW = "not enough hands"


class Phrase(str):
    """An English text that knows its form and the values of the `{names}` in it: the page translates one and formats the other."""

    __slots__ = ("form", "values")
    form: str
    values: Mapping[str, Any]

    def __new__(cls, form: str, **values: Any) -> Self:
        """Return the text of a form; a value is a number, a name or cards, or a phrase itself."""
        made = super().__new__(cls, form.format_map(values))
        made.form, made.values = form, values
        return made


@dataclass(frozen=True, slots=True)
class Baseline:
    """The range of a frequency that is not a leak, with its source and its game.

    `low` and `high` are shares, 0 to 1; `kind` is one of `KINDS`. `changes` say how the range differs from that of the source.
    """

    low: float
    high: float
    source: str
    kind: str
    game: str
    changes: tuple[Phrase, ...] = ()

    def changed(self, form: str, low: float, high: float, /, **values: float) -> Self:
        """Return the baseline with other ends, and a phrase that says why."""
        return replace(self, low=low, high=high, changes=(*self.changes, Phrase(form, **values)))


@dataclass(frozen=True, slots=True)
class Leak(AsJson):
    """One check in words: what it looks for, and what the player can do about it, in one sentence each.

    `grade` is `A` or `B`. `use` says what an opponent of such a player can do, empty where nothing follows. `source` is
    the source of the rule. `model` describes how the cost is calculated; `assumed` is true if it is not calculated but
    assumed.
    """

    id: str
    name: str
    title: str
    grade: str
    sentence: str
    advice: str
    use: str
    source: str
    model: str
    assumed: bool = False


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
