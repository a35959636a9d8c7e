"""How much may be bet: fixed, pot, half-pot and no limit, the cap, and what a short all-in reopens.

In fixed limit a round has a last full bet, `State.full`, and the next one is a bet size above it: a short all-in in
between is completed to it and adds no bet toward the cap, unless the room counts it as a full bet itself. Nothing here
knows whose turn it is.
"""

from badugi_hh.engine.rules import Betting, Rules
from badugi_hh.engine.state import State
from badugi_hh.engine.violation import RuleError, Violation


def opening(rules: Rules, level: int) -> tuple[int, int]:
    """Return the last full bet and the number of bets that a fixed-limit round begins with, after blinds or none."""
    size = rules.small_bet
    if rules.betting is not Betting.FIXED or not size or level < size:
        return 0, 0
    return level, level // size if rules.blind_counts else 0


def full_bet(rules: Rules, round_: int, full: int, to: int) -> bool:
    """Return whether a fixed-limit bet to this total is a full bet above the last one, `full`."""
    size = rules.bet_size(round_)
    more = to - full
    return more >= size or (rules.half_bet_counts and 2 * more >= size)


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
    if state.able in {(), (seat,)}:
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
