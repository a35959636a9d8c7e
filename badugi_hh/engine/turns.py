"""Whose turn it is: the next player after an operation, and the next betting round or draw; and the betting before an action."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from badugi_hh.engine.cards import Cards
from badugi_hh.engine.limits import opening
from badugi_hh.engine.rules import Uncapped
from badugi_hh.engine.seating import clockwise
from badugi_hh.engine.state import Phase, State
from badugi_hh.engine.violation import RuleError, Turn, Violation

_ACTS = {
    Phase.POSTING: "posts",
    Phase.BETTING: "bets, checks, calls or folds",
    Phase.DRAWING: "draws",
    Phase.SHOWDOWN: "the showdown",
    Phase.OVER: "nobody: all others have folded",
}
"""What is due in each phase, after the name of the player where there is one."""


def require_dealt_in(state: State, seat: int) -> None:
    """Raise `RuleError` unless the seat is dealt in."""
    if seat not in state.stacks:
        raise RuleError(Violation.ILLEGAL, "is not dealt in", seat=seat)


def verify_actor(state: State, seat: int, act: str, phase: Phase) -> None:
    """Raise `RuleError` unless it is this seat's turn in this phase; `act` is what it does, "bets"."""
    if state.phase is phase and seat == state.actor:
        return
    require_dealt_in(state, seat)
    due = _ACTS[state.phase] if state.actor is None else Turn(state.actor, _ACTS[state.phase])
    violation, what = Violation.OUT_OF_TURN, f"{act} out of turn"
    if seat in state.folded:
        violation, what = Violation.ILLEGAL, f"{act}, but has folded already"
    raise RuleError(violation, what, seat=seat, expected=due, found=Turn(seat, act))


def begin_betting(state: State) -> None:
    """Begin the betting round of `state.round`: set its level, its first player and whether it is capped."""
    state.phase = Phase.BETTING
    state.acted = {}
    state.aggressor = None
    state.last_raise = 0
    if state.round == 0:
        _find_unposted_blind(state)
        last_blind = state.big_blind if state.big_blind is not None else state.small_blind
        start = state.order[-1] if last_blind is None else last_blind
    else:
        state.street = dict.fromkeys(state.order, 0)
        state.level = 0
        start = state.order[-1]
    state.full, state.bets = opening(state)
    match state.rules.uncapped:
        case Uncapped.NEVER:
            state.uncapped = False
        case Uncapped.ROUND_BEGAN:
            state.uncapped = len(state.able) <= 2
        case Uncapped.TWO_DEALT_IN:
            state.uncapped = len(state.order) == 2
        case _:
            assert_never(state.rules.uncapped)
    advance(state, start)


def advance(state: State, seat: int) -> None:
    """Find the next player to act after `seat`, or end the betting round."""
    if len(state.live) == 1:
        state.phase, state.actor = Phase.OVER, None
        return
    waiting = _find_waiting(state)
    if waiting:
        start = state.order.index(seat) + 1
        for other in state.order[start:] + state.order[:start]:
            if other in waiting:
                state.actor = other
                return
    if state.round == 3:
        state.phase, state.actor = Phase.SHOWDOWN, None
    else:
        state.phase, state.actor = Phase.DRAWING, state.live[0]
        if state.rules.burn and state.stub:
            state.stub -= 1


def _find_waiting(state: State) -> Sequence[int]:
    """Return the seats that still have to act in the betting round, from the left of the button."""
    able, street = state.able, state.street
    if len(able) == 1:  # nobody else has chips
        return able if max([street[other] for other in state.live]) > street[able[0]] else ()
    acted, level = state.acted, state.level
    return [seat for seat in able if acted.get(seat) != level]


def _find_unposted_blind(state: State) -> None:
    """Find the seat of a blind whose player the ante left without chips, so that nothing was posted."""
    if state.small_blind is not None and state.big_blind is None:
        after = clockwise(state.order, state.small_blind)[0]
        if not state.stacks[after] and after != state.small_blind:
            state.big_blind = after
            state.level = max(state.level, state.rules.big_blind)
    elif state.small_blind is None and state.big_blind is not None:
        before = clockwise(state.order, state.big_blind)[-2]
        if not state.stacks[before] and (len(state.order) == 2 or before != state.button):
            state.small_blind = before


@dataclass(frozen=True, slots=True)
class BettingSituation:
    """The betting before an action of one seat.

    `round` is the number of draws before the betting round, `bets` the number of full bets in it, blinds included.
    `price` is what a call costs, at most the stack; `pot` all chips put in, and `to_win` the part of them that a call
    can win. `live` are the seats that have not folded, `able` those of them with chips. `behind` is the number of
    players still to act if this one checks or calls. `cards` are the player's cards, None where unknown.
    """

    round: int
    bets: int
    price: int
    pot: int
    to_win: int
    live: tuple[int, ...]
    able: tuple[int, ...]
    behind: int
    can_raise: bool
    cards: Cards | None


def read_situation(state: State, seat: int, *, can_raise: bool) -> BettingSituation:
    """Return the situation of a seat whose turn it is; the caller states whether it can bet or raise."""
    able, street, price = state.able, state.street, state.price(seat)
    stack, matched = state.stacks[seat], street[seat] + price
    to_win = state.pot
    if price == stack:  # which can be too short to match the bets
        to_win -= sum([chips - matched for chips in street.values() if chips > matched])
    acted, level = state.acted, state.level
    waiting = [other for other in able if other != seat and acted.get(other) != level]
    if waiting and len(able) == 2 and price == stack:
        # The other player with chips does not act either after matching the bets.
        most = max([matched, *(street[other] for other in state.live)])
        waiting = [other for other in waiting if street[other] < most]
    return BettingSituation(
        state.round,
        state.bets,
        price,
        state.pot,
        to_win,
        state.live,
        able,
        len(waiting),
        can_raise,
        state.cards.hands[seat],
    )
