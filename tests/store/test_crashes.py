"""Imports that are killed or find the disk full end with the same database as an undisturbed one."""

import sys
from pathlib import Path

import pytest
from support.crashes import run_crashes

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="finds processes in /proc")


@pytest.mark.long
def test_disturbed_imports_are_completed(tmp_path: Path) -> None:
    """`test_workers.py` kills one import."""
    outcome = run_crashes(tmp_path, kills=100, fills=20, hands=400, seed=100)
    assert outcome.faults == []
    assert outcome.killed >= 100
    assert min(outcome.done["parent killed"], outcome.done["worker killed"]) > 10
