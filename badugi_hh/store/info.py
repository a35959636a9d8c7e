"""Describes a database: what it contains, and how many bytes each table takes in the file."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import duckdb

from badugi_hh.as_json import AsJson
from badugi_hh.facts.schema import META, TABLES
from badugi_hh.facts.words import Judge
from badugi_hh.outputs.checks import logs_of
from badugi_hh.store.computation import JUDGING, MODEL

_BY_JUDGE = ", ".join(
    f"(SELECT count(*) FROM losses WHERE judge = '{judge}') AS judged_by_{judge}" for judge in Judge
)
_FIGURES = f"""
    SELECT m.schema_version, m.tool, m.created_at, b.free_blocks * b.block_size AS free_bytes,
        coalesce(d.tags['storage_version'], '') AS storage_version, f.*, h.*,
        (SELECT count(*) FROM hand_texts) - h.hands AS views,
        (SELECT count(*) FROM priced_hands) AS priced_hands,
        (SELECT count(*) FROM judged_hands) AS judged_hands,
        (SELECT count(*) FROM losses) AS losses,
        {_BY_JUDGE},
        (SELECT count(*) FROM unjudged) AS unjudged,
        (SELECT count(DISTINCT (site, player)) FROM seats) AS players
    FROM {META.name} m, pragma_database_size() b, duckdb_databases() d,
        (SELECT count(*) AS files, coalesce(sum(quarantined), 0)::BIGINT AS quarantined,
            coalesce(sum(duplicates), 0)::BIGINT AS duplicates FROM files) f,
        (SELECT count(*) AS hands, min(played_at) AS first_hand, max(played_at) AS last_hand FROM hands) h
    WHERE d.database_name = current_database() AND b.database_name = current_database()
"""
"""The figures of `Info`, by their names."""

_BLOCKS = """
    SELECT '{0}' AS name, (SELECT count(*) FROM {0}) AS n, (
        SELECT list(DISTINCT block) FILTER (block >= 0) FROM (
            SELECT unnest([block_id] || additional_block_ids) AS block FROM pragma_storage_info('{0}') WHERE persistent
        )
    ) AS blocks
"""
"""A table, its rows, and the blocks that it takes in the file."""


@dataclass(frozen=True, slots=True)
class TableSize(AsJson):
    """A table: its rows and its bytes; a block that several tables share is divided equally among them."""

    name: str
    rows: int
    bytes: int


@dataclass(frozen=True, slots=True)
class Info(AsJson):
    """A database at `path`.

    `bytes` are those of the file and its log, of which `free_bytes` are blocks without content; `bytes_per_hand` is None
    without a hand. `tool` is the version that created it, `storage_version` that of DuckDB's file format.
    `duplicates` are the texts in the files whose hand another text has too, of which `views` are kept because they add
    something to their hand: the others have a row in the table `duplicates`. The hands of a file that is imported again are
    not among them. `first_hand` and `last_hand` are the times of the first and the last hand, UTC. `prices_outdated` is true
    if the prices are of another model than those that `db price` computes, and `losses_outdated` if the losses
    are of another version or of other tables. In the `judged_hands`, `losses` decisions and draws of known cards have a
    judge, and so many are `unjudged`.
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
    judged_hands: int
    losses: int
    judged_by_cards: int
    judged_by_game: int
    judged_by_pot: int
    judged_by_blueprint: int
    judged_by_equity: int
    unjudged: int
    losses_outdated: bool
    players: int
    first_hand: datetime | None
    last_hand: datetime | None
    tables: tuple[TableSize, ...]


def describe(con: duckdb.DuckDBPyConnection, path: Path | None) -> Info:
    """Return the description of the database at `path`, None for one in memory."""
    cursor = con.execute(_FIGURES)
    names = [name for name, *_ in cursor.description or ()]
    figures = dict(zip(names, cursor.fetchall()[0], strict=True))
    files = () if path is None else (path, *logs_of(path))
    size = sum(file.stat().st_size for file in files if file.exists())
    return Info(
        path=path,
        bytes=size,
        bytes_per_hand=round(size / figures["hands"], 1) if figures["hands"] else None,
        prices_outdated=MODEL.has_other(con),
        losses_outdated=JUDGING.has_other(con),
        tables=_measure_tables(con),
        **figures,
    )


def _measure_tables(con: duckdb.DuckDBPyConnection) -> tuple[TableSize, ...]:
    """Return the sizes of all tables, the largest first."""
    tables = " UNION ALL ".join(_BLOCKS.format(table.name) for table in TABLES)
    rows = con.execute(
        f"""
        WITH tables AS ({tables}), used AS (SELECT name, unnest(blocks) AS block FROM tables),
        shares AS (SELECT name, 1 / count(*) OVER (PARTITION BY block) AS share FROM used)
        SELECT name, n, coalesce((SELECT sum(share) FROM shares s WHERE s.name = t.name), 0) * (SELECT block_size
            FROM pragma_database_size() WHERE database_name = current_database()) FROM tables t
        """
    ).fetchall()
    sizes = (TableSize(name, n, round(size)) for name, n, size in rows)
    return tuple(sorted(sizes, key=lambda table: -table.bytes))
