"""A database that is damaged, in use, of something else or on a full disk: one line that says so, and nothing is lost."""

import inspect
import lzma
import shutil
import signal
import struct
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import duckdb
import pytest
from support.commands import mistake, run
from support.small_files import files_of_at_most

import badugi_hh
from badugi_hh.cli.app import COMMANDS, find_command
from badugi_hh.history.source import InputError
from badugi_hh.store import database
from badugi_hh.store.check import check_database
from badugi_hh.store.database import DatabaseError, DatabaseInUseError, open_database, opened
from badugi_hh.store.file_errors import explain, find_holder
from badugi_hh.store.importer import import_paths

SAMPLES = Path(__file__).resolve().parents[2] / "sample_histories"
SMALL = SAMPLES / "alice-bob-carol-ted.txt"
LARGE = SAMPLES / "HH20240312 Alcyone IV - $0.25-$0.50 - USD Limit Badugi.txt"
RESTORE = "; restore a copy of it, or import your histories again into another file named with --db"
FULL = "cannot be written: the disk is full; free some space and run the command again"
ALIAS = "INSERT INTO aliases VALUES ('PokerStars', 'Ben', 'Ben Example', false)"


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A database with one hand, which no test changes."""
    path = tmp_path_factory.mktemp("whole") / "hands.duckdb"
    with opened(path) as con:
        import_paths(con, [SMALL])
    return path


@pytest.fixture
def db(whole, tmp_path):
    return Path(shutil.copy(whole, tmp_path / "hands.duckdb"))


@pytest.fixture
def log(db):
    """The log of a database, with its last change."""
    kill = f'import duckdb, os, sys; con = duckdb.connect(sys.argv[1]); con.execute("{ALIAS}"); os.kill(os.getpid(), 9)'
    subprocess.run([sys.executable, "-c", kill, str(db)], check=False)
    return db.with_name("hands.duckdb.wal")


def refusal(path, *, read_only=False):
    with pytest.raises(DatabaseError) as caught:
        open_database(path, read_only=read_only)
    return str(caught.value)


# --- damage


def test_a_truncated_database_is_damaged_and_kept(db):
    data = db.read_bytes()
    for length in (12, 100, 4096, 8192, 12289, *range(20_000, len(data), len(data) // 7), len(data) - 1):
        db.write_bytes(data[:length])
        for read_only in (True, False):
            said = refusal(db, read_only=read_only)
            assert said.startswith(f"{db} is damaged (")
            assert said.endswith(RESTORE)
        assert db.read_bytes() == data[:length]
    assert mistake("hands", "--all", "--db", db) == f"{said}\n".rstrip()


def test_an_overwritten_database_is_damaged_where_it_is_read(db):
    data = db.read_bytes()
    noticed = 0
    for place in range(12, len(data) - 20, len(data) // 30):
        changed = data[:place] + bytes(byte ^ 0x5A for byte in data[place : place + 8]) + data[place + 8 :]
        db.write_bytes(changed)
        try:
            with opened(db, read_only=True) as con:
                check_database(con)
        except DatabaseError as error:
            noticed += str(error).startswith(f"{db} is damaged (") or pytest.fail(str(error))
        assert db.read_bytes() == changed
    assert noticed > 8


def test_a_damaged_log_and_that_of_another_database_are_named(db, log, tmp_path):
    data = bytearray(log.read_bytes())
    other = tmp_path / "other.duckdb"
    open_database(other).close()
    beside = Path(shutil.copy(log, tmp_path / "other.duckdb.wal"))
    assert refusal(other).startswith(f"{other} and {beside} do not belong together; ")
    data[len(data) // 2] ^= 0x5A
    log.write_bytes(data)
    assert refusal(db) == f"{log} is damaged, which holds the last changes of {db}{RESTORE}"
    assert (log.read_bytes(), beside.exists()) == (data, True)


@pytest.mark.parametrize(("version", "said"), [(5000, "newer DuckDB than "), (1, "older DuckDB than ")])
def test_a_file_of_another_duckdb_is_not_called_damaged(db, version, said):
    data = bytearray(db.read_bytes())
    struct.pack_into("<Q", data, 12, version)
    checksum = 5381
    for (word,) in struct.iter_unpack("<Q", data[8:4096]):
        checksum ^= word * 0xBF58476D1CE4E5B9 % 2**64
    struct.pack_into("<Q", data, 0, checksum)
    db.write_bytes(data)
    assert f"{db} was made with a{'n' if version == 1 else ''} {said}" in refusal(db)
    assert db.read_bytes() == data


def test_what_is_no_damage_is_left_as_it_is():
    unread = InputError("cannot be read: Corrupt input data")
    unread.__cause__ = lzma.LZMAError("Corrupt input data")
    for error in (
        unread,
        ValueError("Corrupt database file, No space left on device"),
        duckdb.BinderException('Binder Error: column "Corrupt database file" not found'),
        duckdb.ConversionException("Could not convert string 'Corrupt database file' to INT32"),
    ):
        assert explain(error, Path("hands.duckdb")) is None
    why = "database has been invalidated because of a previous fatal error"
    assert explain(duckdb.FatalException(f"{why}\nmore"), Path("a")) == (
        f"DuckDB cannot continue with a: {why}; try again, and if that fails {RESTORE[2:]}"
    )


# --- a full disk


@pytest.mark.parametrize("size", [0, 20_000])
def test_no_room_for_a_new_database(tmp_path, size):
    with files_of_at_most(size):
        said = mistake("import", SMALL, "--db", tmp_path / "new.duckdb")
    assert said.startswith(f"{tmp_path / 'new.duckdb'} {FULL}")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("size", "arguments"),
    [
        (1_000_000, ("import", LARGE, "--no-prices")),
        (10, ("alias", "Alice", "Alice", "--me")),
        (10, ("retry",)),
    ],
)
def test_no_room_for_changes(db, size, arguments):
    with opened(db) as con:
        import_paths(con, [SAMPLES / "broken" / "G04-cut-off.txt"])
        before = con.execute("SELECT (SELECT count(*) FROM hands), count(*) FROM quarantine").fetchall()
    with files_of_at_most(size):
        said = mistake(*arguments, "--db", db)
    assert said.startswith(f"{db} {FULL}")
    assert said.endswith("what it held before is unharmed")
    with opened(db) as con:
        assert (
            con.execute("SELECT (SELECT count(*) FROM hands), count(*) FROM quarantine").fetchall() == before
        )


@pytest.mark.parametrize("way", ["command", "python"])
def test_changes_that_stay_in_the_log_are_reported_and_not_lost(db, monkeypatch, way):
    execute = database.write_log

    def write_log(con, path):
        with files_of_at_most(path.stat().st_size - 1), closing(con):
            execute(con, path)

    with monkeypatch.context() as patch:
        for module in ("badugi_hh.api.open_database", "badugi_hh.store.database"):
            patch.setattr(f"{module}.write_log", write_log)
        if way == "command":
            said = mistake("alias", "Alice", "Alice", "--me", "--db", db)
        else:
            with pytest.raises(DatabaseError) as caught, badugi_hh.open(db) as hands:
                hands.alias("Alice", "Alice", me=True)
            said = str(caught.value)
    assert said == (
        f"the disk is full, so the changes are not yet in {db} but in {db}.wal, and nothing is lost; keep both "
        "files together, free some space and run any command"
    )
    with opened(db) as con:
        assert con.execute("SELECT person FROM aliases").fetchall() == [("Alice",)]
    assert not db.with_name(f"{db.name}.wal").exists()


@pytest.mark.parametrize("suffix", [".wal", ".wal.checkpoint", ".wal.recovery"])
@pytest.mark.parametrize("name", ["new", "hands.duckdb"])
def test_a_file_where_duckdb_keeps_the_latest_changes_is_not_lost(db, name, suffix):
    precious = db.with_name(f"{name}{suffix}")
    shutil.copy(SMALL, precious)
    assert refusal(db.with_name(name)).startswith(f"{precious} lies where the database ")
    assert precious.read_bytes() == SMALL.read_bytes()


def test_the_latest_changes_of_a_process_that_was_killed_are_read(db, log):
    assert log.stat().st_size
    with opened(db) as con:
        assert con.execute("SELECT person FROM aliases").fetchall() == [("Ben Example",)]


# --- in use

RUN = [sys.executable, "-m", "badugi_hh"]
HOLD = """
import sys
from pathlib import Path
from badugi_hh.store.database import open_database
con = open_database(Path(sys.argv[1]))
print("open", flush=True)
sys.stdin.read()
con.close()
"""


@contextmanager
def started(*command):
    """Start a process that does not outlive its test."""
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    process = subprocess.Popen([*map(str, command)], text=True, **pipes)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@contextmanager
def held(db, *more):
    """Keep the database open in another process."""
    with started(sys.executable, "-c", HOLD, db, *more) as other:
        assert other.stdout.readline() == "open\n"
        yield other


def test_every_command_with_a_database_can_refuse_to_wait():
    for name in COMMANDS:
        parameters = inspect.signature(find_command(name)).parameters
        assert ("db" in parameters) == ("no_wait" in parameters), name


def test_a_command_waits_for_its_turn_until_ctrl_c(db):
    reader, writer = ((*RUN, command, "--db", db) for command in ("tag", "retry"))
    with held(db) as other, started(*reader) as waits, started(*writer) as ends:
        for each in (waits, ends):
            line = each.stderr.readline().rstrip()
            assert line.startswith(f"waiting for another program (PID {other.pid}: python")
            assert line.endswith("Ctrl-C ends the wait, and --no-wait does not wait")
        ends.send_signal(signal.SIGINT)
        assert ends.communicate(timeout=60) == ("", "badugi-hh: interrupted\n")
        assert (ends.returncode, waits.poll()) == (130, None)
        other.communicate("")
        waits.communicate(timeout=60)
        assert waits.returncode == 0


def test_python_waits_for_its_turn(db, caplog):
    with held(db) as other, ThreadPoolExecutor() as threads:
        answer = threads.submit(lambda: badugi_hh.open(db, read_only=True).sql("FROM hands").height)
        while not caplog.records and not answer.done():
            time.sleep(0.01)
        (record,) = caplog.records
        assert record.getMessage().startswith(f"waiting for another program (PID {other.pid}: python")
        assert not answer.done()
        other.communicate("")
        assert answer.result(60) == 1


def test_no_wait_is_an_error_and_a_killed_process_leaves_no_lock(db):
    with held(db, "/usr/bin/badugi-hh", "--quiet", "import") as other:
        said = mistake("hands", "--all", "--db", db, "--no-wait")
        named = "badugi-hh import" if Path("/proc/self/cmdline").exists() else "python"
        assert said.startswith(f"{db} is in use by another program (PID {other.pid}: {named}")
        assert said.endswith("; wait until it ends, or close it")
        with pytest.raises(DatabaseInUseError):
            badugi_hh.open(db, no_wait=True)
        other.kill()
        other.wait()
        assert run("retry", "--db", db, "--no-wait").exit_code == 0


def test_messages_of_duckdb_about_locks(db, monkeypatch):
    """Those of a file system without locks have the same words; no wait would end."""
    posix = 'Could not set lock on file "b": Conflicting lock is held in /usr/bin/some shell (PID 999999999). See also x'
    windows = 'Cannot open file "b": The process cannot access the file because it is being used by another process.'
    assert find_holder(posix) == "another program (PID 999999999: some shell)"
    assert find_holder(windows) == "another program"
    assert find_holder("IO Error: Corrupt database file: block 7") is None

    def refuse(*_, **__):
        raise duckdb.IOException(f'IO Error: Could not set lock on file "{db}": No locks available.')

    monkeypatch.setattr(duckdb, "connect", refuse)
    assert refusal(db).startswith(f"{db} cannot be locked: its file system has no locks; ")
