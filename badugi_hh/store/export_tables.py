"""Writes the rows of stored hands to files that other programs read: Parquet, CSV, or JSON.

Parquet and CSV have a file for each table, JSON one object for each hand. All columns of `badugi_hh/facts/schema.toml` are
written, and beside the files a data dictionary that describes them. Rows are read in batches of hands, so memory does not
grow with their number. Texts of a CSV file are escaped so that a spreadsheet does not execute them. Nothing here computes a figure.
"""

import json
import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import polars as pl
from polars.io.plugins import register_io_source

from badugi_hh.facts.schema import (
    DECISION_PRICES,
    DECISIONS,
    DRAW_PRICES,
    DRAWS,
    EVENTS,
    HANDS,
    LOSSES,
    LUCK,
    PRICED_HANDS,
    SEATS,
    Column,
    TableSchema,
)
from badugi_hh.history.anonymize import PRIVATE_CLUB
from badugi_hh.installation import __version__
from badugi_hh.store.arrow import ArrowStream
from badugi_hh.store.computation import model_of_prices
from badugi_hh.store.export_hands import Exported, HandsToExport, Pseudonyms

READING = (
    "In text columns (VARCHAR) a text that is empty, or begins with ' or with a character that starts a formula in a "
    "spreadsheet (= + - @, their full-width forms, tab, line end), has one ' in front. To get the exact text, remove one ' "
    "from the start of each cell that begins with it."
)
"""How to read the texts back, for people."""
DICTIONARY = "data_dictionary.json"
"""The name of the file that describes the files and columns of an export."""

TABLES = (HANDS, SEATS, EVENTS, DECISIONS, DRAWS, DRAW_PRICES, DECISION_PRICES, LUCK, LOSSES)
"""The tables that are written, the table of the hands first."""

PRICED = Column(
    "priced", "BOOLEAN", "true if the prices of the hand are computed, also if no row of the hand has one"
)
"""The last column of the hands, in place of the table `priced_hands`."""

_IDENTITY = tuple(column for column in SEATS.columns if column.name in {"hand_key", "site", "hand_id"})
_ROW = {table.name: "n" if "n" in table.names else "seat" for table in TABLES[1:]}  # order within a hand
_NESTED = len(_IDENTITY)  # rows within the object of their hand do not repeat its identity

_OS_ERROR = re.compile(r"\(os error (\d+)\)")

_COMMON_NOTES = (
    "Amounts are integers in the unit of the hand, hands.unit: cents in money games, chips in tournaments and play money.",
    "hands.denomination names the kind of money or chips; amounts of two denominations must not be added.",
    "Times are UTC. A missing value is unknown or does not apply; it is never 0.",
    "Prices and luck are those that the database has: badugi-hh db price computes those of hands without prices.",
    "price_model is the version of the model that they are of; null if it is not known.",
)
_NOTES = {
    "parquet": (*_COMMON_NOTES, "Tables join on hand_key, which is valid within one export."),
    "csv": (
        *_COMMON_NOTES,
        "Tables join on hand_key, which is valid within one export.",
        "Files are UTF-8 with a header line. A missing value is an empty cell.",
        READING,
    ),
    "json": (
        *_COMMON_NOTES,
        (
            "Each line of the file is one JSON object: a hand, with its columns as keys, and with the rows of each other table "
            "as a list of objects under its name, in order. Every key is in every object."
        ),
    ),
}
ESCAPE = "'"
"""The character in front of an escaped text, which a spreadsheet does not execute."""
# A text that begins with one of these can be a formula; the last four are full-width forms.
_ESCAPED = f"^(?:[{ESCAPE}=+\\-@\\t\\r\\n\uff1d\uff0b\uff0d\uff20]|$)"
TIME = "%Y-%m-%d %H:%M:%S%.f"
"""The format of times."""


def write_parquet(hands: HandsToExport, place: Path) -> Exported:
    """Write a Parquet file for each table, with the types of the columns."""

    def write(table: TableSchema, path: Path, batches: Iterator[pl.DataFrame]) -> None:
        read = register_io_source(lambda *_: batches, schema=_read(hands, table, []).schema)
        read.sink_parquet(path, maintain_order=True)

    return _write_tables(hands, place, "parquet", write)


def write_csv(hands: HandsToExport, place: Path) -> Exported:
    """Write a CSV file for each table; texts that a spreadsheet would read as formulas are escaped."""

    def write(table: TableSchema, path: Path, batches: Iterator[pl.DataFrame]) -> None:
        with path.open("wb") as file:
            escape_texts(_read(hands, table, [])).write_csv(file)  # the header
            for frame in batches:
                escape_texts(frame).write_csv(file, include_header=False, datetime_format=TIME)

    return _write_tables(hands, place, "csv", write)


def write_json(hands: HandsToExport, place: Path) -> Exported:
    """Write one file with a line for each hand: an object with the columns of the hand and its rows of other tables."""
    keys = hands.list_keys()
    if not keys:
        return Exported(0, ())
    path = place / "hands.jsonl"
    with _disk_errors(), path.open("wb") as file:
        for batch in hands.split(keys, path.name):
            frame = _read(hands, HANDS, batch)
            for table in TABLES[1:]:
                frame = _nest(frame, _read(hands, table, batch), table)
            frame.write_ndjson(file)
    described = _write_dictionary(hands, place, "json", [path.name] * len(TABLES))
    return Exported(len(keys), (path, described))


def columns_of(table: TableSchema) -> list[Column]:
    """Return the columns of a table in an export: key, site and number of the hand, then all others in order.

    The hands have one more, `PRICED`.
    """
    columns = {column.name: column for column in table.columns}
    identity = {column.name: columns.pop(column.name, column) for column in _IDENTITY}
    return [*identity.values(), *columns.values(), *((PRICED,) if table is HANDS else ())]


def _write_tables(
    hands: HandsToExport,
    place: Path,
    file_format: str,
    write: Callable[[TableSchema, Path, Iterator[pl.DataFrame]], None],
) -> Exported:
    """Let `write` write a file for each table, and write the data dictionary."""
    keys = hands.list_keys()
    if not keys:
        return Exported(0, ())
    paths = [place / f"{table.name}.{file_format}" for table in TABLES]
    for number, (table, path) in enumerate(zip(TABLES, paths, strict=True)):
        batches = hands.split(keys, path.name, number, len(TABLES))
        with _disk_errors():
            write(table, path, (_read(hands, table, batch) for batch in batches))
    described = _write_dictionary(hands, place, file_format, [path.name for path in paths])
    return Exported(len(keys), (*paths, described))


def _read(hands: HandsToExport, table: TableSchema, keys: Sequence[int]) -> pl.DataFrame:
    """Return the rows of some hands, given by ascending keys, in the order of their keys."""
    names = {column.name for column in table.columns}
    columns = ", ".join(
        f'{table.name if column.name in names else HANDS.name}."{column.name}"'
        for column in columns_of(table)
        if column is not PRICED
    )
    if table is HANDS:
        columns += f", {HANDS.name}.hand_key IN (SELECT hand_key FROM {PRICED_HANDS.name}) AS {PRICED.name}"
    joined = "" if _IDENTITY[-1].name in names else f"JOIN {HANDS.name} USING (hand_key)"
    order = ", ".join(f"{table.name}.{name}" for name in ("hand_key", _ROW.get(table.name)) if name)
    first, last = (keys[0], keys[-1]) if keys else (0, -1)
    query = (
        f"SELECT {columns} FROM {table.name} {joined} "
        f"WHERE {table.name}.hand_key BETWEEN ? AND ? AND {table.name}.hand_key IN (SELECT unnest(?::BIGINT[])) "
        f"ORDER BY {order}"
    )
    frame = pl.DataFrame(ArrowStream(hands.con.sql(query, params=[first, last, list(keys)])))
    return frame if hands.names is None else _anonymize(hands, hands.names, table, frame)


def _anonymize(
    hands: HandsToExport, names: Pseudonyms, table: TableSchema, frame: pl.DataFrame
) -> pl.DataFrame:
    """Return the rows with pseudonyms, and without texts that can have names in them; see `history.anonymize`."""
    if table is HANDS:
        private = hands.con.sql(
            "SELECT DISTINCT hand_key FROM hand_texts WHERE hand_key IN (SELECT unnest(?::BIGINT[])) "
            r"AND regexp_matches(text, '^[^\n]*#\d+: \{')",
            params=[frame["hand_key"].to_list()],
        ).fetchall()
        club = pl.col("hand_key").is_in([key for (key,) in private]) & pl.col("tournament_id").is_null()
        return frame.with_columns(table_name=pl.when(club).then(pl.lit(PRIVATE_CLUB)).otherwise("table_name"))
    if table is EVENTS:
        talk = pl.col("kind") == "Talked"
        said = talk & pl.col("text").str.starts_with("said")
        frame = frame.filter(~said & (pl.col("kind") != "BountyWon")).with_columns(
            text=pl.when(talk).then(pl.col("text").str.split(":").list.first()).otherwise("text")
        )
    if "player" not in frame.columns:
        return frame
    known = {player: names.of(player) for player in frame["player"].drop_nulls().unique(maintain_order=True)}
    return frame.with_columns(pl.col("player").replace_strict(known, default=None, return_dtype=pl.String))


def _nest(frame: pl.DataFrame, rows: pl.DataFrame, table: TableSchema) -> pl.DataFrame:
    """Return the hands with one more column, the list of their rows in a table."""
    nested = pl.struct(rows.columns[_NESTED:]).alias(table.name)
    lists = rows.group_by("hand_key", maintain_order=True).agg(nested)
    joined = frame.join(lists, on="hand_key", how="left", maintain_order="left")
    return joined.with_columns(pl.col(table.name).fill_null(pl.lit([], dtype=joined.schema[table.name])))


def _write_dictionary(hands: HandsToExport, place: Path, file_format: str, files: Sequence[str]) -> Path:
    """Write the data dictionary: each table with its file, and each column with its type and meaning."""
    key = _IDENTITY[0].name  # 64 bits in a database of Parquet files
    wide = {key: "BIGINT"} if _read(hands, HANDS, []).schema[key] == pl.Int64 else {}
    tables = [
        {
            "table": table.name,
            "file": file,
            "meaning": table.meaning,
            "columns": [
                {"name": column.name, "type": wide.get(column.name, column.type), "meaning": column.meaning}
                for column in columns_of(table)[
                    _NESTED if file_format == "json" and table is not HANDS else 0 :
                ]
            ],
        }
        for table, file in zip(TABLES, files, strict=True)
    ]
    described = {
        "written_by": f"badugi-hh {__version__}",
        "format": file_format,
        "price_model": model_of_prices(hands.con),
        "notes": _NOTES[file_format],
        "tables": tables,
    }
    path = place / DICTIONARY
    path.write_text(json.dumps(described, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return path


@contextmanager
def _disk_errors() -> Iterator[None]:
    """Raise an error of the operating system as an `OSError` with its number, which Polars has only in its message."""
    try:
        yield
    except (pl.exceptions.ComputeError, OSError) as error:
        number = _OS_ERROR.search(str(error))
        if number is None:
            raise
        raise OSError(int(number[1]), os.strerror(int(number[1]))) from error


def escape_texts(frame: pl.DataFrame) -> pl.DataFrame:
    """Return a frame in which no text is empty or begins like a formula; only columns of texts change."""
    texts = (pl.col(name) for name, kind in frame.schema.items() if kind == pl.String)
    return frame.with_columns(
        pl.when(text.str.contains(_ESCAPED)).then(text.str.replace("^", ESCAPE)).otherwise(text)
        for text in texts
    )


def as_csv(frame: pl.DataFrame) -> str:
    """Return a frame as the text of a CSV file."""
    return escape_texts(frame).write_csv(datetime_format=TIME)
