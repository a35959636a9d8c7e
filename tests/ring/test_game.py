"""The game of full tables as a row of integers, against the rules engine, and its spots."""

import random
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

import pytest

from badugi_hh.engine.rules import POKERSTARS, Post
from badugi_hh.engine.table import Phase, Table
from badugi_hh.ring.hand_row import (
    ACTOR,
    BETS,
    CALL,
    CAP,
    DEEP,
    FOLD,
    FULL,
    LENGTH,
    LEVEL,
    OVER,
    PHASE,
    POT,
    RAISE,
    SEATS,
    STACK,
    act,
    deal,
    may,
    price,
    shorten,
)
from badugi_hh.ring.table_line import chips_of
from badugi_hh.ring.table_spots import SPOTS, short_of, spot_of

RULES = replace(POKERSTARS, small_blind=10, big_blind=20, small_bet=20, big_bet=40)
UNIT = 10


def begin(players: int, stacks: Mapping[int, int] = MappingProxyType({})) -> tuple[list[int], Table]:
    """Begin a hand in both games; `stacks` are those of short seats of the engine, in half small bets."""
    hand = [0] * LENGTH
    deal(hand, players)
    for seat, stack in stacks.items():
        shorten(hand, seat + SEATS - players - 1, stack)
    chips = {seat: UNIT * stacks.get(seat, DEEP) for seat in range(1, players + 1)}
    table = Table(RULES, chips, button=players - 2)
    table.post(players - 1, Post.SMALL_BLIND, 10)
    table.post(players, Post.BIG_BLIND, 20)
    table.deal({})
    return hand, table


@pytest.mark.parametrize("short", [False, True])
@pytest.mark.parametrize("players", range(3, SEATS + 1))
def test_hands_go_as_by_the_engine(players, short):
    choose = random.Random(players)  # noqa: S311 -- no secret
    for _ in range(150):
        seats = choose.sample(range(1, players + 1), choose.randint(1, players)) if short else ()
        hand, table = begin(players, {seat: choose.randint(2, 50) for seat in seats})
        uneven = -1
        folds = choose.random() * 0.5
        while hand[PHASE] != OVER:
            seat = hand[ACTOR] - (SEATS - players) + 1
            legal = table.legal_actions()
            assert legal is not None
            assert legal.seat == seat
            assert table.pot == UNIT * hand[POT]
            assert (table.phase is Phase.DRAWING) == hand[PHASE] & 1
            assert 0 <= spot_of(hand) < SPOTS[hand[PHASE]]
            if hand[PHASE] & 1:
                action = choose.randrange(4)
                if legal.reshuffle and action not in legal.draws:
                    table.reshuffle()
                table.draw(seat, action)
            else:
                assert (legal.call or 0) == UNIT * price(hand)
                # After a short bet only the engine forbids to raise to those who have acted.
                if hand[FULL] != hand[LEVEL]:
                    uneven = hand[PHASE]
                assert may(hand, RAISE, 4) >= (legal.bet is not None)
                assert may(hand, RAISE, 4) == (legal.bet is not None) or uneven == hand[PHASE]
                assert may(hand, RAISE, 4) == (hand[BETS] < CAP) or short
                assert may(hand, FOLD, 4) == (price(hand) > 0)
                action = FOLD if price(hand) and choose.random() < folds else choose.choice((CALL, RAISE))
                if action == RAISE and not (legal.bet and may(hand, RAISE, 4)):
                    action = CALL
                if action:
                    stack, paid = hand[STACK + hand[ACTOR]], chips_of(hand)[action] / 0.25
                    after = [*hand]
                    act(after, action)
                    assert stack - after[STACK + hand[ACTOR]] == paid
                if action == FOLD:
                    table.fold(seat)
                elif action == RAISE:
                    assert legal.bet is not None
                    table.bet_to(seat, legal.bet[0])
                elif price(hand):
                    table.call(seat)
                else:
                    table.check(seat)
            act(hand, action)
        assert table.legal_actions() is None


def after(players: int, line: str, stacks: Mapping[int, int] = MappingProxyType({})) -> list[int]:
    names = {"fold": FOLD, "call": CALL, "check": CALL, "bet": RAISE, "raise": RAISE}
    hand, _ = begin(players, stacks)
    for word in line.split():
        act(hand, names.get(word, -1) if word in names else int(word))
    return hand


def test_short_stacks_have_spots_of_their_own():
    line = "raise fold call 1 1"
    deep, short = after(3, line), after(3, line, {1: 11})
    assert spot_of(after(3, line, {1: 12})) == spot_of(deep)
    assert spot_of(short) != spot_of(deep)
    assert spot_of(after(3, "raise fold call", {1: 4})) not in {
        spot_of(after(3, "raise fold call", stacks)) for stacks in ({}, {1: 11})
    }


def test_what_a_short_stack_can_still_do_counts():
    """Of the button, who faces a bet: four chips more, one bet, less than that; and the other player is all-in."""
    line, before = "raise fold call 1 1 check check 1 1 bet", 4
    spots = [after(3, line, {1: before + left}) for left in (7, 4, 3)] + [after(3, line, {3: before + 4})]
    assert [short_of(hand) for hand in spots] == [1, 2, 3, 2]
    assert len({spot_of(hand) for hand in spots}) == 3
    assert spot_of(spots[1]) == spot_of(spots[3])


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ((6, "fold"), (5, ""), True),  # players who have folded are not seen
        ((6, "raise"), (6, "call"), False),
        ((6, "fold raise fold fold fold"), (5, "raise fold fold fold"), True),
        ((3, "raise call fold 1 1"), (3, "raise call fold 2 1"), False),
        ((3, "raise fold call 1 1 check"), (6, "fold fold fold raise fold call 1 1 check"), True),
        ((3, "raise fold call 1 0 check"), (3, "raise fold call 0 1 check"), False),
        # the big blind calls or folds to a raise after a limp
        ((6, "call raise fold fold fold call"), (6, "call raise fold fold fold fold"), False),
        # a player who limped before the raise, or called it
        ((6, "fold call raise"), (6, "fold raise call"), False),
        # an opponent who stands pat did so before, or drew
        ((3, "raise fold call 1 0 check check 1 0"), (3, "raise fold call 1 1 check check 1 0"), False),
        # the player bet last, or the other one
        (
            (3, "raise fold call 1 1 check bet call 1 1 check"),
            (3, "raise fold call 1 1 bet call 1 1 check"),
            False,
        ),
        # a small or a large pot
        ((3, "raise fold call 1 1"), (3, "raise fold raise raise call 1 1"), False),
        ((3, "fold call check 1 1 check check 1 1"), (3, "raise fold raise call 1 1 check check 1 1"), False),
        ((3, "fold call check 1 1 check check"), (3, "raise fold raise call 1 1 check check"), False),
        # the player who stood pat bets, or the one who drew two cards
        (
            (3, "raise call call 1 1 1 bet call call 0 1 2 bet"),
            (3, "raise call call 1 1 1 bet call call 2 1 0 bet"),
            False,
        ),
    ],
)
def test_spots_are_what_a_player_sees(one, other, same):
    assert (spot_of(after(*one)) == spot_of(after(*other))) is same
