"""`db`: a sound database has no fault and each damage is one; compact and backup keep every row and lose nothing."""

import json
import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import duckdb
import pytest
from support import two_views as views
from support.commands import answer, mistake, run
from support.database_rows import content

import badugi_hh
from badugi_hh.facts.schema import TABLES
from badugi_hh.store import copies
from badugi_hh.store.check import check_database
from badugi_hh.store.database import SCHEMA_VERSION, opened


@pytest.fixture(scope="module")
def whole(tmp_path_factory, samples):
    """A database with hands of two views, duplicates, other games and a quarantine, which no test changes."""
    folder = tmp_path_factory.mktemp("whole")
    (folder / "a.txt").write_text(f"{views.ANN}\n\n{views.OTHER_GAME}\n\n{views.WRONG}\n\n", encoding="utf-8")
    (folder / "b.txt").write_text(f"{views.BEN}\n\n{views.ANN}\n\n{views.CUT_OFF}\n\n", encoding="utf-8")
    short = min(samples.glob("HH*T7*.txt"), key=lambda path: path.stat().st_size)
    files = (folder / "a.txt", folder / "b.txt", short)
    with badugi_hh.open(folder / "hands.duckdb") as hands:
        hands.import_(*files, samples / "broken" / "H05-unusual-small-blind.txt", prices=False)
    return folder / "hands.duckdb"


@pytest.fixture
def path(whole, tmp_path):
    return Path(shutil.copy(whole, tmp_path / "hands.duckdb"))


def rows(path):
    with opened(path, read_only=True) as con:
        return content(con)


def change(path, *queries):
    with closing(duckdb.connect(str(path))) as con:
        for query in queries:
            con.execute(query)


# --- check


def test_a_sound_database_has_no_fault(whole):
    quick, full = (answer("db", "check", *more, "--db", whole) for more in ((), ("--full",)))
    assert quick == {"ok": True, "hands": full["hands"], "files": 4, "texts_parsed": 0, "faults": []}
    assert full["ok"]
    assert full["texts_parsed"] == full["hands"] + 1 > 10
    assert run("db", "check", "--db", whole).stdout.startswith(f"{whole} has no fault: ")


@pytest.mark.parametrize(
    ("query", "table", "what"),
    [
        ("DELETE FROM hands WHERE hand_key = 1", "seats", "the hand is not in hands"),
        ("DELETE FROM hand_texts WHERE hand_key = 2", "hands", "a hand has no row in hand_texts"),
        ("DELETE FROM files WHERE file_key = 1", "hand_texts", "the file is not in files"),
        ("UPDATE files SET stored = stored + 1", "files", "the counts are negative, or their sum is not hands_seen"),
        (
            "UPDATE files SET stored = stored + 1, hands_seen = hands_seen + 1 WHERE file_key = 1",
            "files",
            "the sum of stored is not the number of hands",
        ),
        ("DELETE FROM duplicates", "files", "the texts in the database are not those that are counted"),
        ("DELETE FROM quarantine", "files", "the texts in the database are not those that are counted"),
        ("UPDATE hands SET hand_key = 1 WHERE hand_key = 2", "hands", "two rows have the same key"),
        ("UPDATE seats SET net = net + 1 WHERE hand_key = 1", "seats", "net is not won - put_in"),
        ("UPDATE hands SET status = 'ok'", "hands", "the status does not fit the problems"),
        ("UPDATE seats SET hand_id = '7' WHERE hand_key = 1", "seats", "the site or the number is not that of the hand"),
        ("INSERT INTO luck BY NAME (SELECT 1 AS hand_key, 1 AS seat)", "luck", "the luck of the draws does not add up"),
        ("INSERT INTO draw_prices BY NAME (SELECT 7777 AS hand_key, 1 AS n)", "draw_prices", "the hand is not in hands"),
        ("DROP TABLE aliases", "aliases", "the table is missing"),
        ("ALTER TABLE aliases RENAME person TO somebody", "aliases", "the columns are not those of this schema"),
    ],
)  # fmt: skip
def test_each_damage_is_a_fault(path, query, table, what):
    change(path, query)
    with opened(path, read_only=True) as con:
        report = check_database(con)
    assert not report.ok
    assert (table, what) in [(fault.table, fault.fault) for fault in report.faults]


def test_rows_that_do_not_follow_from_the_texts_are_faults(path):
    change(
        path,
        "UPDATE seats SET stack = stack + 1 WHERE hand_key = 2",
        "DELETE FROM events WHERE hand_key = 3 AND n = 4",
    )
    assert answer("db", "check", "--db", path)["ok"]
    report = answer("db", "check", "--full", "--db", path, status=2)
    what = "the rows of a hand are not those of its text"
    assert [(fault["table"], fault["fault"], fault["rows"]) for fault in report["faults"]] == [
        ("seats", what, 1),
        ("events", what, 1),
    ]
    shown = run("db", "check", "--full", "--db", path)
    assert f"seats: {what} (1 row, the first: " in shown.stdout
    assert "has 2 faults; restore a copy of it, or import your histories again" in shown.stderr


# --- info


def test_the_description(whole):
    info = answer("db", "info", "--db", whole)
    assert (info["bytes"], info["schema_version"]) == (whole.stat().st_size, SCHEMA_VERSION)
    assert (info["files"], info["quarantined"], info["duplicates"]) == (4, 1, 3)
    with opened(whole, read_only=True) as con:
        counts = {table.name: con.table(table.name).count("*").fetchall()[0][0] for table in TABLES}
    assert {table["name"]: table["rows"] for table in info["tables"]} == counts
    assert info["duplicates"] == counts["duplicates"] + info["views"]
    assert info["bytes_per_hand"] == round(info["bytes"] / info["hands"], 1)
    assert 0 < sum(table["bytes"] for table in info["tables"]) <= info["bytes"]
    shown = run("db", "info", "--db", whole).stdout.split("\n")
    assert ["quarantined", "1"] in [line.split() for line in shown]
    with badugi_hh.open(":memory:") as hands:
        assert json.loads(json.dumps(hands.info().as_json()))["bytes_per_hand"] is None


# --- compact and backup


def test_compact_keeps_every_row_and_what_the_user_has_created(path):
    change(
        path,
        "CREATE TABLE big AS SELECT random() AS x FROM range(300000)",
        "DROP TABLE big",
        "CREATE MACRO double(x) AS 2 * x; CREATE VIEW zero AS SELECT 0 AS n; CREATE VIEW also_zero AS FROM zero",
        "CREATE TYPE mood AS ENUM ('calm'); CREATE SCHEMA notes; CREATE TABLE notes.t AS SELECT 7 AS n",
        "CREATE SEQUENCE numbers; CREATE INDEX by_player ON seats(player)",
        "ALTER TABLE hands ADD COLUMN note VARCHAR; UPDATE hands SET note = 'mine'; CHECKPOINT",
    )
    path.chmod(0o640)
    before, was = rows(path), path.stat()
    report = answer("db", "compact", "--db", path)
    assert report == {"path": str(path), "bytes_before": was.st_size, "bytes": path.stat().st_size}
    assert report["bytes"] < was.st_size
    assert (rows(path), path.stat().st_mode) == (before, was.st_mode)
    assert list(path.parent.iterdir()) == [path]
    with opened(path, read_only=True) as con:
        kept = "SELECT double(n), (FROM also_zero), 'calm'::mood, (SELECT min(note) FROM hands) FROM notes.t"
        assert con.execute(kept).fetchall() == [(14, 0, "calm", "mine")]
        listed = "SELECT sequence_name FROM duckdb_sequences() UNION SELECT index_name FROM duckdb_indexes() ORDER BY 1"
        assert con.execute(listed).fetchall() == [("by_player",), ("numbers",)]


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_compaction_that_ends_early_changes_nothing(path, monkeypatch, error):
    def stop(_):
        raise error

    monkeypatch.setattr(copies, "_to_disk", stop)
    before = rows(path)
    done = run("db", "compact", "--db", path)
    assert done.exit_code == (2 if isinstance(error, OSError) else 130)
    assert rows(path) == before
    assert list(path.parent.iterdir()) == [path]


def test_a_killed_compaction_leaves_the_database(path):
    code = (
        "import os, sys; from pathlib import Path; from badugi_hh.store import copies\n"
        "copies.keep_permissions = lambda *_: os.kill(os.getpid(), 9)\n"
        "copies.compact(Path(sys.argv[1]))"
    )
    before = rows(path)
    assert subprocess.run([sys.executable, "-c", code, str(path)], check=False).returncode == -9
    assert rows(path) == before
    answer("db", "compact", "--db", path)
    assert rows(path) == before


def test_a_backup_is_a_copy_with_the_latest_changes(path, tmp_path):
    kill = (
        "import duckdb, os, sys; con = duckdb.connect(sys.argv[1])\n"
        "con.execute(\"INSERT INTO aliases VALUES ('PokerStars', 'Ann', 'Ann Example', false)\"); os.kill(os.getpid(), 9)"
    )
    subprocess.run([sys.executable, "-c", kill, str(path)], check=False)
    assert path.with_name("hands.duckdb.wal").exists()
    copy = tmp_path / "copy.duckdb"
    report = answer("db", "backup", copy, "--db", path)
    assert report == {"path": str(path), "to": str(copy), "bytes": copy.stat().st_size}
    assert rows(copy) == rows(path)
    assert [row["player"] for row in answer("alias", "--db", copy)] == ["Ann"]


def test_a_backup_replaces_nothing(path, tmp_path, monkeypatch):
    taken, copy = tmp_path / "taken.duckdb", tmp_path / "copy.duckdb"
    taken.write_bytes(b"mine")
    for to in (taken, path, tmp_path):
        assert f"{to} exists, and a backup replaces nothing" in mistake("db", "backup", to, "--db", path)
    assert "cannot be written: no such file" in mistake(
        "db", "backup", tmp_path / "no" / "copy", "--db", path
    )
    monkeypatch.setattr(copies, "_to_disk", lambda _: copy.write_bytes(b"mine"))  # it appears meanwhile
    assert "a backup replaces nothing" in mistake("db", "backup", copy, "--db", path)
    assert taken.read_bytes() == copy.read_bytes() == b"mine"
    assert sorted(tmp_path.iterdir()) == [copy, path, taken]


def test_no_other_process_writes_during_a_backup(path, tmp_path, monkeypatch):
    """POSIX: a process that closes a file gives up all its locks on it."""
    tried = []

    def try_to_write(_):
        code = "import duckdb, sys; duckdb.connect(sys.argv[1])"
        command = [sys.executable, "-c", code, str(path)]
        tried.append(subprocess.run(command, capture_output=True, check=False).returncode)

    monkeypatch.setattr(copies, "_to_disk", try_to_write)
    answer("db", "backup", tmp_path / "copy.duckdb", "--db", path)
    assert tried == [1]


# --- mistakes


@pytest.mark.parametrize(
    ("arguments", "printed"),
    [
        (["backup"], "backup needs the new file: badugi-hh db backup --db {} TO"),
        (["check", "a.duckdb"], "check takes no file"),
        (["info", "--full"], "--full is an option of check"),
        (["chek"], "did you mean check?"),
    ],
)
def test_mistakes(path, arguments, printed):
    assert printed.format(path) in mistake("db", *arguments, "--db", path)


@pytest.mark.parametrize("action", [["check"], ["info"], ["price"], ["compact"], ["backup", "copy.duckdb"]])
def test_a_missing_database_is_not_created(tmp_path, action, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "no hands yet" in mistake("db", *action, "--db", tmp_path / "none.duckdb")
    assert not list(tmp_path.iterdir())
