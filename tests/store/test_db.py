"""`db`: a sound database has no fault and each damage is one; compact and backup keep every row and lose nothing."""

import json
import re
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
from badugi_hh.facts.columns import TABLES
from badugi_hh.store import copies
from badugi_hh.store.database import opened
from badugi_hh.store.new_tables import SCHEMA_VERSION


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
        ("UPDATE files SET stored = stored + 1", "files", "the counts are negative, or their sum is not hands_seen"),

        ("DELETE FROM quarantine", "files", "the texts in the database are not those that are counted"),
        ("UPDATE hands SET hand_key = 1 WHERE hand_key = 2", "hands", "two rows have the same key"),
        ("UPDATE seats SET net = net + 1 WHERE hand_key = 1", "seats", "net is not won - put_in"),
        ("UPDATE hands SET status = 'ok'", "hands", "the status does not fit the problems"),

        ("DROP TABLE aliases", "aliases", "the table is missing"),
        ("ALTER TABLE aliases RENAME person TO somebody", "aliases", "the columns are not those of this schema"),
    ],
)  # fmt: skip
def test_each_damage_is_a_fault(path, query, table, what):
    change(path, query)
    done = run("db", "check", "--db", path, "--json")
    assert done.exit_code == 2
    report = json.loads(done.stdout)
    assert not report["ok"]
    found = [(fault["table"], fault["fault"]) for fault in report["faults"]]
    assert (table, what) in found
    if table == "seats":  # one of them as a text
        assert f"{table}: {what} (" in run("db", "check", "--db", path).stdout
    assert "import your histories again into another file" in done.stderr


def test_rows_that_do_not_follow_from_the_texts_are_faults(path):
    change(path, "UPDATE seats SET stack = stack + 1 WHERE hand_key = 2")
    assert answer("db", "check", "--db", path)["ok"]
    report = answer("db", "check", "--full", "--db", path, status=2)
    (fault,) = (fault for fault in report["faults"] if fault["table"] == "seats")
    assert (fault["fault"], fault["rows"]) == ("the rows of a hand are not those of its text", 1)


def test_a_part_that_cannot_be_read_is_reported(path):
    data = bytearray(path.read_bytes())
    middle = len(data) // 2
    data[middle : middle + 300_000] = bytes(300_000)
    path.write_bytes(data)
    assert "is damaged" in mistake("db", "check", "--db", path)


# --- info


def test_the_description(whole):
    info = answer("db", "info", "--db", whole)
    assert info["bytes"] == whole.stat().st_size
    assert info["schema_version"] == SCHEMA_VERSION
    assert (info["files"], info["quarantined"], info["duplicates"]) == (4, 1, 3)
    with opened(whole, read_only=True) as con:
        counts = {table.name: con.table(table.name).count("*").fetchall()[0][0] for table in TABLES}
    assert {table["name"]: table["rows"] for table in info["tables"]} == counts
    assert info["bytes_per_hand"] == round(info["bytes"] / info["hands"], 1)
    assert 0 < sum(table["bytes"] for table in info["tables"]) <= info["bytes"]
    assert (
        info["duplicates"] == counts["duplicates"] + info["views"]
    )  # the number and the table differed without a word
    shown = run("db", "info", "--db", whole).stdout
    for name in ("bytes", "duplicates", "views", "hands", "quarantined"):
        assert re.search(rf"^ {name} +{info[name]:,}$", shown, re.MULTILINE)
    with badugi_hh.open(":memory:") as hands:
        assert hands.info().as_json()["bytes_per_hand"] is None
        assert hands.check().ok


# --- compact


def test_compact_keeps_every_row_and_the_users_own_tables(path):
    change(
        path,
        "CREATE TABLE thoughts AS SELECT 'fold more' AS note",
        "CREATE VIEW of_notes AS SELECT note FROM thoughts",
        "CREATE TABLE big AS SELECT random() AS x FROM range(300000)",
        "DROP TABLE big",
        "CHECKPOINT",
    )
    path.chmod(0o640)
    before, was = rows(path), path.stat()
    done = run("db", "compact", "--db", path, "--json")
    report = json.loads(done.stdout)
    assert done.stderr.startswith(f"compacting {path}: needs up to ")
    assert (report["bytes_before"], report["bytes"]) == (was.st_size, path.stat().st_size)
    assert report["bytes"] < report["bytes_before"]
    assert rows(path) == before
    assert path.stat().st_mode == was.st_mode
    with opened(path) as con:
        assert con.execute("FROM of_notes").fetchall() == [("fold more",)]
    assert answer("db", "check", "--full", "--db", path)["ok"]
    assert list(path.parent.iterdir()) == [path]


def test_compact_keeps_what_the_user_has_created(path):
    with opened(path) as con:
        con.execute(
            "CREATE MACRO double(x) AS 2 * x; CREATE VIEW zero AS SELECT 0 AS n; CREATE VIEW also_zero AS FROM zero"
        )
        con.execute(
            "CREATE TYPE mood AS ENUM ('calm'); CREATE SCHEMA notes; CREATE TABLE notes.t AS SELECT 7 AS n"
        )
        con.execute("CREATE SEQUENCE numbers; CREATE INDEX by_player ON seats(player)")
        con.execute("ALTER TABLE hands ADD COLUMN note VARCHAR; UPDATE hands SET note = 'mine'")
    answer("db", "compact", "--db", path)
    with opened(path, read_only=True) as con:
        kept = "SELECT double(n), (FROM also_zero), 'calm'::mood, (SELECT min(note) FROM hands) FROM notes.t"
        assert con.execute(kept).fetchall() == [(14, 0, "calm", "mine")]
        listed = "SELECT sequence_name FROM duckdb_sequences() UNION SELECT index_name FROM duckdb_indexes() ORDER BY 1"
        assert con.execute(listed).fetchall() == [("by_player",), ("numbers",)]


def test_compact_says_when_the_disk_has_too_little_space(path, monkeypatch):
    monkeypatch.setattr(copies, "space_for", lambda _: (1000, 10))
    was = path.read_bytes()
    assert "it needs 1,000 bytes of disk, and 10 are free" in mistake("db", "compact", "--db", path)
    assert path.read_bytes() == was


def test_a_compaction_that_ends_early_changes_nothing(path, monkeypatch):
    def stop(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(copies, "_to_disk", stop)
    before = rows(path)
    done = run("db", "compact", "--db", path)
    assert done.exit_code == 2
    assert rows(path) == before
    assert list(path.parent.iterdir()) == [path]


# --- backup


def test_a_backup_is_a_copy_with_the_latest_changes(path, tmp_path):
    kill = (
        "import duckdb, os, sys; con = duckdb.connect(sys.argv[1])\n"
        "con.execute(\"INSERT INTO aliases VALUES ('PokerStars', 'Ann', 'Ann Example', false)\"); os.kill(os.getpid(), 9)"
    )
    subprocess.run([sys.executable, "-c", kill, str(path)], check=False)
    assert path.with_name("hands.duckdb.wal").exists()
    copy = tmp_path / "copy.duckdb"
    assert answer("db", "backup", copy, "--db", path) == {
        "path": str(path),
        "to": str(copy),
        "bytes": copy.stat().st_size,
    }
    assert rows(copy) == rows(path)
    assert [row["player"] for row in answer("alias", "--db", copy)] == ["Ann"]
    assert answer("db", "check", "--db", copy)["ok"]


def test_a_backup_replaces_nothing(path, tmp_path):
    taken = tmp_path / "taken.duckdb"
    taken.write_bytes(b"mine")
    assert "a backup replaces nothing" in mistake("db", "backup", taken, "--db", path)
    assert "a backup replaces nothing" in mistake("db", "backup", path, "--db", path)
    for folder in (tmp_path, ".", ".."):
        assert f"{folder} is a folder; name a file in it" in mistake("db", "backup", folder, "--db", path)
    assert "does not exist" in mistake("db", "backup", tmp_path / "no" / "copy.duckdb", "--db", path)
    assert taken.read_bytes() == b"mine"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["hands.duckdb", "taken.duckdb"]


# --- all


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


@pytest.mark.parametrize("action", [["check"], ["backup", "copy.duckdb"]])
def test_a_missing_database_is_not_created(tmp_path, action, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "no hands yet" in mistake("db", *action, "--db", tmp_path / "none.duckdb")
    assert not list(tmp_path.iterdir())
