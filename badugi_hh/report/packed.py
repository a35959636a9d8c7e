"""Compresses the large blocks of the page, which its scripts decompress only when they need them."""

import gzip
from base64 import b64encode

from markupsafe import Markup


def pack(text: str) -> Markup:
    """Return a text compressed by gzip, in base64, as the content of a script element; equal texts give equal blocks."""
    return Markup(b64encode(gzip.compress(text.encode(), 9, mtime=0)).decode())  # noqa: S704 - base64 has no markup
