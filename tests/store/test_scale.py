"""Rows without a database, and databases of Parquet files: the same rows as a plain import, in any number of parts."""

import runpy
import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.commands import mistake, run
from support.database_rows import content

import badugi_hh
from badugi_hh.facts.schema import META, TABLES
from badugi_hh.simulate import simulate, write_files
from badugi_hh.store.database import DatabaseError, open_database
from badugi_hh.store.importer import import_paths

EXAMPLE = Path(__file__).resolve().parents[2] / "docs" / "scale_example.py"


@pytest.fixture(scope="module")
def folder(tmp_path_factory, root):
    """Histories with faults, other games, a hand in two files, and two views of a hand."""
    folder = tmp_path_factory.mktemp("histories")
    paths = write_files(simulate(30, 5), folder)
    (folder / "again.txt").write_bytes(paths[0].read_bytes()[:3000] + b"\n")
    for path in sorted((root / "sample_histories" / "broken").glob("?0[13]-*")):
        if not path.name.startswith("T01"):
            (folder / f"broken-{path.name}").write_bytes(path.read_bytes())
    return folder


@pytest.fixture(scope="module")
def plain(folder, tmp_path_factory):
    """The database of a plain import."""
    path = tmp_path_factory.mktemp("plain") / "hands.duckdb"
    with closing(open_database(path)) as con:
        import_paths(con, [folder])
    return path


@pytest.fixture(scope="module")
def in_parts(folder, tmp_path_factory):
    """A database of Parquet files with a part for each group of files that have hands in common."""
    out = tmp_path_factory.mktemp("parts") / "hands"
    example = load_example()
    numbers = {str(path): badugi_hh.hand_numbers(str(path), path.read_bytes()) for path in texts(folder)}
    parts = example["fill_parts"](example["join_files"](numbers), numbers, 20)
    assert len(parts) > 2
    for number, part in enumerate(parts):
        badugi_hh.write_part(rows_of(map(Path, part)), out, number)
    return out


def load_example():
    pytest.importorskip("dask", reason="needs the extra `scale`")
    return runpy.run_path(str(EXAMPLE))


def texts(folder):
    return sorted(folder.rglob("*.txt"))


def rows_of(paths):
    return badugi_hh.rows_from((str(path), path.read_bytes()) for path in paths)


def test_rows_are_those_of_an_import(folder, plain):
    rows = rows_of(texts(folder))
    with closing(open_database(plain, read_only=True)) as con:
        for table in TABLES:
            if table is META:
                assert table.name not in rows
                continue
            stored = pl.DataFrame(con.sql(f"SELECT {', '.join(table.names)} FROM {table.name}"))
            if "imported_at" in table.names:
                assert rows[table.name]["imported_at"].null_count() == stored.height
                stored = stored.with_columns(rows[table.name]["imported_at"])
            assert rows[table.name].schema == stored.schema
            assert rows[table.name].sort(pl.all()).equals(stored.sort(pl.all())), table.name
    assert rows["quarantine"].height > 9
    assert rows["duplicates"].height


def test_what_has_no_rows_is_an_error():
    with pytest.raises(badugi_hh.InputError, match=r"b\.txt is not text: byte 0 is zero, .*; leave it out"):
        badugi_hh.rows_from({"a.txt": "", "b.txt": b"\0" * 900})
    with pytest.raises(badugi_hh.InputError, match="is not text"):
        badugi_hh.hand_numbers("b.txt", b"\0" * 900)
    with pytest.raises(LookupError, match="pokerstars"):
        badugi_hh.rows_from({}, rules="no such room")


def test_numbers_are_those_of_the_hands(folder):
    rows = rows_of(texts(folder))
    seen = dict(rows["files"].select("path", "hands_seen").iter_rows())
    stored = {path: set() for path in seen}
    first_views = rows["hand_texts"].join(rows["hands"], on="hand_key").join(rows["files"], on="file_key")
    for path, number in first_views.select("path", "hand_id").iter_rows():
        stored[path].add(number)
    for path in texts(folder):
        numbers = badugi_hh.hand_numbers(str(path), path.read_bytes())
        assert stored[str(path)] <= {*numbers}
        assert len(numbers) == seen[str(path)]


def test_parts_are_the_plain_import(plain, in_parts):
    with closing(open_database(plain, read_only=True)) as con:
        expected = content(con)
    with closing(open_database(in_parts, read_only=True)) as con:
        found = content(con)
        keys = con.execute("SELECT count(*), count(DISTINCT hand_key) FROM hands").fetchall()[0]
        assert con.execute("SELECT count(*) FROM meta").fetchall() == [(1,)]
        assert con.execute("SELECT count(denomination) FROM hands").fetchall() == [(keys[0],)]
    assert keys[0] == keys[1] == len(expected["hands"])
    for name, rows in expected.items():
        assert found[name] == rows, name


@pytest.mark.long
def test_the_example_converts_a_folder_with_two_workers(folder, plain, tmp_path):
    pytest.importorskip("dask", reason="needs the extra `scale`")
    out = tmp_path / "hands"
    histories = tmp_path / "in"
    histories.mkdir()
    for path in texts(folder):
        (histories / path.name).write_bytes(path.read_bytes())
    (histories / "zeros.txt").write_bytes(b"\0" * 900)
    done = subprocess.run(
        [sys.executable, str(EXAMPLE), str(histories), str(out), "--hands", "30", "--workers", "2"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == (
        f"left out: {histories / 'zeros.txt'} is not text: byte 0 is zero, and the file is not UTF-16; leave it out\n"
    )
    with closing(open_database(None)) as con:
        import_paths(con, [histories])
        expected = content(con)
    with closing(open_database(out, read_only=True)) as con:
        assert content(con) == expected
    assert done.stdout.startswith(f"{len(expected['hands'])} hands in ")


@given(st.lists(st.lists(st.integers(0, 20).map(str), max_size=4), max_size=12))
def test_files_with_a_hand_in_common_are_in_one_group(numbers):
    files = {f"{number:02}.txt": own for number, own in enumerate(numbers)}
    groups = load_example()["join_files"](files)
    assert sorted(file for group in groups for file in group) == sorted(files)
    owners = {number: {file for file in files if number in files[file]} for own in numbers for number in own}
    for together in owners.values():
        assert sum(bool(together & set(group)) for group in groups) == 1


# --- what a database of Parquet files refuses


@pytest.fixture(scope="module")
def last_two(folder):
    """The rows of the last two histories."""
    return tuple(rows_of([path]) for path in texts(folder)[-2:])


@pytest.fixture(scope="module")
def written_parts(last_two, tmp_path_factory):
    out = tmp_path_factory.mktemp("two") / "parts"
    for number, rows in enumerate(last_two):
        badugi_hh.write_part(rows, out, number)
    return out


@pytest.fixture
def two_parts(written_parts, tmp_path):
    return shutil.copytree(written_parts, tmp_path / "parts")


def hands_in(database):
    with badugi_hh.open(database, read_only=True) as hands:
        return int(hands.sql("SELECT count(*) FROM hands").item())


def test_a_part_is_replaced_and_counts_when_it_is_finished(two_parts, last_two):
    one, two = (rows["hands"].height for rows in last_two)
    assert hands_in(two_parts) == one + two
    badugi_hh.write_part(last_two[1], two_parts, 1)
    assert hands_in(two_parts) == one + two
    (two_parts / "meta" / "part-0000000001.parquet").unlink()
    assert hands_in(two_parts) == one
    badugi_hh.write_part(badugi_hh.rows_from({}), two_parts, 2_000_000_000)
    assert hands_in(two_parts) == one
    assert not list(two_parts.glob("*/.*"))


def test_a_folder_with_other_files_is_not_written(tmp_path):
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(badugi_hh.OutputError, match=r"has other files, such as notes\.txt; name a folder"):
        badugi_hh.write_part(badugi_hh.rows_from({}), tmp_path, 0)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


@pytest.mark.parametrize(
    ("command", "printed"),
    [
        (["import", "HISTORIES"], "is a database of Parquet files, which are only read, and "),
        (["sql", "COPY hands TO 'FOLDER/x.csv'"], "answers queries only; export writes files"),
        (["sql", "SELECT * FROM read_text('/etc/hostname')"], "file system operations are disabled"),
    ],
)
def test_commands_that_write_are_refused(command, printed, two_parts, folder):
    arguments = [each.replace("HISTORIES", str(folder)).replace("FOLDER", str(two_parts)) for each in command]
    before = sorted(two_parts.rglob("*"))
    done = run(*arguments, "--db", two_parts)
    assert (done.exit_code, done.stdout) == (2, "")
    assert printed in done.stderr
    assert done.stderr.count("\n") == 1
    assert sorted(two_parts.rglob("*")) == before


def test_actions_on_a_database_file_are_refused(two_parts):
    said = "is a database of Parquet files, which are only read, and compact is for database files; name one with --db"
    assert said in mistake("db", "compact", "--db", two_parts)
    with badugi_hh.open(two_parts, read_only=True) as hands, pytest.raises(DatabaseError, match=said):
        hands.compact()


def test_commands_that_read_take_a_folder(two_parts):
    done = run("leaks", "--json", "--db", two_parts)
    assert (done.exit_code, done.stderr) == (0, "no prices yet: rows_from with prices=True\n")
    assert done.stdout


def test_an_unusable_part_is_one_line(two_parts):
    part = "part-0000000001.parquet"
    whole = (two_parts / "seats" / part).read_bytes()
    (two_parts / "seats" / part).write_bytes(whole[:-20])
    assert part in mistake("stats", "--all", "--db", two_parts)
    (two_parts / "seats" / part).unlink()
    with pytest.raises(DatabaseError, match=rf"is incomplete: .*{part} is missing; write this part again"):
        open_database(two_parts, read_only=True)
    (two_parts / "seats" / part).write_bytes(whole)
    meta = pl.read_parquet(two_parts / "meta" / part)
    meta.with_columns(schema_version=pl.lit(6)).write_parquet(two_parts / "meta" / part)
    with pytest.raises(DatabaseError, match=r"has parts of schema \d+, 6, and this version reads schema"):
        open_database(two_parts, read_only=True)
