"""How a file that `report` or `stats` wrote is recognized: by its mark, its exact form, or its shape.

A file that was changed is the user's: a page or table with another checksum, a CSV file with one more column or cells
written in another way. A folder of histories has a list of its own, see `badugi_hh.outputs.folder`.
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
"""The key of a Parquet file's metadata that names the version."""

_HEAD = 4096  # bytes in which a header stands
_LARGEST = 8 * 1024 * 1024  # bytes of JSON that are looked at
_GAP = re.compile(r"[\s,]*")
_SHAPES = (
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
    """Return the columns of a table of figures, split by dimensions or not, whose header a file begins with."""
    line, end, _ = head.partition(b"\n")
    names = line.decode("ascii", "replace").split(",")
    for frame in (stats_frame(()), comparison_frame(()), catalogue_frame(())):
        first, rest = frame.columns[:2], frame.columns[2:]
        between = names[2 : len(names) - len(rest)]
        if end and [*first, *between, *rest] == names and all(name in DIMENSIONS for name in between):
            return pl.Schema({name: frame.schema.get(name, pl.String) for name in names})
    return None


def _is_csv(data: bytes, columns: pl.Schema) -> bool:
    """Return whether each cell has the type of its column and is written as here: the same table gives the same bytes."""
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
    """Return whether a file is a list of groups, comparisons or statistics; of a large one the beginning is read."""
    with path.open("rb") as file:
        data = file.read(_LARGEST)
        whole = not file.read(1)
    try:
        items = json.loads(data) if whole else list(_items(data.decode("utf-8", "ignore")))
    except (ValueError, RecursionError):
        return False
    return (whole or items != []) and all(_is_item(item) for item in items)


def _items(text: str) -> Iterator[Any]:
    """Yield the items of a list that goes on after the end of the text, as many as are there in whole."""
    decoder, place = json.JSONDecoder(), 1
    while gap := _GAP.match(text, place):
        try:
            item, place = decoder.raw_decode(text, gap.end())
        except ValueError:
            return
        yield item


def _is_item(item: object) -> bool:
    return isinstance(item, dict) and any(item.keys() - {"by"} == shape for shape in _SHAPES)
