"""Computes many aggregates in one pass over the rows; docs/counting.md explains it with an example.

Conjunctions share most of their predicates. Each distinct predicate becomes one bit of an integer, a word. A predicate
over columns of a junk dimension is evaluated once for each of its combinations, all others once for each row. Rows of
the same key and the same words form one group, and each aggregate is computed from the groups, some thousand of them. Two
hundred aggregates take about as long as ten. The query reads the groups only: with hundreds of
expressions more it would take longer to plan than to run. This module does not depend on the statistics and runs no query.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from badugi_hh.facts.schema import JunkDimension
from badugi_hh.stats.definitions.kinds import Aggregate, Conjunction
from badugi_hh.stats.engine.predicates import columns_of

_BITS = 62  # of one word

Integers = npt.NDArray[np.integer[Any]]


@dataclass(frozen=True, slots=True)
class Word:
    """An integer with one bit for each of some predicates, evaluated over the rows or over a junk dimension's combinations."""

    name: str
    predicates: Conjunction
    dimension: JunkDimension | None

    def mask(self, where: Iterable[str]) -> int:
        """Return the bits that are set where all these predicates are true, as far as they belong to this word."""
        return sum(1 << self.predicates.index(each) for each in {*where} if each in self.predicates)

    @property
    def sql(self) -> str:
        """Return the integer as SQL; the bit of a predicate that is NULL is not set."""
        bits = (f"CASE WHEN {each}\nTHEN {1 << bit} ELSE 0 END" for bit, each in enumerate(self.predicates))
        return f"{' + '.join(bits)} AS {self.name}"


@dataclass(frozen=True, slots=True)
class Groups:
    """A query for the groups of rows that have the same keys and words, `n` rows each.

    `amounts` has the column with the sum of each named aggregate over the rows of a group, for those that are not counts.
    """

    query: str
    keys: tuple[str, ...]
    words: tuple[Word, ...]
    amounts: Mapping[str, str]


def group_rows(
    rows: str,
    keys: Sequence[str],
    aggregates: Mapping[str, Aggregate],
    dimensions: Sequence[JunkDimension] = (),
) -> Groups:
    """Return a query for the groups of the rows of a query by the columns `keys` and the words of the named aggregates.

    The rows have the keys of the junk dimensions, and `columns_read`. A key may be `expression AS name`; no key has the
    name of a column that is read. A group without a row that counts for any aggregate may be missing.

    Raises:
        ValueError: a key has the name of a column that aggregates read.
    """
    words = build_words(aggregates.values(), dimensions)
    summed = {name: aggregate for name, aggregate in aggregates.items() if aggregate.amount is not None}
    amounts = {
        amount: f"amount_{n}" for n, amount in enumerate(dict.fromkeys(a.amount for a in summed.values()))
    }
    partial = {name: f"{a.how}_{amounts[a.amount]}" for name, a in summed.items()}
    partials = {partial[name]: _partial(a.how, amounts[a.amount]) for name, a in summed.items()}
    names = [key.rpartition(" AS ")[2] for key in keys]
    group = ", ".join([*names, *(word.name for word in words)])
    read = _columns(aggregates.values(), dimensions)
    joined = [
        dimension
        for dimension in dimensions
        if dimension in read.values() or any(dimension == word.dimension for word in words)
    ]
    if clash := sorted(read.keys() & set(names)):
        raise ValueError(f"{clash[0]} is a key and a column that is read")
    columns = [name for name, dimension in read.items() if dimension is None]
    rows = f"SELECT {', '.join([*keys, *columns, *(dimension.key for dimension in joined)])} FROM ({rows})"
    given = [*names, *(word.name if word.dimension else word.sql for word in words)]
    given += [f"{amount} AS {column}" for amount, column in amounts.items()]
    partial_sums = ", ".join(
        [group, "count(*) AS n", *(f"{sql} AS {column}" for column, sql in partials.items())]
    )
    joins = " ".join(_join(dimension, words, read) for dimension in joined)
    query = f"""
            SELECT {partial_sums}
            FROM (SELECT {", ".join(given)} FROM ({rows}) {joins} WHERE {_all_true(words, _shared(aggregates))})
            GROUP BY {group}
    """
    return Groups(query, tuple(names), tuple(words), partial)


def _partial(how: str, amount: str) -> str:
    """Return the aggregate of one group of rows, from which the aggregate of all groups is computed."""
    match how:
        case "histogram":
            return f"list({amount})"
        case "squares":
            return f"sum({amount} * {amount})"
        case "known":
            return f"count({amount})"
        case _:
            return f"{how}({amount})"


def add_up(
    frame: pl.DataFrame, groups: Groups, aggregates: Mapping[str, Aggregate]
) -> list[tuple[tuple[Any, ...], dict[str, Any]]]:
    """Return the keys of each group and the values of the named aggregates, by name.

    `frame` is the result of the query of `groups`. A value is 0 if no row counts for it, and an empty histogram.
    """
    parts = frame.with_row_index("row_").group_by(groups.keys, maintain_order=True).agg("row_")
    rows = parts["row_"].explode(empty_as_null=False)
    codes = np.repeat(np.arange(len(parts)), parts["row_"].list.len().to_numpy())
    values: dict[str, list[Any]] = {}
    for name, at, sums in sums_by(codes, frame[rows], groups, aggregates):
        values[name] = [{} if aggregates[name].how == "histogram" else 0 for _ in range(len(parts))]
        for code, value in zip(at.tolist(), sums.tolist(), strict=True):
            values[name][code] = value
    return [
        (key, {name: values[name][nth] for name in aggregates})
        for nth, key in enumerate(parts.select(groups.keys).iter_rows())
    ]


def sums_by(
    codes: Integers, frame: pl.DataFrame, groups: Groups, aggregates: Mapping[str, Aggregate]
) -> Iterator[tuple[str, Integers, npt.NDArray[Any]]]:
    """Yield the name of each aggregate, the codes that have rows for it in ascending order, and its values there.

    `codes` has an integer for each row of the frame, in ascending order; the frame has rows of the query of `groups`.
    """
    # Plain arrays: hundreds of expressions take Polars longer to plan than these take to add up.
    words = {word: frame[word.name].to_numpy() for word in groups.words}
    amounts = {name: _numbers(frame[name]) for name in {"n", *groups.amounts.values()}}
    for name, aggregate in aggregates.items():
        fits = np.ones(len(codes), dtype=bool)
        for word, bits in words.items():
            if mask := word.mask(aggregate.where):
                fits &= bits & mask == mask
        own, values = codes[fits], amounts[groups.amounts.get(name, "n")][fits]
        starts = np.flatnonzero(np.diff(own, prepend=-1))
        match aggregate.how:
            case "histogram":
                parts = (Counter(chain.from_iterable(part)) for part in np.split(values, starts)[1:])
                values = np.fromiter(parts, object, len(starts))
            case "max":
                values = np.maximum.reduceat(values, starts) if len(own) else values
            case _:
                values = np.add.reduceat(values, starts) if len(own) else values
        yield name, own[starts], values


def _numbers(column: pl.Series) -> npt.NDArray[Any]:
    """Return the amounts of groups, 0 where none is known, or of a histogram the lists of those that are."""
    if column.dtype == pl.List:
        found = np.empty(len(column), dtype=object)
        found[:] = [
            [] if each is None else [value for value in each if value is not None]
            for each in column.to_list()
        ]
        return found
    return (column.cast(pl.Int64) if column.dtype.is_decimal() else column).fill_null(0).to_numpy()


def columns_read(aggregates: Iterable[Aggregate], dimensions: Sequence[JunkDimension] = ()) -> set[str]:
    """Return the columns that the query reads in the rows themselves, except the keys of the junk dimensions."""
    return {name for name, dimension in _columns(aggregates, dimensions).items() if dimension is None}


def _columns(
    aggregates: Iterable[Aggregate], dimensions: Sequence[JunkDimension]
) -> dict[str, JunkDimension | None]:
    """Return the columns that are read for each row, with the first junk dimension that contains them, None if none does."""
    names: dict[str, None] = {}
    for aggregate in aggregates:
        for predicate in aggregate.where:
            if not _dimension_of(columns_of(predicate), dimensions):
                names |= dict.fromkeys(sorted(columns_of(predicate)))
        if aggregate.amount is not None:
            names |= dict.fromkeys(sorted(columns_of(aggregate.amount)))
    return {
        name: next((dimension for dimension in dimensions if name in dimension.columns), None)
        for name in names
    }


def _shared(aggregates: Mapping[str, Aggregate]) -> list[str]:
    """Return the predicates that all conjunctions have."""
    first, *others = (aggregate.where for aggregate in aggregates.values())
    return [predicate for predicate in first if all(predicate in where for where in others)]


def build_words(aggregates: Iterable[Aggregate], dimensions: Sequence[JunkDimension]) -> list[Word]:
    """Return words for all predicates, each in one of them; those of the rows come last."""
    by_dimension: dict[str, list[str]] = {
        name: [] for name in (*(dimension.name for dimension in dimensions), "")
    }
    for predicate in dict.fromkeys(each for aggregate in aggregates for each in aggregate.where):
        dimension = _dimension_of(columns_of(predicate), dimensions)
        by_dimension[dimension.name if dimension else ""].append(predicate)
    named = {dimension.name: dimension for dimension in dimensions}
    return [
        Word(f"{name or 'row'}_{start // _BITS}", tuple(own[start : start + _BITS]), named.get(name))
        for name, own in by_dimension.items()
        for start in range(0, len(own), _BITS)
    ]


def _dimension_of(columns: frozenset[str], dimensions: Iterable[JunkDimension]) -> JunkDimension | None:
    """Return the first junk dimension that has all these columns, None if none has."""
    return next(
        (dimension for dimension in dimensions if columns and columns <= set(dimension.columns)), None
    )


def _join(
    dimension: JunkDimension,
    words: Iterable[Word],
    read: Mapping[str, JunkDimension | None],
) -> str:
    """Return a join that adds the words of a junk dimension to a row, and the columns that are read there for each row."""
    given = [word.sql for word in words if word.dimension == dimension]
    given += [name for name, own in read.items() if own == dimension]
    return f"JOIN (SELECT {', '.join([dimension.key, *given])} FROM {dimension.name}) USING ({dimension.key})"


def _all_true(words: Sequence[Word], where: Iterable[str]) -> str:
    """Return whether all these predicates are true, from the words' bits."""
    where = tuple(where)
    return " AND ".join(
        ["true", *(f"{word.name} & {mask} = {mask}" for word in words if (mask := word.mask(where)))]
    )
