"""`write` against texts written out by hand, and as the inverse of `parse`, on real files where there are any.

The expected lines are the forms of the client, blanks at their ends included, with invented names. `test_parse.py` writes
the lines of events back.
"""

from dataclasses import replace

import pytest
from support import two_views as views

from badugi_hh.engine.cards import cards
from badugi_hh.engine.rules import Betting
from badugi_hh.history import events as ev
from badugi_hh.history.blocks import Block
from badugi_hh.history.parse import parse
from badugi_hh.history.source import find_sources, read_blocks
from badugi_hh.history.write import header_line, ordinal, seat_line, table_line, write
from badugi_hh.replay import replay
from badugi_hh.simulate import simulate, write_files

pytestmark = pytest.mark.quick

CASH = ev.Hand(
    site="PokerStars",
    id="249000009288",
    kind="Hand",
    game="Badugi",
    stakes=ev.Stakes(Betting.FIXED, 25, 50, "USD"),
    moment=ev.Moment(None, "2024/03/12 14:00:00", "ET"),
    table="Alcyone IV",
    button=4,
    seats=(),
    events=(),
    max_seats=8,
)
CHIPS = replace(
    CASH,
    stakes=ev.Stakes(Betting.FIXED, 20, 40),
    moment=ev.Moment(None, "2024/03/12 19:00:00", "CET", "2024/03/12 14:00:00"),
    tournament=ev.Tournament("743452771", "I", "$2.00+$0.20 USD"),
    table="743452771 1",
)
FOUR = cards("As 3h 8d 6c")

HEADERS = [
    (CASH, "PokerStars Hand #249000009288:  Badugi Limit ($0.25/$0.50 USD) - 2024/03/12 14:00:00 ET"),
    (replace(CASH, kind="Game", stakes=ev.Stakes(Betting.POT, 250, 500, "EUR")), "PokerStars Game #249000009288:  Badugi Pot Limit (€2.50/€5.00 EUR) - 2024/03/12 14:00:00 ET"),
    (replace(CASH, stakes=ev.Stakes(Betting.FIXED, 100, 200, "USD")), "PokerStars Hand #249000009288:  Badugi Limit ($1/$2 USD) - 2024/03/12 14:00:00 ET"),
    (replace(CASH, stakes=ev.Stakes(Betting.FIXED, 100, 200)), "PokerStars Hand #249000009288:  Badugi Limit (100/200) - 2024/03/12 14:00:00 ET"),
    (replace(CASH, stakes=ev.Stakes(Betting.NO_LIMIT, 25, 50, "USD", cap=1000)), "PokerStars Hand #249000009288:  Badugi No Limit ($0.25/$0.50 - $10 Cap -  USD) - 2024/03/12 14:00:00 ET"),
    (replace(CASH, mix="8-Game"), "PokerStars Hand #249000009288:  8-Game (Badugi Limit, $0.25/$0.50 USD) - 2024/03/12 14:00:00 ET"),
    (replace(CASH, kind="Home Game Hand", club="Moth Club", stakes=ev.Stakes(Betting.FIXED, 1, 2)), "PokerStars Home Game Hand #249000009288: {Moth Club}  Badugi Limit (1/2) - 2024/03/12 14:00:00 ET"),
    (CHIPS, ("PokerStars Hand #249000009288: Tournament #743452771, $2.00+$0.20 USD Badugi Limit - Level I (20/40)" " - 2024/03/12 19:00:00 CET [2024/03/12 14:00:00 ET]")),
    (
        replace(
            CHIPS,
            tournament=ev.Tournament("7", "V", None, "Match Round II"),
            club="Moth Club",
            kind="Home Game Hand",
        ),
        (
            "PokerStars Home Game Hand #249000009288: {Moth Club} Tournament #7, Badugi Limit"
            " - Match Round II, Level V (20/40) - 2024/03/12 19:00:00 CET [2024/03/12 14:00:00 ET]"
        ),
    ),
    (
        replace(CHIPS, tournament=ev.Tournament("7", "V", "Freeroll "), mix="8-Game"),
        (
            "PokerStars Hand #249000009288: Tournament #7, Freeroll  8-Game (Badugi Limit)"
            " - Level V (20/40) - 2024/03/12 19:00:00 CET [2024/03/12 14:00:00 ET]"
        ),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "line"), HEADERS)
def test_a_header_is_written_as_the_client_writes_it(hand, line):
    assert header_line(hand) == line


@pytest.mark.parametrize(
    ("hand", "line"),
    [
        (CASH, "Table 'Alcyone IV' 8-max Seat #4 is the button"),
        (CHIPS, "Table '743452771 1' 8-max Seat #4 is the button"),
        (replace(CASH, play_money=True), "Table 'Alcyone IV' 8-max (Play Money) Seat #4 is the button"),
        (replace(CASH, max_seats=None, table="Owl's"), "Table 'Owl's' Seat #4 is the button"),
    ],
)
def test_a_table_line_is_written_as_the_client_writes_it(hand, line):
    assert table_line(hand) == line


@pytest.mark.parametrize(
    ("hand", "seat", "line"),
    [
        (CASH, ev.Seat(1, "Moss", 680), "Seat 1: Moss ($6.80 in chips) "),
        (CASH, ev.Seat(2, "Fern (x)", 500), "Seat 2: Fern (x) ($5 in chips) "),
        (CASH, ev.Seat(2, "Fern", 5), "Seat 2: Fern ($0.05 in chips) "),
        (CHIPS, ev.Seat(3, "Moss", 1500), "Seat 3: Moss (1500 in chips) "),
        (CHIPS, ev.Seat(3, "Moss", 1500, bounty="$25"), "Seat 3: Moss (1500 in chips, $25 bounty) "),
        (CHIPS, ev.Seat(3, "Moss", 1140, sitting_out=True), "Seat 3: Moss (1140 in chips) is sitting out"),
        (
            CHIPS,
            ev.Seat(4, "Moss", 1500, out_of_hand="moved from another table into small blind"),
            "Seat 4: Moss (1500 in chips) out of hand (moved from another table into small blind)",
        ),
    ],
)
def test_a_seat_line_is_written_as_the_client_writes_it(hand, seat, line):
    assert seat_line(hand, seat) == line


def test_places_are_counted_in_english():
    ends = {"st": (1, 21, 101), "nd": (2, 72), "rd": (3, 1003), "th": (4, 11, 12, 13, 111, 112)}
    for end, numbers in ends.items():
        assert [ordinal(number) for number in numbers] == [f"{number}{end}" for number in numbers]


# --- the inverse of `parse`


def read(folder):
    """Yield the Badugi hands of the files in a folder, every one of which must be read whole."""
    for source in find_sources([folder]):
        blocks, problems = read_blocks(source)
        assert not problems
        for block in blocks:
            reading = parse(block)
            assert not reading.problems
            assert reading.hand is not None
            yield reading.hand


@pytest.mark.parametrize("mark", ["[AAMS ID: M2F0C31D007A5B]", "[ADM ID: M2F0C31D007A5B]"])
def test_a_hand_of_the_italian_room_is_read_and_given_back(mark):
    text = views.ANN.replace("$", "€").replace("€1 USD)", f"€1.00 EUR) {mark}")
    hand = parse(Block("a.txt", 1, text.rstrip("\n"))).hand
    assert hand is not None
    assert (hand.room_id, hand.stakes.currency) == ("M2F0C31D007A5B", "EUR")
    assert replay(hand).ok
    assert write(hand) == text.rstrip("\n").replace("AAMS", "ADM")


def test_simulated_hands_are_read_back_as_they_were_played(tmp_path):
    played = list(simulate(200, seed=13))
    write_files(played, tmp_path)
    back = {hand.id: hand for hand in read(tmp_path)}
    assert len(back) == len(played)
    for hand in played:
        assert back[hand.id] == hand
        assert write(back[hand.id]) == write(hand)


def test_real_hands_are_written_as_they_were_read(real):
    folder = real / "pokerstars"
    texts = [path.read_text("utf-8-sig") for path in sorted(folder.glob("*.txt"))]
    written = 0
    for hand in read(folder):
        (text,) = [text for text in texts if hand.id in text]
        assert write(hand) + "\n" in text
        written += 1
    assert written == sum(text.count("*** SUMMARY ***") for text in texts) > 0
