"""The game of full tables as a row of integers, against the rules engine, and its spots."""

import random
from dataclasses import replace

import pytest

from badugi_hh.engine.rules import POKERSTARS, Post
from badugi_hh.engine.table import Phase, Table
from badugi_hh.ring.hand_groups import WIDTH, groups
from badugi_hh.ring.hand_row import (
    ACTOR,
    BETS,
    CALL,
    CAP,
    FOLD,
    LENGTH,
    OVER,
    PHASE,
    POT,
    RAISE,
    SEATS,
    act,
    deal,
    may,
    price,
)
from badugi_hh.ring.table_spots import PHASES, SPOTS, spot_of
from badugi_hh.solve.classes import CLASSES, class_size

RULES = replace(POKERSTARS, small_blind=10, big_blind=20, small_bet=20, big_bet=40)
UNIT = 10


def begin(players: int) -> tuple[list[int], Table]:
    hand = [0] * LENGTH
    deal(hand, players)
    table = Table(RULES, dict.fromkeys(range(1, players + 1), 100_000), button=players - 2)
    table.post(players - 1, Post.SMALL_BLIND, 10)
    table.post(players, Post.BIG_BLIND, 20)
    table.deal({})
    return hand, table


@pytest.mark.parametrize("players", range(3, SEATS + 1))
def test_hands_go_as_by_the_engine(players):
    choose = random.Random(players)  # noqa: S311 -- no secret
    for _ in range(150):
        hand, table = begin(players)
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
                assert (legal.bet is not None) == (hand[BETS] < CAP) == may(hand, RAISE, 4)
                assert may(hand, FOLD, 4) == (price(hand) > 0)
                action = FOLD if price(hand) and choose.random() < folds else choose.choice((CALL, RAISE))
                if action == RAISE and hand[BETS] == CAP:
                    action = CALL
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


def test_groups_hold_neighbouring_classes_of_one_size():
    for phase in range(PHASES):
        of = groups(phase)
        assert [*of] == sorted(of)
        assert {*of} <= {*range(WIDTH[phase])}
        for number in range(CLASSES - 1):
            assert of[number] < of[number + 1] or class_size(number) == class_size(number + 1)


def after(players: int, line: str) -> list[int]:
    names = {"fold": FOLD, "call": CALL, "check": CALL, "bet": RAISE, "raise": RAISE}
    hand, _ = begin(players)
    for word in line.split():
        act(hand, names.get(word, -1) if word in names else int(word))
    return hand


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ((6, "fold"), (5, ""), True),  # players who have folded are not seen
        ((6, "raise"), (6, "call"), False),
        ((6, "fold raise fold fold fold"), (5, "raise fold fold fold"), True),
        ((3, "raise call fold 1 1"), (3, "raise call fold 2 1"), False),
        ((3, "raise fold call 1 1 check"), (6, "fold fold fold raise fold call 1 1 check"), True),
        ((3, "raise fold call 1 0 check"), (3, "raise fold call 0 1 check"), False),
    ],
)
def test_spots_are_what_a_player_sees(one, other, same):
    assert (spot_of(after(*one)) == spot_of(after(*other))) is same
