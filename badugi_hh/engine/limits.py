"""How much may be bet: fixed, pot, half-pot and no limit, the cap, and what a short all-in reopens.

In fixed limit a round has a last full bet, `State.full`, and the next one is a bet size above it: a short all-in in
between is completed to it and adds no bet toward the cap, unless the room counts it as a full bet itself. `State.bets`
counts the full bets in every limit type; only fixed limit has a cap. This module does not check whose turn it is.
"""

from badugi_hh.engine.rules import Betting
from badugi_hh.engine.state import State
from badugi_hh.engine.violation import RuleError, Violation


def opening(state: State) -> tuple[int, int]:
    """Return the last full bet and the number of full bets that the round begins with, after blinds or none.

    A big blind is one bet, however little of it the player had left to post, except in fixed limit.
    """
    rules, level = state.rules, state.level
    if rules.betting is not Betting.FIXED:
        return 0, int(state.round == 0 and state.big_blind is not None)
    if not rules.small_bet or level < rules.small_bet:
        return 0, 0
    return level, level // rules.small_bet if rules.blind_counts else 0


def is_full_bet(state: State, seat: int, to: int) -> bool:
    """Return whether a bet or raise of this seat to this total is a full one; only an all-in can be less.

    In fixed limit it is at least a bet size above the last full bet, or half of it in some rooms.
    """
    rules = state.rules
    if rules.betting is Betting.FIXED:
        size, more = rules.bet_size(state.round), to - state.full
        return more >= size or (rules.half_bet_counts and 2 * more >= size)
    all_in = to == state.street[seat] + state.stacks[seat]
    return not all_in or to - state.level >= max(state.last_raise, rules.min_bet)


def bounds(state: State, seat: int) -> tuple[int, int]:
    """Return the minimum and the maximum total of the round to which the seat may bet or raise.

    Fixed limit: the next full bet, or all-in for less. Pot limit: up to the pot after calling on top of the call;
    half-pot limit: up to half of it; no limit: the stack. At least the last full raise, or all-in for less.
    """
    rules, street = state.rules, state.street[seat]
    all_in = street + state.stacks[seat]
    if rules.betting is Betting.FIXED:
        to = min(state.full + rules.bet_size(state.round), all_in)
        return to, to
    least = state.level + max(state.last_raise, rules.min_bet)
    after_call = state.pot + state.level - street
    limit = {Betting.POT: state.level + after_call, Betting.HALF_POT: state.level + after_call // 2}
    return min(least, all_in), min(max(limit.get(rules.betting, all_in), least), all_in)


def find_raise_error(state: State, seat: int) -> RuleError | None:
    """Return why the seat may not bet or raise at all, or None."""
    rules = state.rules
    if len(state.able) <= (seat in state.able):
        return RuleError(Violation.ILLEGAL, "raises and nobody is left to call", seat=seat)
    if state.street[seat] + state.stacks[seat] <= state.level:
        return RuleError(Violation.ILLEGAL, "has no chips to raise with", seat=seat)
    if state.capped:
        return RuleError(
            Violation.OVER_CAP,
            f"raises after {state.bets} bets",
            seat=seat,
            expected=state.full,
            found=state.full + rules.bet_size(state.round),
        )
    acted_at = state.acted.get(seat)
    if acted_at is None:
        return None
    need = max(state.last_raise, rules.min_bet)
    if rules.betting is Betting.FIXED:
        need = rules.bet_size(state.round)
        if rules.reopen_half_bet:
            need = (need + 1) // 2
    more = state.level - acted_at
    if more < need:
        least = "half a bet" if rules.betting is Betting.FIXED else "a full raise"
        return RuleError(
            Violation.NOT_REOPENED,
            f"raises again, facing less than {least} more than before",
            seat=seat,
            expected=need,
            found=more,
        )
    return None
