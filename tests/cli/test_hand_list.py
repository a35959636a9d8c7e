"""`hands` and `sql`: in which order hands are listed, how many of them, and what amounts are; what says so."""

from itertools import pairwise
from pathlib import Path
from shutil import copyfile

import pytest
from support.commands import answer, run

from badugi_hh.store.database import opened
from badugi_hh.store.importer import import_paths

SAMPLES = Path(__file__).resolve().parents[2] / "sample_histories"


@pytest.fixture(scope="module")
def db(tmp_path_factory, sampled):
    """Cash games in two currencies, tournaments, hands without a hero, and a quarantine."""
    path = copyfile(sampled, tmp_path_factory.mktemp("db") / "hands.duckdb")
    with opened(path) as con:
        import_paths(con, sorted((SAMPLES / "broken").glob("[CR]0*.txt")))
    return path


@pytest.fixture(autouse=True)
def _in_a_wide_pipe(monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")


@pytest.fixture(scope="module")
def big_bet(db):
    """The big bet of each hand by its number."""
    return {
        row["hand_id"]: row["big_bet"]
        for row in answer("sql", "SELECT hand_id, big_bet FROM hands", "--db", db)
    }


def figures(hands, column, big_bet):
    for hand in hands:
        amount = hand[column]
        yield None if amount is None else amount / big_bet[hand["hand_id"]]


def test_the_last_played_come_first_and_reversed_last(db):
    hands = answer("hands", "--db", db, "--limit", "0")
    assert hands == answer("hands", "--db", db, "--limit", "0", "--sort", "played")
    assert all(one["played_at"] >= other["played_at"] for one, other in pairwise(hands))
    assert answer("hands", "--db", db, "--limit", "0", "--reverse") == hands[::-1]
    assert answer("hands", "--db", db, "--limit", "3", "--sort", "PLAYED") == hands[:3]


def test_equal_ones_come_newest_first(db):
    for way in ([], ["--reverse"]):
        hands = answer(
            "hands", "--db", db, "--limit", "0", "--sort", "pot", "--where", "hands.total_pot = 200", *way
        )
        alike = [hand for hand in hands if hand["stakes"] == hands[0]["stakes"]]
        assert len(alike) > 1
        assert all(one["played_at"] >= other["played_at"] for one, other in pairwise(alike))


def test_the_list_says_how_many_of_how_many_it_shows(db):
    every = len(answer("hands", "--db", db, "--limit", "0"))
    assert every > 500
    assert len(answer("hands", "--db", db)) == 20
    zone = "times are those of UTC; --tz names another time zone\n"
    more, ended, rest = run("hands", "--db", db, "--limit", "0").stderr.partition(zone)
    assert (ended, rest) == (zone, "")
    assert more.startswith(
        "all hands are listed, also those of Ann and those of histories without a hero, which stats, "
    )
    assert (
        run("hands", "--db", db).stderr == f"20 of {every:,} shown; --limit 0 shows all\n{zone}"
    )  # none of them
    assert run("hands", "--db", db, "--limit", str(every)).stderr == f"{more}{zone}"
    seats = len(answer("hands", "--db", db, "--all", "--limit", "0"))
    assert (
        run("hands", "--db", db, "--all", "--limit", "7").stderr
        == f"7 of {seats:,} shown; --limit 0 shows all\n{zone}"
    )
    assert run("hands", "--db", db, "--limit", "-1").exit_code == 2


def test_the_figure_that_the_list_is_sorted_by_has_a_column(db, big_bet):
    assert "bets" not in run("hands", "--db", db).stdout
    for order, column in (("net", "net"), ("pot", "total_pot")):
        done = run("hands", "--db", db, "--sort", order, "--limit", "4")
        head, _, *rows = done.stdout.strip("\n").splitlines()
        before, title, _ = head.partition(f"{order} (big bets)")
        assert title
        assert len(before + title) < 80  # in the first table of a narrow terminal as well
        hands = answer("hands", "--db", db, "--sort", order, "--limit", "4")
        due = [
            f"{'+' if order == 'net' else ''}{bets:,.2f}" for bets in figures(hands, column, big_bet) if bets
        ]
        assert [row[: len(before + title)].split()[-1] for row in rows] == due


def test_a_long_name_is_broken_before_columns_are_left_out(db, tmp_path, monkeypatch):
    text = (SAMPLES / "alice-bob-carol-ted.txt").read_text(encoding="utf-8")
    (tmp_path / "long.txt").write_text(text.replace("Carol", "a name that " * 5 + "ends"), encoding="utf-8")
    monkeypatch.setenv("COLUMNS", "100")
    long = tmp_path / "hands.duckdb"
    with opened(long) as con:
        import_paths(con, [tmp_path / "long.txt"])
    done = run("hands", "--db", long, "--all")
    assert max(map(len, done.stdout.splitlines())) <= 100
    assert {"player", "pos", "net"} < set(done.stdout.split())
    assert "player," not in done.stderr


# --- what amounts are, below an answer of `sql`


def test_sql_says_what_amounts_count(db):
    what = "cents in money games, chips in tournaments and play money"
    ask = "SELECT player, net AS won, stack, players, count(*) AS n FROM seats JOIN hands USING (hand_key) GROUP BY ALL"
    assert run("sql", ask, "--db", db).stderr == f"won, stack: {what}\n"
    assert run("sql", "SELECT won, won FROM seats", "--db", db).stderr == f"won: {what}\n"
    assert run("sql", "SELECT net / 100 AS dollars, hands FROM seats, tournaments", "--db", db).stderr == ""
    assert run("sql", "SELECT size FROM files", "--db", db).stderr == ""
    assert run("sql", "SELECT net FROM seats", "--db", db, "--json").stderr == ""
    assert what in " ".join(run("sql", "--help").stdout.split())
