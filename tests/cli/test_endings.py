"""How a run ends when something goes wrong on the way: real processes, their status and what they leave behind."""

import json
import shlex
import signal
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest
import typer
from support.commands import app
from typer.testing import CliRunner

from badugi_hh.cli import console, main
from badugi_hh.store.database import open_database

RUN = [sys.executable, "-c", "from badugi_hh.cli import main; main()"]
# Says on standard error when a query begins: on a busy machine nobody knows how long the start takes.
RUN_A_QUERY = [
    *RUN[:-1],
    f"""
import sys
from concurrent.futures import ThreadPoolExecutor

submit = ThreadPoolExecutor.submit

def submit_and_say(*args):
    answer = submit(*args)
    print("begun", file=sys.stderr, flush=True)
    return answer

ThreadPoolExecutor.submit = submit_and_say
{RUN[-1]}
""",
]
ENDLESS = """
    WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 1000000000000)
    SELECT count(*) FROM counted
"""
INTERRUPTED = "badugi-hh: interrupted\n"


@pytest.fixture
def db(tmp_path):
    path = tmp_path / "hands.duckdb"
    open_database(path).close()
    return path


@contextmanager
def started(*args, run=RUN):
    """Start a run that does not outlive its test."""
    process = subprocess.Popen(
        [*run, *map(str, args)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@pytest.mark.skipif(sys.platform == "win32", reason="processes are interrupted by signals")
@pytest.mark.parametrize("after", [pytest.param(0, marks=pytest.mark.long), 0.5])
def test_a_stopped_query_ends_in_one_line(db, after):
    with started("sql", ENDLESS, "--db", db, run=RUN_A_QUERY) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "begun\n"
        time.sleep(after)
        process.send_signal(signal.SIGINT)
        answer, printed = process.communicate(timeout=10)
    assert (process.returncode, answer) == (130, "")
    assert printed == INTERRUPTED


def test_what_duckdb_makes_of_an_interruption_is_one(capsys):
    """It raises a RuntimeError where a signal reaches it within a query."""
    with pytest.raises(typer.Exit) as ended, console.exit_on_user_error():
        raise RuntimeError("Query interrupted")
    assert ended.value.exit_code == 130
    assert capsys.readouterr().err == INTERRUPTED


def test_a_fault_of_the_tool_is_not_taken_for_a_problem_of_the_hands(monkeypatch, capsys):
    """Status 1 is kept for what is wrong with hands; Python's own for an exception is the same number."""
    monkeypatch.setattr("badugi_hh.cli.commands.explain.find_entries", None)
    monkeypatch.setattr(sys, "argv", ["badugi-hh", "explain"])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.endswith(
        "badugi-hh: this is a bug in badugi-hh; please report it with the lines above\n"
    )


def test_columns_of_one_name_are_all_in_the_json(db):
    done = CliRunner().invoke(
        app, ["sql", "SELECT 1 AS a, 2 AS a, 3 AS b, 4 AS a", "--db", str(db), "--json"]
    )
    assert json.loads(done.stdout) == [{"a": 1, "a_1": 2, "b": 3, "a_2": 4}]


@pytest.mark.skipif(sys.platform == "win32", reason="written for a shell of Unix")
def test_a_closed_standard_output_is_no_fault():
    command = f"{shlex.join([*RUN, 'explain', 'R03'])} >&-"
    done = subprocess.run(command, shell=True, stderr=subprocess.PIPE, text=True, check=False)  # noqa: S602
    assert (done.returncode, done.stderr) == (0, "")
