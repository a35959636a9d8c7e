"""The small blind of fixed limit is what is posted: unusual is a warning, a contradiction of the text is an error."""

import pytest
from support.histories import HAND, play

from badugi_hh.history.parse import parse
from badugi_hh.history.source import Source, read_blocks
from badugi_hh.problems import Place
from badugi_hh.replay import replay


def dollars(cents):
    return f"${cents // 100}.{cents % 100:02}".removesuffix(".00")


def walk(small, *, big=25, header="Badugi Limit ($0.25/$0.50 USD)", money=True):
    """Return a hand in which Ann posts this small blind and folds it to Bo; amounts in cents or chips."""
    say = dollars if money else str
    pot = 2 * small
    back = f"Uncalled bet ({say(big - small)}) returned to Bo\n" if big > small else ""
    return f"""\
PokerStars Hand #1:  {header} - 2024/03/04 22:05:00 ET
Table 'Vega' 6-max Seat #1 is the button
Seat 1: Ann ({say(1000)} in chips)
Seat 2: Bo ({say(1000)} in chips)
Ann: posts small blind {say(small)}
Bo: posts big blind {say(big)}
*** DEALING HANDS ***
Ann: folds
{back}Bo collected {say(pot)} from pot
*** SUMMARY ***
Total pot {say(pot)} | Rake 0
Seat 1: Ann (button) (small blind) folded before the Draw
Seat 2: Bo (big blind) collected ({say(pot)})
""".replace("Rake 0", f"Rake {say(0)}")


def check(text):
    (block,), problems = read_blocks(Source.of("hand.txt", text.encode()))
    assert not problems
    reading = parse(block)
    assert reading.hand, reading.problems
    return replay(reading.hand, place=Place(block.file, block.line))


def codes(result):
    return [problem.code.id for problem in result.problems]


TOURNAMENT = "Tournament #5, $1+$0.10 USD Badugi Limit - Level I (20/40)"


def test_a_hand_with_an_unusual_small_blind_is_played_on_from_it():
    result = check(walk(20))
    (problem,) = result.problems
    assert (problem.code.id, problem.place.line) == ("H05", 5)
    assert (problem.expected, problem.found, problem.after) == ("$0.10", "$0.20", None)
    assert result.ok
    assert result.rules.small_blind == 20
    assert {seat: (each.put_in, each.won) for seat, each in result.results.items()} == {
        1: (20, 0),
        2: (20, 40),
    }


@pytest.mark.parametrize("small", [1, 9, 10, 11, 12, 13, 25])
def test_any_small_blind_up_to_the_big_blind_may_be_posted(small):
    assert codes(check(walk(small))) == ([] if small in {10, 12} else ["H05"])


@pytest.mark.parametrize("small", [0, 26, 30, 50])
def test_no_small_blind_is_nothing_or_exceeds_the_big_blind(small):
    text = walk(20).replace("posts small blind $0.20", f"posts small blind {dollars(small)}")
    first = check(text).problems[0]
    assert (first.code.id, first.expected, first.found) == ("R07", "$0.10", dollars(small))


def test_a_small_blind_that_the_pot_contradicts_is_an_error():
    result = check(walk(10).replace("posts small blind $0.10", "posts small blind $0.20"))
    assert [(problem.code.id, problem.after) for problem in result.problems] == [
        ("H05", None),
        ("M01", 5),
        ("M02", 5),
    ]
    assert not result.ok


def test_a_small_blind_that_a_call_contradicts_is_an_error():
    """Dee completes $0.10 to $0.50 with $0.40; with $0.20 posted $0.30 is due."""
    text = HAND.replace("Dee: folds \n", "Dee: calls $0.40\n", 1).replace("blind $0.10", "blind $0.20")
    first, second, *_ = play(text).problems
    assert (first.code.id, second.code.id) == ("H05", "R03")
    assert (second.expected, second.found, second.after) == ("$0.30", "$0.40", 7)


def test_a_tournament_s_stakes_are_bets_and_its_blinds_half_of_them():
    assert codes(check(walk(10, big=20, header=TOURNAMENT, money=False))) == []
    result = check(walk(15, big=20, header=TOURNAMENT, money=False))
    (problem,) = result.problems
    assert (problem.code.id, problem.expected, problem.found) == ("H05", "10", "15")
    first, second, *_ = check(walk(20, big=40, header=TOURNAMENT, money=False)).problems
    assert (first.code.id, second.code.id, second.expected) == ("H05", "R07", "20")


ALL_IN = """\
PokerStars Hand #1:  Badugi Limit ($0.25/$0.50 USD) - 2024/03/04 22:05:00 ET
Table 'Vega' 6-max Seat #1 is the button
Seat 1: Ann ($10 in chips)
Seat 2: Bo ($0.05 in chips)
Seat 3: Cy ($10 in chips)
Bo: posts small blind $0.05 and is all-in
Cy: posts big blind $0.25
*** DEALING HANDS ***
Ann: folds
Uncalled bet ($0.20) returned to Cy
*** FIRST DRAW ***
Bo: discards 1 card
Cy: discards 1 card
*** SECOND DRAW ***
Bo: stands pat
Cy: discards 1 card
*** THIRD DRAW ***
Bo: stands pat
Cy: discards 1 card
*** SHOW DOWN ***
Bo: shows [2d 7c 4h Js] (Badugi: J,7,4,2)
Cy: mucks hand
Bo collected $0.10 from pot
*** SUMMARY ***
Total pot $0.10 | Rake $0
Seat 1: Ann (button) folded before the Draw (didn't bet)
Seat 2: Bo (small blind) showed [2d 7c 4h Js] and won ($0.10) with a Badugi: J,7,4,2
Seat 3: Cy (big blind) mucked
"""


def test_last_chips_say_only_that_the_small_blind_is_no_less():
    assert codes(check(ALL_IN)) == []
    more = ALL_IN.replace("0.05", "0.15").replace("($0.20)", "($0.10)").replace("0.10 from", "0.30 from")
    more = more.replace("pot $0.10", "pot $0.30").replace("won ($0.10)", "won ($0.30)")
    result = check(more)
    (problem,) = result.problems
    assert (problem.code.id, problem.expected, problem.found) == ("H05", "$0.10", "$0.15")
    assert result.ok
    unmarked = codes(check(ALL_IN.replace(" and is all-in", "")))
    assert unmarked == ["R08"]


DEAD = HAND.replace("Ann: posts big blind $0.25\n", "Ann: posts big blind $0.25\n{}\n")


@pytest.mark.parametrize(
    ("small", "posts", "found"),
    [
        ("$0.10", "Cy: posts small blind $0.10", []),
        ("$0.20", "Cy: posts small blind $0.20", ["H05"]),
        ("$0.10", "Cy: posts small blind $0.20", ["R07"]),
        ("$0.20", "Cy: posts small blind $0.10", ["H05", "R07"]),
        ("$0.20", "Cy: posts small & big blinds $0.45", ["H05"]),
        ("$0.10", "Cy: posts small & big blinds $0.45", ["R07"]),
        ("$0.20", "Cy: posts small & big blinds $0.35", ["H05", "R07"]),
    ],
)
def test_a_returning_player_posts_the_small_blind_of_the_hand(small, posts, found):
    """The pots do not count these posts, so only what is found before the deal matters here."""
    text = DEAD.format(posts).replace("Dee: posts small blind $0.10", f"Dee: posts small blind {small}")
    assert [problem.code.id for problem in play(text).problems if problem.place.line < 10] == found
