"""What differs between rooms: each rule of a profile beside the PokerStars rule it departs from."""

from dataclasses import replace
from functools import partial

import pytest
from support.tables import allowed, go

from badugi_hh.engine.cards import cards
from badugi_hh.engine.rules import FULL_TILT, HOME, POKERSTARS, WSOP_LIVE, WSOP_TOURNAMENT, Betting, Post
from badugi_hh.engine.seating import Seating, next_seating, seating
from badugi_hh.engine.table import Legal, Phase, Table
from badugi_hh.engine.violation import RuleError, Violation

pytestmark = pytest.mark.quick

SMALL, BIG = Post.SMALL_BLIND, Post.BIG_BLIND


def table_of(room, players, chips=10_000, **stakes):
    """A 10/20 table with the blinds posted and the cards dealt; the button is the last seat."""
    stakes = {"small_blind": 10, "big_blind": 20, "small_bet": 20, "big_bet": 40} | stakes
    table = Table(replace(room, **stakes), dict.fromkeys(range(1, players + 1), chips), players)
    where = seating(table.order, players)
    table.post(where.small_blind, SMALL, 10)
    table.post(where.big_blind, BIG, 20)
    table.deal()
    return table


def raise_on(table, most=12):
    """Raise as often as allowed, at most `most` times; return the level that is reached."""
    for _ in range(most):
        bounds = table.bet_bounds(table.actor)
        if bounds is None:
            break
        table.bet_to(table.actor, bounds[0])
    return table.level


def call_around(table):
    while table.phase is Phase.BETTING:
        (table.call if table.price(table.actor) else table.check)(table.actor)


def violation_of(call, *args):
    with pytest.raises(RuleError) as caught:
        call(*args)
    return caught.value.violation


# --- the cap


@pytest.mark.parametrize(
    ("room", "players", "level"),
    [
        (POKERSTARS, 3, 80),  # the blind and three raises
        (POKERSTARS, 2, 80),  # no exception for two
        (WSOP_TOURNAMENT, 3, 100),  # the blind and four raises
        (WSOP_TOURNAMENT, 2, 260),  # two left in the tournament: no cap
        (WSOP_LIVE, 3, 100),
        (WSOP_LIVE, 2, 260),  # the round began with two
        (HOME, 5, 260),  # no cap is named
    ],
)
def test_cap_before_the_draw(room, players, level):
    assert raise_on(table_of(room, players)) == level


def heads_up_after_a_fold(room):
    """Three players; one folds in the first round, so that the next begins with two."""
    table = table_of(room, 3)
    table.fold(table.actor)
    call_around(table)
    while table.phase is Phase.DRAWING:
        table.draw(table.actor, 0)
    return table


@pytest.mark.parametrize(
    ("room", "level"), [(POKERSTARS, 80), (WSOP_TOURNAMENT, 100), (WSOP_LIVE, 240), (HOME, 240)]
)
def test_cap_of_a_round_that_began_with_two(room, level):
    assert raise_on(heads_up_after_a_fold(room)) == level


# --- short all-ins


@pytest.mark.parametrize(
    ("room", "short", "to"),
    [
        (POKERSTARS, 32, 40),  # completed
        (POKERSTARS, 28, 40),
        (WSOP_LIVE, 32, 52),  # 12 of 20 more is a full bet, and 20 come on top of it
        (WSOP_LIVE, 30, 50),  # half of it, too
        (WSOP_LIVE, 29, 40),  # less than half: completed
    ],
)
def test_raise_after_a_short_all_in(room, short, to):
    stakes = {"small_blind": 10, "big_blind": 20, "small_bet": 20, "big_bet": 40}
    table = Table(replace(room, **stakes), {1: 1000, 2: 1000, 3: 1000, 4: short}, 3)
    assert table.order == (4, 1, 2, 3)
    table.post(4, SMALL, 10)
    table.post(1, BIG, 20)
    table.deal()
    go(table, "2c 3c")
    table.bet_to(4, short)
    assert table.bet_bounds(1) == (to, to)
    assert table.bets == (2 if (room, short) in {(WSOP_LIVE, 32), (WSOP_LIVE, 30)} else 1)
    table.call(1)
    assert (table.bet_bounds(2) is None) == (short < 30)  # half a bet reopens


# --- the deck


def at_the_draw(room, players, draws):
    """Everybody calls, and the first players draw so many cards; the deck is not yet used up."""
    table = table_of(room, players)
    call_around(table)
    for count in draws:
        table.draw(table.actor, count)
    return table


def test_pokerstars_shuffles_before_the_draw_that_the_deck_cannot_serve():
    table = at_the_draw(POKERSTARS, 8, (4, 4, 4, 4, 2))
    assert (table.stub, table.legal_actions()) == (2, Legal(6, draws=(0, 1, 2), reshuffle=True))
    table.reshuffle()
    assert table.stub == 20  # 52 less eight hands
    assert table.legal_actions() == Legal(6, draws=(3, 4))
    table.draw(6, 3)
    assert table.stub == 17


def test_home_game_deals_the_deck_out_first():
    table = at_the_draw(HOME, 10, (4, 4, 2))
    assert table.stub == 2
    table.reshuffle()
    assert table.legal_actions() == Legal(4, draws=(3, 4))
    table.draw(4, 4)
    assert table.stub == 12 - 4


def test_wsop_keeps_the_last_card_for_the_last_to_draw():
    table = at_the_draw(WSOP_TOURNAMENT, 6, (4, 4, 4, 4, 4))
    assert (table.stub, table.actor) == (8, 6)
    table = at_the_draw(WSOP_TOURNAMENT, 8, (4, 4, 4, 4))
    assert table.stub == 4
    assert table.legal_actions() == Legal(
        5, draws=(0, 1, 2, 3), reshuffle=False
    )  # no earlier draw to renew it
    table.draw(5, 3)
    assert table.legal_actions() == Legal(6, draws=(0,))
    go(table, "6d0 7d0")
    assert table.legal_actions() == Legal(8, draws=(0, 1))  # it completes the draw


@pytest.mark.parametrize(("room", "returns"), [(POKERSTARS, False), (WSOP_LIVE, True), (HOME, True)])
def test_own_discards_of_an_earlier_draw(room, returns):
    table = table_of(room, 8)
    call_around(table)
    for seat in range(1, 9):
        table.draw(seat, 2, cards("Kd Kc") if seat == 1 else None)
    call_around(table)
    table.draw(1, 0)
    for seat in range(2, 6):
        if table.legal_actions().reshuffle:
            break
        table.draw(seat, 1)
    table.reshuffle()
    table.draw(table.actor, 4)
    while table.phase is Phase.DRAWING:
        table.draw(table.actor, 0)
    call_around(table)
    drawn = ((1, 1, cards("5h"), cards("Kd")),)
    assert allowed(partial(table.verify_draw, *drawn[0])) is returns


# --- the showdown


@pytest.mark.parametrize(
    ("room", "bets", "order"),
    [
        (POKERSTARS, (1,), (1, 2, 3)), (FULL_TILT, (1,), (3, 1, 2)), (FULL_TILT, (0, 1), (3, 1, 2)),
        (POKERSTARS, (), (1, 2, 3)), (FULL_TILT, (), (1, 2, 3)), (POKERSTARS, (1, 3), (3, 1, 2)),
        (FULL_TILT, (1, 3), (3, 1, 2)),
    ],
)  # fmt: skip
def test_who_shows_first(room, bets, order):
    """Seat 3, the button, bets or raises in some rounds; all others check and call."""
    table = table_of(room, 3)
    for round_ in range(4):
        raised = False
        while table.phase is Phase.BETTING:
            if table.actor == 3 and round_ in bets and not raised:
                table.bet_to(3, table.bet_bounds(3)[0])
                raised = True
            elif table.price(table.actor):
                table.call(table.actor)
            else:
                table.check(table.actor)
        while table.phase is Phase.DRAWING:
            table.draw(table.actor, 0)
    assert table.showdown_order() == order


# --- antes, blinds, seats


def test_only_antes_the_player_left_of_the_button_acts_first_and_may_check():
    rules = replace(POKERSTARS, betting=Betting.HALF_POT, ante=50, small_bet=50, big_bet=50)
    table = Table(rules, {2: 1000, 4: 1000, 7: 1000}, 4)
    for seat in (2, 4, 7):
        table.post(seat, Post.ANTE, 50)
    assert violation_of(table.post, 7, Post.ANTE, 50) is Violation.BAD_BLIND
    table.deal()
    assert table.legal_actions() == Legal(7, check=True, bet=(50, 75))  # half of 150
    go(table, "7k 2b75")
    assert table.price(4) == 75
    assert table.bet_bounds(4) == (150, 75 + (225 + 75) // 2)


def test_blind_smaller_than_the_small_bet_is_completed():
    rules = replace(POKERSTARS, small_blind=5, big_blind=10, small_bet=20, big_bet=40)
    table = Table(rules, dict.fromkeys((1, 2, 3), 1000), 3)
    table.post(1, SMALL, 5)
    table.post(2, BIG, 10)
    table.deal()
    assert table.legal_actions() == Legal(3, call=10, bet=(20, 20))
    assert raise_on(table) == 80


def test_dead_button():
    """WSOP tournament rule 86: the big blind moves one player, small blind and button follow onto empty seats."""
    before = Seating(button=1, small_blind=2, big_blind=3)
    assert next_seating(WSOP_TOURNAMENT, {1, 2, 3, 4}, before) == Seating(2, 3, 4)
    assert next_seating(WSOP_TOURNAMENT, {1, 2, 4, 5}, before) == Seating(
        2, 3, 4
    )  # nobody posts a small blind
    after = next_seating(WSOP_TOURNAMENT, {1, 2, 4, 5}, Seating(2, 3, 4))
    assert after == Seating(3, 4, 5)  # and then the button is dead
    assert next_seating(WSOP_TOURNAMENT, {1, 2}, before) == Seating(button=2, small_blind=2, big_blind=1)
