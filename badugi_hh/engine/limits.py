"""How much may be bet: fixed, pot, half-pot and no limit, the cap, and what a short all-in reopens.

In fixed limit a round has a last full bet, `Bettor.full`, and the next one is a bet size above it: a short all-in
in between is completed to it and adds no bet toward the cap, unless the room counts it as a full bet itself.
Nothing here knows whose turn it is.
"""

from typing import NamedTuple

from badugi_hh.engine.rules import Betting, Rules
from badugi_hh.engine.violation import RuleError, Violation


class Bettor(NamedTuple):
    """A player about to bet or raise; one is made for each question, so it is the kind of value that costs least.

    `level` is the highest total of the round, `full` the total of its last full bet and `bets` how many of them
    there were, `capped` whether no more are allowed, `street` the player's own total, `acted_at` the level at his
    last action of this round (None = has not acted), `last_raise` the largest raise of the round; all in chips.
    """

    rules: Rules
    round: int
    level: int
    full: int
    bets: int
    capped: bool
    street: int
    stack: int
    pot: int
    last_raise: int
    acted_at: int | None


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


def bounds(bettor: Bettor) -> tuple[int, int]:
    """Return the smallest and the largest total of the round that a bet or raise may make.

    Fixed limit: the next full bet, or all-in for less. Pot limit: up to the pot after calling on top of the call;
    half-pot limit: up to half of it; no limit: the stack. At least the last full raise, or all-in for less.
    """
    rules = bettor.rules
    most = bettor.street + bettor.stack
    if rules.betting is Betting.FIXED:
        to = min(bettor.full + rules.bet_size(bettor.round), most)
        return to, to
    least = bettor.level + max(bettor.last_raise, rules.min_bet)
    after_call = bettor.pot + bettor.level - bettor.street
    limit = {Betting.POT: bettor.level + after_call, Betting.HALF_POT: bettor.level + after_call // 2}
    return min(least, most), min(max(limit.get(rules.betting, most), least), most)


def raise_error(bettor: Bettor, seat: int) -> RuleError | None:
    """Return why the player in `seat` may not bet or raise at all, or None."""
    rules = bettor.rules
    if bettor.street + bettor.stack <= bettor.level:
        return RuleError(Violation.ILLEGAL, "has no chips to raise with", seat=seat)
    if bettor.capped:
        return RuleError(
            Violation.OVER_CAP,
            f"raises after {bettor.bets} bets",
            seat=seat,
            expected=bettor.full,
            found=bettor.full + rules.bet_size(bettor.round),
        )
    if bettor.acted_at is None:
        return None
    need = max(bettor.last_raise, rules.min_bet)
    if rules.betting is Betting.FIXED:
        need = rules.bet_size(bettor.round)
        if rules.reopen_half_bet:
            need = (need + 1) // 2
    more = bettor.level - bettor.acted_at
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
