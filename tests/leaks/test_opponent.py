"""The profile of an opponent: numbers and ranges counted by hand, the rules of type and advice, and the screen."""

import json
from dataclasses import replace

import pytest
from support.commands import answer, run
from support.hand_made import insert, play_each

import badugi_hh
from badugi_hh.api.opponent import opponent
from badugi_hh.leaks import LEAKS, Verdict
from badugi_hh.leaks.checks import FREQUENCY_CHECKS
from badugi_hh.leaks.finding import FrequencyFinding
from badugi_hh.leaks.opponent import ENOUGH, LEAST_HANDS, NUMBERS, TYPE_RULES, VPIP_RANGES, profile
from badugi_hh.stats.definitions.kinds import Measure
from badugi_hh.stats.selection.filters import Filter, FilterError
from badugi_hh.stats.selection.resolve import resolve

CHECKS = {id_ for number in NUMBERS for id_ in number.checks}
NOBODY = Measure("proportion", None, 0, made=0)
BUTTON = {("BTN", "5-6", "fixed"): (30, 100)}  # within 22 to 40 %


def known(con, name, hand_filter):
    """Return what is known of an opponent in the hands of a filter."""
    return opponent(con, name, resolve(con, replace(hand_filter, player=name)))


def finding(id_, made, chances, verdict):
    return FrequencyFinding(
        LEAKS[id_], "Bob", verdict, made, chances, baseline=FREQUENCY_CHECKS[id_].baseline
    )


def profiled(hands=100, vpip=BUTTON, counts=None, verdicts=None):
    """Return the profile of a player with these counts (made, chances) of VPIP and of leak checks, and these verdicts."""
    of_checks = dict.fromkeys(CHECKS, (0, 0)) | {"B3": (70, 100)} | (counts or {})
    found = verdicts or {}
    judged = found | {id_: Verdict.FINE for id_ in of_checks if id_ not in found}  # the findings are first
    measures = {
        key: replace(NOBODY, value=made / chances if chances else None, n=chances, made=made)
        for key, (made, chances) in vpip.items()
    }
    return profile(hands, measures, [finding(id_, *of_checks[id_], judged[id_]) for id_ in judged])


def number(of, name):
    return next(each for each in of.numbers if each.name == name)


# --- the numbers


@pytest.mark.quick
def test_there_are_ten_numbers_that_need_no_cards():
    assert [each.name for each in profiled().numbers] == [each.name for each in NUMBERS]
    assert len({each.name for each in NUMBERS}) == len(NUMBERS) == 10
    for id_ in CHECKS:
        assert "hero" not in FREQUENCY_CHECKS[id_].situation.chances, id_
    assert {rule.number for rule in TYPE_RULES} <= {each.name for each in NUMBERS}
    assert all(0 <= low < high <= 1 for low, high in VPIP_RANGES.values())


@pytest.mark.quick
def test_the_range_of_vpip_is_that_of_the_positions():
    """30 hands on the button, 22 to 40 %, and 10 in the big blind, 40 to 70 %: (660 + 400) / 40 to (1200 + 700) / 40."""
    found = number(profiled(vpip={("BTN", "5-6", "fixed"): (9, 30), ("BB", "3-4", "fixed"): (5, 10)}), "vpip")
    assert (found.made, found.chances, found.value) == (14, 40, 0.35)
    assert found.usual == pytest.approx((0.265, 0.475))
    assert (found.kinds, found.is_rough, found.side) == (("heuristic",), True, 0)
    alone = number(profiled(vpip={("BB", "2", "fixed"): (5, 10), ("BTN", "5-6", "fixed"): (0, 0)}), "vpip")
    assert alone.usual == pytest.approx(VPIP_RANGES["BB heads-up"])


def test_checks_are_added_up_with_the_range_of_their_opportunities():
    """Steals of the button, 10 to 30 %, 10 times, and of the small blind, 0 to 12 %, 30 times: 1/40 to (3 + 3.6)/40."""
    found = number(profiled(counts={"B4-BTN": (2, 10), "B4-SB": (6, 30)}), "folds_blind")
    assert (found.made, found.chances, found.value) == (8, 40, 0.2)
    assert found.usual == pytest.approx((0.025, 0.165))
    assert (found.kinds, found.is_rough) == (("solver",), False)
    assert (found.side, found.is_certain, found.is_proven) == (1, True, False)
    assert number(profiled(), "folds_blind").usual is None


def test_a_number_with_few_opportunities_proves_nothing():
    few = number(profiled(counts={"B13": (0, ENOUGH - 1)}), "bets_ahead")
    enough = number(profiled(counts={"B13": (0, ENOUGH)}), "bets_ahead")
    assert (few.side, few.is_certain, few.is_proven) == (-1, False, False)
    assert (enough.side, enough.is_certain, enough.is_proven) == (-1, True, True)
    assert few.as_json() | {"name": "", "sources": []} == {
        "name": "",
        "title": "bets with better draw",
        "made": 0,
        "chances": 29,
        "value": 0.0,
        "low": 0.0,
        "high": pytest.approx(0.117, abs=5e-4),
        "certain": False,
        "usual": [0.85, 1.0],
        "side": "below",
        "proven": False,
        "kinds": ["author"],
        "sources": [],
    }


# --- the type


@pytest.mark.parametrize(
    ("vpip", "raises", "words"),
    [
        (10, 70, "tight aggressive"),
        (10, 20, "tight passive"),
        (30, 70, "moderate aggressive"),
        (30, 20, "moderate passive"),
        (60, 95, "loose aggressive"),
        (60, 20, "loose passive"),
        (40, 55, "moderate aggressive"),  # the ends belong to the ranges
    ],
)
def test_the_type_has_a_word_for_each_number(vpip, raises, words):
    found = profiled(vpip={("BTN", "5-6", "fixed"): (vpip, 100)}, counts={"B3": (raises, 100)})
    assert " ".join(word.word for word in found.type) == words
    assert [word.number.name for word in found.type] == ["vpip", "raises_played"]


def test_a_word_near_the_end_of_a_range_may_be_chance():
    """43 of 100 are 33.7 to 52.8 %, over 40 %; 60 of 100 are 50.2 % at least."""
    near, far = (profiled(vpip={("BTN", "5-6", "fixed"): (made, 100)}).type[0] for made in (43, 60))
    assert [(word.word, word.number.is_proven) for word in (near, far)] == [("loose", False), ("loose", True)]


@pytest.mark.parametrize(
    ("hands", "vpip", "raises"),
    [
        (LEAST_HANDS - 1, BUTTON, (70, 100)),
        (100, {("BTN", "5-6", "fixed"): (9, 29)}, (70, 100)),
        (100, BUTTON, (20, 29)),
    ],
)
def test_too_few_hands_have_no_type(hands, vpip, raises):
    found = profiled(hands, vpip, {"B3": raises})
    assert (found.type, found.advice) == ((), ())


# --- the advice


def test_advice_follows_from_the_numbers():
    """Proven weak points are first, then those of the type, then those that chance may explain; each text is there once."""
    counts = {"B3": (20, 100), "B13": (5, 40), "B2": (30, 60), "B5": (20, 40), "B18": (5, 40)}
    verdicts = {"B3": Verdict.FLAG, "B13": Verdict.FLAG, "B2": Verdict.WATCH, "B5": Verdict.WATCH}
    found = profiled(vpip={("BTN", "5-6", "fixed"): (60, 100)}, counts=counts, verdicts=verdicts)
    given = [(each.number.name, each.proven) for each in found.advice]
    assert given == [("B3", True), ("B13", True), ("vpip", False), ("B2", False), ("B5", False)]
    assert [each.text for each in found.advice if each.number.name != "vpip"] == [
        LEAKS[id_].use for id_ in ("B3", "B13", "B2", "B5")
    ]
    of_b13 = found.advice[1].number
    assert (of_b13.made, of_b13.chances, of_b13.usual) == (5, 40, (0.85, 1.0))


def test_a_player_within_all_ranges_has_no_advice():
    assert profiled().advice == ()


# --- a player in a database


def played(con):
    """Insert three cash hands and a tournament hand of Ann, who is the hero; Bob sits in all of them but the third."""
    nets = {1: (40, -60), 2: (-20, 20), 3: (100, None), 4: (-400, 400)}
    tournament = {
        "game": "tournament",
        "tournament_id": "9",
        "currency": None,
        "unit": "chip",
        "big_bet": 200,
    }
    play_each(con, {key: {"net": ann, **(tournament if key == 4 else {})} for key, (ann, _) in nets.items()})
    bob = {"seat": 2, "player": "Bob", "hero": False, "position": "BTN", "voluntary_0": 1}
    insert(
        con,
        "seats",
        *({**bob, "hand_key": key, "net": net} for key, (_, net) in nets.items() if net is not None),
    )


def test_results_together_are_those_of_the_common_hands(con):
    """Ann has 2 and -1 big bets of 20 in two cash hands with Bob, who has -3 and 1; and -2 of 200 in the tournament."""
    played(con)
    found = known(con, "Bob", Filter())
    assert (found.player, found.hands) == ("Bob", 3)
    rates = {each.game: (each.yours.n, each.yours.value, each.theirs.value) for each in found.together}
    assert rates == {"cash": (2, 50, -100), "tournament": (1, -200, 200)}
    assert (number(found.profile, "vpip").made, number(found.profile, "vpip").chances) == (3, 3)
    cash = known(con, "Bob", Filter(game="cash", where="seats.net < 0"))  # of the seats of Bob
    assert [(each.yours.value, each.theirs.value) for each in cash.together] == [(200, -300)]
    text = json.dumps(found.as_json())
    assert json.loads(text)["type"] is None


def test_the_names_of_a_person_are_one_opponent(con):
    played(con)
    insert(con, "aliases", {"site": "PokerStars", "player": "Bob", "person": "Robert", "is_me": False})
    assert {known(con, name, Filter()).player for name in ("Bob", "Robert")} == {"Robert"}
    con.execute("UPDATE aliases SET is_me = true")
    with pytest.raises(FilterError, match="'Robert' is you"):
        known(con, "Robert", Filter())
    of_ann = known(con, "Ann", Filter())  # the hero of the files is another player for Robert
    assert {each.game: each.yours.value for each in of_ann.together} == {"cash": -100, "tournament": 200}


def test_who_is_no_opponent_is_one_line(con):
    played(con)
    for name, why in (
        ("Ann", "'Ann' is you; badugi-hh leaks --player Ann is about you"),
        ("Bo", "there is no player 'Bo'; did you mean 'Bob'"),
    ):
        with pytest.raises(FilterError, match=why):
            known(con, name, Filter())
    with pytest.raises(FilterError, match="no hand has stakes"):
        known(con, "Bob", Filter(stakes="$9/$18"))


# --- the command


@pytest.fixture(scope="module")
def best_known(sampled):
    """The opponent with most hands."""
    query = "SELECT player FROM seats WHERE NOT hero AND dealt GROUP BY player ORDER BY count(*) DESC, player LIMIT 1"
    with badugi_hh.open(sampled, read_only=True) as hands:
        return str(hands.sql(query).item())


def test_the_numbers_are_those_of_stats_and_leaks(sampled, best_known):
    found = answer("opponent", best_known, "--db", sampled)
    (stats,) = answer("stats", "--player", best_known, "--stat", "vpip", "--db", sampled)
    leaks = {each["id"]: each for each in answer("leaks", "--player", best_known, "--db", sampled)["checks"]}
    assert (found["player"], found["hands"]) == (best_known, stats["hands"])
    vpip, *others = found["numbers"]
    assert {name: vpip[name] for name in ("made", "chances", "low", "high")} == {
        name: pytest.approx(stats["stats"]["vpip"][name]) for name in ("made", "chances", "low", "high")
    }
    for each, declared in zip(others, NUMBERS[1:], strict=True):
        parts = [leaks[id_] for id_ in declared.checks]
        for name in ("made", "chances"):
            assert each[name] == sum(part[name] for part in parts), each["name"]
    advice = {each["because"]["name"]: each for each in found["advice"]}
    of_leaks = {id_ for id_, each in leaks.items() if each["verdict"] in {"flag", "watch"} and each["use"]}
    assert {name for name in advice if name in LEAKS} <= of_leaks
    assert {leaks[id_]["use"] for id_ in of_leaks} <= {each["text"] for each in found["advice"]}
    with badugi_hh.open(sampled, read_only=True) as hands:
        assert hands.opponent(best_known).as_json() == found


def test_everything_is_on_one_screen(sampled, best_known, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    done = run("opponent", best_known, "--db", sampled)
    assert (done.exit_code, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert len(lines) <= 23
    assert max(map(len, lines)) <= 80
    assert lines[0].startswith(f"{best_known}: ")
    for each in NUMBERS:
        (line,) = [line for line in lines if line.startswith(f" {each.title}  ")]
        assert "/" in line
