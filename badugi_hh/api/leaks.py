"""The results of the leak checks for the hands that a filter selects."""

import duckdb

from badugi_hh.leaks import Finding, find
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.stats.selection.resolve import resolve


def leaks(con: duckdb.DuckDBPyConnection, hand_filter: Filter) -> list[Finding]:
    """Return the result of every leak check for each selected player; see `Hands.leaks`.

    Raises:
        FilterError: a value does not exist, or the filter cannot be used.
    """
    return find(con, resolve(con, hand_filter))
