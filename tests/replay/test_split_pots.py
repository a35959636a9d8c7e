"""A pot that is split in chips of more than a cent, as in 2008: a warning with both values where the sum is right."""

import pytest
from support.histories import play
from support.rows import rows_of

from badugi_hh.engine.rules import WSOP_LIVE
from badugi_hh.facts.schema import SEATS
from badugi_hh.history.parse import parse
from badugi_hh.history.source import Block
from badugi_hh.replay import replay

pytestmark = pytest.mark.quick

HAND = """\
PokerStars Game #77700000092:  Badugi Limit ({low}/{high} USD) - 2008/03/04 22:05:00 ET
Table 'Alcyone IV' 6-max Seat #4 is the button
Seat 1: Ann ($50 in chips)\x20
Seat 2: Bo ($50 in chips)\x20
Seat 4: Cy ($50 in chips)\x20
Seat 6: Dee ($50 in chips)\x20
Dee: posts small blind {small}
Ann: posts big blind {low}
*** DEALING HANDS ***
Bo: calls {low}
Cy: calls {low}
Dee: folds\x20
Ann: checks\x20
*** FIRST DRAW ***
Ann: stands pat\x20
Bo: stands pat\x20
Cy: stands pat\x20
Ann: checks\x20
Bo: checks\x20
Cy: checks\x20
*** SECOND DRAW ***
Ann: stands pat\x20
Bo: stands pat\x20
Cy: stands pat\x20
Ann: checks\x20
Bo: checks\x20
Cy: checks\x20
*** THIRD DRAW ***
Ann: stands pat\x20
Bo: stands pat\x20
Cy: stands pat\x20
Ann: checks\x20
Bo: checks\x20
Cy: checks\x20
*** SHOW DOWN ***
Ann: shows [As 3h 8d 9c] (Badugi: 9,8,3,A)
Bo: shows [Ac 3s 8h 9d] (Badugi: 9,8,3,A)
Cy: shows [Ad 3c 8s 9h] (Badugi: 9,8,3,A)
Ann collected {won[0]} from pot
Bo collected {won[1]} from pot
Cy collected {won[2]} from pot
*** SUMMARY ***
Total pot {pot} | Rake {rake}\x20
Seat 1: Ann (big blind) showed [As 3h 8d 9c] and won ({won[0]}) with a Badugi: 9,8,3,A
Seat 2: Bo showed [Ac 3s 8h 9d] and won ({won[1]}) with a Badugi: 9,8,3,A
Seat 4: Cy (button) showed [Ad 3c 8s 9h] and won ({won[2]}) with a Badugi: 9,8,3,A
Seat 6: Dee (small blind) folded before the Draw"""
QUARTER = {"low": "$0.25", "high": "$0.50", "small": "$0.10", "pot": "$0.85", "rake": "$0"}
ONE = {"low": "$1", "high": "$2", "small": "$0.50", "pot": "$3.50", "rake": "$0"}


def found(text, **changed):
    result = play(text.format(**changed))
    return [
        (problem.code.id, problem.place.line, problem.expected, problem.found) for problem in result.problems
    ]


@pytest.mark.parametrize(
    ("stakes", "won", "due"),
    [
        (QUARTER, ("$0.30", "$0.30", "$0.25"), "$0.29 and $0.28 and $0.28"),
        (QUARTER | {"rake": "$0.05"}, ("$0.25", "$0.25", "$0.30"), "$0.27 and $0.27 and $0.26"),
        (ONE | {"rake": "$0.25"}, ("$1", "$1.25", "$1"), "$1.09 and $1.08 and $1.08"),
    ],
)
def test_shares_that_differ_by_one_larger_chip_are_a_warning(stakes, won, due):
    """The pot is $0.85 or $3.50, less the rake; expected are equal shares with the odd cents from the left of the button."""
    assert found(HAND, won=won, **stakes) == [("M06", 39, due, " and ".join(won))]
    result = play(HAND.format(won=won, **stakes))
    assert result.ok
    cents = [round(float(each[1:]) * 100) for each in won]
    assert [row["won"] for row in rows_of(result, SEATS)] == [*cents, 0]
    assert [row["pots_shared"] for row in rows_of(result, SEATS)] == [1, 1, 1, 0]


def test_shares_to_the_cent_are_no_problem():
    for won in (("$0.29", "$0.28", "$0.28"), ("$0.28", "$0.28", "$0.29")):
        assert found(HAND, won=won, **QUARTER) == []


@pytest.mark.parametrize(
    ("stakes", "won"),
    [
        (QUARTER, ("$0.35", "$0.25", "$0.25")),  # two chips apart
        (QUARTER, ("$0.31", "$0.28", "$0.26")),  # the difference of a chip, but no multiples
        (QUARTER, ("$0.30", "$0.30", "$0.30")),  # more than the pot
        (QUARTER, ("$0.45", "$0.20", "$0.20")),  # a chip that the small blind has not
        (ONE | {"rake": "$0.20"}, ("$1.20", "$1.10", "$1")),
        (ONE | {"low": "$0.02", "high": "$0.04", "small": "$0.01", "pot": "$0.07"}, ("$0.05", "$0.01", "$0.01")),
    ],
)  # fmt: skip
def test_other_unequal_shares_are_errors(stakes, won):
    codes = [code for code, *_ in found(HAND, won=won, **stakes)]
    assert "M03" in codes
    assert "M06" not in codes


def test_a_share_of_a_player_with_a_worse_hand_is_an_error():
    text = (
        HAND.replace("[Ad 3c 8s 9h]", "[Ad 3c 8s Th]")
        .replace(
            "showed [Ad 3c 8s Th] and won ({won[2]}) with a Badugi: 9,8,3,A",
            "showed [Ad 3c 8s Th] and won ({won[2]}) with a Badugi: T,8,3,A",
        )
        .replace("(Badugi: 9,8,3,A)\nAnn collected", "(Badugi: T,8,3,A)\nAnn collected")
    )
    codes = [code for code, *_ in found(text, won=("$0.30", "$0.30", "$0.25"), **QUARTER)]
    assert codes == ["M04", "M06"]
    assert not play(text.format(won=("$0.30", "$0.30", "$0.25"), **QUARTER)).ok


def test_a_winner_who_collects_twice_is_an_error():
    text = HAND.replace("Cy collected {won[2]}", "Ann collected {won[2]}")
    assert "M03" in [code for code, *_ in found(text, won=("$0.30", "$0.30", "$0.25"), **QUARTER)]


def test_tournaments_and_play_money_split_to_the_last_chip():
    stakes = {"low": "100", "high": "200", "small": "50", "pot": "350", "rake": "0"}
    text = HAND.replace(" USD", "").replace("$50 in", "5000 in")
    assert found(text, won=("117", "117", "116"), **stakes) == []
    assert "M03" in [code for code, *_ in found(text, won=("125", "125", "100"), **stakes)]


def test_a_room_with_a_rule_for_odd_chips_follows_it():
    text = HAND.format(won=("$0.30", "$0.30", "$0.25"), **QUARTER)
    problems = replay(parse(Block("a.txt", 1, text)).hand, rules=WSOP_LIVE).problems
    assert "M03" in {problem.code.id for problem in problems}
