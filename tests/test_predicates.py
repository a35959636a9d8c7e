"""The SQL of statistics: terms and columns of an expression, and what no statistic may use."""

import duckdb
import pytest

from badugi_hh.stats.definitions.registry import STATS
from badugi_hh.stats.engine.predicates import ExpressionError, columns_of, terms_of


@pytest.mark.parametrize(
    ("predicate", "terms"),
    [
        ("dealt", ("dealt",)),
        ("a = 1 AND b", ("(a = 1)", "b")),
        ("(a AND b) AND (c)", ("a", "b", "c")),
        ("(a) AND (b)", ("a", "b")),
        ("((a AND (b)))", ("a", "b")),
        ("a OR b AND c", ("(a OR (b AND c))",)),
        ("(a OR b) AND c", ("(a OR b)", "c")),
        ("NOT (a AND b) AND c", ("(NOT (a AND b))", "c")),
        ("a BETWEEN 1 AND 2", ("(a BETWEEN 1 AND 2)",)),
        ("what = ' AND ' AND band = 'it''s OR'", ("(what = ' AND ')", "(band = 'it''s OR')")),
        ("CASE WHEN a AND b THEN c END AND d", ("CASE  WHEN ((a AND b)) THEN (c) ELSE NULL END", "d")),
        ("a IN (1, 2) AND (b + 1) > (c)", ("(a IN (1, 2))", "((b + 1) > c)")),
        ("a -- the rest is a comment", ("a",)),
        ("é = 'ü' AND b", ("(\"é\" = 'ü')", "b")),
    ],
)
def test_terms_of_a_predicate(predicate: str, terms: tuple[str, ...]) -> None:
    assert tuple(term.sql for term in terms_of([predicate])[predicate]) == terms


def test_equal_terms_are_the_same_wherever_they_are_written() -> None:
    both = terms_of(["x > 0 AND a=1", "(a = 1) AND y"])
    assert both["x > 0 AND a=1"][1] == both["(a = 1) AND y"][0]


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
    assert columns_of(expression) == columns


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
        ("a = ?", "is not one SQL expression"),
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
        terms_of(["dealt", expression])
    assert repr(expression) in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_predicate_holds_where_all_its_terms_hold() -> None:
    """Terms are written by DuckDB; over every combination of true, false and unknown they mean the same."""
    predicate = "(a OR NOT b) AND NOT (b AND c) AND (c OR a IS NULL)"
    both = " AND ".join(term.sql for term in terms_of([predicate])[predicate])
    con = duckdb.connect()
    values = "(SELECT unnest([true, false, NULL]) AS {0}) AS t_{0}"
    rows = ", ".join(values.format(name) for name in "abc")
    query = f"SELECT count(*), count(*) FILTER (WHERE ({predicate}) IS DISTINCT FROM ({both})) FROM {rows}"
    assert con.execute(query).fetchall() == [(27, 0)]
    con.close()


def test_every_statistic_uses_what_is_allowed() -> None:
    cells = [cell for stat in STATS.values() for cell in stat.kind.cells()]
    expressions = {sql for cell in cells for sql in (cell.where, cell.amount) if sql is not None}
    found = terms_of(expressions)
    assert all(found[text] for text in expressions)
