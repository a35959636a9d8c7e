"""The rows that a replayer shows: those of stored hands, or those of one hand that was replayed from a text.

Prices are the stored ones, or computed from the replay where none are stored. Nothing here changes a database.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import duckdb
import polars as pl

from badugi_hh.facts.schema import DECISION_PRICES, DRAW_PRICES
from badugi_hh.problems import CODES, Place, Problem
from badugi_hh.store.arrow import frame_of
from badugi_hh.store.computation import MODEL
from badugi_hh.store.price_pass import read_rows
from badugi_hh.store.solver_answers import stored_answers
from badugi_hh.wording.best_play import BestPlay, best_play

if TYPE_CHECKING:
    from badugi_hh.replay import Replay

READ = {
    "hands": (
        *(
            "hand_key",
            "stakes",
            "betting",
            "small_bet",
            "big_bet",
            "currency",
            "unit",
            "tournament_id",
            "level",
        ),
        *("table_name", "button", "rake", "cancelled"),
    ),
    "seats": (
        *("hand_key", "seat", "player", "hero", "stack", "position", "dealt"),
        *(f"{name}_{stage}" for name in ("hand", "known", "value") for stage in range(4)),
    ),
    "events": (
        *(
            "hand_key",
            "n",
            "line",
            "round",
            "kind",
            "seat",
            "amount",
            "raised_to",
            "cards",
            "count",
            "all_in",
        ),
        "text",
    ),
    "decisions": ("hand_key", "n", "price", "pot_to_win"),
    "draws": ("hand_key", "n", "thrown", "kept"),
    "decision_prices": ("hand_key", "n", "equity", "equity_error"),
    "draw_prices": ("hand_key", "n", "kept_equity", "best_kept", "best_equity", "equity_error"),
}
"""The columns that `replay_columns` reads, by table."""
PRICES = (DECISION_PRICES, DRAW_PRICES)


def stored_rows(con: duckdb.DuckDBPyConnection, keys: Iterable[int]) -> dict[str, pl.DataFrame]:
    """Return the rows of stored hands by table; prices of another version of the model count as none."""
    rows = read_rows(con, READ, sorted(keys))
    if MODEL.has_other(con):
        rows |= {table.name: rows[table.name].clear() for table in PRICES}
    return rows


def replayed_rows(
    replay: "Replay", rules: str, con: duckdb.DuckDBPyConnection | None = None
) -> dict[str, pl.DataFrame]:
    """Return the rows of one replayed hand by table, with the key 0, up to the line that the rules do not allow.

    `rules` is the name of the rules. A hand with an error has no prices. The prices are those of `con` if it has the hand.
    """
    from badugi_hh.facts.hand_rows import add_rows  # a page of stored hands replays none
    from badugi_hh.facts.schema import Rows
    from badugi_hh.store.prepare import frames_of

    played = replace(replay, hand=replace(replay.hand, events=replay.hand.events[: len(replay.pots)]))
    rows = Rows()
    add_rows(rows, played, 0, rules=rules)
    frames = frames_of(rows)
    stored = None if con is None else find_prices(con, replay.hand.id, rules)
    if stored is not None:
        return frames | stored
    if not replay.ok or replay.cancelled:
        return frames | {table.name: frame_of(table, []) for table in PRICES}
    from badugi_hh.store.price_rows import equity_rows  # loads NumPy

    return frames | equity_rows(frames)


def find_prices(con: duckdb.DuckDBPyConnection, number: str, rules: str) -> dict[str, pl.DataFrame] | None:
    """Return the stored prices of the only hand with this number, with the key 0; None where there are none by these rules."""
    query = (
        "SELECT hand_key FROM hands SEMI JOIN priced_hands USING (hand_key) WHERE hand_id = ? AND rules = ?"
    )
    found = con.execute(query, [number, rules]).fetchall()
    if len(found) != 1 or MODEL.has_other(con):
        return None
    rows = read_rows(con, {table.name: READ[table.name] for table in PRICES}, [found[0][0]])
    return {name: frame.with_columns(hand_key=pl.lit(0, pl.Int32)) for name, frame in rows.items()}


def stored_best_play(con: duckdb.DuckDBPyConnection, keys: Iterable[int]) -> dict[int, BestPlay]:
    """Return what the solved games say of stored hands, by key; hands without a decision are missing."""
    return {key: best_play(found) for key, found in stored_answers(con, keys).items()}


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
