"""The results of the leak checks for the hands that a filter selects, and the list of the checks."""

from collections.abc import Iterable
from pathlib import Path

import duckdb

from badugi_hh.leaks import LEAKS, Finding, Leak, find
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.stats.selection.resolve import resolve


def leaks(
    con: duckdb.DuckDBPyConnection,
    hand_filter: Filter,
    *,
    baselines: Path | str | None = None,
    ignored: Iterable[str] = (),
) -> list[Finding]:
    """Return the result of every leak check for each selected player; see `Hands.leaks`.

    Raises:
        FilterError: a value does not exist, the filter or the file of baselines cannot be used, or there is no such
            check.
    """
    path = None if baselines is None else Path(baselines)
    return find(con, resolve(con, hand_filter), baselines=path, ignored=ignored)


def list_checks() -> list[Leak]:
    """Return the declarations of all leak checks: grade A, then grade B by number."""
    return list(LEAKS.values())
