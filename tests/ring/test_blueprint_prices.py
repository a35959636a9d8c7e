"""Prices of played hands by the blueprint: which decisions have one, which keep that of the exact game, and why others have none."""

from dataclasses import replace

import numpy as np
import pytest
from support.price_hands import PlayedHand, Said, Step, said_of

from badugi_hh.ring import answers
from badugi_hh.ring.answers import answer_at_table
from badugi_hh.ring.blueprint import (
    COARSE,
    ERROR_STEP,
    SHARED,
    UNKNOWN,
    Blueprint,
    shipped_blueprint,
)
from badugi_hh.solve.classes import class_number
from badugi_hh.solve.hand_decisions import (
    FORCED,
    MORE_PLAYERS,
    OTHER_BLINDS,
    OUTSIDE,
    RARE,
    UNSURE,
)
from badugi_hh.solve.hand_decisions import UNKNOWN as UNKNOWN_CARDS
from badugi_hh.solve.shipped_tables import find_table
from badugi_hh.store.verdicts import StepVerdict

POSITIONS = {1: "BTN", 2: "SB", 3: "BB"}
GOOD = class_number("3-2-A") + 1


def played(
    line: str, seats: tuple[int, ...], values: dict[int, int] | None = None, **changes: object
) -> PlayedHand:
    """A hand at a limit of 20/40 of which the cards of all decisions are known."""
    steps = [
        Step(n, seat, word, (values or {}).get(n, GOOD))
        for n, (seat, word) in enumerate(zip(seats, line.split(), strict=True))
    ]
    hand = PlayedHand(True, 4, 20, 40, 30, 20, POSITIONS, dict.fromkeys(POSITIONS, 10_000), steps, 10)
    return replace(hand, **changes)  # type: ignore[arg-type]


def priced(hand: PlayedHand, blueprint: Blueprint | None = None) -> list[Said]:
    return said_of(hand, find_table, blueprint or shipped_blueprint())


def reasons(hand: PlayedHand) -> list[str]:
    return [each if isinstance(each, str) else each.spot for each in priced(hand)]


CALLED = ("raise fold call 1 1 check bet call", (1, 2, 3, 3, 1, 3, 1, 3))


def test_every_price_is_that_of_the_look_up(monkeypatch):
    monkeypatch.setattr(answers, "shipped_pots", lambda: None)
    for nth, decision in enumerate(priced(played(*CALLED))):
        assert isinstance(decision, StepVerdict)
        assert decision.line == tuple(CALLED[0].split()[:nth])
        found = answer_at_table("table-3", " ".join(decision.line))
        number = class_number(decision.class_name)
        places = [found.actions.index(action) for action in decision.actions]
        assert decision.cost == pytest.approx(found.cost[places, number])
        assert decision.mix == pytest.approx(found.mix[places, number], abs=0.003)
        taken = decision.cost[
            decision.actions.index(decision.taken)
        ]  # the loss is 0 of what is common and within its error
        coarse = COARSE * taken if nth > 2 else 0
        assert decision.error == pytest.approx(np.hypot(found.errors[number], coarse), abs=1e-4)


def test_the_error_grows_with_the_cost_after_the_first_draw():
    """A large cost has a large error, and still a price."""
    blueprint = shipped_blueprint()
    after = blueprint.phases[2]
    cost = np.zeros_like(after.cost)
    cost[..., 0] = 200  # a fold of 4 big bets
    made_up = replace(
        blueprint,
        phases=(
            *blueprint.phases[:2],
            replace(after, cost=cost, error=np.full_like(after.error, 5)),
            *blueprint.phases[3:],
        ),
    )
    *_, folded = priced(played("raise fold call 1 1 check bet fold", CALLED[1]), made_up)
    assert folded.loss == pytest.approx(4)
    assert folded.error == pytest.approx(np.hypot(np.hypot(0.05, SHARED[2]), COARSE * 4), abs=1e-4)


def test_no_action_loses_more_against_a_fold_than_it_pays():
    blueprint = shipped_blueprint()
    before, *others = blueprint.phases
    cost = np.zeros_like(before.cost)
    cost[...] = (0, 125, 200)  # 0, 2.5 and 4 big bets
    mix = np.zeros_like(before.mix)
    mix[..., 0] = 255
    changes = {"cost": cost, "mix": mix, "error": np.full_like(before.error, 5)}
    made_up = replace(blueprint, phases=(replace(before, **changes), *others))
    opened, _, answered = priced(played("raise fold call", (1, 2, 3)), made_up)[:3]
    assert opened.cost == pytest.approx((0, 0.5, 1))
    assert answered.cost == pytest.approx((0, 0.5, 1))
    line = "raise fold"
    found = answer_at_table("table-3", line)
    known = found.reasons == 0
    by_action = dict(zip(found.actions, found.cost[:, known], strict=True))
    assert (by_action["call"] <= by_action["fold"] + 0.5 + 1e-6).all()


def test_the_exact_game_keeps_its_prices():
    hand = played("fold raise call", (1, 2, 3))
    exact = said_of(hand, find_table)
    assert isinstance(exact[1], StepVerdict)
    assert reasons(hand) == ["table-3", "sb-bb", "sb-bb"]
    assert exact[0] == MORE_PLAYERS
    assert exact[1:] == priced(hand)[1:]


def test_a_site_that_acts_and_hidden_cards_have_no_price():
    hand = played(*CALLED)
    steps = [hand.steps[0]._replace(forced=True), hand.steps[1]._replace(value=None), *hand.steps[2:]]
    assert reasons(replace(hand, steps=steps)) == [FORCED, UNKNOWN_CARDS, *["table-3"] * 6]


def test_an_odd_blind_adds_to_the_error_before_the_draw():
    usual, dead = priced(played(*CALLED)), priced(played(*CALLED, posted=40, small_price=20))
    for one, other in zip(usual[:3], dead[:3], strict=True):
        assert isinstance(one, StepVerdict)
        if isinstance(other, StepVerdict):
            assert other.error == pytest.approx(np.hypot(one.error, 0.25), abs=1e-4)
        else:
            assert np.hypot(one.error, 0.25) >= 0.3
            assert other == UNSURE
    large = priced(played(*CALLED, posted=50))
    assert large[:3] == [OTHER_BLINDS] * 3
    for one, other in zip(dead[3:], large[3:], strict=True):  # both pots are of the next size
        assert isinstance(one, StepVerdict)
        assert isinstance(other, StepVerdict)
        assert (other.error, other.cost) == (one.error, one.cost)


def test_what_the_blueprint_never_tries_is_outside():
    pat = class_number("5-4-3-2") + 1
    hand = played("raise fold call 3 4 fold", (1, 2, 3, 3, 1, 3), {3: pat})
    assert reasons(hand) == ["table-3", "table-3", "table-3", OUTSIDE, OUTSIDE, OUTSIDE]
    assert answer_at_table("table-3", "raise fold call 3 4").player == "BB"


def test_an_error_of_three_tenths_and_a_rare_spot_have_a_reason():
    hand = played("raise", (1,))
    blueprint = shipped_blueprint()
    before, *later = blueprint.phases
    for error, reason in ((round(0.3 / ERROR_STEP), UNSURE), (UNKNOWN, RARE)):
        unsure = Blueprint((replace(before, error=np.full_like(before.error, error)), *later))
        assert priced(hand, unsure) == [reason]
    rare = Blueprint((replace(before, rows=np.full_like(before.rows, -1)), *later))
    assert priced(hand, rare) == [RARE]
