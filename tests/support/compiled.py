"""Tests of compiled loops: skipped where numba is not installed, unless it is required."""

import os
from collections.abc import Callable
from typing import Any, TypeVar

import pytest

from badugi_hh.solve.compiled import COMPILED

_Test = TypeVar("_Test", bound=Callable[..., Any])

REQUIRED = "BADUGI_HH_SOLVE_TESTS"
"""With this variable, as in `.ci/run`, a missing numba is a failure and not a reason to skip."""


def compiled(test: _Test) -> _Test:
    """Skip a test where numba is not installed; `-m solve` selects it."""
    skip = pytest.mark.skipif(not COMPILED, reason="numba is not installed: pip install -e '.[solve]'")
    return pytest.mark.solve(skip(test))


def check_required() -> None:
    """Fail if numba is required and missing."""
    if REQUIRED in os.environ and not COMPILED:
        pytest.fail("numba is not installed: pip install -e '.[solve]'")
