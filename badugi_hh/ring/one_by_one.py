"""Prices the decisions of hands at a full table by the blueprint, where no table of an exact game has them.

A price is looked up: nothing is solved or played out.
"""

from collections.abc import Iterable, Sequence

from badugi_hh.ring.blueprint import COARSE, LAST_OF_TWO, Blueprint
from badugi_hh.ring.follow_hand import Stop, stops
from badugi_hh.ring.hand_row import FEWEST_PLAYERS, FOLD, INSIDE, LAST, seats_in
from badugi_hh.solve.classes import class_name, class_size
from badugi_hh.solve.game import TABLES
from badugi_hh.solve.hand_decisions import (
    FORCED,
    OUTSIDE,
    RARE,
    UNKNOWN,
    UNSURE,
    Basis,
    LinePrices,
    NoClaim,
    PlayedHand,
    SolverDecision,
    keeps_best,
)
from badugi_hh.solve.known import COMMON, HIGHEST_ERROR

Decision = SolverDecision | NoClaim

MOST = 5.0
"""No cost counts as more, in big bets."""


def with_blueprint(
    hands: Iterable[PlayedHand], decisions: Iterable[Sequence[Decision]], blueprint: Blueprint, *, mixes: bool
) -> list[list[Decision]]:
    """Return the decisions of hands, of which those without an answer have that of the blueprint where it has one."""
    return [
        _of_hand(hand, found, blueprint, mixes=mixes) for hand, found in zip(hands, decisions, strict=True)
    ]


def _of_hand(
    hand: PlayedHand, found: Sequence[Decision], blueprint: Blueprint, *, mixes: bool
) -> list[Decision]:
    """Return the decisions of a hand; those of a full table that nothing is ever claimed of say why."""
    if len(hand.positions) < FEWEST_PLAYERS:
        return list(found)
    return [
        _priced(hand, nth, stop, blueprint, mixes=mixes) if isinstance(each, NoClaim) else each
        for nth, (stop, each) in enumerate(zip(stops(hand), found, strict=True))
    ]


def _priced(hand: PlayedHand, nth: int, stop: Stop | str, blueprint: Blueprint, *, mixes: bool) -> Decision:
    """Return a decision with the price that the blueprint stores, or why there is none.

    A player may fold later, so no action loses more against a fold than it pays. A common action is free, and half of what it seemed to
    cost is part of the error.
    """
    step = hand.steps[nth]
    place = stop if isinstance(stop, str) else stop.place()
    if step.forced or step.value is None:
        return NoClaim(step.n, step.seat, FORCED if step.forced else UNKNOWN)
    if isinstance(stop, str) or isinstance(place, str):
        return NoClaim(step.n, step.seat, str(place))
    number = step.value - 1
    actions = place.actions[class_size(number) - 1]
    if step.action not in actions:
        return NoClaim(step.n, step.seat, OUTSIDE)
    row = blueprint.row(place.phase, place.spot)
    cost, error = blueprint.costs(place.phase, row, number) if row >= 0 else ([], None)
    if error is None:
        return NoClaim(step.n, step.seat, RARE)
    mix = blueprint.mix(place.phase, row, number) or [0.0] * len(cost)
    most = [cost[FOLD] + paid if "fold" in actions else MOST for paid in place.chips]
    costs = {name: min(cost[action], MOST, *most[action : action + 1]) for name, action in actions.items()}
    shares = {name: mix[action] for name, action in actions.items()}
    common = [name for name, share in shares.items() if share >= COMMON]
    contradiction = max((costs[name] for name in common), default=0.0) / 2
    at = LinePrices(
        TABLES[len(hand.positions) - FEWEST_PLAYERS],
        tuple(each.action for each in hand.steps[:nth]),
        hand.positions[step.seat],
        class_name(number),
        tuple(actions),
        tuple(shares.values()) if mixes and any(shares.values()) else None,
        tuple(0.0 if name in common else each for name, each in costs.items()),
        max(error, contradiction),
        coarse=COARSE if place.phase else 0.0,
        rough=LAST_OF_TWO if place.phase == LAST and seats_in(stop.hand[INSIDE]) == 2 else 0.0,
        basis=Basis.BLUEPRINT,
    )
    kept = keeps_best(step, step.value) if step.action.isdecimal() else None
    found = SolverDecision(step.n, step.seat, at.actions.index(step.action), kept, at, stop.odd)
    return found if found.unsure < HIGHEST_ERROR else NoClaim(step.n, step.seat, UNSURE)
