"""Prices the decisions of hands at a full table by the blueprint, where no table of an exact game has them."""

from collections.abc import Iterable, Sequence

from badugi_hh.ring.blueprint import Blueprint
from badugi_hh.ring.follow_hand import Place, follow
from badugi_hh.ring.hand_row import FEWEST_PLAYERS, FOLD
from badugi_hh.solve.classes import class_name, class_size
from badugi_hh.solve.game import TABLES
from badugi_hh.solve.hand_decisions import (
    FORCED,
    OUTSIDE,
    RARE,
    UNKNOWN,
    UNSURE,
    LinePrices,
    NoClaim,
    PlayedHand,
    SolverDecision,
    keeps_best,
)
from badugi_hh.solve.known import HIGHEST_ERROR

Decision = SolverDecision | NoClaim

COARSE = 0.35
"""A standard error of costs from the first draw on, in parts of them: hands and lines are taken together (`docs/compare_blueprint.py`)."""


def with_blueprint(
    hands: Iterable[PlayedHand], decisions: Iterable[Sequence[Decision]], blueprint: Blueprint, *, mixes: bool
) -> list[list[Decision]]:
    """Return the decisions of hands, of which those without an answer have that of the blueprint where it has one."""
    return [
        _filled(hand, of_hand, blueprint, mixes=mixes) for hand, of_hand in zip(hands, decisions, strict=True)
    ]


def _filled(
    hand: PlayedHand, found: Sequence[Decision], blueprint: Blueprint, *, mixes: bool
) -> list[Decision]:
    asked = [isinstance(each, NoClaim) and each.reason not in {FORCED, UNKNOWN} for each in found]
    if len(hand.positions) < FEWEST_PLAYERS or not any(asked):
        return list(found)
    return [
        _priced(hand, nth, place, blueprint, mixes=mixes) if ask else each
        for nth, (each, ask, place) in enumerate(zip(found, asked, follow(hand), strict=True))
    ]


def _priced(hand: PlayedHand, nth: int, place: Place | str, blueprint: Blueprint, *, mixes: bool) -> Decision:
    step = hand.steps[nth]
    if step.forced:
        return NoClaim(step.n, step.seat, FORCED)
    if step.value is None:
        return NoClaim(step.n, step.seat, UNKNOWN)
    if isinstance(place, str):
        return NoClaim(step.n, step.seat, place)
    number = step.value - 1
    actions = place.actions[class_size(number) - 1]
    if step.action not in actions:
        return NoClaim(step.n, step.seat, OUTSIDE)
    row = blueprint.row(place.phase, place.spot)
    if row < 0:
        return NoClaim(step.n, step.seat, RARE)
    every, error = blueprint.costs(place.phase, row, number)
    if error is None:
        return NoClaim(step.n, step.seat, RARE)
    if "fold" in actions:  # a player may fold later, so no action loses more than it pays
        every = [min(cost, every[FOLD] + paid) for cost, paid in zip(every, place.chips, strict=True)]
    costs = tuple(every[action] for action in actions.values())
    mix = blueprint.mix(place.phase, row, number) if mixes else None
    at = LinePrices(
        TABLES[len(hand.positions) - FEWEST_PLAYERS],
        tuple(before.action for before in hand.steps[:nth]),
        hand.positions[step.seat],
        class_name(number),
        tuple(actions),
        None if mix is None else tuple(mix[action] for action in actions.values()),
        costs,
        error,
        coarse=COARSE if place.phase else 0.0,
    )
    kept = keeps_best(step, step.value) if step.action.isdecimal() else None
    decision = SolverDecision(step.n, step.seat, [*actions].index(step.action), kept, at, place.odd)
    return decision if decision.unsure < HIGHEST_ERROR else NoClaim(step.n, step.seat, UNSURE)
