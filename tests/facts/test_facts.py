"""Rows of one hand, compared with what a person counts in its text."""

from collections import Counter
from contextlib import closing
from dataclasses import replace
from datetime import datetime

import polars as pl
import pytest
from support.hand_made import database, insert
from support.hand_made import play as play_hand
from support.histories import EXTRA_BLIND, HAND, WALK, changed, play
from support.rows import rows_of

from badugi_hh.engine.cards import cards
from badugi_hh.engine.rules import WSOP_LIVE
from badugi_hh.engine.values import value
from badugi_hh.facts.entries import Entry, TournamentResult, entry_of, tournament_results
from badugi_hh.facts.schema import DECISIONS, SEATS, TABLES, Rows
from badugi_hh.history import events as ev
from badugi_hh.history.money import read_money
from badugi_hh.history.parse import parse
from badugi_hh.history.source import Block
from badugi_hh.replay import replay as play_again
from badugi_hh.store.prepare import frames_of

pytestmark = pytest.mark.quick


def table(text, name):
    """The rows of one table as dictionaries."""
    result = play(text)
    assert result.ok, [str(problem) for problem in result.problems]
    (declared,) = [table for table in TABLES if table.name == name]
    return rows_of(result, declared, 7)


def test_columns_that_are_not_those_of_the_table_are_refused():
    rows = Rows()
    with pytest.raises(AttributeError, match="pots"):
        rows.draws.pots.append(1)
    rows.draws.seat.append(1)  # and nothing to the other columns
    with pytest.raises(pl.exceptions.ShapeError):
        frames_of(rows)


def pick(rows_, *names):
    return [tuple(row[name] for name in names) for row in rows_]


def test_the_hand():
    (hand,) = table(HAND, "hands")
    counted = {
        "hand_key": 7, "hand_id": "77700000002", "game": "cash", "betting": "fixed", "stakes": "$0.25/$0.50",
        "currency": "USD", "unit": "cent", "players": 4, "total_pot": 480, "rake": 20, "cancelled": False,
        "status": "ok",
    }  # fmt: skip
    assert {name: hand[name] for name in counted} == counted


def test_the_seats():
    seats = table(HAND, "seats")
    names = "player hero position put_in won net draw_line result reach rake_share rake_dealt rake_won shown"
    # Dee's $0.10 and $0.70 of each other player are the main pot, the rest of Ann and Cy the side pot.
    assert pick(seats, *names.split()) == [
        ("Ann", True, "BB", 200, 460, 260, "2-0-1", "won at showdown", 480, 8, 5, 20, True),
        ("Bo", False, "CO", 70, 0, -70, "1-1-0", "lost at showdown", 220, 3, 5, 0, True),
        ("Cy", False, "BTN", 200, 0, -200, "0-1-0", "lost at showdown", 480, 8, 5, 0, True),
        ("Dee", False, "SB", 10, 0, -10, None, "folded", 0, 1, 5, 0, False),
    ]
    names = "place prize prize_currency bounty_won rebought snowed"
    assert set(pick(seats, *names.split())) == {(None,) * 6}  # no tournament, and no snow
    ann, bo, cy, dee = seats
    hands = "As 3h 8h 6s, As 3h 5d Kc, As 3h 5d Kc, As 3h 5d 9c"
    assert ", ".join(ann[f"hand_{n}"] for n in range(4)) == hands
    assert [ann[f"known_{n}"] for n in range(4)] == ["dealt"] * 4
    # Bo shows a hand, after standing pat at the third draw: it is known from the second draw on, not before.
    assert [bo[f"known_{n}"] for n in range(4)] == [None, None, "back", "shown"]
    assert [cy[f"hand_{n}"] for n in range(4)] == [None, None, "Qd 7h 4c 2s", "Qd 7h 4c 2s"]
    assert (ann["starting_class"], ann["saw_draw"], dee["saw_draw"]) == ("two-card", True, False)
    counts = pick(seats, "decisions_0", "voluntary_0", "raises_0", "walk")
    assert counts == [(1, 1, 0, False), (2, 2, 0, False), (1, 1, 1, False), (1, 0, 0, False)]


def test_the_decisions():
    decisions = table(HAND, "decisions")
    names = "player round price pot live behind level_full callers limpers limped action amount"
    assert pick(decisions, *names.split())[:5] == [
        ("Bo", 0, 25, 35, 4, 3, 1, 0, 0, False, "call", 25),
        ("Cy", 0, 25, 60, 4, 2, 1, 1, 1, False, "raise", 50),
        ("Dee", 0, 40, 110, 4, 2, 2, 0, 1, False, "fold", 0),
        ("Ann", 0, 25, 110, 3, 1, 2, 0, 1, False, "call", 25),
        ("Bo", 0, 25, 135, 3, 0, 2, 1, 1, True, "call", 25),
    ]
    # Cy raises first and is known as the opener from then on; Ann's bet of two drawn cards faces Bo and Cy.
    names = (
        "player round opener opened bettor_draw own_draw best_opponent_draw level_full level_any can_raise"
    )
    assert pick(decisions, *names.split()[:5]) == [
        ("Bo", 0, None, False, None), ("Cy", 0, None, False, None), ("Dee", 0, "BTN", False, None),
        ("Ann", 0, "BTN", False, None), ("Bo", 0, "BTN", False, None), ("Ann", 1, "BTN", False, None),
        ("Bo", 1, "BTN", False, 2), ("Cy", 1, "BTN", True, 2), ("Ann", 1, "BTN", False, 0),
        ("Cy", 1, "BTN", True, 2), ("Ann", 1, "BTN", False, 0), ("Ann", 2, "BTN", False, None),
        ("Cy", 2, "BTN", True, None), ("Ann", 3, "BTN", False, None), ("Cy", 3, "BTN", True, 1),
    ]  # fmt: skip
    first = [row for row in decisions if row["round"] == 1]
    assert pick(first, *names.split()[5:]) == [
        (2, 0, 0, 0, True), (1, 0, 1, 1, False), (0, 1, 1, 1, True), (2, 0, 2, 2, True), (0, 1, 3, 3, True),
        (2, 0, 4, 4, False),
    ]  # fmt: skip
    assert pick(decisions, "folded_to")[:3] == [(True,), (False,), (False,)]
    last = [row for row in decisions if row["round"] == 3]
    assert pick(last, "player", "last_to_act", "knowledge", "previous_aggressor", "aggressor") == [
        ("Ann", False, "dealt", False, False),
        ("Cy", True, "shown", False, True),
    ]


def test_the_draws():
    draws = table(HAND, "draws")
    names = "player draw drawn previous_drawn fewest_seen fewest_before pats_before all_in can_bet knowledge"
    assert pick(draws, *names.split()) == [
        ("Ann", 1, 2, None, None, None, 0, False, True, "dealt"),
        ("Bo", 1, 1, None, 2, None, 0, False, True, None),
        ("Cy", 1, 0, None, 1, None, 0, False, True, None),
        ("Ann", 2, 0, 2, None, 0, 0, False, True, "dealt"),
        ("Bo", 2, 1, 1, 0, 0, 0, True, False, None),
        ("Cy", 2, 1, 0, 0, 1, 1, False, True, None),
        ("Ann", 3, 1, 0, None, 1, 1, False, True, "dealt"),
        ("Bo", 3, 0, 1, 1, 0, 0, True, False, "back"),
        ("Cy", 3, 0, 1, 0, 0, 1, False, True, "back"),
    ]
    # $0.50 each before the first draw, $1 more of Ann and Cy and the last $0.20 of Bo before the second.
    assert pick(draws, "put_in", "level_faced") == [
        *((50, 2), (50, 2), (50, 1)),
        *((150, 4), (70, 1), (150, 3)),
        *((150, None), (70, None), (150, None)),
    ]
    assert {row["opener"] for row in draws} == {"BTN"}
    assert pick(draws, "kept", "thrown", "hand_after")[0] == ("As 3h", "8h 6s", "As 3h 5d Kc")


def test_a_walk_is_no_decision():
    seats = table(WALK, "seats")
    assert pick(seats, "player", "position", "walk", "decisions_0", "net") == [
        ("Ann", "SB", False, 1, -10),
        ("Bo", "BB", True, 0, 10),
    ]


def test_a_player_folded_while_all_in_decided_nothing():
    text = WALK.replace("Ann ($6.80 in chips)", "Ann ($0.10 in chips)").replace(
        "posts small blind $0.10", "posts small blind $0.10 and is all-in"
    )
    assert table(text, "decisions") == []
    assert pick(table(text, "seats"), "player", "decisions_0", "result") == [
        ("Ann", 0, "folded"),
        ("Bo", 0, "won uncontested"),
    ]


def test_a_walk_without_a_small_blind():
    text = WALK.replace("Ann: posts small blind $0.10\n", "").replace("($0.15)", "($0.25)")
    text = (
        text.replace("Bo collected $0.20 from pot\n", "").replace("$0.20", "$0").replace(" (small blind)", "")
    )
    text = text.replace("folded before the Draw", "folded before the Draw (didn't bet)")
    assert pick(table(text, "seats"), "player", "position", "walk", "net") == [
        ("Ann", "BTN", False, 0),
        ("Bo", "BB", True, 0),
    ]


def test_a_short_all_in_raise_is_no_full_bet_in_no_limit():
    text = WALK.split("Ann: folds", maxsplit=1)[0].replace("Badugi Limit", "Badugi No Limit")
    text = text.replace("$0.25/$0.50", "$0.10/$0.25").replace("Ann ($6.80", "Ann ($3.80")
    text += """Ann: raises $0.50 to $0.75
Bo: raises $2.25 to $3
Ann: raises $0.80 to $3.80 and is all-in
Bo: folds
Uncalled bet ($0.80) returned to Ann
Ann collected $6 from pot
*** SUMMARY ***
Total pot $6 | Rake $0
Seat 1: Ann (button) (small blind) collected ($6)
Seat 2: Bo (big blind) folded before the Draw"""
    assert pick(table(text, "decisions"), "player", "level_full", "level_any") == [
        ("Ann", 1, 1),
        ("Bo", 2, 2),
        ("Ann", 3, 3),
        ("Bo", 3, 4),
    ]


def test_a_short_all_in_is_a_full_bet_where_the_room_says_so():
    """Dee's half bet more counts at a live table of the World Series: Eve's raise is the third bet, Ann's the fourth."""
    text = """\
PokerStars Hand #77700000031:  Badugi Limit ($1/$2 USD) - 2024/03/04 16:03:59 ET
Table 'Alcyone IV' 6-max Seat #1 is the button
Seat 1: Ann ($50 in chips)
Seat 2: Bo ($50 in chips)
Seat 3: Cy ($50 in chips)
Seat 4: Dee ($1.50 in chips)
Seat 5: Eve ($50 in chips)
Bo: posts small blind $0.50
Cy: posts big blind $1
*** DEALING HANDS ***
Dee: raises $0.50 to $1.50 and is all-in
Eve: raises $1 to $2.50
Ann: raises $1 to $3.50
Bo: folds
Cy: folds
Eve: folds
Uncalled bet ($1) returned to Ann
*** FIRST DRAW ***
Dee: stands pat
Ann: stands pat
*** SECOND DRAW ***
Dee: stands pat
Ann: stands pat
*** THIRD DRAW ***
Dee: stands pat
Ann: stands pat
*** SHOW DOWN ***
Ann: shows [As 3h 5d 9c] (Badugi: 9,5,3,A)
Dee: mucks hand
Ann collected $2 from side pot
Ann collected $6 from main pot
*** SUMMARY ***
Total pot $8 Main pot $6. Side pot $2. | Rake $0
Seat 1: Ann (button) showed [As 3h 5d 9c] and won ($8) with a Badugi: 9,5,3,A
Seat 2: Bo (small blind) folded before the Draw
Seat 3: Cy (big blind) folded before the Draw
Seat 4: Dee mucked [Kd Kh Kc Ks]
Seat 5: Eve folded before the Draw"""
    reading = parse(Block(file="a.txt", line=1, text=text))
    assert reading.hand
    result = play_again(reading.hand, rules=WSOP_LIVE)
    assert result.ok, [str(problem) for problem in result.problems]
    faced = rows_of(result, DECISIONS, 7, "wsop-live")
    assert pick(faced, "player", "action", "level_full", "level_any") == [
        ("Dee", "raise", 1, 1), ("Eve", "raise", 2, 2), ("Ann", "raise", 3, 3), ("Bo", "fold", 4, 4),
        ("Cy", "fold", 4, 4), ("Eve", "fold", 4, 4),
    ]  # fmt: skip


def test_who_cashed_out_and_lost_has_won_no_pot():
    """Ann won and Bo lost by their cards, and the room pays both what they agreed to."""
    text = changed(
        ("Ann collected $2.50 from side pot\n", ""),
        (
            "Ann collected $2.10 from main pot",
            "Ann cashed out the hand for $4.55 | Cash Out Fee $0.05\nBo cashed out the hand for $0.24",
        ),
        ("with a Badugi: 9,5,3,A", "with a Badugi: 9,5,3,A (pot not awarded as player cashed out)"),
        ("lost with a Badugi: J,7,4,2", "lost with a Badugi: J,7,4,2 (cashed out)."),
    )
    assert pick(table(text, "seats"), "player", "won", "net", "result") == [
        ("Ann", 455, 255, "won at showdown"),
        ("Bo", 24, -46, "lost at showdown"),
        ("Cy", 0, -200, "lost at showdown"),
        ("Dee", 0, -10, "folded"),
    ]


def test_what_a_short_stack_can_win():
    """Bo's last 50 cents answer a bet of $2: Bo can win the $2 of before and 50 cents of it, not all $4."""
    text = """\
PokerStars Hand #77700000005:  Badugi Limit ($1/$2 USD) - 2024/03/04 16:05:59 ET
Table 'Alcyone IV' 6-max Seat #1 is the button
Seat 1: Ann ($50 in chips)
Seat 2: Bo ($1.50 in chips)
Ann: posts small blind $0.50
Bo: posts big blind $1
*** DEALING HANDS ***
Dealt to Bo [As 3h 8h 6s]
Ann: calls $0.50
Bo: checks
*** FIRST DRAW ***
Bo: stands pat on [As 3h 8h 6s]
Ann: stands pat
Bo: checks
Ann: checks
*** SECOND DRAW ***
Bo: discards 2 cards [8h 6s]
Dealt to Bo [As 3h] [5d Kc]
Ann: stands pat
Bo: checks
Ann: checks
*** THIRD DRAW ***
Bo: stands pat on [As 3h 5d Kc]
Ann: discards 1 card
Bo: checks
Ann: bets $2
Bo: calls $0.50 and is all-in
Uncalled bet ($1.50) returned to Ann
*** SHOW DOWN ***
Ann: shows [2c 4h 6d 8s] (Badugi: 8,6,4,2)
Bo: mucks hand
Ann collected $3 from pot
*** SUMMARY ***
Total pot $3 | Rake $0
Seat 1: Ann (button) (small blind) showed [2c 4h 6d 8s] and won ($3) with a Badugi: 8,6,4,2
Seat 2: Bo (big blind) mucked [As 3h 5d Kc]"""
    assert pick(table(text, "decisions")[-3:], "player", "price", "pot", "pot_to_win") == [
        ("Bo", 0, 200, 200),
        ("Ann", 0, 200, 200),
        ("Bo", 50, 400, 250),
    ]
    assert pick(table(text, "draws"), "player", "draw", "drawn", "last_cards") == [
        ("Bo", 1, 0, False), ("Ann", 1, 0, False), ("Bo", 2, 2, True), ("Ann", 2, 0, False),
        ("Bo", 3, 0, True), ("Ann", 3, 1, True),
    ]  # fmt: skip
    out = text.replace("Bo: stands pat on [As 3h 8h 6s]", "Bo has timed out\nBo: stands pat on [As 3h 8h 6s]")
    assert pick(table(out, "seats"), "player", "drawn_1", "forced_1") == [
        ("Ann", 0, None),
        ("Bo", 0, "timed_out"),
    ]
    full = table(HAND, "decisions")
    assert [row["player"] for row in full if row["pot"] != row["pot_to_win"]] == ["Bo"]  # 20 cents to call 25


def test_what_a_draw_could_bring():
    """Ann keeps A-3-5 of three suits at the third draw: ten clubs but the discarded king make a badugi."""
    draws = table(HAND, "draws")
    ann = [row for row in draws if row["player"] == "Ann"]
    assert pick(ann, "value_kept", "outs", "unseen") == [
        (value(cards("As 3h")), None, 48),
        (value(cards("As 3h 5d Kc")), None, 46),
        (value(cards("As 3h 5d")), 9, 46),
    ]


def test_the_odd_cent_of_the_rake_goes_round():
    result = play(HAND)
    paid = Counter()
    for number in range(8):
        hand = replace(result.hand, id=str(77700000000 + number))
        for seat in rows_of(replace(result, hand=hand, rake=21), SEATS):
            paid[seat["player"]] += seat["rake_dealt"]
    assert paid == dict.fromkeys(("Ann", "Bo", "Cy", "Dee"), 8 * 5 + 2)


def test_a_snow_is_the_first_pat_without_a_badugi():
    snow = changed(
        ("Ann: discards 2 cards [8h 6s]\nDealt to Ann [As 3h] [5d Kc]", "Ann: stands pat on [As 3h 8h 6s]"),
        ("Ann: stands pat on [As 3h 5d Kc]", "Ann: discards 2 cards [8h 6s]\nDealt to Ann [As 3h] [5d Kc]"),
    )
    assert pick(table(snow, "seats"), "snowed") == [(1,), (None,), (None,), (None,)]


def test_a_blind_posted_out_of_turn():
    assert pick(table(EXTRA_BLIND, "seats"), "player", "position", "extra_blind") == [
        ("Ann", "BB", False),
        ("Bo", "CO", True),
        ("Cy", "BTN", False),
        ("Dee", "SB", False),
    ]
    decisions = table(EXTRA_BLIND, "decisions")
    assert pick(decisions, "player", "extra_blind", "folded_to", "price", "behind", "limped") == [
        ("Bo", True, True, 0, 3, False),
        ("Cy", False, False, 25, 2, False),  # Bo has checked and is still in the hand
        ("Dee", False, False, 40, 2, False),
        ("Ann", False, False, 25, 1, False),
        ("Bo", True, False, 25, 0, False),
        ("Bo", True, False, 0, 1, False),
        ("Cy", False, False, 0, 0, False),
        ("Bo", True, False, 25, 0, False),
    ]


def test_when_the_blinds_are_alone():
    """Bo's blind out of turn keeps Dee and Ann from being alone; in a walk the two of them always are."""
    assert {row["blinds_only"] for row in table(EXTRA_BLIND, "decisions")} == {False}
    assert pick(table(WALK, "decisions"), "player", "blinds_only") == [("Ann", True)]
    folded = EXTRA_BLIND.replace("Bo: posts big blind $0.25\n", "")
    folded = (
        folded.partition("*** DEALING")[0]
        + """*** DEALING HANDS ***
Bo: folds\x20
Cy: folds\x20
Dee: calls $0.15
Ann: raises $0.25 to $0.50
Dee: folds\x20
Uncalled bet ($0.25) returned to Ann
Ann collected $0.50 from pot
Ann: doesn't show hand\x20
*** SUMMARY ***
Total pot $0.50 | Rake $0\x20
Seat 1: Ann (big blind) collected ($0.50)
Seat 2: Bo folded before the Draw (didn't bet)
Seat 4: Cy (button) folded before the Draw (didn't bet)
Seat 6: Dee (small blind) folded before the Draw"""
    )
    assert pick(table(folded, "decisions"), "player", "blinds_only", "limpers", "limped") == [
        ("Bo", False, 0, False),
        ("Cy", False, 0, False),
        ("Dee", True, 0, False),
        ("Ann", True, 1, False),
        ("Dee", True, 1, True),
    ]


@pytest.mark.parametrize(
    ("written", "entry"),
    [
        ("$2.00+$0.20 USD", Entry(200, 0, 20, "USD")),
        ("$5.00+$0.50", Entry(500, 0, 50, "USD")),
        ("$1.00+$0.25+$0.15 USD", Entry(100, 25, 15, "USD")),
        ("€4.50+€0.50 EUR", Entry(450, 0, 50, "EUR")),
        ("300+20", Entry(300, 0, 20)),
        ("Freeroll ", Entry(0, 0, 0)),
        ("50FPP", Entry()),
        ("250 SC", Entry()),
        ("$5.00 USD", Entry()),
        (None, Entry()),
    ],
)
def test_the_parts_of_a_buy_in(written, entry):
    assert entry_of(written) == entry


def test_how_a_tournament_ended():
    """Bo is out without a prize, Cy with one, Dee with a ticket; Ann wins and has Bo's bounty and half of Cy's."""
    hand = play(HAND).hand
    printed = (
        ev.Finished("Bo", 4),
        ev.Finished("Cy", 3, read_money("$1.60")),
        ev.Finished("Dee", 2, read_money("a ticket")),
        ev.WonTournament("Ann", read_money("$3.20")),
        ev.BountyWon(("Ann",), read_money("$0.25"), "Bo", "…"),
        ev.BountyWon(("Ann", "Dee"), read_money("$0.50"), "Cy", "…"),
    )
    assert tournament_results(replace(hand, events=hand.events + printed)) == {
        "Ann": TournamentResult(1, 320, "USD", 50, False),
        "Bo": TournamentResult(4, 0, None, 0, False),
        "Cy": TournamentResult(3, 160, "USD", 0, False),
        "Dee": TournamentResult(2, None, None, 25, False),
    }
    odd = ev.BountyWon(("Ann", "Dee"), read_money("$0.25"), "Cy", "…")
    again = ev.Talked("Bo", ev.Talk.REBOUGHT, "re-buys")
    found = tournament_results(replace(hand, events=(*hand.events, odd, again)))
    assert [one.bounty_won for one in found.values()] == [None, 0, 0, None]
    assert [one.rebought for one in found.values()] == [False, True, False, False]
    satellite = (
        ev.Finished("Bo", 3),
        ev.Finished("Cy"),
        ev.Talked("Bo", ev.Talk.WON_ENTRY, "wins an entry to tournament #2"),
        ev.WonTournament("Ann"),
    )
    ends = tournament_results(replace(hand, events=(*hand.events, *satellite)))
    assert [(ends[who].place, ends[who].prize) for who in ("Ann", "Bo", "Cy")] == [
        (1, None),
        (3, None),
        (None, None),
    ]
    unclear = ev.BountyWon((), read_money("$0.25"), "Cy", "…")
    assert {one.bounty_won for one in tournament_results(replace(hand, events=(unclear,))).values()} == {None}


ENTERED = {
    "game": "tournament", "unit": "chip", "currency": None, "tournament_id": "8",
    "buy_in": "$1.00+$0.25+$0.15 USD", "entry_pool": 100, "entry_bounty": 25, "entry_fee": 15,
    "entry_currency": "USD",
}  # fmt: skip


def test_tournaments_and_who_entered_them():
    """Ann wins with two bounties and the bounty on Ann, Bo is out fourth and again third, Cy plays on, Dee is out with a ticket.

    Gus is out sixth and plays on after that. The second tournament has two buy-ins, and its cancelled hand counts for nothing.
    """
    with closing(database()) as con:
        for key in (1, 2):
            moment = datetime(2024, 5, 1, 20, key)  # noqa: DTZ001 - UTC, as the database keeps it
            play_hand(
                con, key, **ENTERED, played_at=moment, **({"place": 1, "prize": 300} if key == 2 else {})
            )
        insert(
            con,
            "seats",
            {"hand_key": 1, "seat": 2, "player": "Bo", "place": 4, "prize": 0},
            {"hand_key": 2, "seat": 2, "player": "Bo", "place": 3, "prize": 0},
            {"hand_key": 1, "seat": 3, "player": "Cy", "bounty_won": 25},
            {"hand_key": 2, "seat": 3, "player": "Cy", "bounty_won": 12},
            {"hand_key": 2, "seat": 4, "player": "Dee", "place": 2, "prize": None},
            {"hand_key": 2, "seat": 5, "player": "Eve", "rebought": True, "bounty_won": None},
            {"hand_key": 2, "seat": 6, "player": "Fay", "dealt": False},
            {"hand_key": 1, "seat": 7, "player": "Gus", "place": 6, "prize": 0},
            {"hand_key": 2, "seat": 7, "player": "Gus"},
        )
        play_hand(con, 3, **{**ENTERED, "tournament_id": "9"})
        play_hand(
            con, 4, **{**ENTERED, "tournament_id": "9", "entry_fee": 20, "buy_in": "$1.00+$0.25+$0.20 USD"}
        )
        play_hand(con, 5, **{**ENTERED, "tournament_id": "9"}, cancelled=True, place=1)
        play_hand(con, 6)
        columns = "tournament_id, buy_in, pool, bounty, fee, currency, hands, entrants, places"
        assert con.execute(f"SELECT {columns} FROM tournaments ORDER BY 1").fetchall() == [
            ("8", ENTERED["buy_in"], 100, 25, 15, "USD", 2, 6, 5),
            ("9", None, 100, 25, None, "USD", 2, 1, 0),
        ]
        entries = con.execute(
            "SELECT player, hands, entries, again, pool, fee, place, prize, bounties FROM tournament_entries ORDER BY "
            "tournament_id, player"
        ).fetchall()
        assert entries == [
            ("Ann", 2, 1, False, 100, 15, 1, 300, None),
            ("Bo", 2, 2, True, 200, 30, None, 0, 0),
            ("Cy", 2, 1, False, 100, 15, None, None, 37),
            ("Dee", 1, 1, False, 100, 15, 2, None, 0),
            ("Eve", 1, 1, True, None, None, None, None, None),
            ("Gus", 2, 2, True, 200, 30, None, None, 0),
            ("Ann", 2, 1, False, 100, None, None, None, 0),
        ]
