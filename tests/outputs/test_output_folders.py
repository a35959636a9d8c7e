"""What `export` and `simulate` write into a folder: all files or none, and nothing of the user's is replaced."""

import hashlib
import json
import os
import shutil
from pathlib import Path

import pytest
from support.commands import run
from support.spread import spread

from badugi_hh import __version__
from badugi_hh.outputs import OutputError, OutputFolder, Written
from badugi_hh.outputs.folder import MANIFEST
from badugi_hh.store.database import opened
from badugi_hh.store.importer import import_paths

SAMPLES = Path(__file__).resolve().parents[2] / "sample_histories"
EXPORT = ("export", "--db", "hands.duckdb")
SIMULATE = ("simulate", "-n", "12")
WRITERS = {"export": EXPORT, "export without names": (*EXPORT, "--anonymize"), "simulate": SIMULATE}


def refused(*arguments):
    """The one line with which a command refuses its output, with status 2."""
    done = run(*arguments)
    assert done.exit_code == 2, done.output
    assert isinstance(done.exception, SystemExit)
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    return line.removeprefix("badugi-hh: ")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder with two tables' histories and a database of them, and the history of another hero."""
    folder = tmp_path_factory.mktemp("made")
    shutil.copy(SAMPLES / "alice-bob-carol-ted.txt", folder / "example.txt")
    assert run("simulate", "-n", "100", "-o", folder / "histories").exit_code == 0
    with opened(folder / "hands.duckdb") as con:
        import_paths(con, [folder / "histories"])
        con.execute("UPDATE files SET path = replace(path, ?, '')", [f"{folder}{os.sep}"])
    return folder


@pytest.fixture
def place(made, tmp_path, monkeypatch):
    """A copy of that folder to work in; the default database is not there."""
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BADUGI_HH_DB", str(tmp_path / "default.duckdb"))
    return tmp_path


def contents(folder, *, without=()):
    return {
        name: path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and (name := path.relative_to(folder).as_posix()) not in without
    }


# --- a folder that is new


@pytest.mark.parametrize("writer", WRITERS)
def test_a_new_folder_holds_the_files_and_their_list(place, writer):
    done = run(*WRITERS[writer], "-o", "a/b/out", "--json")
    assert done.exit_code == 0, done.output
    out = place / "a" / "b" / "out"
    answer = json.loads(done.stdout)
    assert answer["removed"] == []
    assert {place / file for file in answer["files"]} == set(out.rglob("*.txt"))
    listed = json.loads((out / MANIFEST).read_text(encoding="utf-8"))["files"]
    assert listed == {
        name: hashlib.sha256(data).hexdigest() for name, data in contents(out, without=(MANIFEST,)).items()
    }
    assert [path.name for path in (place / "a").iterdir()] == ["b"]
    assert str(place) not in (out / MANIFEST).read_text(encoding="utf-8")


def test_the_list_is_no_history_and_is_not_reported_as_skipped(place):
    assert run(*EXPORT, "-o", "out").exit_code == 0
    done = run("import", "out", "--no-prices", "--db", "again.duckdb")
    assert done.exit_code == 0
    assert "skipped" not in done.output


@pytest.mark.parametrize("out", [".", "empty"])
def test_an_empty_folder_is_used(place, out, monkeypatch):
    (place / "empty").mkdir(mode=0o700)
    before = (place / "empty").stat()
    if out == ".":
        monkeypatch.chdir(place / "empty")
    assert run("simulate", "-n", "5", "-o", out).exit_code == 0
    after = (place / "empty").stat()
    assert (after.st_ino, after.st_mode) == (before.st_ino, before.st_mode)
    assert len(list((place / "empty").glob("*.txt"))) == 1


# --- what stands in the way


@pytest.mark.parametrize(
    ("writer", "target", "force"),
    spread(
        WRITERS,
        ["example.txt", "hands.duckdb", "file", "link", "histories/no/example"],
        [(), ("--force",)],
        times=2,
    ),
)
def test_a_file_is_no_folder(place, writer, target, force):
    (place / "file").touch()
    (place / "link").symlink_to("example.txt")
    (place / "histories" / "no").write_text("mine", encoding="utf-8")
    before = contents(place)
    message = refused(*WRITERS[writer], "-o", target, *force)
    assert message.startswith(f"{target} cannot be written: ")
    assert "with --out" in message
    assert contents(place) == before


@pytest.mark.parametrize(
    ("writer", "name"), spread(WRITERS, ["notes.txt", "below/notes", ".hidden", "hands.duckdb"])
)
def test_a_folder_with_other_files_needs_force(place, writer, name):
    (place / "out" / name).parent.mkdir(parents=True)
    shutil.copy(place / "hands.duckdb", place / "out" / name)
    before = contents(place)
    message = refused(*WRITERS[writer], "-o", "out")
    assert message.startswith(
        f"out holds files that this command did not write or that were changed since, such as {Path(name)}; "
    )
    assert contents(place) == before
    assert run(*WRITERS[writer], "-o", "out", "--force").exit_code == 0
    assert (place / "out" / name).read_bytes() == before[f"out/{name}"]
    assert len(contents(place / "out")) > 2
    # What was written beside them is known again; the others are not.
    assert "did not write" in refused(*WRITERS[writer], "-o", "out")
    assert run(*WRITERS[writer], "-o", "out", "--force").exit_code == 0


@pytest.mark.parametrize("writer", WRITERS)
def test_an_earlier_run_is_replaced_and_with_force_an_edited_file(place, writer):
    assert run(*WRITERS[writer], "-o", "out").exit_code == 0
    due = contents(place / "out")
    assert run(*WRITERS[writer], "-o", "out").exit_code == 0
    assert contents(place / "out") == due
    name = min(due.keys() - {MANIFEST})
    (place / "out" / name).write_text("edited", encoding="utf-8")
    assert "did not write" in refused(*WRITERS[writer], "-o", "out")
    assert (place / "out" / name).read_text(encoding="utf-8") == "edited"
    assert run(*WRITERS[writer], "-o", "out", "--force").exit_code == 0
    assert contents(place / "out") == due


@pytest.mark.parametrize("kind", ["database", "folder"])
def test_a_database_or_folder_of_the_same_name_is_never_replaced(place, kind):
    assert run(*EXPORT, "-o", "out").exit_code == 0
    name = min(contents(place / "out").keys() - {MANIFEST})
    (place / "out" / name).unlink()
    if kind == "database":
        shutil.copy(place / "hands.duckdb", place / "out" / name)
    else:
        (place / "out" / name).mkdir()
    before = contents(place)
    message = refused(*EXPORT, "-o", "out", "--force")
    assert ("is a database" if kind == "database" else "it is not a file") in message
    assert contents(place) == before


@pytest.mark.parametrize("writer", WRITERS)
def test_standard_output_is_no_folder(place, writer):
    assert (
        refused(*WRITERS[writer], "-o", "-")
        == "standard output is not a folder; name a new folder with --out"
    )
    assert not (place / "-").exists()


# --- an earlier run


def test_files_of_an_earlier_export_that_are_not_written_again_are_removed(place):
    run("import", "example.txt", "--no-prices", "--db", "hands.duckdb")
    assert run(*EXPORT, "-o", "out").exit_code == 0
    folders = [path for path in (place / "out").iterdir() if path.is_dir()]
    assert len(folders) == 2
    before = contents(place / "out")
    done = run(*EXPORT, "--game", "tournament", "-o", "out", "--json")
    assert done.exit_code == 0
    answer = json.loads(done.stdout)
    after = contents(place / "out")
    assert {Path(file) for file in answer["removed"]} == {
        Path("out", name) for name in before.keys() - after.keys()
    }
    assert f"{len(answer['removed'])} files of an earlier export removed\n" in done.stderr
    assert all(" T" in name for name in after.keys() - {MANIFEST})
    assert not any(path.is_dir() for path in (place / "out").iterdir())


def test_an_earlier_export_stays_without_a_hand_and_for_other_commands_and_databases(place):
    assert run(*EXPORT, "-o", "out").exit_code == 0
    before = contents(place / "out", without=(MANIFEST,))
    assert run(*EXPORT, "--since", "2050-01-01", "-o", "out").exit_code == 0
    assert run("import", "example.txt", "--no-prices", "--db", "other.duckdb").exit_code == 0
    other = ("export", "--db", "other.duckdb", "-o", "out")
    for writer in (other, (*SIMULATE, "-o", "out")):
        assert "did not write" in refused(*writer)
    assert run(*other, "--force").exit_code == 0
    assert before.items() <= contents(place / "out").items()


OTHER_SIMULATIONS = [
    ["--seed", "2"],
    ["-n", "13"],
    ["--players", "3"],
    ["--betting", "no-limit"],
    ["--rules", "home"],
]


@pytest.mark.parametrize("options", OTHER_SIMULATIONS, ids=" ".join)
def test_another_simulation_needs_force_and_then_removes_the_earlier_one(place, options):
    assert run(*SIMULATE, "-o", "out").exit_code == 0
    before = contents(place)
    printed = refused(*SIMULATE, *options, "-o", "out")
    assert printed == (
        f"out holds the files of another run of simulate (12 hands, seed 1, rules pokerstars, badugi-hh {__version__}); "
        "name a new folder with --out, or replace them with --force"
    )
    assert contents(place) == before
    done = run(*SIMULATE, *options, "-o", "out", "--force", "--json")
    assert done.exit_code == 0
    left = {place / name for name in contents(place) if name.startswith("out/") and name.endswith(".txt")}
    assert {place / name for name in json.loads(done.stdout)["files"]} == left
    assert run(*SIMULATE, *options, "-o", "out").exit_code == 0


def test_a_simulation_of_an_earlier_version_needs_force(place):
    assert run(*SIMULATE, "-o", "out").exit_code == 0
    manifest = json.loads((place / "out" / MANIFEST).read_text(encoding="utf-8"))
    del manifest["run"]
    (place / "out" / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")
    assert "out holds the files of another run of simulate; name" in refused(*SIMULATE, "-o", "out")
    for name in manifest["files"]:
        (place / "out" / name).unlink()
    assert run(*SIMULATE, "-o", "out").exit_code == 0  # there is nothing to lose


@pytest.mark.parametrize(
    "name", ["../precious.txt", "{place}/precious.txt", "linked/precious.txt", "out/../../precious.txt"]
)
def test_a_list_that_leads_out_of_the_folder(place, name):
    precious = place / "precious.txt"
    precious.write_text("mine", encoding="utf-8")
    assert run(*SIMULATE, "-o", "out").exit_code == 0
    (place / "out" / "linked").symlink_to(place)
    manifest = place / "out" / MANIFEST
    listed = json.loads(manifest.read_text(encoding="utf-8"))
    listed["files"][name.format(place=place)] = hashlib.sha256(b"mine").hexdigest()
    manifest.write_text(json.dumps(listed), encoding="utf-8")
    assert run(*SIMULATE, "-o", "out", "--force").exit_code == 0
    assert precious.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"origin": "simulate"}', '{"origin": "simulate", "files": [1]}', "[" * 9999]
)
def test_a_list_that_is_none(place, text):
    assert run(*SIMULATE, "-o", "out").exit_code == 0
    (place / "out" / MANIFEST).write_text(text, encoding="utf-8")
    assert "did not write" in refused(*SIMULATE, "-o", "out")


# --- what fails leaves all as it was


def fill(text, *names):
    """Return what writes a text into files of these names."""

    def write(folder):
        files = [folder / name for name in names]
        for file in files:
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8")
        return files

    return write


def output(path, *, force=False):
    return OutputFolder(path, "test", force)


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_moving_that_fails_is_undone(tmp_path, monkeypatch, error):
    """An earlier run wrote a, b and c/d, the user x and y; y is to be replaced, and the move of one file fails."""
    folder = tmp_path / "out"
    output(folder).write(fill("old", "a", "b", "c/d"))
    for name in ("x", "y"):
        (folder / name).write_text("mine", encoding="utf-8")
    before = contents(tmp_path)
    rename = Path.rename
    write = fill("new", "a", "c/d", "n/m", "y", "z")
    moves = (
        11  # four old files and the manifest are put aside, five new ones and the manifest take their places
    )
    for step in range(moves + 1):
        done = 0

        def failing(self, target, step=step):
            nonlocal done
            done += 1
            if done == step + 1:
                raise error
            return rename(self, target)

        with monkeypatch.context() as patch:
            patch.setattr(Path, "rename", failing)
            if step < moves:
                with pytest.raises(OutputError if isinstance(error, OSError) else KeyboardInterrupt):
                    output(folder, force=True).write(write)
                assert contents(tmp_path) == before
                assert not (folder / "n").exists()
                continue
            written = output(folder, force=True).write(write)
    files = tuple(folder / name for name in ("a", "c/d", "n/m", "y", "z"))
    assert (written, done) == (Written(files, (folder / "b",)), moves)
    assert {name: data.decode() for name, data in contents(folder, without=(MANIFEST,)).items()} == {
        **dict.fromkeys(("a", "c/d", "n/m", "y", "z"), "new"),
        "x": "mine",
    }


def test_what_cannot_be_put_back_is_left_aside(tmp_path, monkeypatch):
    output(tmp_path / "out").write(fill("old", "a", "b"))

    def fail(*_):
        raise OSError(1, "Operation not permitted")

    rename = Path.rename
    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", fail)
        patch.setattr(Path, "rename", lambda self, to: fail() if to.name == "b" else rename(self, to))
        with pytest.raises(OutputError):
            output(tmp_path / "out").write(fill("new", "a", "b"))
    found = contents(tmp_path / "out", without=(MANIFEST,))
    assert list(found.values()).count(b"old") == 2
    with pytest.raises(OutputError, match=r"did not write .* such as .*\.badugi-hh-\w+\.part"):
        output(tmp_path / "out").write(fill("new", "a", "b"))


@pytest.mark.parametrize(
    "error", [OSError(28, "No space left on device"), KeyboardInterrupt(), ValueError("x")]
)
@pytest.mark.parametrize("there", [False, True])
def test_filling_that_fails_leaves_no_folder(tmp_path, error, there):
    folder = tmp_path / "a" / "out"
    if there:
        output(folder).write(fill("old", "a"))
    before = contents(tmp_path)

    def fails(place):
        fill("new", "a", "b")(place)
        raise error

    with pytest.raises(OutputError if isinstance(error, OSError) else type(error)):
        output(folder).write(fails)
    assert contents(tmp_path) == before
    assert (tmp_path / "a").exists() == there


def test_a_folder_that_appears_while_the_files_are_written(tmp_path):
    """Two runs at once: the second to end finds the other's files and takes their place, or is refused."""

    def slow(place):
        output(tmp_path / "out").write(fill("first", "a", "b"))
        return fill("second", "b", "c")(place)

    written = output(tmp_path / "out").write(slow)
    assert written.removed == (tmp_path / "out" / "a",)

    def disturbed(place):
        (tmp_path / "other").mkdir()
        (tmp_path / "other" / "b").write_text("mine", encoding="utf-8")
        return fill("second", "b", "c")(place)

    with pytest.raises(OutputError, match="b was not written by this command"):
        output(tmp_path / "other").write(disturbed)
    assert contents(tmp_path / "other") == {"b": b"mine"}


def test_the_folder_may_be_a_link(tmp_path):
    (tmp_path / "there").mkdir()
    (tmp_path / "out").symlink_to("there")
    for text in ("old", "new"):
        output(tmp_path / "out").write(fill(text, "a", "b/c"))
    assert (tmp_path / "out").is_symlink()
    assert contents(tmp_path / "there", without=(MANIFEST,)) == {"a": b"new", "b/c": b"new"}


def test_a_link_in_the_folder_is_another_file(tmp_path):
    output(tmp_path / "out").write(fill("old", "a"))
    precious = tmp_path / "precious"
    precious.write_text("old", encoding="utf-8")
    (tmp_path / "out" / "a").unlink()
    (tmp_path / "out" / "a").symlink_to(precious)
    with pytest.raises(OutputError, match="such as a;"):
        output(tmp_path / "out").write(fill("new", "a"))
    output(tmp_path / "out", force=True).write(fill("new", "a"))
    assert precious.read_text(encoding="utf-8") == "old"
    assert contents(tmp_path / "out", without=(MANIFEST,)) == {"a": b"new"}
