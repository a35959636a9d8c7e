"""Holding a hand against the rules: a true hand has no problem, and each lie is found at its line."""

import pytest
from support.histories import ANTES, HAND, WALK, changed, play, shown_down
from support.two_views import ANN

from badugi_hh.engine.cards import cards
from badugi_hh.history.parse import parse
from badugi_hh.problems import Place
from badugi_hh.replay import replay

pytestmark = pytest.mark.quick


def test_a_true_hand():
    result = play(HAND)
    assert [str(problem) for problem in result.problems] == []
    assert result.ok
    nets = {seat: one.won - one.put_in for seat, one in result.results.items()}
    assert nets == {1: 460 - 200, 2: -70, 4: -200, 6: -10}
    assert sum(nets.values()) == -20
    assert (result.total_pot, result.rake) == (480, 20)
    assert {seat: one.shown for seat, one in result.results.items()} == {
        1: cards("As 3h 5d 9c"),
        2: cards("2d 7c 4h Js"),
        4: cards("Qd 7h 4c 2s"),
        6: None,
    }
    assert {seat: one.left for seat, one in result.results.items()} == {1: None, 2: None, 4: None, 6: 0}


def test_each_action_carries_the_table_before_it():
    result = play(HAND)
    call = next(action for action in result.actions if action.act == "call" and action.all_in)
    before = call.situation
    assert (call.seat, before.round, before.price, call.amount, before.pot) == (2, 1, 20, 20, 185)
    assert (before.live, before.able, before.can_raise) == ((1, 2, 4), (1, 2, 4), False)
    # Bo's last $0.20 cannot match Ann's bet of $0.25; Cy acts next.
    assert (before.bets, before.to_win, before.behind) == (1, 180, 1)
    draw = result.draws[0]
    assert (draw.before, draw.thrown, draw.drawn, draw.after) == (
        cards("As 3h 8h 6s"),
        cards("8h 6s"),
        cards("5d Kc"),
        cards("As 3h 5d Kc"),
    )


LIES = [
    ("R01", 13, [("Dee: folds ", "Ann: folds ")]),
    ("R01", 19, [("Bo: discards 1 card\nCy: stands pat ", "Cy: stands pat \nBo: discards 1 card")]),
    ("R02", 14, [("Ann: calls $0.25\nBo: calls $0.25", "Ann: checks \nBo: calls $0.25")]),
    ("R02", 21, [("Ann: bets $0.25", "Ann: raises $0.25 to $0.50")]),
    ("R03", 11, [("Bo: calls $0.25", "Bo: calls $0.20")]),
    ("R03", 12, [("Cy: raises $0.25 to $0.50", "Cy: raises $0.50 to $0.75")]),
    ("R03", 24, [("Ann: raises $0.25 to $0.75", "Ann: raises $0.20 to $0.75")]),
    ("R04", 27, [("Ann: calls $0.25\n*** SECOND", "Ann: raises $0.25 to $1.25\nCy: calls $0.25\n*** SECOND")]),
    ("R06", 27, [("Ann: calls $0.25\n*** SECOND", "*** SECOND")]),
    ("R07", 8, [("Ann: posts big blind $0.25", "Ann: posts big blind $0.20")]),
    ("R07", 7, [("Dee: posts small blind $0.10", "Dee: posts small blind $0.30")]),
    ("R08", 22, [("Bo: calls $0.20 and is all-in", "Bo: calls $0.20")]),
    ("R08", 15, [("Bo: calls $0.25\n*** FIRST", "Bo: calls $0.25 and is all-in\n*** FIRST")]),
    ("R10", 20, [("Cy: stands pat ", "The deck is reshuffled\nCy: stands pat ")]),
    ("R11", 24, [("Ann: raises $0.25 to $0.75", "Betting is capped\nAnn: raises $0.25 to $0.75")]),
    (
        "R12",
        42,
        [
            (
                "Ann: shows [As 3h 5d 9c] (Badugi: 9,5,3,A)\nCy: mucks hand ",
                "Cy: shows [Qd 7h 4c 2s] (Badugi: Q,7,4,2)\nAnn: shows [As 3h 5d 9c] (Badugi: 9,5,3,A)",
            ),
            (
                "Seat 4: Cy (button) mucked [Qd 7h 4c 2s]",
                "Seat 4: Cy (button) showed [Qd 7h 4c 2s] and lost with a Badugi: Q,7,4,2",
            ),
        ],
    ),
    ("C01", 18, [("[As 3h] [5d Kc]", "[As 3h] [3h Kc]")]),
    ("C01", 45, [("Bo: shows [2d 7c 4h Js]", "Bo: shows [8h 7c 4s Jd]")]),
    ("C02", 17, [("[8h 6s]\nDealt", "[8h 6c]\nDealt")]),
    ("C02", 29, [("stands pat on [As 3h 5d Kc]", "stands pat on [As 3h 5c Kc]")]),
    ("C02", 42, [("Ann: shows [As 3h 5d 9c]", "Ann: shows [As 3h 5d 8c]")]),
    ("C03", 36, [("Dealt to Ann [As 3h 5d] [9c]", "Dealt to Ann [As 3h 5d] [8h]")]),
    ("C04", 17, [("Ann: discards 2 cards [8h 6s]", "Ann: discards 1 card [8h 6s]")]),
    ("C05", 45, [("Bo: shows [2d 7c 4h Js] (Badugi: J,7,4,2)", "Bo: shows [2d 7c 4h Js]")]),
    ("C05", 42, [("Ann: shows [As 3h 5d 9c] (Badugi: 9,5,3,A)", "Ann: shows [As 3h 5d 9c] (Badugi: 9,5,4,A)")]),
    (
        "C02",
        51,
        [
            ("mucked [Qd 7h 4c 2s]", "mucked [Qd 7h 4c 2s]"),
            (
                "Ann: shows [As 3h 5d 9c] (Badugi: 9,5,3,A)\nCy: mucks hand ",
                "Ann: shows [As 3h 5d 9c] (Badugi: 9,5,3,A)\nCy: shows [Qd 7h 4c 2s]",
            ),
            ("mucked [Qd 7h 4c 2s]", "mucked [Qh]"),
        ],
    ),
    ("C04", 51, [("mucked [Qd 7h 4c 2s]", "mucked [Qd 7h 4c 2s Kd]")]),
    ("C01", 51, [("mucked [Qd 7h 4c 2s]", "mucked [As]")]),
    ("C01", 45, [("Dee: folds ", "Dee: folds [4h]")]),
    ("C01", 16, [("Dee: folds ", "Dee: folds [8h]"), ("Dealt to Ann [As 3h 8h 6s]\n", "")]),
    ("C04", 13, [("Dee: folds ", "Dee: folds [2s 3s 4s 5s 7s]")]),
    ("C01", 45, [("Cy: mucks hand", "Cy: shows [4h]"), ("mucked [Qd 7h 4c 2s]", "mucked [4h]")]),
    ("C02", 51, [("Cy: mucks hand", "Cy: shows [9d]")]),
    ("G03", 11, [("Bo: calls $0.25\nCy", "Dealt to Ann [Kd Kh Ks Kc]\nBo: calls $0.25\nCy")]),
    ("G03", 32, [("Ann: checks ", "Dealt to Ann [As 3h] [Kd Kh]\nAnn: checks ")]),
    ("C05", 50, [("lost with a Badugi: J,7,4,2", "lost with a 3-card: 7,4,2")]),
    ("M02", 48, [("Main pot $2.10. Side pot $2.50.", "Main pot $2.30. Side pot $2.30.")]),
    ("M02", 48, [(" Main pot $2.10. Side pot $2.50.", "")]),
    ("M02", 48, [("Side pot $2.50.", "Side pot $9.99. Side pot $2.50.")]),
    ("M03", 44, [("collected $2.50 from side pot", "collected $2.40 from side pot")]),
    ("M03", 46, [("from main pot", "from side pot-2")]),
    ("M04", 46, [("Ann collected $2.10 from main pot", "Bo collected $2.10 from main pot")]),
    ("M05", 48, [("Total pot $4.80 Main pot $2.10. Side pot $2.50. | Rake $0.20", "Total pot $4.80 Main pot $1.60. Side pot $2.50. | Rake $0.70")]),
    ("S01", 49, [("and won ($4.60)", "and won ($4.50)")]),
    ("S01", 49, [("Ann (big blind)", "Ann")]),
    ("S01", 52, [("folded before the Draw", "folded before the Draw (didn't bet)")]),
    ("S02", 51, [("\nSeat 6: Dee (small blind) folded before the Draw", "")]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("code", "line", "changes"), LIES, ids=[f"{code}-{n}" for n, (code, *_) in enumerate(LIES)]
)
def test_each_lie_is_found_at_its_line(code, line, changes):
    problems = play(changed(*changes)).problems
    assert (code, line) in {(problem.code.id, problem.place.line) for problem in problems}


@pytest.mark.parametrize(
    ("change", "code", "line", "message", "expected"),
    [
        (("Cy: stands pat \nAnn: bets", "Ann: bets"), "R01", 20, "Ann bets out of turn", "Cy draws"),
        (("Cy: stands pat \nAnn: bets $0.25", "Ann: raises $0.50 to $1"), "R01", 20, "Ann raises out of turn", "Cy draws"),
        (("Dee: folds \nAnn: calls $0.25", "Ann: raises $0.25 to $0.25"), "R01", 13, "Ann raises out of turn", "Dee bets, checks, calls or folds"),
        (("Dee: folds \n", "Dee: folds \nDee: folds \n"), "R02", 14, "Dee folds, but has folded already", "Ann bets, checks, calls or folds"),
    ],
)  # fmt: skip
def test_who_is_due_is_asked_before_what_he_may_do(change, code, line, message, expected):
    first = play(changed(change)).problems[0]
    assert (first.code.id, first.place.line, first.message, first.expected) == (code, line, message, expected)


@pytest.mark.parametrize(
    ("old", "new"),
    [("Cy: discards 1 card", "Cy: discards 2 card"), ("Cy: discards 1 card", "Cy: discards 1 cards")],
)
def test_a_number_of_cards_that_its_word_contradicts(old, new):
    result = play(changed((old, new)))
    assert [(problem.code.id, problem.place.line) for problem in result.problems] == [("H03", 31)]
    assert result.ok
    assert play(changed((old, "Cy: discards 2 cards"))).problems == ()


def test_a_wrong_total_pot_makes_no_amount_collected_wrong():
    (problem,) = play(ANN.replace("Total pot $2 |", "Total pot $2.50 |")).problems
    assert (problem.code.id, problem.expected, problem.found) == ("M02", "$2", "$2.50")
    problems = play(ANN.replace("Total pot $2 |", "Total pot $2.50 |").replace("$1.90", "$1.80")).problems
    assert [(problem.code.id, problem.expected) for problem in problems] == [("M02", "$2"), ("M03", "$1.90")]


@pytest.mark.parametrize("line", ["Dee: mucks hand", "Dee: doesn't show hand"])
def test_who_has_folded_shows_nothing_and_the_play_goes_on(line):
    problems = play(
        changed(("Cy: mucks hand", f"{line}\nCy: mucks hand"), ("Rake $0.20", "Rake $0.10"))
    ).problems
    assert [problem.place.line for problem in problems] == [43, 49]
    assert problems[1].code.id == "M02"


def test_who_cashes_out_is_paid_by_the_room():
    """Ann wins both pots by the cards, and no line says that they are collected; Bo has lost, and cashed out too."""
    text = changed(
        ("Ann collected $2.50 from side pot\n", ""),
        (
            "Ann collected $2.10 from main pot",
            "Ann cashed out the hand for $4.55 | Cash Out Fee $0.05\nBo cashed out the hand for $0.24",
        ),
        ("with a Badugi: 9,5,3,A", "with a Badugi: 9,5,3,A (pot not awarded as player cashed out)"),
        ("lost with a Badugi: J,7,4,2", "lost with a Badugi: J,7,4,2 (cashed out)."),
    )
    result = play(text)
    assert result.problems == ()
    assert {seat: one.won for seat, one in result.results.items()} == {1: 455, 2: 24, 4: 0, 6: 0}
    less = play(text.replace("won ($4.60)", "won ($4.50)")).problems
    assert [(problem.code.id, problem.place.line) for problem in less] == [("S01", 49)]


@pytest.mark.parametrize(("lines", "end"), [(47, 47), (48, 48), (49, 49), (50, 50)])
def test_a_summary_that_is_cut_off_is_one_problem(lines, end):
    text = "\n".join(HAND.split("\n")[:lines])
    assert [(problem.code.id, problem.place.line) for problem in play(text).problems] == [("G04", end)]


@pytest.mark.parametrize("line", [3, 49])
def test_a_seat_number_changed_in_one_place_is_one_problem(line):
    lines = HAND.split("\n")
    lines[line - 1] = lines[line - 1].replace("Seat 6:", "Seat 5:").replace("Seat 1:", "Seat 5:")
    found = [problem for problem in play("\n".join(lines)).problems if problem.code.id == "S02"]
    assert [(problem.place.line, problem.message) for problem in found] == [
        (49, "Ann has seat 5 above and seat 1 here" if line == 3 else "Ann has seat 1 above and seat 5 here")
    ]


def test_the_client_of_2012_names_a_whole_new_hand_twice():
    text = changed(
        (
            "Ann: discards 2 cards [8h 6s]\nDealt to Ann [As 3h] [5d Kc]",
            "Ann: discards 2 cards []\nDealt to Ann [As 3h 5d Kc] [As 3h 5d Kc]",
        )
    )
    assert [(problem.code.id, problem.place.line) for problem in play(text).problems] == [("C06", 17)]


def test_a_draw_needs_its_marker():
    """All-in players draw to the end without betting between, so only the markers part the draws."""
    text = shown_down(("Ann ($6.80 ", "Ann ($0.25 "), "Ann: calls $0.15 and is all-in\n", pot="$0.50")
    assert play(text).problems == ()
    moved = text.replace("*** THIRD DRAW ***\n", "").replace(
        "Ann: stands pat\n*** SHOW", "Ann: stands pat\n*** THIRD DRAW ***\n*** SHOW"
    )
    marker = "*** THIRD DRAW ***"
    missing, late = play(moved).problems
    assert (missing.code.id, missing.place.line, missing.expected) == ("R06", 15, marker)
    assert missing.message == f"{marker} is missing before this line of Bo"
    assert (late.code.id, late.place.line) == ("G03", 17)
    assert late.message == f"{marker} is there a second time, or after a later part"


def test_a_marker_of_the_showdown_that_is_missing_or_late_is_named():
    marker = "*** SHOW DOWN ***"
    missing, late = play(changed((f"{marker}\n", ""), ("Cy: mucks", f"{marker}\nCy: mucks"))).problems
    assert (missing.code.id, missing.place.line, missing.expected) == ("R06", 41, marker)
    assert (late.code.id, late.place.line) == ("G03", 42)
    assert late.message == f"{marker} is there a second time, or after a later part"


def test_no_draw_begins_where_all_but_one_have_folded():
    (problem,) = play(WALK.replace("Bo collected", "*** FIRST DRAW ***\nBo collected")).problems
    assert (problem.code.id, problem.expected) == ("R06", "*** SUMMARY ***")
    assert problem.message == "first draw begins, but all but one have folded"


def test_a_seat_without_chips_is_named_at_its_line():
    (problem,) = play(changed(("Dee ($3.10", "Dee ($0"))).problems
    assert (problem.code.id, problem.place.line) == ("H01", 6)
    assert problem.message == "Dee is dealt in without chips"


@pytest.mark.parametrize(
    ("text", "line", "post", "expected"),
    [
        (HAND, "Dee: posts small blind $0.10\n", "the small blind of Dee", "$0.10"),
        (HAND, "Ann: posts big blind $0.25\n", "the big blind of Ann", "$0.25"),
        (WALK, "Ann: posts small blind $0.10\n", "the small blind of Ann", "$0.10"),
        (WALK, "Bo: posts big blind $0.25\n", "the big blind of Bo", "$0.25"),
    ],
)
def test_a_lost_blind_is_named_where_it_should_stand(text, line, post, expected):
    at = text[: text.index(line)].count("\n") + 1
    (problem,) = play(text.replace(line, "")).problems
    assert (problem.code.id, problem.place.line, problem.message) == ("R07", at, f"{post} is missing")
    assert (problem.expected, problem.found) == (expected, "$0")


def test_antes_are_posted_by_all_before_the_blinds_and_are_of_one_amount():
    def found(old, new):
        assert old in ANTES
        return [
            (problem.code.id, problem.place.line, problem.message, problem.expected)
            for problem in play(ANTES.replace(old, new)).problems
        ]

    bo, blind = "Bo: posts the ante $0.05\n", "Ann: posts big blind $0.25\n"
    assert found(bo, bo) == []
    assert found(bo, "") == [("R07", 10, "the ante of Bo is missing", "$0.05")]
    assert found(bo, bo.replace("5", "4")) == [("R07", 9, "Bo posts a wrong ante", "$0.05")]
    late = ANTES[ANTES.index(bo) + len(bo) : ANTES.index(blind)]
    assert found(bo + late + blind, late + blind + bo) == [
        ("R07", 12, "Bo posts the ante after a blind", None)
    ]


TOURNAMENT = """\
PokerStars Hand #77700000004: Tournament #770130124, $5+$5+$1 USD Badugi Limit - Level I (20/40) - 2024/03/04 16:07:59 ET
Table '770130124 1' 2-max Seat #1 is the button
Seat 1: Ann (10 in chips, $5 bounty)\x20
Seat 2: Bo (500 in chips, $5 bounty)\x20
Ann: posts small blind 10 and is all-in
Bo: posts big blind 20
*** DEALING HANDS ***
Uncalled bet (10) returned to Bo
*** FIRST DRAW ***
Bo: stands pat\x20
Ann: stands pat\x20
*** SECOND DRAW ***
Bo: stands pat\x20
Ann: stands pat\x20
*** THIRD DRAW ***
Bo: stands pat\x20
Ann: stands pat\x20
*** SHOW DOWN ***
Bo: shows [2d 7c 4h Js] (Badugi: J,7,4,2)
Ann: mucks hand\x20
Bo collected 20 from pot
Bo wins the $5 bounty for eliminating Ann
Ann finished the tournament in 2nd place
Bo wins the tournament and receives $10.00 - congratulations!
*** SUMMARY ***
Total pot 20 | Rake 0\x20
Seat 1: Ann (button) (small blind) mucked
Seat 2: Bo (big blind) showed [2d 7c 4h Js] and won (20) with a Badugi: J,7,4,2"""


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("Ann fin", "Ann fin", []),
        ("Ann finished", "Ann wins the tournament and receives $20.00 - congratulations!\nAnn finished", [("G03", 23), ("G03", 25)]),
        ("Ann finished the tournament in 2nd", "Bo finished the tournament in 3rd", [("G03", 24)]),
        ("eliminating Ann", "eliminating Bo", [("S03", 22)]),
        ("wins the $5 bounty for eliminating Ann", "wins $2.50 for eliminating Bo and their own bounty increases by $2.50 to $10", [("S03", 22)]),
        ("Ann finished the tournament in 2nd place\n", "", []),
    ],
)  # fmt: skip
def test_a_tournament_has_one_winner_and_a_bounty_is_for_who_is_out(old, new, found):
    problems = [
        (problem.code.id, problem.place.line) for problem in play(TOURNAMENT.replace(old, new)).problems
    ]
    assert problems == found


def test_a_cancelled_hand_moves_no_chips():
    text = (
        WALK.split("*** DEALING", maxsplit=1)[0]
        + "Hand cancelled\n*** SUMMARY ***\nSeat 1: Ann (button) collected ($0)"
    )
    result = play(text)
    assert [problem.code.id for problem in result.problems] == ["H02"]
    assert result.ok
    assert result.cancelled
    assert {one.put_in for one in result.results.values()} == {0}


def test_an_ante_is_no_bet():
    """With antes the client still says `(didn't bet)` of who folds having posted nothing else."""
    text = WALK.replace("Seat #1 is", "Seat #3 is").replace("(button) (small blind)", "(small blind)")
    text = text.replace(
        "Ann: posts small",
        "".join(f"{name}: posts the ante $0.05\n" for name in ("Ann", "Bo", "Cy")) + "Ann: posts small",
    )
    text = text.replace("Bo ($5 in chips) ", "Bo ($5 in chips) \nSeat 3: Cy ($5 in chips) ").replace(
        "Ann: folds", "Cy: folds \nAnn: folds"
    )
    text = text.replace("$0.20", "$0.35") + "\nSeat 3: Cy (button) folded before the Draw (didn't bet)"
    assert play(text).problems == ()
    assert [problem.code.id for problem in play(text.replace(" (didn't bet)", "")).problems] == ["S01"]


def test_what_a_player_kept_reports_what_he_threw():
    result = play(changed(("Ann: discards 2 cards [8h 6s]", "Ann: discards 2 cards")))
    assert result.problems == ()
    assert (result.draws[0].thrown, result.draws[0].after) == (cards("8h 6s"), cards("As 3h 5d Kc"))
    lie = play(
        changed(
            (
                "Ann: discards 2 cards [8h 6s]\nDealt to Ann [As 3h]",
                "Ann: discards 2 cards\nDealt to Ann [As 4h]",
            )
        )
    )
    assert [(problem.code.id, problem.place.line) for problem in lie.problems] == [("C04", 17)]


def test_the_room_acts_for_those_who_sit_out_or_time_out():
    text = HAND.replace("Seat 6: Dee ($3.10 in chips) ", "Seat 6: Dee ($3.10 in chips) is sitting out")
    text = text.replace("Ann: calls $0.25\nBo", "Ann has timed out\nAnn: calls $0.25\nBo", 1)
    forced = {(action.seat, action.act, action.forced) for action in play(text).actions if action.forced}
    assert forced == {(6, "fold", "sitting_out"), (1, "call", "timed_out")}


def test_real_hands_replay_without_a_problem(real):
    from badugi_hh.history.source import find_sources, read_blocks

    count = 0
    for source in find_sources([real / "pokerstars"]):
        for block in read_blocks(source)[0]:
            hand = parse(block).hand
            assert hand
            result = replay(hand, place=Place(block.file, block.line))
            assert [str(problem) for problem in result.problems] == []
            count += 1
    assert count == 82


ANTE_ALL_IN = """\
PokerStars Game #77700000041: Tournament #900000041, $1.40+$0.10 USD Badugi No Limit - Match Round I, Level V (50/100) - 2011/11/29 22:52:08 CET [2011/11/29 16:52:08 ET]
Table '900000041 1' 2-max Seat #1 is the button
Seat 1: Ann (1 in chips)\x20
Seat 2: Bo (2999 in chips)\x20
Ann: posts the ante 1 and is all-in
Bo: posts the ante 25
Bo: posts big blind 100
*** DEALING HANDS ***
Dealt to Ann [Qs 5c 5h 2d]
Uncalled bet (124) returned to Bo
*** FIRST DRAW ***
Bo: stands pat\x20
Ann: discards 2 cards [Qs 5c]
Dealt to Ann [5h 2d] [Ks 9d]
*** SECOND DRAW ***
Bo: stands pat\x20
Ann: stands pat on [5h 2d Ks 9d]
*** THIRD DRAW ***
Bo: stands pat\x20
Ann: stands pat on [5h 2d Ks 9d]
*** SHOW DOWN ***
Bo: shows [Qh 8s 3d 6c] (Badugi: Q,8,6,3)
Ann: shows [5h 2d Ks 9d] (3-card: K,5,2)
Bo collected 2 from pot
Ann finished the tournament in 2nd place
Bo wins the tournament and receives $2.80 - congratulations!
*** SUMMARY ***
Total pot 2 | Rake 0\x20
Seat 1: Ann (button) (small blind) showed [5h 2d Ks 9d] and lost with a 3-card: K,5,2
Seat 2: Bo (big blind) showed [Qh 8s 3d 6c] and won (2) with a Badugi: Q,8,6,3"""


def test_an_ante_that_nobody_else_can_pay_comes_back():
    """Ann's last chip is less than the ante, and the small blind is not posted: of 125 chips 124 are not called."""
    result = play(ANTE_ALL_IN)
    assert result.problems == ()
    assert {seat: (one.put_in, one.won) for seat, one in result.results.items()} == {1: (1, 0), 2: (1, 2)}
    wrong = ANTE_ALL_IN.replace("(124) returned", "(100) returned")
    assert ("M01", 10) in {(problem.code.id, problem.place.line) for problem in play(wrong).problems}


def test_two_who_cash_out_of_a_tie_share_the_pot():
    hand = ANTE_ALL_IN.replace("(1 in chips)", "(125 in chips)").replace(
        "posts the ante 1 and is all-in", "posts the ante 25"
    )
    hand = hand.replace("Bo: posts big", "Ann: posts small blind 50\nBo: posts big")
    hand = hand.replace("Uncalled bet (124) returned to Bo", "Ann: calls 50 and is all-in")
    hand = (
        hand.replace("[Ks 9d]", "[3s 4c]")
        .replace("5h 2d Ks 9d", "5h 2d 3s 4c")
        .replace("3-card: K,5,2", "Badugi: 5,4,3,2")
    )
    hand = hand.replace("[Qh 8s 3d 6c]", "[5d 2h 3c 4s]").replace("Q,8,6,3", "5,4,3,2")
    hand = hand.replace(
        "Bo collected 2 from pot",
        "Ann cashed out the hand for 120 | Cash Out Fee 5\nBo cashed out the hand for 120",
    )
    hand = "\n".join(line for line in hand.split("\n") if "the tournament" not in line).replace(
        "Total pot 2", "Total pot 250"
    )
    sold = "with a Badugi: 5,4,3,2 (pot not awarded as player cashed out)"
    hand = hand.replace("lost with a Badugi: 5,4,3,2", f"won (125) {sold}").replace(
        "won (2) with a Badugi: 5,4,3,2", f"won (125) {sold}"
    )
    result = play(hand)
    assert [str(problem) for problem in result.problems] == []
    assert {seat: (one.won, one.shared) for seat, one in result.results.items()} == {1: (120, 1), 2: (120, 1)}
