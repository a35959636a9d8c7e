"""What commands write to a file: nothing of the user's is replaced, and what fails leaves the old file."""

import gzip
import os
import re
import shutil
import stat
import subprocess
import sys
import threading
import zipfile
from functools import cache
from itertools import product
from pathlib import Path

import duckdb
import pytest
from support.commands import run
from support.spread import few, spread

import badugi_hh
from badugi_hh.outputs import OutputError, OutputFile
from badugi_hh.outputs import file as outputs_file
from badugi_hh.outputs.marks import is_ours, sign
from badugi_hh.store.database import opened
from badugi_hh.store.importer import import_paths

pytestmark = pytest.mark.usefixtures("composed_once")

SAMPLE = Path(__file__).resolve().parents[2] / "sample_histories" / "alice-bob-carol-ted.txt"
PAGE = ("report", "--db", "hands.duckdb", "--all")
HAND = "200000000001"
WRITERS = {
    "report of a database": ("report", "--db", "hands.duckdb"),
    "report of a history": ("report", "history.txt", "--all"),
    "report of a history in a database": ("report", "history.txt", "--db", "hands.duckdb"),
    "replay": ("replay", "--db", "hands.duckdb", HAND, "--html"),
}


def refused(*arguments):
    """The one line with which a command refuses its output, with status 2."""
    done = run(*arguments)
    assert done.exit_code == 2, done.output
    assert isinstance(done.exception, SystemExit)
    assert done.stdout == ""
    lines = [line for line in done.stderr.splitlines() if line.startswith("badugi-hh: ")]
    assert len(lines) == 1, done.stderr
    assert done.stderr.splitlines()[-1] == lines[0]
    return lines[0].removeprefix("badugi-hh: ")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder with a history and a database of it."""
    folder = tmp_path_factory.mktemp("made")
    shutil.copy(SAMPLE, folder / "history.txt")
    with opened(folder / "hands.duckdb") as con:
        import_paths(con, [folder / "history.txt"])
        con.execute("UPDATE files SET path = 'history.txt'")
    return folder


@pytest.fixture
def place(made, tmp_path, monkeypatch):
    """A copy of that folder to work in; the default database is not there."""
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BADUGI_HH_DB", str(tmp_path / "default.duckdb"))
    return tmp_path


def contents(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


# --- what is never replaced, whatever the command


def _same(name):
    return lambda _: name


def _link(name):
    def make(place):
        (place / "link").symlink_to(name)
        return "link"

    return make


def _hard_link(name):
    def make(place):
        (place / "second").hardlink_to(place / name)
        return "second"

    return make


def _database(place, *, name="other.duckdb"):
    duckdb.connect(str(place / name)).close()
    return name


def _sqlite(place):
    (place / "other.db").write_bytes(b"SQLite format 3\0" + bytes(84))
    return "other.db"


def _folder(place):
    (place / "folder").mkdir()
    return "folder"


def _linked_folder(place):
    (place / "linked").symlink_to(_folder(place))
    return "linked"


NEVER = {
    "its database": (_same("hands.duckdb"), "belongs to a database"),
    "its database, spelt otherwise": (_same("./x/../hands.duckdb"), "belongs to a database"),
    "a link to its database": (_link("hands.duckdb"), "belongs to a database"),
    "another name of its database": (_hard_link("hands.duckdb"), "belongs to a database|is a database"),
    "the changes of its database": (_same("hands.duckdb.wal"), "belongs to a database"),
    "a database": (_database, "is a database"),
    "a link to a database": (lambda place: _link(_database(place))(place), "is a database"),
    "a database of SQLite": (_sqlite, "is a database"),
    "a folder": (_folder, "is a folder"),
    "a link to a folder": (_linked_folder, "is a folder"),
    "this folder": (_same("."), "is a folder"),
    "nothing": (_same(""), "is a folder"),
}


@pytest.mark.parametrize(("writer", "target", "force"), spread(WRITERS, NEVER, [(), ("--force",)]))
def test_what_is_never_replaced(place, writer, target, force):
    (place / "x").mkdir()
    make, words = NEVER[target]
    out = make(place)
    before = contents(place)
    message = refused(*WRITERS[writer], "-o", out, *force)
    assert any(word in message for word in (*words.split("|"), "is a database")), message
    assert "name a" in message
    assert contents(place) == before


@pytest.mark.parametrize("database", ["unborn.duckdb", "unborn.duckdb.wal", "UNBORN.duckdb"])
def test_the_place_of_a_database_that_is_not_there_yet(place, database):
    before = contents(place)
    message = refused("report", "history.txt", "--db", "unborn.duckdb", "-o", database, "--force")
    assert message.startswith(f"{database} belongs to a database")
    assert contents(place) == before


def _gz(place):
    (place / "a.gz").write_bytes(gzip.compress((place / "history.txt").read_bytes()))
    return "a.gz", "a.gz"


def _zip(place):
    with zipfile.ZipFile(place / "a.zip", "w") as archive:
        archive.write(place / "history.txt", "history.txt")
    return "a.zip", "a.zip"


def _in_folder(place):
    (place / "in" / "below").mkdir(parents=True)
    shutil.copy(place / "history.txt", place / "in" / "below" / "a.txt")
    return "in", "in/below/a.txt"


def _linked_in_folder(place):
    inputs, file = _in_folder(place)
    (place / "outside").hardlink_to(place / file)
    return inputs, "outside"


def _in_pattern(place):
    return "hist*.txt", "history.txt"


@pytest.mark.parametrize(
    ("inputs", "database", "force"),
    spread(
        [
            lambda _: ("history.txt", "history.txt"),
            lambda _: ("history.txt", "./x/../history.txt"),
            lambda place: ("history.txt", _link("history.txt")(place)),
            lambda place: (_link("history.txt")(place), "history.txt"),
            lambda place: ("history.txt", _hard_link("history.txt")(place)),
            *(_gz, _zip, _in_folder, _linked_in_folder, _in_pattern),
        ],
        [(), ("--db", "new.duckdb")],
        [("--force",), ()],
        times=2,
    ),
)
def test_an_input_is_never_replaced(place, inputs, database, force):
    (place / "x").mkdir()
    named, out = inputs(place)
    before = contents(place)
    assert f"{Path(out)} is read by this command" in refused("report", named, *database, "-o", out, *force)
    assert contents(place) == before


@pytest.mark.skipif(os.name == "nt", reason="named as in Unix")
def test_what_standard_input_reads_is_an_input(place):
    code = (
        "from pathlib import Path; from badugi_hh.history.source import list_files; "
        "from badugi_hh.outputs import OutputFile; "
        "OutputFile(Path('history.txt'), inputs=list_files(['-'])).check()"
    )
    with (place / "history.txt").open("rb") as history:
        done = subprocess.run([sys.executable, "-c", code], stdin=history, capture_output=True, check=False)
    assert b"OutputError: history.txt is read by this command" in done.stderr


def test_a_folder_is_read_twice_with_its_report_in_it(place):
    _in_folder(place)
    for _ in range(2):
        done = run("report", "in", "--all", "-o", "in/report.html")
        assert done.exit_code == 0, done.output
    assert b"badugi-hh" in (place / "in" / "report.html").read_bytes()


# --- what is replaced


FOREIGN = {
    "text": b"my notes",
    "html": b"<!DOCTYPE html>\n<html lang=en><head><title>mine</title>",
    "a page that names the tool": b"<!DOCTYPE html><html><head><title>badugi-hh 1.0.0</title></head></html>",
    "a page without a checksum": b'<!DOCTYPE html><html><head><meta charset="utf-8">'
    b'<meta name="generator" content="badugi-hh 1.0.0">',
    "bytes": bytes(range(256)),
}


def test_a_file_of_somebody_else_is_not_ours(tmp_path):
    for name, content in FOREIGN.items():
        (tmp_path / "out").write_bytes(content)
        assert not is_ours(tmp_path / "out"), name
        with pytest.raises(OutputError, match="is not known to be an unchanged file of badugi-hh"):
            OutputFile(tmp_path / "out").check()


# One way writes all pages, whatever their hands come from; so most tests that write one take one writer of them.
ONE_PAGE = [name for name in WRITERS if name not in {"report of a database", "report of a history"}]


@pytest.mark.parametrize("writer", few(WRITERS, *ONE_PAGE))
def test_a_file_of_somebody_else_needs_force_and_ours_does_not(place, writer):
    (place / "out").write_bytes(FOREIGN["text"])
    before = contents(place)
    assert "is not known to be an unchanged file of badugi-hh" in refused(*WRITERS[writer], "-o", "out")
    assert contents(place) == before
    done = run(*WRITERS[writer], "-o", "out", "--force")
    assert done.exit_code == 0, done.output
    assert is_ours(place / "out")
    assert run(*WRITERS[writer], "-o", "out").exit_code == 0
    assert sorted(contents(place)) == ["hands.duckdb", "history.txt", "out"]


@pytest.fixture(scope="module")
def written(made, tmp_path_factory):
    """What a writer writes."""
    place = tmp_path_factory.mktemp("written")
    shutil.copytree(made, place, dirs_exist_ok=True)

    @cache
    def write(writer):
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(place)
            done = run(*WRITERS[writer], "-o", f"out{list(WRITERS).index(writer)}")
        assert done.exit_code == 0, done.output
        return (place / f"out{list(WRITERS).index(writer)}").read_bytes()

    return write


CHANGES = {
    "a line at the end": lambda text: text + b"my notes\n",
    "a word in the text": lambda text: re.sub(rb"\bhands\b", b"heads", text),
    "no line at the end": lambda text: text[: text.rstrip().rindex(b"\n") + 1],
}


@pytest.mark.parametrize(
    ("writer", "change"), list(product(("report of a history in a database", "replay"), CHANGES))
)
def test_what_was_changed_since_needs_force(tmp_path, written, writer, change):
    changed = CHANGES[change](written(writer))
    assert changed != written(writer)
    out = tmp_path / "out"
    out.write_bytes(changed)
    assert not is_ours(out)
    with pytest.raises(OutputError, match="is not known to be an unchanged file of badugi-hh"):
        OutputFile(out).check()
    assert out.read_bytes() == changed


def test_only_a_page_is_signed():
    with pytest.raises(ValueError, match="cannot be signed"):
        sign(FOREIGN["text"])


@pytest.mark.quick
def test_an_empty_file_is_replaced(place):
    (place / "out").touch()
    assert run(*WRITERS["replay"], "-o", "out").exit_code == 0
    assert is_ours(place / "out")


# --- how it is written


def test_nothing_is_done_before_the_output_is_looked_at(place, monkeypatch):
    def work(*_, **__):
        pytest.fail("the work began")

    monkeypatch.setattr("badugi_hh.store.importer.import_paths", work)
    monkeypatch.setattr("badugi_hh.report.compose.compose", work)
    for out in (".", "no/such/folder", "x" * 300, "history.txt/report.html"):
        refused("report", "history.txt", "-o", out)
        refused(*PAGE, "-o", out)


def test_a_name_that_is_too_long(place):
    assert refused(*PAGE, "-o", "x" * 300).endswith(
        "cannot be written: the name is too long; name a shorter one with --out"
    )
    assert run(*PAGE, "-o", "x" * 255).exit_code == 0


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="nothing is forbidden to an administrator")
def test_what_is_write_protected(place):
    run(*PAGE, "-o", "out")
    (place / "out").chmod(0o444)
    assert refused(*PAGE, "-o", "out").startswith("out cannot be written: permission denied; name another")
    (place / "closed").mkdir(mode=0o555)
    assert refused(*PAGE, "-o", "closed/out").startswith("closed/out cannot be written: permission denied")


def test_the_permissions_stay(place):
    run(*PAGE, "-o", "out")
    (place / "out").chmod(0o640)
    assert run(*PAGE, "-o", "out").exit_code == 0
    assert stat.S_IMODE((place / "out").stat().st_mode) == 0o640


def test_a_link_stays_and_its_target_is_written(place):
    (place / "there").mkdir()
    (place / "out").symlink_to(Path("there") / "figures")
    for _ in range(2):
        assert run(*PAGE, "-o", "out").exit_code == 0
    assert (place / "out").is_symlink()
    assert is_ours(place / "there" / "figures")
    assert [path.name for path in (place / "there").iterdir()] == ["figures"]


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_what_fails_leaves_the_old_file(place, monkeypatch, error, step):
    assert run(*PAGE, "-o", "out").exit_code == 0
    before = contents(place)

    def fail(*_):
        raise error

    with monkeypatch.context() as patch:
        if step == "fsync":
            patch.setattr(outputs_file.os, "fsync", fail)
        else:
            patch.setattr(Path, "replace", fail)
        done = run(*PAGE, "--kind", "leaks", "-o", "out")
    if isinstance(error, KeyboardInterrupt):
        assert (done.exit_code, done.stderr.splitlines()[-1]) == (130, "badugi-hh: interrupted")
    else:
        assert done.exit_code == 2
        assert done.stderr.splitlines()[-1] == (
            "badugi-hh: out cannot be written: the disk is full; free some space, or name another place with --out"
        )
    assert contents(place) == before


def test_what_appears_while_the_work_goes_on_is_not_replaced(place, monkeypatch):
    from badugi_hh.report import compose as composing

    compose = composing.compose

    def work(*arguments, **options):
        (place / "out").write_text("mine", encoding="utf-8")
        return compose(*arguments, **options)

    monkeypatch.setattr(composing, "compose", work)
    assert "is not known to be an unchanged file of badugi-hh" in refused(*PAGE, "-o", "out")
    assert (place / "out").read_text(encoding="utf-8") == "mine"


# --- what is no regular file


@pytest.mark.skipif(os.name == "nt", reason="named as in Unix")
@pytest.mark.parametrize("out", ["-", "/dev/stdout", "/dev/fd/1"])
@pytest.mark.parametrize("writer", ["report of a history", "replay"])
def test_standard_output(place, out, writer, capfdbinary):
    done = run(*WRITERS[writer], "-o", out)
    assert done.exit_code == 0
    assert "written" not in done.output
    content = capfdbinary.readouterr().out
    (place / "copy").write_bytes(content)
    assert is_ours(place / "copy")
    assert content.rstrip().endswith(b"</html>")


@pytest.mark.skipif(os.name == "nt", reason="named as in Unix")
def test_what_stands_before_in_standard_output_stays(place):
    with (place / "log").open("ab") as log:
        log.write(b"before\n")
        log.flush()
        done = subprocess.run(
            [sys.executable, "-m", "badugi_hh", *WRITERS["replay"], "-o", "/dev/stdout"],
            stdout=log,
            check=False,
        )
    assert done.returncode == 0
    assert (place / "log").read_bytes().startswith(b"before\n<!DOCTYPE html>")


@pytest.mark.skipif(os.name == "nt", reason="named as in Unix")
def test_a_database_as_standard_output(place):
    code = (
        "from pathlib import Path; from badugi_hh.outputs import OutputFile; "
        "OutputFile(Path('-'), database=Path('hands.duckdb')).check()"
    )
    before = contents(place)
    with (place / "hands.duckdb").open("ab") as end:
        done = subprocess.run([sys.executable, "-c", code], stdout=end, stderr=subprocess.PIPE, check=False)
    assert b"OutputError: standard output belongs to a database" in done.stderr
    assert contents(place) == before


@pytest.mark.skipif(os.name == "nt", reason="named as in Unix")
def test_a_pipe_and_no_file_at_all(place):
    os.mkfifo(place / "pipe")
    read = []
    reader = threading.Thread(target=lambda: read.append((place / "pipe").read_bytes()), daemon=True)
    reader.start()
    done = run(*PAGE, "-o", "pipe")
    reader.join(20)
    assert done.exit_code == 0, done.output
    assert read[0].startswith(b"<!DOCTYPE html>")
    assert stat.S_ISFIFO((place / "pipe").stat().st_mode)
    assert run(*PAGE, "-o", "/dev/null").exit_code == 0
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no disk that is always full")
@pytest.mark.parametrize("writer", few(WRITERS, *ONE_PAGE))
def test_a_full_disk(place, writer):
    assert refused(*WRITERS[writer], "-o", "/dev/full") == (
        "/dev/full cannot be written: the disk is full; free some space, or name another place with --out"
    )


# --- the same from Python


def test_from_python(place):
    (place / "notes").write_text("mine", encoding="utf-8")
    with badugi_hh.open("hands.duckdb") as hands:
        before = contents(place)
        with pytest.raises(badugi_hh.OutputError, match="which no output replaces"):
            hands.report("hands.duckdb", force=True)
        assert contents(place) == before
        with pytest.raises(badugi_hh.OutputError, match="is not known to be an unchanged file of badugi-hh"):
            hands.report("notes")
        hands.report("notes", force=True)
        hands.report("notes")
        with pytest.raises(badugi_hh.OutputError, match=r"cannot be written: .*null"):
            hands.report("a\0b")


def test_a_disk_is_never_written(place, monkeypatch):
    disk = os.stat_result((stat.S_IFBLK | 0o660, *[0] * 9))
    monkeypatch.setattr(OutputFile, "_stat", lambda _: disk)
    with pytest.raises(OutputError, match="is a disk"):
        OutputFile(place / "sda", force=True).write(b"")
