"""Played hands in the game of full tables: where each decision is, and why others are outside."""

from dataclasses import replace

import pytest

from badugi_hh.ring.follow_hand import Place, follow
from badugi_hh.solve.hand_decisions import (
    MORE_PLAYERS,
    OTHER_BLINDS,
    OTHER_CAP,
    OTHER_LIMIT,
    OUTSIDE,
    SHORT_STACK,
    PlayedHand,
    Step,
)

pytestmark = pytest.mark.quick

POSITIONS = {2: "CO", 5: "BTN", 6: "SB", 1: "BB"}
LINE = "fold raise fold call 1 2 check bet call 1 1 check check 0 1 check bet fold"
SEATS = (2, 5, 6, 1, 1, 5, 1, 5, 1, 1, 5, 1, 5, 1, 5, 1, 5, 1)


def hand(line: str = LINE, **changes: object) -> PlayedHand:
    """A hand of four players at a limit of 20/40, in which the button raises and the big blind calls."""
    steps = [Step(n, seat, word) for n, (seat, word) in enumerate(zip(SEATS, line.split(), strict=False))]
    stacks = dict.fromkeys(POSITIONS, 1000)
    played = PlayedHand(True, 4, 20, 40, 30, 20, POSITIONS, stacks, steps, 10)
    return replace(played, **changes)  # type: ignore[arg-type]


def test_every_step_has_its_place():
    found = list(follow(hand()))
    places = [place for place in found if isinstance(place, Place)]
    assert len(places) == len(found) == len(SEATS)
    assert [place.phase for place in places] == [0] * 4 + [1] * 2 + [2] * 3 + [3] * 2 + [4] * 2 + [5] * 2 + [
        6
    ] * 3
    assert [place.price for place in places] == [2, 2, 3, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 4]
    assert [*places[0].actions(3)] == ["fold", "call", "raise"]
    assert [*places[4].actions(3)] == ["0", "1", "2", "3"]
    assert [*places[4].actions(4)] == ["0", "1", "2"]
    assert [*places[6].actions(3)] == ["check", "bet"]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"fixed": False}, OTHER_LIMIT),
        ({"cap": 5}, OTHER_CAP),
        ({"big_bet": 50}, OTHER_BLINDS),
        ({"positions": {2: "CO", 5: "BTN", 6: "BTN", 1: "BB"}}, OTHER_BLINDS),
        ({"positions": {6: "SB", 1: "BB"}}, MORE_PLAYERS),
    ],
)
def test_other_games_have_a_reason(changes, reason):
    assert {*follow(hand(**changes))} == {reason}


def test_a_hand_is_left_where_a_player_is_all_in():
    found = list(follow(hand(stacks={2: 1000, 5: 1000, 6: 1000, 1: 40})))
    assert all(isinstance(place, Place) for place in found[:4])
    assert {*found[4:]} == {SHORT_STACK}


def test_a_hand_is_left_where_somebody_acts_out_of_turn():
    in_turn = hand("fold raise fold call 1 2")
    *before, first, second = in_turn.steps
    found = list(follow(replace(in_turn, steps=[*before, second, first])))
    assert isinstance(found[3], Place)
    assert found[4:] == [OUTSIDE] * 2
