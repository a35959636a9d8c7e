"""What a terminal, a pipe or a file shows: how wide it is, and what stands in for characters that its encoding lacks."""

import os
import re
import shlex
import subprocess
import sys
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from shutil import copyfile

import pytest
from rich.cells import cell_len
from support.commands import run
from support.spread import few

from badugi_hh.cli import main
from badugi_hh.cli.console import note, terminal_width
from badugi_hh.cli.tables import show_table
from badugi_hh.store.database import opened
from badugi_hh.store.importer import import_paths

SAMPLES = Path(__file__).resolve().parents[2] / "sample_histories"
STRANGE = "–Ann…月"  # a dash and dots that the tool also writes, and a letter that few encodings have


class Terminal(StringIO):
    """A terminal as standard error."""

    def isatty(self):
        return True


@pytest.mark.quick
def test_a_note_is_broken_at_blanks_in_a_terminal(monkeypatch):
    text = f"left out: {'a-long-name' * 5} and what follows it; --long has everything"
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setattr(sys, "stderr", Terminal())
    note(text)
    assert isinstance(sys.stderr, Terminal)
    lines = sys.stderr.getvalue().splitlines()
    assert lines == ["left out:", "a-long-name" * 5, "and what follows it; --long has", "everything"]
    monkeypatch.setattr(sys, "stderr", StringIO())
    note(text)
    assert sys.stderr.getvalue() == f"{text}\n"


@pytest.fixture(scope="module")
def db(tmp_path_factory, sampled):
    """Cash games in two currencies, tournaments, and one hand of a player with a name that few encodings have."""
    folder = tmp_path_factory.mktemp("db")
    strange = folder / "strange.txt"
    text = (SAMPLES / "alice-bob-carol-ted.txt").read_text(encoding="utf-8")
    strange.write_text(text.replace("Carol", STRANGE), encoding="utf-8")
    path = copyfile(sampled, folder / "hands.duckdb")
    with opened(path) as con:
        import_paths(con, [strange])
    return path


def shown(*command, encoding, **variables):
    """What a command writes to an output that is no terminal and has this encoding, from the start of the program on."""
    out, err = TextIOWrapper(BytesIO(), encoding), TextIOWrapper(BytesIO(), encoding)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["badugi-hh", *map(str, command)])
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        for name, value in variables.items():
            patch.setenv(name, value)
        with pytest.raises(SystemExit) as end:
            main()
    for stream in (out, err):
        stream.flush()
        stream.seek(0)
    assert end.value.code == 0, err.read()
    return out.read()


# --- how wide a line is


@pytest.mark.parametrize(
    ("named", "width"),
    [("", 120), ("100", 100), ("0", 120), ("-5", 120), ("3", 20), ("wide", 120), ("1" * 5000, 120)],
)
def test_columns_come_from_the_variable_or_the_terminal(named, width, monkeypatch):
    monkeypatch.setenv("COLUMNS", named)
    assert terminal_width() == width


def in_terminal(width, *command, piped_=False):
    """Return the lines that a command prints in a terminal, and its exit status; with `piped_` only the notes go there."""
    pty = pytest.importorskip("pty")
    termios = pytest.importorskip("termios")
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, width))
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    with subprocess.Popen(
        [sys.executable, "-m", "badugi_hh", *command],
        env=environment | {"TERM": "xterm", "PYTHONIOENCODING": "utf-8"},
        stdout=subprocess.PIPE if piped_ else theirs,
        stderr=theirs,
    ) as process:
        os.close(theirs)
        printed = b""
        if process.stdout:
            printed = process.stdout.read()
        try:
            while not piped_ and (part := os.read(ours, 4096)):
                printed += part
        except OSError:  # the other end is closed
            pass
        os.close(ours)
    lines = re.sub(r"\x1b\[[0-9;]*m", "", printed.decode()).replace("\r", "").split("\n")
    return lines, process.returncode


@pytest.mark.parametrize(("width", "piped_"), [(70, False), (133, True)])
def test_a_table_fits_a_real_terminal_also_through_a_pipe(width, piped_):
    lines, status = in_terminal(width, "stats", "--list", "--stat", "winrate,vpip", piped_=piped_)
    assert status == 0
    assert width - 12 < max(map(len, lines)) <= width


def test_a_terminal_that_states_a_width_of_0_has_80_columns():
    """Containers and `expect` start commands in such a terminal."""
    lines, status = in_terminal(0, "equity", "--keep", "1=As", "--keep", "1=2h")  # one line of 120 columns
    assert status == 2
    assert 60 < max(map(len, lines)) <= 80
    assert "is a bug" not in " ".join(lines)


def test_no_head_is_broken(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    show_table(("starting_class", "player"), [("badugi", "one two three four five six seven")])
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == " starting_class  player"
    assert lines[3:] == [" badugi          one two three four five", "                 six seven", ""]


def test_a_table_that_is_too_wide_continues_below(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    heads = ["name", *(f"column_{nth}" for nth in range(5))]
    show_table(heads, [["Bo", *range(10**9, 10**9 + 4), None]], right=range(1, 6))
    tables = [lines.splitlines() for lines in capsys.readouterr().out.strip("\n").split("\n\n\n")]
    assert [table[0].split() for table in tables] == [
        ["name", "column_0", "column_1"],
        ["name", "column_2", "column_3", "column_4"],
    ]
    assert tables[1][2].split() == ["Bo", "1000000002", "1000000003", "–"]


# --- characters that an encoding lacks


@pytest.mark.parametrize("encoding", few(["ascii", "cp437", "cp1252"], "ascii"))
def test_signs_of_the_tool_have_plain_stand_ins(db, encoding):
    plain = shown(
        "stats", "--full", "--player", "Marmalade Heron", "--db", db, COLUMNS="80", encoding=encoding
    )
    assert r"\u" not in plain
    assert re.search(r" red_line .* -\d", plain)
    assert re.search(r" -(\$|€|EUR )\d", plain)
    assert re.search(r"\d[-–]\d+\.\d%", plain)
    # Stand-ins of several columns move nothing: each table is as wide as the line below its heads.
    width = 0
    for line in plain.splitlines():
        width = len(line) if line.strip() and not line.strip("-") else width
        assert not line.startswith("  ") or len(line) <= width


@pytest.mark.parametrize(
    "command",
    [
        ["stats", "--all", "--stat", "vpip"],
        ["replay", "200000000001"],
        pytest.param(["stats", "--player", STRANGE], marks=pytest.mark.long),
        pytest.param(["hands", "--all", "--until", "2024-03-03"], marks=pytest.mark.long),
        pytest.param(["sql", "SELECT player FROM seats"], marks=pytest.mark.long),
    ],
)
def test_a_name_is_escaped_where_the_encoding_lacks_a_character(db, command):
    plain = shown(*command, "--db", db, encoding="ascii")
    assert r"\u2013Ann\u2026\u6708" in plain
    assert r"-Ann" not in plain
    assert STRANGE in shown(*command, "--db", db, encoding="utf-8")


@pytest.mark.parametrize("encoding", few(["cp1252", "ascii", "utf-8"], "cp1252"))
def test_csv_is_utf8_in_a_pipe_of_any_encoding(db, encoding):
    call = [sys.executable, "-m", "badugi_hh", "stats", "--all", "--stat", "vpip", "--csv", "--db", str(db)]
    environment = os.environ | {"PYTHONUTF8": "0", "PYTHONIOENCODING": encoding}
    done = subprocess.run(call, env=environment, capture_output=True, check=True)
    assert STRANGE in done.stdout.decode("utf-8")
    assert b"\r" not in done.stdout


@pytest.mark.parametrize(
    "words",
    [
        "stats", "stats --by session,position", "stats --compare hero pool", "leaks --full", "opponent Bob",
        "sql 'SELECT * FROM hands LIMIT 2'", "db info",
    ],
)  # fmt: skip
def test_forty_columns_hold_every_line(db, words, monkeypatch):
    """But for commands, which stay whole to be copied."""
    monkeypatch.setenv("COLUMNS", "40")
    done = run(*shlex.split(words), "--db", db)
    assert done.exit_code == 0, done.stderr
    lines = [line for line in done.stdout.splitlines() if "badugi-hh" not in line]
    assert max(map(cell_len, lines)) <= 40, max(lines, key=cell_len)
