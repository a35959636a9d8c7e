"""The currency of a hand: that of the code in its header, with the sign that its amounts have."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.histories import HAND, WALK

from badugi_hh.history import events as ev
from badugi_hh.history.money import SIGNS, Money, MoneyUnit, currency_of_buy_in, read_in, read_money
from badugi_hh.history.parse import parse
from badugi_hh.history.source import Block
from badugi_hh.history.write import write
from badugi_hh.replay import replay

pytestmark = pytest.mark.quick

OTHER_SIGNS = ("$", "C$", "R$", "A$", "¥", "₽", "kr", "kr.", "zł")
CODES = st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=3, max_size=3)


def written(code, sign="$"):
    """A hand whose header has this code, and whose amounts have this sign."""
    return HAND.replace("$", sign).replace(" USD)", f" {code})")


def read(text):
    return parse(Block("a.txt", 1, text.rstrip("\n")))


def problems(text):
    return [(problem.code.id, problem.place.line) for problem in read(text).problems]


@given(CODES, st.sampled_from(OTHER_SIGNS))
def test_a_hand_of_any_currency_is_read_and_written_as_it_is(code, sign):
    sign = SIGNS.get(code, sign)
    reading = read(written(code, sign))
    hand = reading.hand
    assert hand is not None, [str(problem) for problem in reading.problems]
    assert (hand.stakes.currency, hand.stakes.low, hand.stakes.sign) == (code, 25, sign)
    assert replay(hand).ok
    assert write(hand) == written(code, sign).rstrip("\n")


@pytest.mark.parametrize(
    ("code", "sign"),
    [
        *(("EUR", "$"), ("GBP", "€"), ("USD", "€"), ("USD", "C$"), ("INR", "$"), ("CAD", "€"), ("BRL", "£")),
        *(("CNY", "₹"), ("CAD", "Rs. "), ("CAD", "US$"), ("CAD", "T$"), ("CAD", "SC"), ("CAD", "")),
    ],
)
def test_a_sign_that_contradicts_the_code_is_a_problem_of_the_header(code, sign):
    assert ("G05", 1) in problems(written(code, sign))


@pytest.mark.parametrize(
    ("sign", "code"), [("$", "USD"), ("€", "EUR"), ("£", "GBP"), ("₹", "INR"), ("Rs. ", "INR")]
)
def test_stakes_without_a_code_are_in_the_currency_of_their_sign(sign, code):
    hand = read(WALK.replace(" USD)", ")").replace("$", sign)).hand
    assert hand is not None
    assert hand.stakes.currency == code


@pytest.mark.parametrize(("code", "sign"), [("CAD", "$"), ("CAD", "C$"), ("BRL", "R$"), ("USD", "$")])
@pytest.mark.parametrize("other", ["", "€", "¥"])
def test_every_amount_of_a_hand_has_the_sign_of_its_stakes(code, sign, other):
    text = written(code, sign)
    assert f": bets {sign}" in text
    wrong = text.replace(f": bets {sign}", f": bets {other}", 1)
    line = 1 + wrong[: wrong.index(f": bets {other}")].count("\n")
    assert problems(wrong) == [("G05", line)]


@pytest.mark.parametrize("text", ["$.10", "$0.10"])
def test_amounts_may_have_no_digit_before_the_point(text):
    """`$.10` was ten dollars; a hand is written with the digit."""
    assert read_in(text, MoneyUnit("USD", "$")) == 10
    hand = read(written("USD").replace("$0.", "$.")).hand
    assert hand is not None
    assert write(hand) == written("USD").rstrip("\n")


PRIZES = [
    ("$80.00", "CAD", 8000, "CAD"), ("$80.00", "USD", 8000, "USD"), ("$80.00", None, 8000, "USD"),
    ("C$80", "CAD", 8000, "CAD"), ("€5", "CAD", 500, "EUR"), ("$5", "EUR", 500, "USD"),
    ("C$5", "USD", None, None), ("T$5", "CAD", None, None), ("500 FPP", "CAD", None, None),
    ("-$5", "CAD", None, None), ("a ticket worth $5", "CAD", None, None), ("1500", "CAD", 1500, None),
]  # fmt: skip


@pytest.mark.parametrize(("text", "code", "amount", "currency"), PRIZES)
def test_a_prize_is_in_the_currency_of_the_header_where_its_sign_can_be(text, code, amount, currency):
    assert read_money(text, code) == Money(text, amount, currency)


@pytest.mark.parametrize(
    ("buy_in", "code"),
    [
        *(
            ("$4.90+$0.60 CAD", "CAD"),
            ("$5.00+$0.50", "USD"),
            ("€1+€1+€0.20 EUR", "EUR"),
            ("R$5+R$1 BRL", "BRL"),
        ),
        *((each, None) for each in ("Freeroll", "50FPP", "250 SC", "300+20", None)),
    ],
)
def test_the_currency_of_a_buy_in(buy_in, code):
    assert currency_of_buy_in(buy_in) == code


def test_prizes_and_bounties_of_a_hand_are_in_the_currency_of_its_buy_in():
    header = "PokerStars Hand #1: Tournament #2, {} Badugi Limit - Level I (10/20) - 2024/03/04 16:05:59 ET"
    lines = """
Table '2 1' 6-max Seat #1 is the button
Seat 1: Ann (100 in chips)
Seat 2: Bo (100 in chips)
*** DEALING HANDS ***
Ann wins the $5 bounty for eliminating Bo
Bo finished the tournament in 2nd place and received $5.40.
Ann wins the tournament and receives $10 - congratulations!
*** SUMMARY ***"""
    for buy_in, currency in (("$4.90+$1+$0.60 CAD", "CAD"), ("$4+$1+$1 USD", "USD"), ("$4+$1+$1", "USD")):
        hand = read(header.format(buy_in) + lines).hand
        assert hand is not None
        (bounty,), (second,), (first,) = (
            hand.of(ev.BountyWon),
            hand.of(ev.Finished),
            hand.of(ev.WonTournament),
        )
        assert bounty.bounty == Money("$5", 500, currency)
        assert second.prize == Money("$5.40", 540, currency)
        assert first.prize == Money("$10", 1000, currency)
        assert write(hand) == header.format(buy_in) + lines.replace("chips)", "chips) ")
