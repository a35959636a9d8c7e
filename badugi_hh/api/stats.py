"""Statistics with all that `stats` prints about them: what they lack, and which hands and names they are of."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import duckdb

from badugi_hh.api import remarks
from badugi_hh.stats.definitions.luck_adjusted import LUCK_STATS
from badugi_hh.stats.definitions.registry import BEST_KNOWN, NOTES, OF_PRICES, STATS
from badugi_hh.stats.selection.default_players import leave_out_rare, selects_heroes
from badugi_hh.stats.selection.dimensions import DIMENSIONS, dimensions
from badugi_hh.stats.selection.filters import Filter, FilterError, unfit
from badugi_hh.stats.selection.resolve import explain_no_hands, explain_unknown_luck, session_starts
from badugi_hh.stats.selection.statistic_names import selected_stats

if TYPE_CHECKING:
    import polars as pl

    from badugi_hh.stats.engine.compare import Comparison
    from badugi_hh.stats.engine.evaluate import Group

Names = Sequence[str] | str | None


@dataclass(frozen=True, slots=True)
class FoundStats:
    """The statistics of players or parts, or both sides of a comparison; `of` is the number of statistics that there are.

    `frame` is the table that `Hands.stats` or `Hands.compare` returns. `unpriced` says which statistics are unknown without prices,
    `notes` what else they lack or why there are none, and `omitted` which hands of the user do not count. `sessions` are the starts of
    all sessions, if they are split by session; `of_several` says that several players can have them, `of_heroes` that the players
    are the heroes of the files.
    """

    groups: "Sequence[Group]"
    sides: "Sequence[Comparison]"
    frame: "pl.DataFrame"
    of: int
    unpriced: Sequence[str] = ()
    notes: Sequence[str] = ()
    omitted: Sequence[str] = ()
    sessions: Sequence[str] = ()
    of_several: bool = False
    of_heroes: bool = False

    def as_json(self) -> list[dict[str, Any]]:
        """Return them as `stats --json` prints them."""
        results: Sequence[Group | Comparison] = self.groups or self.sides
        return [each.as_json() for each in results]

    def numbered(self) -> "list[Group]":
        """Return the groups with the number of each session before its start, `12  2024-03-01 20:15`; the first one is 1."""
        width = len(str(len(self.sessions)))
        labels = {start: f"{number:{width}}  {start}" for number, start in enumerate(self.sessions, start=1)}
        return [
            replace(
                group,
                by={
                    name: labels.get(value, value) if name == "session" else value
                    for name, value in group.by.items()
                },
            )
            for group in self.groups
        ]


@dataclass(frozen=True, slots=True)
class StatList:
    """Statistics as `stats --list` prints them: a row for each, and if they are all, the dimensions and notes on all."""

    frame: "pl.DataFrame"
    dimensions: tuple[tuple[str, str, str], ...] = ()
    notes: tuple[str, ...] = ()


def list_stats(names: Names = None) -> StatList:
    """Return the declared statistics `names`, all for None.

    The frame has the columns `name`, `title`, `sentence`, `kind`, `group` and `needs_prices`. `dimensions` have the name, the rows
    that it splits, and the title.

    Raises:
        FilterError: there is no such statistic.
    """
    from badugi_hh.stats.engine.frames import catalogue_frame

    frame = catalogue_frame(selected_stats(names))
    if names is not None:
        return StatList(frame)
    splits = tuple((dimension.name, dimension.of, dimension.title) for dimension in DIMENSIONS.values())
    return StatList(frame, splits, tuple(NOTES))


def find_stats(
    con: duckdb.DuckDBPyConnection,
    hand_filter: Filter,
    *,
    names: Names,
    by: Sequence[str] | str = (),
    min_hands: int = 1,
    best_known: bool = False,
) -> FoundStats:
    """Return the statistics of a resolved filter; see `Hands.find_stats`."""
    from badugi_hh.stats.engine.evaluate import evaluate
    from badugi_hh.stats.engine.frames import stats_frame

    if not isinstance(min_hands, int) or min_hands < 1:
        raise FilterError(f"min_hands is {min_hands!r}; it is a whole number, 1 or more")
    split = dimensions(by)
    fitting = [name for name, stat in STATS.items() if unfit(stat.rows, split, hand_filter) is None]
    shown = _best_known(fitting) if best_known and names is None else names
    groups = evaluate(con, hand_filter, names=shown, by=by, min_hands=min_hands)
    frame, omitted = stats_frame(groups, by), remarks.left_out(con, hand_filter)
    if not groups:
        nothing = explain_no_hands(con, hand_filter, min_hands=min_hands)
        return FoundStats((), (), frame, len(fitting), notes=(nothing,), omitted=omitted)
    stats = groups[0].stats
    unpriced = remarks.without_prices(con, stats)
    luck = _about_luck(con, hand_filter, stats) if names and not unpriced else []
    return FoundStats(
        groups,
        (),
        frame,
        len(stats) if names else len(fitting),
        unpriced,
        [*luck, *_about_model(con, stats)],
        omitted,
        session_starts(con, hand_filter) if "session" in groups[0].by else (),
        bool(hand_filter.left_out) or len({group.player for group in groups}) > 1,
        selects_heroes(con, hand_filter),
    )


def find_comparison(
    con: duckdb.DuckDBPyConnection,
    first: str,
    second: str,
    hand_filter: Filter,
    *,
    names: Names,
    by: Sequence[str] | str = (),
    min_hands: int = 1,
    best_known: bool = False,
) -> FoundStats:
    """Return the comparison of two sides under a resolved filter; see `Hands.find_stats`."""
    from badugi_hh.stats.engine.compare import HERO, compare
    from badugi_hh.stats.engine.frames import comparison_frame

    sides = compare(con, first, second, hand_filter, names=names, by=by, min_hands=min_hands)
    frame = comparison_frame(sides, by)
    omitted = remarks.left_out(con, leave_out_rare(con, hand_filter)) if HERO in {first, second} else ()
    stats = sides[0].stats if sides else {}
    if best_known and names is None:
        known = _best_known(stats)
        sides = [replace(side, stats={name: side.stats[name] for name in known}) for side in sides]
    unpriced, said = remarks.without_prices(con, stats), _about_model(con, stats)
    return FoundStats((), sides, frame, len(stats), unpriced, said, omitted)


def _about_luck(con: duckdb.DuckDBPyConnection, hand_filter: Filter, stats: Mapping[str, Any]) -> list[str]:
    if stats.keys().isdisjoint(stat.name for stat in LUCK_STATS):
        return []
    unknown = explain_unknown_luck(con, hand_filter)
    return [] if unknown is None else [unknown]


def _about_model(con: duckdb.DuckDBPyConnection, stats: Mapping[str, Any]) -> list[str]:
    return [] if stats.keys().isdisjoint(OF_PRICES) else remarks.other_model(con)


def _best_known(names: Iterable[str]) -> list[str]:
    """Return the best-known of the statistics, or all if none of them is well known."""
    known = list(names)
    return [name for name in BEST_KNOWN if name in known] or known
