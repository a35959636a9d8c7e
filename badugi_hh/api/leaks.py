"""The results of the leak checks for the hands that a filter selects."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import duckdb

from badugi_hh.leaks import Finding, find
from badugi_hh.leaks.changes import Change, compare_periods
from badugi_hh.leaks.finder import Progress
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.stats.selection.resolve import resolve


def leaks(
    con: duckdb.DuckDBPyConnection,
    hand_filter: Filter,
    *,
    baselines: Path | str | None = None,
    ignored: Iterable[str] = (),
    others: Filter | None = None,
    progress: Progress | None = None,
) -> list[Finding]:
    """Return the result of every leak check for each selected player; see `Hands.leaks`.

    `others` selects the hands of the other players that extend baselines, those of the filter by default.

    Raises:
        FilterError: a value does not exist, the filter or the file of baselines cannot be used, or there is no such
            check.
    """
    path = None if baselines is None else Path(baselines)
    everyone = None if others is None else resolve(con, others)
    return find(
        con, resolve(con, hand_filter), baselines=path, ignored=ignored, others=everyone, progress=progress
    )


def compare_leaks(
    con: duckdb.DuckDBPyConnection,
    hand_filter: Filter,
    moment: datetime,
    *,
    baselines: Path | str | None = None,
    ignored: Iterable[str] = (),
    progress: Progress | None = None,
) -> list[Change]:
    """Return the results of the hands before a moment beside those since, for each selected player and check.

    The other players of both periods together extend the baselines, so that both are compared with the same range.

    Raises:
        FilterError: as `leaks`, or one of the two periods is empty by the filter's own times.
    """
    before, since = (
        leaks(con, one, baselines=baselines, ignored=ignored, others=hand_filter, progress=progress)
        for one in (replace(hand_filter, until=moment), replace(hand_filter, since=moment))
    )
    return compare_periods(before, since)
