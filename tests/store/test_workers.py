"""Hands that are checked in several processes: the same result, whatever happens to the processes."""

import gzip
import os
import pickle
import re
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest
from support.commands import run

from badugi_hh.api import validate as validation
from badugi_hh.cli.console import UNUSABLE
from badugi_hh.history.blocks import Block
from badugi_hh.problems import CODES, Place, Problem
from badugi_hh.simulate import simulate, write_files
from badugi_hh.store import prepare, workers
from badugi_hh.store.hand_checks import check_texts
from badugi_hh.store.workers import WorkerError, Workers

HANDS = 25
PREPARE = partial(prepare.prepare, rules="pokerstars")
LINUX = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are found in /proc")


@pytest.fixture(scope="module")
def histories(tmp_path_factory, root):
    """Simulated histories, some of them twice or from another view, and files with faults and other games."""
    folder = tmp_path_factory.mktemp("histories")
    paths = write_files(simulate(HANDS, 11), folder)
    (folder / "z-again.txt").write_bytes(paths[0].read_bytes() + b"\n")
    for path in sorted((root / "sample_histories" / "broken").glob("?0[13]-*")):
        (folder / f"broken-{path.name}").write_bytes(path.read_bytes())
    return folder


@pytest.fixture
def small(monkeypatch):
    """Start workers for however few hands, and give each little at a time."""
    monkeypatch.setattr(workers, "FEW", 0)


@pytest.mark.parametrize("code", CODES.values(), ids=CODES)
def test_a_code_of_another_process_is_the_same(code):
    problem = Problem(CODES[code.id], Place("a.txt", 3), "wrong", "17")  # type: ignore[attr-defined]
    assert pickle.loads(pickle.dumps(problem)).code is code  # noqa: S301 -- our own bytes


@LINUX
@pytest.mark.usefixtures("small")
def test_a_worker_that_dies_is_one_line(histories):
    blocks = [Block("a.txt", 1, "x")] * 200
    with Workers(2, PREPARE) as two:
        pieces = two.run((None, blocks[at : at + 20]) for at in range(0, 200, 20))
        next(pieces)
        for worker in _children(os.getpid()):
            os.kill(worker, signal.SIGKILL)
        with pytest.raises(WorkerError, match="with fewer jobs") as raised:
            list(pieces)
    cause = raised.value.__cause__
    assert cause is not None
    assert cause.__traceback__ is None  # keeps no buffer of the pipe


@pytest.mark.usefixtures("small")
def test_a_worker_checks_a_hand_as_this_process_does_and_shows_its_faults(histories):
    """A hand under two numbers is found by its digest; each process has its own seed for `hash`."""
    block = Block("a.txt", 1, _first_text(histories))
    (own,) = check_texts([block], "pokerstars")
    assert "digest=" in str(own.entry)
    with Workers(2, partial(check_texts, rules="pokerstars")) as two:
        results = two.run([(None, [block]), (None, None)])  # type: ignore[list-item]
        assert next(results) == (None, [own])
        with pytest.raises(RuntimeError, match="TypeError: 'NoneType' object is not iterable"):
            next(results)


# --- validate

SMALL_CHUNKS = (
    "from badugi_hh.api import validate; from badugi_hh.store import workers; "
    "workers.FEW = 0; validate.CHUNK = 10_000"
)
CHECK = [sys.executable, "-c", f"{SMALL_CHUNKS}; from badugi_hh.cli import main; main()", "validate"]


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("output", [["--json"], pytest.param([], marks=pytest.mark.long)])
def test_validate_prints_the_same_with_any_number_of_processes(output, histories, tmp_path, monkeypatch):
    """Output, order of lines, counts by file, and status; hands are also compared across processes and files."""
    torn = tmp_path / "torn.txt.gz"
    torn.write_bytes(gzip.compress(next(histories.glob("HH*")).read_bytes())[:-20])
    monkeypatch.setattr(validation, "CHUNK", 10_000)
    one, two = (run("validate", histories, torn, *output, "--jobs", jobs) for jobs in ("1", "2"))
    assert (two.exit_code, two.stdout, two.stderr) == (one.exit_code, one.stdout, one.stderr)
    assert (one.exit_code, one.stderr.count("repeated") > 0) == (UNUSABLE, True)
    assert {"X01", "X03"} <= set(re.findall(r"X\d\d", one.stdout))


@LINUX
@pytest.mark.parametrize(
    "how", ["closed", *(pytest.param(how, marks=pytest.mark.long) for how in ("worker", "interrupted"))]
)
def test_a_check_that_ends_early_ends_its_processes(how, histories, tmp_path):
    text = b"\n\n\n".join(path.read_bytes() for path in sorted(histories.glob("*.txt"))) * 9
    (tmp_path / "large.txt").write_bytes(text)
    command = [*CHECK, str(tmp_path), "--json", "--jobs", "2"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        started = _wait_for_workers(process)
        assert process.stdout is not None
        process.stdout.readline()
        if how == "closed":
            process.stdout.close()
            assert process.stderr is not None
            errors = process.stderr.read()
            process.stderr.close()
            process.wait(120)
        else:
            os.kill(
                started[0] if how == "worker" else process.pid,
                signal.SIGKILL if how == "worker" else signal.SIGINT,
            )
            _, errors = process.communicate(timeout=120)
    finally:
        process.kill()
    assert process.returncode == {"closed": 1, "worker": UNUSABLE, "interrupted": 130}[how], errors
    assert "Traceback" not in errors
    assert all(_gone(worker) for worker in started)


def _first_text(histories):
    return next(histories.glob("HH*")).read_text(encoding="utf-8-sig").split("\n\n\n")[0].strip()


def _children(parent):
    """The processes that a process started to parse hands."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            after_name = stat.read_text().rpartition(")")[2].split()
            command = (stat.parent / "cmdline").read_text()
        except OSError:  # it has ended
            continue
        if int(after_name[1]) == parent and "spawn_main" in command:
            found.append(int(stat.parent.name))
    return found


def _wait_for_workers(run):
    for _ in _polls():
        if run.poll() is not None:
            pytest.fail(f"ended before its workers started: {run.communicate()}")
        if len(workers_now := _children(run.pid)) == 2:
            return workers_now
    pytest.fail("no workers")


def _gone(process):
    for _ in _polls():
        try:
            state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
    return False


def _polls():
    for _ in range(600):
        yield
        time.sleep(0.1)
