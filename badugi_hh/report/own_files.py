"""Recognizes files that `report` or `stats` wrote: by their mark, their exact form, or their structure.

A file that was changed since belongs to the user: a page or table with another checksum, a CSV file with another column
or with cells in another format. Folders of histories have a manifest instead, see `badugi_hh.outputs.folder`.
"""

import json
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import polars as pl

from badugi_hh.outputs.marks import is_marked, is_signed
from badugi_hh.stats.engine.frames import catalogue_frame, comparison_frame, stats_frame
from badugi_hh.stats.selection.dimensions import DIMENSIONS

MARK = "badugi-hh"
"""The metadata key of a Parquet file with the version."""

_HEAD = 4096  # bytes at the start of a file that contain a header
_LARGEST = 8 * 1024 * 1024  # bytes of a JSON file that are parsed
_GAP = re.compile(r"[\s,]*")
_KEYS = (
    {"player", "hands", "stats"},
    {"first", "second", "hands", "stats"},
    set(catalogue_frame(()).columns),
)


def is_ours(path: Path) -> bool:
    """Return whether `report` or `stats` wrote a file.

    Raises:
        OSError: the file cannot be read.
    """
    with path.open("rb") as file:
        head = file.read(_HEAD)
    if head.startswith(b"PAR1"):
        return _is_parquet(path)
    if head.startswith(b"["):
        return _is_json(path)
    if (columns := _columns(head)) is not None:
        return _is_csv(path.read_bytes(), columns)
    return is_marked(path) and is_signed(path.read_bytes())


def _columns(head: bytes) -> pl.Schema | None:
    """Return the columns of a table of statistics, split by dimensions or not, if a file begins with its header."""
    line, end, _ = head.partition(b"\n")
    names = line.decode("ascii", "replace").split(",")
    for frame in (stats_frame(()), comparison_frame(()), catalogue_frame(())):
        first, rest = frame.columns[:2], frame.columns[2:]
        between = names[2 : len(names) - len(rest)]
        if (
            end
            and [*first, *between, *rest] == names
            and all(name in DIMENSIONS or name == "tz" for name in between)
        ):
            return pl.Schema({name: frame.schema.get(name, pl.String) for name in names})
    return None


def _is_csv(data: bytes, columns: pl.Schema) -> bool:
    """Return whether the table has the types of its columns and, written again, the same bytes."""
    try:
        return pl.read_csv(BytesIO(data), schema=columns).write_csv().encode() == data
    except pl.exceptions.PolarsError:
        return False


def _is_parquet(path: Path) -> bool:
    try:
        return MARK in pl.read_parquet_metadata(path)
    except pl.exceptions.PolarsError:
        return False


def _is_json(path: Path) -> bool:
    """Return whether a file is a JSON list of groups, comparisons or statistics; only the start of a large file is read."""
    with path.open("rb") as file:
        data = file.read(_LARGEST)
        whole = not file.read(1)
    try:
        items = json.loads(data) if whole else list(_items(data.decode("utf-8", "ignore")))
    except (ValueError, RecursionError):
        return False
    return (whole or items != []) and all(_is_item(item) for item in items)


def _items(text: str) -> Iterator[Any]:
    """Yield the complete items at the start of a list that is cut off at the end of the text."""
    decoder, place = json.JSONDecoder(), 1
    while gap := _GAP.match(text, place):
        try:
            item, place = decoder.raw_decode(text, gap.end())
        except ValueError:
            return
        yield item


def _is_item(item: object) -> bool:
    return isinstance(item, dict) and any(item.keys() - {"by", "tz"} == shape for shape in _KEYS)
