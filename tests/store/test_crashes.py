"""Imports that are killed, interrupted or find the disk full end with the same database as an undisturbed one."""

import signal
import subprocess
import sys
import time
from contextlib import closing
from itertools import product

import pytest
from support.commands import run
from support.crashes import run_crashes
from support.database_rows import everything
from support.spread import few

from badugi_hh.simulate import simulate, write_files
from badugi_hh.store.database import open_database

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="sends signals")

# The command with small batches and transactions, which says on standard error when a batch is stored.
RUN = """
import sys, time
from badugi_hh.store import batches, hand_checks, intake
intake.BATCH, batches.MOST_BATCHES, hand_checks.FEW = 20, 2, 10
store = intake.Intake.import_batch
def say(*args):
    store(*args)
    print("stored", file=sys.stderr, flush=True)
    time.sleep(0.1)
intake.Intake.import_batch = say
from badugi_hh.cli import main
main()
"""

# The command that says on standard output when Python itself has begun, which ends with a traceback until then.
BEGUN = """
from badugi_hh.__main__ import main
print("begun", flush=True)
main()
"""


@pytest.fixture(scope="module")
def histories(tmp_path_factory, root):
    """Simulated histories, one of them twice, and files with faults and other games."""
    folder = tmp_path_factory.mktemp("histories")
    paths = write_files(simulate(60, 11), folder)
    (folder / "z-again.txt").write_bytes(paths[0].read_bytes() + b"\n")
    for path in sorted((root / "sample_histories" / "broken").glob("?0[13]-*")):
        (folder / f"broken-{path.name}").write_bytes(path.read_bytes())
    return folder


def imported(histories, db):
    """Import the histories into a database; return all its rows."""
    done = run("import", histories, "--db", db, "--no-prices")
    assert done.exit_code == 1, done.stderr  # the broken samples
    with closing(open_database(db)) as con:
        return everything(con)


@pytest.fixture(scope="module")
def undisturbed(histories, tmp_path_factory):
    return imported(histories, tmp_path_factory.mktemp("undisturbed") / "hands.duckdb")


@pytest.mark.parametrize(
    ("batches", "how"),
    few(
        list(product([1, 2, 3, 5], [signal.SIGKILL, signal.SIGINT])),
        (2, signal.SIGKILL),
    ),
)
def test_an_import_that_ends_early_leaves_whole_files(how, batches, histories, undisturbed, tmp_path):
    db = tmp_path / "hands.duckdb"
    command = [sys.executable, "-c", RUN, "import", str(histories), "--db", str(db), "--no-prices"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        for _ in range(batches):
            assert process.stderr.readline() == "stored\n"
        process.send_signal(how)
        _, errors = process.communicate(timeout=120)
    assert process.returncode == {signal.SIGKILL: -how, signal.SIGINT: 130}[how], errors
    assert ("badugi-hh: interrupted" in errors) is (how is signal.SIGINT)
    completed = imported(histories, db)
    assert {name: len(own) for name, own in completed.items()} == {
        name: len(own) for name, own in undisturbed.items()
    }
    assert completed["seats"] == undisturbed["seats"]


@pytest.mark.parametrize(
    "seconds", [0.05, *(pytest.param(n / 10, marks=pytest.mark.long) for n in range(1, 20))]
)
def test_ctrl_c_at_any_moment_is_one_line(seconds, histories, tmp_path):
    command = [sys.executable, "-c", BEGUN, "import", str(histories), "--no-prices"]
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
    if process.returncode != 1:  # 1: it was done before
        assert (process.returncode, out) == (130, "")
        assert errors.startswith("badugi-hh: interrupted")
        assert errors.count("\n") == 1


@pytest.mark.long
def test_disturbed_imports_are_completed(tmp_path):
    outcome = run_crashes(tmp_path, kills=100, fills=20, hands=400, seed=100)
    assert outcome.faults == []
    assert outcome.done["killed"] >= 100
