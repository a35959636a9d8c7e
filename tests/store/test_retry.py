"""Reading the quarantine again: hands that pass now leave it, and every account stays true."""

import json
from contextlib import closing
from dataclasses import replace

import pytest
from support import two_views as views
from support.commands import run
from support.database_rows import everything

import badugi_hh
from badugi_hh.engine.rules import ROOMS
from badugi_hh.history.parse import parse
from badugi_hh.store import hand_checks, intake
from badugi_hh.store.database import open_database, opened
from badugi_hh.store.importer import import_paths, retry_quarantine

ODD = views.ANN.replace("Ben: checks", "Ben: ponders\nBen: checks").replace("001:", "011:")
"""A line of no known form, which a later version may know."""
RUDE = views.ANN.replace("Ben: checks", "Ben: yawns\nBen: checks").replace("001:", "012:")


@pytest.fixture
def con(empty):
    return empty


@pytest.fixture
def upgrade(monkeypatch):
    """A version that knows how to ponder."""

    def parse_more(block):
        text = block.text.replace("Ben: ponders", "Ben: sits out")
        return replace(parse(replace(block, text=text)), block=block)

    for module in (intake, hand_checks):
        monkeypatch.setattr(module, "parse", parse_more)


def put(folder, name, *hands):
    path = folder / name
    path.write_text("\n\n\n".join(hands) + "\n", encoding="utf-8")
    return path


def ask(con, query):
    return con.execute(query).fetchall()


def files(con):
    """Hands seen, stored, duplicates, other games and quarantined of each file, after a look at their sums."""
    found = ask(
        con, "SELECT hands_seen, stored, duplicates, other_games, quarantined FROM files ORDER BY file_key"
    )
    assert all(seen == sum(parts) for seen, *parts in found)
    assert ask(con, "SELECT coalesce(sum(quarantined), 0), coalesce(sum(stored), 0) FROM files") == ask(
        con, "SELECT (SELECT count(*) FROM quarantine), (SELECT count(*) FROM hands)"
    )
    return found


def account(report):
    printed = report.as_json()
    parts = tuple(int(printed[name]) for name in ("stored", "duplicates", "other_games", "quarantined"))
    assert sum(parts) == printed["tried"] == report.tried
    return parts


def test_hands_that_pass_after_an_upgrade_are_stored(con, tmp_path, request):
    import_paths(
        con, [put(tmp_path, "a.txt", "stray", views.ANN, ODD, RUDE), put(tmp_path, "b.txt", views.WRONG)]
    )
    assert files(con) == [(3, 1, 0, 0, 2), (1, 0, 0, 0, 1)]
    problems = ask(con, "SELECT code, line, hand_id FROM problems ORDER BY ALL")
    request.getfixturevalue("upgrade")
    report = retry_quarantine(con)
    assert account(report) == (1, 0, 0, 2)
    assert [problem.code.id for problem in report.problems] == ["G02", "R03"]
    assert files(con) == [(3, 2, 0, 0, 1), (1, 0, 0, 0, 1)]
    assert ask(con, "SELECT hand_id, code FROM quarantine ORDER BY hand_id") == [
        ("300000000003", "R03"),
        ("300000000012", "G02"),
    ]
    left = [problem for problem in problems if problem[2] != "300000000011"]
    assert ("T03", 1, None) in left
    assert ask(con, "SELECT code, line, hand_id FROM problems ORDER BY ALL") == left
    assert ask(con, "SELECT hand_id, net FROM seats WHERE player = 'Ann' ORDER BY ALL") == [
        ("300000000001", 90),
        ("300000000011", 90),
    ]
    # A later import of the same file, or of a file with the same hand, counts nothing twice.
    assert import_paths(con, [tmp_path / "a.txt"]).stored == 0
    assert import_paths(con, [put(tmp_path, "c.txt", ODD)]).duplicates == 1
    assert files(con) == [(3, 2, 0, 0, 1), (1, 0, 0, 0, 1), (1, 0, 1, 0, 0)]


def test_a_retried_hand_has_the_rows_of_an_imported_one(con, tmp_path, request):
    file = put(tmp_path, "a.txt", ODD)
    import_paths(con, [file])
    request.getfixturevalue("upgrade")
    retry_quarantine(con)
    retried = everything(con)
    with closing(open_database(None)) as fresh:
        import_paths(fresh, [file])
        imported = everything(fresh)
    assert retried == imported


def test_nothing_changes_where_nothing_passes(con, samples):
    import_paths(con, sorted((samples / "broken").glob("?0[13]-*")))
    before = everything(con)
    report = retry_quarantine(con)
    assert report.tried == report.counts.quarantined == len(before["quarantine"]) > 9
    assert everything(con) == before
    files(con)


def test_a_hand_that_another_file_reported_meanwhile_is_a_duplicate(con, tmp_path, request):
    import_paths(con, [put(tmp_path, "a.txt", ODD)])
    ben = views.BEN.replace("001:", "011:")
    import_paths(con, [put(tmp_path, "b.txt", ben)])
    request.getfixturevalue("upgrade")
    assert account(retry_quarantine(con)) == (0, 1, 0, 0)
    assert files(con) == [(1, 0, 1, 0, 0), (1, 1, 0, 0, 0)]
    assert ask(con, "SELECT hero, file_key FROM hand_texts ORDER BY file_key") == [("Ann", 1), ("Ben", 2)]
    assert ask(con, "SELECT hand_0 FROM seats ORDER BY seat") == [("As 2c 3d Kh",), ("4s 5c 6d 6h",)]


def test_other_rules_can_let_a_hand_pass(con, tmp_path, monkeypatch):
    """A fifth bet, which a room without a cap allows."""
    raises = "".join(
        f"{name}: raises $0.50 to ${to}\n" for name, to in (("Ben", "1.50"), ("Ann", "2"), ("Ben", "2.50"))
    )
    fifth = views.ANN.replace("Ben: calls $0.50\n", f"{raises}Ann: calls $0.50\n")
    fifth = (
        fifth.replace("$1.90", "$4.80")
        .replace("Total pot $2 |", "Total pot $5 |")
        .replace("$0.10 ", "$0.20 ")
    )
    import_paths(con, [put(tmp_path, "a.txt", fifth)])
    assert ask(con, "SELECT code FROM quarantine") == [("R04",)]
    monkeypatch.setitem(ROOMS, "boundless", replace(ROOMS["pokerstars"], cap=None))
    assert account(retry_quarantine(con, rules="boundless")) == (1, 0, 0, 0)
    assert ask(con, "SELECT rules, rake FROM hands") == [("boundless", 20)]
    with pytest.raises(KeyError):
        retry_quarantine(con, rules="casino")


# --- the command and the Python face


def test_the_command(tmp_path, request):
    db = tmp_path / "hands.duckdb"
    with opened(db) as con:
        import_paths(con, [put(tmp_path, "a.txt", ODD, RUDE, views.ANN)])
    request.getfixturevalue("upgrade")
    done = run("retry", "--db", db)
    assert done.exit_code == 1
    assert done.stderr.endswith(
        f"`badugi-hh hands --db {db} --quarantined` lists the hands in the quarantine\n"
    )
    assert done.stdout == (
        "2 hands checked again: 1 stored, 0 duplicates, 0 of other games, 1 still in the quarantine\n"
    )
    assert "a.txt:43: G02 error: this line has no known form" in done.stderr
    printed = json.loads(run("retry", "--db", db, "--json").stdout)
    assert printed.pop("seconds") >= 0
    assert printed == {
        "tried": 1, "stored": 0, "duplicates": 0, "other_games": 0, "quarantined": 1, "summaries": 0,
        "problems": 1,
    }  # fmt: skip
    with badugi_hh.open(db) as hands:
        assert hands.retry().tried == 1
        assert hands.con.execute("SELECT count(*) FROM hands").fetchall() == [(2,)]
