"""Recognizes pages, text tables and Parquet files that this tool wrote, by a mark with the checksum of their content.

A file that was changed since belongs to the user. CSV and JSON have no place for a mark that every program would ignore, so
such a file is never recognized. Folders of histories have a manifest instead, see `badugi_hh.outputs.folder`.
"""

from pathlib import Path

import polars as pl

from badugi_hh.outputs.marks import GENERATOR, checksum, is_marked, is_signed

_KEY = "badugi-hh"  # of the metadata of a Parquet file
_CHECKSUM = ", checksum "


def is_ours(path: Path) -> bool:
    """Return whether this tool wrote a page, text table or Parquet file, and it is unchanged.

    Raises:
        OSError: the file cannot be read.
    """
    with path.open("rb") as file:
        head = file.read(4)
    if head == b"PAR1":
        return _is_parquet(path)
    return is_marked(path) and is_signed(path.read_bytes())


def mark_of(frame: pl.DataFrame) -> dict[str, str]:
    """Return the metadata of a Parquet file of a frame: the version of this tool, and the checksum of the values."""
    return {_KEY: f"{GENERATOR}{_CHECKSUM}{_checksum_of(frame)}"}


def _is_parquet(path: Path) -> bool:
    try:
        _, found, expected = pl.read_parquet_metadata(path).get(_KEY, "").partition(_CHECKSUM)
        return bool(found) and expected == _checksum_of(pl.read_parquet(path))
    except pl.exceptions.PolarsError:
        return False


def _checksum_of(frame: pl.DataFrame) -> str:
    return checksum(frame.write_csv().encode()).decode()
