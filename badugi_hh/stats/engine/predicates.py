"""The columns that the SQL expressions of statistics and checks name.

Statistics declare predicates and amounts as SQL that DuckDB and Polars evaluate alike: columns, constants, comparisons,
AND, OR, NOT, IN, IS NULL, CASE, CAST, coalesce and arithmetic. Expressions are declared in this package, so what they use
is not checked when they run: tests compare the columns of each with DuckDB's parser, and evaluate it with both. Nothing
here runs a query.
"""

import re
from functools import cache

from badugi_hh.stats.definitions.kinds import Conjunction

_WORD = re.compile(r"'[^']*'|\b[a-z_]\w*", re.IGNORECASE)
_KEYWORDS = frozenset(
    {
        *("and", "as", "between", "case", "cast", "coalesce", "double", "else", "end", "false", "in", "is"),
        *("not", "null", "or", "then", "true", "varchar", "when"),
    }
)


@cache
def columns_of(expression: str) -> frozenset[str]:
    """Return the columns that an expression names."""
    words = (word for word in _WORD.findall(expression) if not word.startswith("'"))
    return frozenset(word for word in words if word.lower() not in _KEYWORDS)


def all_of(where: Conjunction) -> str:
    """Return a conjunction as one SQL condition in parentheses."""
    return f"({' AND '.join(f'({predicate})' for predicate in where)})"
