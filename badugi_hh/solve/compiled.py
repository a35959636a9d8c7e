"""Compiles loops with numba where it is installed; without it they run in plain Python, for small games only."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

_Function = TypeVar("_Function", bound=Callable[..., Any])

try:
    import numba
except ImportError:  # the extra `solve` is not installed
    COMPILED = False
else:
    COMPILED = True


def jit(function: _Function) -> _Function:
    """Return the compiled function; it releases Python's lock, may reorder sums, and is kept on disk."""
    if not COMPILED:
        return function
    options: dict[str, Any] = {
        "cache": True,
        "nogil": True,
        "fastmath": {"reassoc", "contract", "nsz", "arcp"},
    }
    return cast("_Function", numba.njit(**options)(function))
