"""An imported history is known again by its bytes: under another path, after it has grown, and packed."""

import gzip
import os
import shutil
import zipfile
from pathlib import Path

import pytest
from support.commands import mistake, run

from badugi_hh.history.archives import import_zstd
from badugi_hh.store.known_files import is_imported_into

HISTORY = "alice-bob-carol-ted.txt"


@pytest.fixture
def imported(samples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A history that was imported by a relative path from another folder than today's."""
    folder = tmp_path / "histories"
    folder.mkdir()
    shutil.copy(samples / HISTORY, folder / "mine.txt")
    monkeypatch.chdir(folder)
    assert run("import", "mine.txt", "--db", tmp_path / "hands.duckdb", "--no-prices").exit_code == 0
    monkeypatch.chdir(tmp_path)
    return folder / "mine.txt"


def packed(history: Path, suffix: str) -> Path:
    """Return the history in a new archive, beside a file of another kind."""
    archive = history.with_name(f"moved{suffix}")
    if suffix == ".gz":
        archive.write_bytes(gzip.compress(history.read_bytes()))
    elif suffix == ".zst":
        archive.write_bytes(import_zstd().compress(history.read_bytes()))
    else:
        with zipfile.ZipFile(archive, "w") as members:
            members.writestr("other.txt", "something else")
            members.write(history, "mine.txt")
    return archive


@pytest.mark.parametrize("more", [b"", b"\n\n\nPokerStars Hand #1: more hands"])
def test_a_history_that_grew_is_never_replaced(imported: Path, tmp_path: Path, more: bytes) -> None:
    content = imported.read_bytes() + more
    moved = imported.rename(tmp_path / "renamed.txt")
    moved.write_bytes(content)
    for command in ("report", "stats"):
        why = mistake(command, "--db", tmp_path / "hands.duckdb", "-o", moved, "--force")
        assert "renamed.txt is an imported history" in why
    assert moved.read_bytes() == content


def linked(link: Path, to: Path) -> Path:
    link.symlink_to(to)
    return link


def in_capitals(file: Path) -> Path:
    """Return the path in capitals; where the system distinguishes letters, a second name of the file does the same."""
    capitals = file.with_name(file.name.upper())
    if not capitals.exists():
        os.link(file, capitals)
    return capitals


FORMS = {
    "absolute": lambda file: file,
    "relative": lambda file: Path(os.path.relpath(file)),
    "from the folder below": lambda file: file.parent / "below" / ".." / file.name,
    "a link to the file": lambda file: linked(file.parent.parent / "page.html", file),
    "a link to the folder": lambda file: linked(file.parent.parent / "link", file.parent) / file.name,
    "a link and a folder above it": lambda file: (
        linked(file.parent.parent / "link", file.parent / "below") / ".." / file.name
    ),
    "in capitals": in_capitals,
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("folder", ["histories", "."])
def test_an_imported_history_is_not_replaced_under_any_form_of_its_path(
    imported: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str, folder: str
) -> None:
    """Its bytes differ from what was imported, so only the path shows what it is."""
    database = tmp_path / "hands.duckdb"
    (imported.parent / "below").mkdir()
    monkeypatch.chdir(tmp_path / folder)
    imported.write_text("edited since", encoding="utf-8")
    out = FORMS[form](imported)
    for command in ("report", "stats"):
        why = mistake(command, "--db", database, "-o", out, "--force")
        assert f"{out} is an imported history" in why
    assert imported.read_text(encoding="utf-8") == "edited since"
    other = imported.with_name("mine.txt.html")
    other.write_text("of the user", encoding="utf-8")
    assert run("report", "--db", database, "-o", other, "--force").exit_code == 0


def test_an_archive_is_not_replaced_under_another_form_of_its_path(imported: Path, tmp_path: Path) -> None:
    archive = packed(imported, ".zip")
    assert run("import", archive, "--db", tmp_path / "new.duckdb", "--no-prices").exit_code == 0
    archive.write_text("edited since", encoding="utf-8")
    for form in ("a link to the folder", "in capitals"):
        assert is_imported_into(tmp_path / "new.duckdb", FORMS[form](archive))
    assert not is_imported_into(tmp_path / "new.duckdb", imported, by_content=False)


@pytest.mark.parametrize("suffix", [".gz", ".zip", ".zst"])
def test_an_archive_of_an_imported_history_is_never_replaced(imported: Path, suffix: str) -> None:
    archive = packed(imported, suffix)
    before = archive.read_bytes()
    why = mistake("stats", "--db", imported.parent.parent / "hands.duckdb", "-o", archive, "--force")
    assert f"moved{suffix} is an imported history" in why
    assert archive.read_bytes() == before


def test_the_unpacked_copy_of_an_imported_archive_is_never_replaced(samples: Path, tmp_path: Path) -> None:
    database, copy = tmp_path / "hands.duckdb", tmp_path / "copy.txt"
    shutil.copy(samples / HISTORY, copy)
    assert run("import", packed(copy, ".gz"), "--db", database).exit_code == 0
    copy.write_bytes(copy.read_bytes() + b"\n\n\nPokerStars Hand #1: more hands")
    assert is_imported_into(database, copy)


@pytest.mark.parametrize("name", ["cut.txt", "other.txt", "torn.zip", "empty.zip", "torn.gz"])
def test_other_files_are_not_taken_for_histories(imported: Path, tmp_path: Path, name: str) -> None:
    """Neither the beginning of a history, nor other bytes, nor an archive that cannot be read or has no history."""
    other = tmp_path / name
    match name:
        case "cut.txt":
            other.write_bytes(imported.read_bytes()[:-1])
        case "empty.zip":
            zipfile.ZipFile(other, "w").close()
        case _:
            other.write_bytes(b"PK\x03\x04 something else" * 1000)
    assert not is_imported_into(tmp_path / "hands.duckdb", other)
