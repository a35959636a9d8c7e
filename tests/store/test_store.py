"""The database file: made from the declared columns, and everything that is none refused with one line."""

import gzip
import os
import subprocess
import sys
from contextlib import closing
from datetime import datetime

import duckdb
import polars as pl
import pytest

from badugi_hh import __version__
from badugi_hh.facts.schema import TABLES, Column, TableSchema
from badugi_hh.facts.views import VIEWS
from badugi_hh.store.arrow import append_rows, frame_of
from badugi_hh.store.copies import back_up, compact
from badugi_hh.store.database import SCHEMA_VERSION, DatabaseError, default_path, open_database, opened


@pytest.mark.quick
def test_the_tables_are_those_that_are_declared():
    with closing(open_database(None)) as con:
        found = con.execute(
            "SELECT table_name, column_name, data_type FROM information_schema.columns "
            "WHERE table_name[1] <> '_' AND column_name[1] <> '_' ORDER BY table_name, ordinal_position"
        ).fetchall()
    assert found == [
        (table.name, name, type_)
        for table in sorted((*TABLES, *VIEWS), key=lambda table: table.name)
        for name, type_ in ((column.name, column.type) for column in table.columns)
    ]


@pytest.mark.quick
def test_a_database_says_what_it_is(tmp_path):
    path = tmp_path / "hands.duckdb"
    with opened(path) as con:
        assert con.execute("SELECT schema_version, tool FROM meta").fetchall() == [
            (SCHEMA_VERSION, f"badugi-hh {__version__}")
        ]
    with opened(path, read_only=True) as con:  # closed in between, so another process could have it
        assert con.execute("SELECT count(*) FROM hands").fetchall() == [(0,)]
        with pytest.raises(duckdb.Error, match="read-only"):
            con.execute("DELETE FROM meta")


def refusal(path, *, read_only=False):
    with pytest.raises(DatabaseError) as caught:
        open_database(path, read_only=read_only)
    printed = str(caught.value)
    assert "\n" not in printed
    assert str(path) in printed or str(path.parent) in printed
    return printed


@pytest.mark.parametrize("content", [b"hello world\n" * 1000, bytes(5000)])
@pytest.mark.parametrize("read_only", [True, False])
def test_a_file_that_is_no_database_is_refused_and_kept(tmp_path, content, read_only):
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    assert "is no badugi-hh database; name another file with --db" in refusal(path, read_only=read_only)
    assert path.read_bytes() == content


FILES_OF_DATA = {
    "x.csv": b"a,b\n1,2\n", "x.tsv": b"a\tb\n1\t2\n", "x.csv.gz": gzip.compress(b"a,b\n1,2\n"),
    "x.json": b'{"a": 1}\n', "x.ndjson": b'{"a": 1}\n{"a": 2}\n', "x.parquet": None,
}  # fmt: skip


@pytest.mark.parametrize("name", FILES_OF_DATA)
def test_a_file_that_duckdb_opens_as_data_is_refused_and_kept(tmp_path, name):
    path = tmp_path / name
    if FILES_OF_DATA[name] is None:
        pl.DataFrame({"a": [1]}).write_parquet(path)
    else:
        path.write_bytes(FILES_OF_DATA[name])
    content = path.read_bytes()
    for read_only in (True, False):
        assert "is no badugi-hh database; name another file with --db" in refusal(path, read_only=read_only)
    with pytest.raises(DatabaseError, match="is no badugi-hh database"):
        compact(path)
    with pytest.raises(DatabaseError, match="is no badugi-hh database"):
        back_up(path, tmp_path / "backup.duckdb")
    assert path.read_bytes() == content
    assert [each.name for each in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("made", ["CREATE TABLE hands (a INTEGER)", "CREATE VIEW hands AS SELECT 1 AS a"])
def test_a_database_of_something_else_is_refused_and_kept(tmp_path, made):
    path = tmp_path / "other.duckdb"
    with closing(duckdb.connect(str(path))) as con:
        con.execute(made)
    assert "but none of badugi-hh" in refusal(path)
    assert path.exists()


@pytest.mark.parametrize(
    ("version", "printed"),
    [
        (
            SCHEMA_VERSION - 1,
            f"was made by badugi-hh 0.0 with schema {SCHEMA_VERSION - 1}, and this version reads schema {SCHEMA_VERSION}; import the ",
        ),
        (
            SCHEMA_VERSION + 1,
            f"was made by badugi-hh 0.0 with schema {SCHEMA_VERSION + 1}, and this version reads schema {SCHEMA_VERSION}; import the ",
        ),
        ("NULL", "is a DuckDB database, but none of badugi-hh; name another file with --db"),
    ],
)
def test_a_database_of_another_schema_is_refused_and_kept(tmp_path, version, printed):
    path = tmp_path / "hands.duckdb"
    with opened(path) as con:
        con.execute(f"UPDATE meta SET schema_version = {version}, tool = 'badugi-hh 0.0'")
    content = path.read_bytes()
    for read_only in (False, True):
        assert refusal(path, read_only=read_only).startswith(f"{path} {printed}")
    assert path.read_bytes() == content


@pytest.mark.parametrize("ended", ["con.close()", "os.kill(os.getpid(), 9)"])
def test_a_database_that_was_only_begun_is_completed(tmp_path, ended):
    """A process can be killed after it has created the file and before it has created the tables."""
    path = tmp_path / "hands.duckdb"
    code = f"import duckdb, os, sys; con = duckdb.connect(sys.argv[1]); {ended}"
    subprocess.run([sys.executable, "-c", code, str(path)], check=False)
    assert path.stat().st_size
    assert "no hands yet: " in refusal(path, read_only=True)
    with opened(path) as con:
        assert con.execute("SELECT count(*) FROM hands").fetchall() == [(0,)]


def test_a_folder_and_a_missing_folder_are_refused(tmp_path):
    assert "is a folder" in refusal(tmp_path)
    assert "there is no folder" in refusal(tmp_path / "nowhere" / "hands.duckdb")
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert "; " in refusal(tmp_path / "file" / "hands.duckdb")


def test_a_second_opening_keeps_the_lock_of_the_first(tmp_path):
    """POSIX: a process that closes a file gives up all its locks on it."""
    path = tmp_path / "hands.duckdb"
    with opened(path):
        with opened(path):
            pass
        code = "import duckdb, sys; duckdb.connect(sys.argv[1])"
        other = subprocess.run(
            [sys.executable, "-c", code, path], capture_output=True, text=True, check=False
        )
    assert other.returncode != 0
    assert "lock" in other.stderr or "used by another process" in other.stderr


def test_a_database_open_otherwise_in_this_program_is_refused(tmp_path):
    path = tmp_path / "hands.duckdb"
    with opened(path):
        assert "open already in this program" in refusal(path, read_only=True)


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0,
    reason="root may write everywhere; permissions need another user",
)
def test_a_place_that_cannot_be_written_is_refused(tmp_path):
    locked = tmp_path / "locked"
    locked.mkdir()
    locked.chmod(0o500)
    try:
        assert "cannot be written here; name another file with --db" in refusal(locked / "hands.duckdb")
    finally:
        locked.chmod(0o700)


def test_the_default_place(tmp_path, monkeypatch):
    monkeypatch.delenv("BADUGI_HH_DB", raising=False)
    monkeypatch.setattr("platformdirs.user_data_dir", lambda name, **_: str(tmp_path / "data" / name))
    assert default_path() == tmp_path / "data" / "badugi-hh" / "hands.duckdb"
    with opened(default_path()):  # its folder is made
        assert default_path().exists()
    monkeypatch.setenv("BADUGI_HH_DB", str(tmp_path / "mine.duckdb"))
    assert default_path() == tmp_path / "mine.duckdb"


def test_queries_reach_no_other_file(tmp_path):
    secret = tmp_path / "secret.csv"
    secret.write_text("a\n1\n", encoding="utf-8")
    with opened(tmp_path / "hands.duckdb") as con:
        for query in (
            f"SELECT * FROM read_csv('{secret}')",
            f"COPY meta TO '{tmp_path / 'out.csv'}'",
            f"ATTACH '{tmp_path / 'more.duckdb'}'",
        ):
            with pytest.raises(duckdb.Error):
                con.execute(query)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hands.duckdb", "secret.csv"]


# --- appending

SAMPLE = TableSchema(
    "pieces",
    "",
    (
        Column("n", "TINYINT", ""),
        Column("text", "VARCHAR", ""),
        Column("moment", "TIMESTAMP", ""),
        Column("yes", "BOOLEAN", ""),
    ),
)
ROWS = [
    (1, "Ann", datetime.fromisoformat("2024-05-01T12:30:00"), True),
    (None, None, None, None),
    (-128, "ü\x00[red]", None, False),
]


@pytest.mark.quick
def test_rows_come_back_as_they_were():
    with closing(duckdb.connect()) as con:
        con.execute("CREATE TABLE pieces (n TINYINT, text VARCHAR, moment TIMESTAMP, yes BOOLEAN)")
        append_rows(con, SAMPLE, ROWS)
        append_rows(con, SAMPLE, [])
        assert con.execute("SELECT * FROM pieces").fetchall() == ROWS


@pytest.mark.parametrize(
    "wrong", [(128, "", None, None), (1.5, "", None, None), (1, 2, None, None), (1, "", None)]
)
def test_a_value_that_does_not_fit_is_not_bent(wrong):
    with pytest.raises((TypeError, OverflowError, ValueError)):
        frame_of(SAMPLE, [wrong, ROWS[0][: len(wrong)]])
