"""Parses the SQL expressions of statistics with DuckDB's own parser: which columns they name, and what they may use.

Statistics declare predicates and amounts as SQL that DuckDB and Polars evaluate alike. Only what both support is allowed:
columns, constants, comparisons, AND, OR, NOT, IN, IS NULL, CASE, CAST, coalesce and arithmetic. An expression with
anything else is an error that names it. Nothing here runs a query over hands.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
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

    Raises:
        ExpressionError: an expression is not one SQL expression, or uses what is not allowed.
    """
    new = [text for text in dict.fromkeys(expressions) if text not in _parsed]
    if new:
        query = "SELECT json_serialize_sql('SELECT ' || text) FROM (SELECT unnest(?::VARCHAR[]) AS text)"
        with duckdb.connect(
            config={"threads": 1}
        ) as con:  # starting more threads takes longer than the parsing
            plain, *answers = (json.loads(found) for (found,) in con.execute(query, [["1", *new]]).fetchall())
        for text, answer in zip(new, answers, strict=True):
            _parsed[text] = frozenset(_columns(_only_expression(text, answer, plain)))
    return MappingProxyType(_parsed)


def _only_expression(text: str, answer: dict[str, Any], plain: dict[str, Any]) -> dict[str, Any]:
    """Return the syntax tree of the only expression of a parsed SELECT, which has no more parts than a `plain` one."""
    if answer["error"]:
        raise ExpressionError(f"{text!r} is not one SQL expression: {answer['error_message']}")
    trees, rest = _split(answer)
    if len(trees) != 1 or trees[0]["alias"] or rest != _split(plain)[1]:
        raise ExpressionError(f"{text!r} is not one SQL expression: it is empty, or more than one")
    for kind in _kinds(trees[0]):
        if kind not in _ALLOWED and kind not in _FUNCTIONS:
            raise ExpressionError(f"{text!r} uses {kind}, which statistics may not")
    return trees[0]


def _split(answer: dict[str, Any]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the expressions of the first SELECT of a parsed query, and all that the query has beside them."""
    first, *others = answer["statements"]
    return first["node"].get("select_list", []), [{**first["node"], "select_list": []}, *others]


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
