"""Imports that are killed or find the disk full end with the same database as an undisturbed one."""

import sys
from pathlib import Path

import pytest
from support.crashes import run_crashes

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="finds processes in /proc")


@pytest.mark.parametrize(
    ("kills", "fills", "hands"), [(1, 0, 40), pytest.param(100, 20, 400, marks=pytest.mark.long)]
)
def test_disturbed_imports_are_completed(kills: int, fills: int, hands: int, tmp_path: Path) -> None:
    outcome = run_crashes(tmp_path, kills=kills, fills=fills, hands=hands, seed=kills)
    assert outcome.faults == []
    assert outcome.killed >= kills
    if kills > 10:
        assert min(outcome.done["parent killed"], outcome.done["worker killed"]) > kills // 10
