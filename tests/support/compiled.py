"""Tests of compiled loops: skipped where numba is not installed, unless it is required."""

import os

import pytest

from badugi_hh.solve.compiled import COMPILED

REQUIRED = "BADUGI_HH_SOLVE_TESTS"
"""With this variable, as in `.ci/run`, a missing numba is a failure and not a reason to skip."""

compiled = pytest.mark.skipif(not COMPILED, reason="numba is not installed: pip install -e '.[solve]'")


def check_required() -> None:
    """Fail if numba is required and missing."""
    if REQUIRED in os.environ and not COMPILED:
        pytest.fail("numba is not installed: pip install -e '.[solve]'")
