"""A small run of every program in `benchmarks/`: it ends and prints what it measures. The times themselves are not looked at."""

import importlib.util
import json
import re
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from support.commands import run

from badugi_hh.store.database import opened

FOLDER = Path(__file__).resolve().parents[2] / "benchmarks"
MODULES = {"corpus"}
"""What the programs import, and no program."""
HANDS, BASE = 50, 20


@pytest.fixture
def program(monkeypatch, capsys):
    """Give a function that runs a program in this process, with smaller constants, and returns what it printed."""
    monkeypatch.syspath_prepend(str(FOLDER))

    def start(name, *arguments, **constants):
        spec = importlib.util.spec_from_file_location(f"benchmark_{name}", FOLDER / f"{name}.py")
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, spec.name, module)
        spec.loader.exec_module(module)
        for constant, value in constants.items():
            assert hasattr(module, constant)
            monkeypatch.setattr(module, constant, value)
        monkeypatch.setattr(sys, "argv", [name, *map(str, arguments)])
        capsys.readouterr()
        module.main()
        return capsys.readouterr().out

    return start


def in_this_process(command, **_):
    """Run a command of badugi-hh that a program would start as a process."""
    words = command[command.index("badugi_hh") + 1 :] if "badugi_hh" in command else command[1:]
    done = run(*words)
    return SimpleNamespace(returncode=done.exit_code, stdout=done.stdout, stderr=done.stderr)


@pytest.mark.long
def test_make_database_and_what_measures_it(program, tmp_path):
    path = tmp_path / "large.duckdb"
    printed = program("make_database", "--hands", HANDS, "--out", path, BASE=BASE)
    assert f"hands {HANDS:>17,} rows\n" in printed
    with opened(path, read_only=True) as con:
        counts = "SELECT count(*), count(DISTINCT hand_key), count(DISTINCT hand_id) FROM "
        assert con.execute(f"{counts} hands").fetchall() == [(HANDS,) * 3]
        assert con.execute(f"{counts} priced_hands JOIN hands USING (hand_key)").fetchall() == [(HANDS,) * 3]
    printed = program("queries", path, "--runs", 1)
    assert f"{HANDS} hands, {HANDS} of them priced" in printed
    assert "vpip of every player" in printed
    assert "checks of the hero" in printed


def test_growth(program):
    printed = program("growth", TIMES=(1, 2), LENGTH=5_000)
    assert "text: hands" in printed
    assert "line: " in printed


def test_odds(program):
    def once(work, *_):
        work()
        return 0.001

    printed = program("odds", SPOTS=9, TRIALS=100, seconds=once)
    assert "a spot of a database, in a batch" in printed


@pytest.mark.long
def test_import(program, samples, tmp_path):
    (tmp_path / "real").mkdir()
    history = min(samples.glob("HH*T736*.txt"))
    (tmp_path / "real" / history.name).write_bytes(history.read_bytes())
    sizes = ("--hands", 30, "--runs", 1, "--real", tmp_path / "real")
    processes = SimpleNamespace(run=in_this_process)
    # The processor's clock stands still during so few hands.
    printed = program("import", *sizes, "--json", subprocess=processes, _cpu=time.perf_counter)
    found = json.loads(printed)
    assert found.keys() == {"simulated", "real, multiplied"}
    assert "whole import" in {timing["stage"] for timing in found["simulated"]}


def test_compare_figures(program, samples):
    history = samples / "alice-bob-carol-ted.txt"
    processes = SimpleNamespace(run=in_this_process)
    runs = (
        ("validate", "--json"),
        ("import", "--no-prices", "--json"),
        ("stats", "--stat", "vpip", "--json"),
    )
    with pytest.raises(SystemExit) as ended:
        program("compare_figures", "old", "new", history, subprocess=processes, _RUNS=runs)
    assert ended.value.code == 0


def test_every_program_has_a_run():
    runs = re.findall(r'program\(\s*"(\w+)"', Path(__file__).read_text(encoding="utf-8"))
    assert {path.stem for path in FOLDER.glob("*.py")} - MODULES == set(runs)
