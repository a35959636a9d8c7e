"""Hands of Full Tilt: invented ones here, real ones where `BADUGI_HH_REAL` names a folder."""

from contextlib import closing
from dataclasses import replace

import pytest
from support.faults import GAMES
from support.restate import as_full_tilt

from badugi_hh import problems as codes
from badugi_hh.engine.rules import FULL_TILT, HOME, POKERSTARS, WSOP_LIVE, Betting, Post
from badugi_hh.history import events as ev
from badugi_hh.history.full_tilt import DIALECT, read_stake
from badugi_hh.history.lines import NO_FORM, grammar
from badugi_hh.history.money import SIGNS, MoneyUnit
from badugi_hh.history.parse import BlockKind, parse
from badugi_hh.history.source import Block, find_sources, read_blocks
from badugi_hh.history.spans import find_spans
from badugi_hh.history.write import write
from badugi_hh.simulate import CashGame, SitAndGo, simulate
from badugi_hh.store.database import open_database
from badugi_hh.store.hand_checks import check_block
from badugi_hh.store.importer import import_paths

HEADER = (
    "Full Tilt Poker Game #81200000001: Table Moth Hill (6 max) - $2.50/$5 - Limit Badugi"
    " - 22:05:59 CET - 2011/03/04 [16:05:59 ET - 2011/03/04]"
)
HAND = f"""{HEADER}
Seat 1: Ann Lee ($1,070.25)
Seat 2: Bo ($40)
Seat 3: Cy ($100)
Seat 5: Dee ($98.10), is sitting out
Seat 6: Eve ($60)
Cy posts the small blind of $1.25
Eve posts the big blind of $2.50
5 seconds left to act
Ann Lee posts $2.50
Dee is sitting out
The button is in seat #2
Fay sits down
*** HOLE CARDS ***
Dealt to Eve [4h Ad 7h Qs]
Ann Lee has 15 seconds left to act
Ann Lee raises to $5
Bo raises to $7.50
Cy folds
Eve calls $5
Ann Lee calls $2.50
Cy: Ann folds: nice
*** FIRST DRAW *** (Pot: $23.75)
Eve discards 2 cards [7h Qs]
Fay adds $100
Ann Lee stands pat
Bo discards 1 card
Dealt to Eve [4h Ad] [5c Ts]
Bo is dealt 1 card
Eve checks
Ann Lee bets $2.50
Bo calls $2.50
Eve folds
*** SECOND DRAW *** (Total Pot: $28.75, 2 Players)
Ann Lee stands pat
Bo has been disconnected
Bo discards 2 cards
Bo is dealt 2 cards
Ann Lee bets $5
Bo is feeling happy
Bo raises to $10
Ann Lee raises to $15
Bo calls $5
*** THIRD DRAW *** (Total Pot: $58.75, 2 Players)
Ann Lee stands pat
Bo discards 1 card
Bo is dealt 1 card
Ann Lee bets $5
Bo calls $5
*** SHOW DOWN ***
Ann Lee shows [8c 6d 3s 2h] a Badugi: 8, 6, 3, 2
Bo mucks
Ann Lee wins the pot ($66.75) with a Badugi: 8, 6, 3, 2
*** SUMMARY ***
Duration 48s
Total pot $68.75 | Rake $2
Seat 1: Ann Lee showed [8c 6d 3s 2h] and won ($66.75) with a Badugi: 8, 6, 3, 2
Seat 2: Bo (button) mucked [9d 7s Ah 5h] - a 3-Card: 9, 7, A
Seat 3: Cy (small blind) folded before the Draw
Seat 5: Dee is sitting out
Seat 6: Eve (big blind) folded after the 1st Draw"""

HEADS_UP = """FullTiltPoker Game #81200000002: Table Moth (New to the Game) (heads up) - FL Badugi - €0.25/€0.50 - 8:05:59 ET - 2013/05/08
Seat 1: Ann (€4)
Seat 2: Bo (€0.60)
Bo posts the small blind of €0.10
Ann posts the big blind of €0.25
The button is in seat #2
*** HOLE CARDS ***
Bo raises to €0.50
Ann raises to €0.75
Bo calls €0.10, and is all in
Uncalled bet of €0.15 returned to Ann
*** FIRST DRAW ***
Ann discards 1 card
Bo stands pat
Ann is dealt 1 card
*** SECOND DRAW ***
Ann stands pat
Bo stands pat
*** THIRD DRAW ***
Ann stands pat
Bo stands pat
*** SHOW DOWN ***
Ann shows [8c 6d 3s 2h] a Badugi: 8, 6, 3, 2
Bo shows [8s 6h 3c 2d] a Badugi: 8, 6, 3, 2
Bo ties for the pot (€0.60) with a Badugi: 8, 6, 3, 2
Ann ties for the pot (€0.60) with a Badugi: 8, 6, 3, 2
*** SUMMARY ***
Total pot €1.20 | Rake €0
Seat 1: Ann (big blind) showed [8c 6d 3s 2h] and won (€0.60) with a Badugi: 8, 6, 3, 2
Seat 2: Bo (small blind) showed [8s 6h 3c 2d] and won (€0.60) with a Badugi: 8, 6, 3, 2"""

WALK = """Full Tilt Poker Game #81200000003: $2 + $0.20 Sit & Go (98765432), Table 1 - 1,000/2,000 - Limit Badugi - 8:05:59 ET - 2011/03/04
Seat 1: Ann (1,500)
Seat 2: Bo (12,000)
Seat 3: Cy (3,000), is sitting out
Bo antes 100
Ann antes 100
Cy antes 100
Bo posts the small blind of 500
Cy posts the big blind of 1,000
The button is in seat #1
*** HOLE CARDS ***
Ann raises to 1,400, and is all in
Bo folds
Cy folds
Uncalled bet of 400 returned to Ann
Ann mucks
Ann wins the pot (2,800)
*** SUMMARY ***
Total pot 2,800 | Rake 0
Seat 1: Ann (button) collected (2,800), mucked
Seat 2: Bo (small blind) folded before the Draw
Seat 3: Cy (big blind) folded before the Draw"""


def check(text):
    return check_block(Block("hand.txt", 1, text), POKERSTARS)


def read(text):
    checked = check(text)
    assert [str(problem) for problem in checked.problems] == []
    return checked.reading.hand


def found(text):
    """Return the code and the line of each problem."""
    return [(problem.code, problem.place.line) for problem in check(text).problems]


def line_of(text, line):
    return text.split("\n").index(line) + 1


@pytest.mark.quick
def test_a_hand_is_read():
    hand = read(HAND)
    assert (hand.site, hand.id, hand.table, hand.max_seats, hand.button) == (
        "Full Tilt", "81200000001", "Moth Hill", 6, 2,
    )  # fmt: skip
    assert hand.stakes == ev.Stakes(Betting.FIXED, 250, 500, "USD")
    assert (hand.moment.local, hand.moment.zone, hand.moment.eastern) == (
        "2011/03/04 22:05:59",
        "CET",
        "2011/03/04 16:05:59",
    )
    assert [(seat.stack, seat.away) for seat in hand.seats] == [
        (107025, False), (4000, False), (10000, False), (9810, True), (6000, False),
    ]  # fmt: skip
    assert hand.of(ev.Posted)[2] == ev.Posted("Ann Lee", Post.BIG_BLIND, 250)
    assert [(event.by, event.to) for event in hand.of(ev.Raised)] == [
        (250, 500),
        (250, 750),
        (500, 1000),
        (500, 1500),
    ]
    drawn = hand.events.index(hand.of(ev.Drew)[0])
    assert hand.events[drawn - 1] == ev.Discarded("Eve", 2, hand.of(ev.Discarded)[0].cards)
    assert hand.of(ev.Showed)[0].description == "Badugi: 8,6,3,2"
    assert hand.of(ev.SeatSummary)[1].description == "3-card: 9,7,A"
    talk = [(event.player, event.kind) for event in hand.of(ev.Talked)]
    assert ("Cy", ev.Talk.SAID) in talk
    assert ("Bo", ev.Talk.FELT) in talk
    assert ("Fay", ev.Talk.ADDED) in talk


def test_the_results_are_those_of_the_lines():
    checked = check(HAND)
    nets = {seat: result.won - result.put_in for seat, result in checked.replay.results.items()}
    assert nets == {1: 6675 - 3000, 2: -3000, 3: -125, 6: -750}


def test_the_blinds_of_two_players_and_a_split_pot():
    hand = read(HEADS_UP)
    assert (hand.stakes.low, hand.stakes.high, hand.stakes.currency) == (25, 50, "EUR")
    assert hand.max_seats == 2
    assert hand.of(ev.SeatSummary)[1].tags == ("button", "small blind")
    assert [event.amount for event in hand.of(ev.Collected)] == [60, 60]


def test_a_tournament_and_an_uncontested_pot():
    hand = read(WALK)
    assert hand.tournament == ev.Tournament("98765432", None, "$2+$0.20")
    assert hand.table == "98765432 1"
    won = hand.events.index(ev.Collected("Ann", 2800, "pot"))
    assert hand.events[won + 1 : won + 3] == (ev.NotShown("Ann"), ev.SectionBegan(ev.Section.SUMMARY))


CHECKED = HAND.replace("Ann Lee bets $5\nBo calls $5\n*** SHOW", "Ann Lee checks\nBo checks\n*** SHOW")
CHECKED = CHECKED.replace("66.75", "56.75").replace("68.75", "58.75")


@pytest.mark.parametrize(
    ("raiser", "first", "room", "due"),
    [
        ("Bo", "Bo", POKERSTARS, None), ("Bo", "Ann Lee", POKERSTARS, "Bo"),
        ("Ann Lee", "Ann Lee", POKERSTARS, None), ("Ann Lee", "Bo", POKERSTARS, "Ann Lee"),
        ("Bo", "Ann Lee", WSOP_LIVE, None), ("Bo", "Bo", WSOP_LIVE, "Ann Lee"), ("Bo", "Ann Lee", HOME, None),
        ("Bo", "Bo", HOME, None),
    ],
)  # fmt: skip
def test_after_a_checked_last_round_the_last_bettor_of_the_hand_shows_first(raiser, first, room, due):
    """Other rules than those of PokerStars were chosen by name, so they hold."""
    text = CHECKED
    if raiser == "Bo":
        text = text.replace("Ann Lee raises to $15\nBo calls $5\n", "Ann Lee calls $5\n")
        text = text.replace("(Total Pot: $58.75", "(Total Pot: $48.75").replace("56.75", "46.75")
        text = text.replace("Total pot $58.75", "Total pot $48.75")
    if first == "Bo":
        shows, mucks = "Ann Lee shows [8c 6d 3s 2h] a Badugi: 8, 6, 3, 2", "Bo mucks"
        text = text.replace(f"{shows}\n{mucks}", f"{mucks}\n{shows}")
    problems = check_block(Block("hand.txt", 1, text), room).problems
    assert [(problem.code, problem.expected) for problem in problems] == [(codes.SHOWDOWN_ORDER, due)] * bool(
        due
    )


@pytest.mark.parametrize(
    "game", ["Limit Omaha H/L", "No Limit 2-7 Single Draw", "Limit Razz", "$5 Cap No Limit Hold'em"]
)
def test_hands_of_other_games_are_skipped(game):
    reading = parse(Block("", 1, HEADER.replace("Limit Badugi", game)))
    assert (reading.kind, reading.hand_id) == (BlockKind.OTHER_GAME, "81200000001")


START = "Full Tilt Poker Game #81200000001: "


@pytest.mark.parametrize(
    "header",
    [
        "Table Moth - $0.50/$1 - $20 Cap Limit Badugi - 22:05 - 2011/03/04",
        "Omaha Cup (98765432), Match 1 - 30/60 - Limit Badugi - 22:05:59 ET - 2011/03/04",
        "Omaha - Razz (98765432), Table 1 - 30/60 - 22:05:59 ET - 2011/03/04",
        "Table Omaha - 30/60 - 22:05:59 ET - 2011/03/04",
        "Table Moth - Omaha 5 - 30/60 - 22:05:59 ET - 2011/03/04",
        "Table Moth - $1/$2 - Limit Big O - 22:05 - 2011/03/04",
        "Table Moth - $1/$2 - Limit Razz",
    ],
)
def test_any_other_header_is_one_that_cannot_be_read(header):
    (problem,) = parse(Block("", 1, f"{START}{header}\nSeat 1: Ann ($5)")).problems
    assert (problem.code, problem.message) == (codes.BAD_HEADER, "the header cannot be read")


@pytest.mark.parametrize("header", [HEADER.replace("Badugi", "Bagudi"), HEADER.replace(" - Limit", "")])
def test_a_header_that_cannot_be_read(header):
    assert found(HAND.replace(HEADER, header)) == [(codes.BAD_HEADER, 1)]


FAULTS = [
    ("Bo is dealt 2 cards", "Bo is dealt 1 card", codes.WRONG_COUNT, "1"),
    ("Bo is dealt 1 card", "Cy is dealt 1 card", codes.MISPLACED_LINE, "Cy is dealt 1 card"),
    ("($66.75) with a Badugi: 8, 6, 3, 2", "($66.75) with a Badugi: 8, 5, 3, 2", codes.WRONG_DESCRIPTION, "a Badugi: 8, 5, 3, 2"),
    ("- a 3-Card: 9, 7, A", "- a 3-Card: 9, 6, A", codes.WRONG_DESCRIPTION, "a 3-Card: 9, 6, A"),
    ("(Pot: $23.75)", "(Pot: $23.50)", codes.WRONG_POT, "$23.50"),
    ("Seat 5: Dee is sitting out", "Seat 4: Dee is sitting out", codes.MISSING_SEAT_SUMMARY, "Seat 4"),
    ("The button is in seat #2", "The button is in seat #9", codes.BAD_SEATS, "9"),
    ("Bo raises to $10", "Bo raises to $9", codes.WRONG_AMOUNT, "$9"),
    ("Ann Lee ($1,070.25)", "Ann Lee ($10,70.25)", codes.BAD_AMOUNT, "$10,70.25"),
    ("Cy folds", "Cy ponders", codes.UNKNOWN_LINE, "Cy ponders"),
    ("Eve checks", "Evy checks", codes.UNKNOWN_NAME, "Evy checks"),
    ("[16:05:59 ET - 2011/03/04]", "[16:05:59 ET - 2011/02/31]", codes.BAD_TIME, "16:05:59 ET - 2011/02/31"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "code", "shown"), FAULTS, ids=[new for _, new, _, _ in FAULTS])
def test_what_contradicts_the_hand_is_found_with_its_place(old, new, code, shown):
    assert HAND.count(old) >= 1
    text = HAND.replace(old, new, 1)
    block = Block("hand.txt", 1, text)
    problems = check(text).problems
    assert code in {problem.code for problem in problems}
    spans = [
        text.split("\n")[problem.place.line - 1][span[0] - 1 :][: span[1]]
        for problem, _, span in find_spans(block, problems)
        if span and problem.code is code
    ]
    assert shown in spans


@pytest.mark.parametrize("line", ["Bo is dealt 1 card", "Dealt to Eve [4h Ad] [5c Ts]"])
def test_a_draw_without_the_line_of_its_cards(line):
    at = line_of(HAND, line)
    lines = HAND.split("\n")
    problems = check("\n".join([*lines[: at - 1], *lines[at:]])).problems
    assert {problem.code for problem in problems} == {codes.MISSING_CARDS}
    assert at in {problem.place.line for problem in problems}


def test_every_kind_of_line_is_made_and_has_its_parts():
    kinds = grammar("full-tilt").patterns
    first = {kind for kind in kinds if kind.endswith("HEADER")}
    assert kinds.keys() - DIALECT.makers.keys() == {*first, "TABLE"}
    assert DIALECT.parts.keys() <= kinds.keys()


def test_lines_of_pokerstars_have_no_form():
    for line in ("\ud800: folds", "Uncalled bet ($1) returned to \ud800", "\ud800: calls $1"):
        form = grammar("full-tilt").read(line)
        assert form is NO_FORM or form.kind == "SAID"


@pytest.mark.parametrize("text", [HAND, HEADS_UP, WALK])
def test_a_hand_that_was_read_is_written_and_read_back(text):
    hand = read(text)
    assert read(write(hand)) == hand


# --- headers of July 2010, and stakes for play chips

OLD_DATE = "15:13 ET - Wed, July 21, 2010"
HEADERS = [
    ("Full Tilt Poker Game #81200000001: Table Moth Hill (6 max) - {} - Limit Badugi - {}", False),
    ("Full Tilt Poker Game #81200000001: Table Moth Hill (6 max) - FL Badugi - {} - {}", False),
    ("Full Tilt Poker Game #81200000001: Moth Open (98765432), Table 1 - {} - Limit Badugi - {}", True),
    ("Full Tilt Poker Game #81200000001: Moth Open (98765432), Table 1 - FL Badugi - {} - {}", True),
]


def in_chips(header):
    """Return a hand for chips below a header."""
    return f"{header}\n{WALK.partition(chr(10))[2]}"


@pytest.mark.parametrize(("header", "tournament"), HEADERS)
@pytest.mark.parametrize(
    ("date", "local", "seconds"),
    [
        (OLD_DATE, "2010/07/21 15:13", 0),
        ("15:13:08 ET - Wed, July 21, 2010", "2010/07/21 15:13:08", 8),
        ("21:13 CET - Wed, July 21, 2010 [15:13 ET - Wed, July 21, 2010]", "2010/07/21 21:13", 0),
        ("15:13 ET - Wed, July 21, 2010 (partial)", "2010/07/21 15:13", 0),
    ],
)
def test_the_dates_of_july_2010(header, tournament, date, local, seconds):
    hand = read(in_chips(header.format("1,000/2,000", date)))
    assert hand.moment.local == local
    assert str(hand.moment.utc) == f"2010-07-21 19:13:{seconds:02}"
    assert (hand.tournament is not None) is tournament
    assert read(write(hand)) == hand
    if date == OLD_DATE:
        assert OLD_DATE in write(hand)


@pytest.mark.parametrize(
    ("date", "found"),
    [
        ("15:13 ET - Thu, July 21, 2010", "15:13 ET - Thu, July 21, 2010"),
        ("15:13 ET - Wed, Yuly 21, 2010", "15:13 ET - Wed, Yuly 21, 2010"),
        ("25:13 ET - Wed, July 21, 2010", "25:13 ET - Wed, July 21, 2010"),
        ("21:13 CET - Wed, July 22, 2010 [15:13 ET - Wed, July 21, 2010]", "21:13 CET - Wed, July 22, 2010"),
        ("21:13 CET - Wed, July 21, 2010 [15:13 ET - Tue, July 21, 2010]", "15:13 ET - Tue, July 21, 2010"),
    ],
)  # fmt: skip
def test_a_date_that_is_none(date, found):
    (problem,) = check(in_chips(HEADERS[0][0].format("1,000/2,000", date))).problems
    assert (problem.code, problem.found) == (codes.BAD_TIME, found)


@pytest.mark.parametrize(("header", "tournament"), HEADERS)
@pytest.mark.parametrize("stakes", ["1K/2K", "1000/2K"])
def test_stakes_in_thousands(header, tournament, stakes):
    hand = read(in_chips(header.format(stakes, "8:05:59 ET - 2011/03/04")))
    assert (hand.stakes.low, hand.stakes.high, hand.stakes.currency) == (1000, 2000, None)
    assert read(write(hand)) == hand


@pytest.mark.parametrize(
    ("text", "currency", "amount"),
    [
        ("1.5K", None, 1500), ("1.25M", None, 1250000), ("1B", None, 1000000000), ("$1.5K", "USD", 150000),
        ("1,000", None, 1000), ("$0.25", "USD", 25),
    ],
)  # fmt: skip
def test_a_stake_may_be_in_thousands_or_millions(text, currency, amount):
    assert read_stake(text, MoneyUnit(currency, SIGNS.get(currency, ""))) == amount


def test_amounts_below_the_header_are_in_full():
    assert codes.BAD_AMOUNT in {problem.code for problem in check(HAND.replace("($40)", "($4K)")).problems}


# --- 2016: on the software of PokerStars


def on_pokerstars(text):
    assert text.startswith("PokerStars Hand #")
    return f"Full Tilt{text.removeprefix('PokerStars')}"


@pytest.mark.parametrize("game", [CashGame("Moth", 6, 5, 25, 50), SitAndGo(6, 500, 50)])
def test_hands_of_2016_are_those_of_pokerstars_but_for_the_site(game):
    for hand in simulate(30, 1, games=(game,)):
        text = on_pokerstars(write(hand))
        moved = read(text)
        assert moved == replace(hand, site="Full Tilt")
        assert write(moved) == text


def test_a_hand_of_2016_is_shown_down_as_at_pokerstars():
    hands = list(simulate(200, 1, games=(CashGame("Moth", 6, 5, 25, 50),), room=FULL_TILT))
    found = [problem.code for hand in hands for problem in check(on_pokerstars(write(hand))).problems]
    assert set(found) == {codes.SHOWDOWN_ORDER}


def test_other_games_of_2016_are_skipped():
    text = "Full Tilt Hand #7:  6+ Hold'em No Limit (Button Blind $1) - 2016/05/20"
    assert parse(Block("", 1, text)).kind is BlockKind.OTHER_GAME


def test_a_hand_of_2016_with_the_number_of_a_hand_of_pokerstars_is_another_hand(tmp_path):
    """And the hands of its own software, whose numbers are shorter."""
    hands = [write(hand) for hand in simulate(12, 1, games=(CashGame("Moth", 6, 5, 25, 50),))]
    path = tmp_path / "hands.txt"
    path.write_text("\n\n\n".join([*hands, *map(on_pokerstars, hands), HAND]), encoding="utf-8")
    with closing(open_database(None)) as con:
        report = import_paths(con, [path])
        assert (report.hands_seen, report.stored, report.duplicates) == (25, 25, 0)
        sites = con.execute("SELECT site, count(*) FROM hands GROUP BY site ORDER BY site").fetchall()
        assert sites == [("Full Tilt", 13), ("PokerStars", 12)]


@pytest.mark.parametrize(
    ("game", "pool"), [each for each in GAMES if each[0].betting is not Betting.HALF_POT]
)
@pytest.mark.parametrize("count", [12, pytest.param(350, marks=pytest.mark.long)])
def test_simulated_hands_are_written_and_read_back(game, pool, count):
    for hand in as_full_tilt(simulate(count, 1, games=(game,), pool=pool, room=FULL_TILT)):
        assert read(write(hand)) == hand


def test_real_hands_have_no_problem(real):
    hands = 0
    for source in find_sources([real / "other-sites", real.parent / "other-rooms" / "full-tilt"]):
        for block in read_blocks(source)[0]:
            if "Full" not in block.text[:5]:
                continue
            checked = check_block(block, POKERSTARS)
            assert list(checked.problems) == []
            hands += checked.reading.kind is BlockKind.BADUGI
            assert checked.reading.kind is not BlockKind.UNREADABLE
    assert hands
