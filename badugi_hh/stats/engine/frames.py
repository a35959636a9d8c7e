"""Statistics as Polars frames with one row for each value, and running sums over time. Nothing here counts."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import polars as pl

from badugi_hh.stats.definitions.intervals import ENOUGH, Z
from badugi_hh.stats.definitions.kinds import Measure
from badugi_hh.stats.definitions.registry import OF_PRICES
from badugi_hh.stats.definitions.stat import Stat
from badugi_hh.stats.engine.compare import Comparison
from badugi_hh.stats.engine.evaluate import Group
from badugi_hh.stats.selection.dimensions import dimensions

_TEXT = pl.String()
_COUNT = pl.Int64()
_NUMBER = pl.Float64()


def stats_frame(groups: Sequence[Group], by: Sequence[str] | str = ()) -> pl.DataFrame:
    """Return one row per player, part and statistic, in the groups' order; `by` names the dimensions of the split.

    Columns: `player`, `hands`, one for each dimension, `tz` if the filter names a time zone and a dimension depends on
    it, `statistic`, `kind`, `made` and `chances` (for a proportion and a ratio the two counts whose ratio is the value;
    otherwise `chances` is the number of rows behind the value), `value`, `low`, `high` (NULL where unknown) and `unit`
    (NULL for a proportion). Shares are fractions of 1, amounts whole cents or chips. An amount in several currencies
    has a row for each, and a result in big bets of several games has a row for each game; `unit` names it. The counts
    of a distribution's single values are not included; `Measure.counts` has them.
    """
    split = _split_columns(groups, by)
    schema = {
        "player": _TEXT,
        "hands": _COUNT,
        **dict.fromkeys((*split, "statistic", "kind"), _TEXT),
        **dict.fromkeys(("made", "chances"), _COUNT),
        **dict.fromkeys(("value", "low", "high"), _NUMBER),
        "unit": _TEXT,
    }
    return _frame(
        (
            (
                group.player,
                group.hands,
                *_split_values(group),
                name,
                part.kind,
                *_counts(part),
                part.low,
                part.high,
                _unit(part.unit_text, part.game),
            )
            for group in groups
            for name, measure in group.stats.items()
            for part in measure.parts or (measure,)
        ),
        schema,
    )


def comparison_frame(comparisons: Sequence[Comparison], by: Sequence[str] | str = ()) -> pl.DataFrame:
    """Return one row per part and statistic of a comparison, with the columns of both sides and the difference.

    Columns: `first` and `second` (the sides' names), one for each dimension, `tz` as in `stats_frame`, `statistic`,
    `kind`, `unit`, `first_made`, `first_chances`, `first_value`, the same of the second, `difference`, `low`, `high`. An
    amount in several currencies has a row for each, and a result in big bets of several games has a row for each game;
    `unit` names it, and a side without it has no value in the row.
    """
    split = _split_columns(comparisons, by)
    of_side = {"made": _COUNT, "chances": _COUNT, "value": _NUMBER}
    schema = {
        **dict.fromkeys(("first", "second", *split, "statistic", "kind", "unit"), _TEXT),
        **{f"{side}_{name}": kind for side in ("first", "second") for name, kind in of_side.items()},
        **dict.fromkeys(("difference", "low", "high"), _NUMBER),
    }
    return _frame(_compared(comparisons), schema)


def catalogue_frame(stats: Iterable[Stat]) -> pl.DataFrame:
    """Return one row per statistic: `name`, `title`, `sentence`, `kind`, `group`, and `needs_prices`, true or false."""
    schema = dict.fromkeys(("name", "title", "sentence", "kind", "group"), _TEXT)
    return _frame(
        (
            (stat.name, stat.title, stat.sentence, stat.kind.name, stat.group, stat.name in OF_PRICES)
            for stat in stats
        ),
        {**schema, "needs_prices": pl.Boolean()},
    )


def _split_columns(parts: Sequence[Group | Comparison], by: Sequence[str] | str) -> list[str]:
    """Return the names of the columns of a split."""
    zone = ["tz"] if any(part.tz is not None for part in parts) else []
    return [*(dimension.name for dimension in dimensions(by)), *zone]


def _split_values(one: Group | Comparison) -> list[str]:
    """Return the values of a split of one group."""
    return [*one.by.values(), *([] if one.tz is None else [one.tz])]


def _compared(comparisons: Iterable[Comparison]) -> Iterator[tuple[Any, ...]]:
    for comparison in comparisons:
        contrasts = (
            (name, part)
            for name, contrast in comparison.stats.items()
            for part in contrast.parts or (contrast,)
        )
        for name, contrast in contrasts:
            first, second = contrast.first, contrast.second
            unit = first.unit_text if first.unit == second.unit else None
            yield (
                comparison.first,
                comparison.second,
                *_split_values(comparison),
                name,
                first.kind,
                _unit(unit, first.game),
                *_counts(first),
                *_counts(second),
                contrast.difference,
                contrast.low,
                contrast.high,
            )


def _unit(unit: str | None, game: str | None) -> str | None:
    return f"{unit}, {game}" if game else unit


def _counts(measure: Measure) -> tuple[int | None, int, float | None]:
    return measure.made, measure.chances, None if measure.value is None else float(measure.value)


def _frame(rows: Iterable[tuple[Any, ...]], schema: Mapping[str, pl.DataType]) -> pl.DataFrame:
    return pl.DataFrame(list(rows), schema=schema, orient="row")


def running_results(rows: pl.DataFrame) -> list[pl.DataFrame]:
    """Return the running results of the hands with a big bet, one frame for each denomination, most hands first.

    `rows` has one row per player and hand, whose players are taken together: `hand_key`, `hand_id`, `played_at` (NULL is
    last), `shown_at`, `denomination`, `net` in its unit, `big_bet`, `net_bb` (NULL where the hand has no big bet),
    `at_showdown`, and `luck` in big bets (NULL where it is not known). Each frame has `hand` (1, 2, …), `hand_key`,
    `hand_id`, `shown_at`, `denomination`, the running sums `total`, `showdown` and `other` in big bets,
    `adjusted` without luck (a hand whose luck is not known keeps its result), and `low` and `high`, the 95% interval of
    the total by the spread of the results so far, NULL for fewer than `ENOUGH` hands. The same with `_money` is in the
    denomination's unit. `luck` is that of the hand.
    """
    known = rows.filter(pl.col("net_bb").is_not_null()).sort("played_at", "hand_key", nulls_last=True)
    parts = sorted(known.partition_by("denomination", maintain_order=True), key=lambda part: -part.height)
    luck = pl.col("luck").fill_null(0.0)
    return [
        part.select(
            pl.int_range(1, pl.len() + 1).alias("hand"),
            *("hand_key", "hand_id", "shown_at", "denomination", "luck"),
            *_running(pl.col("net_bb"), luck, ""),
            *_running(pl.col("net").cast(pl.Float64), luck * pl.col("big_bet"), "_money"),
        )
        for part in parts
    ]


def _running(net: pl.Expr, luck: pl.Expr, suffix: str) -> list[pl.Expr]:
    """Return the running sums of a result, and the interval of their total."""
    at_showdown = pl.when(pl.col("at_showdown")).then(net).otherwise(0.0)
    total, hands = net.cum_sum(), pl.int_range(1, pl.len() + 1)
    variance = ((net * net).cum_sum() - total * total / hands) / (hands - 1)
    reach = pl.when(hands >= ENOUGH).then(Z * (variance.clip(0.0) * hands).sqrt())
    sums = {
        "total": total,
        "showdown": at_showdown.cum_sum(),
        "other": (net - at_showdown).cum_sum(),
        "adjusted": (net - luck).cum_sum(),
        "low": total - reach,
        "high": total + reach,
    }
    return [sum_.alias(f"{name}{suffix}") for name, sum_ in sums.items()]
