"""The statistics of the hands that a filter selects, and the comparison of two players."""

from collections.abc import Sequence

import duckdb

from badugi_hh.stats.engine.compare import Comparison
from badugi_hh.stats.engine.compare import compare as compare_sides
from badugi_hh.stats.engine.evaluate import Group, evaluate
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.stats.selection.resolve import resolve


def stats(
    con: duckdb.DuckDBPyConnection,
    hand_filter: Filter,
    *,
    names: Sequence[str] | str | None = None,
    by: Sequence[str] | str = (),
    min_hands: int = 1,
) -> list[Group]:
    """Return the statistics `names` of each selected player and part of a split; see `Hands.stats`.

    Raises:
        FilterError: a name or value does not exist, or the filter cannot be used.
    """
    return evaluate(con, resolve(con, hand_filter, names), names=names, by=by, min_hands=min_hands)


def compare(
    con: duckdb.DuckDBPyConnection,
    first: str,
    second: str,
    hand_filter: Filter,
    *,
    names: Sequence[str] | str | None = None,
    by: Sequence[str] | str = (),
    min_hands: int = 1,
) -> list[Comparison]:
    """Return the statistics `names` of both sides, for each part of a split; see `Hands.compare`.

    Raises:
        FilterError: a side has no hand, a name or value does not exist, or the filter cannot be used.
    """
    hand_filter = resolve(con, hand_filter, names)
    return compare_sides(con, first, second, hand_filter, names=names, by=by, min_hands=min_hands)
