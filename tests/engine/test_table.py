"""The fixed-limit table: the sample deal of the rules text, and every exception that real rooms show."""

import doctest
from dataclasses import replace

import pytest
from support.tables import copy_table, go

from badugi_hh.engine import table as table_module
from badugi_hh.engine.cards import cards
from badugi_hh.engine.rules import POKERSTARS, Betting, Post
from badugi_hh.engine.state import Pot, build_pots, share
from badugi_hh.engine.table import Phase, Table
from badugi_hh.engine.violation import RuleError, Violation

pytestmark = pytest.mark.quick

SMALL, BIG = Post.SMALL_BLIND, Post.BIG_BLIND


def limit(small_bet, **changes):
    stakes = {"small_bet": small_bet, "big_bet": 2 * small_bet, "big_blind": small_bet} | changes
    return replace(POKERSTARS, **stakes)


def dealt(rules, stacks, button, small, *, blind=None):
    """A table with its blinds posted by the two seats left of the button (heads-up: button first)."""
    table = Table(rules, stacks, button)
    first, second = table.order[:2] if len(stacks) > 2 else table.order[::-1]
    table.post(first, SMALL, min(small, stacks[first]))
    table.post(second, BIG, min(blind or rules.big_blind, stacks[second]))
    table.deal()
    return table


def violation_of(call, *args, **kwargs):
    with pytest.raises(RuleError) as caught:
        call(*args, **kwargs)
    return caught.value.violation


def stand_pat(table):
    while table.phase is Phase.DRAWING:
        table.draw(table.actor, 0)


def test_the_example_of_the_table_is_true():
    assert doctest.testmod(table_module).failed == 0


def test_sample_deal_of_the_rules_text():
    """Alice (1) deals, Bob (2) and Carol (3) post $1 and $2, Ted (4) folds; Carol wins $36."""
    table = dealt(limit(2), {1: 100, 2: 100, 3: 100, 4: 100}, 1, 1)
    assert table.actor == 4
    assert violation_of(table.check, 4) is Violation.ILLEGAL  # the blind plays as a bet
    go(table, "4f 1c 2c")
    assert table.bet_bounds(3) == (4, 4)  # the big blind is live
    table.check(3)
    assert (table.phase, table.pot, table.actor) == (Phase.DRAWING, 6, 2)
    go(table, "2d2 3d2 1d1 2k 3b2 1c 2c")
    assert table.pot == 12
    go(table, "2d1 3d0 1d1 2k 3b4 1b8 2f 3c")
    assert table.pot == 28
    go(table, "3d1 1d0 3k 1b4 3c")
    assert table.phase is Phase.SHOWDOWN
    assert table.pots() == (Pot(36, (3, 1)),)
    assert table.showdown_order() == (1, 3)  # the last bettor shows first
    table.show(1, cards("2c 4d 6h 9s"))
    table.show(3, cards("3c 5d 7h 8s"))


def test_short_all_in_of_half_a_bet_reopens_and_is_completed():
    # bet 60, raise to 120, all-in 150: the earlier raiser completes to 180, which is no further bet for the cap.
    table = dealt(limit(60), {1: 1000, 2: 210, 3: 1000}, 3, 30)
    go(table, "3c 1c 2k")
    stand_pat(table)
    go(table, "1k 2b60 3b120 1f")
    assert table.bet_bounds(2) == (150, 150)
    table.bet_to(2, 150)
    assert table.actor == 3
    assert violation_of(table.bet_to, 3, 180) is Violation.ILLEGAL  # nobody is left to call


def test_completion_by_the_earlier_raiser_with_callers():
    table = dealt(limit(60), {1: 1000, 2: 1000, 3: 210, 4: 1000}, 4, 30)
    go(table, "3c 4c 1c 2k")
    stand_pat(table)
    go(table, "1b60 2b120")
    assert table.bet_bounds(3) == (150, 150)  # all-in for 30 more, half a bet
    go(table, "3b150 4c")
    assert table.bet_bounds(1) == (180, 180)
    go(table, "1c 2b180")
    assert not table.capped
    go(table, "4c 1c")
    assert table.phase is Phase.DRAWING
    table.return_uncalled()
    assert table.pots() == (Pot(60 * 4 + 150 * 4, (1, 2, 3, 4)), Pot(90, (1, 2, 4)))


def test_short_all_in_below_half_a_bet_does_not_reopen():
    table = dealt(limit(60), {1: 1000, 2: 1000, 3: 200, 4: 1000}, 4, 30)
    go(table, "3c 4c 1c 2k")
    stand_pat(table)
    go(table, "1b60 2b120 3b140")
    assert table.bet_bounds(4) == (180, 180)  # has not acted yet
    table.call(4)
    assert table.bet_bounds(1) == (180, 180)  # faces 80 more than at their bet
    table.call(1)
    assert violation_of(table.bet_to, 2, 180) is Violation.NOT_REOPENED
    assert violation_of(table.bet_to, 2, 181, reopen=True) is Violation.WRONG_AMOUNT
    assert violation_of(table.bet_to, 2, 180) is Violation.NOT_REOPENED
    copy_table(table).bet_to(2, 180, reopen=True)
    table.call(2)
    assert table.phase is Phase.DRAWING


def test_short_big_blind_still_costs_a_full_blind():
    table = dealt(limit(60), {1: 1000, 2: 1000, 3: 20}, 1, 30)
    assert table.put_in[3] == 20
    assert table.price(1) == 60
    go(table, "1c 2c")
    assert table.phase is Phase.DRAWING
    assert table.uncalled() is None
    assert table.pots() == (Pot(60, (2, 3, 1)), Pot(80, (2, 1)))


def test_dead_small_blind_and_extra_big_blind():
    table = Table(limit(2), {1: 100, 2: 100, 3: 100, 4: 100}, 1)
    table.post(2, SMALL, 1)
    table.post(3, BIG, 2)
    table.post(4, BIG, 2)  # a new player's blind is live
    table.post(1, SMALL, 1)  # a returning player's small blind is dead
    table.deal()
    assert (table.actor, table.price(4), table.price(1)) == (4, 0, 2)
    go(table, "4k 1c")
    assert table.put_in[1] == 3
    go(table, "2f 3k")
    assert table.pots() == (Pot(8, (3, 4, 1)),)


def test_the_room_folds_an_all_in_blind_also_when_the_betting_is_over():
    table = dealt(limit(50), {1: 1000, 2: 25, 3: 1000}, 1, 25)
    table.fold(1)
    assert (table.phase, table.actor) == (Phase.DRAWING, 2)
    table.fold(2)
    assert (table.phase, table.live) == (Phase.OVER, (3,))
    table = dealt(limit(50), {1: 1000, 2: 25, 3: 50}, 1, 25)
    table.call(1)
    assert table.actor == 2
    table.fold(2)
    assert (table.phase, table.actor, table.live) == (Phase.DRAWING, 3, (3, 1))
    table.draw(3, 1)
    assert violation_of(table.fold, 3) is Violation.OUT_OF_TURN
    assert violation_of(table.fold, 1) is Violation.OUT_OF_TURN


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        (lambda table: table.fold(2), Violation.OUT_OF_TURN),
        (lambda table: table.call(7), Violation.ILLEGAL),
        (lambda table: table.bet_to(1, 50), Violation.WRONG_AMOUNT),
        (lambda table: table.draw(1, 1), Violation.OUT_OF_TURN),
        (lambda table: table.post(1, BIG, 20), Violation.BAD_BLIND),
        (lambda table: table.deal(), Violation.ILLEGAL),
        (lambda table: table.reshuffle(), Violation.BAD_RESHUFFLE),
    ],
)
def test_what_is_refused_before_the_draw(act, expected):
    table = dealt(limit(20), {1: 1000, 2: 1000, 3: 1000}, 1, 10)
    before = (table.pot, table.actor, table.phase)
    assert violation_of(act, table) is expected
    assert (table.pot, table.actor, table.phase) == before


def heads_up_draw(**hands):
    table = Table(limit(20), {1: 500, 2: 500}, 1)
    table.post(1, SMALL, 10)
    table.post(2, BIG, 20)
    table.deal({int(seat[1]): cards(hand) for seat, hand in hands.items()})
    go(table, "1c 2k")
    return table


def test_cards_must_be_held_and_cannot_be_in_two_places():
    table = heads_up_draw(s2="As 3h 8h 6s")
    assert violation_of(table.draw, 2, 1, cards("Kd"), cards("2c")) is Violation.NOT_HELD
    assert violation_of(table.draw, 2, 1, cards("8h"), cards("3h")) is Violation.CARD_TWICE
    assert violation_of(table.draw, 2, 1, cards("8h"), cards("8h")) is Violation.OWN_DISCARD
    assert violation_of(table.draw, 2, 2, cards("8h"), cards("Kd 2c")) is Violation.WRONG_COUNT
    table.draw(2, 1, cards("8h"), cards("2c"))
    assert table.hands[2] == cards("As 3h 6s 2c")
    go(table, "1d0 2k 1k")
    assert violation_of(table.draw, 2, 1, cards("6s"), cards("8h")) is Violation.OWN_DISCARD
    stand_pat(table)
    go(table, "2k 1k")
    stand_pat(table)
    go(table, "2k 1k")
    assert violation_of(table.show, 1, cards("As 4d 5c 6h")) is Violation.CARD_TWICE
    assert (
        violation_of(table.show, 1, cards("8h 4d 5c 6h")) is Violation.CARD_TWICE
    )  # thrown away, and no reshuffle
    assert violation_of(table.show, 2, cards("As 3h 6s 9c")) is Violation.NOT_HELD
    table.show(2, cards("2c As 6s 3h"))


def test_reshuffle_exactly_when_the_deck_runs_out():
    rules = limit(20)
    stacks = dict.fromkeys(range(1, 9), 1000)
    table = Table(rules, stacks, 8)
    table.post(1, SMALL, 10)
    table.post(2, BIG, 20)
    table.deal({1: cards("As 3h 8h 6s")})
    assert table.stub == 20
    while table.phase is Phase.BETTING:
        (table.check if table.price(table.actor) == 0 else table.call)(table.actor)
    table.draw(1, 2, cards("8h 6s"), cards("Kd Kc"))
    for seat in range(2, 7):
        table.draw(seat, 3)
    assert table.stub == 3
    assert violation_of(table.draw, 7, 4) is Violation.BAD_RESHUFFLE
    early = copy_table(table)
    early.reshuffle()
    assert violation_of(early.draw, 7, 3) is Violation.BAD_RESHUFFLE  # three would have been there
    table.reshuffle()
    assert table.stub == 52 - 32
    go(table, "7d4 8d1")
    while table.phase is Phase.BETTING:
        table.check(table.actor)
    assert violation_of(table.draw, 1, 1, cards("Kd"), cards("8h")) is Violation.OWN_DISCARD
    lenient = copy_table(table)
    lenient.cards._rules = replace(rules, own_discards_return=True)  # noqa: SLF001 - the same cards in another room
    lenient.draw(1, 1, cards("Kd"), cards("8h"))
    # A player who has drawn since the reshuffle can hold discards of seat 1, at most as many as they drew.
    table.cards.verify_hidden(7, cards("8h 6s 5c"))
    table.cards.verify_hidden(8, cards("8h 4d 5c"))
    with pytest.raises(RuleError):
        table.cards.verify_hidden(8, cards("8h 6s 5c"))
    with pytest.raises(RuleError):
        table.cards.verify_hidden(2, cards("8h 4d 5c"))
    table.cards.verify_hidden(2, cards("4d 5c"))
    with pytest.raises(RuleError):
        table.cards.verify_hidden(2, cards("As 4d 5c"))


def test_side_pots_by_brute_force_over_chips():
    """Chip by chip: the k-th chip of every player goes into the pot of those who put in at least k."""
    put_in = {1: 30, 2: 75, 3: 50, 4: 75, 5: 12}
    live = (2, 3, 4, 1)
    by_hand = {}
    for chip in range(1, 76):
        seats = tuple(seat for seat in live if put_in[seat] >= chip)
        by_hand[seats] = by_hand.get(seats, 0) + sum(chips >= chip for chips in put_in.values())
    assert {pot.seats: pot.amount for pot in build_pots(put_in, 0, live)} == by_hand
    assert sum(pot.amount for pot in build_pots(put_in, 7, live)) == sum(put_in.values()) + 7


def test_odd_chips_go_to_the_first_left_of_the_button():
    assert share(100, (3, 5, 1)) == {3: 34, 5: 33, 1: 33}
    assert share(101, (3, 1)) == {3: 51, 1: 50}


# --- what random play has found


def test_a_short_all_in_before_any_raise_does_not_reopen_no_limit():
    """The full raise is at least the big blind: 10 more after a call of 20 can only be called."""
    rules = limit(20, betting=Betting.NO_LIMIT)
    table = dealt(rules, {1: 1000, 2: 1000, 3: 1000, 4: 30}, 4, 10)
    go(table, "3c 4b30 1f")
    assert table.bet_bounds(2) == (50, 1000)  # has not acted yet
    table.call(2)
    assert violation_of(table.bet_to, 3, 50) is Violation.NOT_REOPENED
    table.call(3)
    stand_pat(table)
    assert table.bet_bounds(2) == (20, 970)


def test_a_big_blind_whose_last_chips_were_the_ante_is_owed_in_full():
    """The player posts nothing; the others still call the whole blind (WSOP live-action rule 150)."""
    for posted in (True, False):
        table = Table(limit(20, ante=5), {1: 1000, 2: 5, 3: 1000}, 3)
        for seat in (1, 2, 3):
            table.post(seat, Post.ANTE, 5)
        table.post(1, SMALL, 10)
        if posted:
            table.post(2, BIG, 0)
        table.deal()
        assert (table.level, table.big_blind, table.actor, table.price(3)) == (20, 2, 3, 20)
