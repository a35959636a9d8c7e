"""Full disks and what lies where DuckDB writes: one clear line, the database whole, and no file of the user's lost."""

import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from support.commands import mistake, run
from support.small_files import files_of_at_most

from badugi_hh.store import database
from badugi_hh.store.database import DatabaseError, opened
from badugi_hh.store.importer import import_paths

SAMPLES = Path(__file__).resolve().parents[2] / "sample_histories"
SMALL = SAMPLES / "alice-bob-carol-ted.txt"
LARGE = SAMPLES / "HH20240312 Alcyone IV - $0.25-$0.50 - USD Limit Badugi.txt"
MORE = SAMPLES / "HH20240326 T736133872 Limit Badugi $10.00 + $0.50.txt"
LIMITED = """
import resource, sys
limit = int(sys.argv.pop(1))
sys.dont_write_bytecode = True
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
from badugi_hh.cli import main
main()
"""
FULL = "the disk is full; free some space"
LONG = pytest.mark.long


def limited(size, *arguments, process=False):
    """Run a command that may write no file beyond a size in bytes, and return the one line it ends with."""
    if process:
        pytest.importorskip("resource")
        command = [sys.executable, "-c", LIMITED, str(size), *map(str, arguments)]
        child = subprocess.run(command, capture_output=True, text=True, check=False)
        status, out, err = child.returncode, child.stdout, child.stderr
    else:
        with files_of_at_most(size):
            done = run(*arguments)
        status, out, err = done.exit_code, done.stdout, done.stderr
    assert status == 2, out + err
    (line,) = [line for line in err.splitlines() if line.startswith("badugi-hh: ")]
    assert err.splitlines()[-1] == line
    assert "Traceback" not in err
    return line.removeprefix("badugi-hh: ")


@pytest.fixture(scope="module")
def imported(tmp_path_factory):
    path = tmp_path_factory.mktemp("imported") / "hands.duckdb"
    with opened(path) as con:
        import_paths(con, [SMALL])
    return path


@pytest.fixture
def db(imported, tmp_path):
    return Path(shutil.copy(imported, tmp_path / "hands.duckdb"))


def hands(db):
    with opened(db) as con:
        return con.execute("SELECT count(*) FROM hands").fetchall()


@pytest.mark.parametrize(
    ("size", "command"),
    [
        (0, "import"),
        *(pytest.param(size, "import", marks=LONG) for size in (10_000, 20_000, 300_000)),
        *(pytest.param(size, "report", marks=LONG) for size in (0, 10_000, 20_000, 300_000)),
    ],
)
def test_no_room_for_a_new_database(tmp_path, size, command):
    options = () if command == "import" else ("-o", tmp_path / "report.html")
    line = limited(size, command, LARGE, "--db", tmp_path / "new.duckdb", *options, process=size == 20_000)
    assert line.startswith(f"{tmp_path / 'new.duckdb'} cannot be written: {FULL} and run the command again")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("size", "arguments"),
    [
        (1_000_000, ("import", LARGE, "--no-prices")),
        (10, ("alias", "Alice", "Alice", "--me")),
        pytest.param(1_000_000, ("report", LARGE, "-o", "report.html"), marks=LONG),
        pytest.param(10, ("import", SAMPLES / "broken"), marks=LONG),
        pytest.param(10, ("export", "--anonymize", "-o", "out"), marks=LONG),
    ],
)
def test_no_room_for_changes(db, size, arguments, monkeypatch):
    monkeypatch.chdir(db.parent)
    line = limited(size, *arguments, "--db", db)
    if arguments[0] != "export":
        assert line.startswith(f"{db} cannot be written: {FULL}")
        assert line.endswith("what it held before is unharmed")
    assert {path.name for path in db.parent.iterdir()} <= {db.name, f"{db.name}.wal"}
    assert hands(db) == [(1,)]
    with opened(db) as con:
        import_paths(con, [MORE])
    assert hands(db) == [(48,)]


@pytest.mark.parametrize("arguments", [("report",), ("export",)])
def test_no_room_for_an_output(db, arguments):
    out = db.parent / "out"
    line = limited(100, *arguments, "--db", db, "-o", out)
    assert (
        line
        == f"{out} cannot be written: it is larger than a file may be there; name another place with --out"
    )
    assert list(db.parent.iterdir()) == [db]


def test_no_room_for_a_simulation(tmp_path):
    line = limited(10_000, "simulate", "-o", tmp_path / "a" / "out")
    assert line.startswith(f"{tmp_path / 'a' / 'out'} cannot be written: it is larger than")
    assert list(tmp_path.iterdir()) == []


# --- what lies where DuckDB keeps the latest changes


@pytest.mark.parametrize("suffix", [".wal", ".wal.recovery"])
def test_a_file_beside_a_new_database_is_not_lost(tmp_path, suffix):
    precious = tmp_path / f"new{suffix}"
    shutil.copy(SMALL, precious)
    with pytest.raises(DatabaseError, match=rf"new{suffix} lies where the database .*new keeps its changes"):
        opened(tmp_path / "new").__enter__()
    assert precious.read_bytes() == SMALL.read_bytes()
    assert list(tmp_path.iterdir()) == [precious]


def test_a_file_beside_a_database_is_not_lost(db):
    precious = db.with_name(f"{db.name}.wal")
    shutil.copy(SMALL, precious)
    with pytest.raises(DatabaseError, match="move it away, or name another database with --db"):
        hands(db)
    assert precious.read_bytes() == SMALL.read_bytes()


# --- changes for which there is room in the log alone


def room_for_the_log(monkeypatch):
    """Let DuckDB write its log, but not move it into the database."""
    execute = database.write_log

    def write_log(con, path):
        with files_of_at_most(path.stat().st_size - 1), closing(con):
            execute(con, path)

    for module in (
        "badugi_hh.api.open_database",
        "badugi_hh.store.database",
    ):  # the first has its own name for that of the second
        monkeypatch.setattr(f"{module}.write_log", write_log)


def test_changes_that_stay_in_the_log_are_reported_and_not_lost(db, monkeypatch):
    with monkeypatch.context() as patch:
        room_for_the_log(patch)
        done = run("import", MORE, "--db", db, "--no-prices")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.splitlines()[-1] == (
        f"badugi-hh: the disk is full, so the changes are not yet in {db} but in {db}.wal, and nothing is lost; keep both "
        "files together, free some space and run any command"
    )
    assert db.with_name(f"{db.name}.wal").stat().st_size > 0
    assert hands(db) == [(48,)]
    with opened(db):
        pass
    assert not db.with_name(f"{db.name}.wal").exists()


def test_the_log_of_another_database_is_not_moved(tmp_path):
    foreign = tmp_path / "foreign.duckdb"
    code = (
        "import duckdb, os, sys\n"
        "con = duckdb.connect(sys.argv[1])\n"
        "con.execute('CREATE TABLE precious AS SELECT 1 AS one')\n"
        "con.execute('CHECKPOINT')\n"
        "con.execute('INSERT INTO precious VALUES (2)')\n"
        "os._exit(0)\n"
    )
    subprocess.run([sys.executable, "-c", code, str(foreign)], check=True)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert sorted(before) == ["foreign.duckdb", "foreign.duckdb.wal"]
    assert "but none of badugi-hh; name another file" in mistake("import", SMALL, "--db", foreign)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_database_in_a_folder_that_cannot_be_written(db, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr("os.access", lambda *_, **__: False)
        assert mistake("import", LARGE, "--db", db) == (
            f"{db} cannot be changed: its folder cannot be written, where DuckDB keeps the latest changes; copy it into "
            "a folder of your own and name the copy with --db"
        )
        assert run("stats", "--db", db, "--all", "--stat", "vpip").exit_code == 0
    assert hands(db) == [(1,)]


def test_changes_that_were_not_yet_in_the_database_are_read(db):
    """A process that was killed leaves the database and its log."""
    code = (
        "import os, sys\nfrom pathlib import Path\n"
        "from badugi_hh.store.database import open_database\n"
        "con = open_database(Path(sys.argv[1]))\n"
        "con.execute(\"INSERT INTO aliases VALUES ('PokerStars', 'Alice', 'Alice', true)\")\n"
        "os._exit(0)\n"
    )
    subprocess.run([sys.executable, "-c", code, str(db)], check=True)
    assert db.with_name(f"{db.name}.wal").stat().st_size > 0
    with opened(db) as con:
        assert con.execute("SELECT person FROM aliases").fetchall() == [("Alice",)]
