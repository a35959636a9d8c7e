"""A damaged database ends every command in one line that says so, and no damaged file is changed or deleted."""

import lzma
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest
from support.commands import run
from support.spread import few

import badugi_hh
from badugi_hh.history.source import InputError
from badugi_hh.store.file_errors import explain

SAMPLES = Path(__file__).resolve().parents[2] / "sample_histories"
SMALL = SAMPLES / "alice-bob-carol-ted.txt"
RESTORE = "; restore a copy of it, or import your histories again into another file named with --db"
COMMANDS = {
    "stats": ("stats", "--all"),
    "hands": ("hands", "--all"),
    "import": ("import", "--no-prices", str(SMALL)),
    "sql": ("sql", "SELECT sum(length(text)) FROM hand_texts"),
    "export": ("export", "--anonymize", "--out"),
    "alias": ("alias", "Ann Example", "Ann"),
    "retry": ("retry",),
    "leaks": ("leaks",),
    "report": ("report", "--out"),
    "where": ("hands", "--where", "hands.rake >= 0"),
    "quarantine": ("hands", "--quarantined"),
    "compare": ("stats", "--compare", "hero", "pool"),
}


def ask(name, database):
    """Run a command on a database; what it writes lies in the folder `out` beside it."""
    out = database.parent / "out"
    shutil.rmtree(out, ignore_errors=True)
    arguments = COMMANDS[name]
    if arguments[-1] == "--out":
        arguments = (*arguments, str(out / "page.html" if name == "report" else out))
        out.mkdir(exist_ok=True)
    return run(*arguments, "--db", database)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The bytes of a database without free blocks."""
    path = tmp_path_factory.mktemp("whole") / "hands.duckdb"
    files = (*SAMPLES.glob("*T736133872*"), SAMPLES / "broken" / "G04-cut-off.txt")
    assert run("import", *files, "--db", path, "--no-prices").exit_code == 1
    return path.read_bytes()


@pytest.fixture
def database(tmp_path, whole):
    path = tmp_path / "hands.duckdb"
    path.write_bytes(whole)
    return path


def check_refused(done, database):
    """Check that a command ended in one line that calls the database damaged."""
    assert isinstance(done.exception, SystemExit), done.exception
    assert done.exit_code == 2
    lines = done.stderr.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith(f"badugi-hh: {database} is damaged (")
    assert lines[0].endswith(RESTORE)


@pytest.mark.parametrize("name", few(COMMANDS, "hands"))
def test_a_truncated_database_is_damaged_for_every_command(name, database, whole):
    size = len(whole)
    lengths = {
        12,
        100,
        4096,
        8192,
        12288,
        12289,
        20000,
        size - 4096,
        size - 1,
        *range(size // 12, size, size // 12),
    }
    assert len(lengths) >= 20
    for length in sorted(lengths):
        database.write_bytes(whole[:length])
        check_refused(ask(name, database), database)
        assert database.read_bytes() == whole[:length]
        assert not database.with_name("hands.duckdb.wal").exists()


@pytest.mark.parametrize("name", few(COMMANDS, "hands", "stats"))
def test_an_overwritten_database_is_damaged_or_not_noticed(name, database, whole, request):
    """Every part of a file is read by some command; the command that reads it says that it is damaged."""
    first = list(COMMANDS).index(name)
    step = 2 * len(COMMANDS)
    if request.config.getoption("-m") == "long":
        step = 1
    noticed = 0
    for nth in range(first, 40, step):
        place = 12 + (len(whole) - 20) * nth // 40
        data = bytes(
            [*whole[:place], *(byte ^ 0x5A for byte in whole[place : place + 8]), *whole[place + 8 :]]
        )
        database.write_bytes(data)
        done = ask(name, database)
        if done.exit_code == 2:
            noticed += 1
            check_refused(done, database)
            assert database.read_bytes() == data
        else:
            assert done.exception is None or isinstance(done.exception, SystemExit)
    assert noticed or name not in {"stats", "report"}


@pytest.mark.skipif(sys.platform == "win32", reason="files can be limited in size on POSIX only")
def test_a_fatal_error_of_duckdb_ends_in_one_line(database):
    """Where DuckDB cannot write the state of a file, here since the file may not grow, it answers nothing from then on."""
    limited = """
import resource, sys
import badugi_hh, duckdb

database, history = sys.argv[1:]
with badugi_hh.open(database) as hands:
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))
    hands.import_paths(history, prices=False)
    try:
        hands.con.execute("CHECKPOINT")
    except duckdb.Error as error:
        assert "Could not write file" in str(error), error
    try:
        hands.sql("FROM hands")
    except badugi_hh.DatabaseError as error:
        print(error)
"""
    command = [sys.executable, "-c", limited, str(database), str(SMALL)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.stderr == ""
    (line,) = done.stdout.splitlines()
    assert line.startswith(f"{database} cannot be written: the disk is full; ")
    with badugi_hh.open(database) as hands:  # nothing of the import is lost: it lies in the log
        assert hands.sql("FROM files WHERE path LIKE '%ted.txt'").height == 1


def test_what_is_no_damage_is_left_as_it_is():
    path = Path("hands.duckdb")
    cause = lzma.LZMAError("Corrupt input data")
    unread = InputError("cannot be read: Corrupt input data")
    unread.__cause__ = cause
    for error in (
        unread,
        ValueError("Corrupt database file"),
        duckdb.BinderException('Binder Error: column "Corrupt database file" not found'),
        duckdb.ConversionException("Could not convert string 'Corrupt database file' to INT32"),
    ):
        assert explain(error, path) is None


# --- the file beside it


@pytest.fixture
def logged(database):
    """A database whose last change lies in its log."""
    kill = (
        "import duckdb, os, sys; con = duckdb.connect(sys.argv[1])\n"
        "con.execute(\"INSERT INTO aliases VALUES ('PokerStars', 'Ben', 'Ben Example', false)\"); os.kill(os.getpid(), 9)"
    )
    subprocess.run([sys.executable, "-c", kill, str(database)], check=False)
    return database.with_name("hands.duckdb.wal")


def test_a_damaged_log_is_named(logged, database):
    data = bytearray(logged.read_bytes())
    data[len(data) // 2] ^= 0x5A
    logged.write_bytes(data)
    before = database.read_bytes()
    for name in ("hands", "import"):
        done = ask(name, database)
        assert done.stderr == (
            f"badugi-hh: {logged} is damaged, which holds the last changes of {database}{RESTORE}\n"
        )
    assert (database.read_bytes(), logged.read_bytes()) == (before, bytes(data))


# --- what is no damaged database


@pytest.mark.parametrize("name", ["hands", "import"])
def test_an_empty_file_holds_no_hands_yet(name, tmp_path):
    path = tmp_path / "hands.duckdb"
    path.touch()
    done = ask(name, path)
    if name == "import":
        assert done.exit_code == 0
        assert "in 1 file: 1 stored" in done.stdout
        return
    assert done.exit_code == 2
    assert done.stderr == f"badugi-hh: no hands yet: {path} is empty; run badugi-hh import --db {path}\n"
    assert path.stat().st_size == 0


def of_storage_version(path, version):
    """Write a version into the header of a DuckDB file, and the checksum that goes with it."""
    data = bytearray(path.read_bytes())
    struct.pack_into("<Q", data, 12, version)
    checksum = 5381
    for (word,) in struct.iter_unpack("<Q", data[8:4096]):
        checksum ^= word * 0xBF58476D1CE4E5B9 % 2**64
    struct.pack_into("<Q", data, 0, checksum)
    path.write_bytes(data)


@pytest.mark.parametrize(
    ("version", "said"),
    [(5000, "was made with a newer DuckDB than "), (1, "was made with an older DuckDB than ")],
)
def test_a_file_of_another_duckdb_is_not_called_damaged(version, said, database):
    of_storage_version(database, version)
    data = database.read_bytes()
    for name in ("hands", "import"):
        done = ask(name, database)
        assert done.exit_code == 2
        assert f"{database} {said}" in done.stderr
        assert "damaged" not in done.stderr
    assert database.read_bytes() == data
