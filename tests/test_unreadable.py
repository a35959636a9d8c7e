"""What lies in a folder and cannot be read keeps nothing beside it out: one line each, and status 2 at the end."""

import json
import os
import sys
from pathlib import Path

import pytest
from support import two_views as views
from typer.testing import CliRunner

from badugi_hh.cli import app
from badugi_hh.history.source import InputError, find_sources


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a hand in it and one in each of two sub-folders."""
    found = tmp_path / "hands"
    for place in ("", "closed", "open"):
        (found / place).mkdir(parents=True, exist_ok=True)
        (found / place / "a.txt").write_text(views.ANN, encoding="utf-8")
    return found


@pytest.fixture
def closed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A sub-folder that may not be opened; the superuser may open any, so it is the system's answer that changes."""
    scan = os.scandir

    def refuse(path: str | None = None) -> object:
        if path is not None and Path(path) == folder / "closed":
            raise PermissionError(13, "Permission denied", path)
        return scan(path)

    monkeypatch.setattr(os, "scandir", refuse)
    return folder / "closed"


def test_a_closed_sub_folder_keeps_nothing_out(folder: Path, closed: Path) -> None:
    *readable, refused = find_sources([folder])
    assert [source.name for source in readable] == [str(folder / "a.txt"), str(folder / "open" / "a.txt")]
    assert all(source.read() == views.ANN.encode() for source in readable)
    with pytest.raises(InputError, match=r"the folder .*closed cannot be read: Permission denied"):
        refused.read()


def test_a_closed_sub_folder_is_one_line_of_the_commands(folder: Path, closed: Path, tmp_path: Path) -> None:
    line = f"the folder {closed} cannot be read: Permission denied"
    done = CliRunner().invoke(app, ["import", str(folder), "--db", str(tmp_path / "h.duckdb"), "--json"])
    assert done.exit_code == 2
    assert json.loads(done.stdout)["stored"] == 1
    assert done.stderr.splitlines() == [f"badugi-hh: {line}"]
    done = CliRunner().invoke(app, ["validate", str(folder)])
    assert done.exit_code == 2
    assert done.stderr.splitlines()[-1] == f"badugi-hh: {line}"
    assert "2 hands in 2 files" in done.stderr
    done = CliRunner().invoke(app, ["report", str(folder), "-o", str(tmp_path / "page.html")])
    assert done.exit_code == 0
    assert line in done.stderr.splitlines()


def test_a_closed_folder_is_reported_when_it_is_all_there_is(closed: Path) -> None:
    (refused,) = find_sources([closed, closed.parent / "clos*"])
    with pytest.raises(InputError, match=r"the folder .*closed cannot be read: Permission denied"):
        refused.read()


def test_a_folder_that_disappears_keeps_nothing_out(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scan = os.scandir

    def late(path: str) -> object:
        if Path(path) == folder / "open":
            (folder / "open" / "a.txt").unlink()
            (folder / "open").rmdir()
        return scan(path)

    monkeypatch.setattr(os, "scandir", late)
    *readable, gone = find_sources([folder])
    assert [source.name for source in readable] == [str(folder / "a.txt"), str(folder / "closed" / "a.txt")]
    with pytest.raises(InputError, match=r"the folder .*open cannot be read: ."):
        gone.read()


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="the superuser may open any folder")
def test_a_folder_without_rights_keeps_nothing_out(folder: Path) -> None:
    (folder / "closed").chmod(0)
    try:
        *readable, refused = find_sources([folder])
    finally:
        (folder / "closed").chmod(0o700)
    assert len(readable) == 2
    with pytest.raises(InputError, match="Permission denied"):
        refused.read()


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights")
def test_links_to_folders_are_not_followed_and_are_named(folder: Path) -> None:
    (folder / "open" / "up").symlink_to(folder)
    (folder / "open" / "self").symlink_to("self")
    skipped: list[str] = []
    assert len(list(find_sources([folder], skipped))) == 3
    assert skipped == [f"{folder}/open/up (a link to a folder)", f"{folder}/open/self"]
