"""A database of three Parquet parts answers every reading command as one file with the same hands does."""

import re
import shlex

import polars as pl
import pytest
from support.commands import run
from support.pages import unpacked
from support.spread import few

import badugi_hh
from badugi_hh.cli.app import COMMANDS
from badugi_hh.outputs.folder import MANIFEST
from badugi_hh.simulate import HERO, CashGame, SitAndGo, simulate, write_files

_GAMES = (SitAndGo(3, 300, 30, hands_per_level=3), CashGame("Alpha", 6, 6, 25, 50))
ASKED = """
    stats --player ME --json
    stats --all --csv
    stats --player ME --by position,month
    stats --player ME --by session
    stats --compare ME OPPONENT
    leaks --player ME
    leaks --all --json
    leaks --player ME --before 2024-03-13T06:00 --tz UTC
    opponent OPPONENT --json
    hands --all --csv --limit 0
    hands --player ME --session last --sort net
    hands --all --leak A1 --json
    hands --all --leak S1 --json
    hands --all --stat solver_loss
    hands --quarantined
    replay HAND
    replay HAND --html --out OUT.html
    sql 'SELECT player, sum(net) FROM seats GROUP BY ALL ORDER BY ALL' --json
    tag --json
    note --json
    alias --json
    report --player ME --out OUT.html
    report --all --out OUT.html
    report --player ME --kind session --out OUT.html
    report --player ME --kind leaks --out OUT.html
    report --player OPPONENT --kind opponent --out OUT.html
    report --kind validation --out OUT.html
    export --format pokerstars --out OUT
    export --format phh --out OUT
    export --format csv --out OUT
    export --format json --out OUT
    export --format parquet --out OUT
""".strip().split("\n    ")
_LONG = {
    "stats --all --csv",
    "leaks --player ME --before 2024-03-13T06:00 --tz UTC",
    "report --all --out OUT.html",
} | {ask for ask in ASKED if ask.startswith("report") and "--kind validation" not in ask and "--kind" in ask}
_WITHOUT = {"import", "retry", "watch", "db", "validate", "explain", "equity", "draws", "simulate", "solve"}
"""The commands that write the database, or use none; `tag`, `note` and `alias` list here."""


@pytest.fixture(scope="module")
def databases(tmp_path_factory, root):
    """One file and three parts, with the same hands in the same order."""
    folder = tmp_path_factory.mktemp("three")
    texts = folder / "texts"
    write_files(simulate(90, 5, games=_GAMES), texts)
    for path in (root / "sample_histories" / "broken").glob("H0[13]-*"):
        (texts / path.name).write_bytes(path.read_bytes())
    paths = sorted(texts.iterdir())
    (folder / "one").mkdir()
    with badugi_hh.open(folder / "one" / "hands") as hands:
        hands.import_paths(*paths)
    for number, part in enumerate((paths[:2], paths[2:3], paths[3:])):
        assert part
        rows = badugi_hh.rows_from([(str(path), path.read_bytes()) for path in part], prices=True)
        badugi_hh.write_part(rows, folder / "parts" / "hands", number)
    return folder / "one" / "hands", folder / "parts" / "hands"


@pytest.fixture(scope="module")
def names(databases):
    """The names that `ASKED` has words for, and by the keys of the parts those of the file."""
    keys = []
    for database in databases:
        with badugi_hh.open(database, read_only=True) as hands:
            keys.append(
                [str(key) for (key,) in hands.con.execute("SELECT hand_key FROM hands ORDER BY 1").fetchall()]
            )
            ((opponent, hand),) = hands.con.execute(
                "SELECT player, max(hands.hand_id) FROM seats JOIN hands USING (hand_key) WHERE NOT hero "
                "GROUP BY player ORDER BY count(*) DESC, player LIMIT 1"
            ).fetchall()
    one, parts = keys
    same = {key: of_file for of_file, key in zip(one, parts, strict=True) if int(key) >= 2**32}
    assert len({int(key) >> 32 for key in parts}) == 3
    return {"ME": HERO.name, "OPPONENT": opponent, "HAND": hand}, same


@pytest.mark.parametrize("ask", few(ASKED, *(ask for ask in ASKED if ask not in _LONG)))
def test_three_parts_answer_as_one_file_does(ask, databases, names, tmp_path, monkeypatch):
    words, same = names
    answers = []
    for database in databases:
        place = tmp_path / database.parent.name
        place.mkdir()
        monkeypatch.chdir(place)
        arguments = [words.get(each, each) for each in shlex.split(ask)]
        done = run(*arguments, "--db", database)
        assert done.exit_code == 0, done.output
        files = {
            path.relative_to(place): content(path) for path in sorted(place.rglob("*")) if path.is_file()
        }
        printed = {"stdout": done.stdout, "stderr": done.stderr, **files}
        answers.append(
            {
                name: re.sub(r"\b\d{10,}\b", lambda found: same.get(found[0], found[0]), text).replace(
                    str(database), "DB"
                )
                for name, text in printed.items()
            }
        )
    assert answers[0] == answers[1]


def content(path):
    """The text of an output, without what follows from the keys: checksums, the types of keys, and the model."""
    if path.suffix == ".parquet":
        frame = pl.read_parquet(path)
        return frame.with_columns(pl.col("^.*_key$").cast(pl.Int64)).write_csv()
    if path.name == MANIFEST:
        return ""
    text = path.read_text(encoding="utf-8")
    if path.name == "data_dictionary.json":
        return re.sub(r'"price_model": \w+', "", text).replace("BIGINT", "INTEGER")
    text = re.sub(r"checksum \w+|sha256-[\w+/=]+", "", text)
    return re.sub(r"(?<=>)H4sI[\w+/=]+", lambda block: unpacked(block[0]), text)


def test_every_reading_command_is_asked():
    assert {ask.split()[0] for ask in ASKED} == COMMANDS.keys() - _WITHOUT
