"""A command waits while another process uses the database, says so on standard error, and never hangs silently."""

import inspect
import json
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from shutil import copyfile

import duckdb
import pytest
from support.commands import run

import badugi_hh
from badugi_hh.cli.app import COMMANDS, find_command
from badugi_hh.store.database import DatabaseInUseError, open_database
from badugi_hh.store.file_errors import Holder, find_holder, has_no_locks

RUN = [sys.executable, "-m", "badugi_hh"]
HOLD_IT = """
import sys
from pathlib import Path
from badugi_hh.store.database import open_database

con = open_database(Path(sys.argv[1]), read_only="read" in sys.argv)
print("open", flush=True)
sys.stdin.read()
con.close()
"""
HOLD = [sys.executable, "-c", HOLD_IT]


@pytest.fixture(scope="module")
def new(tmp_path_factory):
    """A database without rows, to be copied."""
    path = tmp_path_factory.mktemp("new") / "hands.duckdb"
    open_database(path).close()
    return path


@pytest.fixture
def db(new, tmp_path):
    return copyfile(new, tmp_path / "hands.duckdb")


@contextmanager
def started(command):
    """Start a process that does not outlive its test."""
    process = subprocess.Popen(
        [*map(str, command)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@contextmanager
def held(db, *how):
    """Keep the database open in another process."""
    with started([*HOLD, db, *how]) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "open\n"
        yield other


def test_every_command_with_a_database_can_refuse_to_wait():
    for name in COMMANDS:
        command = find_command(name)
        parameters = inspect.signature(command).parameters
        assert ("db" in parameters) == ("no_wait" in parameters), name


def test_a_command_waits_for_its_turn(db, history):
    """A reader and an import wait for a process that writes, each with one line, and then do their work."""
    query = "SELECT count(*) AS n FROM files"
    with held(db) as other:
        waiting = f"waiting for another program (PID {other.pid}: python"
        with (
            started([*RUN, "sql", query, "--json", "--db", db]) as reader,
            started([*RUN, "import", "--no-prices", history, "--json", "--db", db]) as writer,
        ):
            for each in (reader, writer):
                assert each.stderr is not None
                line = each.stderr.readline()
                assert line.startswith(waiting)
                assert line.rstrip().endswith("Ctrl-C ends the wait, and --no-wait does not wait")
            time.sleep(0.5)
            assert (reader.poll(), writer.poll()) == (None, None)
            other.communicate("")
            answers = [each.communicate(timeout=60) for each in (reader, writer)]
            assert (reader.returncode, writer.returncode) == (0, 0)
    assert json.loads(answers[0][0])[0]["n"] in {0, 1}
    assert json.loads(answers[1][0])["stored"] == 1


def test_python_waits_for_its_turn(db, caplog):
    with held(db) as other, ThreadPoolExecutor() as threads:

        def count():
            with badugi_hh.open(db, read_only=True) as hands:
                return hands.sql("SELECT count(*) AS n FROM files").item()

        answer = threads.submit(count)
        while not caplog.records and not answer.done():
            time.sleep(0.01)
        (record,) = caplog.records
        assert record.getMessage().startswith(f"waiting for another program (PID {other.pid}: python")
        assert record.getMessage().endswith(f", which uses {db}; no_wait=True raises an error instead")
        assert not answer.done()
        other.communicate("")
        assert answer.result(60) == 0
    assert len(caplog.records) == 1


def test_python_can_refuse_to_wait(db):
    with held(db), pytest.raises(badugi_hh.DatabaseError, match="is in use by another program"):
        badugi_hh.open(db, no_wait=True)


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="the system does not show command lines")
def test_the_command_that_uses_the_database_is_named(db):
    with (
        held(db, "/usr/bin/badugi-hh", "--quiet", "import") as other,
        pytest.raises(DatabaseInUseError) as caught,
    ):
        open_database(db)
    assert caught.value.holder == Holder(other.pid, "badugi-hh import")


def test_no_wait_ends_at_once(db):
    with held(db) as other:
        done = run("hands", "--db", db, "--no-wait", "--json")
    assert (done.exit_code, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"badugi-hh: {db} is in use by another program (PID {other.pid}: python")
    assert line.endswith("; wait until it ends, or close it")


def test_ctrl_c_ends_the_wait(db, history):
    with held(db), started([*RUN, "import", "--no-prices", history, "--db", db]) as waiting:
        assert waiting.stderr is not None
        assert waiting.stderr.readline().startswith("waiting for ")
        waiting.send_signal(signal.SIGINT)
        out, err = waiting.communicate(timeout=60)
    assert (waiting.returncode, out, err) == (130, "", "badugi-hh: interrupted\n")


def test_messages_of_duckdb_about_locks():
    posix = (
        'IO Error: Could not set lock on file "/a/b.duckdb": Conflicting lock is held in /usr/bin/some shell (PID 999999999). '
        "See also https://duckdb.org/docs"
    )
    windows = 'IO Error: Cannot open file "b.duckdb": The process cannot access the file because it is being used by another process.'
    assert find_holder(posix) == Holder(999999999, "some shell")
    assert str(find_holder(posix)) == "another program (PID 999999999: some shell)"
    assert str(find_holder(windows)) == "another program"
    assert find_holder("IO Error: Corrupt database file: block 7") is None
    assert not any(map(has_no_locks, [posix, windows, "IO Error: Corrupt database file: block 7"]))


@pytest.mark.parametrize(
    "said", ["No locks available", "Function not implemented", "Operation not supported"]
)
def test_a_file_system_without_locks_is_named(db, said, monkeypatch):
    """DuckDB refuses such a file with the words that it uses for a lock of another process; no wait would end."""

    connect = duckdb.connect

    def refuse(path="", **_):
        if not path:  # in memory
            return connect()
        raise duckdb.IOException(
            f'IO Error: Could not set lock on file "{path}": {said}. See also https://duckdb.org/docs'
        )

    monkeypatch.setattr(duckdb, "connect", refuse)
    for command in ("hands", "retry"):
        done = run(command, "--db", db)
        assert done.exit_code == 2
        (line,) = done.stderr.splitlines()
        assert line.startswith(f"badugi-hh: {db} cannot be locked: its file system has no locks; ")
