"""Keeps what takes long to make and depends on the installation alone, beside the modules that Python keeps compiled.

Where Python keeps none, or the folder cannot be written, nothing is kept, and what is needed is made each time.
"""

import sys
from contextlib import suppress
from importlib.util import cache_from_source
from pathlib import Path

from badugi_hh.installation import __version__
from badugi_hh.outputs import OutputError, OutputFile


def read_kept(name: str) -> bytes | None:
    """Return what this version keeps under a name, None if it is not there."""
    with suppress(OSError):
        return _file(name).read_bytes()
    return None


def keep(name: str, data: bytes) -> None:
    """Keep data under a name, completely or not at all."""
    if not sys.dont_write_bytecode:
        with suppress(OutputError):
            OutputFile(_file(name), force=True).write(data)


def _file(name: str) -> Path:
    return Path(cache_from_source(__file__)).with_name(f"{name}-{__version__}.kept")
