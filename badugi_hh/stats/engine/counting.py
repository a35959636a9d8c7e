"""The query that computes many aggregates in one pass over the rows; docs/counting.md explains it with an example.

Conjunctions share most of their predicates. Each distinct predicate becomes one bit of an integer, a word. A predicate
over columns of a junk dimension is evaluated once for each of its combinations, all others once for each row. Rows of
the same key and the same words form one group, and each aggregate is computed from the groups, some thousand of them. Two
hundred aggregates take about as long as ten. This module does not depend on the statistics and runs no query.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from badugi_hh.facts.junk_dimensions import JunkDimension
from badugi_hh.stats.definitions.kinds import Aggregate, Conjunction
from badugi_hh.stats.engine.predicates import columns_of

_BITS = 62  # of one word


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


def counting_query(
    rows: str,
    keys: Sequence[str],
    aggregates: Mapping[str, Aggregate],
    dimensions: Sequence[JunkDimension] = (),
) -> str:
    """Return a query for the named aggregates over the rows of a query, grouped by the columns `keys`.

    The rows have the keys of the junk dimensions, and `columns_read`. The result has `keys`, one or more, and what `values_of`
    reads; a group without a row that counts for any aggregate may be missing. A key may be `expression AS name`; no
    key has the name of a column that is read.

    Raises:
        ValueError: a key has the name of a column that aggregates read.
        ExpressionError: an aggregate uses SQL that statistics may not.
    """
    groups = group_rows(rows, keys, aggregates, dimensions)
    words, named = groups.words, ", ".join(groups.keys)
    totals = [
        f"{_total(aggregates[name].how, amount, _all_true(words, aggregates[name].where))} AS {name}"
        for name, amount in groups.amounts.items()
    ]
    counts = [a.where for a in aggregates.values() if a.amount is None]
    same = " AND ".join(f"counted.{name} IS NOT DISTINCT FROM summed.{name}" for name in groups.keys)
    return f"""
        WITH groups AS MATERIALIZED (
            {groups.query}
        ), summed AS (
            SELECT {", ".join([*groups.keys, *totals])} FROM groups GROUP BY {named}
        ), counted AS (
            {_counts(named, words, counts)}
        )
        SELECT summed.*, counts FROM summed LEFT JOIN counted ON {same}
    """


def group_rows(
    rows: str,
    keys: Sequence[str],
    aggregates: Mapping[str, Aggregate],
    dimensions: Sequence[JunkDimension] = (),
) -> Groups:
    """Return the groups of the rows of a query by `keys` and words; arguments and errors are those of `counting_query`."""
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


def _counts(named: str, words: Sequence[Word], counted: Sequence[Conjunction]) -> str:
    """Return a query for the number of rows of each conjunction as a map, from the table `groups`."""
    # The masks of all counts are rows of a table: a long SQL text takes time to plan.
    masks = [_unnested("aggregate", "INTEGER", range(len(counted)))]
    masks += [
        _unnested(f"mask_{word.name}", "BIGINT", [word.mask(where) for where in counted]) for word in words
    ]
    fits = " AND ".join(f"{word.name} & mask_{word.name} = mask_{word.name}" for word in words)
    return f"""
        SELECT {named}, map(list(aggregate), list(n)) AS counts
        FROM (
            SELECT {named}, aggregate, CAST(sum(n) AS BIGINT) AS n
            FROM groups, (SELECT {", ".join(masks)}) WHERE {fits}
            GROUP BY {named}, aggregate
        )
        GROUP BY {named}
    """


def _partial(how: str, amount: str) -> str:
    """Return the aggregate of one group of rows from which the aggregate of all groups is computed."""
    match how:
        case "histogram":
            return f"list({amount})"
        case "squares":
            return f"sum({amount} * {amount})"
        case "known":
            return f"count({amount})"
        case _:
            return f"{how}({amount})"


def _total(how: str, partial: str, where: str) -> str:
    """Return the aggregate of all groups that fit `where`, from those of each group."""
    match how:
        case "histogram":
            return f"list_histogram(flatten(list({partial}) FILTER (WHERE {where})))"
        case "max":
            return f"coalesce(max({partial}) FILTER (WHERE {where}), 0)"
        case _:
            return f"coalesce(sum({partial}) FILTER (WHERE {where}), 0)"


def _unnested(name: str, type_: str, values: Iterable[int]) -> str:
    """Return a column of these values, one a row, written as one text."""
    return f"unnest('[{', '.join(map(str, values))}]'::{type_}[]) AS {name}"


def values_of(row: Mapping[str, Any], aggregates: Mapping[str, Aggregate]) -> dict[str, Any]:
    """Return the values of the named aggregates from a row of the query, by name."""
    counts = row["counts"] or {}
    counted = [name for name, aggregate in aggregates.items() if aggregate.amount is None]
    found = {name: counts.get(n, 0) for n, name in enumerate(counted)}
    return {name: found[name] if name in found else row[name] for name in aggregates}


def columns_read(aggregates: Iterable[Aggregate], dimensions: Sequence[JunkDimension] = ()) -> set[str]:
    """Return the columns that the query reads in the rows themselves, except the keys of the junk dimensions."""
    return {name for name, dimension in _columns(aggregates, dimensions).items() if dimension is None}


def parse_expressions(aggregates: Iterable[Aggregate]) -> Mapping[str, frozenset[str]]:
    """Return the columns of each predicate and amount of all aggregates.

    One call for the aggregates of several queries is faster than one for each; what was parsed is kept.

    Raises:
        ExpressionError: an aggregate uses SQL that statistics may not.
    """
    return columns_of(text for each in aggregates for text in (*each.where, each.amount) if text is not None)


def _columns(
    aggregates: Iterable[Aggregate], dimensions: Sequence[JunkDimension]
) -> dict[str, JunkDimension | None]:
    """Return the columns that are read for each row, with the first junk dimension that contains them, None if none does."""
    aggregates = tuple(aggregates)
    columns = parse_expressions(aggregates)
    names: dict[str, None] = {}
    for aggregate in aggregates:
        for predicate in aggregate.where:
            if not _dimension_of(columns[predicate], dimensions):
                names |= dict.fromkeys(sorted(columns[predicate]))
        if aggregate.amount is not None:
            names |= dict.fromkeys(sorted(columns[aggregate.amount]))
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
    aggregates = tuple(aggregates)
    columns = parse_expressions(aggregates)
    by_dimension: dict[str, list[str]] = {
        name: [] for name in (*(dimension.name for dimension in dimensions), "")
    }
    for predicate in dict.fromkeys(each for aggregate in aggregates for each in aggregate.where):
        dimension = _dimension_of(columns[predicate], dimensions)
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
