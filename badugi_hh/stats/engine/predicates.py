"""Reads the SQL expressions of statistics with DuckDB's own parser: their terms, and the columns that they name.

Statistics declare predicates and amounts as SQL that DuckDB and Polars evaluate alike. Only what both know is allowed:
columns, constants, comparisons, AND, OR, NOT, IN, IS NULL, CASE, CAST, coalesce and arithmetic. Everything else is
refused with the name of what is not allowed. Nothing here runs a query over hands.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Term:
    """One of the conditions that AND joins, as DuckDB writes it, with the columns that it names."""

    sql: str
    columns: frozenset[str]


_read: dict[str, tuple[Term, ...]] = {}
"""Every expression that was read so far; it depends on the text alone."""


def terms_of(expressions: Iterable[str]) -> Mapping[str, tuple[Term, ...]]:
    """Return the terms of each expression: all of them hold where the expression holds, and only there.

    An expression without an AND at its top is one term. The result may have other expressions, too.

    Raises:
        ExpressionError: an expression is not one SQL expression, or uses what is not allowed.
    """
    new = [text for text in dict.fromkeys(expressions) if text not in _read]
    if new:
        with duckdb.connect(
            config={"threads": 1}
        ) as con:  # other threads take longer to start than this does
            conditions = [[*_conditions(tree)] for tree in _parse(con, new)]
            written = _write(con, (json.dumps(node) for nodes in conditions for node in nodes))
        for text, nodes in zip(new, conditions, strict=True):
            _read[text] = tuple(Term(written[json.dumps(node)], frozenset(_columns(node))) for node in nodes)
    return MappingProxyType(_read)


def columns_of(expression: str) -> frozenset[str]:
    """Return the columns that an expression names.

    Raises:
        ExpressionError: it is not one SQL expression, or uses what is not allowed.
    """
    return frozenset().union(*(term.columns for term in terms_of([expression])[expression]))


def _parse(con: duckdb.DuckDBPyConnection, expressions: Sequence[str]) -> list[dict[str, Any]]:
    """Return the syntax tree of each expression; all are read as the columns of one query, which is quicker."""
    query = "SELECT " + ",".join(f"\n{text}\n" for text in expressions)
    answer = _statements(con, query)
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
    """Return what DuckDB's parser makes of a text, or its error."""
    ((text,),) = con.execute("SELECT json_serialize_sql(?)", [query]).fetchall()
    answer: dict[str, Any] = _without_places(json.loads(text))
    return answer


def _only_columns(con: duckdb.DuckDBPyConnection, answer: dict[str, Any]) -> list[dict[str, Any]] | None:
    """Return the columns of a parsed SELECT; None where it has more than those, such as a FROM or a second query."""
    plain = _statements(con, "SELECT 1")
    trees: list[dict[str, Any]] = answer["statements"][0]["node"].get("select_list", [])
    plain["statements"][0]["node"]["select_list"] = trees
    return trees if answer == plain else None


def _without_places(value: Any) -> Any:
    """Return a tree without the places in the text, so that equal terms are equal trees."""
    if isinstance(value, list):
        return [_without_places(each) for each in value]
    if isinstance(value, dict):
        return {key: _without_places(each) for key, each in value.items() if not key.startswith("query_loc")}
    return value


def _write(con: duckdb.DuckDBPyConnection, trees: Iterable[str]) -> dict[str, str]:
    """Return the SQL of each syntax tree, which is given as JSON; it has brackets where they matter."""
    statement = _statements(con, "SELECT 1")
    select = statement["statements"][0]["node"]
    found = dict.fromkeys(trees, "")
    texts = []
    for tree in found:
        select["select_list"] = [json.loads(tree)]
        texts.append(json.dumps(statement))
    rows = con.execute(
        "SELECT json_deserialize_sql(tree) FROM (SELECT unnest(?::VARCHAR[]) AS tree)", [texts]
    )
    written = (text.removeprefix("SELECT ") for (text,) in rows.fetchall())
    return dict(zip(found, written, strict=True))


def _conditions(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the nodes that AND joins at the top of a tree."""
    if node["type"] == "CONJUNCTION_AND":
        for child in node["children"]:
            yield from _conditions(child)
    else:
        yield node


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
    """Yield every expression in a tree, and no constant's value or type."""
    if isinstance(value, list):
        for each in value:
            yield from _nodes(each)
    elif isinstance(value, dict):
        if "class" in value and value["class"] != "TYPE":
            yield value
        if value.get("class") not in {"CONSTANT", "TYPE"}:
            for each in value.values():
                yield from _nodes(each)
