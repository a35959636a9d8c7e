"""Checks a database: that its tables can be read and fit each other, and that its rows follow from its texts.

Faults are values; nothing is repaired. A part of the file that cannot be read raises an error of DuckDB, which
`badugi_hh.store.file_errors` explains.
"""

import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import duckdb
import polars as pl

from badugi_hh.as_json import AsJson
from badugi_hh.facts.schema import COMPUTED_TABLES, TABLES
from badugi_hh.history.source import Block
from badugi_hh.store.arrow import ArrowStream
from badugi_hh.store.database import open_database
from badugi_hh.store.intake import Intake
from badugi_hh.store.known_files import File, FileBlock
from badugi_hh.store.known_hands import At
from badugi_hh.store.prepare import FACTS
from badugi_hh.store.progress_shares import Progress

_TABLE = {table.name: table for table in TABLES}
_BATCH = 2000  # hands that are parsed again together
_SHOWN = 3  # rows of a fault that are named

_KEYS = """
hands hand_key; files file_key; priced_hands hand_key; judged_hands hand_key; draw_prices hand_key, n;
decision_prices hand_key, n; losses hand_key, n; unjudged hand_key, n; luck hand_key, seat;
tournament_summaries file_key, line; tags site, hand_id, tag; notes site, hand_id, player
"""
"""The columns by which no two rows of a table are equal."""

_RULES = """
meta: it has not exactly one row
    SELECT count(*) FROM meta HAVING count(*) <> 1
hands: two rows have the same site and number
    SELECT site || ' ' || hand_id FROM hands GROUP BY ALL HAVING count(*) > 1
hands: a hand has no row in hand_texts
    SELECT hand_id FROM hands ANTI JOIN hand_texts USING (hand_key)
hands: a hand has no row in seats
    SELECT hand_id FROM hands ANTI JOIN seats USING (hand_key)
hands: the status does not fit the problems
    SELECT hand_id FROM hands
    WHERE (status = 'warned') <> (hand_key IN (SELECT hand_key FROM problems WHERE hand_key IS NOT NULL))
seats: the site or the number is not that of the hand
    SELECT s.hand_id FROM seats s JOIN hands h USING (hand_key) WHERE (s.site, s.hand_id) <> (h.site, h.hand_id)
seats: net is not won - put_in
    SELECT hand_id FROM seats WHERE net <> won - put_in
files: the counts are negative, or their sum is not hands_seen
    SELECT path FROM files WHERE hands_seen <> stored + duplicates + other_games + quarantined
    OR least(stored, duplicates, other_games, quarantined) < 0
files: the sum of stored is not the number of hands
    SELECT sum(stored) FROM files HAVING coalesce(sum(stored), 0) <> (SELECT count(*) FROM hands)
files: the texts in the database are not those that are counted
    SELECT path FROM files f, LATERAL (
        SELECT (SELECT count(*) FROM hand_texts t WHERE t.file_key = f.file_key) AS texts,
            (SELECT count(*) FROM quarantine t WHERE t.file_key = f.file_key) AS kept,
            (SELECT count(*) FROM duplicates t WHERE t.file_key = f.file_key) AS places
    ) WHERE quarantined <> kept OR stored > texts OR texts + places <> stored + duplicates
draw_prices: the row is not in draws, or not of a priced hand
    SELECT hand_key FROM draw_prices WHERE (hand_key, n, seat) NOT IN (SELECT (hand_key, n, seat) FROM draws)
    OR hand_key NOT IN (FROM priced_hands)
draw_prices: an equity is not between 0 and 1
    SELECT hand_key FROM draw_prices WHERE NOT (kept_equity BETWEEN 0 AND 1) IS TRUE
decision_prices: the row is not in decisions, or not of a priced hand
    SELECT hand_key FROM decision_prices WHERE (hand_key, n, seat) NOT IN (SELECT (hand_key, n, seat) FROM decisions)
    OR hand_key NOT IN (FROM priced_hands)
decision_prices: an equity is not between 0 and 1
    SELECT hand_key FROM decision_prices WHERE NOT (equity BETWEEN 0 AND 1) IS TRUE
luck: the cards of the seat were not dealt openly, or the hand is not priced
    SELECT hand_key FROM luck WHERE hand_key NOT IN (FROM priced_hands)
    OR (hand_key, seat) NOT IN (SELECT (hand_key, seat) FROM seats WHERE dealt AND known_0 = 'dealt')
luck: the luck of the draws does not add up
    SELECT hand_key FROM luck WHERE starting_luck + draw_luck + all_in_luck IS NULL
    OR abs(draw_luck - coalesce(draw_luck_1, 0) - coalesce(draw_luck_2, 0) - coalesce(draw_luck_3, 0)) > 1e-9
losses: the decisions and draws of known cards of judged hands are not those that are judged or unjudged
    WITH known AS (
        SELECT hand_key, n, seat FROM decisions WHERE value IS NOT NULL AND forced IS NULL
        UNION ALL SELECT hand_key, n, seat FROM draws WHERE value_before IS NOT NULL AND forced IS NULL
    ), found AS (SELECT hand_key, n, seat FROM losses UNION ALL SELECT hand_key, n, seat FROM unjudged)
    SELECT hand_key FROM (
        (SELECT * FROM known SEMI JOIN judged_hands USING (hand_key) SEMI JOIN (FROM hands WHERE NOT cancelled) USING (hand_key)
            EXCEPT ALL FROM found)
        UNION ALL (FROM found EXCEPT ALL SELECT * FROM known SEMI JOIN judged_hands USING (hand_key))
    )
losses: a loss or its error is below 0 or missing, or a loss has no best action
    SELECT hand_key FROM losses WHERE NOT (loss >= 0 AND loss_error >= 0 AND best IS NOT NULL) IS TRUE
"""
"""What must hold between the rows: a table, what is wrong, and a query for the wrong rows, named by its first column."""


@dataclass(frozen=True, slots=True)
class Fault(AsJson):
    """A table whose rows contradict others: the number of rows, and the first of them."""

    table: str
    fault: str
    rows: int
    examples: tuple[str, ...] = ()

    def __str__(self) -> str:
        named = f", the first: {', '.join(self.examples)}" if self.examples else ""
        return f"{self.table}: {self.fault} ({self.rows:,} {'row' if self.rows == 1 else 'rows'}{named})"


@dataclass(frozen=True, slots=True)
class CheckReport(AsJson):
    """The outcome of a check; `texts_parsed` is the number of texts that were parsed again."""

    hands: int
    files: int
    texts_parsed: int
    faults: tuple[Fault, ...]

    @property
    def ok(self) -> bool:
        """Return whether no fault was found."""
        return not self.faults

    def _json(self) -> dict[str, Any]:
        names = ("ok", "hands", "files", "texts_parsed", "faults")
        return {name: getattr(self, name) for name in names}


def check_database(
    con: duckdb.DuckDBPyConnection, *, full: bool = False, progress: Progress | None = None
) -> CheckReport:
    """Read every table and check it; with `full`, also parse every stored text again and compare the rows.

    `progress` is called with the name of a file, the number of texts parsed so far, and the share done, 0 to 1.

    Raises:
        duckdb.Error: a part of the file cannot be read.
    """
    faults = [*_check_tables(con)]
    parsed = 0
    if not faults:
        faults += _check_rows(con)
        if full:
            parsed = _count(con, "hand_texts")
            faults += _compare_texts(con, progress)
    return CheckReport(_count(con, "hands"), _count(con, "files"), parsed, tuple(faults))


def _count(con: duckdb.DuckDBPyConnection, table: str) -> int:
    ((rows,),) = con.execute(f"SELECT count(*) FROM {table}").fetchall()
    return int(rows)


def _check_tables(con: duckdb.DuckDBPyConnection) -> Iterator[Fault]:
    """Yield tables that are missing or have other columns, and read all rows of the others."""
    columns: dict[str, list[tuple[str, str]]] = {}
    for table, column, type_ in con.execute(
        "SELECT table_name, column_name, data_type FROM duckdb_columns() WHERE NOT internal "
        "AND database_name = current_database() ORDER BY table_name, column_index"
    ).fetchall():
        columns.setdefault(table, []).append((column, type_))
    for table in TABLES:
        declared = [(column.name, column.type) for column in table.columns]
        if table.name not in columns:
            yield Fault(table.name, "the table is missing", 0)
        elif columns[table.name][: len(declared)] != declared:
            yield Fault(table.name, "the columns are not those of this schema", 0)
        else:
            con.execute(f"SELECT bit_xor(hash(t)) FROM {table.name} t").fetchall()  # reads every column


def _rules() -> Iterator[tuple[str, str, str]]:
    """Yield a table, what is wrong, and a query for the wrong rows."""
    for table, _, key in (each.strip().partition(" ") for each in _KEYS.split(";")):
        yield (
            table,
            "two rows have the same key",
            f"SELECT {key} FROM {table} GROUP BY ALL HAVING count(*) > 1",
        )
    for table in (
        *FACTS[1:],
        *(each.name for each in COMPUTED_TABLES),
        "hand_texts",
        "problems",
        "duplicates",
    ):
        yield (
            table,
            "the hand is not in hands",
            f"SELECT hand_key FROM {table} WHERE hand_key NOT IN (SELECT hand_key FROM hands)",
        )
    for table in ("hand_texts", "problems", "quarantine", "duplicates"):
        yield (
            table,
            "the file is not in files",
            f"SELECT file_key FROM {table} ANTI JOIN files USING (file_key)",
        )
    for table, what, query in re.findall(r"^(\w+): (.+)\n((?:    .+\n)+)", _RULES, re.MULTILINE):
        yield table, what, query


def _check_rows(con: duckdb.DuckDBPyConnection) -> Iterator[Fault]:
    for table, what, query in _rules():
        rows = con.execute(f"SELECT *, count(*) OVER () AS n FROM ({query}) LIMIT {_SHOWN}").fetchall()
        if rows:
            yield Fault(table, what, rows[0][-1], tuple(str(row[0]) for row in rows))


def _compare_texts(con: duckdb.DuckDBPyConnection, progress: Progress | None) -> Iterator[Fault]:
    """Parse all stored texts again, and yield the tables whose rows are not those of the texts."""
    total, done = _count(con, "hand_texts"), 0
    differing: dict[str, set[int]] = {}
    for rules, first, last in con.execute(
        "SELECT rules, min(hand_key), max(hand_key) FROM (SELECT rules, hand_key, "
        f"row_number() OVER (PARTITION BY rules ORDER BY hand_key) // {_BATCH} AS batch FROM hands) "
        "GROUP BY rules, batch ORDER BY ALL"
    ).fetchall():
        blocks, keys_of = _read_texts(con, rules, first, last)
        with closing(open_database(None)) as fresh:
            Intake(fresh, rules).restore(blocks, keys_of)
            for name in FACTS:
                differing.setdefault(name, set()).update(_differing(con, fresh, name, rules, first, last))
        done += len(blocks)
        if progress is not None and blocks:
            progress(blocks[-1][1].file, done, done / total)
    for name, keys in differing.items():
        if keys:
            numbers = con.execute(
                "SELECT hand_id FROM hands WHERE hand_key IN (SELECT unnest(?::INTEGER[])) ORDER BY hand_key LIMIT ?",
                [sorted(keys), _SHOWN],
            ).fetchall()
            what = "the rows of a hand are not those of its text"
            yield Fault(name, what, len(keys), tuple(number for (number,) in numbers))


def _read_texts(
    con: duckdb.DuckDBPyConnection, rules: str, first: int, last: int
) -> tuple[list[FileBlock], dict[At, int]]:
    """Return the texts of the hands from one key to another, and the keys by the places of the texts."""
    files: dict[int, File] = {}
    blocks: list[FileBlock] = []
    keys: dict[At, int] = {}
    for file_key, line, path, text, hand_key in con.execute(
        "SELECT file_key, line, path, text, hand_key FROM hand_texts JOIN hands USING (hand_key) "
        "JOIN files USING (file_key) WHERE hand_key BETWEEN ? AND ? AND rules = ? ORDER BY file_key, line",
        [first, last, rules],
    ).fetchall():
        file = files.setdefault(file_key, File(path, key=file_key))
        blocks.append((file, Block(path, line, text)))
        keys[file_key, line] = hand_key
    return blocks, keys


def _differing(
    con: duckdb.DuckDBPyConnection,
    fresh: duckdb.DuckDBPyConnection,
    name: str,
    rules: str,
    first: int,
    last: int,
) -> set[int]:
    """Return the keys of the hands whose rows in a table differ between two databases."""
    # The status of a hand also depends on texts that are not stored.
    columns = [column.name for column in _TABLE[name].columns if column.name != "status"]
    query = (
        f"SELECT {', '.join(columns)} FROM {name} WHERE hand_key IN "
        "(SELECT hand_key FROM hands WHERE hand_key BETWEEN ? AND ? AND rules = ?) ORDER BY ALL"
    )
    stored, parsed = (
        pl.DataFrame(ArrowStream(database.sql(query, params=[first, last, rules])))
        for database in (con, fresh)
    )
    if stored.equals(parsed):
        return set()
    key = columns.index("hand_key")
    return {int(row[key]) for row in set(stored.rows()) ^ set(parsed.rows())}
