"""A second engine for the predicates of statistics, and rows of random values to compare both on every predicate."""

from random import Random
from typing import Any

import polars as pl

from badugi_hh.stats.definitions.kinds import Aggregate

CHOICES: dict[str, tuple[Any, ...]] = {
    "game": ("cash", "tournament", "play money", None),
    "position": ("BTN", "SB", "BB", "CO", "HJ", None),
    "opener": ("CO", "BTN", "SB", "MP", None),
    "own_last": ("check", "call", "bet", "raise", None, None),
    "forced": ("sitting_out", "timed_out", None, None, None, None),
    "action": ("fold", "check", "call", "bet", "raise"),
    "knowledge": ("dealt", "shown", "back", None),
    "result": ("folded", "won uncontested", "won at showdown", "lost at showdown"),
    "round": (0, 1, 2, 3),
    "draw": (1, 2, 3),
    "price": (0, 10, 20),
    **dict.fromkeys(("value", "value_3", "value_before", "value_after"), (1, 127, 715, 716, 1092, None)),
    "snowed": (1, 2, 3, None),
    "outs": (0, 9, 10, None),
    "unseen": (44, 46, 48, None),
    "pot": (30, 60),
    "reach": (40, 80, None),
    "won": (0, 40, 100),
    "small_bet": (0, 5, 10, None),
    "big_bet": (0, 10, 20, None),
}


def random_rows(table: str, columns: dict[str, str], random: Random, number: int) -> pl.DataFrame:
    """Return rows of random values, unknown ones among them; `columns` gives the type of each column."""

    def value(column: str, type_: str) -> Any:
        if column in CHOICES:
            return random.choice(CHOICES[column])
        if type_ == "BOOLEAN":
            return random.choice((True, False, None))
        if type_ == "VARCHAR":
            return random.choice(("a", None))
        counts = type_ in {"TINYINT", "UTINYINT", "SMALLINT"} and not column.startswith("value")
        return random.choice((0, 1, 2, 3, 4, None) if counts else (-30, -5, 0, 7, 40, None))

    types = {"BOOLEAN": pl.Boolean, "VARCHAR": pl.String}
    return pl.DataFrame(
        {
            column: pl.Series([value(column, type_) for _ in range(number)], dtype=types.get(type_, pl.Int64))
            for column, type_ in columns.items()
        }
    )


def polars_aggregate(aggregate: Aggregate) -> pl.Expr:
    """Return an aggregate as Polars computes it; a histogram is the list of the values."""
    where = pl.all_horizontal(pl.sql_expr(predicate) for predicate in aggregate.where)
    if aggregate.amount is None:
        return where.sum()
    amounts = pl.sql_expr(aggregate.amount).filter(where)
    how = {
        "sum": amounts.sum(),
        "squares": (amounts * amounts).sum(),
        "max": amounts.max().fill_null(0),
        "known": amounts.count(),
        "histogram": amounts.drop_nulls(),
    }
    return how[aggregate.how]
