"""Screen names joined into one person: which names are joined, and what is counted for the person, computed by hand."""

import json
from datetime import UTC, datetime
from shutil import copyfile

import pytest
from support.commands import answer, mistake, run
from support.hand_made import insert, play, play_each

from badugi_hh.report.queries import seat_rows
from badugi_hh.stats.engine.evaluate import evaluate
from badugi_hh.stats.engine.frames import running_results
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.store.aliases import Alias, AliasError, join_names, list_aliases, separate_names

ALL = Filter(every_player=True)


def test_an_opponent_in_two_seats_is_one(con):
    """Cat and ann are one person, and both were dealt in in hand 1: Ben has one hand there against them, net 0.

    Ben played 2 and 3 against ann alone, 4 and 5 against cat alone.
    """
    join_names(con, "Both", ["ann", "cat"])
    (found,) = (
        group
        for group in evaluate(con, Filter(player="ben"), names="hands", by="opponent")
        if group.by["opponent"] == "Both"
    )
    assert found.hands == 5
    kept = evaluate(con, Filter(player="ben", only=(("opponent", "Both"),)), names="hands")
    assert [group.hands for group in kept] == [5]


def at(hour, minute=0):
    """Return a time of one evening as the database keeps it."""
    return datetime(2024, 3, 1, hour, minute, tzinfo=UTC).replace(tzinfo=None)


@pytest.fixture
def con(empty):
    """Five hands: 1 to 3 of ann, 4 and 5 of Ann_2; cat sits in 1, 4 and 5, and ben, whose file it is, in all.

    | hand | when  | Ann        | cat    | ben  |
    |------|-------|------------|--------|------|
    | 1    | 18:00 | +40, paid  | -40    | 0    |
    | 2    | 18:10 | -20, paid  |        | +20  |
    | 3    | 18:20 | 0          |        | 0    |
    | 4    | 18:40 | +60, paid  | -60    | 0    |
    | 5    | 20:00 | -20        | +20    | 0    |
    """
    printed = {
        1: ("ann", 40, 1), 2: ("ann", -20, 1), 3: ("ann", 0, 0), 4: ("Ann_2", 60, 1), 5: ("Ann_2", -20, 0),
    }  # fmt: skip
    when = {1: at(18), 2: at(18, 10), 3: at(18, 20), 4: at(18, 40), 5: at(20)}
    cat = {1: -40, 4: -60, 5: 20}
    hands, seats, decisions = {}, [], []
    for key, (name, net, paid) in printed.items():
        ann = {"player": name, "hero": False}
        hands[key] = {**ann, "net": net, "voluntary_0": paid, "played_at": when[key]}
        decisions.append({"hand_key": key, **ann, "round": 1, "action": "bet"})
        others = [("ben", True, 20 if key == 2 else 0)] + ([("cat", False, cat[key])] if key in cat else [])
        for seat, (player, hero, won) in enumerate(others, 2):
            other = {"hand_key": key, "seat": seat, "player": player, "hero": hero}
            seats.append({**other, "net": won})
            decisions.append({**other, "round": 0, "action": "fold"})
    play_each(empty, hands)
    insert(empty, "seats", *seats)
    insert(empty, "decisions", *decisions)
    return empty


def hands(con, hand_filter=ALL, by=()):
    groups = evaluate(con, hand_filter, names=("hands",), by=by)
    return {(group.player, *group.by.values()) if by else group.player: group.hands for group in groups}


def only(groups):
    assert len(groups) == 1, groups
    return groups[0]


# --- what is counted


def test_nobody_is_joined_by_likeness(con):
    assert hands(con) == {"ben": 5, "ann": 3, "cat": 3, "Ann_2": 2}
    assert hands(con, Filter()) == {"ben": 5}


def test_a_person_is_one_row_over_all_his_names(con):
    """Ann paid in three of five hands; +2, -1, 0, +3 and -1 big bets are 60 per 100 hands."""
    join_names(con, "Ann", ["ann", "Ann_2"])
    assert hands(con) == {"Ann": 5, "ben": 5, "cat": 3}
    for name in ("Ann", "ann", "Ann_2"):
        group = only(evaluate(con, Filter(player=name), names=("vpip", "winrate", "net")))
        assert (group.player, group.hands) == ("Ann", 5)
        assert (group.stats["vpip"].made, group.stats["vpip"].chances) == (3, 5)
        assert group.stats["winrate"].value == pytest.approx(60)
        assert group.stats["net"].value == 60
    rows = seat_rows(con, Filter(player="Ann"))
    assert rows["player"].unique().to_list() == ["Ann"]
    (line,) = running_results(rows)
    assert line["hand"].to_list() == [1, 2, 3, 4, 5]
    assert line["total"].to_list() == [2, 1, 1, 4, 3]
    assert hands(con, Filter(player="Ann_1")) == {}
    assert hands(con, Filter(player="ben")) == {"ben": 5}
    # One name of the person is still available.
    assert hands(con, Filter(player="Ann", where="seats.player = 'ann'")) == {"Ann": 3}


def test_sessions_go_on_under_another_name(con):
    """From 18:20 to 18:40 are 20 minutes: one session of four hands, and the hand of 20:00."""
    join_names(con, "Ann", ["ann", "Ann_2"])
    assert hands(con, Filter(player="Ann"), ("session",)) == {
        ("Ann", "2024-03-01 18:00"): 4,
        ("Ann", "2024-03-01 20:00"): 1,
    }
    assert only(evaluate(con, Filter(player="Ann"), names=("sessions",))).stats["sessions"].value == 2
    separate_names(con, ["ann", "Ann_2"])
    assert only(evaluate(con, Filter(player="Ann_2"), names=("sessions",))).stats["sessions"].value == 2


def test_where_persons_are_me_they_are_looked_at(con):
    assert hands(con, Filter()) == {"ben": 5}
    join_names(con, "Ann", ["ann", "Ann_2"], me=True)
    assert hands(con, Filter()) == {"Ann": 5}
    assert hands(con, Filter(others=True)) == {"ben": 5, "cat": 3}
    join_names(con, "Cat", ["cat"], me=True)
    assert hands(con, Filter()) == {"Ann": 5, "Cat": 3}
    join_names(con, "Ann", me=False)
    assert hands(con, Filter()) == {"Cat": 3}
    separate_names(con, ["cat"])
    assert hands(con, Filter()) == {"ben": 5}


# --- who is joined


def test_names_are_added_and_taken_away(con):
    join_names(con, "Ann", ["ann"], me=True)
    join_names(
        con, "Ann", ["Ann_2", "ann"]
    )  # what is there already does no harm, and the mark is that of the person
    join_names(con, "A cat", ["cat"])
    assert list_aliases(con) == [
        Alias("PokerStars", "Ann_2", "Ann", is_me=True),
        Alias("PokerStars", "ann", "Ann", is_me=True),
        Alias("PokerStars", "cat", "A cat", is_me=False),
    ]
    separate_names(con, ["Ann_2", "cat"])
    assert list_aliases(con) == [Alias("PokerStars", "ann", "Ann", is_me=True)]


@pytest.mark.parametrize(
    ("person", "names", "printed"),
    [
        ("Ann", ["Ann_2", "ann"], "'ann' belongs to 'A'; remove it first"),
        ("Ann", ["Ann_2", "Ann_3"], "no hand in the database has a player 'Ann_3'; did you mean 'Ann_2' or 'ann'"),
        ("Ann", ["Ann_2", "zzz"], "a player 'zzz'; import the hands of this player first"),
        ("Ann", [], "there is no person 'Ann'; add the screen names after it"),
        ("ben", ["Ann_2"], "'ben' is also a screen name; add it to the names"),
        ("ann", ["Ann_2"], "'ann' is also a screen name"),
        (" ", ["Ann_2"], "a person needs a name"),
    ],
)  # fmt: skip
def test_a_name_belongs_to_one_person_only(con, person, names, printed):
    join_names(con, "A", ["ann"])
    with pytest.raises(AliasError, match=printed):
        join_names(con, person, names)
    assert [row.player for row in list_aliases(con)] == ["ann"]  # nothing of it is done


def test_a_person_and_a_screen_name_are_not_mixed_up(con):
    join_names(con, "ben", ["ben", "cat"])
    assert hands(con) == {"ben": 8, "ann": 3, "Ann_2": 2}  # in three hands the person had two seats
    play(con, 6, player="Ann")
    join_names(con, "A", ["ann"])
    play(con, 7, player="A")
    with pytest.raises(AliasError, match="'A' is the name of a person"):
        join_names(con, "Ann", ["Ann", "A"])
    with pytest.raises(AliasError, match="'Ann' is not joined to a person"):
        separate_names(con, ["cat", "Ann"])
    assert len(list_aliases(con)) == 3


def test_a_name_in_two_rooms_needs_its_room(con):
    play(con, 6, player="cat", site="Elsewhere")
    with pytest.raises(
        AliasError, match="'cat' is a name on Elsewhere and PokerStars; select one with --site"
    ):
        join_names(con, "Cat", ["cat"])
    join_names(con, "Cat", ["cat"], site="Elsewhere")
    assert hands(con) == {"ben": 5, "ann": 3, "cat": 3, "Ann_2": 2, "Cat": 1}


# --- the command


@pytest.fixture
def db(one_hand, tmp_path):
    return copyfile(one_hand, tmp_path / "hands.duckdb")


def test_the_command(db):
    """`test_report_kinds.py` has a report about a person."""
    assert "no screen names are joined" in run("alias", "--db", db).stderr
    joined = {"site": "PokerStars", "player": "Ben", "person": "Benjamin", "is_me": False}
    assert answer("alias", "Benjamin", "Ben", "--db", db) == [joined]
    assert {leak["player"] for leak in answer("leaks", "--db", db, "--player", "Ben")["checks"]} == {
        "Benjamin"
    }
    (hand,) = answer("hands", "--db", db, "--player", "Benjamin")
    assert hand["player"] == "Ben"  # a list of hands says what the file says
    assert run("alias", "Benjamin", "--me", "--db", db).exit_code == 0
    (group,) = answer("stats", "--db", db, "--stat", "hands")
    assert group["player"] == "Benjamin"
    shown = run("alias", "--db", db).stdout
    assert [word for word in shown.split() if word.isalpha()][-4:] == ["Benjamin", "me", "Ben", "PokerStars"]
    assert answer("alias", "--db", db, "Benjamin", "--not-me") == [joined]
    assert answer("alias", "--db", db, "--remove", "Ben") == []


@pytest.mark.parametrize(
    ("arguments", "printed"),
    [
        (["Nobody", "--me"], "there is no person 'Nobody'"),
        (["--me"], "--me or --not-me needs the person"),
        (["Ann", "Ann", "--me", "--not-me"], "--me or --not-me needs the person"),
        (["Ann", "--remove", "Ann"], "--remove takes only screen names"),
        (["--remove", "Ann"], "'Ann' is not joined to a person"),
    ],
)
def test_mistakes_are_one_line(db, arguments, printed):
    assert printed in mistake("alias", *arguments, "--db", db)
    assert json.loads(run("alias", "--db", db, "--json").stdout) == []
