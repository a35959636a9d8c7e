"""A database of three Parquet parts answers a command of each room as one file with the same hands does."""

import re
import shlex

import polars as pl
import pytest
from support.commands import run
from support.pages import unpacked

import badugi_hh
from badugi_hh.outputs.folder import MANIFEST
from badugi_hh.simulate import HERO, CashGame, SitAndGo, simulate, write_files

ASKED = """
    stats --player ME --by position,month
    leaks --all --json
    hands --player ME --session last --sort net
    hands --quarantined
    replay HAND --html --out OUT.html
    tag --json
    report --kind validation --out OUT.html
    export --format pokerstars --out OUT
    export --format parquet --out OUT
""".strip().split("\n    ")


@pytest.fixture(scope="module")
def databases(tmp_path_factory, root):
    """One file and three parts, with the same hands in the same order."""
    folder = tmp_path_factory.mktemp("three")
    texts = folder / "texts"
    games = (SitAndGo(3, 300, 30, hands_per_level=3), CashGame("Alpha", 6, 6, 25, 50))
    write_files(simulate(30, 5, games=games), texts)
    for path in (root / "sample_histories" / "broken").glob("H0[13]-*"):
        (texts / path.name).write_bytes(path.read_bytes())
    paths = sorted(texts.iterdir())
    (folder / "one").mkdir()
    with badugi_hh.open(folder / "one" / "hands") as hands:
        hands.import_paths(*paths)
    for number, part in enumerate((paths[:2], paths[2:3], paths[3:])):
        rows = badugi_hh.rows_from([(str(path), path.read_bytes()) for path in part], prices=True)
        badugi_hh.write_part(rows, folder / "parts" / "hands", number)
    return folder / "one" / "hands", folder / "parts" / "hands"


@pytest.fixture(scope="module")
def keys(databases):
    """The number of a hand, and the keys of the hands in the file by those in the parts."""
    found = []
    for database in databases:
        with badugi_hh.open(database, read_only=True) as hands:
            found.append(hands.con.execute("SELECT hand_key, hand_id FROM hands ORDER BY 1").fetchall())
    one, parts = found
    assert [hand for _, hand in one] == [hand for _, hand in parts]
    assert len({key >> 32 for key, _ in parts}) == 3
    return one[-1][1], {str(key): str(of_file) for (of_file, _), (key, _) in zip(one, parts, strict=True)}


@pytest.mark.parametrize("ask", ASKED)
def test_three_parts_answer_as_one_file_does(ask, databases, keys, tmp_path, monkeypatch):
    hand, same = keys
    answers = []
    for database in databases:
        place = tmp_path / database.parent.name
        place.mkdir()
        monkeypatch.chdir(place)
        arguments = [{"ME": HERO.name, "HAND": hand}.get(word, word) for word in shlex.split(ask)]
        done = run(*arguments, "--db", database)
        assert done.exit_code == 0, done.output
        files = {path.relative_to(place): content(path) for path in place.rglob("*") if path.is_file()}
        answers.append(
            {
                name: re.sub(r"\b\d{10,}\b", lambda key: same.get(key[0], key[0]), text).replace(
                    str(database), "DB"
                )
                for name, text in {"stdout": done.stdout, "stderr": done.stderr, **files}.items()
            }
        )
    assert answers[0] == answers[1]


def content(path):
    """The text of an output, without what follows from the keys: hashes, and the types of keys."""
    if path.suffix == ".parquet":
        return pl.read_parquet(path).with_columns(pl.col("^.*_key$").cast(pl.Int64)).write_csv()
    if path.name == MANIFEST:
        return ""
    text = path.read_text(encoding="utf-8")
    if path.name == "data_dictionary.json":
        return re.sub(r'"price_model": \w+', "", text).replace("BIGINT", "INTEGER")
    return re.sub(
        r"(?<=>)H4sI[\w+/=]+", lambda block: unpacked(block[0]), re.sub(r"sha256-[\w+/=]+", "", text)
    )
