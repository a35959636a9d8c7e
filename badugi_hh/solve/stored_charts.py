"""The range charts of the tables that come with the program, computed beforehand so that a report reads them in milliseconds.

`training/build_range_charts.py` writes them.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from badugi_hh.installation import data_folder
from badugi_hh.solve.game import TABLES
from badugi_hh.solve.range_charts import KindOfHand, RangeChart
from badugi_hh.solve.shipped_tables import check_spot
from badugi_hh.solve.solve_error import SolveError

NAME = "range-charts.json"
"""The file beside the tables."""
TABLE = TABLES[-1]
"""The full table of the charts; with fewer players the first seats are missing."""


@dataclass(frozen=True, slots=True)
class SpotCharts:
    """The charts of a spot, and what best responses to its strategies gain, in big bets per hand; None where it is not known."""

    exploitability: float | None
    charts: tuple[RangeChart, ...]


def stored_charts(spot: str) -> SpotCharts:
    """Return the charts of a spot.

    Raises:
        SolveError: there is no such spot, or this version comes without its charts.
    """
    charts = _stored().get(spot)
    if charts is None:
        check_spot(spot)
        if spot in TABLES[:-1]:
            raise SolveError(
                f"the charts of full tables are those of {TABLE}; with fewer players the first seats are missing"
            )
        raise SolveError(f"this version comes without range charts of {spot}")
    return charts


def read_charts(text: str) -> dict[str, SpotCharts]:
    """Return the charts of the text of a file by spot."""
    return {
        spot: SpotCharts(declared["exploitability"], tuple(_chart(chart) for chart in declared["charts"]))
        for spot, declared in json.loads(text).items()
    }


@cache
def _stored() -> dict[str, SpotCharts]:
    try:
        return read_charts((data_folder("tables") / NAME).read_text("utf-8"))
    except FileNotFoundError:
        return {}


def _chart(fields: Mapping[str, Any]) -> RangeChart:
    kinds = tuple(kind and KindOfHand(**_tuples(kind)) for kind in fields["kinds"])
    return RangeChart(**_tuples(fields) | {"kinds": kinds})


def _tuples(value: Any) -> Any:
    """Return a value of JSON with tuples in place of lists."""
    if isinstance(value, dict):
        return {name: _tuples(each) for name, each in value.items()}
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
