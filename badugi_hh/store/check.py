"""Checks a database: that its tables can be read and fit each other, and that its rows follow from its texts.

Faults are values; nothing is repaired. A part of the file that cannot be read raises an error of DuckDB, which
`badugi_hh.store.file_errors` explains.
"""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any, NamedTuple

import duckdb
import polars as pl

from badugi_hh.facts.columns import DECISIONS, DRAWS, FILES, HANDS, META, SEATS, TABLES
from badugi_hh.facts.price_columns import (
    COMPUTED_TABLES,
    DECISION_PRICES,
    DRAW_PRICES,
    LUCK,
    PRICED_HANDS,
    SOLVER_HANDS,
    SOLVER_PRICES,
    SOLVER_REASONS,
)
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
_WITH_HANDS = (
    "seats",
    "events",
    "decisions",
    "draws",
    "hand_texts",
    *(table.name for table in COMPUTED_TABLES),
)

_KEYS = (
    ("hands", "hand_key"),
    ("hands", "site || ' ' || hand_id"),
    ("files", "file_key"),
    *((table.name, "hand_key") for table in (PRICED_HANDS, SOLVER_HANDS)),
    *((table.name, "hand_key, n") for table in (DRAW_PRICES, DECISION_PRICES, SOLVER_PRICES, SOLVER_REASONS)),
    (LUCK.name, "hand_key, seat"),
    ("tournament_summaries", "file_key, line"),
    ("tags", "site || ' ' || hand_id || ' ' || tag"),
    ("notes", "site || ' ' || coalesce(hand_id, '') || ' ' || coalesce(player, '')"),
)
"""The columns by which no two rows of a table are equal."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A table whose rows contradict others: the number of rows, and the first of them."""

    table: str
    what: str
    rows: int
    examples: tuple[str, ...] = ()

    def __str__(self) -> str:
        named = f", the first: {', '.join(self.examples)}" if self.examples else ""
        return f"{self.table}: {self.what} ({self.rows:,} {'row' if self.rows == 1 else 'rows'}{named})"


@dataclass(frozen=True, slots=True)
class CheckReport:
    """The outcome of a check; `parsed` is the number of texts that were parsed again."""

    hands: int
    files: int
    parsed: int
    faults: tuple[Fault, ...]

    @property
    def ok(self) -> bool:
        """Return whether no fault was found."""
        return not self.faults

    def as_json(self) -> dict[str, Any]:
        """Return the report as `db check --json` prints it."""
        return {
            "ok": self.ok,
            "hands": self.hands,
            "files": self.files,
            "texts_parsed": self.parsed,
            "faults": [
                {
                    "table": fault.table,
                    "fault": fault.what,
                    "rows": fault.rows,
                    "examples": list(fault.examples),
                }
                for fault in self.faults
            ],
        }


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
    hands, files = (_count(con, table.name) for table in (HANDS, FILES))
    return CheckReport(hands, files, parsed, tuple(faults))


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


class _Rule(NamedTuple):
    """A table, what is wrong, and a query for the rows that are wrong; its first column names the row."""

    table: str
    what: str
    query: str


def _rules() -> Iterator[_Rule]:
    """Yield what must hold between the rows of the tables."""
    yield _Rule(
        META.name, "it has not exactly one row", f"SELECT count(*) FROM {META.name} HAVING count(*) <> 1"
    )
    for table, key in _KEYS:
        yield _Rule(
            table,
            f"two rows have the same {'site and number' if 'site' in key else 'key'}",
            f"SELECT {key} FROM {table} GROUP BY ALL HAVING count(*) > 1",
        )
    for table in (*_WITH_HANDS, "problems", "duplicates"):
        known = "IN (SELECT hand_key FROM hands)"
        yield _Rule(
            table,
            "the hand is not in hands",
            f"SELECT hand_key FROM {table} WHERE hand_key IS NOT NULL AND NOT hand_key {known}",
        )
    for table in ("hand_texts", "seats"):
        yield _Rule(
            "hands",
            f"a hand has no row in {table}",
            f"SELECT hand_id FROM hands ANTI JOIN {table} USING (hand_key)",
        )
    for table in ("hand_texts", "problems", "quarantine", "duplicates"):
        yield _Rule(
            table,
            "the file is not in files",
            f"SELECT file_key FROM {table} ANTI JOIN files USING (file_key)",
        )
    yield _Rule(
        "seats",
        "the site or the number is not that of the hand",
        "SELECT s.hand_id FROM seats s JOIN hands h USING (hand_key) WHERE (s.site, s.hand_id) <> (h.site, h.hand_id)",
    )
    yield _Rule("seats", "net is not won - put_in", "SELECT hand_id FROM seats WHERE net <> won - put_in")
    yield _Rule(
        "hands",
        "the status does not fit the problems",
        "SELECT hand_id FROM hands WHERE (status = 'warned') <> "
        "(hand_key IN (SELECT hand_key FROM problems WHERE hand_key IS NOT NULL))",
    )
    yield from _rules_of_files()
    yield from _rules_of_prices()
    yield from _rules_of_solver_prices()


def _rules_of_files() -> Iterator[_Rule]:
    """Yield the rules of the counts: hands seen = stored + duplicates + other games + quarantined."""
    yield _Rule(
        "files",
        "the counts are negative, or their sum is not hands_seen",
        "SELECT path FROM files WHERE hands_seen <> stored + duplicates + other_games + quarantined "
        "OR least(stored, duplicates, other_games, quarantined) < 0",
    )
    yield _Rule(
        "files",
        "the sum of stored is not the number of hands",
        "SELECT sum(stored) FROM files HAVING coalesce(sum(stored), 0) <> (SELECT count(*) FROM hands)",
    )
    texts, kept, places = (
        f"(SELECT count(*) FROM {table} t WHERE t.file_key = f.file_key)"
        for table in ("hand_texts", "quarantine", "duplicates")
    )
    yield _Rule(
        "files",
        "the texts in the database are not those that are counted",
        f"SELECT path FROM (SELECT f.*, {texts} AS texts, {kept} AS kept, {places} AS places FROM files f) "
        "WHERE quarantined <> kept OR stored > texts OR texts + places <> stored + duplicates",
    )


def _rules_of_prices() -> Iterator[_Rule]:
    """Yield the rules of prices: each is of a row of a priced hand, and an equity is a share."""
    for prices, rows, equity in (
        (DRAW_PRICES.name, DRAWS.name, "kept_equity"),
        (DECISION_PRICES.name, DECISIONS.name, "equity"),
    ):
        yield _Rule(
            prices,
            f"the row is not in {rows}, or not of a priced hand",
            f"SELECT hand_key FROM {prices} WHERE (hand_key, n, seat) NOT IN (SELECT (hand_key, n, seat) FROM {rows}) "
            f"OR hand_key NOT IN (FROM {PRICED_HANDS.name})",
        )
        yield _Rule(
            prices,
            "an equity is not between 0 and 1",
            f"SELECT hand_key FROM {prices} WHERE {equity} IS NULL OR {equity} NOT BETWEEN 0 AND 1",
        )
    yield _Rule(
        LUCK.name,
        "the cards of the seat were not dealt openly, or the hand is not priced",
        f"SELECT hand_key FROM {LUCK.name} WHERE hand_key NOT IN (FROM {PRICED_HANDS.name}) OR (hand_key, seat) NOT IN "
        f"(SELECT (hand_key, seat) FROM {SEATS.name} WHERE dealt AND known_0 = 'dealt')",
    )
    yield _Rule(
        LUCK.name,
        "the luck of the draws does not add up",
        f"SELECT hand_key FROM {LUCK.name} WHERE abs(draw_luck - coalesce(draw_luck_1, 0) - coalesce(draw_luck_2, 0) "
        "- coalesce(draw_luck_3, 0)) > 1e-9 OR starting_luck + draw_luck + all_in_luck IS NULL",
    )


def _rules_of_solver_prices() -> Iterator[_Rule]:
    """Yield the rules of the solver's prices: each is of a row of a compared hand, and no cost is below 0."""
    prices = SOLVER_PRICES.name
    yield _Rule(
        prices,
        "the row is not in decisions or draws, or not of a compared hand",
        f"SELECT hand_key FROM {prices} WHERE (hand_key, n, seat) NOT IN (SELECT (hand_key, n, seat) FROM {DECISIONS.name} "
        f"UNION ALL SELECT (hand_key, n, seat) FROM {DRAWS.name}) OR hand_key NOT IN (FROM {SOLVER_HANDS.name})",
    )
    yield _Rule(
        prices,
        "a cost is below 0, or missing",
        f"SELECT hand_key FROM {prices} WHERE NOT (solver_cost >= 0) IS TRUE",
    )


def _check_rows(con: duckdb.DuckDBPyConnection) -> Iterator[Fault]:
    for rule in _rules():
        rows = con.execute(f"SELECT *, count(*) OVER () AS n FROM ({rule.query}) LIMIT {_SHOWN}").fetchall()
        if rows:
            yield Fault(rule.table, rule.what, rows[0][-1], tuple(str(row[0]) for row in rows))


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
