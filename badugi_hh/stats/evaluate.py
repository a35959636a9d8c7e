"""Evaluates statistics: one query per row table gives the cells of everything asked, whatever is asked.

Cells are grouped by player, dimensions and purse and joined per group here; the kinds make the estimates.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import duckdb

from badugi_hh.stats.filters import Filter
from badugi_hh.stats.kinds import Cells, Measure
from badugi_hh.stats.registry import STATS, chosen_stats
from badugi_hh.stats.rows import ROW_SETS, Dimension, dimensions, fetch, row_set
from badugi_hh.stats.stat import Stat


@dataclass(frozen=True, slots=True)
class Group:
    """The statistics of one player, or of one part of his hands.

    `hands` counts the hands dealt in; `by` gives the value of each dimension asked, as text.
    """

    player: str
    hands: int
    by: Mapping[str, str]
    stats: Mapping[str, Measure]

    def as_json(self) -> dict[str, Any]:
        """Return the group as `stats --json` prints it."""
        told: dict[str, Any] = {"player": self.player, "hands": self.hands}
        if self.by:
            told["by"] = dict(self.by)
        told["stats"] = {name: measure.as_json() for name, measure in self.stats.items()}
        return told


_Key = tuple[str, ...]
_Sums = dict[str, dict[str, Cells]]  # statistic -> purse -> cells


def evaluate(
    con: duckdb.DuckDBPyConnection,
    chosen: Filter,
    *,
    names: Sequence[str] | None = None,
    by: Sequence[str] = (),
    min_hands: int = 1,
    together: bool = False,
) -> list[Group]:
    """Return the statistics `names` (all for None) of each player, split by the dimensions `by`.

    `together` counts the chosen players as one, who has no name. Groups of fewer than `min_hands` hands are left out. Players come with the most hands first, their groups in
    the dimensions' order.

    Raises:
        FilterError: a statistic or dimension does not exist, or the filter's own SQL cannot be used.
    """
    stats = chosen_stats(names)
    split = dimensions(by)
    counted: dict[_Key, _Sums] = {}
    for table in ROW_SETS:
        wanted = [stat for stat in stats if stat.rows == table]
        if table == "seats" and STATS["hands"] not in wanted:
            wanted.append(STATS["hands"])
        if wanted:
            _count(con, chosen, table, wanted, split, counted, together=together)
    groups = []
    for key, sums in counted.items():
        hands = STATS["hands"].kind.measure(sums["hands"]).n
        if hands >= max(1, min_hands):
            groups.append(_group(key, hands, sums, stats, split))
    played: dict[str, int] = {}
    for group in groups:
        played[group.player] = played.get(group.player, 0) + group.hands
    return sorted(
        groups,
        key=lambda group: (
            -played[group.player],
            group.player,
            [dimension.rank(group.by[dimension.name]) for dimension in split],
        ),
    )


def _count(
    con: duckdb.DuckDBPyConnection,
    chosen: Filter,
    table: str,
    stats: Sequence[Stat],
    split: Sequence[Dimension],
    counted: dict[_Key, _Sums],
    *,
    together: bool,
) -> None:
    """Add the cells of `stats`, which all run over `table`, to `counted`."""
    rows, parameters = row_set(table, chosen, split)
    player = "'' AS player" if together else "player"
    keys = ["player", *(f"by_{dimension.name}" for dimension in split)]
    cells = [(stat.name, cell) for stat in stats for cell in stat.kind.cells()]
    selected = ", ".join(f"{cell.sql} AS {stat}__{cell.name}" for stat, cell in cells)
    query = f"SELECT {', '.join([player, *keys[1:]])}, purse, {selected} FROM ({rows}) GROUP BY ALL"
    for row in fetch(con, chosen, query, parameters):
        sums = counted.setdefault(tuple(row[key] for key in keys), {})
        for stat in stats:
            sums.setdefault(stat.name, {})[row["purse"]] = {
                cell.name: row[f"{stat.name}__{cell.name}"] for cell in stat.kind.cells()
            }


def _group(key: _Key, hands: int, sums: _Sums, stats: Sequence[Stat], split: Sequence[Dimension]) -> Group:
    # A player who was dealt in but made no decision has no rows there: his cells are zero.
    nothing = {stat.name: {"": dict.fromkeys((cell.name for cell in stat.kind.cells()), 0)} for stat in stats}
    return Group(
        player=key[0],
        hands=hands,
        by={dimension.name: value for dimension, value in zip(split, key[1:], strict=True)},
        stats={stat.name: stat.kind.measure(sums.get(stat.name, nothing[stat.name])) for stat in stats},
    )
