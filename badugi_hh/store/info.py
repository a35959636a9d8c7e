"""Describes a database: what it contains, and how many bytes each table takes in the file."""

from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import duckdb

from badugi_hh.facts.columns import META, TABLES
from badugi_hh.facts.price_columns import SOLVER_HANDS, SOLVER_PRICES
from badugi_hh.outputs.checks import logs_of
from badugi_hh.store.computation import MODEL, SOLVER

_FIGURES = f"""
    SELECT m.schema_version, m.tool, m.created_at, b.free_blocks * b.block_size AS free_bytes,
        coalesce(d.tags['storage_version'], '') AS storage_version, f.*, h.*,
        (SELECT count(*) FROM hand_texts) - h.hands AS views,
        (SELECT count(*) FROM priced_hands) AS priced_hands,
        (SELECT count(*) FROM {SOLVER_HANDS.name}) AS solver_compared_hands,
        (SELECT count(DISTINCT hand_key) FROM {SOLVER_PRICES.name}) AS solver_covered_hands,
        (SELECT count(*) FROM {SOLVER_PRICES.name}) AS solver_prices,
        (SELECT count(*) FROM decisions SEMI JOIN {SOLVER_HANDS.name} USING (hand_key) WHERE value IS NOT NULL AND forced IS NULL)
        + (SELECT count(*) FROM draws SEMI JOIN {SOLVER_HANDS.name} USING (hand_key)
            WHERE value_before IS NOT NULL AND forced IS NULL) AS solver_known_decisions,
        (SELECT count(DISTINCT (site, player)) FROM seats) AS players
    FROM {META.name} m, pragma_database_size() b, duckdb_databases() d,
        (SELECT count(*) AS files, coalesce(sum(quarantined), 0)::BIGINT AS quarantined,
            coalesce(sum(duplicates), 0)::BIGINT AS duplicates FROM files) f,
        (SELECT count(*) AS hands, min(played_at) AS first_hand, max(played_at) AS last_hand FROM hands) h
    WHERE d.database_name = current_database() AND b.database_name = current_database()
"""
"""The figures of `Info`, by their names."""


@dataclass(frozen=True, slots=True)
class TableSize:
    """A table: its rows and its bytes; a block that several tables share is divided equally among them."""

    name: str
    rows: int
    bytes: int


@dataclass(frozen=True, slots=True)
class Info:
    """A database at `path`.

    `bytes` are those of the file and its log, of which `free_bytes` are blocks without content; `bytes_per_hand` is None
    without a hand. `tool` is the version that created it or upgraded it last, `storage_version` that of DuckDB's file format.
    `duplicates` are the texts in the files whose hand another text has too, of which `views` are kept because they add
    something to their hand: the others have a row in the table `duplicates`. The hands of a file that is imported again are
    not among them. `first_hand` and `last_hand` are the times of the first and the last hand, UTC. `prices_outdated` is true
    if the prices are of another model than those that `db price` computes, and `solver_outdated` if the solver's prices are
    of other tables. `solver_compared_hands` were compared with the tables of solved games; `solver_known_decisions` is the
    number of decisions and draws in them for which the player's cards are known, of which `solver_prices` have a price in
    the `solver_covered_hands`.
    """

    path: Path | None
    bytes: int
    free_bytes: int
    bytes_per_hand: float | None
    schema_version: int
    tool: str
    created_at: datetime
    storage_version: str
    files: int
    hands: int
    quarantined: int
    duplicates: int
    views: int
    priced_hands: int
    prices_outdated: bool
    solver_compared_hands: int
    solver_covered_hands: int
    solver_known_decisions: int
    solver_prices: int
    solver_outdated: bool
    players: int
    first_hand: datetime | None
    last_hand: datetime | None
    tables: tuple[TableSize, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the description as `db info --json` prints it."""
        texts = {
            "path": None if self.path is None else str(self.path),
            "tables": list(map(asdict, self.tables)),
        }
        moments = (self.created_at, self.first_hand, self.last_hand)
        for name, moment in zip(("created_at", "first_hand", "last_hand"), moments, strict=True):
            texts[name] = None if moment is None else moment.isoformat()
        return asdict(self) | texts


def describe(con: duckdb.DuckDBPyConnection, path: Path | None) -> Info:
    """Return the description of the database at `path`, None for one in memory."""
    cursor = con.execute(_FIGURES)
    names = [name for name, *_ in cursor.description or ()]
    (row,) = cursor.fetchall()
    figures = dict(zip(names, row, strict=True))
    size = 0 if path is None else _size(path)
    return Info(
        path=path,
        bytes=size,
        bytes_per_hand=round(size / figures["hands"], 1) if figures["hands"] else None,
        prices_outdated=MODEL.has_other(con),
        solver_outdated=SOLVER.has_other(con),
        tables=_measure_tables(con),
        **figures,
    )


def _size(path: Path) -> int:
    return sum(file.stat().st_size for file in (path, *logs_of(path)) if file.exists())


def _measure_tables(con: duckdb.DuckDBPyConnection) -> tuple[TableSize, ...]:
    """Return the sizes of all tables, the largest first."""
    names = [table.name for table in TABLES]
    ((block,),) = con.execute(
        "SELECT block_size FROM pragma_database_size() WHERE database_name = current_database()"
    ).fetchall()
    rows: dict[str, int] = {}
    users: dict[int, set[str]] = {}
    for name in names:
        ((rows[name],),) = con.execute(f"SELECT count(*) FROM {name}").fetchall()
        blocks = con.execute(
            f"WITH s AS (SELECT block_id, additional_block_ids FROM pragma_storage_info('{name}') WHERE persistent) "
            "SELECT block_id FROM s UNION SELECT unnest(additional_block_ids) FROM s"
        ).fetchall()
        for (number,) in blocks:
            if number is not None and number >= 0:
                users.setdefault(number, set()).add(name)
    sizes = dict.fromkeys(names, 0.0)
    for sharing in users.values():
        for name in sharing:
            sizes[name] += block / len(sharing)
    tables = (TableSize(name, rows[name], round(sizes[name])) for name in names)
    return tuple(sorted(tables, key=lambda table: (-table.bytes, names.index(table.name))))
