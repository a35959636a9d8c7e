"""The results that charts need under a filter: those of the listed hands, or of months where the page does not list all.

`reports/filtered_charts.js` reads them. Running sums depend on the order of the hands, so that the counts of the filters
do not suffice. The values are those of the rows; nothing here evaluates statistics.
"""

from collections.abc import Sequence
from typing import Any

import polars as pl

from badugi_hh.report.largest_hands import MONTH
from badugi_hh.report.split_tables import FILTERED
from badugi_hh.stats.selection.dimensions import UNKNOWN

_LUCK_DIGITS = 6
_SUM_DIGITS = 6
_PARTS = (*FILTERED, "denomination")


def numbered(parts: pl.DataFrame, names: Sequence[str] = FILTERED) -> dict[str, Any]:
    """Return the different `values` of some columns of text, and for each row the number of its value.

    A value that is not known is `unknown`.
    """
    columns = parts.select(pl.col(names).fill_null(UNKNOWN))
    values = {name: columns[name].unique().sort() for name in names}
    return {
        "values": {name: own.to_list() for name, own in values.items()},
        "rows": {name: _places(columns[name], own) for name, own in values.items()},
    }


def results_of_seats(rows: pl.DataFrame) -> dict[str, Any]:
    """Return the parts, as from `numbered`, and the result of each of the `rows`, which are as from `queries.seat_rows`.

    `net` is in the unit of the denomination, `bet` has the big bets (0 where a hand has none) and the number of that of
    each row, `won` (chips of the pot) and `showdown` are 1 or 0, and `luck` is in units of 0.000001 big bets, None where it is not known.
    """
    bets = rows["big_bet"].fill_null(0)
    sizes = bets.unique().sort()
    luck = (rows["luck"].cast(pl.Float64) * 10**_LUCK_DIGITS).round(0).cast(pl.Int64)
    return {
        **numbered(rows.with_columns(month=MONTH), (*_PARTS, "start", "draw_line")),
        "bet": {"values": sizes.to_list(), "rows": _places(bets, sizes)},
        "net": rows["net"].to_list(),
        "won": (rows["won"] > 0).cast(pl.Int8).to_list(),
        "showdown": rows["at_showdown"].cast(pl.Int8).to_list(),
        "luck": luck.to_list(),
    }


def results_of_months(rows: pl.DataFrame) -> dict[str, Any]:
    """Return the sums of the results of each part of the hands: of each game, stakes, position, month and denomination.

    `rows` is as from `queries.seat_rows`; hands without a big bet do not count. Beside what `numbered` returns, each part
    has `n` hands, of which `priced` have a known luck, and in big `bets` and in `money` the sums of the results, of their
    `squares`, of the results at `showdown`, and of the `luck`.
    """
    luck = pl.col("luck").cast(pl.Float64).fill_null(0.0)
    units = {
        "bets": _sums(pl.col("net_bb"), luck),
        "money": _sums(pl.col("net").cast(pl.Float64), luck * pl.col("big_bet")),
    }
    sums = [value.alias(f"{unit} {name}") for unit, own in units.items() for name, value in own.items()]
    parts = (
        rows.lazy()
        .filter(pl.col("net_bb").is_not_null())
        .with_columns(month=MONTH)
        .group_by(_PARTS)
        .agg(pl.len().alias("n"), pl.col("luck").count().alias("priced"), *sums)
        .sort(_PARTS)
        .collect()
    )
    return {
        **numbered(parts, _PARTS),
        "n": parts["n"].to_list(),
        "priced": parts["priced"].to_list(),
        **{unit: {name: parts[f"{unit} {name}"].to_list() for name in own} for unit, own in units.items()},
    }


def _sums(net: pl.Expr, luck: pl.Expr) -> dict[str, pl.Expr]:
    """Return the sums of a part, of which Python and the page need no more digits than charts show."""
    at_showdown = pl.when("at_showdown").then(net).otherwise(0.0)
    values = {"net": net, "squares": net * net, "showdown": at_showdown, "luck": luck}
    return {name: value.sum().round(_SUM_DIGITS) for name, value in values.items()}


def _places(column: pl.Series, values: pl.Series) -> list[int]:
    """Return for each value of a column its place among the values."""
    return column.replace_strict(
        values, pl.int_range(len(values), eager=True), return_dtype=pl.Int64
    ).to_list()
