"""Hands that are checked in several processes: the same result, whatever happens to the processes."""

import os
import pickle
import signal
from functools import partial
from pathlib import Path

import pytest

from badugi_hh.history.blocks import Block
from badugi_hh.problems import CODES, Place, Problem
from badugi_hh.store import prepare, workers
from badugi_hh.store.workers import WorkerError, Workers

PREPARE = partial(prepare.prepare, rules="pokerstars")
LINUX = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are found in /proc")


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
def test_a_worker_that_dies_is_one_line() -> None:
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


def _children(parent: int) -> list[int]:
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
