"""Signs pages with a mark, which identifies files of this tool and detects later changes.

A mark has the version and a checksum of the rest of the file. A page that was changed since belongs to the user.
"""

import hashlib
import re
from pathlib import Path

from badugi_hh.installation import __version__

GENERATOR = f"badugi-hh {__version__}"
"""The name and version of this tool, as in the `<meta name="generator">` of a page."""

_MARK = re.compile(
    rb'<!DOCTYPE html>\s*<html[^>]*>\s*<head>\s*<meta charset="utf-8">\s*<meta name="generator" content="'
    rb'badugi-hh \d[^\s",]*'
)
_CHECKSUM = re.compile(rb", checksum ([0-9a-f]{16})")


def sign(page: bytes) -> bytes:
    """Return a page with a checksum in its mark.

    Raises:
        ValueError: the page has no mark.
    """
    mark = _MARK.match(page)
    if mark is None:
        raise ValueError("a text without a mark cannot be signed")
    return b"%b, checksum %b%b" % (page[: mark.end()], _checksum(page), page[mark.end() :])


def is_ours(path: Path) -> bool:
    """Return whether a file is a page of this tool that is unchanged since it was signed.

    Raises:
        OSError: the file cannot be read.
    """
    page = path.read_bytes()
    mark = _MARK.match(page)
    found = mark and _CHECKSUM.match(page, mark.end())
    return bool(mark and found and found[1] == _checksum(page[: mark.end()] + page[found.end() :]))


def _checksum(page: bytes) -> bytes:
    return hashlib.sha256(page).hexdigest()[:16].encode()
