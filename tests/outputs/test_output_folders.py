"""What `export` and `simulate` write into a folder: complete files, and nothing of the user's is replaced."""

import json
import shutil
from pathlib import Path

import duckdb
import pytest
from support.commands import answer, mistake, run

from badugi_hh.outputs import OutputError, OutputFolder, Written
from badugi_hh.outputs.folder import MANIFEST


def contents(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8", errors="replace")
        for path in folder.rglob("*")
        if path.is_file() and path.name != MANIFEST
    }


def fill(text, *names):
    """Return what writes a text into files of these names."""

    def write(folder):
        files = [folder / name for name in names]
        for file in files:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        return files

    return write


@pytest.fixture
def out(tmp_path):
    return tmp_path / "a" / "out"


def output(path, *, force=False, origin="test"):
    return OutputFolder(path, origin, force)


def test_an_earlier_run_is_replaced_also_where_it_was_edited(out):
    """Files that are not written again are removed, with their folders."""
    assert output(out).write(fill("old", "a", "b/c", "d/e/f")) == Written(
        (out / "a", out / "b/c", out / "d/e/f")
    )
    (out / "a").write_text("edited", encoding="utf-8")
    written = output(out).write(fill("new", "a", "g"))
    assert written == Written((out / "a", out / "g"), (out / "b/c", out / "d/e/f"))
    assert contents(out) == {"a": "new", "g": "new"}
    assert sorted(path.name for path in out.iterdir()) == [MANIFEST, "a", "g"]
    assert output(out).write(fill("newer")) == Written(())
    assert contents(out) == {"a": "new", "g": "new"}


def test_a_database_in_the_place_of_an_old_file_is_not_removed(out):
    output(out).write(fill("old", "a", "b"))
    (out / "b").unlink()
    duckdb.connect(str(out / "b")).close()
    for force in (False, True):
        with pytest.raises(OutputError, match="is a database"):
            output(out, force=force).write(fill("new", "a"))
    assert (out / "b").exists()


def test_an_empty_folder_and_a_link_to_a_folder_are_used(out, tmp_path):
    out.mkdir(parents=True, mode=0o700)
    before = out.stat()
    (tmp_path / "link").symlink_to(out)
    output(tmp_path / "link").write(fill("new", "a"))
    assert (out.stat().st_ino, out.stat().st_mode) == (before.st_ino, before.st_mode)
    assert (tmp_path / "link").is_symlink()
    assert contents(out) == {"a": "new"}


@pytest.mark.parametrize("name", ["notes.txt", "below/notes", ".hidden"])
def test_other_files_need_force_which_keeps_them(out, name):
    (out / name).parent.mkdir(parents=True)
    (out / name).write_text("mine", encoding="utf-8")
    for _ in range(2):
        with pytest.raises(OutputError, match=f"files that this command did not write, such as {name}; "):
            output(out).write(fill("new", "a"))
        output(out, force=True).write(fill("new", "a"))
        assert contents(out) == {name: "mine", "a": "new"}
    assert output(out, force=True).write(fill("new", name)).replaced == (out / name,)
    assert contents(out) == {name: "new"}


@pytest.mark.parametrize("force", [False, True])
def test_a_file_and_standard_output_are_no_folder(out, force):
    out.parent.mkdir()
    out.write_text("mine", encoding="utf-8")
    for path, words in ((out, "it is a file"), (out / "below", "a"), (Path("-"), "is not a folder")):
        with pytest.raises(OutputError, match=words):
            output(path, force=force).write(fill("new", "a"))
    assert out.read_text(encoding="utf-8") == "mine"


def test_a_database_and_a_folder_of_the_same_name_are_never_replaced(out):
    for name, words in (("a", "is a database"), ("b", "it is a folder"), ("c/d", "its folder is a file")):
        output(out, force=True).write(fill("old", "z"))
        duckdb.connect(str(out / "a")).close()
        (out / "b").mkdir(exist_ok=True)
        (out / "c").touch()
        with pytest.raises(OutputError, match=words):
            output(out, force=True).write(fill("new", "z", name))
        assert contents(out)["z"] == "old"


@pytest.mark.parametrize(
    "listed", ["../precious", "{place}/precious", "linked/precious", "a/../../precious", "link"]
)
def test_the_list_names_nothing_outside_the_folder(out, tmp_path, listed):
    precious = tmp_path / "a" / "precious"
    output(out).write(fill("old", "a"))
    precious.write_text("mine", encoding="utf-8")
    (out / "linked").symlink_to(precious.parent)
    (out / "link").symlink_to(precious)
    files = [listed.format(place=precious.parent)]
    (out / MANIFEST).write_text(json.dumps({"origin": "test", "files": files}), encoding="utf-8")
    assert output(out, force=True).write(fill("new", "b")).removed == ()
    assert precious.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    "text", ["", "[]", '{"origin": "test"}', '{"origin": "test", "files": 1}', "[" * 9999]
)
def test_a_list_that_is_none(out, text):
    output(out).write(fill("old", "a"))
    (out / MANIFEST).write_text(text, encoding="utf-8")
    with pytest.raises(OutputError, match="did not write, such as a"):
        output(out).write(fill("new", "a"))


@pytest.mark.parametrize(
    "error", [OSError(28, "No space left on device"), KeyboardInterrupt(), ValueError("x")]
)
@pytest.mark.parametrize("there", [False, True])
def test_filling_that_fails_changes_nothing(out, tmp_path, error, there):
    if there:
        output(out).write(fill("old", "a"))

    def fails(place):
        fill("new", "a", "b")(place)
        raise error

    with pytest.raises(OutputError if isinstance(error, OSError) else type(error)):
        output(out).write(fails)
    assert contents(tmp_path) == ({"a/out/a": "old"} if there else {})
    assert out.parent.exists() == there


def test_an_interrupted_move_leaves_files_that_the_next_run_replaces(out, monkeypatch):
    output(out).write(fill("old", "a", "b", "c"))
    real = Path.replace

    def stop(self, target):
        if target.name == "b":
            raise KeyboardInterrupt
        return real(self, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", stop)
        with pytest.raises(KeyboardInterrupt):
            output(out).write(fill("new", "a", "b", "d"))
    assert contents(out) == {"a": "new", "b": "old"}
    output(out).write(fill("new", "a", "b", "d"))
    assert contents(out) == dict.fromkeys("abd", "new")


def test_a_file_that_appears_while_the_files_are_written_is_kept(out):
    def disturbed(place):
        out.mkdir(parents=True)
        (out / "b").write_text("mine", encoding="utf-8")
        return fill("new", "b")(place)

    with pytest.raises(OutputError, match="did not write, such as b"):
        output(out).write(disturbed)
    assert contents(out) == {"b": "mine"}


# --- the commands


def test_each_command_that_writes_a_folder_replaces_its_own_alone(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    simulated = answer("simulate", "-n", "12", "-o", "out")
    assert {Path(name) for name in simulated["files"]} == set(Path("out").rglob("*.txt"))
    Path("out", MANIFEST).unlink()
    forced = run("simulate", "-n", "100", "-o", "out", "--force")
    assert f"replaced by --force: {', '.join(simulated['files'])}\n" in forced.stderr
    done = run("import", "out", "--no-prices", "--db", "hands.duckdb")
    assert (done.exit_code, "skipped" in done.output) == (0, False)  # the list of files is no history
    export = ("export", "--db", "hands.duckdb", "-o", "out")
    assert "out holds files that this command did not write, such as " in mistake(*export)
    shutil.rmtree("out")
    exported = answer(*export)
    assert {Path(name) for name in exported["files"]} == set(Path("out").rglob("*.txt"))
    fewer = answer(*export, "--game", "tournament")
    assert {*fewer["files"], *fewer["removed"]} == set(exported["files"])
    assert fewer["removed"]
    assert run(*export, "--since", "2050-01-01").exit_code == 0
    assert len(contents(Path("out"))) == len(fewer["files"])
    Path("hands.duckdb").rename("moved.duckdb")
    assert run("import", "out", "--no-prices", "--db", "hands.duckdb").exit_code == 0
    assert "did not write" in mistake(*export)  # the export of another database
