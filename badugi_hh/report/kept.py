"""Keeps what takes long to make and depends on the installation alone, beside the modules that Python keeps compiled.

Where Python keeps none, or the folder cannot be written, nothing is kept, and what is needed is made each time.
"""

import sys
from contextlib import suppress
from hashlib import sha256
from importlib.util import cache_from_source
from pathlib import Path

import jinja2

from badugi_hh.installation import __version__
from badugi_hh.outputs import OutputError, OutputFile

_DIGEST = sha256().digest_size


def read_kept(name: str) -> bytes | None:
    """Return what this installation keeps under a name, None if it is not there or damaged."""
    with suppress(OSError, RuntimeError):
        whole = _file(name).read_bytes()
        if sha256(whole[_DIGEST:]).digest() == whole[:_DIGEST]:
            return whole[_DIGEST:]
    return None


def keep(name: str, data: bytes) -> None:
    """Keep data under a name, completely or not at all, and nothing else whose name begins alike before a hyphen."""
    if sys.dont_write_bytecode:
        return
    with suppress(OSError, RuntimeError, OutputError):
        file = _file(name)
        OutputFile(file, force=True).write(sha256(data).digest() + data)
        for other in file.parent.glob(f"{name.partition('-')[0]}-*{''.join(file.suffixes[-2:])}"):
            if other != file:
                other.unlink()


def _file(name: str) -> Path:
    """Return the file of a name, for one version of Python.

    Raises:
        RuntimeError: this Python keeps no compiled modules.
        OSError: the sources cannot be read.
    """
    compiled = Path(cache_from_source(__file__))
    return compiled.with_name(f"{name}-{_installation()}.{sys.implementation.cache_tag}.kept")


def _installation() -> str:
    """Return what changes with what is kept: the versions, and how templates and texts are made."""
    how = Path(__file__).with_name("templates.py").read_bytes()
    return sha256(f"{__version__} {jinja2.__version__} ".encode() + how).hexdigest()[:16]
