"""A small example of counting, with real output for docs/counting.md.

Nothing here is kept or compared; `tests/stats/test_counting.py` compares the result with each aggregate by itself.
"""

import duckdb
import polars as pl

from badugi_hh.stats.definitions.kinds import Aggregate
from badugi_hh.stats.engine.counting import add_up, build_words, group_rows
from badugi_hh.store.arrow import ArrowStream

ROWS = """
    SELECT unnest(['Ann', 'Ann', 'Ann', 'Ann', 'Bob', 'Bob', 'Bob']) AS player, unnest([0, 0, 0, 1, 0, 0, 1]) AS round,
           unnest([200, 400, 200, 0, 100, 200, 400]) AS price,
           unnest(['fold', 'fold', 'raise', 'bet', 'call', 'fold', 'call']) AS action,
           unnest([0, 0, 400, 200, 100, 0, 400]) AS amount
"""
_FACES_BET = ("round = 0", "price > 0")
AGGREGATES = {
    "faced": Aggregate("faced", _FACES_BET),
    "folded": Aggregate("folded", (*_FACES_BET, "action = 'fold'")),
    "bet_later": Aggregate("bet_later", ("round = 1", "action = 'bet'")),
    "put_in": Aggregate("put_in", ("action <> 'fold'",), "amount"),
}


def rows() -> tuple[tuple[str, ...], list[tuple[object, ...]]]:
    """Return the columns and the rows of the example."""
    return _run(ROWS)


def bits() -> tuple[tuple[str, ...], list[tuple[object, ...]]]:
    """Return each predicate with its bit."""
    (word,) = build_words(AGGREGATES.values())
    return ("bit", "predicate"), [(1 << n, text) for n, text in enumerate(word.predicates)]


def groups() -> tuple[tuple[str, ...], list[tuple[object, ...]]]:
    """Return the groups: the rows of one player with the same word, their number, and the sum of their amounts."""
    (word,) = build_words(AGGREGATES.values())
    return _run(
        f"SELECT player, {word.sql}, count(*) AS n, sum(amount) AS amount FROM ({ROWS}) GROUP BY ALL ORDER BY ALL"
    )


def masks() -> tuple[tuple[str, ...], list[tuple[object, ...]]]:
    """Return the mask of each aggregate."""
    (word,) = build_words(AGGREGATES.values())
    return ("aggregate", "mask", "predicates"), [
        (name, word.mask(each.where), " AND ".join(each.where)) for name, each in AGGREGATES.items()
    ]


def values() -> dict[str, dict[str, int]]:
    """Return the values of the aggregates for each player."""
    groups_of_rows = group_rows(ROWS, ["player"], AGGREGATES)
    with duckdb.connect() as con:
        frame = pl.DataFrame(ArrowStream(con.sql(groups_of_rows.query)))
    return {str(player): own for (player,), own in add_up(frame, groups_of_rows, AGGREGATES)}


def result() -> tuple[tuple[str, ...], list[tuple[object, ...]]]:
    """Return the values of the aggregates as a table."""
    return ("player", *AGGREGATES), [(player, *own.values()) for player, own in sorted(values().items())]


def _run(query: str) -> tuple[tuple[str, ...], list[tuple[object, ...]]]:
    with duckdb.connect() as con:
        cursor = con.execute(query)
        return tuple(column[0] for column in cursor.description or ()), cursor.fetchall()
