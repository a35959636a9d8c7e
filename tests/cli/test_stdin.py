"""`-` is standard input in every command that reads histories: text, a `.gz` or a `.zip`, read once and kept."""

import gzip
import io
import json
import os
import sys
import zipfile
from pathlib import Path

import pytest
from support import two_views as views
from support.commands import app
from typer.testing import CliRunner

import badugi_hh
from badugi_hh.cli import main
from badugi_hh.cli.console import standard_input
from badugi_hh.history import source as source_module
from badugi_hh.history.source import InputError, find_sources, read_stream


def run(data, *arguments):
    """The end of a command that has `data` as its standard input."""
    return CliRunner().invoke(app, list(map(str, arguments)), input=data)


def packed(members):
    """The bytes of a `.zip`."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members.items():
            archive.writestr(name, text)
    return file.getvalue()


FORMS = {
    "text": (views.ANN.encode(), "<stdin>"),
    "gz": (gzip.compress(views.ANN.encode()), "<stdin>"),
    "zip": (packed({"b.txt": views.ANN, "notes.doc": "x"}), "<stdin>/b.txt"),
}


@pytest.mark.parametrize("form", FORMS)
def test_import_reads_standard_input(tmp_path, form):
    data, name = FORMS[form]
    path = tmp_path / "h.duckdb"
    done = run(data, "import", "--no-prices", "-", "--db", path, "--json")
    assert done.exit_code == 0, done.stderr
    report = json.loads(done.stdout)
    assert (report["files"], report["stored"], report["skipped_files"]) == (1, 1, form == "zip")
    with badugi_hh.open(path, read_only=True) as hands:
        assert hands.sql("SELECT path FROM files").item() == name
    again = json.loads(run(views.ANN, "import", "--no-prices", "-", "--db", path, "--json").stdout)
    assert (again["known_files"], again["stored"]) == (1, 0)  # a file is known by its unpacked bytes


def test_validate_points_at_the_line_of_standard_input(samples):
    """The hands are compared with each other, for which the text is read again."""
    file = samples / "broken" / "X02-chips-lost.txt"
    beside = run("", "validate", file)
    done = run(file.read_bytes(), "validate", "-")
    assert done.exit_code == beside.exit_code
    assert done.stdout == beside.stdout.replace(str(file), "<stdin>")
    assert done.stdout.startswith("<stdin>:")
    assert "\n    | " in done.stdout


def test_report_reads_standard_input(tmp_path, only_views):
    only_views("hands")
    page = tmp_path / "page.html"
    done = run(views.ANN, "report", "-", "--out", page)
    assert done.exit_code == 0, done.stderr
    assert "300000000001" in page.read_text(encoding="utf-8")


def test_replay_reads_standard_input(tmp_path):
    file = tmp_path / "a.txt"
    file.write_text(views.ANN, encoding="utf-8")
    done = run(views.ANN, "replay", "--file", "-", "--json")
    assert done.exit_code == 0, done.stderr
    assert json.loads(done.stdout) == json.loads(run("", "replay", "--file", file, "--json").stdout)


def test_standard_input_stands_beside_files_and_is_read_once(tmp_path):
    (tmp_path / "a.txt").write_text(views.OTHER_GAME, encoding="utf-8")
    done = run(views.ANN, "validate", tmp_path / "a.txt", "-", "-")
    assert done.exit_code == 0, done.stderr
    assert done.stderr.splitlines()[:2] == [
        f"{tmp_path}/a.txt: 1 hand, 1 of other games: 0 errors, 0 warnings",
        "<stdin>: 1 hand, 0 of other games: 0 errors, 0 warnings",
    ]
    assert "2 hands in 2 files" in done.stderr


@pytest.mark.parametrize(
    ("data", "printed"),
    [
        (b"", "no hand history in standard input"),
        (packed({"a.doc": "x"}), "no .txt file lies in the .zip of <stdin>"),
        (FORMS["gz"][0][:-9], "<stdin> cannot be read: the archive is truncated; copy it again from where it came from"),
    ],
)  # fmt: skip
def test_what_is_no_history_is_one_line(tmp_path, data, printed):
    done = run(data, "import", "--no-prices", "-", "--db", tmp_path / "h.duckdb")
    assert (done.exit_code, done.stderr.splitlines()[-1]) == (2, f"badugi-hh: {printed}")


def test_no_more_than_the_largest_size_is_held(monkeypatch):
    monkeypatch.setattr(source_module, "PIECE", 1024)
    monkeypatch.setattr(source_module, "LARGEST", 4096)
    endless = io.BytesIO(b"x" * 100_000)
    data = read_stream(endless)
    assert endless.tell() == len(data) <= 4096 + 1024
    (source,) = find_sources(["-"], stdin=data)
    with pytest.raises(InputError, match="<stdin> is larger than"):
        source.scan()


@pytest.mark.parametrize("command", [["import", "-"], ["replay", "-f", "-"]])
def test_a_closed_standard_input_is_one_line(command, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BADUGI_HH_DB", str(tmp_path / "h.duckdb"))
    monkeypatch.setattr(sys, "argv", ["badugi-hh", *command])
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 2
    printed = capsys.readouterr().err
    assert printed == "badugi-hh: standard input is closed; pipe a history into it, or name a file\n"
    assert list(tmp_path.iterdir()) == []


class Terminal(io.BytesIO):
    """A terminal: it gives lines one by one, and says at each end of text that it ends, but goes on after it."""

    def __init__(self, *parts):
        super().__init__()
        self.parts = list(parts)

    def isatty(self):
        return True

    def read(self, _=-1, /):
        return self.parts.pop(0)


def test_a_terminal_is_asked_for_its_text_and_ends_once(monkeypatch, capsys):
    terminal = Terminal(b"typed")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(terminal))
    assert standard_input([Path("a.txt")]) is None
    assert standard_input([Path("-")]) == b"typed"
    assert capsys.readouterr().err.startswith("reading standard input; end with Ctrl-")


def test_a_file_called_so_is_named_by_its_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("-").write_text(views.ANN, encoding="utf-8")
    done = run("nothing", "import", "./-", "--db", "h.duckdb", "--json")
    assert json.loads(done.stdout)["stored"] == 1
    with badugi_hh.open("h.duckdb", read_only=True) as hands:
        assert hands.sql("SELECT path FROM files").item() == str(tmp_path / "-")


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="the superuser may read any file")
def test_a_named_file_without_rights_keeps_nothing_out(tmp_path):
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text(views.ANN, encoding="utf-8")
    (tmp_path / "a.txt").chmod(0)
    done = run("", "validate", tmp_path / "a.txt", tmp_path / "b.txt")
    assert done.exit_code == 2
    assert done.stderr.splitlines()[0].startswith("1 hand in 1 file")
    assert done.stderr.splitlines()[1:] == [f"badugi-hh: {tmp_path}/a.txt cannot be read: Permission denied"]
