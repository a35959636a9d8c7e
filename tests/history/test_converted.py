"""Hands that another program has converted: read where the text leaves no choice, with one warning for each hand."""

import pytest
from support.histories import HAND, play
from support.rows import rows_of

from badugi_hh.bulk.valid_hands import read_hands
from badugi_hh.engine.rules import POKERSTARS
from badugi_hh.facts.schema import HANDS, SEATS
from badugi_hh.history.parse import BlockKind, parse
from badugi_hh.history.source import Block
from badugi_hh.history.write import write
from badugi_hh.store.hand_checks import check_block

pytestmark = pytest.mark.quick

HEADER, _, REST = HAND.partition("\n")
TIME = "2024/03/04 22:05:59 CET [2024/03/04 16:05:59 ET]"
CASH = f"PokerStars Hand #77700000002:  Badugi Limit ($0.25/$0.50 USD) - {TIME}"
TOURNAMENT = """\
PokerStars Hand #77700000093: Tournament #55, $2.00+$0.20 USD Badugi Limit - Level XII (600/1200) - 2024/03/04 22:05:00 ET
Table '55 2' 6-max Seat #2 is the button
Seat 1: Ann (12690 in chips)\x20
Seat 2: Bo (1000 in chips)\x20
Bo: posts small blind 300
Ann: posts big blind 600
*** DEALING HANDS ***
Bo: raises 400 to 1000 and is all-in
Ann: calls 400
*** FIRST DRAW ***
Ann: discards 1 card
Bo: stands pat\x20
*** SECOND DRAW ***
Ann: stands pat\x20
Bo: stands pat\x20
*** THIRD DRAW ***
Ann: stands pat\x20
Bo: stands pat\x20
*** SHOW DOWN ***
Ann: shows [As 3h 8d 9c] (Badugi: 9,8,3,A)
Bo: shows [Ac 3s 8h Td] (Badugi: T,8,3,A)
Ann collected 2000 from pot
Bo finished the tournament in 2nd place
*** SUMMARY ***
Total pot 2000 | Rake 0\x20
Seat 1: Ann (big blind) showed [As 3h 8d 9c] and won (2000) with a Badugi: 9,8,3,A
Seat 2: Bo (button) (small blind) showed [Ac 3s 8h Td] and lost with a Badugi: T,8,3,A"""


def problems_of(text):
    checked = check_block(Block("a.txt", 1, text), POKERSTARS)
    return [(problem.code.id, problem.place.line, problem.message) for problem in checked.problems]


def facts(text, table):
    return [row | {"zone": None} if "zone" in row else row for row in rows_of(play(text), table)]


def test_the_hands_are_without_a_problem_as_the_client_writes_them():
    assert CASH == HEADER
    assert problems_of(HAND) == []


@pytest.mark.parametrize(
    ("header", "what"),
    [
        (f"POKERSTARS GAME #77700000002:  BADUGI LIMIT ($0.25/$0.50 USD) - {TIME}", "capitals in the header"),
        (f"POKERSTARS GAME #77700000002: BADUGI LIMIT ($0.25/$0.50) - {TIME}", "capitals in the header"),
        (f"PokerStars Game #77700000002:  BADUGI LIMIT ($0.25/$0.50 USD) - {TIME}", "capitals in the header"),
        (f"POKERSTARS GAME #77700000002:  Badugi Limit ($0.25/$0.50 USD) - {TIME}", "capitals in the header"),
        (f"PokerStars Game #77700000002:  Badugi Fixed Limit ($0.25/$0.50 USD) - {TIME}", "`Fixed Limit` for `Limit`"),
    ],
)  # fmt: skip
def test_a_header_of_a_converter_is_one_warning(header, what):
    text = f"{header}\n{REST}"
    assert problems_of(text) == [("H03", 1, f"the hand has {what}, which the client does not write")]
    assert write(parse(Block("a.txt", 1, text)).hand) == HAND.replace("Stars Hand", "Stars Game", 1)
    for table in (HANDS, SEATS):
        assert [row | {"status": ""} if "status" in row else row for row in facts(text, table)] == [
            row | {"status": ""} if "status" in row else row for row in facts(HAND, table)
        ]
    assert read_hands([text], "pokerstars") == {}


@pytest.mark.parametrize(
    "header",
    [
        "POKERSTARS GAME #77700000093: TOURNAMENT #55, $2.00+$0.20 USD BADUGI LIMIT - LEVEL XII (600/1200) - 2024/03/04 22:05:00 ET",
        "PokerStars Hand #77700000093: Tournament #55, $2.00+$0.20 USD Badugi Fixed Limit - Level XII (600/1200) - 2024/03/04 22:05:00 ET",
        "PokerStars Hand #77700000093: Tournament #55, $2.00+$0.20 USD Badugi Limit - Level XII (600/1,200) - 2024/03/04 22:05:00 ET",
    ],
)
def test_a_header_of_a_tournament(header):
    first, _, rest = TOURNAMENT.partition("\n")
    assert problems_of(TOURNAMENT) == []
    assert [(code, line) for code, line, _ in problems_of(f"{header}\n{rest}")] == [("H03", 1)]
    hand, plain = (parse(Block("a.txt", 1, f"{top}\n{rest}")).hand for top in (header, first))
    assert (hand.tournament, hand.stakes, hand.moment) == (plain.tournament, plain.stakes, plain.moment)


@pytest.mark.parametrize(
    "header",
    [
        f"PokerStars Hand #1:  BADUGI Limit ($0.25/$0.50 USD) - {TIME}",
        f"PokerStars Hand #1:  badugi limit ($0.25/$0.50 USD) - {TIME}",
        f"PokerStars Hand #1:  Badugi Fixd Limit ($0.25/$0.50 USD) - {TIME}",
        f"POKERSTARS GAME #1:  BADUG LIMIT ($0.25/$0.50 USD) - {TIME}",
        f"pokerstars game #1:  BADUGI LIMIT ($0.25/$0.50 USD) - {TIME}",
    ],
)
def test_other_headers_are_still_errors(header):
    assert next(code for code, *_ in problems_of(f"{header}\n{REST}")) in {"G01", "G04"}


@pytest.mark.parametrize(
    "header",
    [
        f"POKERSTARS GAME #1:  HOLD'EM NO LIMIT ($0.25/$0.50 USD) - {TIME}",
        f"POKERSTARS GAME #1: TOURNAMENT #5, $1+$0.10 OMAHA HI/LO POT LIMIT - LEVEL I (10/20) - {TIME}",
        f"PokerStars Hand #1:  Hold'em Fixed Limit ($0.25/$0.50 USD) - {TIME}",
        "PokerStars Hand #1:  Hold'em No Limit ($0.25/$0.50 USD) - 2024/03/04 22:05:59",
    ],
)
def test_converted_hands_of_other_games_are_other_games(header):
    assert parse(Block("a.txt", 1, f"{header}\n{REST}")).kind is BlockKind.OTHER_GAME


# --- commas in amounts


def test_commas_in_amounts_are_one_warning():
    text = TOURNAMENT.replace("12690", "12,690").replace("1000", "1,000").replace("2000", "2,000")
    assert text.count(",0") == 5
    assert problems_of(text) == [
        ("H03", 3, "the hand has commas in amounts, which the client does not write")
    ]
    assert write(parse(Block("a.txt", 1, text)).hand) == TOURNAMENT
    assert rows_of(play(text), SEATS) == rows_of(play(TOURNAMENT), SEATS)
    assert read_hands([text], "pokerstars") == {}


@pytest.mark.parametrize(("amount", "chips"), [("2,690", 2690), ("1,234,567", 1234567)])
def test_groups_of_three_digits(amount, chips):
    hand = parse(Block("a.txt", 1, TOURNAMENT.replace("12690", amount))).hand
    assert hand.seats[0].stack == chips


def test_a_comma_in_a_name_or_in_chat_is_no_amount():
    text = HAND.replace("Cy", "Cy 2,690").replace("Dee: folds \n", 'Dee: folds \nDee said, "1,000"\n')
    assert problems_of(text) == []


# --- the time


def time_of(written, text=HAND):
    text = text.replace(TIME, written)
    assert written in text
    hand = parse(Block("a.txt", 1, text)).hand
    assert write(hand) == text
    return str(hand.moment.utc), hand.moment.zone, [(code, line) for code, line, _ in problems_of(text)]


@pytest.mark.parametrize(
    ("written", "utc", "zone", "doubt"),
    [
        ("2024/03/04 22:05:59", "None", None, True),
        ("2024/03/04 22:05:59 [2024/03/04 16:05:59 ET]", "2024-03-04 21:05:59", None, False),
        ("2024/03/04 22:05:59 GMT+1", "2024-03-04 21:05:59", "GMT+1", False),
        ("2024/03/04 22:05:59 GMT+01:00", "2024-03-04 21:05:59", "GMT+01:00", False),
        ("2024/03/04 22:05:59 UTC-3", "2024-03-05 01:05:59", "UTC-3", False),
        ("2024/03/04 22:05:59 GMT+5:30", "2024-03-04 16:35:59", "GMT+5:30", False),
        ("2024/03/04 22:05:59 GMT+1 [2024/03/04 16:05:59 ET]", "2024-03-04 21:05:59", "GMT+1", False),
        ("2024/03/04 22:05:59 GMT+2 [2024/03/04 16:05:59 ET]", "2024-03-04 21:05:59", "GMT+2", True),
        ("2024/03/04 22:05:59 GMT+15", "None", "GMT+15", True),
        ("2024/03/04 22:05:59 GMT+1:07", "None", "GMT+1:07", True),
    ],
)
def test_a_time_without_a_zone_or_with_an_offset(written, utc, zone, doubt):
    assert time_of(written) == (utc, zone, [("G09", 1)] if doubt else [])


def test_the_rows_of_a_hand_without_a_zone():
    text = HAND.replace(TIME, "2024/03/04 22:05:59")
    (row,) = rows_of(play(text), HANDS)
    assert (row["played_at"], row["local_time"], row["zone"]) == (None, "2024/03/04 22:05:59", None)
    assert read_hands([text], "pokerstars") == {}
