"""`export` with filters: whose hands and which, also those that no statistic counts."""

from pathlib import Path

import pytest
from support.commands import run

from badugi_hh.store.database import opened
from badugi_hh.store.importer import import_paths

SAMPLES = Path(__file__).resolve().parents[2] / "sample_histories"


@pytest.fixture(scope="module")
def db(tmp_path_factory):
    path = tmp_path_factory.mktemp("export") / "hands.duckdb"
    with opened(path) as con:
        import_paths(con, [SAMPLES / "HH20240312 Alcyone IV - $0.25-$0.50 - USD Limit Badugi.txt"])
        ((rarest, hands, most),) = con.execute(
            "SELECT arg_min(player, n), min(n), max(n) FROM (SELECT player, count(*) AS n FROM seats GROUP BY player)"
        ).fetchall()
        assert 0 < hands < most
        con.execute("INSERT INTO aliases VALUES ('PokerStars', ?, 'Quiet One', false)", [rarest])
    return path


def count(db, query):
    with opened(db, read_only=True) as con:
        return int(con.execute(query).fetchall()[0][0])


def written(folder):
    return sum(
        path.read_text(encoding="utf-8-sig").count("PokerStars Hand #") for path in folder.rglob("*.txt")
    )


def test_a_person_or_screen_name(db, tmp_path):
    due = count(db, "SELECT count(*) FROM seats JOIN aliases USING (site, player) WHERE person = 'Quiet One'")
    done = run("export", "--db", db, "--player", "Quiet One", "-o", tmp_path / "out")
    assert (done.exit_code, written(tmp_path / "out")) == (0, due), done.output
    with opened(db, read_only=True) as con:
        ((name,),) = con.execute("SELECT player FROM aliases").fetchall()
    done = run("export", "--db", db, "--player", name, "-o", tmp_path / "same")
    assert (done.exit_code, written(tmp_path / "same")) == (0, due), done.output


def test_a_filter_keeps_cancelled_hands(db, tmp_path):
    copy = tmp_path / "copy.duckdb"
    copy.write_bytes(db.read_bytes())
    with opened(copy) as con:
        con.execute("UPDATE hands SET cancelled = true WHERE hand_key % 2 = 0")
    done = run("export", "--db", copy, "--since", "2000-01-01", "-o", tmp_path / "out")
    assert done.exit_code == 0, done.output
    assert written(tmp_path / "out") == count(copy, "SELECT count(*) FROM hand_texts")


def test_a_filter_that_leaves_nothing_says_why(db, tmp_path):
    done = run("export", "--db", db, "--since", "2050-01-01", "-o", tmp_path / "out")
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr.startswith("no hand fits since=2050-01-01; the hands are of 2024-03-12")
    assert not (tmp_path / "out").exists()
