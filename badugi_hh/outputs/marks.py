"""Signs pages and text tables with a mark, which identifies files of this tool and detects later changes.

A mark has the version and a checksum of the rest of the file. That of a Parquet file is in its metadata, see
`badugi_hh.report.own_files`; CSV and JSON files have none.
"""

import hashlib
import re
from pathlib import Path

from badugi_hh.installation import __version__

GENERATOR = f"badugi-hh {__version__}"
"""The name and version of this tool, as in the `<meta name="generator">` of a page."""

TABLE = f"statistics by {GENERATOR}"
"""The first line of a text table in a file, before it is signed."""

_MARK = re.compile(
    rb"(?:statistics by |"
    rb'<!DOCTYPE html>\s*<html[^>]*>\s*<head>\s*<meta charset="utf-8">\s*<meta name="generator" content=")'
    rb'badugi-hh \d[^\s",]*'
)
_CHECKSUM = re.compile(rb", checksum ([0-9a-f]{16})")
_HEAD = 1024  # bytes at the start of a file that contain a mark


def sign(text: bytes) -> bytes:
    """Return a page or table with a checksum in its mark.

    Raises:
        ValueError: the text has no mark.
    """
    mark = _MARK.match(text)
    if mark is None:
        raise ValueError("a text without a mark cannot be signed")
    return b"%b, checksum %b%b" % (text[: mark.end()], checksum(text), text[mark.end() :])


def is_signed(text: bytes) -> bool:
    """Return whether a text has a mark and is unchanged since it was signed."""
    mark = _MARK.match(text)
    found = mark and _CHECKSUM.match(text, mark.end())
    return bool(mark and found and found[1] == checksum(text[: mark.end()] + text[found.end() :]))


def is_marked(path: Path) -> bool:
    """Return whether a file begins with a mark, signed or not; False if it is not a file or cannot be read."""
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            return _MARK.match(file.read(_HEAD)) is not None
    except OSError:
        return False


def checksum(text: bytes) -> bytes:
    """Return the checksum of a content in a mark."""
    return hashlib.sha256(text).hexdigest()[:16].encode()
