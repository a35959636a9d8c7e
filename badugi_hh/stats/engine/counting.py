"""The query that counts many cells in one pass over the rows, however many there are.

Predicates are conjunctions that share most of their terms. Each term becomes one bit; terms over the columns of a
junk dimension are evaluated per combination, all others per row. Rows of the same key and the same bits are counted
together first, and what is left, some thousand groups, is counted for each cell. That takes about as long for two
hundred cells as for ten. Nothing here knows a statistic or runs a query.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from badugi_hh.facts.junk_dimensions import JunkDimension
from badugi_hh.stats.definitions.kinds import Cell
from badugi_hh.stats.engine.predicates import Term, columns_of, terms_of

_BITS = 62  # of one word

_TALLIED = {"sum": "sum({0})", "squares": "sum({0} * {0})", "max": "max({0})", "times": "list({0})"}
_MERGED = {
    "sum": "coalesce(sum({0}) FILTER (WHERE {1}), 0)",
    "squares": "coalesce(sum({0}) FILTER (WHERE {1}), 0)",
    "max": "coalesce(max({0}) FILTER (WHERE {1}), 0)",
    "times": "list_histogram(flatten(list({0}) FILTER (WHERE {1})))",
}


@dataclass(frozen=True, slots=True)
class _Word:
    """An integer with one bit for each of some terms, asked of the rows or of the combinations of a junk dimension."""

    name: str
    terms: tuple[Term, ...]
    dimension: JunkDimension | None

    def needs(self, terms: Iterable[Term]) -> int:
        """Return the bits that are set where all these terms hold, as far as they are of this word."""
        return sum(1 << self.terms.index(term) for term in terms if term in self.terms)

    @property
    def sql(self) -> str:
        """Return the integer as SQL; a term that is unknown does not hold."""
        bits = (f"CASE WHEN {term.sql} THEN {1 << bit} ELSE 0 END" for bit, term in enumerate(self.terms))
        return f"{' + '.join(bits)} AS {self.name}"


def counting_query(
    rows: str, keys: Sequence[str], cells: Mapping[str, Cell], dimensions: Sequence[JunkDimension] = ()
) -> str:
    """Return a query for the named cells over the rows of a query, grouped by the columns `keys`.

    The rows have the keys of the junk dimensions, and `columns_asked`. The result has `keys`, one or more, and what
    `cells_of` reads; a group whose rows count for no cell may be left out. A key may be `expression AS name`; none has
    the name of a column that is read.

    Raises:
        ValueError: a key is called as a column that cells name.
    """
    known = read_terms(cells.values())
    terms = {name: known[cell.where] for name, cell in cells.items()}
    words = _words(terms.values(), dimensions)
    shared = _shared(terms.values())
    summed_up = {name: cell for name, cell in cells.items() if cell.amount is not None}
    amounts = {
        amount: f"amount_{n}" for n, amount in enumerate(dict.fromkeys(c.amount for c in summed_up.values()))
    }
    taken = {name: f"{cell.how}_{amounts[cell.amount]}" for name, cell in summed_up.items()}
    tallied = {
        taken[name]: _TALLIED[cell.how].format(amounts[cell.amount]) for name, cell in summed_up.items()
    }
    names = [key.rpartition(" AS ")[2] for key in keys]
    named, group = ", ".join(names), ", ".join([*names, *(word.name for word in words)])
    read = _columns(cells.values(), dimensions)
    joined = [
        dimension
        for dimension in dimensions
        if dimension in read.values() or any(dimension == word.dimension for word in words)
    ]
    if clash := sorted(read.keys() & set(names)):
        raise ValueError(f"{clash[0]} is a key and a column that is asked")
    columns = [name for name, dimension in read.items() if dimension is None]
    rows = f"SELECT {', '.join([*keys, *columns, *(dimension.key for dimension in joined)])} FROM ({rows})"
    given = [*names, *(word.name if word.dimension else word.sql for word in words)]
    given += [f"{amount} AS {column}" for amount, column in amounts.items()]
    # Groups are counted for all cells at once, as rows of a table: long texts of SQL take time to plan.
    counts = [terms[name] for name, cell in cells.items() if cell.amount is None]
    wanted = [_unnested("cell_", "INTEGER", range(len(counts)))]
    wanted += [
        _unnested(f"need_{word.name}", "BIGINT", [word.needs(each) for each in counts]) for word in words
    ]
    fits = " AND ".join(f"{word.name} & need_{word.name} = need_{word.name}" for word in words)
    tallies = ", ".join([group, "count(*) AS n", *(f"{sql} AS {column}" for column, sql in tallied.items())])
    joins = " ".join(_join(dimension, words, read) for dimension in joined)
    totals = [
        f"{_MERGED[cell.how].format(taken[name], _holds(words, terms[name]))} AS {name}"
        for name, cell in summed_up.items()
    ]
    same = " AND ".join(f"counted.{name} IS NOT DISTINCT FROM summed.{name}" for name in names)
    return f"""
        WITH tallies AS MATERIALIZED (
            SELECT {tallies}
            FROM (SELECT {", ".join(given)} FROM ({rows}) {joins} WHERE {_holds(words, shared)})
            GROUP BY {group}
        ), summed AS (
            SELECT {", ".join([*names, *totals])} FROM tallies GROUP BY {named}
        ), counted AS (
            SELECT {named}, map(list(cell_), list(n)) AS counts
            FROM (
                SELECT {named}, cell_, CAST(sum(n) AS BIGINT) AS n
                FROM tallies, (SELECT {", ".join(wanted)}) WHERE {fits}
                GROUP BY {named}, cell_
            )
            GROUP BY {named}
        )
        SELECT summed.*, counts FROM summed LEFT JOIN counted ON {same}
    """


def _unnested(name: str, type_: str, values: Iterable[int]) -> str:
    """Return a column of these values, one a row, written as one text."""
    return f"unnest('[{', '.join(map(str, values))}]'::{type_}[]) AS {name}"


def cells_of(row: Mapping[str, Any], cells: Mapping[str, Cell]) -> dict[str, Any]:
    """Return the named cells of a row of the query, by name."""
    counts = row["counts"] or {}
    counted = [name for name, cell in cells.items() if cell.amount is None]
    found = {name: counts.get(place, 0) for place, name in enumerate(counted)}
    return {name: found[name] if name in found else row[name] for name in cells}


def columns_asked(cells: Iterable[Cell], dimensions: Sequence[JunkDimension] = ()) -> set[str]:
    """Return the columns that the query reads in the rows themselves, beside the keys of the junk dimensions."""
    return {name for name, dimension in _columns(cells, dimensions).items() if dimension is None}


def read_terms(cells: Iterable[Cell]) -> Mapping[str, tuple[Term, ...]]:
    """Return the terms of the predicates and amounts of all cells.

    One call for the cells of several queries is quicker than one for each; what was read is kept.

    Raises:
        ExpressionError: a cell uses SQL that statistics may not.
    """
    return terms_of(sql for cell in cells for sql in (cell.where, cell.amount) if sql is not None)


def _columns(cells: Iterable[Cell], dimensions: Sequence[JunkDimension]) -> dict[str, JunkDimension | None]:
    """Return the columns that are read row by row, each with the first junk dimension that has it, None if none has."""
    cells = tuple(cells)
    terms = read_terms(cells)
    names: dict[str, None] = {}
    for cell in cells:
        for term in terms[cell.where]:
            if not _dimension_of(term, dimensions):
                names |= dict.fromkeys(sorted(term.columns))
        if cell.amount is not None:
            names |= dict.fromkeys(sorted(columns_of(cell.amount)))
    return {
        name: next((dimension for dimension in dimensions if name in dimension.columns), None)
        for name in names
    }


def _shared(terms: Iterable[Sequence[Term]]) -> list[Term]:
    """Return the terms that all these have."""
    first, *others = terms
    return [term for term in first if all(term in own for own in others)]


def _words(terms: Iterable[Sequence[Term]], dimensions: Sequence[JunkDimension]) -> list[_Word]:
    """Return words for all terms, each in one of them; those of the rows come last."""
    by_dimension: dict[str, list[Term]] = {
        name: [] for name in (*(dimension.name for dimension in dimensions), "")
    }
    for term in dict.fromkeys(term for own in terms for term in own):
        dimension = _dimension_of(term, dimensions)
        by_dimension[dimension.name if dimension else ""].append(term)
    places = {dimension.name: dimension for dimension in dimensions}
    return [
        _Word(f"{name or 'row'}_{start // _BITS}", tuple(own[start : start + _BITS]), places.get(name))
        for name, own in by_dimension.items()
        for start in range(0, len(own), _BITS)
    ]


def _dimension_of(term: Term, dimensions: Iterable[JunkDimension]) -> JunkDimension | None:
    """Return the first junk dimension that has all columns of a term, None if none has."""
    names = term.columns
    return next((dimension for dimension in dimensions if names and names <= set(dimension.columns)), None)


def _join(dimension: JunkDimension, words: Iterable[_Word], read: Mapping[str, JunkDimension | None]) -> str:
    """Return a join that gives a row the words of a junk dimension, and the columns that are read there row by row."""
    given = [word.sql for word in words if word.dimension == dimension]
    given += [name for name, own in read.items() if own == dimension]
    return f"JOIN (SELECT {', '.join([dimension.key, *given])} FROM {dimension.name}) USING ({dimension.key})"


def _holds(words: Sequence[_Word], terms: Sequence[Term]) -> str:
    """Return whether every one of these terms holds, from the words' bits."""
    return " AND ".join(
        ["true", *(f"{word.name} & {need} = {need}" for word in words if (need := word.needs(terms)))]
    )
