"""Reading one hand: every line form, hostile names, and a problem with its line for everything else."""

import re
from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from badugi_hh import problems as codes
from badugi_hh.engine.cards import cards
from badugi_hh.engine.rules import Betting, Post
from badugi_hh.history import events as ev
from badugi_hh.history.events import Outcome, Talk
from badugi_hh.history.hand_starts import find_room
from badugi_hh.history.money import Money
from badugi_hh.history.parse import BlockKind, parse
from badugi_hh.history.source import Block, find_sources, read_blocks
from badugi_hh.history.write import write

pytestmark = pytest.mark.quick

HAND = """\
PokerStars Hand #77700000001:  Badugi Limit ($0.25/$0.50 USD) - 2024/03/04 22:05:59 CET [2024/03/04 16:05:59 ET]
Table 'Alcyone IV' 6-max Seat #4 is the button
Seat 1: Ann ($6.80 in chips)\x20
Seat 2: Bo ($5 in chips)\x20
Seat 4: Cy ($10.25 in chips)\x20
Ann: posts small blind $0.10
Bo: posts big blind $0.25
*** DEALING HANDS ***
Dealt to Bo [As 3h 8h 6s]
Cy: raises $0.25 to $0.50
Ann: folds\x20
Bo: calls $0.25
*** FIRST DRAW ***
Bo: discards 2 cards [8h 6s]
Dealt to Bo [As 3h] [5d Kc]
Cy: stands pat\x20
Bo: checks\x20
Cy: bets $0.25
Bo: calls $0.25
*** SECOND DRAW ***
Bo: stands pat on [As 3h 5d Kc]
Cy: discards 1 card
Bo: checks\x20
Cy: checks\x20
*** THIRD DRAW ***
Bo: discards 1 card [Kc]
Dealt to Bo [As 3h 5d] [9c]
Cy: stands pat\x20
Bo: bets $0.50
Cy: calls $0.50
*** SHOW DOWN ***
Bo: shows [As 3h 5d 9c] (Badugi: 9,5,3,A)
Cy: mucks hand\x20
Bo collected $2.50 from pot
*** SUMMARY ***
Total pot $2.60 | Rake $0.10\x20
Seat 1: Ann (small blind) folded before the Draw
Seat 2: Bo (big blind) showed [As 3h 5d 9c] and won ($2.50) with a Badugi: 9,5,3,A
Seat 4: Cy (button) mucked [Qd 7h 4c 2s]"""


def block(text, line=1):
    return Block(file="a.txt", line=line, text=text)


def read(text):
    reading = parse(block(text))
    assert not reading.problems, [str(problem) for problem in reading.problems]
    assert reading.hand
    return reading.hand


def found(text):
    """The codes and lines of the problems of a hand that begins at line 1."""
    reading = parse(block(text))
    assert reading.hand is None
    return [(problem.code.id, problem.place.line) for problem in reading.problems]


def with_line(line, after):
    assert after in HAND
    return HAND.replace(after, f"{after}\n{line}", 1)


def read_back(text):
    """Read a hand as the client words it, which is written as it was read."""
    hand = read(text)
    assert write(hand) == text
    return hand


def event_at(hand, line):
    return next(event for event in hand.events if event.line == line)


def line_after(after):
    return HAND[: HAND.index(after) + len(after)].count("\n") + 2


def test_a_whole_hand():
    hand = read(HAND)
    assert (hand.id, hand.kind, hand.game, hand.table, hand.button, hand.max_seats) == (
        "77700000001", "Hand", "Badugi", "Alcyone IV", 4, 6,
    )  # fmt: skip
    assert hand.stakes == ev.Stakes(Betting.FIXED, 25, 50, "USD")
    assert str(hand.moment.utc) == "2024-03-04 21:05:59"
    assert (hand.moment.local, hand.moment.zone) == ("2024/03/04 22:05:59", "CET")
    assert [(seat.seat, seat.player, seat.stack) for seat in hand.seats] == [
        (1, "Ann", 680),
        (2, "Bo", 500),
        (4, "Cy", 1025),
    ]
    assert hand.hero == "Bo"
    assert hand.events[0] == ev.Posted("Ann", Post.SMALL_BLIND, 10)
    assert event_at(hand, 9) == ev.Dealt("Bo", cards("As 3h 8h 6s"))
    assert event_at(hand, 10) == ev.Raised("Cy", 25, 50)
    assert event_at(hand, 14) == ev.Discarded("Bo", 2, cards("8h 6s"))
    assert event_at(hand, 15) == ev.Drew("Bo", cards("As 3h"), cards("5d Kc"))
    assert event_at(hand, 21) == ev.StoodPat("Bo", cards("As 3h 5d Kc"))
    assert event_at(hand, 32) == ev.Showed("Bo", cards("As 3h 5d 9c"), "Badugi: 9,5,3,A")
    assert event_at(hand, 34) == ev.Collected("Bo", 250, "pot")
    assert event_at(hand, 36) == ev.PotSummary(260, 10)
    assert hand.events[-2] == ev.SeatSummary(
        "Bo", 2, Outcome.SHOWED_WON, ("big blind",), cards=cards("As 3h 5d 9c"), amount=250,
        description="Badugi: 9,5,3,A",
    )  # fmt: skip


HEADERS = [
    ("PokerStars Game #1:  Badugi Limit ($1/$2 USD) - 2010/09/05 10:32:15 ET", {"kind": "Game"}),
    ("PokerStars Game #1: Badugi Limit ($1/$2) - 2008/09/05 10:32:15 ET", {"stakes": (100, 200, "USD")}),
    ("PokerStars Game #1:  Badugi Limit ($2.50/$5.00 USD) - 2026/04/05 5:02:15 ET", {"stakes": (250, 500, "USD")}),
    ("PokerStars Hand #1:  Badugi Limit (€1/€2 EUR) - 2012/09/05 10:32:15 ET", {"stakes": (100, 200, "EUR")}),
    ("PokerStars Hand #1:  Badugi Limit (£1/£2 GBP) - 2012/09/05 10:32:15 ET", {"stakes": (100, 200, "GBP")}),
    ("PokerStars Hand #1:  Badugi Limit (Rs. 5/Rs. 10 INR) - 2019/09/05 10:32:15 IST", {"stakes": (500, 1000, "INR")}),
    ("PokerStars Hand #1:  Badugi Limit (₹5/₹10 INR) - 2019/09/05 10:32:15 IST", {"stakes": (500, 1000, "INR")}),
    ("PokerStars Hand #1:  Badugi Limit (100/200) - 2019/09/05 10:32:15 ET", {"stakes": (100, 200, None)}),
    ("PokerStars Hand #1:  Badugi Pot Limit ($1/$2 USD) - 2010/09/05 10:32:15 ET", {"betting": Betting.POT}),
    ("PokerStars Hand #1:  Badugi No Limit ($1/$2 USD) - 2010/09/05 10:32:15 ET", {"betting": Betting.NO_LIMIT}),
    ("PokerStars Hand #1:  8-Game (Badugi Limit, $1/$2 USD) - 2010/09/05 10:32:15 ET", {"mix": "8-Game"}),
    ("PokerStars Zoom Hand #1:  Badugi Limit ($1/$2 USD) - 2013/09/05 10:32:15 ET", {"kind": "Zoom Hand"}),
    ("PokerStars Home Game Hand #1: {Ann's club}  Badugi Limit (1/2) - 2013/09/05 10:32:15 ET", {"club": "Ann's club"}),
    ("PokerStars Hand #1:  Badugi Limit (€1/€2 EUR) [ADM ID: M12X] - 2023/09/05 10:32:15 CET [2023/09/05 4:32:15 ET]", {"room_id": "M12X"}),
    ("PokerStars Game #1:  Badugi Limit (€1/€2 EUR) [AAMS ID: M2F0] - 2013/09/05 10:32:15 CET [2013/09/05 4:32:15 ET]", {"room_id": "M2F0", "stakes": (100, 200, "EUR")}),
    ("PokerStars Hand #1: Tournament #22, €2.00+€0.20 EUR Badugi Limit - Level I (10/20) [ADM ID: M12X] - 2023/09/05 10:32:15 CET [2023/09/05 4:32:15 ET]", {"room_id": "M12X", "tournament": ("22", "I", "€2.00+€0.20 EUR", None)}),
    ("PokerStars Game #1:  Badugi Limit ($1/$2 USD) - 2007/10/15 - 05:34:03 (ET)", {"utc": "2007-10-15 09:34:03"}),
    ("PokerStars Hand #1:  Badugi Limit ($1/$2 USD) - 2013/07/05 10:32:15 MSK", {"utc": "None"}),
    ("PokerStars Hand #1:  Badugi Limit ($1/$2 USD) - 2013/11/03 1:30:00 ET", {"ambiguous": True}),
    ("PokerStars Game #1: Tournament #22, $2.00+$0.20 USD Badugi Limit - Level VII (200/400) - 2010/11/10 17:20:01 CET [2010/11/10 11:20:01 ET]", {"tournament": ("22", "VII", "$2.00+$0.20 USD", None), "stakes": (200, 400, None)}),
    ("PokerStars Hand #1: Tournament #22, $25+$25+$5 USD 8-Game (Badugi Limit) - Level I (20/40) - 2026/11/10 17:20:01 ET", {"tournament": ("22", "I", "$25+$25+$5 USD", None), "mix": "8-Game"}),
    ("PokerStars Hand #1: Tournament #22, Freeroll  Badugi Limit - Level I (20/40) - 2012/11/10 17:20:01 ET", {"tournament": ("22", "I", "Freeroll", None)}),
    ("PokerStars Hand #1: Tournament #22, 50FPP Badugi Limit - Match Round I, Level V (20/40) - 2012/11/10 17:20:01 ET", {"tournament": ("22", "V", "50FPP", "Match Round I")}),
    ("PokerStars Hand #1: Tournament #22, Badugi Limit - Level I (20/40) - 2012/11/10 17:20:01 ET", {"tournament": ("22", "I", None, None)}),
    ("PokerStars Home Game Hand #1: {club} Tournament #22, 100+9 Badugi Limit - Level I (20/40) - 2013/11/10 17:20:01 ET", {"tournament": ("22", "I", "100+9", None), "club": "club"}),
]  # fmt: skip


@pytest.mark.parametrize(("header", "facts"), HEADERS, ids=[str(n) for n in range(len(HEADERS))])
def test_headers(header, facts):
    sign = next((sign for sign in ("$", "€", "£", "₹", "Rs. ") if sign in header.partition(" - ")[0]), "")
    money = sign if "Tournament" not in header else ""
    text = f"""{header}
Table 'T' 6-max Seat #1 is the button
Seat 1: Ann ({money}100 in chips)
Seat 2: Bo ({money}100 in chips)
*** SUMMARY ***"""
    hand = read(text)
    got = {
        "kind": hand.kind,
        "stakes": (hand.stakes.low, hand.stakes.high, hand.stakes.currency),
        "betting": hand.stakes.betting,
        "mix": hand.mix,
        "club": hand.club,
        "room_id": hand.room_id,
        "utc": str(hand.moment.utc),
        "ambiguous": hand.moment.ambiguous,
        "tournament": hand.tournament
        and (hand.tournament.id, hand.tournament.level, hand.tournament.buy_in, hand.tournament.match_round),
    }
    assert {name: got[name] for name in facts} == facts
    assert hand.seats[0].stack == (10000 if money else 100)


WORDS = """Hold'em, HOLD'EM, 6+ Hold'em, Omaha Hi/Lo, 6 Card Omaha, Courchevel, 7 Card Stud, Fusion, RAZZ, 5 Card Draw, \
Triple Draw 2-7 Lowball, Single Draw 2-7 Lowball, Tempest Hold'em"""


@pytest.mark.parametrize("game", WORDS.split(", "))
def test_another_game_is_known_by_its_words(game):
    header = f"PokerStars Hand #1:  {game} No Limit ($1/$2 USD) - 2013/09/05 10:32:15 ET"
    assert parse(block(header)).kind is BlockKind.OTHER_GAME


@pytest.mark.parametrize(
    "game",
    [
        "PokerStars Hand #1:  6+ Hold'em No Limit (Button Blind $0.25 - Ante $0.25  USD) - 2020/05/05 16:31:20 WET",
        "PokerStars Hand #1:  Hold'em Pot Limit Pre-Flop, No Limit Post-Flop ($0.25/$0.50 USD) - 2012/05/05 16:31:20 ET",
        "PokerStars Hand #1: Tournament #2, $1+$0.10 USD Hold'em Pot Limit Pre-Flop, No Limit Post-Flop - Level I (10/20) - x",
        "POKERSTARS GAME #1:  HOLD'EM NO LIMIT ($0.25/$0.50 USD) - 2012/05/05 16:31:20 ET",
        "PokerStars Hand #1:  8-Game (Razz Limit, 1K/2K) - 2012/05/05 16:31:20 ET",
        "PokerStars Home Game Hand #1: {Badugi club}  HORSE (Omaha Hi/Lo Limit, x) - 2012/05/05 16:31:20 ET",
        "PokerStars Hand #1:  Badugi Mix (Triple Draw 2-7 Lowball Limit, $1 - $2) - 2012/05/05 16:31:20 ET",
        "PokerStars Hand #1:  Hold’em No Limit (T$1/T$2) - 2012/05/05 16:31:20 ET",
        "PokerStars Hand #1:  Hold'em No Limit ($1/$2 US",
    ],
)
def test_another_game_is_known_however_the_rest_of_the_header_is_written(game):
    reading = parse(block(f"{game}\nanything"))
    assert (reading.kind, reading.hand_id, reading.problems) == (BlockKind.OTHER_GAME, "1", ())


@pytest.mark.parametrize(
    "game",
    [
        "PokerStars Hand #1:  Badugi Limit (Button Blind $0.25 - Ante $0.25  USD) - 2020/05/05 16:31:20 WET",
        "POKERSTARS GAME #1:  BADUGI LIMIT ($0.25 - $0.50 USD) - 2012/05/05 16:31:20 ET",
        "PokerStars Home Game Hand #1: {Omaha Limit}  Badugi Limit (x) - 2012/05/05 16:31:20 ET",
        "PokerStars Home Game Hand #1: {Razz Limit}  Badugi Lmit ($0.25/$0.50 USD) - 2012/05/05 16:31:20 ET",
        "PokerStars Home Game Hand #1: Razz Limit}  Badugi Lmit (x) - 2012/05/05 16:31:20 ET",
        "PokerStars Home Game Hand #1: {Omaha (Razz Limit  Badugi Lmit (x) - 2012/05/05 16:31:20 ET",
        "PokerStars Hand #1:  Triple Draw Mix (Badugi Limit, x) - 2012/05/05 16:31:20 ET",
        "PokerStars Hand #1:  Drawmaha Limit (x) - 2012/05/05 16:31:20 ET",
        "PokerStars Hand #1:  Hold'em",
    ],
)
def test_any_other_header_is_one_that_cannot_be_read(game):
    (problem,) = parse(block(f"{game}\nanything")).problems
    assert (problem.code.id, problem.message) == ("G01", "the header cannot be read")


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("PokerStars Hand #1:  Badugi Limit ($1/$2 US", "G01"),
        ("PokerStars Hand #1:  Badugi Limit ($0/$0 USD) - 2013/09/05 10:32:15 ET", "G05"),
        ("PokerStars Hand #1:  Badugi Limit ($1/$2 USD) - 2013/02/30 10:32:15 ET", "G08"),
        ("PokerStars Hand #1:  Badugi Limit ($1/$2 USD) - 2013/03/10 2:30:00 ET", "G08"),
    ],
)
def test_headers_that_cannot_be_read(header, code):
    text = HAND.replace(HAND.split("\n", 1)[0], header)
    assert (code, 1) in found(text)


TALK = [
    ('Zed said, "nh: well played, "really""', Talk.SAID, "Zed", 'nh: well played, "really"'),
    ('Bo said, "Ann: folds "', Talk.SAID, "Bo", "Ann: folds "),
    ("Zed joins the table at seat #3 ", Talk.JOINED, "Zed", "joins the table at seat #3"),
    ("Zed: x leaves the table", Talk.LEFT, "Zed: x", "leaves the table"),
    ("Ann has timed out", Talk.TIMED_OUT, "Ann", "has timed out"),
    ("Ann has timed out while disconnected", Talk.TIMED_OUT, "Ann", "has timed out while disconnected"),
    ("Ann has timed out while being disconnected", Talk.TIMED_OUT, "Ann", "has timed out while being disconnected"),
    ("Ann is connected ", Talk.CONNECTED, "Ann", "is connected"),
    ("Ann is disconnected ", Talk.DISCONNECTED, "Ann", "is disconnected"),
    ("Zed: sits out ", Talk.SITS_OUT, "Zed", "sits out"),
    ("Zed: is sitting out ", Talk.SITS_OUT, "Zed", "is sitting out"),
    ("Ann is sitting out", Talk.SITTING_OUT, "Ann", "is sitting out"),
    ("Ann has returned", Talk.RETURNED, "Ann", "has returned"),
    ("Zed will be allowed to play after the button", Talk.ALLOWED_AFTER_BUTTON, "Zed", None),
    ("Zed was removed from the table for failing to post", Talk.REMOVED, "Zed", None),
    ("Zed re-buys and receives 3000 chips for $5.00", Talk.REBOUGHT, "Zed", "re-buys and receives 3000 chips for $5.00"),
    ("Zed takes the add-on and receives 2000 chips for 500 StarsCoin", Talk.REBOUGHT, "Zed", "takes the add-on and receives 2000 chips for 500 StarsCoin"),
    ("A adds B adds 1500 chips (1 stack(s) of 1500 chips). A adds B has 2 stack(s) remaining.", Talk.ADDED, "A adds B", "adds 1500 chips (1 stack(s) of 1500 chips). A adds B has 2 stack(s) remaining."),
    ("Zed wins an entry to tournament #98765432", Talk.WON_ENTRY, "Zed", None),
]  # fmt: skip


@pytest.mark.parametrize(("line", "kind", "player", "text"), TALK, ids=[line for line, *_ in TALK])
@pytest.mark.parametrize(
    "after", ["Seat 4: Cy ($10.25 in chips) ", "Cy: raises $0.25 to $0.50", "Bo collected $2.50 from pot"]
)
def test_table_talk_anywhere(line, kind, player, text, after):
    event = event_at(read_back(with_line(line, after)), line_after(after))
    assert isinstance(event, ev.Talked)
    assert (event.kind, event.player) == (kind, player)
    assert text is None or event.words == text


LINES = [
    ("Cy: raises $0.25 to $0.50", "Ann: calls $0.15 and is all-in", ev.Called("Ann", 15, all_in=True)),
    ("Cy: raises $0.25 to $0.50", "Ann: bets $0.15 and is all-in", ev.Bet("Ann", 15, all_in=True)),
    ("Cy: raises $0.25 to $0.50", "Ann: raises $0.15 to $0.40 and is all-in", ev.Raised("Ann", 15, 40, all_in=True)),
    ("Cy: raises $0.25 to $0.50", "Betting is capped", ev.BettingCapped()),
    ("Cy: raises $0.25 to $0.50", "Ann: folds (disconnect)", ev.Folded("Ann", disconnected=True)),
    ("Cy: raises $0.25 to $0.50", "Ann: folds [Ks]", ev.Folded("Ann", cards("Ks"))),
    ("Cy: raises $0.25 to $0.50", "Uncalled bet ($0.25) returned to Cy", ev.UncalledReturned("Cy", 25)),
    ("Bo: posts big blind $0.25", "Cy: posts small & big blinds $0.35", ev.Posted("Cy", Post.BOTH_BLINDS, 35)),
    ("Bo: posts big blind $0.25", "Cy: posts the ante $0.05 and is all-in", ev.Posted("Cy", Post.ANTE, 5, all_in=True)),
    ("Bo: posts big blind $0.25", "Hand cancelled", ev.HandCancelled()),
    ("Cy: stands pat ", "Cy: discards 1 card (disconnect)", ev.Discarded("Cy", 1, disconnected=True)),
    ("Cy: stands pat ", "Bo: discards 4 cards [As 3h 5d Kc]", ev.Discarded("Bo", 4, cards("As 3h 5d Kc"))),
    ("Cy: stands pat ", "Cy: stands pat (disconnect)", ev.StoodPat("Cy", disconnected=True)),
    ("Cy: stands pat ", "Bo: stands pat on [As 3h 5d Kc] (disconnect)", ev.StoodPat("Bo", cards("As 3h 5d Kc"), disconnected=True)),
    ("Cy: raises $0.25 to $0.50", "Ann: checks (disconnect)", ev.Checked("Ann", disconnected=True)),
    ("Cy: mucks hand ", "Cy collected $6.40 from main pot", ev.Collected("Cy", 640, "main pot")),
    ("Cy: mucks hand ", "Cy collected $6.40 from side pot", ev.Collected("Cy", 640, "side pot")),
    ("Cy: stands pat ", "Dealt to Bo [2c 3c 4c 5c]", ev.Drew("Bo", (), cards("2c 3c 4c 5c"))),
    ("Cy: stands pat ", "The deck is reshuffled", ev.DeckReshuffled()),
    ("Cy: mucks hand ", "Cy: shows [Qd]", ev.Showed("Cy", cards("Qd"))),
    ("Cy: mucks hand ", "Cy: doesn't show hand ", ev.NotShown("Cy")),
    ("Cy: mucks hand ", "Cy collected $1.05 from side pot-2 ", ev.Collected("Cy", 105, "side pot-2")),
    ("Cy: mucks hand ", "Cy cashed out the hand for $6.63 | Cash Out Fee $0.07", ev.CashedOut("Cy", 663, 7)),
    ("Cy: mucks hand ", "Cy finished the tournament in 72nd place", ev.Finished("Cy", 72)),
    ("Cy: mucks hand ", "Cy finished the tournament in 3rd place and received $1.60.", ev.Finished("Cy", 3, Money("$1.60", 160, "USD"))),
    ("Cy: mucks hand ", "Cy cashed out the hand for $0.24", ev.CashedOut("Cy", 24)),
    ("Cy: mucks hand ", "Cy finished the tournament", ev.Finished("Cy")),
    ("Cy: mucks hand ", "Bo wins the tournament - congratulations!", ev.WonTournament("Bo")),
    ("Cy: stands pat ", "All players have agreed to skip the break. Game resuming.", ev.BreakSkipped()),
    ("Cy: mucks hand ", "Bo wins the tournament and receives $2.80 - congratulations!", ev.WonTournament("Bo", Money("$2.80", 280, "USD"))),
    *(
        ("Cy: mucks hand ", line, ev.BountyWon(winners, Money(won, int(won[1:].replace(".", "")) * (1 if "." in won else 100), "USD"), out, line))
        for winners, won, out, line in (
            (("Ann", "Bo"), "$50", "Cy", "Ann, Bo split the $50 bounty for eliminating Cy"),
            ((), "$50", None, "Ann, Eve split the $50 bounty for eliminating Dee"),  # Eve and Dee have no seat
            (("Bo",), "$19.90", "Cy", "Bo wins $19.90 for eliminating Cy and their own bounty increases by $19.89 to $155.32"),
        )
    ),
]  # fmt: skip


@pytest.mark.parametrize(("after", "line", "event"), LINES, ids=[line for _, line, _ in LINES])
def test_line_forms(after, line, event):
    assert event_at(read_back(with_line(line, after)), line_after(after)) == event


def test_every_kind_of_event_is_in_an_example():
    examples = {type(event) for *_, event in LINES} | {type(event) for event in read_back(HAND).events}
    assert examples | {ev.Talked} == set(get_args(ev.ANY_EVENT))


@pytest.mark.parametrize("name", ["DEALING HANDS", "FIRST DRAW", "SECOND DRAW", "THIRD DRAW", "SUMMARY"])
def test_the_line_of_a_section_is_missing(name):
    """It is reported once, where it belongs, and the lines of the section are read."""
    marker = f"*** {name} ***"
    assert marker in HAND
    place = HAND[: HAND.index(marker)].count("\n") + 1
    (problem,) = parse(block(HAND.replace(f"{marker}\n", ""))).problems
    assert (problem.code.id, problem.place.line, problem.expected) == ("G03", place, marker)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("*** FIRST DRAW ***", "*** F1RST DRAW ***", ("G02", "*** FIRST DRAW ***")),
        ("*** THIRD DRAW ***", "*** SECOND DRAW ***", ("G03", "*** THIRD DRAW ***")),
        ("*** DEALING HANDS ***", "*** SUMMARY ***", ("G03", "*** DEALING HANDS ***")),
    ],
)
def test_a_wrong_line_of_a_section_is_one_problem(old, new, problem):
    place = HAND[: HAND.index(old)].count("\n") + 1
    (found_,) = parse(block(HAND.replace(old, new))).problems
    assert (found_.code.id, found_.expected) == problem
    assert found_.place.line == place


def test_a_hand_cut_within_a_line_is_one_problem():
    lines = HAND.split("\n")
    text = "\n".join([*lines[:20], lines[20][:7]])
    assert found(text) == [("G04", 21)]


def test_a_hand_cut_within_its_summary_is_cut_off():
    """The incomplete line was of no known form, which asks the reader to report the hand."""
    for end in range(HAND.index("*** SUMMARY"), len(HAND.rstrip()), 3):
        text = HAND[:end]
        problems = parse(block(text)).problems
        assert {problem.code for problem in problems} <= {codes.CUT_OFF, codes.BAD_AMOUNT}, text[-40:]
        last = text.rsplit("\n", 1)[1]
        if last and {problem.code for problem in problems} == {codes.CUT_OFF} and "*** SUMMARY ***\n" in text:
            assert (problems[0].place.line, problems[0].found) == (text.count("\n") + 1, last.strip())


@pytest.mark.parametrize(
    "again",
    [
        ["*** SUMMARY ***"],
        ["*** THIRD DRAW ***"],
        ["*** THIRD DRAW ***\nBo is sitting out\nZoe was removed from the table for failing to post"],
    ],
)
def test_marker_lines_that_are_repeated_below_a_hand_are_of_no_other_hand(again):
    first, *others = parse(block(HAND.rstrip() + "\n" + "".join(again))).problems
    assert (first.code.id, first.place.line) == ("G03", HAND.rstrip().count("\n") + 2)
    assert first.message == "this line cannot appear in this part of a hand"
    assert {other.after for other in others} <= {first.place.line}


def test_no_line_is_expected_where_it_is_found():
    lines = HAND.rstrip().split("\n")
    for end in range(2, len(lines)):
        for problem in parse(block("\n".join([*lines[:end], *lines[1:]]))).problems:
            assert problem.expected is None or problem.expected != problem.found


SUMMARIES = [
    ("Seat 4: Cy (button) (small blind) folded on", None),
    ("Seat 4: Cy (button) folded after the 2nd Draw", {"outcome": Outcome.FOLDED, "street": 2, "tags": ("button",)}),
    ("Seat 4: Cy (button) (small blind) folded after the 1st Draw", {"street": 1}),
    ("Seat 4: Cy folded after the 3rd Draw", {"street": 3}),
    ("Seat 4: Cy folded before the Draw (didn't bet)", {"outcome": Outcome.FOLDED, "street": 0, "did_not_bet": True}),
    ("Seat 4: Cy (button) (small blind) collected ($0.20)", {"tags": ("button", "small blind"), "amount": 20}),
    ("Seat 4: Cy mucked", {"outcome": Outcome.MUCKED, "cards": None}),
    ("Seat 4: Cy showed [Qd 7h 4c 2s] and lost with a Badugi: Q,7,4,2", {"outcome": Outcome.SHOWED_LOST, "description": "Badugi: Q,7,4,2", "cards": cards("Qd 7h 4c 2s")}),
    ("Seat 4: Cy showed [Qd 7h 4c 2s] and won ($2) with a Badugi: Q,7,4,2 (pot not awarded as player cashed out)", {"outcome": Outcome.SHOWED_WON, "amount": 200, "cashed_out": True}),
]  # fmt: skip


@pytest.mark.parametrize(("line", "facts"), SUMMARIES, ids=[line for line, _ in SUMMARIES])
def test_summary_lines(line, facts):
    text = HAND.replace("Seat 4: Cy (button) mucked [Qd 7h 4c 2s]", line)
    if facts is None:
        assert found(text) == [("G02", 39)]
        return
    event = read_back(text).events[-1]
    assert {name: getattr(event, name) for name in facts} == facts


def test_pots_of_the_summary():
    line = "Total pot $5.70 Main pot $2.90. Side pot-1 $1.50. Side pot-2 $1.05. | Rake $0.25 "
    hand = read_back(HAND.replace("Total pot $2.60 | Rake $0.10 ", line))
    parts = (("main pot", 290), ("side pot-1", 150), ("side pot-2", 105))
    assert event_at(hand, 36) == ev.PotSummary(570, 25, parts)


SEATS = [
    ("Seat 4: Cy ($10.25 in chips) is sitting out", {"sitting_out": True}),
    ("Seat 4: Cy ($10.25 in chips, $25 bounty) ", {"bounty": "$25"}),
    (
        "Seat 4: Cy ($10.25 in chips) out of hand (moved from another table into small blind)",
        {"out_of_hand": "moved from another table into small blind", "dealt": False},
    ),
]


@pytest.mark.parametrize(("line", "facts"), SEATS, ids=[line for line, _ in SEATS])
def test_seat_lines(line, facts):
    seat = read(HAND.replace("Seat 4: Cy ($10.25 in chips) ", line)).seats[2]
    assert {name: getattr(seat, name) for name in facts} == facts
    assert (seat.player, seat.stack) == ("Cy", 1025)


BAD = [
    ("Cy: raises $0.25 to $0.50", "Cy: raises €0.25 to €0.50", "G05"),
    ("Bo: bets $0.50", "Bo: bets 50", "G05"),
    ("Dealt to Bo [As 3h 8h 6s]", "Dealt to Bo [As 3h 8h 6x]", "G06"),
    ("Dealt to Bo [As 3h 8h 6s]", "Dealt to Bo [As  3h 8h 6s]", "G06"),
    ("Cy: bets $0.25", "Cyd: bets $0.25", "G07"),
    ("Cy: bets $0.25", "Cy: bats $0.25", "G02"),
    ("Cy: bets $0.25", "*** FOURTH DRAW ***", "G02"),
    ("Cy: raises $0.25 to $0.50", "Cy: discards 1 card", "G03"),
    ("Cy: raises $0.25 to $0.50", "Seat 5: Dee ($5 in chips) ", "G03"),
    ("Bo: posts big blind $0.25", "Bo: checks ", "G03"),
    ("Seat 4: Cy ($10.25 in chips) ", "Seat 2: Cy ($10.25 in chips) ", "H01"),
    ("Seat 4: Cy ($10.25 in chips) ", "Seat 7: Cy ($10.25 in chips) ", "H01"),
]


@pytest.mark.parametrize(("old", "new", "code"), BAD, ids=[new for _, new, _ in BAD])
def test_a_bad_line_is_a_problem_at_its_place(old, new, code):
    line = HAND[: HAND.index(old)].count("\n") + 1
    assert (code, line) in found(HAND.replace(old, new, 1))


def test_problems_carry_file_and_line_of_the_file():
    (problem,) = parse(block(HAND.replace("Cy: bets $0.25", "Cy: bats $0.25"), line=101)).problems
    assert (str(problem.place), problem.hand, problem.found) == ("a.txt:118", "77700000001", "Cy: bats $0.25")


@pytest.mark.parametrize("lines", range(1, 34))
def test_a_hand_cut_off_anywhere_is_not_a_hand(lines):
    text = "\n".join(HAND.split("\n")[:lines])
    assert codes.CUT_OFF in {problem.code for problem in parse(block(text)).problems}


# A hand with every kind of line that names a seated player.
NAMED = (
    HAND.replace("Bo: checks ", "Bo has timed out\nBo: checks ", 1)
    .replace("Cy: calls $0.50", "Cy: calls $0.50\nAnn is sitting out")
    .replace("*** SHOW DOWN ***", "Uncalled bet ($0.25) returned to Cy\n*** SHOW DOWN ***")
    .replace(
        "Bo collected $2.50 from pot",
        """\
Bo collected $2.50 from pot
Bo said, "nh: Ann"
Cy cashed out the hand for $6.63 | Cash Out Fee $0.07
Cy finished the tournament in 3rd place and received $1.60.
Bo wins the tournament and receives $2.80 - congratulations!""",
    )
)

HOSTILE = [
    *("Ann: folds", "Ann: calls $2", "Ann", "Ann (button)", "Ann:", "shows [2c 3c 4c 5c]", "Seat 1", "Seat 4: Cy"),
    *("Seat 1: Ann ($5 in chips)", "a ($5 in chips)", 'Bo said, "hi', "is sitting out", "x has returned", "from pot"),
    *("Dealt to Bo [As 3h]", "赤兔\u2028丶", "[red]", "$$ Top (big blind)", "Player1", "Player10", "*** SUMMARY", "***"),
    *("Total pot", "Total", "Uncalled bet ($1) returned to Ann", "collected $2.50 from pot", "x ", "\x85\x1c", "\x010\x02"),
]  # fmt: skip

PIECES = [
    *("Ann", "Bo", "Cy", "x", ": ", ":", " ", "(", ") ", '"', ' said, "', "[As]", "[As 3h 8h 6s]", "$5", "\u2028"),
    *("folds", "folds ", "checks", "calls $2", "shows ", "mucks hand", "stands pat", "discards 1 card", "sits out"),
    *("posts big blind $0.25", " and is all-in", " collected ", " from pot", " mucked", " collected ($2)", "(button)"),
    *(" is sitting out", " has returned", " leaves the table", " ($5 in chips)", " in chips)", "out of hand (", "Seat 1: "),
    *("Seat 4", "Dealt to ", "*** SUMMARY ***", "*** DEALING HANDS ***", "Total pot", " cashed out the hand for "),
    *(" finished the tournament in 2nd place", " wins the tournament and receives "),
]  # fmt: skip


def rename(text, names):
    """Change names in a text, all at once."""
    return re.sub(rf"\b(?:{'|'.join(names)})\b", lambda found: names[found[0]], text)


def renamed(hand, names):
    def change(item):
        item = replace(item, text=rename(item.text, names)) if isinstance(item, ev.Talked) else item
        player = getattr(item, "player", None)
        return replace(item, player=names[player]) if player in names else item

    return replace(
        hand, seats=tuple(map(change, hand.seats)), events=tuple(change(event) for event in hand.events)
    )


_name = st.one_of(
    st.sampled_from(HOSTILE),
    st.lists(st.sampled_from(PIECES), min_size=1, max_size=4).map("".join),
    st.text(st.characters(exclude_characters="\n\r", exclude_categories=("Cs",)), min_size=1, max_size=14),
).filter(str.strip)


@settings(max_examples=100)
@given(st.lists(_name, min_size=3, max_size=3, unique=True))
def test_a_name_may_be_anything(new):
    names = dict(zip(("Ann", "Bo", "Cy"), new, strict=True))
    text = rename(NAMED, names)
    hand = read(text)
    assert hand == renamed(read(NAMED), names)
    assert write(hand) == text


def test_a_name_that_begins_another():
    names = {"Ann": "joe: folds", "Bo": "joe", "Cy": "joe: folds: folds"}
    assert read(rename(NAMED, names)) == renamed(read(NAMED), names)


@given(st.lists(st.integers(0, len(HAND.split("\n")) - 1)), st.sampled_from(["", " ", "  ", "\t"]))
def test_blanks_at_the_end_of_a_line_are_no_part_of_a_hand(lines, end):
    text = "\n".join(
        line.rstrip() + end if number in lines else line for number, line in enumerate(HAND.split("\n"))
    )
    assert write(read(text)) == HAND


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("($5 in chips)", "($5.00 in chips)"),
        ("bets $0.50", "bets $0.5"),
        ("6-max Seat #4", "6-max Seat #04"),
        ("discards 2 cards [8h 6s]", "discards 2 cards []"),
    ],
)
def test_unusual_wordings_are_written_as_usual(old, new):
    hand = read(HAND.replace(old, new, 1))
    usual = HAND if "[]" not in new else HAND.replace(old, "discards 2 cards", 1)
    assert write(hand) == usual
    assert read(usual) == hand


def test_real_hands_of_other_games(real):
    kinds = set()
    for folder in ("pokerstars-other-draw", "pokerstars-other-games", "other-sites"):
        for source in find_sources([real / folder]):
            blocks, _ = read_blocks(source)
            for one in blocks:
                reading = parse(one)
                if find_room(one.text) == "Full Tilt":
                    continue  # `test_full_tilt.py` reads it
                kinds.add((folder, reading.kind))
                assert reading.kind is not BlockKind.BADUGI
                assert bool(reading.problems) == (reading.kind is BlockKind.UNREADABLE)
    assert ("pokerstars-other-draw", BlockKind.UNREADABLE) not in kinds
    assert ("other-sites", BlockKind.OTHER_GAME) not in kinds
