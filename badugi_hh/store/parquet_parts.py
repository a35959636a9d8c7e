"""Writes the parts of a database of Parquet files: a folder that several processes or machines can write at once.

A part is the rows of some files, as `badugi_hh.rows_from` returns them: one Parquet file in the folder of each table. A
part belongs to the database from the moment its file in `meta` is there, which is written last. Two parts must not have
a hand in common. `badugi_hh.store.parquet_views` reads such a database; nothing is ever added to a part.
"""

import os
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from operator import index
from pathlib import Path

import polars as pl

from badugi_hh.facts.schema import FILES, META, TABLES
from badugi_hh.installation import __version__
from badugi_hh.outputs import OutputError
from badugi_hh.store.database import SCHEMA_VERSION

MOST_PARTS = 2**31
"""Parts have numbers below this; a key is 64 bits: the number of the part, and the key within the part."""

_NAMES = {table.name for table in TABLES}


def write_part(rows: Mapping[str, pl.DataFrame], folder: Path, number: int) -> None:
    """Write the rows of `rows_from` as the part `number` of the database in `folder`; the same part is replaced.

    Keys get the number of the part, so they are unique in the database. A part that replaces another keeps its time of
    creation, by which an export recognizes the database.

    Raises:
        OutputError: the folder has other files, or cannot be written.
        TypeError: the number is not an integer.
        ValueError: the number is below 0 or too large.
    """
    number = index(number)
    if not 0 <= number < MOST_PARTS:
        raise ValueError(f"the number of a part is from 0 to {MOST_PARTS - 1:,}, not {number}")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        present = {entry.name for entry in folder.iterdir()}
        other = sorted(present - _NAMES)
        # `meta` is the first folder, so that this is also true while other processes write their first parts.
        other = other or sorted(name for name in present if not (folder / META.name).is_dir())
        if other:
            raise OutputError(f"{folder} has other files, such as {other[0]}; name a folder of its own")
        (folder / META.name).mkdir(exist_ok=True)
        file = f"part-{number:010}.parquet"
        finished = folder / META.name / file
        created = _find_creation(finished)
        finished.unlink(missing_ok=True)
        for name, frame in _frames(rows, number, created):
            place = folder / name
            place.mkdir(exist_ok=True)
            unfinished = place / f".{file}.{os.getpid()}"
            try:
                frame.write_parquet(unfinished, compression="zstd")
                unfinished.replace(place / file)
            finally:
                unfinished.unlink(missing_ok=True)
    except OSError as error:
        raise OutputError(f"{folder} cannot be written: {error.strerror or error}") from error


def _find_creation(finished: Path) -> datetime | None:
    """Return the time of creation of a part, None if it is missing or cannot be read."""
    try:
        created = pl.read_parquet(finished, columns=["created_at"])["created_at"].min()
    except (OSError, pl.exceptions.PolarsError):
        return None
    return created if isinstance(created, datetime) else None


def _frames(
    rows: Mapping[str, pl.DataFrame], number: int, created: datetime | None
) -> Iterator[tuple[str, pl.DataFrame]]:
    """Yield the rows of each table, with the keys of the part; `meta` is the last."""
    now = datetime.now(UTC).replace(tzinfo=None)
    for table in TABLES:
        if table is META:
            continue
        frame = rows[table.name].select(table.names)
        if table is FILES:
            frame = frame.with_columns(imported_at=pl.lit(now, pl.Datetime("us")))
        keys = [name for name in table.names if name.endswith("_key")]
        yield table.name, frame.with_columns(pl.col(keys).cast(pl.Int64) + (number << 32))
    meta = (SCHEMA_VERSION, f"badugi-hh {__version__}", created or now)
    yield META.name, pl.DataFrame([meta], schema=META.names, orient="row")
