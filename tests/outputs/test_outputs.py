"""What commands write to a file: nothing of the user's is replaced, and what fails leaves the old file."""

import os
import shutil
import stat
import subprocess
import sys
import threading
import zipfile
from pathlib import Path

import duckdb
import pytest
from support.commands import mistake, run

import badugi_hh
from badugi_hh.history.source import list_files
from badugi_hh.outputs import OutputError, OutputFile
from badugi_hh.outputs import file as outputs_file
from badugi_hh.outputs.file import GENERATOR

SAMPLE = Path(__file__).resolve().parents[2] / "sample_histories" / "alice-bob-carol-ted.txt"
PAGE = f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="generator" content="{GENERATOR}">'


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A folder to work in, with a history and a database."""
    shutil.copy(SAMPLE, tmp_path / "history.txt")
    duckdb.connect(str(tmp_path / "hands.duckdb")).close()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def contents(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def output(path, *, force=False, inputs=("history.txt",)):
    return OutputFile(Path(path), tuple(list_files(inputs)), Path("hands.duckdb"), force)


READ, OF_DATABASE, DATABASE = "is read by this command", "belongs to a database", "is a database"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        *((name, READ) for name in ("./x/../history.txt", "link", "second name")),
        *((name, OF_DATABASE) for name in ("hands.duckdb", "hands.duckdb.wal", "other.wal")),
        *(("other", DATABASE), ("sqlite", DATABASE), (".", "is a folder")),
    ],
)
def test_what_is_never_replaced(place, name, words):
    (place / "x").mkdir()
    (place / "link").symlink_to("history.txt")
    (place / "second name").hardlink_to(place / "history.txt")
    duckdb.connect(str(place / "other")).close()
    (place / "sqlite").write_bytes(b"SQLite format 3\0" + bytes(84))
    before = contents(place)
    for act in (OutputFile.check, lambda out: out.write(b"new")):
        with pytest.raises(OutputError, match=rf"^{Path(name)} {words}.*; name another file with --out$"):
            act(output(name, force=True))
    assert contents(place) == before


def test_a_file_of_an_archive_or_a_folder_is_an_input(place):
    with zipfile.ZipFile(place / "a.zip", "w") as archive:
        archive.write(place / "history.txt", "history.txt")
    for inputs, name in ((["a.zip"], "a.zip"), (["."], "history.txt"), (["hist*.txt"], "history.txt")):
        with pytest.raises(OutputError, match="is read by this command"):
            output(name, force=True, inputs=inputs).check()


def test_a_database_that_is_not_there_yet_and_a_disk(place, monkeypatch):
    with pytest.raises(OutputError, match="belongs to a database"):
        OutputFile(Path("unborn"), database=place / "unborn", force=True).check()
    disk = os.stat_result((stat.S_IFBLK | 0o660, *[0] * 9))
    monkeypatch.setattr(OutputFile, "_stat", lambda _: disk)
    with pytest.raises(OutputError, match="is a disk"):
        output("sda", force=True).write(b"")


@pytest.mark.parametrize(
    ("content", "is_ours"),
    [
        ("my notes", False),
        ("<!DOCTYPE html>\n<html lang=en><head><title>badugi-hh 1.0</title>", False),
        ("", True),
        (f"{PAGE}<title>Report</title>", True),
        (f"{PAGE}<title>Report</title>my notes", True),
    ],
)
def test_a_page_of_ours_is_replaced_and_other_files_need_force(place, content, is_ours):
    out = place / "out"
    out.write_text(content, encoding="utf-8")
    if not is_ours:
        with pytest.raises(OutputError, match=r"is no page of badugi-hh; .*, or replace it with --force"):
            output(out).write(b"new")
        assert out.read_text(encoding="utf-8") == content
    output(out, force=not is_ours).write(b"new")
    assert out.read_bytes() == b"new"


@pytest.mark.quick
def test_permissions_and_links_stay(place):
    (place / "there").mkdir()
    (place / "there" / "page").touch()
    (place / "there" / "page").chmod(0o640)
    (place / "out").symlink_to(Path("there") / "page")
    output("out").write(b"new")
    assert (place / "out").is_symlink()
    assert contents(place / "there") == {"page": b"new"}
    assert stat.S_IMODE((place / "out").stat().st_mode) == 0o640


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_what_fails_leaves_the_old_file(place, monkeypatch, error, step):
    def fail(*_):
        raise error

    (place / "out").write_text(PAGE, encoding="utf-8")
    before = contents(place)
    monkeypatch.setattr(*((outputs_file.os, "fsync") if step == "fsync" else (Path, "replace")), fail)
    with pytest.raises(KeyboardInterrupt if isinstance(error, KeyboardInterrupt) else OutputError) as caught:
        output("out").write(b"new")
    if isinstance(error, OSError):
        assert str(caught.value) == (
            "out cannot be written: the disk is full; free some space, or name another place with --out"
        )
    assert contents(place) == before


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("no/such/page", "there is no folder no/such; name another file with --out, or make it first"),
        ("x" * 300, "file name too long; name another place with --out"),
        ("history.txt/page", "not a directory; "),
        ("a\0b", "null"),
    ],
)
def test_what_cannot_be_written_is_said_before_the_work(place, name, words):
    with pytest.raises(OutputError, match=words):
        output(name).check()


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="nothing is forbidden to an administrator")
def test_what_is_write_protected(place):
    (place / "out").write_text(PAGE, encoding="utf-8")
    (place / "out").chmod(0o444)
    with pytest.raises(OutputError, match="permission denied; name another"):
        output("out").check()


# --- what is no regular file


@pytest.mark.skipif(os.name == "nt", reason="named as in Unix")
def test_a_pipe_a_device_and_a_full_one(place):
    os.mkfifo(place / "pipe")
    read = []
    reader = threading.Thread(target=lambda: read.append((place / "pipe").read_bytes()), daemon=True)
    reader.start()
    output("pipe").write(b"new")
    reader.join(20)
    assert read == [b"new"]
    assert stat.S_ISFIFO((place / "pipe").stat().st_mode)
    output("/dev/null").write(b"new")
    if Path("/dev/full").exists():
        with pytest.raises(OutputError, match="the disk is full"):
            output("/dev/full").write(b"new")


@pytest.mark.skipif(os.name == "nt", reason="named as in Unix")
@pytest.mark.parametrize("out", ["-", "/dev/stdout"])
def test_standard_output(place, out):
    """What stands before in its file stays, unless it is an input or a database."""
    code = (
        "import sys; from pathlib import Path; from badugi_hh.outputs import OutputFile; "
        f"OutputFile(Path({out!r}), (Path('history.txt'),), Path('hands.duckdb')).write(b'new')"
    )
    before = contents(place)
    (place / "log").write_bytes(b"before\n")
    for name in ("log", "history.txt", "hands.duckdb"):
        with (place / name).open("ab") as file:
            done = subprocess.run(
                [sys.executable, "-c", code], stdout=file, stderr=subprocess.PIPE, check=False
            )
        assert (b"OutputError" in done.stderr) == (name != "log")
    assert contents(place) == before | {"log": b"before\nnew"}


# --- the commands


@pytest.mark.usefixtures("composed_once")
def test_each_command_that_writes_a_page_replaces_its_own_alone(place, monkeypatch):
    monkeypatch.setenv("BADUGI_HH_DB", str(place / "default.duckdb"))
    assert run("import", "history.txt", "--no-prices", "--db", "h.duckdb").exit_code == 0
    for writer in (
        ("report", "history.txt", "--all"),
        ("report", "--db", "h.duckdb", "--all"),
        ("replay", "--db", "h.duckdb", "200000000001", "--html"),
    ):
        (place / "out").write_text("mine", encoding="utf-8")
        assert "is no page of badugi-hh" in mistake(*writer, "-o", "out")
        for force in (["--force"], []):
            assert run(*writer, "-o", "out", *force).exit_code == 0
        assert (place / "out").read_bytes().startswith(b"<!DOCTYPE html>")
        for name in ("history.txt", "h.duckdb", "hands.duckdb"):
            if name in writer or name.endswith("duckdb"):
                assert "no output replaces" in mistake(*writer, "-o", name, "--force")
    with (
        badugi_hh.open("h.duckdb") as hands,
        pytest.raises(badugi_hh.OutputError, match="belongs to a database"),
    ):
        hands.report("h.duckdb", force=True)


def test_nothing_is_done_before_the_output_is_looked_at(place, monkeypatch):
    def work(*_, **__):
        pytest.fail("the work began")

    monkeypatch.setattr("badugi_hh.store.importer.import_paths", work)
    monkeypatch.setattr("badugi_hh.report.compose.compose", work)
    mistake("report", "history.txt", "-o", "no/such/folder")
    (place / "out").write_text("mine", encoding="utf-8")
    mistake("report", "--db", "hands.duckdb", "-o", "out")
