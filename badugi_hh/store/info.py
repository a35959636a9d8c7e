"""Describes a database: what it contains, and how many bytes each table takes in the file."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import duckdb

from badugi_hh.facts.columns import META, TABLES
from badugi_hh.facts.price_columns import SOLVER_HANDS, SOLVER_PRICES
from badugi_hh.outputs.checks import logs_of
from badugi_hh.store.computation import MODEL, SOLVER

_FIGURES = f"""
    SELECT m.schema_version AS schema, m.tool, m.created_at AS created, b.free_blocks * b.block_size AS free,
        coalesce(d.tags['storage_version'], '') AS storage, f.*, h.*,
        (SELECT count(*) FROM hand_texts) - h.hands AS views,
        (SELECT count(*) FROM priced_hands) AS priced,
        (SELECT count(*) FROM {SOLVER_HANDS.name}) AS compared,
        (SELECT count(DISTINCT hand_key) FROM {SOLVER_PRICES.name}) AS covered,
        (SELECT count(*) FROM {SOLVER_PRICES.name}) AS solver,
        (SELECT count(*) FROM decisions SEMI JOIN {SOLVER_HANDS.name} USING (hand_key) WHERE value IS NOT NULL AND forced IS NULL)
        + (SELECT count(*) FROM draws SEMI JOIN {SOLVER_HANDS.name} USING (hand_key)
            WHERE value_before IS NOT NULL AND forced IS NULL) AS known,
        (SELECT count(DISTINCT (site, player)) FROM seats) AS players
    FROM {META.name} m, pragma_database_size() b, duckdb_databases() d,
        (SELECT count(*) AS files, coalesce(sum(quarantined), 0)::BIGINT AS quarantined,
            coalesce(sum(duplicates), 0)::BIGINT AS duplicates FROM files) f,
        (SELECT count(*) AS hands, min(played_at) AS first, max(played_at) AS last FROM hands) h
    WHERE d.database_name = current_database() AND b.database_name = current_database()
"""
"""The figures of `Info`, by their names."""


@dataclass(frozen=True, slots=True)
class TableSize:
    """A table: its rows and its bytes; a block that several tables share is divided equally among them."""

    name: str
    rows: int
    size: int


@dataclass(frozen=True, slots=True)
class Info:
    """A database at `path`.

    `size` is in bytes: the file and its log, of which `free` bytes are blocks without content. `tool` is the version
    that created it or upgraded it last, `storage` the version of DuckDB's file format. `duplicates` are the texts in
    the files whose hand another text has too, of which `views` are kept because they add something to their hand: the
    others have a row in the table `duplicates`. The hands of a file that is imported again are not among them.
    `first` and `last` are the times of the first and the last hand, UTC. `prices_outdated` is true if the prices are
    of another model than those that `db price` computes, and `solver_outdated` if the solver's prices are of other
    tables. `compared` is the number of hands compared with the tables of solved games; `known` is the number of
    decisions and draws in them for which the player's cards are known, of which `solver` have a price in the
    `covered` hands.
    """

    path: Path | None
    size: int
    free: int
    schema: int
    tool: str
    created: datetime
    storage: str
    files: int
    hands: int
    quarantined: int
    duplicates: int
    views: int
    priced: int
    prices_outdated: bool
    compared: int
    covered: int
    known: int
    solver: int
    solver_outdated: bool
    players: int
    first: datetime | None
    last: datetime | None
    tables: tuple[TableSize, ...]

    @property
    def per_hand(self) -> float | None:
        """Return the bytes of the file for each hand; None without a hand."""
        return self.size / self.hands if self.hands else None

    def as_json(self) -> dict[str, Any]:
        """Return the description as `db info --json` prints it."""
        return {
            "path": None if self.path is None else str(self.path),
            "bytes": self.size,
            "free_bytes": self.free,
            "bytes_per_hand": None if self.per_hand is None else round(self.per_hand, 1),
            "schema_version": self.schema,
            "tool": self.tool,
            "created_at": self.created.isoformat(),
            "storage_version": self.storage,
            "files": self.files,
            "hands": self.hands,
            "quarantined": self.quarantined,
            "duplicates": self.duplicates,
            "views": self.views,
            "priced_hands": self.priced,
            "prices_outdated": self.prices_outdated,
            "solver_compared_hands": self.compared,
            "solver_covered_hands": self.covered,
            "solver_known_decisions": self.known,
            "solver_prices": self.solver,
            "solver_outdated": self.solver_outdated,
            "players": self.players,
            "first_hand": None if self.first is None else self.first.isoformat(),
            "last_hand": None if self.last is None else self.last.isoformat(),
            "tables": [{"name": each.name, "rows": each.rows, "bytes": each.size} for each in self.tables],
        }


def describe(con: duckdb.DuckDBPyConnection, path: Path | None) -> Info:
    """Return the description of the database at `path`, None for one in memory."""
    found = con.execute(_FIGURES)
    names = [name for name, *_ in found.description or ()]
    (row,) = found.fetchall()
    return Info(
        path=path,
        size=0 if path is None else _size(path),
        prices_outdated=MODEL.has_other(con),
        solver_outdated=SOLVER.has_other(con),
        tables=_measure_tables(con),
        **dict(zip(names, row, strict=True)),
    )


def _size(path: Path) -> int:
    return sum(each.stat().st_size for each in (path, *logs_of(path)) if each.exists())


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
        found = con.execute(
            f"WITH s AS (SELECT block_id, additional_block_ids FROM pragma_storage_info('{name}') WHERE persistent) "
            "SELECT block_id FROM s UNION SELECT unnest(additional_block_ids) FROM s"
        ).fetchall()
        for (number,) in found:
            if number is not None and number >= 0:
                users.setdefault(number, set()).add(name)
    sizes = dict.fromkeys(names, 0.0)
    for sharing in users.values():
        for name in sharing:
            sizes[name] += block / len(sharing)
    tables = (TableSize(name, rows[name], round(sizes[name])) for name in names)
    return tuple(sorted(tables, key=lambda table: (-table.size, names.index(table.name))))
