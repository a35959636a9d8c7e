"""What commands answer to mistakes and interruptions: clear lines of this tool, and the status that says so."""

import gzip
import subprocess
import sys
from pathlib import Path

import pytest
from support import two_views as views
from support.commands import mistake, run

from badugi_hh.cli.stats_tables import show_long_table
from badugi_hh.stats.definitions.kinds import Measure
from badugi_hh.stats.definitions.registry import BEST_KNOWN, STATS
from badugi_hh.stats.definitions.row_sets import ENTRIES
from badugi_hh.stats.engine.evaluate import Group
from badugi_hh.suggest import why_no_answer

SAMPLE = Path(__file__).resolve().parents[2] / "sample_histories" / "alice-bob-carol-ted.txt"
TRUNCATED = gzip.compress(SAMPLE.read_bytes())[:100]


@pytest.fixture
def db(one_hand):
    return one_hand


# --- files that cannot be read


@pytest.mark.usefixtures("composed_once")
def test_a_report_of_files_of_which_one_cannot_be_read(tmp_path):
    (tmp_path / "a.gz").write_bytes(TRUNCATED)
    done = run("report", SAMPLE, tmp_path / "a.gz", "--all", "-o", tmp_path / "page.html")
    assert done.exit_code == 2
    assert done.stdout == f"{tmp_path / 'page.html'} is written\n"
    assert "1 hand in 1 file: 1 stored" in done.stderr
    assert done.stderr.splitlines()[-1] == (
        f"badugi-hh: {tmp_path / 'a.gz'} cannot be read: the archive is truncated; copy it again from where it came from"
    )
    assert (tmp_path / "page.html").read_bytes().endswith(b"</html>")


def test_each_file_that_cannot_be_read_has_a_line(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_bytes(SAMPLE.read_bytes())
    for number in range(12):
        (tmp_path / "in" / f"{number:02}.gz").write_bytes(TRUNCATED)
    done = run("validate", tmp_path / "in")
    assert done.exit_code == 2
    *lines, last = done.stderr.splitlines()[-13:]
    assert [line.partition(" cannot be read: ")[0] for line in lines] == [
        str(tmp_path / "in" / f"{number:02}.gz") for number in range(12)
    ]
    assert last == "badugi-hh: 12 files cannot be read, for the reasons above"


def test_unread_and_skipped_files_are_named_beside_many_problems_of_hands(tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    for nth in range(50):
        wrong = views.WRONG.replace("#300000000003", f"#3000000001{nth:02}")
        (folder / f"a{nth}.txt").write_text(f"{wrong}\n\n\n{views.ANN}", encoding="utf-8")
    for nth in range(3):
        (folder / f"b{nth}.txt").write_bytes(bytes(300))
        (folder / f"c{nth}.gz").write_bytes(TRUNCATED)
    (folder / "hands.rar").write_bytes(b"Rar!")
    done = run("import", folder, "--no-prices", "--db", tmp_path / "new.duckdb")
    assert done.exit_code == 2
    assert done.stderr.splitlines()[-1] == "badugi-hh: 6 files cannot be read, for the reasons above"
    for nth in range(3):
        assert f"{folder / f'b{nth}.txt'}: T01 error: the file is not text" in done.stderr
        assert f"{folder / f'c{nth}.gz'} cannot be read: the archive is truncated" in done.stderr
    assert str(folder / "hands.rar") in done.stderr


# --- words of libraries


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("SELECT playr FROM seats", "there is no column playr; did you mean player or place?"),
        ("SELECT seats.nett FROM seats", "there is no column nett; did you mean net?"),
        ("SELECT qqqq FROM seats", "there is no column qqqq"),
        ("SELECT 1 FROM hands JOIN seats USING (hand_ky)", "there is no column hand_ky"),
        ("FROM seat", "there is no table seat; did you mean seats?"),
        ("SELECT x.player FROM seats", "there is no table x"),
        ("SELECT cuont(1)", "there is no function cuont; did you mean count?"),
        ("SELEKT 1", 'syntax error at or near "SELEKT"'),
        ("DROP TABLE seats", "it would change the database, which is only read"),
    ],
)
def test_a_query_that_cannot_be_answered(db, query, why):
    assert mistake("sql", query, "--db", db) == f"the query cannot be answered: {why}"


def test_a_condition_that_cannot_be_used(db):
    assert mistake("hands", "--where", "seats.nett > 0", "--db", db) == (
        "the condition 'seats.nett > 0' cannot be used: there is no column nett; did you mean net?"
    )
    assert why_no_answer('something else\nDid you mean "x"?') == "something else"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no disk that is always full")
@pytest.mark.parametrize(
    "command", [("explain", "--json"), ("solve", "--html", "-", "--spot", "heads-up"), ("--help",)]
)
def test_a_full_disk_behind_standard_output(command, db):
    with Path("/dev/full").open("wb") as full:
        call = [sys.executable, "-m", "badugi_hh", *command]
        done = subprocess.run(call, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("badugi-hh: standard output cannot be written: the disk is full; ")


# --- what a table of statistics leaves out


def group(player, hands, *, chances=1000):
    measure = Measure("proportion", 0.25, chances, low=0.2, high=0.3, made=chances // 4)
    return Group(player, hands, {}, {"vpip": measure})


def test_figures_of_few_chances_have_a_mark(capsys):
    few, enough = group("Me", 1000, chances=28), group("Me", 1000, chances=32)
    one = Group("Me", 1000, {}, {"vpip": few.stats["vpip"], "pfr": enough.stats["vpip"]})
    show_long_table([one])
    lines = capsys.readouterr().out.splitlines()
    vpip, pfr = (next(line for line in lines if f" {name} " in line) for name in ("vpip", "pfr"))
    assert " 25.0%* " in vpip
    assert vpip.index("25.0%") == pfr.index("25.0%")
    assert "*" not in pfr
    assert " * fewer than 30 opportunities" in lines
    assert "(" not in "".join(lines)  # a figure in brackets is a loss


def test_only_what_is_shown_is_counted(db, monkeypatch):
    asked = []

    def remember(*_, **options):
        asked.append(options["names"])
        return []

    assert f"{len(BEST_KNOWN)} of {len(STATS)} statistics shown" in run("stats", "--db", db, "--all").stderr
    monkeypatch.setattr("badugi_hh.stats.engine.evaluate.evaluate", remember)
    for options in ((), ("--by", "position"), ("--full",), ("--csv",), ("--stat", "vpip")):
        assert run("stats", "--db", db, "--all", *options).exit_code == 0
    of_positions = [name for name in BEST_KNOWN if STATS[name].rows != ENTRIES]
    assert asked == [[*BEST_KNOWN], of_positions, None, None, ["vpip"]]


# --- Ctrl-C


def test_ctrl_c_while_the_program_is_loaded():
    code = """
import runpy, sys

class Interrupted:
    def find_spec(self, name, *_):
        if name == "typer":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupted())
runpy.run_module("badugi_hh", run_name="__main__")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "badugi-hh: interrupted\n")


def test_ctrl_c_before_a_command_runs(monkeypatch, capsys):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    from badugi_hh.cli import main

    monkeypatch.setattr("typer.core.TyperGroup.make_context", interrupt)
    monkeypatch.setattr(sys, "argv", ["badugi-hh", "stats"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 130
    assert capsys.readouterr().err == "badugi-hh: interrupted\n"


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_ctrl_c_while_standard_input_is_read_and_signals_are_set_up_otherwise():
    """Polars lets a read go on after a signal, and `report` has loaded it by then."""
    code = """
import os, signal, sys, threading
from pathlib import Path
from badugi_hh.cli.console import exit_on_user_error, standard_input

signal.siginterrupt(signal.SIGINT, False)
threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
late = threading.Timer(20, os._exit, (9,))
late.daemon = True
late.start()
try:
    standard_input([Path("-")])
except KeyboardInterrupt:
    os._exit(7)
"""
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE) as process:
        assert process.wait() == 7


# --- arguments that are not UTF-8

LATIN = "caf\udce9"  # as Python reads "café" in Latin-1


@pytest.mark.parametrize(
    "words",
    [
        ["stats", "--player", LATIN],
        ["hands", "--where", f"hands.table_name = '{LATIN}'"],
        ["note", "1", LATIN],
        ["alias", "Ann", LATIN],
        ["opponent", LATIN],
        ["sql", f"SELECT '{LATIN}'"],
    ],
    ids=" ".join,
)
def test_a_text_that_is_not_utf8_is_one_clear_line(db, words):
    assert "caf\\udce9" in (refused := mistake(*words, "--db", db))
    assert refused.endswith("is not UTF-8; write it in a terminal that is set to UTF-8")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere every file name is Unicode")
def test_a_file_whose_name_is_not_utf8_is_read_and_a_database_of_one_refused(db, tmp_path, monkeypatch):
    folder = tmp_path / LATIN
    folder.mkdir()
    (folder / f"{LATIN}.txt").write_bytes(SAMPLE.read_bytes())
    for path in (folder, folder / f"{LATIN}.txt", folder / "*.txt"):
        assert run("validate", path).exit_code == 0
        done = run("import", path, "--db", tmp_path / "hands.duckdb", "--no-prices")
        assert (done.exit_code, "1 file" in done.stdout) == (0, True), done.stderr
    (folder / "hands.duckdb").write_bytes(db.read_bytes())
    for path in (folder / "hands.duckdb", tmp_path / f"{LATIN}.duckdb"):
        assert "DuckDB opens no file whose path is not UTF-8" in mistake("stats", "--db", path)
    monkeypatch.chdir(folder)
    assert run("stats", "--all", "--db", "hands.duckdb").exit_code == 0
