"""Completion in the shell: what is offered, and that bash gets it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
import shellingham
from support.commands import app
from typer.testing import CliRunner

import badugi_hh
from badugi_hh.cli.app import COMMANDS
from badugi_hh.cli.completion import VARIABLE, dimension_names, one_of_these, player_names, stat_names
from badugi_hh.stats.definitions.registry import STATS
from badugi_hh.stats.selection.dimensions import DIMENSIONS


def offered(line):
    """What is offered at the end of a line, by the call that the script for bash makes."""
    last = str(line.count(" "))
    env = {VARIABLE: "complete_bash", "COMP_WORDS": line, "COMP_CWORD": last}
    done = CliRunner().invoke(app, [], env=env, prog_name="badugi-hh")
    assert (done.exit_code, done.stderr) == (0, "")
    return done.stdout.split()


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("badugi-hh s", ["stats", "sql", "solve", "simulate"]),
        ("badugi-hh stats --posi", ["--position"]),
        ("badugi-hh stats --position B", ["BTN", "BB"]),
        ("badugi-hh stats --game p", ["play-money"]),
        ("badugi-hh stats --stat vpip,three_bet_s", ["vpip,three_bet_steal"]),
        ("badugi-hh stats --by stakes,mo", ["stakes,month"]),
        ("badugi-hh hands --sort p", ["played", "pot"]),
        ("badugi-hh validate --rules w", ["wsop-tournament", "wsop-live"]),
        ("badugi-hh explain R03", ["R03"]),
        ("badugi-hh explain B12", ["B12"]),
        ("badugi-hh explain vp", ["vpip"]),
        ("badugi-hh import hist", []),  # the shell completes files itself
    ],
)
def test_commands_options_and_values_are_offered(line, found):
    assert offered(line) == found


def test_every_command_name_statistic_and_dimension_is_offered():
    assert offered("badugi-hh ") == list(COMMANDS)
    assert stat_names("") == list(STATS)
    assert dimension_names("") == list(DIMENSIONS)
    assert one_of_these(["play money"])("play") == ["play-money"]


def test_names_of_players_are_offered(one_hand, tmp_path, monkeypatch):
    copy = shutil.copyfile(one_hand, tmp_path / "hands.duckdb")
    with badugi_hh.open(copy) as hands:
        hands.alias("Big Ben (b)", "Ben")
    monkeypatch.setenv("BADUGI_HH_DB", str(copy))
    assert offered("badugi-hh opponent A") == ["Ann"]
    assert offered("badugi-hh stats --player Be") == ["Ben"]

    def names(incomplete, db=None):
        return player_names(SimpleNamespace(params={"db": db}), incomplete)  # type: ignore[arg-type]

    assert names("B") == ["Ben", "Big Ben (b)"]
    monkeypatch.setenv(VARIABLE, "complete_bash")  # which inserts what is offered as it is
    assert names("B", copy) == ["Ben", "Big\\ Ben\\ \\(b\\)"]
    assert names("", tmp_path / "nothing.duckdb") == []
    assert not (tmp_path / "nothing.duckdb").exists()


@pytest.mark.skipif(shutil.which("bash") is None or os.name == "nt", reason="no bash")
def test_bash_completes_by_the_script(tmp_path, monkeypatch):
    monkeypatch.setattr(shellingham, "detect_shell", lambda: ("bash", "/bin/bash"))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert CliRunner().invoke(app, ["--install-completion"]).exit_code == 0
    program = Path(sys.executable).with_name("badugi-hh")
    lines = f"""
        source {tmp_path / ".bashrc"}; COMP_WORDS=(badugi-hh stats --position S); COMP_CWORD=3
        _badugi_hh_completion {program}; echo "${{COMPREPLY[@]}}"
    """
    done = subprocess.run(["bash", "--norc", "-c", lines], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["SB"]
