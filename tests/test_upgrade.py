"""Databases of every earlier schema are upgraded without losing a hand, and an upgrade may end at any moment."""

import errno
import json
import lzma
import os
import runpy
import shutil
import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import duckdb
import pytest
from support import database_rows, processes
from support.commands import app
from support.database_rows import Rows
from support.spread import few
from typer.testing import CliRunner, Result

import badugi_hh
from badugi_hh.facts.columns import DECISIONS, DRAWS, SEATS
from badugi_hh.facts.price_columns import COMPUTED_TABLES
from badugi_hh.store import upgrade as upgrading
from badugi_hh.store.append import Appender
from badugi_hh.store.database import DatabaseError, OlderDatabaseError, open_database, opened
from badugi_hh.store.intake import Intake
from badugi_hh.store.new_tables import SCHEMA_VERSION
from badugi_hh.store.upgrade import Upgraded, upgrade

DATABASES = Path(__file__).resolve().parent / "databases"
HISTORIES = DATABASES / "histories"
COMMANDS = runpy.run_path(str(DATABASES / "make_database.py"))["COMMANDS"]
VERSIONS = range(1, SCHEMA_VERSION)
LAST = VERSIONS[-1]
# What schemas up to 6 did not store: the places of duplicates, and where a grown file is read from; and the prices, which
# an upgrade does not compute.
SINCE_7 = ("duplicates", "last_line", "last_offset", *(table.name for table in COMPUTED_TABLES))


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def older(version: int, path: Path) -> Path:
    path.write_bytes(lzma.decompress((DATABASES / f"schema-{version}.duckdb.xz").read_bytes()))
    return path


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database of the last schema before this one."""
    return older(LAST, tmp_path / "hands.duckdb")


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of today with the history of the stored ones."""
    folder = tmp_path_factory.mktemp("fresh")
    path = folder / "hands.duckdb"
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(HISTORIES)
        for name, *options in COMMANDS:
            done = run(name, *(option.format(out=folder / "out") for option in options), "--db", path)
            assert done.exit_code in {0, 1}, done.output
    return path


def ask(path: Path, *queries: str) -> Any:
    """The rows of a query, or of each of several."""
    with closing(duckdb.connect(str(path), read_only=True)) as con:
        found = [con.execute(query).fetchall() for query in queries]
    return found[0] if len(found) == 1 else found


def content(path: Path) -> Rows:
    """All rows that every schema has; older ones have the paths as they were given, here from the folder of the histories."""
    with closing(duckdb.connect(str(path), read_only=True)) as con:
        found = database_rows.content(con, without=SINCE_7)
    folder = f"{HISTORIES}{os.sep}"
    given = {
        table: [tuple(v.replace(folder, "") if isinstance(v, str) else v for v in row) for row in rows]
        for table, rows in found.items()
    }
    return {table: sorted(rows, key=repr) for table, rows in given.items()}


@pytest.fixture(scope="module")
def todays_rows(fresh: Path) -> Rows:
    return content(fresh)


def check_whole(path: Path) -> None:
    """Check what every database must keep: accounts, no text of no hand, and combinations that fit their rows."""
    faults = [
        (
            "SELECT * FROM files WHERE hands_seen <> stored + duplicates + other_games + quarantined "
            "OR least(stored, duplicates, other_games, quarantined) < 0 OR quarantined <> "
            "(SELECT count(*) FROM quarantine q WHERE q.file_key = files.file_key)"
        ),
        "FROM hand_texts ANTI JOIN hands USING (hand_key)",
        "FROM hands ANTI JOIN hand_texts USING (hand_key)",
        "SELECT sum(stored) AS n FROM files HAVING n <> (SELECT count(*) FROM hands)",
    ]
    for table in (SEATS, DECISIONS, DRAWS):
        for dimension in table.junk_dimensions:
            differs = " OR ".join(f"t.{name} IS DISTINCT FROM c.{name}" for name in dimension.columns)
            faults.append(
                f"FROM {table.name} t LEFT JOIN {dimension.name} c USING ({dimension.key}) "
                f"WHERE c.{dimension.key} IS NULL OR {differs}"
            )
    assert ask(path, *faults) == [[]] * len(faults)


def texts(path: Path) -> set[str]:
    return {text for (text,) in ask(path, "SELECT text FROM hand_texts UNION SELECT text FROM quarantine")}


# --- every schema


def test_a_database_of_every_earlier_schema_is_stored():
    """Before `SCHEMA_VERSION` is raised, `tests/databases/make_database.py` makes the database of the schema before."""
    stored = sorted(path.name for path in DATABASES.glob("*.xz"))
    assert stored == sorted(f"schema-{version}.duckdb.xz" for version in VERSIONS)


# The first schema has the fewest columns, the last two are those in use.
@pytest.mark.parametrize("version", few(VERSIONS, VERSIONS[0], VERSIONS[-1]))
def test_an_older_database_becomes_what_an_import_makes_today(
    version: int, tmp_path: Path, todays_rows: Rows
):
    path = older(version, tmp_path / "hands.duckdb")
    was = path.read_bytes()
    done = upgrade(path)
    assert isinstance(done, Upgraded)
    assert (done.version, done.copy.name) == (version, f"hands.schema-{version}.duckdb")
    assert done.copy.read_bytes() == was
    assert sorted(tmp_path.iterdir()) == [path, done.copy]
    check_whole(path)
    assert texts(done.copy) <= texts(path)
    keys = "SELECT site || hand_id, hand_key FROM hands"
    files = "SELECT file_key, path, size, sha256, hands_seen, imported_at FROM files WHERE hands_seen > 0"
    lines = "SELECT file_key, line, text FROM {} ORDER BY ALL"
    old_keys, old_files, old_lines = ask(done.copy, keys, files, lines.format("hand_texts"))
    new_keys, new_files, *new_lines = ask(
        path, keys, files, lines.format("hand_texts"), lines.format("quarantine")
    )
    before, after = dict(old_keys), dict(new_keys)
    assert {hand: after[hand] for hand in before if hand in after} == {
        hand: before[hand] for hand in after if hand in before
    }
    assert new_files == old_files
    assert set(old_lines) <= {row for rows in new_lines for row in rows}
    if version > 1:
        by_the_user = ("FROM aliases", "FROM pseudonyms")
        assert ask(path, *by_the_user) == ask(done.copy, *by_the_user)
        assert all(ask(path, *by_the_user))
    if not ask(path, "FROM files WHERE path = 'zeros.txt'"):
        # Schemas 1 and 2 did not read a file with zero bytes in it, and knew it from then on.
        assert version < 3
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(HISTORIES)
            assert "2 stored" in run("import", "zeros.txt", "--db", path).stdout
    assert content(path) == todays_rows
    assert upgrade(path) is None


def test_the_places_of_duplicates_and_copies_are_kept(fresh: Path, tmp_path: Path):
    """From schema 7 on, they are copied; the place of a hand that is in the quarantine afterwards has no key."""
    path = tmp_path / "hands.duckdb"
    shutil.copy(fresh, path)
    with closing(duckdb.connect(str(path))) as con:
        con.execute(
            "INSERT INTO file_copies SELECT file_key, 'elsewhere.txt', imported_at FROM files LIMIT 1"
        )
        con.execute("INSERT INTO duplicates VALUES (1, 900, 1, '0123456789abcdef'), (1, 901, 999, NULL)")
        con.execute(f"UPDATE meta SET schema_version = {LAST}")
    tables = ("FROM duplicates ORDER BY ALL", "FROM file_copies", "SELECT last_line, last_offset FROM files")
    duplicates, copies, places = ask(path, *tables)
    assert len(duplicates) > 2
    upgrade(path)
    kept = sorted((file, line, None if hand == 999 else hand, text) for file, line, hand, text in duplicates)
    assert ask(path, *tables) == [kept, copies, places]
    assert (0, 0) not in places


def test_hands_keep_the_rules_they_were_checked_under(database: Path):
    rules = "SELECT hand_id, rules FROM hands"
    before = dict(ask(database, rules))
    assert set(before.values()) == {"pokerstars", "home"}
    upgrade(database)
    assert {**dict(ask(database, rules)), **before} == dict(ask(database, rules))


def test_what_todays_code_finds_differently_moves_between_hands_and_quarantine(database: Path):
    """A hand that an older version could not read is stored; one that it stored with an error is in the quarantine."""
    with closing(duckdb.connect(str(database))) as con:
        ((key, file_key, line, text),) = con.execute(
            "SELECT hand_key, file_key, line, text FROM hand_texts ORDER BY file_key, line LIMIT 1"
        ).fetchall()
        for table in ("hands", "hand_texts", "seats", "events", "decisions", "draws"):
            con.execute(f"DELETE FROM {table} WHERE hand_key = ?", [key])
        con.execute("INSERT INTO quarantine VALUES (?, 'whole', ?, 'G02', ?)", [file_key, line, text])
        con.execute(
            "INSERT INTO problems VALUES (?, NULL, 'whole', ?, 'G02', 'error', 'was not known', NULL, NULL)",
            [file_key, line + 1],
        )
        con.execute(
            "UPDATE files SET stored = stored - 1, quarantined = quarantined + 1 WHERE file_key = ?",
            [file_key],
        )
        ((faulty, number),) = con.execute(
            "SELECT hand_key, hand_id FROM hand_texts JOIN hands USING (hand_key) JOIN files USING (file_key) "
            "WHERE path = 'example.txt'"
        ).fetchall()
        con.execute(
            "UPDATE hand_texts SET text = replace(text, 'Alice: calls $2', 'Alice: calls $3') WHERE hand_key = ?",
            [faulty],
        )
    before = texts(database)
    done = upgrade(database)
    assert done is not None
    assert (done.accepted, done.rejected) == (1, 1)
    check_whole(database)
    assert texts(database) == before
    assert ask(
        database, f"SELECT count(*) FROM hand_texts WHERE file_key = {file_key} AND line = {line}"
    ) == [(1,)]
    assert not ask(database, "FROM problems WHERE message = 'was not known'")
    assert ask(database, f"SELECT code FROM quarantine WHERE hand_id = '{number}'") == [("R03",)]
    assert ask(database, "SELECT stored, quarantined FROM files WHERE path = 'example.txt'") == [(0, 1)]
    assert ask(database, f"SELECT code FROM problems WHERE hand_id = '{number}'")[0] == ("R03",)


def test_changes_that_lie_in_the_log_are_upgraded_too(database: Path):
    kill = (
        "import duckdb, os, sys; con = duckdb.connect(sys.argv[1])\n"
        "con.execute(\"INSERT INTO aliases VALUES ('PokerStars', 'Dan', 'Dan Example', false)\"); os.kill(os.getpid(), 9)"
    )
    processes.run([sys.executable, "-c", kill, str(database)], check=False)
    log = database.with_name("hands.duckdb.wal")
    assert log.exists()
    upgrade(database)
    assert not log.exists()
    assert ask(database, "SELECT person FROM aliases WHERE player = 'Dan'") == [("Dan Example",)]


def test_many_hands_are_read_a_batch_at_a_time(
    database: Path, todays_rows: Rows, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(upgrading, "BATCH", 3)
    sizes = []
    restore = Intake.restore

    def count(self: Intake, files: Any) -> None:
        sizes.append(sum(len(file.blocks) for file in files))
        restore(self, files)

    monkeypatch.setattr(Intake, "restore", count)
    shares: list[tuple[int, float]] = []
    upgrade(database, lambda _, hands, share: shares.append((hands, share)))
    assert max(sizes) == 3
    assert shares == sorted(shares)
    assert shares[-1][1] == 1.0
    assert content(database) == todays_rows


# --- what is beside it


def test_no_file_is_replaced(database: Path, tmp_path: Path):
    others = {
        tmp_path / f"hands.schema-{LAST}.duckdb": b"a copy of before",
        tmp_path / "hands.duckdb.upgrading": b"of somebody else",
    }
    for other, data in others.items():
        other.write_bytes(data)
    done = upgrade(database)
    assert done is not None
    assert done.copy.name == f"hands.schema-{LAST}-2.duckdb"
    assert {other: other.read_bytes() for other in others} == others
    assert sorted(tmp_path.iterdir()) == sorted([database, done.copy, *others])


def test_a_whole_database_is_never_taken_for_a_left_over_one(database: Path, tmp_path: Path, fresh: Path):
    other = tmp_path / "hands.duckdb.upgrading"
    shutil.copy(fresh, other)
    upgrade(database)
    assert other.read_bytes() == fresh.read_bytes()


def test_a_link_to_a_database_stays_one(database: Path, tmp_path: Path):
    link = tmp_path / "linked" / "hands.duckdb"
    link.parent.mkdir()
    try:
        link.symlink_to(database)
    except OSError:
        pytest.skip("this system makes no links")
    done = upgrade(link)
    assert done is not None
    assert link.is_symlink()
    assert done.copy.parent == database.parent.resolve()
    assert ask(link, "SELECT schema_version FROM meta") == [(SCHEMA_VERSION,)]


def test_a_file_system_without_second_names_gets_a_copy(database: Path, monkeypatch: pytest.MonkeyPatch):
    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    was = database.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "copystat", refuse)  # after the bytes are there
        with pytest.raises(DatabaseError):
            upgrade(database)
    assert [path.name for path in database.parent.iterdir()] == ["hands.duckdb"]
    copystat = shutil.copystat

    def look(*arguments: Any) -> None:  # a process that closes a file gives up its locks on it
        copystat(*arguments)
        code = "import duckdb, sys; duckdb.connect(sys.argv[1])"
        assert processes.run(
            [sys.executable, "-c", code, database], capture_output=True, check=False
        ).returncode

    monkeypatch.setattr(shutil, "copystat", look)
    done = upgrade(database)
    assert done is not None
    assert done.copy.read_bytes() == was


@pytest.mark.skipif(os.name == "nt", reason="modes are those of POSIX")
def test_the_mode_and_the_owner_of_the_file_stay(database: Path):
    database.chmod(0o640)
    if os.geteuid() == 0:
        os.chown(database, 1234, 1235)
    before = database.stat()
    during: set[int] = set()
    upgrade(database, lambda *_: during.add(database.with_name("hands.duckdb.upgrading").stat().st_mode))
    after = database.stat()
    assert (after.st_mode, after.st_uid, after.st_gid) == (before.st_mode, before.st_uid, before.st_gid)
    assert during == {before.st_mode}
    assert after.st_ino != before.st_ino


def test_the_rules_by_which_the_quarantine_is_checked_again_are_printed(database: Path):
    with closing(duckdb.connect(str(database))) as con:
        ((kept,),) = con.execute("SELECT count(*) FROM quarantine").fetchall()
    done = run("hands", "--db", database)
    found = [
        line
        for line in done.stderr.splitlines()
        if " of the quarantine checked again under the rules " in line
    ]
    assert sum(int(line.split()[0]) for line in found) == kept > 0
    assert found[0].endswith("; badugi-hh retry --rules checks them under others")


# --- an upgrade that ends before its end

POINTS: dict[str, tuple[object, str]] = {
    "the first row": (Appender, "append"),
    "the first hand": (Intake, "restore"),
    "the quarantine": (Intake, "retry"),
    "the last row": (upgrading, "write_meta"),
    "the copy": (upgrading, "_keep"),
    "taking its place": (Path, "replace"),
}
FAILURES = (
    OSError(errno.ENOSPC, "No space left on device"),
    duckdb.IOException("IO Error: Could not write file: No space left on device"),
    KeyboardInterrupt(),
    RuntimeError("Query interrupted"),
)
LONG = pytest.mark.long


@pytest.mark.parametrize(
    ("point", "failure"),
    [
        # A full disk and an interruption in the ordinary suite, all pairs with the points in the long one.
        pytest.param(point, failure, marks=() if m == n and m in {1, 2} else LONG)
        for m, point in enumerate(POINTS)
        for n, failure in enumerate(FAILURES)
    ],
)
def test_a_failure_leaves_the_database_as_it_was(
    point: str, failure: BaseException, database: Path, todays_rows: Rows, monkeypatch: pytest.MonkeyPatch
):
    def fail(*_: object, **__: object) -> None:
        raise failure

    was = database.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(*POINTS[point], fail)
        with pytest.raises((DatabaseError, KeyboardInterrupt, RuntimeError)) as caught:
            upgrade(database)
    if isinstance(failure, OSError | duckdb.Error):
        assert "hands.duckdb cannot be upgraded and is unchanged: " in str(caught.value)
        assert "the disk is full" in str(caught.value)
    assert database.read_bytes() == was
    assert {path.name for path in database.parent.iterdir()} <= {
        "hands.duckdb",
        f"hands.schema-{LAST}.duckdb",
    }
    with badugi_hh.open(database) as hands:
        assert hands.sql("FROM hands").height > 0
    check_whole(database)
    assert content(database) == todays_rows
    assert sorted(path.name for path in database.parent.iterdir()) == [
        "hands.duckdb",
        f"hands.schema-{LAST}.duckdb",
    ]


_KILLED = """
import os, sys
from pathlib import Path
from badugi_hh.store import upgrade as upgrading
from badugi_hh.store.intake import Intake

homes = {"upgrading": upgrading, "Intake": Intake, "Path": Path}
path, home, name, when = Path(sys.argv[1]), *sys.argv[2:]
if name:
    real = getattr(homes[home], name)
    def last(*arguments, **options):
        if when == "after":
            real(*arguments, **options)
        os.kill(os.getpid(), 9)
    setattr(homes[home], name, last)
print("ready", flush=True)
upgrading.upgrade(path)
"""


def start(database: Path, home: str = "", name: str = "", when: str = "") -> "subprocess.Popen[bytes]":
    other = processes.Popen(
        [sys.executable, "-c", _KILLED, str(database), home, name, when], stdout=subprocess.PIPE
    )
    assert other.stdout is not None
    assert other.stdout.readline() == b"ready\n"
    return other


def check_after_a_kill(database: Path, todays_rows: Rows) -> None:
    """Check that the next command finds every hand, and that nothing of the interrupted upgrade is left."""
    done = run("hands", "--db", database)
    assert done.exit_code == 0, done.output
    check_whole(database)
    assert content(database) == todays_rows
    names = {path.name for path in database.parent.iterdir()}
    assert names == {"hands.duckdb", f"hands.schema-{LAST}.duckdb"}
    assert database.with_name(f"hands.schema-{LAST}.duckdb").read_bytes() == lzma.decompress(
        (DATABASES / f"schema-{LAST}.duckdb.xz").read_bytes()
    )


@pytest.mark.skipif(os.name == "nt", reason="there is no signal that ends a process at once")
@pytest.mark.parametrize(
    ("home", "name", "when"),
    [
        pytest.param("Intake", "restore", "after", marks=LONG),
        pytest.param("upgrading", "write_meta", "after", marks=LONG),
        pytest.param("upgrading", "_keep", "before", marks=LONG),
        ("upgrading", "_keep", "after"),
        pytest.param("Path", "replace", "before", marks=LONG),
        pytest.param("Path", "replace", "after", marks=LONG),
    ],
)
def test_a_process_that_is_killed_leaves_a_whole_database(
    home: str, name: str, when: str, database: Path, todays_rows: Rows
):
    with start(database, home, name, when) as other:
        assert other.wait() == -signal.SIGKILL
    check_after_a_kill(database, todays_rows)


@pytest.mark.skipif(os.name == "nt", reason="there is no signal that ends a process at once")
@pytest.mark.long
@pytest.mark.parametrize("moment", [0.1, *(n / 50 for n in range(30))])
def test_a_process_that_is_killed_at_some_moment_leaves_a_whole_database(
    moment: float, database: Path, todays_rows: Rows
):
    with start(database) as other:
        time.sleep(moment)
        other.kill()
    check_after_a_kill(database, todays_rows)


# --- who upgrades, and who is refused


def test_one_process_upgrades_and_another_is_reported(database: Path):
    hold = (
        "import sys; from pathlib import Path; from badugi_hh.store.upgrade import upgrade\n"
        "def wait(*_):\n    print('busy', flush=True); sys.stdin.readline()\n"
        "print(upgrade(Path(sys.argv[1]), wait) is not None)"
    )
    command = [sys.executable, "-c", hold, str(database)]
    with processes.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"busy\n"
        for arguments in (["hands"], ["import", HISTORIES / "cash.txt"]):
            done = run(*arguments, "--db", database, "--no-wait")
            assert done.exit_code == 2
            assert f"is in use by another program (PID {other.pid}: python" in done.stderr
        with pytest.raises(DatabaseError, match="in use by another program"):
            upgrade(database)
        out, _ = other.communicate(b"\n" * 100)
    assert out.endswith(b"True\n")
    assert upgrade(database) is None


def test_a_database_that_another_one_replaced_meanwhile_is_left_alone(
    database: Path, fresh: Path, monkeypatch: pytest.MonkeyPatch
):
    """As where two processes opened the old file, and one of them was done first."""

    def replace(con: duckdb.DuckDBPyConnection, version: int) -> None:
        write(con, version)
        shutil.copy(fresh, database.with_name("other"))
        database.with_name("other").replace(database)

    write = upgrading.write_meta
    monkeypatch.setattr(upgrading, "write_meta", replace)
    with pytest.raises(DatabaseError, match="changed by another program"):
        upgrade(database)
    assert database.read_bytes() == fresh.read_bytes()


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(("stats", "--stat", "vpip"), marks=LONG),
        pytest.param(("leaks",), marks=LONG),
        pytest.param(("hands",), marks=LONG),
        pytest.param(("hands", "--quarantined"), marks=LONG),
        pytest.param(("sql", "SELECT count(*) FROM hands"), marks=LONG),
        pytest.param(("replay", "300000000001"), marks=LONG),
        pytest.param(("alias",), marks=LONG),
        pytest.param(("alias", "Ted Example", "Ted"), marks=LONG),
        pytest.param(("retry",), marks=LONG),
        ("import", str(HISTORIES / "cash.txt")),
    ],
)
def test_every_command_upgrades_and_goes_on(arguments: tuple[str, ...], database: Path):
    done = run(*arguments, "--db", database, "--json")
    assert done.exit_code in {0, 1}, done.output
    json.loads(done.stdout)
    lines = done.stderr.splitlines()
    assert lines[0].startswith(f"upgrading {database} from schema {LAST} to {SCHEMA_VERSION}: ")
    assert lines[1].startswith("upgraded in ")
    assert lines[1].endswith(f"is kept as {database.with_name(f'hands.schema-{LAST}.duckdb')}")
    again = run(*arguments, "--db", database, "--json")
    assert f"from schema {LAST}" not in again.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(("report", HISTORIES / "cash.txt"), marks=LONG),
        ("export", "--anonymize"),
    ],
)
def test_the_report_and_the_export_upgrade_too(
    arguments: tuple[str | Path, ...], database: Path, tmp_path: Path
):
    done = run(*arguments, "--out", tmp_path / "out", "--db", database)
    assert done.exit_code == 0, done.output
    assert f"is kept as {database.with_name(f'hands.schema-{LAST}.duckdb')}" in done.stderr


def test_an_interrupted_upgrade_says_that_nothing_happened(database: Path, monkeypatch: pytest.MonkeyPatch):
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(upgrading, "write_meta", interrupt)
    done = run("hands", "--db", database)
    assert done.exit_code == 130
    assert done.stderr.splitlines()[-1] == (
        f"badugi-hh: interrupted; {database} is unchanged, and the next command upgrades it"
    )


def test_hands_that_go_into_the_quarantine_are_named(database: Path):
    with closing(duckdb.connect(str(database))) as con:
        con.execute("UPDATE hand_texts SET text = replace(text, 'Alice: calls $2', 'Alice: calls $3')")
    done = run("hands", "--db", database)
    assert "; 1 stored hand moved to the quarantine; " in done.stderr


def test_python_upgrades_unless_it_only_reads(database: Path):
    was = database.read_bytes()
    with pytest.raises(
        DatabaseError, match=f"has schema {LAST}, and this version reads schema {SCHEMA_VERSION}"
    ):
        badugi_hh.open(database, read_only=True)
    assert database.read_bytes() == was
    shares: list[float] = []
    with badugi_hh.open(database, progress=lambda *done: shares.append(done[2])) as hands:
        assert hands.sql("FROM hands").height > 30
    assert shares[-1] == 1.0
    with badugi_hh.open(database, read_only=True) as hands:
        assert hands.sql("FROM hands").height > 30


def test_a_newer_schema_is_refused_and_kept(fresh: Path, tmp_path: Path):
    path = tmp_path / "hands.duckdb"
    shutil.copy(fresh, path)
    with closing(duckdb.connect(str(path))) as con:
        con.execute("UPDATE meta SET schema_version = 99, tool = 'badugi-hh 9.9'")
    was = path.read_bytes()
    for refused in (lambda: open_database(path), lambda: upgrade(path)):
        with pytest.raises(DatabaseError) as caught:
            refused()
        assert str(caught.value).endswith(
            "install that version or a newer one, or name another file with --db"
        )
        assert "was made by badugi-hh 9.9 with schema 99" in str(caught.value)
    assert path.read_bytes() == was


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0,
    reason="root may write everywhere; permissions need another user",
)
@pytest.mark.parametrize("locked", ["file", "folder"])
def test_an_older_database_that_cannot_be_written_is_refused(locked: str, database: Path):
    place = database if locked == "file" else database.parent
    mode = place.stat().st_mode
    place.chmod(0o500)
    try:
        with pytest.raises(DatabaseError, match="copy it into a folder of your own"):
            upgrade(database)
    finally:
        place.chmod(mode)


def test_an_older_database_that_lacks_a_table_is_left_alone(database: Path):
    with closing(duckdb.connect(str(database))) as con:
        con.execute("DROP TABLE hand_texts")
    was = database.read_bytes()
    with pytest.raises(
        DatabaseError, match="cannot be upgraded and is unchanged: there is no table hand_texts"
    ):
        upgrade(database)
    assert database.read_bytes() == was
    assert [path.name for path in database.parent.iterdir()] == ["hands.duckdb"]


def test_hands_without_a_text_are_not_lost(database: Path):
    """As in a database of `benchmarks/make_database.py`, which copies rows."""
    with closing(duckdb.connect(str(database))) as con:
        con.execute("DELETE FROM hand_texts WHERE hand_key = 1")
    was = database.read_bytes()
    with pytest.raises(DatabaseError, match="1 of its hands have no text, so they would be lost"):
        upgrade(database)
    assert database.read_bytes() == was


def test_the_error_of_an_older_database_says_which_schema(database: Path):
    with pytest.raises(OlderDatabaseError) as caught, opened(database):
        pass
    assert (caught.value.path, caught.value.version) == (database, LAST)
