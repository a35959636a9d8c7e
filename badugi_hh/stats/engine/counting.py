"""Computes many aggregates in one pass over the rows.

Conjunctions share most of their predicates. Each distinct predicate becomes one bit of an integer, a word, and is
evaluated once for each row. Rows of the same key and the same words form one group, and each aggregate is computed from
the groups, some thousand of them. Two hundred aggregates take about as long as ten. The query reads the groups only: with
hundreds of expressions more it would take longer to plan than to run. This module does not depend on the statistics and
runs no query.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from badugi_hh.stats.definitions.kinds import Aggregate, Conjunction
from badugi_hh.stats.definitions.kinds.kind import columns_of

_BITS = 62  # of one word

Integers = npt.NDArray[np.integer[Any]]


@dataclass(frozen=True, slots=True)
class BitWord:
    """An integer with one bit for each of some predicates."""

    name: str
    predicates: Conjunction

    def mask(self, where: Iterable[str]) -> int:
        """Return the bits that are set where all these predicates are true, as far as they belong to this word."""
        return sum(
            1 << self.predicates.index(predicate) for predicate in {*where} if predicate in self.predicates
        )

    @property
    def sql(self) -> str:
        """Return the integer as SQL; the bit of a predicate that is NULL is not set."""
        bits = (
            f"CASE WHEN {predicate}\nTHEN {1 << bit} ELSE 0 END"
            for bit, predicate in enumerate(self.predicates)
        )
        return f"{' + '.join(bits)} AS {self.name}"


@dataclass(frozen=True, slots=True)
class Groups:
    """A query for the groups of rows that have the same keys and words, `n` rows each.

    `amounts` has the column with the sum of each named aggregate over the rows of a group, for those that are not counts.
    """

    query: str
    keys: tuple[str, ...]
    words: tuple[BitWord, ...]
    amounts: Mapping[str, str]


def group_rows(
    rows: str,
    keys: Sequence[str],
    aggregates: Mapping[str, Aggregate],
) -> Groups:
    """Return a query for the groups of the rows of a query by the columns `keys` and the words of the named aggregates.

    The rows have `columns_read`. A key may be `expression AS name`; no key has the name of a column that is read. A group
    without a row that counts for any aggregate may be missing.

    Raises:
        ValueError: a key has the name of a column that aggregates read.
    """
    words = build_words(aggregates.values())
    summed = {name: aggregate for name, aggregate in aggregates.items() if aggregate.amount is not None}
    amounts = {
        amount: f"amount_{n}" for n, amount in enumerate(dict.fromkeys(a.amount for a in summed.values()))
    }
    partial = {name: f"{a.how}_{amounts[a.amount]}" for name, a in summed.items()}
    partials = {partial[name]: _partial(a.how, amounts[a.amount]) for name, a in summed.items()}
    names = [key.rpartition(" AS ")[2] for key in keys]
    group = ", ".join([*names, *(word.name for word in words)])
    read = columns_read(aggregates.values())
    if clash := sorted(read & set(names)):
        raise ValueError(f"{clash[0]} is a key and a column that is read")
    rows = f"SELECT {', '.join([*keys, *sorted(read)])} FROM ({rows})"
    given = [*names, *(word.sql for word in words)]
    given += [f"{amount} AS {column}" for amount, column in amounts.items()]
    partial_sums = ", ".join(
        [group, "count(*) AS n", *(f"{sql} AS {column}" for column, sql in partials.items())]
    )
    query = f"""
            SELECT {partial_sums}
            FROM (SELECT {", ".join(given)} FROM ({rows}) WHERE {" AND ".join(["true", *_shared(aggregates)])})
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
        keys, values = codes[fits], amounts[groups.amounts.get(name, "n")][fits]
        starts = np.flatnonzero(np.diff(keys, prepend=-1))
        match aggregate.how:
            case "histogram":
                parts = (Counter(chain.from_iterable(part)) for part in np.split(values, starts)[1:])
                values = np.fromiter(parts, object, len(starts))
            case "max":
                values = np.maximum.reduceat(values, starts) if len(keys) else values
            case _:
                values = np.add.reduceat(values, starts) if len(keys) else values
        yield name, keys[starts], values


def _numbers(column: pl.Series) -> npt.NDArray[Any]:
    """Return the amounts of groups, 0 where none is known, or of a histogram the lists of those that are."""
    if column.dtype == pl.List:
        lists = np.empty(len(column), dtype=object)
        lists[:] = [
            [] if values is None else [value for value in values if value is not None]
            for values in column.to_list()
        ]
        return lists
    numbers = column.cast(pl.Int64) if column.dtype.is_decimal() else column
    return (numbers.fill_null(0) if numbers.null_count() else numbers).to_numpy()


def columns_read(aggregates: Iterable[Aggregate]) -> set[str]:
    """Return the columns of the rows that the query reads."""
    texts = {
        text for aggregate in aggregates for text in (*aggregate.where, aggregate.amount) if text is not None
    }
    return {name for text in texts for name in columns_of(text)}


def _shared(aggregates: Mapping[str, Aggregate]) -> list[str]:
    """Return the predicates that all conjunctions have, in parentheses."""
    first, *others = (aggregate.where for aggregate in aggregates.values())
    return [f"({predicate})" for predicate in first if all(predicate in where for where in others)]


def build_words(aggregates: Iterable[Aggregate]) -> list[BitWord]:
    """Return words for all predicates, each in one of them."""
    predicates = tuple(dict.fromkeys(predicate for aggregate in aggregates for predicate in aggregate.where))
    return [
        BitWord(f"row_{start // _BITS}", predicates[start : start + _BITS])
        for start in range(0, len(predicates), _BITS)
    ]
