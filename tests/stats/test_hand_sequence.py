"""The hand sequence: sessions and running results, compared with the same in plain Python."""

from collections import Counter
from contextlib import suppress
from datetime import datetime, timedelta
from random import Random

import polars as pl
import pytest
from support.hand_made import database, play_each

from badugi_hh.stats.engine.evaluate import evaluate
from badugi_hh.stats.selection.dimensions import dimensions
from badugi_hh.stats.selection.filters import Filter, FilterError
from badugi_hh.stats.selection.rows import seats_query
from badugi_hh.stats.selection.selected_seats import select_seats

EVERYBODY = Filter(every_player=True)


@pytest.fixture(scope="module")
def con():
    """Return 400 hands of three players, some without a date, with pauses around half an hour and some at the same time."""
    random = Random(3)  # noqa: S311 - repeatable, not secret
    con = database()
    moment = datetime(2024, 5, 1, 20)  # noqa: DTZ001 - as the database keeps it
    hands = {}
    for key in random.sample(range(400), 400):
        moment += timedelta(seconds=random.choice((0, 20, 60, 1799, 1800, 1801, 5000)))
        hands[key] = {
            "played_at": None if random.random() < 0.1 else moment,
            "player": random.choice(("Ann", "Bo", "Cy")),
            "net": random.choice((-60, -20, -10, 5, 30, 80)),
            "big_bet": random.choice((20, 40, None)),
            "position": random.choice(("BTN", "SB", "BB")),
            **random.choice(({}, {"unit": "chip", "currency": None}, {"unit": "chip", "game": "tournament"})),
        }
    play_each(con, hands)
    return con


def sequence(con, selected, by="", **options):
    with select_seats(con, selected, dimensions(by) if by else (), hand_sequence=True, **options) as found:
        query, _ = found.rows("hand_sequence")
        return pl.DataFrame(con.sql(query)).sort(
            "played_at", "hand_key", "seat", "player_part", nulls_last=True
        )


def sessions_of_a_loop(con, gap):
    """Return the session and the seconds of each dated hand by its key, from plain Python."""
    found = {}
    player = start = last = None
    rows = con.execute(
        "SELECT player, played_at, hand_key FROM seats JOIN hands USING (hand_key) "
        "WHERE played_at IS NOT NULL ORDER BY player, played_at, hand_key"
    ).fetchall()
    for who, moment, key in rows:
        seconds = int((moment - last).total_seconds()) if last is not None and who == player else None
        if seconds is None or seconds >= 60 * gap:
            start, seconds = moment, None
        found[key] = (start, seconds)
        player, last = who, moment
    return found


@pytest.mark.parametrize("gap", [1, 30, 90])
def test_sessions_are_those_of_a_loop(con, gap):
    """In the hand sequence and in a split, also where a filter leaves out a third of the hands."""
    hand_filter = Filter(every_player=True, where="seats.position <> 'BB'", session_gap=gap)
    expected = sessions_of_a_loop(con, gap)
    found = sequence(con, hand_filter)
    dated = found.filter(pl.col("session").is_not_null()).select("hand_key", "session", "seconds").rows()
    assert {key: values for key, *values in dated} == {key: list(expected[key]) for key, *_ in dated}
    assert 200 < len(dated) < len(expected)
    assert 0 < sum(seconds is None for *_, seconds in dated) < len(dated)
    assert set(found.filter(pl.col("session").is_null())["hand_key"]).isdisjoint(expected)
    split = Counter(f"{start:%Y-%m-%d %H:%M}" for _, start, _ in dated)
    groups = evaluate(con, hand_filter, names="hands", by="session")
    counted = Counter({g.by["session"]: 0 for g in groups})
    for group in groups:
        counted[group.by["session"]] += group.hands
    assert counted.pop("unknown") == len(found) - len(dated)
    assert counted == split


@pytest.mark.parametrize(
    ("by", "together"), [("", False), ("position", False), ("", True), ("position", True)]
)
def test_running_results_are_those_of_a_loop(con, by, together):
    query, parameters = seats_query(EVERYBODY, dimensions(by) if by else ())
    part = "by_position" if by else "''"
    rows = con.execute(
        f"SELECT hand_key, {'' if together else 'player ||'} {part} || denomination AS track, "
        f"net * 1.0 / nullif(big_bet, 0) AS big_bets FROM ({query}) ORDER BY played_at NULLS LAST, hand_key, seat",
        parameters,
    ).fetchall()
    run = {}
    peak = {}
    expected = {}
    for key, track, big_bets in rows:
        run[track] = run.get(track, 0.0) + (big_bets or 0.0)
        peak[track] = max(peak.get(track, 0.0), run[track])
        expected[key] = peak[track] - run[track]
    found = sequence(con, EVERYBODY, by, together=together)
    assert dict(found.select("hand_key", "below_peak").rows()) == pytest.approx(expected)
    assert len(found) == 400


def test_pauses_by_hand():
    """Dan plays at 0, 10, 20 (cancelled), 40 and 60 minutes; the position is unknown at 10, and BB at 40 and 60.

    The hand at 40 comes 30 minutes after the one at 10, so that it starts a session; the one at 60 is 20 minutes later.
    """
    con = database()
    start = datetime(2024, 6, 1, 20)  # noqa: DTZ001 - as the database keeps it
    hands = {}
    for minute, position in ((0, "BTN"), (10, None), (20, "BB"), (40, "BB"), (60, "BB")):
        when = {"played_at": start + timedelta(minutes=minute), "cancelled": minute == 20}
        hands[1000 + minute] = {"player": "Dan", "position": position, **when}
    play_each(con, hands)
    for selected in (
        Filter(player="Dan", position="BB"),
        Filter(player="Dan", where="seats.position = 'BB'"),
        Filter(player="Dan", only=(("position", "BB"),)),
    ):
        found = sequence(con, selected).sort("hand_key")
        assert found["hand_key"].to_list() == [1040, 1060]
        assert found["seconds"].to_list() == [None, 20 * 60]
    late = sequence(con, Filter(player="Dan", position="BB", session_gap=31)).sort("hand_key")
    assert late["seconds"].to_list() == [30 * 60, 20 * 60]
    assert late["session"].to_list() == [start, start]


def test_nothing_is_left_behind(con):
    for where in (None, "stakes = 1", "error('no')"):
        with suppress(FilterError):
            sequence(con, Filter(every_player=True, where=where))
        assert con.execute("SELECT table_name FROM duckdb_tables() WHERE temporary").fetchall() == []
        assert (
            con.execute("SELECT view_name FROM duckdb_views() WHERE temporary AND NOT internal").fetchall()
            == []
        )


def test_a_hand_against_several_opponents_has_one_pause():
    """Split by opponent, a hand has a row for each of them; its pause and its session are the same in all rows."""
    con = database()
    start = datetime(2024, 6, 1, 20)  # noqa: DTZ001 - as the database keeps it
    play_each(
        con,
        {
            1: {"player": "Dan", "played_at": start},
            2: {"player": "Dan", "played_at": start + timedelta(seconds=60)},
        },
    )
    for seat, name in ((8, "Eve"), (9, "Fay")):
        con.execute(
            "INSERT INTO seats BY NAME (SELECT * REPLACE (? AS seat, ? AS player, false AS hero) FROM seats WHERE player = 'Dan')",
            [seat, name],
        )
    found = sequence(con, Filter(player="Dan"), "opponent").sort("hand_key", "player_part")
    con.close()
    assert found["hand_key"].to_list() == [1, 1, 2, 2]
    assert found["seconds"].to_list() == [None, None, 60, 60]
    assert found["session"].to_list() == [start] * 4
    assert found["session_first"].to_list() == [True, True, False, False]
