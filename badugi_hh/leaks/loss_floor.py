"""What a player of best play seems to lose by the errors of the tables alone: a mean loss by judge, street and position.

`training/measure_floor.py` measures it, and `baselines/best_play.toml` states it, in big bets for each judged decision or draw.
"""

import tomllib
from collections.abc import Mapping
from functools import cache

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
    """Return the expression for the mean loss of best play at a row with `judge`, `street` and `position`; 0 where none is known."""
    floor = packaged_floor()
    key = pl.concat_str("judge", "street", "position", separator=" ")
    return key.replace_strict(
        [" ".join(each) for each in floor], [*floor.values()], default=0.0, return_dtype=pl.Float64
    )
