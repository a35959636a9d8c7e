"""Betting before the first draw.

Levels count as at PokerStars: the big blind is one, an open raise two, a 3-bet three. A walk, an all-in blind and a
player who sits out have no decision and therefore no opportunity.
"""

from badugi_hh.stats.definitions.estimates import average
from badugi_hh.stats.definitions.kinds import Conjunction, MomentStatistic, Proportion
from badugi_hh.stats.definitions.kinds.kind import share_of
from badugi_hh.stats.definitions.stat import OF_POT, OWN, Stat

_GROUP = "before the draw"
_HAD_DECISION = ("decisions_0 > 0", "NOT walk")
_BEFORE_DRAW = ("round = 0", OWN)
# The position is NULL only for seats that were not dealt in, so <> loses no decision.
# A player who posted a blind out of turn may check like the big blind.
_UNOPENED = (*_BEFORE_DRAW, "folded_to", "position <> 'BB'", "NOT extra_blind")
_LIMPED = (*_BEFORE_DRAW, "limpers >= 1", "level_any = 1")
_NOT_OWN_RAISE = "(own_last IS NULL OR own_last <> 'raise')"
_FACES_RAISE = (*_BEFORE_DRAW, "level_full = 2", "price > 0", _NOT_OWN_RAISE)
_COLD = ("own_voluntary = 0", "position NOT IN ('SB', 'BB')", "NOT extra_blind")
_LIMP_RAISED = (*_BEFORE_DRAW, "limped", "own_actions = 1", "level_full >= 2", "price > 0")
# One raise in all: calls are counted since the last one, and a short all-in over the steal would hide them.
_FACES_STEAL = (
    *_FACES_RAISE,
    "position IN ('SB', 'BB')",
    "opener IN ('CO', 'BTN', 'SB')",
    "level_any = 2",
    "limpers = 0",
    "callers = 0",
    "own_actions = 0",
    # Over a player who posted and checked, who is still to act, a raise is no steal.
    "(behind = 0 OR (position = 'SB' AND live = 3))",
)
# A player who raised faces a 3-bet only if theirs was the first raise; over their own 3-bet it is a short all-in.
_OPENED_ONLY = ("own_last = 'raise'", "opened", "own_voluntary = 1")
_OPENED_3BET = (*_BEFORE_DRAW, "level_full = 3", "price > 0", *_OPENED_ONLY)
_FACES_3BET = (
    *_BEFORE_DRAW,
    "level_full = 3",
    "price > 0",
    f"({_NOT_OWN_RAISE} OR ({' AND '.join(_OPENED_ONLY)}))",
)
_BLINDS_ALONE = (*_BEFORE_DRAW, "blinds_only", "own_actions = 0")
_UNOPENED_BLINDS = (*_BLINDS_ALONE, "position = 'SB'", "folded_to")
_RAISED_BLINDS = (
    *_BLINDS_ALONE,
    "position = 'BB'",
    "opener = 'SB'",
    "limpers = 0",
    "level_full = 2",
    "price > 0",
)
_SHARED = (*_FACES_RAISE, "position = 'BB'", "callers >= 1", "own_actions = 0")
_RAISES = ("action IN ('bet', 'raise')",)
_CALLS = ("action = 'call'",)
_FOLDS = ("action = 'fold'",)


def _decision(name: str, title: str, sentence: str, chances: Conjunction, made: Conjunction) -> Stat:
    return Stat(name, title, sentence, _GROUP, "decisions", Proportion(chances, made))


PREDRAW = (
    Stat(
        "vpip",
        "VPIP",
        "Put chips in voluntarily before the first draw: called, bet or raised at least once. "
        "Hands without a decision, such as walks, do not count.",
        _GROUP,
        "seats",
        Proportion(_HAD_DECISION, ("voluntary_0 > 0",)),
    ),
    Stat(
        "pfr",
        "PFR",
        "Raised at least once before the first draw, of the same hands as VPIP.",
        _GROUP,
        "seats",
        Proportion(_HAD_DECISION, ("raises_0 > 0",)),
    ),
    _decision(
        "rfi",
        "Raised first in",
        "Folded to you, and not in the big blind: you raised.",
        (*_UNOPENED, "can_raise"),
        _RAISES,
    ),
    _decision(
        "limp_first",
        "Limped first in",
        "Folded to you, and not in the big blind: you only called.",
        _UNOPENED,
        _CALLS,
    ),
    _decision(
        "limp_behind",
        "Limped behind",
        "Somebody limped, nobody raised, and you had to pay: you only called.",
        (*_LIMPED, "price > 0"),
        _CALLS,
    ),
    _decision(
        "raise_limpers",
        "Raised limpers",
        "Somebody limped and nobody raised: you raised.",
        (*_LIMPED, "can_raise"),
        _RAISES,
    ),
    _decision(
        "steal",
        "Steal",
        "Folded to you in the cut-off, on the button or in the small blind: you raised.",
        (*_UNOPENED, "can_raise", "position IN ('CO', 'BTN', 'SB')"),
        _RAISES,
    ),
    _decision(
        "three_bet",
        "3-bet",
        "Faced one raise and could raise: you raised again.",
        (*_FACES_RAISE, "can_raise"),
        _RAISES,
    ),
    _decision(
        "squeeze",
        "Squeeze",
        "Faced one raise that somebody had called already, and could raise: you raised again.",
        (*_FACES_RAISE, "can_raise", "callers >= 1"),
        _RAISES,
    ),
    _decision(
        "four_bet",
        "4-bet",
        "Faced a 3-bet and could raise: you raised to the fourth bet, in fixed limit the cap at PokerStars.",
        (*_FACES_3BET, "can_raise"),
        _RAISES,
    ),
    _decision(
        "cold_call_2",
        "Cold-called a raise",
        "Outside the blinds, with no voluntary chips in the pot, faced one raise: you called.",
        (*_FACES_RAISE, *_COLD),
        _CALLS,
    ),
    _decision(
        "cold_call_3plus",
        "Cold-called a 3-bet or more",
        "Outside the blinds, with no voluntary chips in the pot, faced a 3-bet or more: you called.",
        (*_BEFORE_DRAW, "level_full >= 3", "price > 0", *_COLD),
        _CALLS,
    ),
    _decision(
        "fold_to_steal",
        "Folded to a steal",
        "In a blind facing a raise from the cut-off, the button or the small blind that nobody "
        "else called: you folded.",
        _FACES_STEAL,
        _FOLDS,
    ),
    _decision(
        "call_steal",
        "Called a steal",
        "In a blind facing a lone steal: you called.",
        _FACES_STEAL,
        _CALLS,
    ),
    _decision(
        "three_bet_steal",
        "3-bet a steal",
        "In a blind facing a lone steal, and able to raise: you raised again.",
        (*_FACES_STEAL, "can_raise"),
        _RAISES,
    ),
    _decision(
        "fold_to_3bet",
        "Folded to a 3-bet",
        "Made the first raise and then faced a 3-bet: you folded.",
        _OPENED_3BET,
        _FOLDS,
    ),
    _decision(
        "call_3bet",
        "Called a 3-bet",
        "Made the first raise and then faced a 3-bet: you called.",
        _OPENED_3BET,
        _CALLS,
    ),
    _decision(
        "limp_then_fold",
        "Limped and folded",
        "Limped and then faced a raise: you folded.",
        _LIMP_RAISED,
        _FOLDS,
    ),
    _decision(
        "limp_then_call",
        "Limped and called",
        "Limped and then faced a raise: you called.",
        _LIMP_RAISED,
        _CALLS,
    ),
    _decision(
        "limp_then_raise",
        "Limped and raised",
        "Limped, then faced a raise and could raise: you raised again.",
        (*_LIMP_RAISED, "can_raise"),
        _RAISES,
    ),
    _decision(
        "defend_steal",
        "Defended against a steal",
        "In a blind facing a lone steal: you called or raised.",
        _FACES_STEAL,
        ("action IN ('call', 'raise')",),
    ),
    _decision(
        "defend_multiway",
        "Defended with callers",
        "In the big blind facing one raise that somebody had called: you called or raised.",
        _SHARED,
        ("action IN ('call', 'raise')",),
    ),
    Stat(
        "multiway_price",
        "Pot odds with callers",
        "In the big blind facing one raise that somebody had called: the call as a share of the pot with the call in it.",
        _GROUP,
        "decisions",
        MomentStatistic(_SHARED, OF_POT, share_of("the pot"), average, least=0, most=1),
    ),
    _decision(
        "bvb_raise",
        "Blind against blind, raised",
        "Folded to you in the small blind: you raised.",
        (*_UNOPENED_BLINDS, "can_raise"),
        _RAISES,
    ),
    _decision(
        "bvb_complete",
        "Blind against blind, completed",
        "Folded to you in the small blind: you only called.",
        _UNOPENED_BLINDS,
        _CALLS,
    ),
    _decision(
        "bvb_fold",
        "Blind against blind, folded",
        "Folded to you in the small blind: you folded.",
        _UNOPENED_BLINDS,
        _FOLDS,
    ),
    _decision(
        "bvb_option_raise",
        "Blind against blind, raised the limp",
        "In the big blind against the small blind alone, who called: you raised instead of checking.",
        (*_BLINDS_ALONE, "position = 'BB'", "limpers = 1", "level_full = 1", "can_raise"),
        _RAISES,
    ),
    _decision(
        "bvb_fold_to_raise",
        "Blind against blind, folded to the raise",
        "In the big blind against the small blind alone, who raised: you folded.",
        _RAISED_BLINDS,
        _FOLDS,
    ),
    _decision(
        "bvb_call_raise",
        "Blind against blind, called the raise",
        "In the big blind against the small blind alone, who raised: you called.",
        _RAISED_BLINDS,
        _CALLS,
    ),
    _decision(
        "bvb_three_bet",
        "Blind against blind, 3-bet",
        "In the big blind against the small blind alone, who raised, and you could raise: you raised again.",
        (*_RAISED_BLINDS, "can_raise"),
        _RAISES,
    ),
)
