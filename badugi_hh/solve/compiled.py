"""Compiles loops with numba where it is installed; without it they run in plain Python, for small games only.

numba keeps compiled functions on disk, and compiles one again if its own file has changed. A walk has the loops that it
calls inside, so that it must be compiled again if theirs has: the folder of what is kept is named by a hash of them all.
"""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

_Function = TypeVar("_Function", bound=Callable[..., Any])

try:
    import numba
except ImportError:  # the extra `solve` is not installed
    COMPILED = False
else:
    COMPILED = True
    _settings: Any = numba.config


def _folder() -> Path:
    """Return the folder of the compiled functions of these sources."""
    here = Path(__file__).parent
    made = hashlib.sha256()
    for source in sorted(here.glob("*.py")):
        text = source.read_bytes()
        if b"jit" in text:  # has compiled functions, or states how they are compiled
            made.update(text)
    given = _settings.CACHE_DIR  # NUMBA_CACHE_DIR
    return Path(given or here / "__pycache__") / f"numba-{made.hexdigest()[:12]}"


def jit(function: _Function) -> _Function:
    """Return the compiled function; it releases Python's lock, may reorder sums, and is kept on disk."""
    if not COMPILED:
        return function
    options: dict[str, Any] = {
        "cache": True,
        "nogil": True,
        "fastmath": {"reassoc", "contract", "nsz", "arcp"},
    }
    given = _settings.CACHE_DIR
    _settings.CACHE_DIR = str(_folder())  # read by njit, and not later
    try:
        return cast("_Function", numba.njit(**options)(function))
    finally:
        _settings.CACHE_DIR = given
