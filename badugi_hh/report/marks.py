"""By what a file is known that this tool wrote: a mark in a page, a table or a Parquet file, a header, a shape.

Only what `report` and `stats` write is known here, and only as it was written: a CSV file with one more column is
somebody's work. A folder of histories has a list of its own, see `badugi_hh.outputs.folder`.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl

from badugi_hh import __version__
from badugi_hh.stats.engine.frames import catalogue_frame, comparison_frame, stats_frame
from badugi_hh.stats.selection.dimensions import DIMENSIONS

MARK = "badugi-hh"
"""The key of a Parquet file's metadata that names the version."""

GENERATOR = f"badugi-hh {__version__}"
"""What wrote a page, as its `<meta name="generator">` says."""

TABLE = f"statistics by badugi-hh {__version__}"
"""The first line of a table in a file."""

_HEAD = 4096  # bytes in which a mark or header stands
_LARGEST = 8 * 1024 * 1024  # bytes of JSON that are looked at
_GAP = re.compile(r"[\s,]*")
_PAGE = re.compile(
    rb'<!DOCTYPE html>\s*<html[^>]*>\s*<head>\s*<meta charset="utf-8">\s*<meta name="generator" content="badugi-hh \d'
)
_TABLE = re.compile(rb"statistics by badugi-hh \d[^\n]*\n")
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
    return bool(_PAGE.match(head) or _TABLE.match(head)) or _is_header(head)


def _is_header(head: bytes) -> bool:
    """Return whether a file begins with the header of a table of figures, split by dimensions or not."""
    line, end, _ = head.partition(b"\n")
    names = line.decode("ascii", "replace").split(",")
    for frame in (stats_frame(()), comparison_frame(()), catalogue_frame(())):
        first, rest = frame.columns[:2], frame.columns[2:]
        between = names[2 : len(names) - len(rest)]
        if end and [*first, *between, *rest] == names and all(name in DIMENSIONS for name in between):
            return True
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
