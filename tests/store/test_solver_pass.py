"""The solver's prices of stored hands: which hands are compared, when again, and what the rows say."""

from contextlib import closing
from shutil import copyfile

import pytest
from support.commands import answer, run

from badugi_hh.facts.hand_rows import add_rows
from badugi_hh.facts.schema import (
    COMPUTED_TABLES,
    DECISIONS,
    DRAWS,
    EVENTS,
    HANDS,
    JUDGED_HANDS,
    LOSSES,
    SEATS,
    Rows,
)
from badugi_hh.facts.words import Judge
from badugi_hh.replay import replay
from badugi_hh.simulate import CashGame, simulate
from badugi_hh.solve.classes import class_number
from badugi_hh.solve.known import COMMON
from badugi_hh.solve.look_up import look_up
from badugi_hh.solve.shipped_tables import find_table
from badugi_hh.store import computation
from badugi_hh.store.arrow import append_frame, frame_of_columns
from badugi_hh.store.computation import JUDGING
from badugi_hh.store.database import open_database, opened
from badugi_hh.store.price_pass import compute

GAMES = (CashGame("Porrima VI", 2, 2, 50, 100), CashGame("Sargas II", 6, 6, 50, 100))
HANDS_OF_EACH = 60


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A database of a heads-up table and a full table, with all cards known and no prices."""
    rows = Rows()
    for key, hand in enumerate(simulate(2 * HANDS_OF_EACH, 3, games=GAMES, open_cards=True)):
        add_rows(rows, replay(hand), key)
    path = tmp_path_factory.mktemp("played") / "hands.duckdb"
    with opened(path) as con:
        for table in (HANDS, SEATS, EVENTS, DECISIONS, DRAWS):
            append_frame(con, table, frame_of_columns(table, rows.columns(table)))
    return path


@pytest.fixture(scope="module")
def solved(played, tmp_path_factory):
    """The same database with prices, which no test changes."""
    path = tmp_path_factory.mktemp("solved") / "hands.duckdb"
    copyfile(played, path)
    with opened(path) as con:
        report = compute(con, JUDGING)
        assert report[JUDGED_HANDS.name] == 2 * HANDS_OF_EACH
        assert report[LOSSES.name] == len(prices(con)) > HANDS_OF_EACH
    return path


def prices(con):
    return con.execute(f"FROM {LOSSES.name} ORDER BY ALL").fetchall()


@pytest.fixture
def priced(solved):
    with closing(open_database(solved, read_only=True)) as con:
        yield con


def test_the_rows_say_what_the_table_says(priced):
    con, table = priced, find_table("heads-up")
    rows = con.execute(
        f"""
        SELECT coalesce(line, ''), coalesce(d.action, CAST(w.drawn AS VARCHAR)), coalesce(d.value, w.value_before), w.value_kept,
               best, loss, loss_error, kept_best, coalesce(d.live, w.live)
        FROM {LOSSES.name} LEFT JOIN decisions d USING (hand_key, n, seat) LEFT JOIN draws w USING (hand_key, n, seat)
        WHERE spot = 'heads-up' ORDER BY hash(hand_key, n) LIMIT 20
        """
    ).fetchall()
    for line, action, value, kept, best, cost, error, cards_kept, live in rows:
        found = look_up(table, line)
        taken = found.actions.index(action)
        assert live == 2
        common = found.mix[taken, value - 1] >= COMMON and found.cost[taken, value - 1] <= error
        assert cost == pytest.approx(0 if common else found.cost[taken, value - 1], abs=1e-4)
        assert found.cost[found.actions.index(best), value - 1] == 0
        assert (cards_kept is None) == (not action.isdecimal())
        if action == "0":
            assert (cards_kept, kept) == (True, value)
    assert len({line for line, *_ in rows}) > 5
    assert con.execute(
        f"SELECT count(*) FILTER (line = ''), count(*) FILTER (line IS NULL AND spot = 'heads-up') > 0 "
        f"FROM {LOSSES.name}"
    ).fetchall() == [(0, True)]
    assert class_number("K") + 1 >= max(value for _, _, value, *_ in rows)


def test_only_pots_of_two_players_have_prices(priced):
    con = priced
    ((hands, outside),) = con.execute(
        f"""
        SELECT count(DISTINCT hand_key), count(DISTINCT hand_key) FILTER (WHERE players > 2 AND spot = 'heads-up')
        FROM {LOSSES.name} JOIN hands USING (hand_key)
        """
    ).fetchall()
    assert 0 < hands <= 2 * HANDS_OF_EACH
    assert outside == 0
    assert con.execute(
        f"SELECT count(*) FROM {LOSSES.name} JOIN decisions USING (hand_key, n, seat) WHERE forced IS NOT NULL OR value IS NULL"
    ).fetchall() == [(0,)]


def test_the_prices_of_an_earlier_version_are_computed_again(played, tmp_path, monkeypatch):
    """Version 2 stored no line for a first decision; its database has the tables of today otherwise."""
    path = tmp_path / "hands.duckdb"
    copyfile(played, path)
    with opened(path) as con, monkeypatch.context() as patched:
        patched.setattr(computation, "JUDGING_VERSION", 2)
        computation.losses_version.cache_clear()
        con.execute("INSERT INTO priced_hands SELECT hand_key FROM hands")
        compute(con, JUDGING)
        whole = prices(con)
        con.execute(f"UPDATE {LOSSES.name} SET line = 'raise' WHERE line IS NULL")
        assert prices(con) != whole
    computation.losses_version.cache_clear()
    assert answer("db", "info", "--db", path)["losses_outdated"]
    run("db", "price", "--db", path)
    with opened(path) as con:
        assert prices(con) == whole
        assert not JUDGING.has_other(con)


def test_hands_behind_a_loss_say_what_it_costs(solved):
    path, costs = solved, {}
    for id_ in ("before", "after-2", "after-3"):
        listed = answer("hands", "--db", path, "--leak", id_, "--all", "--limit", "0")
        costs[id_] = [hand["cost_bb"] for hand in listed]
    assert min(cost for own in costs.values() for cost in own) > 0
    assert all(own == sorted(own, reverse=True) for own in costs.values())
    found = max(costs, key=lambda id_: len(costs[id_]))
    shown = run("hands", "--db", path, "--leak", found, "--all").stdout
    assert "cost (big bets)" in shown
    assert f"{costs[found][0]:.2f}" in shown
    nothing = run("hands", "--db", path, "--leak", "after-3.bet", "--since", "2030-01-01").stderr
    assert "no selected hand lost anything at after-3.bet" in nothing


def test_db_price_and_db_info_state_the_coverage(played, tmp_path):
    path = tmp_path / "hands.duckdb"
    copyfile(played, path)
    with opened(path) as con:
        con.execute("INSERT INTO priced_hands SELECT hand_key FROM hands")
    done = answer("db", "price", "--db", path)
    assert done.keys() == {"hands", "draws", "decisions", "judged_hands", "losses", "seconds"}
    assert (done["hands"], done["judged_hands"]) == (0, 2 * HANDS_OF_EACH)
    info = answer("db", "info", "--db", path)
    assert info["priced_hands"] == info["hands"]
    assert info["judged_hands"] == info["hands"]
    by_judge = {judge: info[f"judged_by_{judge}"] for judge in Judge}
    assert min(by_judge["game"], by_judge["blueprint"]) > HANDS_OF_EACH
    assert done["losses"] == info["losses"] == sum(by_judge.values())
    assert info["unjudged"] > 0
    assert not info["losses_outdated"]
    printed = run("db", "info", "--db", path).stdout
    for name in ("losses", "unjudged"):
        assert f"{name} {info[name]:,}" in " ".join(printed.split())
    assert "all hands have prices" in run("db", "price", "--db", path).stdout
    assert {table.name for table in COMPUTED_TABLES} >= {"judged_hands", "losses", "unjudged", "luck"}
