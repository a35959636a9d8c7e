"""Completion in the shell: what is offered, and that installing it only adds to the user's settings."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
import shellingham
from support import processes
from support.commands import app
from support.small_files import files_of_at_most
from typer.testing import CliRunner, Result

import badugi_hh
from badugi_hh.cli.app import COMMANDS
from badugi_hh.cli.completion import (
    VARIABLE,
    dimension_names,
    one_of_these,
    parts_to_keep,
    player_names,
    stat_names,
)
from badugi_hh.stats.definitions.registry import STATS
from badugi_hh.stats.selection.dimensions import DIMENSIONS


def run(option: str, shell: str | None, home: Path, monkeypatch: pytest.MonkeyPatch) -> Result:
    """The end of an option in a shell, None for one that cannot be recognised, with a home of its own."""

    def detect() -> tuple[str, str]:
        if shell is None:
            raise shellingham.ShellDetectionFailure
        return shell, f"/bin/{shell}"

    monkeypatch.setattr(shellingham, "detect_shell", detect)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    for name in ("ZDOTDIR", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    return CliRunner().invoke(app, [option])


def offered(line: str) -> list[str]:
    """What is offered at the end of a line, by the call that the script for bash makes."""
    words = line.split(" ")
    done = processes.run(
        [sys.executable, "-c", "import sys, badugi_hh.cli as cli; sys.argv[0] = 'badugi-hh'; cli.main()"],
        env={**os.environ, VARIABLE: "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.parametrize(
    ("line", "found"),
    [
        pytest.param("badugi-hh s", ["stats", "sql", "solve", "simulate"], marks=pytest.mark.long),
        ("badugi-hh stats --posi", ["--position"]),
        ("badugi-hh stats --position B", ["BTN", "BB"]),
        pytest.param("badugi-hh stats --game p", ["play-money"], marks=pytest.mark.long),
        ("badugi-hh stats --stat vpip,three_bet_s", ["vpip,three_bet_steal"]),
        pytest.param("badugi-hh stats --by stakes,mo", ["stakes,month"], marks=pytest.mark.long),
        pytest.param("badugi-hh stats --format j", ["json"], marks=pytest.mark.long),
        ("badugi-hh hands --sort p", ["played", "pot"]),
        pytest.param(
            "badugi-hh validate --rules w", ["wsop-tournament", "wsop-live"], marks=pytest.mark.long
        ),
        pytest.param("badugi-hh validate --format g", ["github"], marks=pytest.mark.long),
        ("badugi-hh explain R03", ["R03"]),
        ("badugi-hh import hist", []),  # the shell completes files itself
    ],
)
def test_commands_options_and_values_are_offered(line: str, found: list[str]) -> None:
    assert offered(line) == found


def test_every_command_name_statistic_and_dimension_is_offered() -> None:
    assert offered("badugi-hh ") == [name for name, _ in COMMANDS]
    assert stat_names("") == list(STATS)
    assert dimension_names("") == list(DIMENSIONS)
    assert one_of_these(["play money"])("play") == ["play-money"]
    assert parts_to_keep("la") == parts_to_keep("late=") == ["late=late", "late=not-late"]
    assert "month=" in parts_to_keep("")


def test_names_of_players_are_offered(
    one_hand: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = shutil.copyfile(one_hand, tmp_path / "hands.duckdb")
    with badugi_hh.open(copy) as hands:
        hands.alias("Big Ben (b)", "Ben")
    monkeypatch.setenv("BADUGI_HH_DB", str(copy))
    assert offered("badugi-hh opponent A") == ["Ann"]
    assert offered("badugi-hh stats --player Be") == ["Ben"]

    def names(incomplete: str, db: Path | None = None) -> list[str]:
        return player_names(SimpleNamespace(params={"db": db}), incomplete)  # type: ignore[arg-type]

    assert names("B") == ["Ben", "Big Ben (b)"]
    monkeypatch.setenv(VARIABLE, "complete_bash")  # which inserts what is offered as it is
    assert names("B", copy) == ["Ben", "Big\\ Ben\\ \\(b\\)"]
    assert names("", tmp_path / "nothing.duckdb") == []
    assert not (tmp_path / "nothing.duckdb").exists()


@pytest.mark.skipif(shutil.which("bash") is None or os.name == "nt", reason="no bash")
def test_bash_completes_by_the_script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = tmp_path / "script"
    script.write_text(run("--show-completion", "bash", tmp_path, monkeypatch).stdout, encoding="utf-8")
    program = Path(sys.executable).with_name("badugi-hh")
    lines = f"""
        source {script}; COMP_WORDS=(badugi-hh stats --position S); COMP_CWORD=3
        complete -p badugi-hh; _badugi_hh_completion {program}; echo "${{COMPREPLY[@]}}"
    """
    done = subprocess.run(["bash", "--norc", "-c", lines], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["complete -o default -F _badugi_hh_completion badugi-hh", "SB"]


BEFORE = b"# mine \xff\nexport A=1"


@pytest.mark.parametrize(
    ("shell", "settings", "file", "line"),
    [
        ("bash", ".bashrc", ".bash_completions/badugi-hh.sh", "source {file}"),
        ("zsh", ".zshrc", ".zfunc/_badugi-hh", "fpath+=~/.zfunc; autoload -Uz compinit; compinit"),
    ],
)
def test_installing_adds_one_line_and_changes_nothing_else(
    shell: str, settings: str, file: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / settings).write_bytes(BEFORE)
    wanted = f"{line.format(file=tmp_path / file)}\n".encode()
    for _ in range(2):
        done = run("--install-completion", shell, tmp_path, monkeypatch)
        assert done.exit_code == 0, done.output
        assert (tmp_path / settings).read_bytes() == BEFORE + b"\n" + wanted
    script = run("--show-completion", shell, tmp_path, monkeypatch).stdout
    assert (tmp_path / file).read_text(encoding="utf-8") == script
    (tmp_path / settings).unlink()
    run("--install-completion", shell, tmp_path, monkeypatch)
    assert (tmp_path / settings).read_bytes() == wanted


def test_fish_needs_no_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("--install-completion", "fish", tmp_path, monkeypatch).exit_code == 0
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert files == [tmp_path / ".config" / "fish" / "completions" / "badugi-hh.fish"]


@pytest.mark.parametrize("shell", ["powershell", "tcsh", None])
def test_another_shell_is_one_line_and_nothing_is_written(
    shell: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = run("--install-completion", shell, tmp_path, monkeypatch)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_settings_file_that_cannot_be_written_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".bashrc").mkdir()
    done = run("--install-completion", "bash", tmp_path, monkeypatch)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == (
        f"badugi-hh: {tmp_path / '.bashrc'} cannot be written: is a directory; nothing was installed, and "
        "--show-completion prints the script\n"
    )


def test_a_settings_file_without_room_for_the_line_stays_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = b"# mine\n" * 10_000
    (tmp_path / ".bashrc").write_bytes(before)
    with files_of_at_most(len(before) + 10):
        done = run("--install-completion", "bash", tmp_path, monkeypatch)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "cannot be written: no space left on device; nothing was installed" in done.stderr
    assert (tmp_path / ".bashrc").read_bytes() == before
