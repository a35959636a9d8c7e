"""Prices of played hands by the blueprint: which decisions have one, which keep that of the exact game, and why others have none."""

from dataclasses import replace

import numpy as np
import pytest

from badugi_hh.ring.answers import answer_at_table
from badugi_hh.ring.blueprint import (
    COARSE,
    ERROR_STEP,
    LAST_OF_TWO,
    SHARED,
    UNKNOWN,
    Blueprint,
    shipped_blueprint,
)
from badugi_hh.ring.one_by_one import with_blueprint
from badugi_hh.solve.classes import class_number
from badugi_hh.solve.hand_decisions import (
    FORCED,
    MORE_PLAYERS,
    OTHER_BLINDS,
    OUTSIDE,
    RARE,
    UNSURE,
    NoClaim,
    PlayedHand,
    SolverDecision,
    Step,
    decisions_of,
)
from badugi_hh.solve.hand_decisions import (
    UNKNOWN as UNKNOWN_CARDS,
)
from badugi_hh.solve.known import HIGHEST_ERROR
from badugi_hh.solve.shipped_tables import find_table

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


def priced(hand: PlayedHand, blueprint: Blueprint | None = None) -> list[SolverDecision | NoClaim]:
    exact = decisions_of([hand], find_table)
    (found,) = with_blueprint([hand], exact, blueprint or shipped_blueprint(), mixes=True)
    return found


def reasons(hand: PlayedHand) -> list[str]:
    return [each.reason if isinstance(each, NoClaim) else each.at.spot for each in priced(hand)]


CALLED = ("raise fold call 1 1 check bet call", (1, 2, 3, 3, 1, 3, 1, 3))


def test_every_price_is_that_of_the_look_up():
    for decision in priced(played(*CALLED)):
        assert isinstance(decision, SolverDecision)
        found = answer_at_table("table-3", " ".join(decision.at.line))
        number = class_number(decision.at.class_name)
        assert decision.at.player == found.player
        places = [found.actions.index(action) for action in decision.at.actions]
        assert decision.at.cost == pytest.approx(found.cost[places, number])
        assert decision.at.mix == pytest.approx(found.mix[places, number], abs=1e-6)
        assert decision.at.error == pytest.approx(found.errors[number])


LAST_BETS = f"{CALLED[0]} 1 1 check bet call 1 1 check bet call", (*CALLED[1], 3, 1, 3, 1, 3, 3, 1, 3, 1, 3)


def test_last_bets_of_two_have_a_larger_error_and_still_a_price():
    """It is no reason for silence, and it does not depend on the cost."""
    before, last = np.split(np.array(priced(played(*LAST_BETS)), object), [-3])
    for each in before:
        assert each.error == pytest.approx(np.hypot(each.unsure, each.at.coarse * each.lost))
    for each in last:
        assert each.unsure < HIGHEST_ERROR
        assert each.error == pytest.approx(np.hypot(np.hypot(each.unsure, LAST_OF_TWO), COARSE * each.lost))


def test_last_bets_of_three_have_no_larger_error():
    line, turns = "raise call call 1 1 1 check check check 1 1 1 check check check 1 1 1 check", (1, 2, 3)
    found = priced(played(line, (*turns, *(2, 3, 1) * 5, 2)))[-1]
    assert isinstance(found, SolverDecision)
    assert found.error == found.unsure


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
    folded = priced(played("raise fold call 1 1 check bet fold", CALLED[1]), made_up)
    assert all(each.error == each.unsure for each in folded[:3])
    assert folded[-1].lost == pytest.approx(4)
    assert folded[-1].unsure == pytest.approx(np.hypot(0.05, SHARED[2]))
    assert folded[-1].error == pytest.approx(np.hypot(folded[-1].unsure, COARSE * folded[-1].lost))


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
    assert opened.at.cost == pytest.approx((0, 0.5, 1))
    assert answered.at.cost == pytest.approx((0, 0.5, 1))
    line = "raise fold"
    found = answer_at_table("table-3", line)
    known = found.reasons == 0
    by_action = dict(zip(found.actions, found.cost[:, known], strict=True))
    assert (by_action["call"] <= by_action["fold"] + 0.5 + 1e-6).all()


def test_the_exact_game_keeps_its_prices():
    hand = played("fold raise call", (1, 2, 3))
    exact = decisions_of([hand], find_table)[0]
    assert isinstance(exact[1], SolverDecision)
    assert reasons(hand) == ["table-3", "sb-bb", "sb-bb"]
    assert exact[0] == NoClaim(0, 1, MORE_PLAYERS)


def test_a_site_that_acts_and_hidden_cards_have_no_price():
    hand = played(*CALLED)
    steps = [hand.steps[0]._replace(forced=True), hand.steps[1]._replace(value=None), *hand.steps[2:]]
    assert reasons(replace(hand, steps=steps)) == [FORCED, UNKNOWN_CARDS, *["table-3"] * 6]


def test_an_odd_blind_adds_to_the_error_before_the_draw():
    usual, dead = priced(played(*CALLED)), priced(played(*CALLED, posted=40, small_price=20))
    for one, other in zip(usual[:3], dead[:3], strict=True):
        assert isinstance(one, SolverDecision)
        if isinstance(other, SolverDecision):
            assert other.error == pytest.approx(np.hypot(one.error, 0.25))
        else:
            assert np.hypot(one.error, 0.25) >= 0.3
            assert other.reason == UNSURE
    large = priced(played(*CALLED, posted=50))
    assert [each.reason for each in large[:3] if isinstance(each, NoClaim)] == [OTHER_BLINDS] * 3
    for one, other in zip(dead[3:], large[3:], strict=True):  # both pots are of the next size
        assert isinstance(one, SolverDecision)
        assert isinstance(other, SolverDecision)
        assert (other.error, other.at.cost) == (one.error, one.at.cost)


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
        assert priced(hand, unsure) == [NoClaim(0, 1, reason)]
    rare = Blueprint((replace(before, rows=np.full_like(before.rows, -1)), *later))
    assert priced(hand, rare) == [NoClaim(0, 1, RARE)]
