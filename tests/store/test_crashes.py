"""Imports that are killed, interrupted or find the disk full end with the same database as an undisturbed one."""

import signal
import subprocess
import sys
import time

import pytest
from support.crashes import run_crashes

from badugi_hh.simulate import simulate, write_files

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="sends signals")

# The command that says on standard output when Python itself has begun, which ends with a traceback until then.
BEGUN = """
from badugi_hh.__main__ import main
print("begun", flush=True)
main()
"""


@pytest.mark.parametrize(
    "seconds", [0.05, *(pytest.param(n / 10, marks=pytest.mark.long) for n in range(1, 20))]
)
def test_ctrl_c_at_any_moment_is_one_line(seconds, tmp_path):
    write_files(simulate(60, 11), tmp_path / "in")
    command = [sys.executable, "-c", BEGUN, "import", str(tmp_path / "in"), "--no-prices"]
    process = subprocess.Popen(
        [*command, "--db", str(tmp_path / "hands.duckdb")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    time.sleep(seconds)
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=120)
    if process.returncode:  # else it was done before
        assert (process.returncode, out) == (130, "")
        assert errors.startswith("badugi-hh: interrupted")
        assert errors.count("\n") == 1


@pytest.mark.parametrize(
    ("kills", "fills", "hands", "seed"),
    [(1, 0, 20, 6), pytest.param(100, 20, 400, 100, marks=pytest.mark.long)],
)
def test_disturbed_imports_are_completed(tmp_path, kills, fills, hands, seed):
    outcome = run_crashes(tmp_path, kills=kills, fills=fills, hands=hands, seed=seed)
    assert outcome.faults == []
    assert outcome.done["killed"] >= kills
