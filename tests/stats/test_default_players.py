"""The players that `stats`, `leaks` and `report` show by default, and what they say of those that are left out."""

from contextlib import closing
from shutil import copyfile

import pytest
from support.commands import run

from badugi_hh.report.compose import compose
from badugi_hh.stats.selection.default_players import leave_out_rare
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.store.aliases import join_names
from badugi_hh.store.database import open_database

RARE = "<i>Ann</i>"
LEFT_OUT = f"omitted: 3 hands of {RARE}, less than 1% of yours; --player NAME shows them\n"


@pytest.fixture(scope="module")
def db(tmp_path_factory, sampled):
    """Hands of one hero, three of which are under another name."""
    path = copyfile(sampled, tmp_path_factory.mktemp("db") / "hands.duckdb")
    with closing(open_database(path)) as con:
        con.execute("UPDATE seats SET player = ? WHERE hero AND hand_key <= 3", [RARE])
    return path


@pytest.fixture
def con(db, tmp_path):
    with closing(open_database(copyfile(db, tmp_path / "hands.duckdb"))) as opened:
        yield opened


def hands_of(con):
    query = "SELECT player, count(*) FROM seats JOIN hands USING (hand_key) WHERE hero AND dealt AND NOT cancelled GROUP BY 1"
    return dict(con.execute(query).fetchall())


def test_names_with_less_than_one_percent_together_are_left_out(con):
    hands = hands_of(con)
    assert hands[RARE] == 3 < 0.01 * sum(hands.values())
    assert leave_out_rare(con, Filter()).left_out == (RARE,)
    for whole in (Filter(player=RARE), Filter(every_player=True), Filter(others=True)):
        assert leave_out_rare(con, whole) == whole
    few = Filter(where=f"seats.player = '{RARE}'")
    assert leave_out_rare(con, few).left_out == (RARE,)  # the whole database decides, not the selected hands
    con.execute("UPDATE seats SET player = 'Bea' WHERE hero AND hand_key BETWEEN 4 AND 13")
    assert leave_out_rare(con, Filter()).left_out == (RARE,)  # 13 hands of both are more than 1 %


def test_names_of_a_person_marked_as_me_all_count(con):
    (main,) = set(hands_of(con)) - {RARE}
    join_names(con, "Me", [main, RARE], me=True)
    assert leave_out_rare(con, Filter()) == Filter()


def test_the_commands_have_the_same_players_and_say_who_is_left_out(db):
    with closing(open_database(db, read_only=True)) as con:
        hands = hands_of(con)
    own = sum(hands.values()) - hands[RARE]
    table, found = run("stats", "--db", db, "--stat", "vpip,net"), run("leaks", "--db", db)
    for done in (table, found):
        assert done.exit_code == 0
        assert LEFT_OUT in done.stderr
        assert RARE not in done.stdout
    assert f": {own:,} hands" in table.stdout
    listed = run("hands", "--db", db, "--limit", "0")
    assert f"all hands are listed, also those of {RARE}, which stats, leaks and report omit" in listed.stderr

    failed = run("stats", "--db", db, "--stat", "vpipp")
    assert failed.exit_code == 2
    assert "omitted" not in failed.stderr
    named = run("stats", "--db", db, "--player", RARE, "--stat", "vpip")
    assert f"{RARE}: 3 hands" in named.stdout
    assert "omitted" not in named.stderr


def test_an_import_explains_each_rare_name_once(tmp_path, samples):
    """Carol has one hand, Marmalade Heron has 220."""
    first = min(samples.glob("HH*.txt"))
    other = samples / "alice-bob-carol-ted.txt"
    db = tmp_path / "hands.duckdb"
    explained = []
    for file in (first, other, first, other):
        done = run("import", file, "--db", db, "--no-prices")
        assert done.exit_code == 0
        explained.append("omit the hands of" in done.stderr)
    assert explained == [False, True, False, False]
    assert RARE not in done.stderr


def test_the_report_has_the_figures_of_the_table(con, only_views):
    only_views("overview", "opponents")
    hands = hands_of(con)
    page = compose(con, leave_out_rare(con, Filter()))
    assert ("Hands", f"{sum(hands.values()) - 3:,}") in [(each.label, each.value) for each in page.figures]
    assert page.about[-1].startswith(f"without {RARE}: less than 1% of your hands; ")
    assert "`badugi-hh alias PERSON NAME --me`" in page.about[-1]
    assert RARE not in page.who
    assert RARE not in {row.label for row in page.opponents.rows}
