"""Parses the SQL expressions of statistics with DuckDB's own parser: which columns they name, and what they may use.

Statistics declare predicates and amounts as SQL that DuckDB and Polars evaluate alike. Only what both support is allowed:
columns, constants, comparisons, AND, OR, NOT, IN, IS NULL, CASE, CAST, coalesce and arithmetic. An expression with
anything else is an error that names it. Nothing here runs a query over hands.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import duckdb

_ALLOWED = frozenset(
    {
        "COLUMN_REF",
        "VALUE_CONSTANT",
        "CONJUNCTION_AND",
        "CONJUNCTION_OR",
        "COMPARE_EQUAL",
        "COMPARE_NOTEQUAL",
        "COMPARE_LESSTHAN",
        "COMPARE_LESSTHANOREQUALTO",
        "COMPARE_GREATERTHAN",
        "COMPARE_GREATERTHANOREQUALTO",
        "COMPARE_BETWEEN",
        "COMPARE_IN",
        "OPERATOR_NOT",
        "OPERATOR_IS_NULL",
        "OPERATOR_IS_NOT_NULL",
        "OPERATOR_COALESCE",
        "OPERATOR_CAST",
        "CASE_EXPR",
    }
)
_FUNCTIONS = frozenset({"+", "-", "*", "/"})


class ExpressionError(ValueError):
    """An expression that no statistic may use; the message is one line."""


_parsed: dict[str, frozenset[str]] = {}
"""The columns of every expression parsed so far; they depend on the text alone."""


def columns_of(expressions: Iterable[str]) -> Mapping[str, frozenset[str]]:
    """Return the columns that each expression names; the result may contain other expressions, too.

    All expressions of one call are parsed together, which is faster than one call for each.

    Raises:
        ExpressionError: an expression is not one SQL expression, or uses what is not allowed.
    """
    new = [text for text in dict.fromkeys(expressions) if text not in _parsed]
    if new:
        # Starting more threads takes longer than the parsing.
        with duckdb.connect(config={"threads": 1}) as con:
            trees = _parse(con, new)
        for text, tree in zip(new, trees, strict=True):
            _parsed[text] = frozenset(_columns(tree))
    return MappingProxyType(_parsed)


def _parse(con: duckdb.DuckDBPyConnection, expressions: Sequence[str]) -> list[dict[str, Any]]:
    """Return the syntax tree of each expression; all are parsed as the columns of one query, which is faster."""
    answer = _statements(con, "SELECT " + ",".join(f"\n{text}\n" for text in expressions))
    trees = None if answer["error"] or not all(map(str.strip, expressions)) else _only_columns(con, answer)
    if trees is None or len(trees) != len(expressions) or any(tree["alias"] for tree in trees):
        for text in expressions if len(expressions) > 1 else ():
            _parse(con, [text])
        why = answer.get("error_message", "it is empty, or more than one")
        raise ExpressionError(f"{expressions[0]!r} is not one SQL expression: {why}")
    for text, tree in zip(expressions, trees, strict=True):
        for kind in _kinds(tree):
            if kind not in _ALLOWED and kind not in _FUNCTIONS:
                raise ExpressionError(f"{text!r} uses {kind}, which statistics may not")
    return trees


def _statements(con: duckdb.DuckDBPyConnection, query: str) -> dict[str, Any]:
    """Return the syntax tree of a query, or the parser's error."""
    ((text,),) = con.execute("SELECT json_serialize_sql(?)", [query]).fetchall()
    answer: dict[str, Any] = json.loads(text)
    return answer


def _only_columns(con: duckdb.DuckDBPyConnection, answer: dict[str, Any]) -> list[dict[str, Any]] | None:
    """Return the columns of a parsed SELECT; None where it has more than columns, such as a FROM or a second query."""
    plain = _statements(con, "SELECT 1")
    trees: list[dict[str, Any]] = answer["statements"][0]["node"].pop("select_list", [])
    plain["statements"][0]["node"].pop("select_list")
    return trees if _without_locations(answer) == _without_locations(plain) else None


def _without_locations(value: Any) -> Any:
    """Return a tree without the locations in the text, so that trees of different texts can be equal."""
    if isinstance(value, list):
        return [_without_locations(each) for each in value]
    if isinstance(value, dict):
        return {
            key: _without_locations(each) for key, each in value.items() if not key.startswith("query_loc")
        }
    return value


def _kinds(value: Any) -> Iterator[str]:
    """Yield the kind of every expression in a tree; of a function its name."""
    for node in _nodes(value):
        yield node["function_name"] if node["class"] == "FUNCTION" else node["type"]


def _columns(value: Any) -> Iterator[str]:
    """Yield the columns that a tree names."""
    for node in _nodes(value):
        if node["class"] == "COLUMN_REF":
            yield ".".join(node["column_names"])


def _nodes(value: Any) -> Iterator[dict[str, Any]]:
    """Yield every expression in a tree, but no value or type of a constant."""
    if isinstance(value, list):
        for each in value:
            yield from _nodes(each)
    elif isinstance(value, dict):
        if "class" in value and value["class"] != "TYPE":
            yield value
        if value.get("class") not in {"CONSTANT", "TYPE"}:
            for each in value.values():
                yield from _nodes(each)
