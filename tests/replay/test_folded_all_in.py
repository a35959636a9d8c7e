"""A player who sits out, is all-in with less than the big blind and folds: one pot, or a main and a side pot."""

import pytest
from support.histories import play
from support.rows import rows_of

from badugi_hh.engine.state import Pot
from badugi_hh.facts.schema import SEATS

pytestmark = pytest.mark.quick

HAND = """\
PokerStars Hand #77700000091: Tournament #55, $2.00+$0.20 USD Badugi Limit - Level IV (50/100) - 2024/03/04 22:05:00 ET
Table '55 2' 6-max Seat #1 is the button
Seat 1: Ann (2000 in chips)\x20
Seat 2: Bo (900 in chips)\x20
Seat 3: Cy (30 in chips) is sitting out
Seat 5: Dee (1500 in chips)\x20
Bo: posts small blind 25
Cy: posts big blind 30 and is all-in
*** DEALING HANDS ***
Dealt to Ann [2s 3h 8d Kc]
Dee: folds\x20
Ann: calls 50
Bo: calls 25
Cy: folds\x20
*** FIRST DRAW ***
Bo: discards 1 card
Ann: stands pat on [2s 3h 8d Kc]
Bo: checks\x20
Ann: bets 50
Bo: calls 50
*** SECOND DRAW ***
Bo: discards 1 card
Ann: stands pat on [2s 3h 8d Kc]
Bo: checks\x20
Ann: checks\x20
*** THIRD DRAW ***
Bo: discards 1 card
Ann: stands pat on [2s 3h 8d Kc]
Bo: checks\x20
Ann: checks\x20
*** SHOW DOWN ***
Bo: shows [2c 4h 7s Js] (3-card: 7,4,2)
Ann: shows [2s 3h 8d Kc] (Badugi: K,8,3,2)
Ann collected 140 from side pot
Ann collected 90 from main pot
Cy finished the tournament in 9th place
*** SUMMARY ***
Total pot 230 Main pot 90. Side pot 140. | Rake 0\x20
Seat 1: Ann (button) showed [2s 3h 8d Kc] and won (230) with a Badugi: K,8,3,2
Seat 2: Bo (small blind) showed [2c 4h 7s Js] and lost with a 3-card: 7,4,2
Seat 3: Cy (big blind) folded before the Draw
Seat 5: Dee folded before the Draw (didn't bet)"""
"""Three players put in 30 each, which is the main pot; Ann and Bo put in 20 and 50 more."""

TWO = "Ann collected 140 from side pot\nAnn collected 90 from main pot"
ONE_POT = HAND.replace(TWO, "Ann collected 230 from pot").replace(" Main pot 90. Side pot 140.", "")
UNCALLED = HAND.partition("Bo: calls 50\n")[0] + """\
Bo: folds\x20
Uncalled bet (50) returned to Ann
Ann collected 40 from side pot
Ann collected 90 from main pot
Ann: doesn't show hand\x20
Cy finished the tournament in 9th place
*** SUMMARY ***
Total pot 130 Main pot 90. Side pot 40. | Rake 0\x20
Seat 1: Ann (button) collected (130)
Seat 2: Bo (small blind) folded after the 1st Draw
Seat 3: Cy (big blind) folded before the Draw
Seat 5: Dee folded before the Draw (didn't bet)"""  # fmt: skip


def result_of(text):
    result = play(text)
    assert list(map(str, result.problems)) == []
    return result


def test_the_pots_are_those_of_the_text():
    two, one = result_of(HAND), result_of(ONE_POT)
    assert two.side_pots == (Pot(90, (2, 1)), Pot(140, (2, 1)))
    assert one.side_pots == (Pot(230, (2, 1)),)
    assert rows_of(two, SEATS) == rows_of(one, SEATS)
    names = ("player", "put_in", "won", "net", "reach", "pots_shared")
    assert [tuple(row[name] for name in names) for row in rows_of(two, SEATS)] == [
        ("Ann", 100, 230, 130, 230, 0),
        ("Bo", 100, 0, -100, 230, 0),
        ("Cy", 30, 0, -30, 0, 0),
        ("Dee", 0, 0, 0, 0, 0),
    ]


def test_the_pots_of_a_hand_without_a_showdown():
    result = result_of(UNCALLED)
    assert result.side_pots == (Pot(90, (1,)), Pot(40, (1,)))
    assert result.results[1].won == 130


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ([("Main pot 90. Side pot 140.", "Main pot 100. Side pot 130.")], "M02"),
        ([("Main pot 90. Side pot 140.", "Main pot 90. Side pot-1 70. Side pot-2 70.")], "M02"),
        ([("Main pot 90. Side pot 140. ", "")], "M03"),
        ([("collected 140 from side", "collected 130 from side"), ("collected 90", "collected 100")], "M03"),
        ([("Ann collected 140", "Bo collected 140")], "M04"),
        ([(" from side pot", " from side pot-2")], "M03"),
    ],
)
def test_wrong_amounts_are_found(changes, code):
    text = HAND
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    result = play(text)
    assert not result.ok
    assert code in {problem.code.id for problem in result.problems}


def test_the_chips_of_a_player_who_folded_without_being_all_in_make_no_pot():
    text = HAND.replace("Cy (30 in chips)", "Cy (31 in chips)").replace(
        "big blind 30 and is all-in", "big blind 30"
    )
    assert "M02" in {problem.code.id for problem in play(text).problems}
