"""The SQL of statistics: the columns of an expression, and what no statistic may use."""

import json
from typing import Any

import duckdb
import pytest

from badugi_hh.stats.definitions.registry import STATS
from badugi_hh.stats.engine.predicates import ExpressionError, columns_of


@pytest.mark.parametrize(
    ("expression", "columns"),
    [
        ("dealt", {"dealt"}),
        ("coalesce(a, 0) > b AND c IN (d, 'e')", {"a", "b", "c", "d"}),
        ("CASE WHEN a THEN b ELSE c END", {"a", "b", "c"}),
        ("CAST(price AS DOUBLE) / (pot + price)", {"price", "pot"}),
        ("true", set()),
        ("'price' = 'pot'", set()),
    ],
)
def test_columns_of_an_expression(expression: str, columns: set[str]) -> None:
    assert columns_of([expression])[expression] == columns


@pytest.mark.parametrize(
    ("expression", "why"),
    [
        ("a IS TRUE", "uses COMPARE_NOT_DISTINCT_FROM"),
        ("a IS NOT FALSE", "uses COMPARE_DISTINCT_FROM"),
        ("(SELECT 1) = a", "uses SUBQUERY"),
        ("list_contains(a, 1)", "uses list_contains"),
        ("sum(a) OVER () > 1", "uses WINDOW_AGGREGATE"),
        ("a LIKE 'x%'", "uses ~~"),
        ("x -> x", "uses LAMBDA"),
        ("a = ?", "uses VALUE_PARAMETER"),
        ("*", "uses STAR"),
        ("a, b", "is not one SQL expression"),
        ("a AS b", "is not one SQL expression"),
        ("a WHERE b", "is not one SQL expression"),
        ("a ORDER BY b", "is not one SQL expression"),
        ("a UNION SELECT 1", "is not one SQL expression"),
        ("a AND", "is not one SQL expression"),
        ("a FROM seats", "is not one SQL expression"),
        ("a; DROP TABLE seats", "is not one SQL expression"),
        ("a) OR (b", "is not one SQL expression"),
        ("", "is not one SQL expression"),
    ],
)
def test_what_is_refused(expression: str, why: str) -> None:
    with pytest.raises(ExpressionError, match=why.replace("*", r"\*")) as refused:
        columns_of(["dealt", expression])
    assert repr(expression) in str(refused.value)
    assert "\n" not in str(refused.value)


def test_every_statistic_uses_what_is_allowed() -> None:
    aggregates = [each for stat in STATS.values() for each in stat.kind.aggregates()]
    predicates = {predicate for each in aggregates for predicate in each.where}
    amounts = {each.amount for each in aggregates if each.amount is not None}
    found = columns_of(predicates | amounts)
    assert all(found[predicate] for predicate in predicates)


def test_predicates_are_declared_one_by_one() -> None:
    """A conjunction in one text would be parsed and evaluated again for each statistic that contains a part of it."""
    joined = {
        predicate
        for stat in STATS.values()
        for each in stat.kind.aggregates()
        for predicate in each.where
        if json_tree(predicate)["type"] == "CONJUNCTION_AND"
    }
    assert joined == set()


def json_tree(predicate: str) -> dict[str, Any]:
    ((text,),) = duckdb.execute("SELECT json_serialize_sql(?)", [f"SELECT {predicate}"]).fetchall()
    tree: dict[str, Any] = json.loads(text)["statements"][0]["node"]["select_list"][0]
    return tree
