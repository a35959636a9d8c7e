"""An import that stores nothing says so, and keeps a database that exists."""

import gzip

import pytest
from support.commands import run
from support.two_views import ANN, OTHER_GAME, WRONG


def write(path, text):
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("none.txt", None),
        ("a.txt", ""),
        ("a.txt", b"\x00\x01\x02" * 99),
        ("a.gz", gzip.compress(ANN.encode())[:-9]),
    ],
)
@pytest.mark.parametrize("command", ["import", "report"])
def test_a_refused_import_stores_nothing(tmp_path, command, name, data):
    folder = tmp_path / "in"
    folder.mkdir()
    path = folder / name if data is None else write(folder / name, data)
    options = ["--no-prices"] if command == "import" else ["--out", tmp_path / "page.html"]
    done = run(command, path, *options, "--db", tmp_path / "h.duckdb")
    assert done.exit_code == 2, done.output
    assert "into" not in done.stdout
    assert not (tmp_path / "page.html").exists()
    assert "no hand" in run("hands", "--db", tmp_path / "h.duckdb").stderr


@pytest.mark.parametrize(("text", "status"), [(ANN, 0), (OTHER_GAME, 0), (WRONG, 1)])
def test_an_import_of_any_hand_keeps_the_database(tmp_path, text, status):
    database = tmp_path / "h.duckdb"
    done = run("import", "--no-prices", write(tmp_path / "a.txt", text), "--db", database)
    assert done.exit_code == status
    assert done.stdout.endswith(f"into {database}\n")
    before = database.read_bytes()
    assert run("import", "--no-prices", tmp_path / "none.txt", "--db", database).exit_code == 2
    assert database.read_bytes() == before


def test_what_is_no_database_stays(tmp_path):
    text, other = write(tmp_path / "a.txt", ANN), write(tmp_path / "b.txt", "mine")
    for database in (other, tmp_path, tmp_path / "none" / "h.duckdb"):
        assert run("import", "--no-prices", text, "--db", database).exit_code == 2
    assert sorted(tmp_path.iterdir()) == [text, other]
    assert other.read_text(encoding="utf-8") == "mine"
