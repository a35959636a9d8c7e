"""The programs that make tables and the blueprint, which are no part of the package. They run as plain Python here, without numba."""

import sys
from types import SimpleNamespace
from typing import Any


def _compiled_by_nobody(*given: Any, **_options: object) -> Any:
    return given[0] if given and callable(given[0]) else lambda function: function


_PLAIN = SimpleNamespace(njit=_compiled_by_nobody, register_jitable=_compiled_by_nobody)
sys.modules |= {"numba": _PLAIN, "numba.extending": _PLAIN}  # type: ignore[dict-item]
