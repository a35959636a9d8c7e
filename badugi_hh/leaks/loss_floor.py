"""What a player of best play seems to lose by the errors of the tables alone: a mean loss by judge, street and position.

`training/measure_floor.py` measures it, and `baselines/best_play.toml` states it, in big bets for each judged decision or draw.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

import polars as pl

from badugi_hh.installation import data_folder


@cache
def packaged_floor() -> Mapping[tuple[str, str, str], float]:
    """Return the mean losses of best play by judge, street and position."""
    text = (data_folder("baselines") / "best_play.toml").read_text(encoding="utf-8")
    return {
        (judge, street, position): loss
        for judge, streets in tomllib.loads(text).items()
        for street, positions in streets.items()
        for position, loss in positions.items()
    }


def floor_of() -> pl.Expr:
    """Return the expression for the mean loss of best play at a row with `judge`, `street` and `position`.

    In a position that was not measured it is the largest one of the judge and street, and 0 where these were not: cards and equity.
    """
    floor = packaged_floor()
    highest: dict[str, float] = {}
    for (judge, street, _), loss in floor.items():
        highest[f"{judge} {street}"] = max(loss, highest.get(f"{judge} {street}", 0.0))
    of_street = _of(pl.concat_str("judge", "street", separator=" "), highest, 0.0)
    by_position = {" ".join(each): loss for each, loss in floor.items()}
    return _of(pl.concat_str("judge", "street", "position", separator=" "), by_position, of_street)


def _of(key: pl.Expr, values: Mapping[str, float], default: Any) -> pl.Expr:
    return key.replace_strict([*values], [*values.values()], default=default, return_dtype=pl.Float64)
