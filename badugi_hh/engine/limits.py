"""How much may be bet: fixed, pot, half-pot and no limit, the cap, and what a short all-in reopens.

Fixed limit counts bets by amount, so that a short all-in is completed to the next full bet and a completion adds
no bet towards the cap (PokerStars, seen in real hands). Nothing here knows whose turn it is.
"""

from dataclasses import dataclass

from badugi_hh.engine.breach import Breach, RuleError
from badugi_hh.engine.rules import Betting, Rules


@dataclass(frozen=True, slots=True)
class Bettor:
    """A player about to bet or raise.

    `level` is the highest total of the round, `street` the player's own, `acted_at` the level at his last action of
    this round (None = has not acted), `last_raise` the largest raise of the round; all in chips.
    """

    rules: Rules
    round: int
    level: int
    street: int
    stack: int
    pot: int
    last_raise: int
    acted_at: int | None


def next_full(rules: Rules, round_: int, level: int) -> int:
    """Return the total of the next full fixed-limit bet above `level`."""
    size = rules.bet_size(round_)
    return (level // size + 1) * size


def is_capped(rules: Rules, round_: int, level: int) -> bool:
    """Return whether a fixed-limit round had its last allowed bet."""
    if rules.betting is not Betting.FIXED or rules.cap is None:
        return False
    return level >= rules.cap * rules.bet_size(round_)


def bounds(bettor: Bettor) -> tuple[int, int]:
    """Return the smallest and the largest total of the round that a bet or raise may make.

    Fixed limit: the next full bet, or all-in for less. Pot limit: up to the pot after calling on top of the call;
    half-pot limit: up to half of it; no limit: the stack. At least the last full raise, or all-in for less.
    """
    rules = bettor.rules
    most = bettor.street + bettor.stack
    if rules.betting is Betting.FIXED:
        to = min(next_full(rules, bettor.round, bettor.level), most)
        return to, to
    least = bettor.level + max(bettor.last_raise, rules.big_blind)
    after_call = bettor.pot + bettor.level - bettor.street
    limit = {Betting.POT: bettor.level + after_call, Betting.HALF_POT: bettor.level + after_call // 2}
    return min(least, most), min(max(limit.get(rules.betting, most), least), most)


def raise_error(bettor: Bettor, who: str) -> RuleError | None:
    """Return why the player may not bet or raise at all, or None."""
    rules = bettor.rules
    if bettor.street + bettor.stack <= bettor.level:
        return RuleError(Breach.ILLEGAL, f"{who} has no chips to raise with")
    if rules.betting is Betting.FIXED and rules.cap is not None:
        full = next_full(rules, bettor.round, bettor.level)
        most = rules.cap * rules.bet_size(bettor.round)
        if full > most:
            return RuleError(
                Breach.OVER_CAP,
                f"{who} raises after {rules.cap} bets",
                expected=most,
                found=full,
            )
    if bettor.acted_at is None:
        return None
    need = bettor.last_raise
    if rules.betting is Betting.FIXED:
        need = rules.bet_size(bettor.round)
        if rules.reopen_half_bet:
            need = (need + 1) // 2
    more = bettor.level - bettor.acted_at
    if more < need:
        return RuleError(
            Breach.NOT_REOPENED,
            f"{who} raises again, facing less than half a bet more than before"
            if rules.betting is Betting.FIXED
            else f"{who} raises again, facing less than a full raise more than before",
            expected=need,
            found=more,
        )
    return None
