"""Played hands in the game of full tables: where each decision is, and why others are outside."""

from dataclasses import replace

import pytest
from support.price_hands import Place, PlayedHand, Step, places_of

from badugi_hh.ring.hand_row import LAST
from badugi_hh.solve.classes import class_number
from badugi_hh.solve.hand_decisions import OTHER_BLINDS, OTHER_CAP, OTHER_LIMIT, OUTSIDE, TOO_MANY

pytestmark = pytest.mark.quick

POSITIONS = {2: "CO", 5: "BTN", 6: "SB", 1: "BB"}
LINE = "fold raise fold call 1 2 check bet call 1 1 check check 0 1 check bet fold"
TWO = class_number("2-A") + 1
SEATS = (2, 5, 6, 1, 1, 5, 1, 5, 1, 1, 5, 1, 5, 1, 5, 1, 5, 1)


def hand(line: str = LINE, **changes: object) -> PlayedHand:
    """A hand of four players at a limit of 20/40, in which the button raises and the big blind calls."""
    steps = [
        Step(n, seat, word, TWO) for n, (seat, word) in enumerate(zip(SEATS, line.split(), strict=False))
    ]
    stacks = dict.fromkeys(POSITIONS, 1000)
    played = PlayedHand(True, 4, 20, 40, 30, 20, POSITIONS, stacks, steps, 10)
    return replace(played, **changes)  # type: ignore[arg-type]


def test_every_step_has_its_place():
    found = list(places_of(hand()))
    places = [place for place in found if isinstance(place, Place)]
    assert len(places) == len(found) == len(SEATS)
    phases = [0] * 4 + [1] * 2 + [2] * 3 + [3] * 2 + [4] * 2 + [5] * 2 + [LAST] * 3
    assert [place.phase for place in places] == phases
    facing = [nth for nth, place in enumerate(places) if "call" in place.actions]
    assert facing == [0, 1, 2, 3, 8, 17]
    assert places[0].actions == ("fold", "call", "raise")
    assert places[6].actions == ("check", "bet")
    options = {
        "2-A": ("0", "2", "3"),
        "3-2-A": ("0", "1", "2", "3"),
        "4-3-2-A": ("0", "1", "2"),
        "A": ("0", "3"),
    }
    for held, actions in options.items():
        steps = [step._replace(value=class_number(held) + 1) for step in hand().steps]
        assert places_of(hand(steps=steps))[4].actions == actions


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"fixed": False}, OTHER_LIMIT),
        ({"cap": 5}, OTHER_CAP),
        ({"big_bet": 50}, OTHER_BLINDS),
        ({"positions": {2: "CO", 5: "BTN", 6: "BTN", 1: "BB"}}, OTHER_BLINDS),
        ({"positions": {6: "SB", 1: "BB"}}, TOO_MANY),
        (
            {"positions": {2: "CO", 5: "BTN", 6: "SB", 7: "EP", 1: "BB"}},
            OTHER_BLINDS,
        ),  # a player between the blinds
        ({"first_price": 40}, OTHER_BLINDS),  # a straddle
    ],
)
def test_other_games_have_a_reason(changes, reason):
    assert {*places_of(hand(**changes))} == {reason}


def test_after_a_live_post_places_are_those_of_a_limp():
    line, seats = "raise fold call call 1 2 1 check bet call fold", (5, 6, 1, 2, 1, 2, 5, 1, 2, 5, 1)
    steps = {
        first: [Step(n, seat, word, TWO) for n, (seat, word) in enumerate(zip((2, *seats), (first, *line.split()), strict=True))]
        for first in ("check", "call")
    }  # fmt: skip
    posted = [*places_of(hand(steps=steps["check"], posted=50, first_price=0, extra_blinds=frozenset({2})))]
    limped = [*places_of(hand(steps=steps["call"]))]
    assert posted[:5] == [OTHER_BLINDS] * 5
    assert posted[5:] == limped[5:]
    assert all(isinstance(place, Place) for place in limped)


def test_a_poster_without_more_chips_only_draws():
    line, seats = "raise fold call 1 2 1 check bet fold", (5, 6, 1, 1, 2, 5, 1, 5, 1)
    steps = [Step(n, seat, word, TWO) for n, (seat, word) in enumerate(zip(seats, line.split(), strict=True))]
    stacks = {2: 20, 5: 1000, 6: 1000, 1: 1000}
    found = [*places_of(hand(steps=steps, posted=50, extra_blinds=frozenset({2}), stacks=stacks))]
    assert found[:3] == [OTHER_BLINDS] * 3
    assert [place.phase for place in found[3:] if isinstance(place, Place)] == [1] * 3 + [2] * 3


def pots(**changes: object) -> list[int]:
    """The sizes of the pot in the two draws of a hand after a raise and a call: 9 half small bets, where 10 are the next size."""
    return [place.spot % 4 for place in [*places_of(hand(**changes))][4:6] if isinstance(place, Place)]


@pytest.mark.parametrize(("posted", "odd"), [(30, 0), (35, 0.125), (40, 0.25), (25, 0.125)])
def test_dead_money_counts_in_the_pot_after_the_draw(posted, odd):
    places = [place for place in places_of(hand(posted=posted)) if isinstance(place, Place)]
    assert [place.odd for place in places] == [odd] * 4 + [odd % 0.25] * 14
    assert pots(posted=posted) == [posted // 40] * 2


def test_an_odd_small_blind_is_dead_only_if_it_folds():
    called = [Step(n, seat, word, TWO) for n, (seat, word) in enumerate(zip((2, 5, 6, 1, 6, 5), ("fold", "raise", "call", "fold", "1", "1"), strict=True))]  # fmt: skip
    for small_blind in (10, 4, 16, 20):
        odd = {"posted": 20 + small_blind, "small_price": 40 - small_blind}
        assert pots(**odd) == [int(small_blind > 15)] * 2
        assert pots(**odd, steps=called) == [1, 1]
        after = [place for place in places_of(hand(**odd, steps=called)) if isinstance(place, Place)][4:]
        assert [place.odd for place in after] == pytest.approx([0, 0])


def test_a_short_raise_before_the_small_blind_makes_no_dead_money():
    steps = [Step(n, seat, word, TWO) for n, (seat, word) in enumerate(zip((2, 5, 6, 1, 6, 1, 6, 1), ("raise", "fold", "call", "call", "1", "1", "check", "check"), strict=True))]  # fmt: skip
    places = [*places_of(hand(steps=steps, small_price=17, stacks={2: 27, 5: 1000, 6: 1000, 1: 1000}))]
    assert {place.odd for place in places if isinstance(place, Place)} == {0}


def test_much_dead_money_is_another_game():
    assert [*places_of(hand(posted=70))][:4] == [OTHER_BLINDS] * 4
    assert pots(posted=70) == [1, 1]
    for posted in (75, 10_000_000):
        assert {*places_of(hand(posted=posted))} == {OTHER_BLINDS}


def test_a_player_who_is_all_in_only_draws():
    in_full = hand("fold raise fold call 1 2 1 1 0 1", stacks={2: 1000, 5: 1000, 6: 1000, 1: 40})
    seats = (*SEATS[:6], 1, 5, 1, 5)
    steps = [step._replace(seat=seat) for step, seat in zip(in_full.steps, seats, strict=True)]
    found = list(places_of(replace(in_full, steps=steps)))
    places = [place for place in found if isinstance(place, Place)]
    assert [place.phase for place in places] == [0] * 4 + [1, 1, 3, 3, 5, 5]
    assert "call" in places[3].actions
    deep = {(place.phase, place.spot) for place in places_of(hand()) if isinstance(place, Place)}
    assert not {(place.phase, place.spot) for place in places} & deep


def test_a_small_blind_decides_nothing_against_a_big_blind_of_no_more():
    seats = (2, 5, 6, 1, 6, 1, 6, 1)
    steps = [Step(n, seat, word, TWO) for n, (seat, word) in enumerate(zip(seats, ["fold", "fold", "1", "2", "1", "1", "0", "1"], strict=True))]  # fmt: skip
    found = places_of(
        hand(steps=steps, posted=15, small_price=None, stacks={2: 1000, 5: 1000, 6: 1000, 1: 5})
    )
    assert [place.phase for place in found if isinstance(place, Place)] == [0, 0, 1, 1, 3, 3, 5, 5]


@pytest.mark.parametrize(("left", "actions"), [(10, ("fold", "call")), (20, ("fold", "call", "raise"))])
def test_less_than_half_a_bet_does_not_reopen_the_betting(left, actions):
    line = "fold raise call call 1 1 1 check check check 1 1 1 check check bet call fold"
    seats = (2, 5, 6, 1, *(6, 1, 5) * 4, 6, 1)
    steps = [Step(n, seat, word, TWO) for n, (seat, word) in enumerate(zip(seats, line.split(), strict=True))]
    found = [*places_of(hand(steps=steps, stacks={2: 1000, 5: 40 + left, 6: 1000, 1: 1000}))]
    assert [place.actions for place in found[-2:] if isinstance(place, Place)] == [actions] * 2


def test_a_hand_is_left_where_somebody_acts_out_of_turn():
    in_turn = hand("fold raise fold call 1 2")
    *before, first, second = in_turn.steps
    found = list(places_of(replace(in_turn, steps=[*before, second, first])))
    assert isinstance(found[3], Place)
    assert found[4:] == [OUTSIDE] * 2


def test_pot_and_stacks_bound_what_a_call_can_lose():
    """The first of six players raises, and the next one has exactly the call: the others pay 2, 2, 1.5 and 1 small bets to see it.

    So 3.5 small bets in the pot and 6.5 more can be won, and 2 lost.
    """
    positions = {1: "EP", 2: "MP", 3: "CO", 4: "BTN", 5: "SB", 6: "BB"}
    steps = [Step(n, seat, "raise" if seat == 1 else "call", TWO) for n, seat in enumerate((1, 2, 3))]
    stacks = dict.fromkeys(positions, 1000) | {2: 40}
    place = places_of(hand(positions=positions, stacks=stacks, steps=steps))[1]
    assert isinstance(place, Place)
    assert place.most == (3.5 + 6.5 + 2) / 2
