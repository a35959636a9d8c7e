"""The query that counts many cells in one pass over the rows, however many there are.

Predicates are conjunctions that share most of their terms. Each term becomes one bit of a row; rows of the same key and
the same bits are counted together first, and what is left, some thousand groups, is counted for each cell. That takes
about as long for two hundred cells as for ten. Nothing here knows a statistic or runs a query.
"""

import re
from collections.abc import Iterable, Mapping, Sequence

from badugi_hh.stats.kinds import Cell

_WORD = 62  # bits of one mask
_PIECE = re.compile(r"'[^']*'|\w+|\s+|.", re.DOTALL)

_MERGED = {
    "sum": "coalesce(sum({0}) FILTER (WHERE {1}), 0)",
    "max": "coalesce(max({0}) FILTER (WHERE {1}), 0)",
    "list": "flatten(list({0}) FILTER (WHERE {1}))",
}


def counting_query(rows: str, keys: Sequence[str], cells: Mapping[str, Cell]) -> str:
    """Return a query for the named cells over the rows of a query, grouped by the columns `keys`.

    The result has the keys, the cells, and `counted`, the number of rows. A key may be `expression AS name`.
    """
    terms = {cell.where: conjuncts(cell.where) for cell in cells.values()}
    distinct = list(dict.fromkeys(term for found in terms.values() for term in found))
    bits = {term: divmod(place, _WORD) for place, term in enumerate(distinct)}
    words = [distinct[start : start + _WORD] for start in range(0, len(distinct), _WORD)]
    amounts = dict.fromkeys((cell.how, cell.amount) for cell in cells.values() if cell.amount is not None)
    columns: dict[tuple[str, str | None], str] = {
        amount: f"amount_{place}" for place, amount in enumerate(amounts)
    }

    def needed(cell: Cell) -> list[int]:
        wanted = [0] * len(words)
        for term in terms[cell.where]:
            word, bit = bits[term]
            wanted[word] |= 1 << bit
        return wanted

    names = [key.rpartition(" AS ")[2] for key in keys]
    masks = [f"mask_{word}" for word in range(len(words))]
    given = [
        *keys,
        *(f"{_mask(terms)} AS {mask}" for mask, terms in zip(masks, words, strict=True)),
        *(f"{amount} AS {column}" for (_, amount), column in columns.items()),
    ]
    sums = ["count(*) AS n", *(f"{how}({column}) AS {column}" for (how, _), column in columns.items())]
    group, named = ", ".join([*names, *masks]), ", ".join(names)
    # The first counts every row. A group is counted for all cells at once, as rows of a table.
    counted = [[0] * len(words), *(needed(cell) for cell in cells.values() if cell.amount is None)]
    wanted = ", ".join(f"({', '.join(map(str, [place, *need]))})" for place, need in enumerate(counted))
    places = iter(range(1, len(counted)))
    told = [
        f"coalesce(counts[{next(places)}], 0) AS {name}" if cell.amount is None else f"summed.{name}"
        for name, cell in cells.items()
    ]
    amounts_of = {
        name: _MERGED[cell.how].format(
            columns[cell.how, cell.amount], _holds(masks, [str(mask) for mask in needed(cell)])
        )
        for name, cell in cells.items()
        if cell.amount is not None
    }
    return f"""
        WITH tallies AS MATERIALIZED (
            SELECT {group}, {", ".join(sums)} FROM (SELECT {", ".join(given)} FROM ({rows})) GROUP BY {group}
        ), summed AS (
            SELECT {", ".join([*names, *(f"{sql} AS {name}" for name, sql in amounts_of.items())])}
            FROM tallies GROUP BY {named}
        ), counted AS (
            SELECT {named}, map(list(cell), list(n)) AS counts FROM (
                SELECT {named}, cell, CAST(sum(n) AS BIGINT) AS n
                FROM tallies, (VALUES {wanted}) AS wanted(cell, {", ".join(f"need_{mask}" for mask in masks)})
                WHERE {_holds(masks, [f"need_{mask}" for mask in masks])}
                GROUP BY {named}, cell
            ) GROUP BY {named}
        )
        SELECT {", ".join([*(f"counted.{name}" for name in names), *told, "counts[0] AS counted"])}
        FROM counted JOIN summed ON {" AND ".join(f"counted.{n} IS NOT DISTINCT FROM summed.{n}" for n in names)}
    """


def shared_terms(cells: Iterable[Cell]) -> list[str]:
    """Return the terms that stand in the predicate of every cell, for use in a WHERE."""
    first, *others = [conjuncts(cell.where) for cell in cells]
    return [f"({term})" for term in first if all(term in terms for terms in others)]


def conjuncts(predicate: str) -> tuple[str, ...]:
    """Return terms that all hold where the predicate holds and only there, none with brackets around it.

    A predicate with an OR, a BETWEEN or a CASE outside of brackets is one term.
    """
    pieces = _PIECE.findall(predicate)
    found: list[list[str]] = [[]]
    depth = 0
    for piece in pieces:
        depth += (piece == "(") - (piece == ")")
        if depth == 0 and piece.upper() in {"OR", "BETWEEN", "CASE"}:
            return (predicate.strip(),)
        if depth == 0 and piece.upper() == "AND":
            found.append([])
        else:
            found[-1].append(piece)
    terms = ["".join(part).strip() for part in found]
    if len(terms) > 1:
        return tuple(inner for term in terms for inner in conjuncts(term))
    if _is_bracketed(pieces):
        return conjuncts(terms[0][1:-1])
    return (terms[0],)


def _is_bracketed(pieces: Sequence[str]) -> bool:
    """Return whether the first bracket is closed by the last one, with nothing around the two."""
    depth = 0
    inside = [piece for piece in pieces if not piece.isspace()]
    for n, piece in enumerate(inside):
        depth += (piece == "(") - (piece == ")")
        if depth == 0:
            return n > 0 and n == len(inside) - 1
    return False


def _mask(word: Sequence[str]) -> str:
    """Return an integer with a bit for each term that holds; unknown is no."""
    return " + ".join(f"CASE WHEN {term} THEN {1 << bit} ELSE 0 END" for bit, term in enumerate(word))


def _holds(masks: Sequence[str], needs: Sequence[str]) -> str:
    """Return whether every bit that is needed is in the mask of its word."""
    return " AND ".join(f"{mask} & {need} = {need}" for mask, need in zip(masks, needs, strict=True))
