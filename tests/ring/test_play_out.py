"""Decisions that are played out: against what is known of the last actions, of draws, and of the whole game."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from badugi_hh.engine.cards import DECK
from badugi_hh.engine.cards import cards as parse_cards
from badugi_hh.engine.values import best_subset, value
from badugi_hh.ring import play_out as module
from badugi_hh.ring.blueprint import SLIPS, Blueprint, shipped_blueprint
from badugi_hh.ring.follow_hand import action_of
from badugi_hh.ring.hand_row import ACTOR, CALL, FOLD, INSIDE, POT, SEATS, STACK, Hand, price
from badugi_hh.ring.line_ranges import ranges_along, shares_of_actions
from badugi_hh.ring.play_out import (
    COARSE,
    TIMES,
    Decision,
    PlayedOut,
    chances_of,
    drawn_classes,
    next_actions,
)
from badugi_hh.ring.table_line import hands_of_line
from badugi_hh.solve.classes import CLASSES, class_name, class_number

ALL_BET = (
    "raise call fold fold call call 1 1 2 2 check bet call call call 1 1 1 1 check bet call fold call 1 0 1"
)


def decision(line: str, held: str) -> Decision:
    """A decision at a table of six, with the ranges of the line."""
    *steps, hand = hands_of_line("table-6", line)
    inside = [seat for seat in range(SEATS) if hand[INSIDE] >> seat & 1]
    actions = [action_of(each, word) or 0 for each, word in zip(steps, line.split(), strict=True)]
    *_, ranges = ranges_along(shipped_blueprint(), list(zip(steps, actions, strict=True)), inside)
    others = {seat: ranges[seat] for seat in inside if seat != hand[ACTOR]}
    assert all(each is not None for each in others.values())
    return Decision(hand, class_number(held), others)  # type: ignore[arg-type]


def play_out(decisions: list[Decision]) -> list[PlayedOut]:
    return module.play_out(shipped_blueprint(), decisions)


def chance_to_win(found: Decision) -> float:
    """The chance that a hand beats all others, by their ranges; equal hands share."""
    chance = 1.0
    for held in found.ranges.values():
        better, equal = held[: found.number].sum(), held[found.number]
        chance *= 1 - (better + equal / 2) / held.sum()
    return chance


@pytest.mark.parametrize("held", ["7-2-A", "8-6-3-2", "T-7-4-3", "Q-J-9-8"])
def test_a_call_that_ends_the_hand_costs_what_the_ranges_say(held):
    """Three players, and the last one to act after a bet and a call."""
    found = decision(f"{ALL_BET} check bet call", held)
    hand: Hand = found.hand
    (played,) = play_out([found])
    owed, pot = price(hand) / 4, hand[POT] / 4
    gain = chance_to_win(found) * (pot + owed) - owed  # against a fold
    error = (pot + owed) / TIMES**0.5
    assert played.cost[FOLD] - played.cost[CALL] == pytest.approx(gain, abs=2 * error)


def test_the_best_hand_raises_and_the_worst_folds():
    prices = [play_out([decision(f"{ALL_BET} check bet call", held)])[0] for held in ("4-3-2-A", "K-Q")]
    assert prices[0].cost.tolist()[2] == 0
    assert prices[1].cost[FOLD] == 0
    assert np.isnan(prices[0].cost[3])


def test_a_decision_has_the_same_price_in_any_company(monkeypatch):
    asked = [decision(ALL_BET, held) for held in ("8-6-3-2", "T-7-4-3", "7-2-A")]
    asked.append(decision("raise call fold fold call call", "9-3-2-A"))
    together = play_out(asked)
    monkeypatch.setattr(module, "TOGETHER", 3 * TIMES)  # three decisions, and one
    in_parts = play_out(asked)
    for each, found, again in zip(asked, together, in_parts, strict=True):
        (alone,) = play_out([each])
        for other in (found, again):
            assert np.array_equal(alone.cost, other.cost, equal_nan=True)
            assert np.array_equal(alone.error, other.error, equal_nan=True)


def test_other_chances_give_the_same_price_within_the_errors():
    """The stack of a player who has folded changes nothing but the chances."""
    apart = []
    for number in range(0, 1000, 25):
        found = decision(ALL_BET, class_name(number))
        other = found.hand.copy()
        other[STACK + 4] += 1  # the cutoff
        assert not other[INSIDE] >> 4 & 1
        one, two = play_out([found, found._replace(hand=other)])
        assert not np.array_equal(one.error, two.error, equal_nan=True)
        best = int(np.nanargmin(one.cost))
        for action in np.flatnonzero(np.isfinite(one.cost)):
            if action != best:
                gap = two.cost[action] - two.cost[best]
                error = np.hypot(one.error_of(action), two.error_of(action))
                apart.append(abs(one.cost[action] - gap) / error)
    assert np.mean(np.array(apart) <= 2) >= 0.9
    assert 0.4 < np.median(apart) < 1.1  # of a normal distribution 0.67


def test_the_error_of_the_best_action_is_that_of_those_that_may_be_as_good():
    price = PlayedOut(np.array([4.0, 0.0, 0.3, np.nan]), np.array([0.5, 0.0, 0.2, np.nan]))
    assert [price.error_of(action) for action in range(3)] == [0.5, 0.2, 0.2]
    assert price.unexplained(0) == 0  # half of the cost is more
    assert price.unexplained(1) == pytest.approx(0.2)
    assert price.unexplained(2) == pytest.approx((0.2**2 - (COARSE * 0.3) ** 2) ** 0.5)


def by_hand(number: int, held: str) -> np.ndarray:
    """The chance of each class after a first draw, counted card by card: the lowest cards of a hand stay."""
    cards = {"3-2-A": "As 2h 3d Kd", "9-7-6-5": "5s 6h 7d 9c", "K-8": "8s Kh 8d Ks", "K": "Ks Kh Kd Kc"}[held]
    all_cards = parse_cards(cards)
    kept = tuple(sorted(best_subset(all_cards))[: 4 - number])
    left = [card for card in DECK if card not in all_cards]
    counts = np.zeros(CLASSES)
    for drawn in combinations(left, number):
        counts[value((*kept, *drawn)) - 1] += 1
    return counts / counts.sum()


@pytest.mark.parametrize(("number", "held"), [(1, "3-2-A"), (1, "9-7-6-5"), (2, "K-8"), (3, "K")])
def test_first_draws_are_those_of_the_deck(number, held):
    classes = drawn_classes(number, 0)[class_number(held)]
    found = np.bincount(classes, minlength=CLASSES) / len(classes)
    assert np.abs(np.cumsum(found) - np.cumsum(by_hand(number, held))).max() < 0.02


def test_a_player_who_drew_before_improves_more_often():
    held, badugi = class_number("3-2-A"), 715
    chances = [(drawn_classes(1, before)[held] < badugi).mean() for before in range(7)]
    assert chances == sorted(chances)
    assert chances[0] == pytest.approx(10 / 48, abs=0.002)
    assert chances[6] == pytest.approx(10 / 42, abs=0.002)


def test_players_act_by_the_blueprint_and_make_slips():
    """Of 40,000 hands as many take each action as the mix says, but for slips, of which half are calls."""
    *_, hand = hands_of_line("table-6", "raise call fold fold call call 1 1 2 2")
    times, held = 40_000, class_number("9-3-2-A")
    line, on = np.array([hand], np.int16).T, np.zeros(times, np.int64)
    classes = np.full((SEATS, times), held, np.int16)
    chances = chances_of(5, times)
    actions = next_actions(shipped_blueprint(), line, on, classes, chances)
    shares = shares_of_actions(shipped_blueprint(), hand)[held]
    assert np.bincount(actions, minlength=3) / times == pytest.approx(shares, abs=0.005)
    assert shares[CALL] > SLIPS / 2


def test_where_the_blueprint_lacks_the_decision_nobody_raises():
    *_, hand = hands_of_line("table-6", f"{ALL_BET} check bet call")
    lacking = Blueprint(
        tuple(replace(of, rows=np.full_like(of.rows, -1)) for of in shipped_blueprint().phases)
    )
    line, on = np.array([hand], np.int16).T, np.zeros(2000, np.int64)
    for held, usual in (("K-9-8-7", CALL), ("3-2-A", FOLD)):
        classes = np.full((SEATS, 2000), class_number(held), np.int16)
        actions = next_actions(lacking, line, on, classes, chances_of(5, 2000))
        assert np.mean(actions == usual) > 1 - SLIPS
