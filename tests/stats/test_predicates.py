"""The SQL of statistics and checks: the columns of an expression, and what all of them may use."""

import json

import duckdb
import pytest

from badugi_hh.leaks.checks import CHECKS
from badugi_hh.stats.definitions.kinds.kind import columns_of
from badugi_hh.stats.definitions.registry import STATS

ALLOWED = {
    *("CASE_EXPR", "COLUMN_REF", "COMPARE_BETWEEN", "COMPARE_EQUAL", "COMPARE_GREATERTHAN"),
    *("COMPARE_GREATERTHANOREQUALTO", "COMPARE_IN", "COMPARE_LESSTHAN", "COMPARE_LESSTHANOREQUALTO"),
    *("COMPARE_NOTEQUAL", "CONJUNCTION_AND", "CONJUNCTION_OR", "OPERATOR_CAST", "OPERATOR_COALESCE"),
    *("OPERATOR_IS_NOT_NULL", "OPERATOR_IS_NULL", "OPERATOR_NOT", "VALUE_CONSTANT", "+", "-", "*", "/"),
}
"""What DuckDB and Polars evaluate alike."""


@pytest.mark.parametrize(
    ("expression", "columns"),
    [
        ("dealt", {"dealt"}),
        ("coalesce(a, 0) > b AND c IN (d, 'e')", {"a", "b", "c", "d"}),
        ("CASE WHEN a THEN b ELSE c END", {"a", "b", "c"}),
        ("CAST(price AS DOUBLE) / (pot + price)", {"price", "pot"}),
        ("a_1 * 1e3 > 0.5", {"a_1"}),
        ("true", set()),
        ("'price' = 'pot'", set()),
    ],
)
def test_columns_of_an_expression(expression, columns):
    assert columns_of(expression) == columns


def declared():
    """Return every expression of statistics and checks, and whether it is a predicate of a statistic."""
    counted = [each for stat in STATS.values() for each in stat.kind.aggregates()]
    others = [each.amount for each in counted]
    for check in CHECKS.values():
        others += [text for each in check.aggregates().values() for text in (*each.where, each.amount)]
        others += [*check.against, check.cost, check.worst]
    return dict.fromkeys(filter(None, others), False) | {
        text: True for each in counted for text in each.where
    }


def test_expressions_use_what_is_allowed_and_name_the_columns_that_the_parser_finds():
    for expression, is_predicate in declared().items():
        ((text,),) = duckdb.execute("SELECT json_serialize_sql(?)", [f"SELECT {expression}"]).fetchall()
        (statement,) = json.loads(text)["statements"]
        (tree,) = statement["node"]["select_list"]
        nodes = list(walk(tree))
        kinds = {node["function_name"] if node["class"] == "FUNCTION" else node["type"] for node in nodes}
        assert kinds <= ALLOWED, expression
        columns = {".".join(node["column_names"]) for node in nodes if node["type"] == "COLUMN_REF"}
        assert columns_of(expression) == columns, expression
        if is_predicate:
            assert columns, expression
            # A conjunction in one text would be evaluated again for each statistic that contains a part of it.
            assert tree["type"] != "CONJUNCTION_AND", expression


def walk(tree):
    """Yield every expression in a syntax tree, but no value or type of a constant."""
    if isinstance(tree, list):
        for each in tree:
            yield from walk(each)
    elif isinstance(tree, dict):
        if "class" in tree and tree["class"] != "TYPE":
            yield tree
        if tree.get("class") not in {"CONSTANT", "TYPE"}:
            for each in tree.values():
                yield from walk(each)
