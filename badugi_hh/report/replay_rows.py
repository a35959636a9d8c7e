"""The rows that a replayer shows of stored hands. Nothing here changes a database."""

from collections.abc import Iterable
from typing import Any

import duckdb
import polars as pl

from badugi_hh.problems import CODES, Place, Problem
from badugi_hh.store.computation import JUDGING, MODEL
from badugi_hh.store.price_pass import read_rows
from badugi_hh.store.verdicts import stored_verdicts
from badugi_hh.wording.best_play import BestPlay, best_play

READ = {
    table: tuple(columns.split())
    for table, columns in {
        "hands": "hand_key stakes betting small_bet big_bet currency unit tournament_id level "
        "table_name button rake cancelled",
        "seats": "hand_key seat player hero stack position dealt "
        "hand_0 hand_1 hand_2 hand_3 known_0 known_1 known_2 known_3 value_0 value_1 value_2 value_3",
        "events": "hand_key n line round kind seat amount raised_to cards count all_in text",
        "decisions": "hand_key n price pot_to_win",
        "draws": "hand_key n thrown kept",
        "decision_prices": "hand_key n equity equity_error",
        "draw_prices": "hand_key n kept_equity equity_error",
        "losses": "hand_key n judge loss loss_error keep",
    }.items()
}
"""The columns that `replay_columns` reads, by table."""


def stored_rows(con: duckdb.DuckDBPyConnection, keys: Iterable[int]) -> dict[str, pl.DataFrame]:
    """Return the rows of stored hands by table; prices and losses of another version count as none."""
    rows = read_rows(con, READ, sorted(keys))
    for computation in (MODEL, JUDGING):
        if computation.has_other(con):
            rows |= {
                table.name: rows[table.name].clear() for table in computation.writes if table.name in rows
            }
    return rows


def stored_best_play(con: duckdb.DuckDBPyConnection, keys: Iterable[int]) -> dict[int, BestPlay]:
    """Return what is said of the decisions of stored hands, by key; hands without a decision are missing."""
    return {key: best_play(found) for key, found in stored_verdicts(con, keys).items()}


def stored_problems(con: duckdb.DuckDBPyConnection, keys: Iterable[int]) -> dict[int, list[dict[str, Any]]]:
    """Return the problems of stored hands by key, as `problem_data` returns them."""
    query = """
        SELECT hand_key, code, p.line - coalesce(max(t.line), p.line + 1) + 1, message, expected, found
        FROM problems AS p LEFT JOIN hand_texts AS t USING (hand_key, file_key)
        WHERE hand_key IN (SELECT unnest(?::BIGINT[])) AND (t.line IS NULL OR t.line <= p.line)
        GROUP BY hand_key, file_key, code, p.line, message, expected, found ORDER BY hand_key, file_key, p.line
    """
    found: dict[int, list[dict[str, Any]]] = {}
    for key, code, line, message, expected, what in con.execute(query, [list(keys)]).fetchall():
        problem = Problem(CODES[code], Place("", line), message, expected=expected, found=what)
        found.setdefault(key, []).append(problem_data(problem))
    return found


def problem_data(problem: Problem, first_line: int = 1) -> dict[str, Any]:
    """Return a problem as the replayer shows it; its line is that of the hand, 0 if it is about the whole file."""
    return {
        "code": problem.code.id,
        "severity": str(problem.severity),
        "text": problem.words,
        "line": max(problem.place.line - max(first_line, 1) + 1, 0),
    }


def several_views(con: duckdb.DuckDBPyConnection, keys: Iterable[int]) -> set[int]:
    """Return the hands of which several views are stored: their lines are those of none of them."""
    query = "SELECT hand_key FROM hand_texts WHERE hand_key IN (SELECT unnest(?::BIGINT[])) GROUP BY hand_key HAVING count(*) > 1"
    return {key for (key,) in con.execute(query, [list(keys)]).fetchall()}
