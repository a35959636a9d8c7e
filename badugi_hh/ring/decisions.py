"""Prices the decisions of hands at a full table by the blueprint, where no table of an exact game has them."""

from collections.abc import Iterable, Mapping, Sequence
from math import hypot

from badugi_hh.ring.blueprint import COARSE, Blueprint
from badugi_hh.ring.follow_hand import Place, action_of, place_of, stops
from badugi_hh.ring.hand_row import FEWEST_PLAYERS, FOLD
from badugi_hh.ring.play_out import PlayedOut, played_out_costs
from badugi_hh.ring.rounds_of_two import Asked, last_round_costs
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
from badugi_hh.solve.last_rounds import LineCosts

Decision = SolverDecision | NoClaim

SOLVED_ERROR, PLAYED_ERROR = 0.15, 0.2
"""The errors of costs of a solved last round, and of those that are played out besides that of chance, in big bets; `COARSE` comes to
both. So far apart they lie with the ranges and strategies of other trainings."""
MOST = 5.0
"""No cost counts as more, in big bets."""
_TOGETHER = 1_000
"""So many hands are priced together: rounds are solved side by side, and not all hands need their memory at once."""


def with_blueprint(
    hands: Iterable[PlayedHand], decisions: Iterable[Sequence[Decision]], blueprint: Blueprint, *, mixes: bool
) -> list[list[Decision]]:
    """Return the decisions of hands, of which those without an answer have that of the blueprint where it has one.

    The last betting round of two players is solved from the ranges of the blueprint. Other decisions after the first draw whose price
    is too uncertain are played out.
    """
    every = list(zip(hands, decisions, strict=True))
    parts = (every[begin : begin + _TOGETHER] for begin in range(0, len(every), _TOGETHER))
    return [found for part in parts for found in _some_with_blueprint(part, blueprint, mixes=mixes)]


def _some_with_blueprint(
    hands: Sequence[tuple[PlayedHand, Sequence[Decision]]], blueprint: Blueprint, *, mixes: bool
) -> list[list[Decision]]:
    found = [_with_reasons(hand, of_hand) for hand, of_hand in hands]
    asked = {nth: each for nth, (hand, _) in enumerate(hands) if (each := _asked(hand, found[nth])).asked}
    solved = last_round_costs(blueprint, list(asked.values()))
    for (nth, each), of_hand in zip(asked.items(), solved, strict=True):
        for step in each.asked:
            answer = of_hand.get(step)
            found[nth][step] = (answer and _solved(each, step, answer, mixes=mixes)) or _priced(
                each, step, blueprint, mixes=mixes
            )
    unsure = {
        nth: each._replace(asked=[step for step in each.asked if _is_unsure(found[nth][step])])
        for nth, each in asked.items()
    }
    played = played_out_costs(blueprint, list(unsure.values()))
    for (nth, each), prices in zip(unsure.items(), played, strict=True):
        for step, price in prices.items():
            found[nth][step] = _played_out(each, step, price, blueprint, mixes=mixes) or found[nth][step]
    return found


def _with_reasons(hand: PlayedHand, found: Sequence[Decision]) -> list[Decision]:
    """Return the decisions of a hand; those of a full table that nothing is ever claimed of say why."""
    if len(hand.positions) < FEWEST_PLAYERS:
        return list(found)
    return [
        NoClaim(each.n, each.seat, FORCED if step.forced else UNKNOWN)
        if isinstance(each, NoClaim) and (step.forced or step.value is None)
        else each
        for step, each in zip(hand.steps, found, strict=True)
    ]


def _asked(hand: PlayedHand, found: Sequence[Decision]) -> Asked:
    """Return a hand with those of its decisions that the player made with known cards, and that have no answer."""
    asked = [
        nth
        for nth, each in enumerate(found)
        if isinstance(each, NoClaim) and each.reason not in {FORCED, UNKNOWN}
    ]
    known = len(hand.positions) >= FEWEST_PLAYERS and asked
    return Asked(hand, list(stops(hand)), asked) if known else Asked(hand, (), ())


def _is_unsure(decision: Decision) -> bool:
    return isinstance(decision, NoClaim) and decision.reason in {RARE, UNSURE}


def _solved(asked: Asked, nth: int, answer: LineCosts, *, mixes: bool) -> SolverDecision | None:
    """Return a decision of the last betting round of two players, which was solved; None where it is too uncertain."""
    stop, number = asked.stops[nth], asked.class_of(nth)
    if isinstance(stop, str) or asked.hand.steps[nth].action not in answer.actions:
        return None
    numbers = [action_of(stop.hand, word) or 0 for word in answer.actions]
    cost = dict(zip(numbers, answer.cost[:, number].tolist(), strict=True))
    mix = dict(zip(numbers, answer.mix[:, number].tolist(), strict=True))
    found = _decision(asked, nth, place_of(stop.hand), cost, mix, SOLVED_ERROR, Basis.SOLVED, mixes=mixes)
    return found if found is not None and found.unsure < HIGHEST_ERROR else None


def _priced(asked: Asked, nth: int, blueprint: Blueprint, *, mixes: bool) -> Decision:
    """Return a decision with the price that the blueprint stores, or why there is none."""
    step, stop = asked.hand.steps[nth], asked.stops[nth]
    place = stop if isinstance(stop, str) else stop.place()
    if isinstance(place, str):
        return NoClaim(step.n, step.seat, place)
    number = asked.class_of(nth)
    if step.action not in place.actions[class_size(number) - 1]:
        return NoClaim(step.n, step.seat, OUTSIDE)
    row = blueprint.row(place.phase, place.spot)
    if row < 0:
        return NoClaim(step.n, step.seat, RARE)
    costs, error = blueprint.costs(place.phase, row, number)
    if error is None:
        return NoClaim(step.n, step.seat, RARE)
    mix = _mix(blueprint, place, number)
    found = _decision(asked, nth, place, dict(enumerate(costs)), mix, error, Basis.BLUEPRINT, mixes=mixes)
    sure = found is not None and found.unsure < HIGHEST_ERROR
    return found if found is not None and sure else NoClaim(step.n, step.seat, UNSURE)


def _played_out(
    asked: Asked, nth: int, price: PlayedOut, blueprint: Blueprint, *, mixes: bool
) -> SolverDecision | None:
    """Return a decision that was played out; None where its price is too uncertain, but for the part of the error that the cost explains."""
    step, stop, number = asked.hand.steps[nth], asked.stops[nth], asked.class_of(nth)
    if isinstance(stop, str):
        return None
    place = place_of(stop.hand)
    taken = place.actions[class_size(number) - 1].get(step.action)
    if taken is None:
        return None
    mix = _mix(blueprint, place, number)
    cost = dict(enumerate(price.cost.tolist()))
    unexplained = hypot(price.unexplained(taken), PLAYED_ERROR, stop.odd)
    error = hypot(price.error_of(taken), PLAYED_ERROR)
    found = _decision(asked, nth, place, cost, mix, error, Basis.PLAYED_OUT, mixes=mixes)
    return found if unexplained < HIGHEST_ERROR else None


def _mix(blueprint: Blueprint, place: Place, number: int) -> Mapping[int, float]:
    """Return how often a class takes each action, by number; nothing where the blueprint has no mix."""
    row = blueprint.row(place.phase, place.spot)
    mix = blueprint.mix(place.phase, row, number) if row >= 0 else None
    return {} if mix is None else dict(enumerate(mix))


def _decision(
    asked: Asked,
    nth: int,
    place: Place,
    cost: Mapping[int, float],
    mix: Mapping[int, float],
    error: float,
    basis: Basis,
    *,
    mixes: bool,
) -> SolverDecision | None:
    """Return a decision; costs and shares are by the number of the action. None if a common action costs too much.

    A player may fold later, so no action loses more against a fold than it pays. A common action is free, and half of what it seemed to
    cost is part of the error.
    """
    step, stop, positions = asked.hand.steps[nth], asked.stops[nth], asked.hand.positions
    number = asked.class_of(nth)
    actions = place.actions[class_size(number) - 1]
    most = [cost[FOLD] + paid if "fold" in actions else MOST for paid in place.chips]
    costs = {name: min(cost[action], MOST, *most[action : action + 1]) for name, action in actions.items()}
    shares = {name: mix.get(action, 0.0) for name, action in actions.items()}
    common = [name for name, share in shares.items() if share >= COMMON]
    contradiction = max((costs[name] for name in common), default=0.0) / 2
    if contradiction >= HIGHEST_ERROR:
        return None
    at = LinePrices(
        TABLES[len(positions) - FEWEST_PLAYERS],
        asked.line(nth),
        positions[step.seat],
        class_name(number),
        tuple(actions),
        tuple(shares.values()) if mixes and any(shares.values()) else None,
        tuple(0.0 if name in common else each for name, each in costs.items()),
        max(error, contradiction),
        coarse=COARSE if place.phase else 0.0,
        basis=basis,
    )
    kept = keeps_best(step, number + 1) if step.action.isdecimal() else None
    odd = 0.0 if isinstance(stop, str) else stop.odd
    return SolverDecision(step.n, step.seat, at.actions.index(step.action), kept, at, odd)
