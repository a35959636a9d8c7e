"""A database of an older schema goes through the steps that it lacks, or stays as it is; one of a newer schema is refused."""

from shutil import copyfile

import duckdb
import pytest
from support.commands import answer, mistake

import badugi_hh
from badugi_hh.store import database, new_tables
from badugi_hh.store.database import DatabaseError, open_database, opened


def add_note(con):
    con.execute("ALTER TABLE aliases ADD COLUMN note VARCHAR")


def add_stored_texts(con):
    con.execute("CREATE TABLE lines AS SELECT hand_key, length(text) AS n FROM hand_texts")


def fail(con):
    con.execute("DELETE FROM hands")
    con.execute("SELECT missing FROM aliases")


def stop(con):
    con.execute("DELETE FROM hands")
    raise KeyboardInterrupt


@pytest.fixture
def path(one_hand, tmp_path):
    """A database of schema 1 with one hand."""
    path = copyfile(one_hand, tmp_path / "hands.duckdb")
    with opened(path) as con:
        con.execute("UPDATE meta SET schema_version = 1, tool = 'badugi-hh 0.0'")
    return path


@pytest.fixture
def with_steps(monkeypatch):
    """A function that makes this a version with these steps."""

    def change(*steps):
        monkeypatch.setattr(new_tables, "STEPS", steps)
        for module in (new_tables, database):
            monkeypatch.setattr(module, "SCHEMA_VERSION", 1 + len(steps))

    return change


def ask(path, query):
    with duckdb.connect(str(path), read_only=True) as con:
        return con.execute(query).fetchall()


META = "SELECT schema_version, tool FROM meta"


def test_an_older_database_is_changed_when_it_is_opened_for_writing(path, with_steps):
    with_steps(add_note)
    was = path.read_bytes()
    refused = (
        f"{path} has schema 1, and this version reads schema 2; badugi-hh retry upgrades it, "
        "or badugi_hh.open without read_only"
    )
    assert mistake("hands", "--db", path) == refused.replace(" retry ", f" retry --db {path} ")
    with pytest.raises(DatabaseError) as caught:
        badugi_hh.open(path, read_only=True)
    assert str(caught.value) == refused
    assert path.read_bytes() == was
    assert answer("retry", "--db", path)["tried"] == 0
    assert ask(path, META) == [(2, f"badugi-hh {badugi_hh.__version__}")]
    assert ask(path, "SELECT count(note) FROM aliases") == [(0,)]
    with badugi_hh.open(path) as hands:  # the step does not run again
        assert hands.sql("FROM hands").height == 1
    assert answer("db", "check", "--full", "--db", path)["ok"]


@pytest.mark.parametrize(("version", "lines"), [(1, 1), (2, 0)])
def test_a_database_goes_through_the_steps_that_it_lacks(path, with_steps, version, lines):
    with opened(path) as con:
        con.execute("UPDATE meta SET schema_version = ?", [version])
    with_steps(add_stored_texts, add_note)
    with opened(path) as con:
        assert con.execute("SELECT count(note) FROM aliases").fetchall() == [(0,)]
    assert ask(path, "SELECT schema_version FROM meta") == [(3,)]
    assert ask(path, "SELECT count(*) FROM duckdb_tables() WHERE table_name = 'lines'") == [(lines,)]


@pytest.mark.parametrize(
    ("step", "error", "printed"),
    [
        (fail, DatabaseError, "hands.duckdb cannot be upgraded to schema 3 and is unchanged: Binder Error: "),
        (stop, KeyboardInterrupt, ""),
    ],
)
def test_an_error_in_a_step_leaves_the_database_unchanged(path, with_steps, step, error, printed):
    with_steps(add_note, step)
    was = path.read_bytes()
    with pytest.raises(error) as caught:
        open_database(path)
    assert printed in str(caught.value)
    assert path.read_bytes() == was
    assert [each.name for each in sorted(path.parent.iterdir())] == ["hands.duckdb"]
    with_steps()
    with opened(path) as con:
        assert con.execute("SELECT count(*) FROM hands").fetchall() == [(1,)]
    assert ask(path, META) == [(1, "badugi-hh 0.0")]


@pytest.mark.parametrize(
    ("version", "printed"),
    [
        (
            "2",
            (
                "was made by badugi-hh 0.0 with schema 2, and this version reads schema 1; "
                "install that version or a newer one, or name another file with --db"
            ),
        ),
        ("0", "is a DuckDB database, but none of badugi-hh; name another file with --db"),
        ("NULL", "is a DuckDB database, but none of badugi-hh; name another file with --db"),
    ],
)
def test_a_newer_schema_and_an_unknown_one_are_refused(path, version, printed):
    with opened(path) as con:
        con.execute(f"UPDATE meta SET schema_version = {version}")
    was = path.read_bytes()
    for read_only in (False, True):
        with pytest.raises(DatabaseError) as caught:
            open_database(path, read_only=read_only)
        assert str(caught.value) == f"{path} {printed}"
    assert path.read_bytes() == was
