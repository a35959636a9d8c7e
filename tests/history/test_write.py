"""`write` against texts written out by hand, and as the inverse of `parse`, on real files where there are any.

The expected lines are the forms of the client, blanks at their ends included, with invented names.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest
from support import two_views as views

from badugi_hh.engine.cards import cards
from badugi_hh.engine.rules import Betting, Post
from badugi_hh.history.blocks import Block, split_blocks
from badugi_hh.history.events import (
    ANY_EVENT,
    Bet,
    BettingCapped,
    BountyWon,
    BreakSkipped,
    Called,
    CashedOut,
    Checked,
    Collected,
    Dealt,
    DeckReshuffled,
    Discarded,
    Drew,
    Finished,
    Folded,
    Hand,
    HandCancelled,
    Layout,
    Moment,
    Mucked,
    NotShown,
    Outcome,
    Posted,
    PotSummary,
    Raised,
    Seat,
    SeatSummary,
    Section,
    SectionBegan,
    Showed,
    Stakes,
    StoodPat,
    Talk,
    Talked,
    Tournament,
    UncalledReturned,
    WonTournament,
)
from badugi_hh.history.money import read_money
from badugi_hh.history.parse import parse
from badugi_hh.history.source import find_sources, read_blocks
from badugi_hh.history.write import event_line, header_line, ordinal, seat_line, table_line, write
from badugi_hh.replay import replay
from badugi_hh.simulate import CashGame, simulate, write_files

pytestmark = pytest.mark.quick

CASH = Hand(
    site="PokerStars",
    id="249000009288",
    kind="Hand",
    game="Badugi",
    stakes=Stakes(Betting.FIXED, 25, 50, "USD"),
    moment=Moment(None, "2024/03/12 14:00:00", "ET"),
    table="Alcyone IV",
    button=4,
    seats=(),
    events=(),
    max_seats=8,
)
CHIPS = replace(
    CASH,
    stakes=Stakes(Betting.FIXED, 20, 40),
    moment=Moment(None, "2024/03/12 19:00:00", "CET", "2024/03/12 14:00:00"),
    tournament=Tournament("743452771", "I", "$2.00+$0.20 USD"),
    table="743452771 1",
)
FOUR = cards("As 3h 8d 6c")

HEADERS = [
    (CASH, "PokerStars Hand #249000009288:  Badugi Limit ($0.25/$0.50 USD) - 2024/03/12 14:00:00 ET"),
    (
        replace(CASH, kind="Game", stakes=Stakes(Betting.POT, 250, 500, "EUR")),
        "PokerStars Game #249000009288:  Badugi Pot Limit (€2.50/€5.00 EUR) - 2024/03/12 14:00:00 ET",
    ),
    (
        replace(CASH, stakes=Stakes(Betting.FIXED, 50, 100, "USD")),
        "PokerStars Hand #249000009288:  Badugi Limit ($0.50/$1.00 USD) - 2024/03/12 14:00:00 ET",
    ),
    (
        replace(CASH, stakes=Stakes(Betting.FIXED, 100, 200, "USD")),
        "PokerStars Hand #249000009288:  Badugi Limit ($1/$2 USD) - 2024/03/12 14:00:00 ET",
    ),
    (
        replace(CASH, stakes=Stakes(Betting.FIXED, 100, 200)),
        "PokerStars Hand #249000009288:  Badugi Limit (100/200) - 2024/03/12 14:00:00 ET",
    ),
    (
        replace(CASH, stakes=Stakes(Betting.NO_LIMIT, 25, 50, "USD", cap=1000)),
        "PokerStars Hand #249000009288:  Badugi No Limit ($0.25/$0.50 - $10 Cap -  USD) - 2024/03/12 14:00:00 ET",
    ),
    (
        replace(CASH, mix="8-Game"),
        "PokerStars Hand #249000009288:  8-Game (Badugi Limit, $0.25/$0.50 USD) - 2024/03/12 14:00:00 ET",
    ),
    (
        replace(CASH, kind="Home Game Hand", club="Moth Club", stakes=Stakes(Betting.FIXED, 1, 2)),
        "PokerStars Home Game Hand #249000009288: {Moth Club}  Badugi Limit (1/2) - 2024/03/12 14:00:00 ET",
    ),
    (
        CHIPS,
        (
            "PokerStars Hand #249000009288: Tournament #743452771, $2.00+$0.20 USD Badugi Limit - Level I (20/40)"
            " - 2024/03/12 19:00:00 CET [2024/03/12 14:00:00 ET]"
        ),
    ),
    (
        replace(
            CHIPS,
            tournament=Tournament("7", "V", None, "Match Round II"),
            club="Moth Club",
            kind="Home Game Hand",
        ),
        (
            "PokerStars Home Game Hand #249000009288: {Moth Club} Tournament #7, Badugi Limit"
            " - Match Round II, Level V (20/40) - 2024/03/12 19:00:00 CET [2024/03/12 14:00:00 ET]"
        ),
    ),
    (
        replace(CHIPS, tournament=Tournament("7", "V", "Freeroll "), mix="8-Game"),
        (
            "PokerStars Hand #249000009288: Tournament #7, Freeroll  8-Game (Badugi Limit)"
            " - Level V (20/40) - 2024/03/12 19:00:00 CET [2024/03/12 14:00:00 ET]"
        ),
    ),
]


@pytest.mark.parametrize(("hand", "line"), HEADERS)
def test_a_header_is_written_as_the_client_writes_it(hand: Hand, line: str) -> None:
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
def test_a_table_line_is_written_as_the_client_writes_it(hand: Hand, line: str) -> None:
    assert table_line(hand) == line


@pytest.mark.parametrize(
    ("hand", "seat", "line"),
    [
        (CASH, Seat(1, "Moss", 680), "Seat 1: Moss ($6.80 in chips) "),
        (CASH, Seat(2, "Fern (x)", 500), "Seat 2: Fern (x) ($5 in chips) "),
        (CASH, Seat(2, "Fern", 5), "Seat 2: Fern ($0.05 in chips) "),
        (CHIPS, Seat(3, "Moss", 1500), "Seat 3: Moss (1500 in chips) "),
        (CHIPS, Seat(3, "Moss", 1500, bounty="$25"), "Seat 3: Moss (1500 in chips, $25 bounty) "),
        (CHIPS, Seat(3, "Moss", 1140, sitting_out=True), "Seat 3: Moss (1140 in chips) is sitting out"),
        (
            CHIPS,
            Seat(4, "Moss", 1500, out_of_hand="moved from another table into small blind"),
            "Seat 4: Moss (1500 in chips) out of hand (moved from another table into small blind)",
        ),
    ],
)
def test_a_seat_line_is_written_as_the_client_writes_it(hand: Hand, seat: Seat, line: str) -> None:
    assert seat_line(hand, seat) == line


LINES: list[tuple[Hand, ANY_EVENT, str]] = [
    (CASH, SectionBegan(Section.DEALING), "*** DEALING HANDS ***"),
    (CASH, SectionBegan(Section.FIRST_DRAW), "*** FIRST DRAW ***"),
    (CASH, SectionBegan(Section.SECOND_DRAW), "*** SECOND DRAW ***"),
    (CASH, SectionBegan(Section.THIRD_DRAW), "*** THIRD DRAW ***"),
    (CASH, SectionBegan(Section.SHOW_DOWN), "*** SHOW DOWN ***"),
    (CASH, SectionBegan(Section.SUMMARY), "*** SUMMARY ***"),
    (CASH, Posted("Moss", Post.SMALL_BLIND, 10), "Moss: posts small blind $0.10"),
    (CHIPS, Posted("Moss", Post.BIG_BLIND, 25, all_in=True), "Moss: posts big blind 25 and is all-in"),
    (CASH, Posted("Moss", Post.BOTH_BLINDS, 35), "Moss: posts small & big blinds $0.35"),
    (CHIPS, Posted("Moss", Post.ANTE, 25), "Moss: posts the ante 25"),
    (CASH, Dealt("Moss", FOUR), "Dealt to Moss [As 3h 8d 6c]"),
    (CASH, Discarded("Moss", 1), "Moss: discards 1 card"),
    (CASH, Discarded("Moss", 4), "Moss: discards 4 cards"),
    (CASH, Discarded("Moss", 2, FOUR[2:]), "Moss: discards 2 cards [8d 6c]"),
    (CASH, Discarded("Moss", 2, disconnected=True), "Moss: discards 2 cards (disconnect)"),
    (CASH, StoodPat("Moss"), "Moss: stands pat "),
    (CASH, StoodPat("Moss", FOUR), "Moss: stands pat on [As 3h 8d 6c]"),
    (CASH, StoodPat("Moss", disconnected=True), "Moss: stands pat (disconnect)"),
    (CASH, StoodPat("Moss", FOUR, disconnected=True), "Moss: stands pat on [As 3h 8d 6c] (disconnect)"),
    (CASH, Drew("Moss", FOUR[:2], FOUR[2:]), "Dealt to Moss [As 3h] [8d 6c]"),
    (CASH, Drew("Moss", (), FOUR), "Dealt to Moss [As 3h 8d 6c]"),
    (CASH, DeckReshuffled(), "The deck is reshuffled"),
    (CASH, Folded("Moss"), "Moss: folds "),
    (CASH, Folded("Moss", FOUR[:1]), "Moss: folds [As]"),
    (CASH, Folded("Moss", disconnected=True), "Moss: folds (disconnect)"),
    (CASH, Checked("Moss"), "Moss: checks "),
    (CASH, Checked("Moss", disconnected=True), "Moss: checks (disconnect)"),
    (CASH, Called("Moss", 25), "Moss: calls $0.25"),
    (CASH, Called("Moss", 20, all_in=True), "Moss: calls $0.20 and is all-in"),
    (CHIPS, Bet("Moss", 40), "Moss: bets 40"),
    (CHIPS, Bet("Moss", 20, all_in=True), "Moss: bets 20 and is all-in"),
    (CASH, Raised("Moss", 25, 50), "Moss: raises $0.25 to $0.50"),
    (CHIPS, Raised("Moss", 30, 70, all_in=True), "Moss: raises 30 to 70 and is all-in"),
    (CASH, BettingCapped(), "Betting is capped"),
    (CASH, UncalledReturned("Moss", 15), "Uncalled bet ($0.15) returned to Moss"),
    (CASH, Showed("Moss", FOUR, "Badugi: 8,6,3,A"), "Moss: shows [As 3h 8d 6c] (Badugi: 8,6,3,A)"),
    (CASH, Showed("Moss", FOUR[:1]), "Moss: shows [As]"),
    (CASH, Mucked("Moss"), "Moss: mucks hand "),
    (CASH, NotShown("Moss"), "Moss: doesn't show hand "),
    (CASH, Collected("Moss", 290, "pot"), "Moss collected $2.90 from pot"),
    (CHIPS, Collected("Moss", 640, "main pot"), "Moss collected 640 from main pot"),
    (CHIPS, Collected("Moss", 640, "side pot"), "Moss collected 640 from side pot"),
    (CHIPS, Collected("Moss", 640, "side pot-2"), "Moss collected 640 from side pot-2 "),
    (CASH, CashedOut("Moss", 663, 7), "Moss cashed out the hand for $6.63 | Cash Out Fee $0.07"),
    (CHIPS, Finished("Moss", 72), "Moss finished the tournament in 72nd place"),
    (
        CHIPS,
        Finished("Moss", 3, read_money("$1.60")),
        "Moss finished the tournament in 3rd place and received $1.60.",
    ),
    (
        CHIPS,
        WonTournament("Moss", read_money("$2.80")),
        "Moss wins the tournament and receives $2.80 - congratulations!",
    ),
    (
        CHIPS,
        BountyWon(("Moss",), read_money("$0.27"), "Fern", "Moss wins the $0.27 bounty for eliminating Fern"),
        "Moss wins the $0.27 bounty for eliminating Fern",
    ),
    (CASH, CashedOut("Moss", 24), "Moss cashed out the hand for $0.24"),
    (CHIPS, Finished("Moss"), "Moss finished the tournament"),
    (CHIPS, WonTournament("Moss"), "Moss wins the tournament - congratulations!"),
    (CHIPS, BreakSkipped(), "All players have agreed to skip the break. Game resuming."),
    (CASH, HandCancelled(), "Hand cancelled"),
    (CASH, Talked("Moss", Talk.SAID, "a: b"), 'Moss said, "a: b"'),
    (CASH, Talked("Moss", Talk.JOINED, "joins the table at seat #3"), "Moss joins the table at seat #3 "),
    (CASH, Talked("Moss", Talk.LEFT, "leaves the table"), "Moss leaves the table"),
    (CASH, Talked("Moss", Talk.TIMED_OUT, "has timed out"), "Moss has timed out"),
    (CASH, Talked("Moss", Talk.CONNECTED, "is connected"), "Moss is connected "),
    (CASH, Talked("Moss", Talk.DISCONNECTED, "is disconnected"), "Moss is disconnected "),
    (CASH, Talked("Moss", Talk.SITS_OUT, "sits out"), "Moss: sits out "),
    (CASH, Talked("Moss", Talk.SITS_OUT, "is sitting out"), "Moss: is sitting out "),
    (CASH, Talked("Moss", Talk.SITTING_OUT, "is sitting out"), "Moss is sitting out"),
    (CASH, Talked("Moss", Talk.RETURNED, "has returned"), "Moss has returned"),
    (CASH, PotSummary(425, 20), "Total pot $4.25 | Rake $0.20 "),
    (
        CASH,
        PotSummary(570, 25, (("main pot", 290), ("side pot", 255))),
        "Total pot $5.70 Main pot $2.90. Side pot $2.55. | Rake $0.25 ",
    ),
    (
        CHIPS,
        PotSummary(4780, 0, (("main pot", 2500), ("side pot-1", 1140), ("side pot-2", 1140))),
        "Total pot 4780 Main pot 2500. Side pot-1 1140. Side pot-2 1140. | Rake 0 ",
    ),
    (
        CASH,
        SeatSummary("Moss", 6, Outcome.FOLDED, street=0, did_not_bet=True),
        "Seat 6: Moss folded before the Draw (didn't bet)",
    ),
    (
        CASH,
        SeatSummary("Moss", 6, Outcome.FOLDED, ("small blind",), street=0),
        "Seat 6: Moss (small blind) folded before the Draw",
    ),
    (
        CASH,
        SeatSummary("Moss", 6, Outcome.FOLDED, ("button", "small blind"), street=1),
        "Seat 6: Moss (button) (small blind) folded after the 1st Draw",
    ),
    (
        CASH,
        SeatSummary("Moss", 6, Outcome.FOLDED, street=2),
        "Seat 6: Moss folded after the 2nd Draw",
    ),
    (
        CASH,
        SeatSummary("Moss", 6, Outcome.FOLDED, street=3),
        "Seat 6: Moss folded after the 3rd Draw",
    ),
    (
        CASH,
        SeatSummary("Moss", 4, Outcome.COLLECTED, ("big blind",), amount=20),
        "Seat 4: Moss (big blind) collected ($0.20)",
    ),
    (
        CASH,
        SeatSummary("Moss", 5, Outcome.SHOWED_WON, cards=FOUR, amount=545, description="Badugi: 8,6,3,A"),
        "Seat 5: Moss showed [As 3h 8d 6c] and won ($5.45) with a Badugi: 8,6,3,A",
    ),
    (
        CHIPS,
        SeatSummary("Moss", 5, Outcome.SHOWED_LOST, cards=FOUR, description="3-card: T,7,2"),
        "Seat 5: Moss showed [As 3h 8d 6c] and lost with a 3-card: T,7,2",
    ),
    (CASH, SeatSummary("Moss", 3, Outcome.MUCKED, cards=FOUR), "Seat 3: Moss mucked [As 3h 8d 6c]"),
    (CASH, SeatSummary("Moss", 3, Outcome.MUCKED), "Seat 3: Moss mucked"),
]


@pytest.mark.parametrize(("hand", "event", "line"), LINES, ids=[line.strip() for _, _, line in LINES])
def test_an_event_is_written_as_the_client_writes_it(hand: Hand, event: ANY_EVENT, line: str) -> None:
    assert event_line(hand, event) == line


def test_every_kind_of_event_stands_in_the_list_above() -> None:
    assert {type(event) for _, event, _ in LINES} == set(get_args(ANY_EVENT))


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (12, "12th"),
        (13, "13th"),
        (21, "21st"),
        (72, "72nd"),
        (101, "101st"),
        (111, "111th"),
        (112, "112th"),
        (1003, "1003rd"),
    ],
)
def test_places_are_counted_in_english(number: int, text: str) -> None:
    assert ordinal(number) == text


SMALL = replace(
    CASH,
    seats=(Seat(1, "Moss", 680, line=3), Seat(4, "Fern", 500, line=5)),
    events=(
        Talked("Reed", Talk.CONNECTED, "is connected", line=4),
        Posted("Moss", Post.SMALL_BLIND, 10, line=6),
        Folded("Moss", line=7),
    ),
)
HEADER = "PokerStars Hand #249000009288:  Badugi Limit ($0.25/$0.50 USD) - 2024/03/12 14:00:00 ET"


def test_the_layout_is_given_back() -> None:
    layout = Layout(newline="\r\n", indent=" ", trailing_blanks=False)
    lines = write(replace(SMALL, layout=layout)).split("\r\n")
    assert len(lines) == 7
    assert all(line.startswith(" ") and not line.startswith("  ") for line in lines)
    assert not any(line.endswith(" ") for line in lines)


def test_a_line_worded_in_another_way_is_given_back() -> None:
    layout = Layout(header="PokerStars Game #249000009288: …", wordings=((6, "Moss: posts SB $0.10"),))
    lines = write(replace(SMALL, layout=layout)).split("\n")
    assert lines[0] == "PokerStars Game #249000009288: …"
    assert lines[5] == "Moss: posts SB $0.10"


# --- the inverse of `parse`


def read(folder: Path) -> Iterator[Hand]:
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
def test_a_hand_of_the_italian_room_is_read_and_given_back(mark: str) -> None:
    text = views.ANN.replace("$", "€").replace("USD)", f"EUR) {mark}")
    hand = parse(Block("a.txt", 1, text.rstrip("\n"), "\n", "")).hand
    assert hand is not None
    assert (hand.room_id, hand.stakes.currency) == ("M2F0C31D007A5B", "EUR")
    assert replay(hand).ok
    assert write(hand) == text.rstrip("\n")


def test_simulated_hands_are_read_back_as_they_were_played(tmp_path: Path) -> None:
    played = list(simulate(700, seed=13))
    write_files(played, tmp_path)
    back = {hand.id: hand for hand in read(tmp_path)}
    assert len(back) == len(played)
    for hand in played:
        assert back[hand.id] == hand
        assert write(back[hand.id]) == write(hand)


def test_real_hands_are_written_as_they_were_read(real: Path) -> None:
    folder = real / "pokerstars"
    texts = [path.read_bytes().decode("utf-8-sig") for path in sorted(folder.glob("*.txt"))]
    written = 0
    for hand in read(folder):
        (text,) = [text for text in texts if hand.id in text]
        assert write(hand) + hand.layout.newline in text
        assert header_line(hand) == write(hand).split(hand.layout.newline)[0]
        assert not hand.layout.wordings
        written += 1
    assert written == sum(text.count("*** SUMMARY ***") for text in texts) > 0


def test_blank_lines_inside_a_hand_are_given_back() -> None:
    hand = next(simulate(1, seed=3, games=[CashGame("Vega", 4, 4, 25, 50)]))
    lines = write(hand).split("\r\n")
    for spaced in ([*lines[:7], "", *lines[7:]], [*lines[:2], "  ", "", *lines[2:9], "", *lines[9:]]):
        text = "\n".join(spaced)
        (block,) = split_blocks("", [text])
        assert isinstance(block, Block)
        read = parse(block).hand
        assert read is not None
        assert write(read) == text
        assert [event.line for event in read.events] != [event.line for event in hand.events]
